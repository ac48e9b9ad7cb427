// The end of the flight: the first outline on the arrow's way down, or the ground.
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
constexpr std::size_t kArrowChunk = 32;  // part of the determinism contract
constexpr float kLongestSweep_m = 80.0F;

/// The last part of the path, from where it comes below the tallest head to the ground.
struct Descent {
    float x_m, y_m;  ///< impact, relative to nothing: map metres
    float ux, uy;    ///< of flight
    float tan_fall, drop;
    float sweep_m;  ///< length on the ground
    [[nodiscard]] float height_m(float before_m) const noexcept {
        return before_m * tan_fall - drop * before_m * before_m;
    }
};

struct Lander {
    const model::Model& model;
    world::World& world;
    const model::ShootParameters& p;
    math::Rng rng;

    [[nodiscard]] Descent descent_of(std::uint32_t a) const noexcept {
        const auto& arrows = world.arrows;
        const std::uint32_t shooter = arrows.shooter[a];
        const auto& troop = model.troops[model.men.troop[shooter]];
        const math::Vec2f u = math::unit_of(arrows.bearing[a]);
        Descent d{};
        d.x_m = static_cast<float>(arrows.x_mm[a]) * 0.001F;
        d.y_m = static_cast<float>(arrows.y_mm[a]) * 0.001F;
        d.ux = u.x, d.uy = u.y;
        const float fall = static_cast<float>(arrows.fall_mrad[a]) * 0.001F;
        d.tan_fall = std::max(0.001F, det::tan(fall));
        const float v2 =
            static_cast<float>(arrows.energy_dj[a]) * 0.2F / std::max(troop.arrow_mass_kg, 0.001F);
        const float cos_f = det::cos(fall);
        d.drop = static_cast<float>(kGravity_m_s2) / (2.0F * std::max(v2, 1.0F) * cos_f * cos_f);
        // Backwards from the ground the path rises as tan(fall) s - drop s^2, up to the tallest head at s.
        const float head = std::max(p.horse_height_m, p.man_height_m);
        const float root = d.tan_fall * d.tan_fall - 4.0F * d.drop * head;
        const float s = root > 0 ? (d.tan_fall - std::sqrt(root)) / (2.0F * d.drop) : kLongestSweep_m;
        const float from_x = static_cast<float>(world.men.x_mm[shooter]) * 0.001F;
        const float from_y = static_cast<float>(world.men.y_mm[shooter]) * 0.001F;
        const float flown = (d.x_m - from_x) * d.ux + (d.y_m - from_y) * d.uy;
        d.sweep_m = std::min({s, kLongestSweep_m, std::max(0.0F, flown - 2.0F)});
        return d;
    }

    /// First man on the way down whose outline the path crosses; nobody when it meets the ground.
    [[nodiscard]] std::uint32_t first_on_way(const Descent& d, std::uint32_t shooter, float& at_m) const {
        const auto& men = world.men;
        std::uint32_t best = world::kNobody;
        float best_before = -1.0F;  // metres before the impact: greater is earlier
        for (float s = d.sweep_m; s > -1.0F && best_before < s + 2.0F; s -= 2.0F) {
            const auto px = math::round_to<std::int32_t>((d.x_m - d.ux * s) * 1000.0F);
            const auto py = math::round_to<std::int32_t>((d.y_m - d.uy * s) * 1000.0F);
            world.index.for_each_near(px, py, 1800, [&](std::uint32_t slot) {
                const std::uint32_t t = world.index.man[slot];
                if (t == shooter || !world::active(men.status[t])) return;
                const float dx = d.x_m - static_cast<float>(men.x_mm[t]) * 0.001F;
                const float dy = d.y_m - static_cast<float>(men.y_mm[t]) * 0.001F;
                const float before = dx * d.ux + dy * d.uy, aside = std::fabs(dx * d.uy - dy * d.ux);
                if (before < -0.3F || before > d.sweep_m + 1.0F) return;
                const Outline o = outline_of(model, world, t, d.ux, d.uy);
                if (aside > o.half_width_m || d.height_m(before) > o.height_m) return;
                if (before > best_before || (before == best_before && t < best))
                    best = t, best_before = before;
            });
        }
        at_m = std::max(best_before, 0.0F);
        return best;
    }

