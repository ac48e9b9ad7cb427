// The archer: may he shoot, at whom, over whose heads, how well, and when again.
#include <algorithm>
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/shoot/ballistics.hpp"
#include "stages.hpp"

namespace linghe::shoot {
namespace {

using math::Purpose;
constexpr std::size_t kManChunk = 2048;  // part of the determinism contract
constexpr std::int32_t kSlowTicks = 10, kRestTicks = 50;
enum Shooting : std::uint8_t { not_shooting = 0, flat = 1, lofted = 2 };
// Draws of one shot, told apart by k.
enum ShotDraw : std::uint16_t { d_elevation = 0, d_bearing, d_range, d_draw, d_spread_x, d_spread_y };

struct Archery {
    const model::Model& model;
    world::World& world;
    const model::ShootParameters& p;
    math::Rng rng;
    base::Tick tick;

    [[nodiscard]] float speed_m_s(std::uint32_t m) const noexcept {
        const float vx = world.men.vx_mm_s[m], vy = world.men.vy_mm_s[m];
        return std::sqrt(vx * vx + vy * vy) * 0.001F;
    }
    [[nodiscard]] bool mounted(std::uint32_t m) const noexcept {
        return world.men.horse[m] == static_cast<std::uint8_t>(world::Horse::mounted);
    }

    /// In body and mind fit to shoot, with something to shoot, and not at hand strokes.
    [[nodiscard]] bool able(std::uint32_t m) const noexcept {
        const auto& men = world.men;
        if (!world::active(men.status[m]) || men.arrows[m] == 0 || men.in_bout[m] != 0) return false;
        if (men.bears[m] != 0) return false;  // he has a wounded man in his hands
        if (men.near_enemy[m] != world::kNobody &&
            static_cast<float>(men.near_enemy_cm[m]) < p.min_range_m * 100.0F)
            return false;
        if (world::fleeing(men.morale[m])) return mounted(m);  // the Parthian shot
        if (!world::in_ranks(men.morale[m])) return false;
        return mounted(m) || speed_m_s(m) <= p.moving_speed_m_s;
    }

    /// A crossbow is spanned to its full draw by arms and back, or by foot and belt: no tired arm, no short draw.
    [[nodiscard]] static bool crossbow(const model::TroopType& troop) noexcept {
        return troop.bow_kind != static_cast<std::uint8_t>(model::BowKind::bow);
    }

    struct Shot {
        float dx_m = 0, dy_m = 0, range_m = 0;  ///< to the point aimed at
        Shooting arc = not_shooting;
        float elevation_rad = 0, draw = 0;
    };

    /// The point he aims at: a man when near, a place in the mass when far; led by their movement.
    [[nodiscard]] bool choose(std::uint32_t m, const model::TroopType& troop, const world::BowTable& bow,
                              Shot& shot) {
        auto& men = world.men;
        const std::int32_t entry =
            world.sectors
                .entry_of[static_cast<std::size_t>(world.sectors.sector_of(men.x_mm[m], men.y_mm[m]))];
        if (entry < 0) return false;
        const std::uint8_t side = model.men.side[m];
        const auto& mass =
            world.scratch_shoot.masses[static_cast<std::size_t>(entry) * world::kMaxSides + side];
        if (mass.men == 0) return false;
        const std::uint32_t luck = model.men.luck[m];
        const float spread_mm = p.spread_m * 1000.0F;
        auto x = static_cast<float>(mass.x_mm) +
                 spread_mm * rng.normal(luck, tick, Purpose::arrow_aim, d_spread_x);
        auto y = static_cast<float>(mass.y_mm) +
                 spread_mm * rng.normal(luck, tick, Purpose::arrow_aim, d_spread_y);
        auto vx = static_cast<float>(mass.vx_mm_s), vy = static_cast<float>(mass.vy_mm_s);
        const float far_x = static_cast<float>(mass.x_mm - men.x_mm[m]),
                    far_y = static_cast<float>(mass.y_mm - men.y_mm[m]);
        const float sight_mm = std::min(troop.bow_range_m, static_cast<float>(men.sight_m[m])) * 1000.0F;
        if (far_x * far_x + far_y * far_y > sight_mm * sight_mm) return false;
        if (far_x * far_x + far_y * far_y < p.aimed_range_m * p.aimed_range_m * 1e6F) {
            std::uint32_t t = man_near(side, x, y);
            if (t == world::kNobody) {
                x = static_cast<float>(mass.x_mm), y = static_cast<float>(mass.y_mm);
                t = man_near(side, x, y);
            }
            if (t != world::kNobody) {
                x = static_cast<float>(men.x_mm[t]), y = static_cast<float>(men.y_mm[t]);
                vx = men.vx_mm_s[t], vy = men.vy_mm_s[t];
            }
        }
        shot.dx_m = (x - static_cast<float>(men.x_mm[m])) * 0.001F;
        shot.dy_m = (y - static_cast<float>(men.y_mm[m])) * 0.001F;
        lead(bow, vx * 0.001F, vy * 0.001F, shot);
        if (shot.range_m < p.min_range_m) return false;
        return pick_arc(m, troop, bow, shot);
    }

