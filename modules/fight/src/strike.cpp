// Hand strokes: each man in contact, his foe, his bouts and lulls, and the hazard he is to that foe.
#include <algorithm>
#include <array>
#include <cmath>

#include "linghe/fight/body.hpp"
#include "linghe/fight/fight.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/world/gear.hpp"
#include "stages.hpp"

namespace linghe::fight {
namespace {

using math::Purpose;
using world::kNobody;
constexpr std::size_t kStepChunk = 512;  // part of the determinism contract

struct Fighter {
    const model::Model& model;
    world::World& world;
    const model::FightParameters& p;
    math::Rng rng;
    base::Tick tick;
    std::vector<world::BlowRow>& out;
    std::int32_t front = 0, rear = 0;  ///< half angles of front and rear, turn16

    /// What a stroke without a charge does to such armour: asked anew for thousands of pairs of the same two troops.
    struct Known {
        std::uint32_t pair = ~0u;
        float told = 0;
    };
    mutable std::array<Known, 16> known{};

    [[nodiscard]] bool is(std::uint32_t m, world::Morale s) const noexcept {
        return world.men.morale[m] == static_cast<std::uint8_t>(s);
    }
    [[nodiscard]] float distance_m(std::uint32_t a, std::uint32_t b) const noexcept {
        const float dx = static_cast<float>(world.men.x_mm[b] - world.men.x_mm[a]);
        const float dy = static_cast<float>(world.men.y_mm[b] - world.men.y_mm[a]);
        return std::sqrt(dx * dx + dy * dy) * 0.001F;
    }
    [[nodiscard]] bool enemy_in_arms(std::uint32_t m, std::uint32_t t) const noexcept {
        return world::active(world.men.status[t]) && model.men.side[t] != model.men.side[m] &&
               !is(t, world::Morale::surrendered);
    }

    [[nodiscard]] float strike_m(std::uint32_t m, std::uint32_t t) const noexcept {
        return strike_distance_m(model, world, m, t);
    }

    /// Nearest enemies within `widest_m`: one to strike, one to lay hands on. Ties go to the lower row.
    struct Near {
        std::uint32_t foe = kNobody, yielded = kNobody;
    };
    [[nodiscard]] Near look(std::uint32_t m, float widest_m) const {
        Near near;
        float foe_m = widest_m, yielded_m = p.capture_range_m;
        const auto& men = world.men;
        const auto r = math::round_to<std::int32_t>(std::max(widest_m, p.capture_range_m) * 1000.0F) + 1'000;
        world.index.for_each_near(men.x_mm[m], men.y_mm[m], r, [&](std::uint32_t slot) {
            if (world.index.side[slot] == model.men.side[m]) return;
            const std::uint32_t t = world.index.man[slot];
            if (!world::active(men.status[t])) return;
            const float d = distance_m(m, t);
            const bool yields = is(t, world::Morale::surrendered) || is(t, world::Morale::resigned);
            if (yields && (d < yielded_m || (d == yielded_m && t < near.yielded)))
                near.yielded = t, yielded_m = d;
            if (is(t, world::Morale::surrendered) || d > strike_m(m, t)) return;
            if (d < foe_m || (d == foe_m && t < near.foe)) near.foe = t, foe_m = d;
        });
        return near;
    }