    void scare(const Descent& d, float at_m, std::uint32_t struck, std::vector<std::uint32_t>& scared) const {
        const auto& men = world.men;
        const auto px = math::round_to<std::int32_t>((d.x_m - d.ux * at_m) * 1000.0F);
        const auto py = math::round_to<std::int32_t>((d.y_m - d.uy * at_m) * 1000.0F);
        const float r_mm = p.near_miss_radius_m * 1000.0F;
        world.index.for_each_near(px, py, math::round_to<std::int32_t>(r_mm), [&](std::uint32_t slot) {
            const std::uint32_t t = world.index.man[slot];
            const float dx = static_cast<float>(men.x_mm[t] - px), dy = static_cast<float>(men.y_mm[t] - py);
            if (t == struck || dx * dx + dy * dy <= r_mm * r_mm) scared.push_back(t);
        });
    }

    /// A strike is a blow that shield, weapon, turned body or a slack fall of cloth does not catch.
    [[nodiscard]] bool squarely(std::uint32_t a, std::uint32_t target) const noexcept {
        const auto& arrows = world.arrows;
        const auto k = static_cast<std::uint16_t>(arrows.x_mm[a] ^ (arrows.y_mm[a] << 5));
        return rng.chance(static_cast<double>(p.exposure_share), model.men.luck[arrows.shooter[a]],
                          arrows.land_tick[a], Purpose::arrow_hit, k, model.men.luck[target]);
    }
};

/// Takes the landed arrows out of the table; the others keep their order.
void take_out(world::ArrowTable& arrows, base::Tick tick) {
    std::size_t to = 0;
    for (std::size_t a = 0; a < arrows.size(); ++a) {
        if (arrows.land_tick[a] <= tick) continue;
        if (to != a) arrows.move_row(a, to);
        ++to;
    }
    arrows.resize(to);
}

}  // namespace

Outline outline_of(const model::Model& model, const world::World& world, std::uint32_t man, float ux,
                   float uy) noexcept {
    const auto& p = model.parameters.shoot;
    if (world.men.horse[man] != static_cast<std::uint8_t>(world::Horse::mounted))
        return {p.man_height_m, p.man_half_width_m};
    const math::Vec2f f = math::unit_of(world.men.facing[man]);
    const float half_length = 0.5F * model.troops[model.men.troop[man]].body_length_m;
    const float along = std::fabs(f.x * ux + f.y * uy), across = std::fabs(f.x * uy - f.y * ux);
    return {p.horse_height_m, along * p.horse_half_width_m + across * half_length};
}

void land(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& scratch = world.scratch_shoot;
    auto& arrows = world.arrows;
    const base::Tick tick = world.tick();
    scratch.due.clear();
    scratch.due.reserve(world.men.size() / 4), scratch.struck.reserve(world.men.size() / 4);
    for (std::uint32_t a = 0; a < arrows.size(); ++a)
        if (arrows.land_tick[a] <= tick) scratch.due.push_back(a);
    if (scratch.due.empty()) return;
    const std::size_t n = scratch.due.size(), chunks = jobs::chunks_of(n, kArrowChunk);
    scratch.struck.assign(n, world::kNobody);
    jobs::lists_for(scratch.scared, chunks, 4 * kArrowChunk);
    const Lander lander{model, world, model.parameters.shoot, math::Rng{model.seed}};
    jobs.for_chunks(n, kArrowChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        auto& scared = scratch.scared[c];
        scared.clear();
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t a = scratch.due[i];
            const Descent d = lander.descent_of(a);
            float at_m = 0;
            const std::uint32_t t = lander.first_on_way(d, arrows.shooter[a], at_m);
            lander.scare(d, at_m, t, scared);
            if (t != world::kNobody && lander.squarely(a, t)) scratch.struck[i] = t;
        }
    });
    const auto step = math::round_to<std::int32_t>(model.parameters.shoot.near_miss_step * 255.0F);
    for (std::size_t c = 0; c < chunks; ++c)
        for (const std::uint32_t t : scratch.scared[c]) {
            auto& s = world.men.suppression_q8[t];
            // Towards 1 by the share still free, so that no rain of arrows overflows it.
            s = static_cast<std::uint8_t>(s + std::max(s < 255 ? 1 : 0, step * (255 - s) / 255));
        }
    for (std::size_t i = 0; i < n; ++i) {
        if (scratch.struck[i] == world::kNobody) continue;
        const std::size_t row = world.hits.size();
        world.hits.resize(row + 1);
        world.hits.target[row] = scratch.struck[i];
        world.hits.shooter[row] = arrows.shooter[scratch.due[i]];
        world.hits.energy_dj[row] = arrows.energy_dj[scratch.due[i]];
        world.hits.bearing[row] = arrows.bearing[scratch.due[i]];
        world.hits.fall_mrad[row] = arrows.fall_mrad[scratch.due[i]];
        ++world.clock.hits[0];
    }
    take_out(arrows, tick);
}

}  // namespace linghe::shoot