    void lead(const world::BowTable& bow, float vx_m_s, float vy_m_s, Shot& shot) const noexcept {
        shot.range_m = std::sqrt(shot.dx_m * shot.dx_m + shot.dy_m * shot.dy_m);
        const auto time_s = static_cast<float>(landing_of(bow, elevation_for(bow, shot.range_m)).time_s);
        shot.dx_m += vx_m_s * time_s;
        shot.dy_m += vy_m_s * time_s;
        shot.range_m = std::sqrt(shot.dx_m * shot.dx_m + shot.dy_m * shot.dy_m);
    }

    /// The enemy nearest to a point of the mass, ties to the lower row.
    [[nodiscard]] std::uint32_t man_near(std::uint8_t side, float x, float y) const {
        const auto& men = world.men;
        std::uint32_t best = world::kNobody;
        float best_d2 = 2.0F * p.spread_m * 1000.0F * 2.0F * p.spread_m * 1000.0F;
        world.index.for_each_near(
            math::round_to<std::int32_t>(x), math::round_to<std::int32_t>(y),
            math::round_to<std::int32_t>(2.0F * p.spread_m * 1000.0F), [&](std::uint32_t s) {
                if (world.index.side[s] == side) return;
                const std::uint32_t t = world.index.man[s];
                if (men.morale[t] == static_cast<std::uint8_t>(world::Morale::surrendered)) return;
                const float dx = static_cast<float>(men.x_mm[t]) - x,
                            dy = static_cast<float>(men.y_mm[t]) - y;
                const float d2 = dx * dx + dy * dy;
                if (d2 < best_d2 || (d2 == best_d2 && t < best)) best = t, best_d2 = d2;
            });
        return best;
    }

    /// Flat when the line is clear of friends' heads; lofted over them when far enough; else he holds.
    [[nodiscard]] bool pick_arc(std::uint32_t m, const model::TroopType& troop, const world::BowTable& bow,
                                Shot& shot) const {
        shot.elevation_rad = elevation_for(bow, shot.range_m);
        const float ux = shot.dx_m / shot.range_m, uy = shot.dy_m / shot.range_m;
        if (clear(m, troop.arrow_speed_m_s, shot.elevation_rad, ux, uy, shot.range_m)) {
            shot.arc = flat;
            return true;
        }
        if (crossbow(troop))
            return false;  // its draw is what it is: it cannot be shortened for a lofted shot
        shot.draw = draw_for(bow, shot.range_m);
        if (shot.range_m < p.loft_min_range_m || shot.draw < 0) return false;
        const float loft_rad = p.loft_deg * static_cast<float>(math::kPi / 180.0);
        if (!clear(m, troop.arrow_speed_m_s * shot.draw, loft_rad, ux, uy, shot.range_m)) return false;
        shot.arc = lofted;
        return true;
    }