    [[nodiscard]] std::uint16_t spell_ticks(std::uint32_t m, float median_s, float sigma,
                                            std::uint16_t k) const noexcept {
        const float s = median_s * det::exp(sigma * rng.normal(model.men.luck[m], tick, Purpose::bout, k));
        return static_cast<std::uint16_t>(std::clamp(
            math::round_to<std::int32_t>(s * static_cast<float>(base::kTicksPerSecond)), 1, 60'000));
    }
    [[nodiscard]] std::uint16_t draw_bout(std::uint32_t m) const noexcept {
        return spell_ticks(m, p.bout_s, p.bout_sigma, 0);
    }
    /// Fear keeps a man back longer, a leader beside him less long.
    [[nodiscard]] float lull_s(std::uint32_t m) const noexcept {
        const float fear = math::from_q16(world.men.fear_q16[m]);
        const float leader = static_cast<float>(world.men.leader_near_q8[m]) / 255.0F;
        return p.lull_s * (1.0F + p.lull_fear_factor * fear) * (1.0F - p.lull_leader_share * leader);
    }
    [[nodiscard]] std::uint16_t draw_lull(std::uint32_t m) const noexcept {
        return spell_ticks(m, lull_s(m), p.lull_sigma, 1);
    }
    /// Who comes to hand strokes is as likely in a bout as anybody else there: the rest hang back for what is left of a lull.
    /// A rider at the charge is carried in.
    [[nodiscard]] bool hangs_back(std::uint32_t m, std::uint32_t foe, std::uint16_t& left) const noexcept {
        if (mounted(world, m) && closing_m_s(m, foe) >= p.charge_speed_m_s) return false;
        const auto u = [&](std::uint16_t k) {
            return rng.uniform(model.men.luck[m], tick, Purpose::bout, k);
        };
        if (u(5) * (p.bout_s + lull_s(m)) < p.bout_s) return false;
        left = math::round_to<std::uint16_t>(std::max(1.0F, u(6) * static_cast<float>(draw_lull(m))));
        return true;
    }

    /// Counts down the bout or the lull; true while he strikes. `fresh`: a foe he had not before.
    bool in_bout(std::uint32_t m, std::uint16_t dt, bool has_foe,
                 std::uint32_t fresh = kNobody) const noexcept {
        auto& men = world.men;
        auto& left = men.bout_ticks[m];
        left = static_cast<std::uint16_t>(left > dt ? left - dt : 0);
        if (!has_foe) {  // he who loses his foe draws breath before he begins anew
            if (men.in_bout[m] != 0)
                men.in_bout[m] = 0, left = spell_ticks(m, p.recover_s, p.recover_sigma, 4);
            return false;
        }
        const bool spent = math::from_q16(men.stamina_q16[m]) < p.tired_stamina;
        if (men.in_bout[m] != 0) {
            if (left > 0 && !spent) return true;
            men.in_bout[m] = 0;
            left = draw_lull(m);
            return false;
        }
        if (left > 0 || spent || (fresh != kNobody && hangs_back(m, fresh, left))) return false;
        men.in_bout[m] = 1;
        left = draw_bout(m);
        return true;
    }

    /// From where the stroke comes, seen by him who suffers it: 0 front, 1 flank, 2 rear.
    [[nodiscard]] int quarter(std::uint32_t m, std::uint32_t t) const noexcept {
        const float dx = static_cast<float>(world.men.x_mm[m] - world.men.x_mm[t]);
        const float dy = static_cast<float>(world.men.y_mm[m] - world.men.y_mm[t]);
        if (dx == 0.0F && dy == 0.0F) return 0;
        const std::int32_t off = math::turn_diff(world.men.facing[t], math::quick_turn_of({dx, dy}));
        const std::int32_t turn = off < 0 ? -off : off;
        return turn <= front ? 0 : turn <= rear ? 1 : 2;
    }

    [[nodiscard]] float standing_elo(std::uint32_t m) const noexcept {
        const auto& men = world.men;
        const bool badly = men.severity[m] >= static_cast<std::uint8_t>(world::Wound::serious);
        return model.troops[model.men.troop[m]].melee_skill_elo - (badly ? p.wound_elo : 0.0F) -
               p.fatigue_elo * (1.0F - math::from_q16(men.stamina_q16[m])) -
               p.fear_elo * math::from_q16(men.fear_q16[m]);
    }

    /// Speed at which m closes on t, along the line between them.
    [[nodiscard]] float closing_m_s(std::uint32_t m, std::uint32_t t) const noexcept {
        const auto& men = world.men;
        const float dx = static_cast<float>(men.x_mm[t] - men.x_mm[m]),
                    dy = static_cast<float>(men.y_mm[t] - men.y_mm[m]);
        const float n = std::sqrt(dx * dx + dy * dy);
        if (!(n > 0)) return 0;
        const float vx = static_cast<float>(men.vx_mm_s[m] - men.vx_mm_s[t]),
                    vy = static_cast<float>(men.vy_mm_s[m] - men.vy_mm_s[t]);
        return (vx * dx + vy * dy) / n * 0.001F;
    }

    /// Chance that a stroke of this energy tells on him: over all parts of his body, through shield and armour.
    [[nodiscard]] float told(std::uint32_t t, int from, double energy_j) const noexcept {
        const auto& his = model.troops[model.men.troop[t]];
        return static_cast<float>(
            product(part_shares(p, 0.0, mounted(world, t)),
                    wound_chances(p, his, energy_j, behind_shield(model, world, t, from), 1.0)));
    }
    [[nodiscard]] float told_of_usual(std::uint32_t m, std::uint32_t t, int from,
                                      double energy_j) const noexcept {
        const bool broken = (world.men.gear[m] & world::kShaftBroken) != 0;
        const std::uint32_t state = (mounted(world, t) ? 1U : 0U) | (broken ? 2U : 0U) |
                                    (world::in_ranks(world.men.morale[t]) ? 4U : 0U);
        const std::uint32_t pair = state << 24 | static_cast<std::uint32_t>(from) << 16 |
                                   std::uint32_t{model.men.troop[m]} << 8 | model.men.troop[t];
        Known& k = known[(pair ^ pair >> 8 ^ pair >> 14 ^ pair >> 22) % known.size()];
        if (k.pair != pair) k = {pair, told(t, from, energy_j)};
        return k.told;
    }

    /// A shaft gives way: a few in the shock of the charge, now and then one in the fight.
    void wear(std::uint32_t m, const model::TroopType& own, double blows, bool charges) const noexcept {
        auto& men = world.men;
        if (!(own.weapon_breaks > 0) || (men.gear[m] & world::kShaftBroken) != 0) return;
        const double share = static_cast<double>(charges ? own.weapon_breaks : p.shaft_break_share);
        men.h_gear_q16[m] =
            math::add_sat(men.h_gear_q16[m], math::round_to<std::int32_t>(share * blows * 65536.0));
        if (math::reaches_threshold_q16(rng, model.men.luck[m], Purpose::gear_threshold, 0,
                                        men.h_gear_q16[m]))
            men.gear[m] = static_cast<std::uint8_t>(men.gear[m] | world::kShaftBroken);
    }

    void blow(std::uint32_t m, std::uint32_t t, std::uint16_t dt) const {
        const auto& own = model.troops[model.men.troop[m]];
        const int from = quarter(m, t);
        float elo = standing_elo(m) - standing_elo(t);
        elo += from == 1 ? p.flank_elo : from == 2 ? p.rear_elo : 0.0F;
        const bool rides = mounted(world, m), he_rides = mounted(world, t);
        if (rides != he_rides) elo += rides ? p.mounted_elo : -p.mounted_elo;
        if (!world::in_ranks(world.men.morale[t])) elo += p.defenceless_elo;
        double rate = static_cast<double>(own.blows_per_min) / 60.0;
        const float closing = rides ? closing_m_s(m, t) : 0.0F;
        auto energy_j = static_cast<double>(world::blow_energy_of(own, world.men.gear[m]));
        const bool charges = rides && closing >= p.charge_speed_m_s;
        if (charges) {
            energy_j = std::max(energy_j, charge_energy_j(static_cast<double>(p.charge_mass_kg),
                                                          static_cast<double>(closing)));
            rate *= static_cast<double>(p.charge_blow_factor);
        }
        const double on_man =
            static_cast<double>(charges ? told(t, from, energy_j) : told_of_usual(m, t, from, energy_j));
        wear(m, own, rate * static_cast<double>(dt) / 10.0, charges);
        rate *= static_cast<double>(p.guard_share) * elo_chance(static_cast<double>(elo));
        const double on_horse = he_rides ? static_cast<double>(p.horse_blow_share) : 0.0;
        const double hazard = rate * (on_horse + (1.0 - on_horse) * on_man) * static_cast<double>(dt) / 10.0;
        world::BlowRow row{};
        row.target = t, row.source = m;
        row.hazard_q24 = math::round_to<std::uint32_t>(hazard * 16777216.0);
        row.energy_dj = math::round_to<std::uint16_t>(energy_j * 10.0);
        row.kind = row_blow;
        row.from = static_cast<std::uint8_t>(from);
        const float shock = from == 1 ? p.shock_blow_flank : from == 2 ? p.shock_blow_rear : 0.0F;
        row.shock_q8 = math::round_to<std::uint8_t>(shock * 255.0F);
        out.push_back(row);
    }

    void lay_hand(std::uint32_t m, std::uint32_t t, std::uint16_t dt) const {
        float rate = p.capture_per_s;
        if (is(t, world::Morale::resigned)) rate *= p.capture_resigned_share;
        world::BlowRow row{};
        row.target = t, row.source = m, row.kind = row_capture;
        row.hazard_q24 =
            math::round_to<std::uint32_t>(static_cast<double>(rate) * static_cast<double>(dt) * 1677721.6);
        out.push_back(row);
    }

    [[nodiscard]] bool can_be_struck(std::uint32_t m, std::uint32_t t) const noexcept {
        return enemy_in_arms(m, t) && !is(t, world::Morale::resigned) && distance_m(m, t) <= strike_m(m, t);
    }

    /// The nearest enemy tells mostly whether anyone can be reached. If he cannot, a farther one in the saddle still
    /// may: such a man looks about every half second only, each in his own tick.
    [[nodiscard]] bool worth_a_look(std::uint32_t m, std::uint16_t dt) const noexcept {
        const std::uint32_t near = world.men.near_enemy[m];
        const bool yields = is(near, world::Morale::surrendered) || is(near, world::Morale::resigned);
        if (yields || distance_m(m, near) <= strike_m(m, near)) return true;
        constexpr std::uint16_t kLookTicks = 5;
        return dt >= kLookTicks || (static_cast<std::uint32_t>(tick) + m) % kLookTicks == 0;
    }

    /// Their bodies have drawn off from each other.
    [[nodiscard]] bool both_rest(std::uint32_t m, std::uint32_t t) const noexcept {
        return drawn_off(world, world.men.unit[m]) && drawn_off(world, world.men.unit[t]);
    }

    /// Nobody to strike.
    void stand_down(std::uint32_t m, std::uint16_t dt) const noexcept {
        auto& doing = world.men.doing[m];
        in_bout(m, dt, false);
        if (doing == static_cast<std::uint8_t>(world::Doing::fighting))
            doing = static_cast<std::uint8_t>(world::Doing::standing);
    }

    void step(std::uint32_t m, std::uint16_t dt) const {
        auto& men = world.men;
        if (!world::active(men.status[m])) return;
        if (men.foe[m] == kNobody && men.near_enemy[m] == kNobody) return stand_down(m, dt);
        const bool willing = world::in_ranks(men.morale[m]) && men.bears[m] == 0;  // else his hands are full
        const float widest = world::reach_of(model.troops[model.men.troop[m]], men.gear[m]) +
                             (mounted(world, m) ? 2.0F : 1.0F) * p.horse_reach_m;
        const float range_cm = std::max(widest, p.capture_range_m) * 100.0F;
        const bool close =
            men.near_enemy[m] != kNobody && static_cast<float>(men.near_enemy_cm[m]) <= range_cm;
        std::uint32_t foe = men.foe[m];
        if (foe != kNobody &&
            (!willing || !enemy_in_arms(m, foe) || distance_m(m, foe) > strike_m(m, foe) + p.keep_margin_m))
            foe = kNobody;
        if (foe == kNobody && men.foe[m] != kNobody) in_bout(m, 0, false);
        if (foe == kNobody && willing && close && can_be_struck(m, men.near_enemy[m])) {
            foe = men.near_enemy[m];  // the nearest he saw: no need to look round for others
        } else if (foe == kNobody && willing && close && worth_a_look(m, dt)) {
            const Near near = look(m, widest);
            foe = near.foe;
            if (near.yielded != kNobody && (foe == kNobody || foe == near.yielded))
                lay_hand(m, near.yielded, dt);
        }
        const std::uint32_t fresh = men.foe[m] == kNobody ? foe : kNobody;
        men.foe[m] = foe;
        if (foe == kNobody) return stand_down(m, dt);
        men.doing[m] = static_cast<std::uint8_t>(world::Doing::fighting);
        // To cut down a man who runs asks neither nerve nor breath: no lull keeps him back, none is used up.
        const bool strikes = world::fleeing(men.morale[foe]) || in_bout(m, dt, !both_rest(m, foe), fresh);
        if (strikes) blow(m, foe, dt);
    }
};

}  // namespace

float strike_distance_m(const model::Model& model, const world::World& world, std::uint32_t m,
                        std::uint32_t t) noexcept {
    const int horses = (mounted(world, m) ? 1 : 0) + (mounted(world, t) ? 1 : 0);
    return world::reach_of(model.troops[model.men.troop[m]], world.men.gear[m]) +
           model.parameters.fight.horse_reach_m * static_cast<float>(horses);
}

void strike(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& scratch = world.scratch_fight;
    const auto& rows = world.stepping.rows;
    const std::size_t chunks = jobs::chunks_of(rows.size(), kStepChunk);
    const auto& p = model.parameters.fight;
    constexpr float kTurnPerDegree = 65536.0F / 360.0F;
    const auto front = math::round_to<std::int32_t>(p.front_half_angle_deg * kTurnPerDegree),
               rear = math::round_to<std::int32_t>(p.rear_half_angle_deg * kTurnPerDegree);
    jobs::lists_for(scratch.by_chunk, chunks, kStepChunk);
    scratch.rows.reserve(rows.size());
    jobs.for_chunks(rows.size(), kStepChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        auto& out = scratch.by_chunk[c];
        out.clear();
        const Fighter fighter{model, world, p, math::Rng{model.seed}, world.tick(), out, front, rear};
        for (std::size_t i = begin; i < end; ++i) fighter.step(rows[i], world.stepping.dt_ticks[i]);
    });
    scratch.rows.clear();
    for (std::size_t c = 0; c < chunks; ++c)
        scratch.rows.insert(scratch.rows.end(), scratch.by_chunk[c].begin(), scratch.by_chunk[c].end());
    // A man strikes one foe and lays hand on one: (target, source, kind) is a total order.
    std::sort(scratch.rows.begin(), scratch.rows.end(), [](const world::BlowRow& a, const world::BlowRow& b) {
        if (a.target != b.target) return a.target < b.target;
        return a.source != b.source ? a.source < b.source : a.kind < b.kind;
    });
}

}  // namespace linghe::fight