    /// Whether the arrow passes over every friend who stands in its lane within the first metres.
    [[nodiscard]] bool clear(std::uint32_t m, float speed_m_s_, float elevation_rad, float ux, float uy,
                             float range_m) const {
        const auto& men = world.men;
        const float h0 = mounted(m) ? p.launch_height_horse_m : p.launch_height_foot_m;
        const float cos_e = det::cos(elevation_rad), tan_e = det::tan(elevation_rad);
        const float v = speed_m_s_ * cos_e;
        const float drop = static_cast<float>(kGravity_m_s2) / (2.0F * v * v);
        const float look_m = std::min(p.friend_look_m, range_m - 1.0F);
        bool is_clear = true;
        for (float s0 = 1.0F; s0 < look_m && is_clear; s0 += 2.0F) {
            const auto px = men.x_mm[m] + math::round_to<std::int32_t>(ux * s0 * 1000.0F);
            const auto py = men.y_mm[m] + math::round_to<std::int32_t>(uy * s0 * 1000.0F);
            world.index.for_each_near(px, py, 1000, [&](std::uint32_t slot) {
                if (world.index.side[slot] != model.men.side[m]) return;
                const std::uint32_t f = world.index.man[slot];
                const float dx = static_cast<float>(men.x_mm[f] - men.x_mm[m]) * 0.001F;
                const float dy = static_cast<float>(men.y_mm[f] - men.y_mm[m]) * 0.001F;
                const float along = dx * ux + dy * uy, aside = std::fabs(dx * uy - dy * ux);
                if (f == m || along < 0.3F || along > look_m) return;
                const Outline o = outline_of(model, world, f, ux, uy);
                if (aside > p.friend_lane_m + o.half_width_m) return;
                if (h0 + along * tan_e - drop * along * along < o.height_m + p.friend_clear_m)
                    is_clear = false;
            });
        }
        return is_clear;
    }

    /// Errors of hand and eye, then the flight: the row that enters the table of arrows.
    [[nodiscard]] world::ArrowLoosed fly_shot(std::uint32_t m, const model::TroopType& troop,
                                              const world::BowTable& bow, const Shot& shot) const {
        const auto& men = world.men;
        const std::uint32_t luck = model.men.luck[m];
        float sigma =
            troop.aim_sigma_mrad * 0.001F * (1.0F + p.fear_sigma_factor * math::from_q16(men.fear_q16[m]));
        if (speed_m_s(m) > p.moving_speed_m_s) sigma *= p.moving_sigma_factor;
        const float judged_m =
            shot.range_m * (1.0F + p.range_error_share * rng.normal(luck, tick, Purpose::arrow_aim, d_range));
        const float up = sigma * rng.normal(luck, tick, Purpose::arrow_aim, d_elevation);
        const float aside = sigma * rng.normal(luck, tick, Purpose::arrow_aim, d_bearing);
        Landing l;
        float launch_speed = troop.arrow_speed_m_s, elevation = 0;
        if (shot.arc == flat) {
            elevation = elevation_for(bow, judged_m) + up;
            l = landing_of(bow, elevation);
        } else {
            const float pull = 1.0F + p.loft_speed_sigma * rng.normal(luck, tick, Purpose::arrow_aim, d_draw);
            const float draw = std::max(draw_for(bow, judged_m), static_cast<float>(kLeastDraw)) * pull;
            elevation = p.loft_deg * static_cast<float>(math::kPi / 180.0);
            launch_speed *= draw;
            l = loft_landing_of(bow, draw);
        }
        const float n = std::sqrt(1.0F + aside * aside);
        const float ux0 = shot.dx_m / shot.range_m, uy0 = shot.dy_m / shot.range_m;
        const float ux = (ux0 - aside * uy0) / n, uy = (uy0 + aside * ux0) / n;
        // Drift by the lag rule of Didion: wind times (time of flight less the time in a vacuum).
        const auto range_m = static_cast<float>(l.range_m), time_s = static_cast<float>(l.time_s);
        const float lag_s = std::max(0.0F, time_s - range_m / (launch_speed * det::cos(elevation)));
        const float drift = p.wind_share * p.wind_uncorrected_share * lag_s;
        const float wx = static_cast<float>(world.clock.wind_x_mm_s[0]),
                    wy = static_cast<float>(world.clock.wind_y_mm_s[0]);
        world::ArrowLoosed a{};
        a.land_tick =
            static_cast<std::int32_t>(tick) + men.wait_ticks[m] +
            std::max(1, math::round_to<std::int32_t>(time_s * static_cast<float>(base::kTicksPerSecond)));
        a.x_mm = men.x_mm[m] + math::round_to<std::int32_t>(ux * range_m * 1000.0F + wx * drift);
        a.y_mm = men.y_mm[m] + math::round_to<std::int32_t>(uy * range_m * 1000.0F + wy * drift);
        a.shooter = m;
        a.energy_dj = math::round_to<std::uint16_t>(5.0 * static_cast<double>(troop.arrow_mass_kg) *
                                                    l.speed_m_s * l.speed_m_s);
        a.bearing = math::turn_of(math::Vec2f{ux, uy});
        a.fall_mrad = math::round_to<std::int16_t>(l.fall_rad * 1000.0);
        return a;
    }

    /// Time between two shots: quicker while the arm is fresh, slower when spent, pinned or in flight.
    [[nodiscard]] float interval_s(std::uint32_t m, const model::TroopType& troop) const noexcept {
        const auto& men = world.men;
        const float fresh = 1.0F - static_cast<float>(men.arm_tired_q8[m]) / 255.0F;
        const float stamina = math::from_q16(men.stamina_q16[m]);
        const float held = static_cast<float>(men.suppression_q8[m]) / 255.0F;
        float rate = troop.shots_per_min / 60.0F;
        if (!crossbow(troop)) rate *= 1.0F + (p.burst_factor - 1.0F) * fresh;
        rate *= p.stamina_rate_share + (1.0F - p.stamina_rate_share) * stamina;
        rate *= 1.0F - p.suppression_rate_share * held;
        if (world::fleeing(men.morale[m])) rate *= p.flee_rate_share;
        return 1.0F / std::max(rate, 0.002F);
    }

    void cease(std::uint32_t m) const noexcept {
        auto& men = world.men;
        if (men.shooting[m] == not_shooting) return;
        men.shooting[m] = not_shooting;
        if (men.doing[m] == static_cast<std::uint8_t>(world::Doing::shooting))
            men.doing[m] = static_cast<std::uint8_t>(world::Doing::standing);
    }

    void second_of(std::uint32_t m, std::vector<world::ArrowLoosed>& out) {
        auto& men = world.men;
        const bool rest =
            men.level[m] == static_cast<std::uint8_t>(world::Level::rest) && men.shooting[m] == not_shooting;
        if (rest && tick % kRestTicks != 0) return;
        const std::int32_t dt = rest ? kRestTicks : kSlowTicks;
        men.wait_ticks[m] = static_cast<std::uint16_t>(std::max(0, men.wait_ticks[m] - dt));
        recover_arm(m, static_cast<float>(dt) / static_cast<float>(base::kTicksPerSecond));
        const auto& troop = model.troops[model.men.troop[m]];
        if (!able(m)) return cease(m);
        if (men.wait_ticks[m] >= kSlowTicks) return;
        const auto& bow = world.scratch_shoot.bows[model.men.troop[m]];
        Shot shot;
        if (!choose(m, troop, bow, shot)) return cease(m);
        const std::uint32_t luck = model.men.luck[m];
        men.aim_x_mm[m] = men.x_mm[m] + math::round_to<std::int32_t>(shot.dx_m * 1000.0F);
        men.aim_y_mm[m] = men.y_mm[m] + math::round_to<std::int32_t>(shot.dy_m * 1000.0F);
        const float mean_ticks = interval_s(m, troop) * static_cast<float>(base::kTicksPerSecond);
        if (men.shooting[m] == not_shooting) {  // he begins: no volley unless ordered, each in his own time
            men.shooting[m] = shot.arc;
            const float first = mean_ticks * rng.uniform(luck, tick, Purpose::shoot_interval, 1);
            men.wait_ticks[m] = std::max(men.wait_ticks[m], math::round_to<std::uint16_t>(first));
            if (men.wait_ticks[m] >= kSlowTicks) return;
        }
        men.shooting[m] = shot.arc;
        if (men.doing[m] == static_cast<std::uint8_t>(world::Doing::standing))
            men.doing[m] = static_cast<std::uint8_t>(world::Doing::shooting);
        out.push_back(fly_shot(m, troop, bow, shot));
        --men.arrows[m];
        const float tire = crossbow(troop) ? 0.0F : 255.0F / std::max(p.draws_to_tire, 1.0F);
        men.arm_tired_q8[m] = math::round_to<std::uint8_t>(static_cast<float>(men.arm_tired_q8[m]) + tire);
        // Log-normal with its mean kept at the interval.
        const float j = p.interval_jitter;
        const float jitter = det::exp(j * rng.normal(luck, tick, Purpose::shoot_interval, 0) - 0.5F * j * j);
        std::int32_t wait = std::max(5, math::round_to<std::int32_t>(mean_ticks * jitter));
        if (rng.chance(static_cast<double>(p.string_break_share), luck, tick, Purpose::shoot_interval, 3))
            wait +=
                math::round_to<std::int32_t>(p.string_change_s * static_cast<float>(base::kTicksPerSecond));
        men.wait_ticks[m] = static_cast<std::uint16_t>(std::min(30'000, men.wait_ticks[m] + wait));
    }

    void recover_arm(std::uint32_t m, float dt_s) const noexcept {
        auto& tired = world.men.arm_tired_q8[m];
        if (tired == 0) return;
        // The fraction of a unit is given back by chance, so that slow recovery is not lost.
        const float back = 255.0F * dt_s / std::max(p.arm_recovery_s, 1.0F);
        const auto whole = static_cast<std::int32_t>(back);
        const float rest = back - static_cast<float>(whole);
        const bool more =
            rng.chance(static_cast<double>(rest), model.men.luck[m], tick, Purpose::shoot_interval, 2);
        tired =
            static_cast<std::uint8_t>(std::max(0, static_cast<std::int32_t>(tired) - whole - (more ? 1 : 0)));
    }
};

/// Fear of near misses dies away by itself.
void calm_down(world::SoldierTable& men, std::uint32_t m, float keep) noexcept {
    auto& s = men.suppression_q8[m];
    if (s != 0)
        s = static_cast<std::uint8_t>(
            std::min(s - 1, math::round_to<std::int32_t>(static_cast<float>(s) * keep)));
}

}  // namespace

void loose(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& scratch = world.scratch_shoot;
    const std::size_t n = world.men.size(), chunks = jobs::chunks_of(n, kManChunk);
    jobs::lists_for(scratch.loosed, chunks, kManChunk / 4);
    const auto& p = model.parameters.shoot;
    const float keep = det::exp(-1.0F / std::max(p.suppression_tau_s, 0.1F));
    jobs.for_chunks(n, kManChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        auto& out = scratch.loosed[c];
        out.clear();
        Archery archery{model, world, p, math::Rng{model.seed}, world.tick()};
        for (auto m = static_cast<std::uint32_t>(begin); m < end; ++m) {
            calm_down(world.men, m, keep);
            if (world.men.arrows[m] == 0 && world.men.shooting[m] == not_shooting) continue;
            if (model.troops[model.men.troop[m]].has_bow) archery.second_of(m, out);
        }
    });
    auto& arrows = world.arrows;
    for (std::size_t c = 0; c < chunks; ++c) {
        for (const auto& a : scratch.loosed[c]) {
            const std::size_t row = arrows.size();
            arrows.resize(row + 1);
            arrows.land_tick[row] = a.land_tick;
            arrows.x_mm[row] = a.x_mm;
            arrows.y_mm[row] = a.y_mm;
            arrows.shooter[row] = a.shooter;
            arrows.energy_dj[row] = a.energy_dj;
            arrows.bearing[row] = a.bearing;
            arrows.fall_mrad[row] = a.fall_mrad;
        }
        world.clock.shots[0] += scratch.loosed[c].size();
    }
}

}  // namespace linghe::shoot
