// Men and horses before flames: who halts, who gives way, who shies, and who runs through.
// Called by crowd.cpp (wishes and steps of men) and units.cpp (bodies halt), only while something flames.
// Never burns anybody: that is fight's. Never uses where the fire is beyond what he knows, but for the step under his feet.
#include <cmath>

#include "context.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/world/fire_near.hpp"

namespace linghe::move {

namespace {

using world::Doing;

float f(std::int32_t mm) noexcept { return static_cast<float>(mm); }

/// Unit vector up the element's field: away from what has burnt.
math::Vec2f outwards(const Context& c, math::Vec2i at) noexcept {
    constexpr float kStepMm = 1'000.0F;
    const auto front = [&](float x, float y) { return world::ahead_of_front_m(c.model, c.world, x, y); };
    const math::Vec2f up{front(f(at.x) + kStepMm, f(at.y)) - front(f(at.x) - kStepMm, f(at.y)),
                         front(f(at.x), f(at.y) + kStepMm) - front(f(at.x), f(at.y) - kStepMm)};
    return math::normalized(up);
}

/// Where a place lies to the flames of `near`: ahead of them, within, or behind.
enum class Lies { clear, within };
Lies lies(const Context& c, const world::FireNear& near, math::Vec2i at) noexcept {
    const float ahead = world::ahead_of_front_m(c.model, c.world, f(at.x), f(at.y));
    if (!(ahead < world::kNoFront)) return Lies::clear;
    return ahead <= 0.0F && ahead >= -near.depth_m ? Lies::within : Lies::clear;
}

void run(Wish& w, math::Vec2f dir, float speed, Doing doing) noexcept {
    w.dir = dir, w.speed_m_s = speed, w.doing = doing;
    w.faces = w.in_place = false, w.steps_aside = true;
}

}  // namespace

void shun_fire(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g, Wish& w) noexcept {
    const auto& men = c.world.men;
    if (men.fire_range_dm[row] == world::kNoFlames && men.heat_dw_m2[row] == 0) return;
    const bool knows = men.fire_range_dm[row] != world::kNoFlames;
    const float range = knows ? static_cast<float>(men.fire_range_dm[row]) * 0.1F : world::kNoFront;
    const math::Vec2f to_fire = math::unit_of(men.fire_bearing[row]);
    const auto reach = static_cast<float>(c.model.ground.cell_mm) * 0.002F;
    if (range < reach || men.heat_dw_m2[row] != 0) {
        // In the flames nobody stands: he goes on through to where it has burnt, which lies nearer every moment.
        const world::FireNear near = world::fire_near(c.model, c.world, at.x, at.y);
        if (near.flames && lies(c, near, at) == Lies::within)
            return run(w, -outwards(c, at), g.run_m_s, Doing::fleeing);
        const bool out = !world::in_ranks(men.morale[row]);
        if (near.flames && out && !g.horse && range < c.p.fire_cross_near_m &&
            men.fire_closing_cm_s[row] > 0 && near.height_m <= c.p.fire_cross_flame_m)
            return run(w, to_fire, g.run_m_s, Doing::fleeing);
    }
    constexpr float kKwPerUnit = 0.01F;
    const bool scorched = static_cast<float>(men.heat_dw_m2[row]) * kKwPerUnit >= c.p.fire_bear_kw_m2;
    const float toward = w.dir.x * to_fire.x + w.dir.y * to_fire.y;
    const bool leaves = w.speed_m_s >= g.trot_m_s && toward < -0.5F;
    if (g.horse && range < c.p.horse_shy_m) {
        if (!leaves) run(w, -to_fire, g.run_m_s, Doing::fleeing);
        return;
    }
    if (scorched && knows) {
        if (!leaves) run(w, -to_fire, g.run_m_s, w.doing == Doing::standing ? Doing::marching : w.doing);
        return;
    }
    if (!g.horse || range >= c.p.horse_refuse_m || !(toward > 0.0F) || w.speed_m_s <= 0.0F) return;
    // The horse will not go nearer; along the flames it may.
    const math::Vec2f along = w.dir - to_fire * toward;
    const float left = math::length(along);
    w.dir = left > 0.2F ? along * (1.0F / left) : math::Vec2f{};
    if (w.dir == math::Vec2f{}) w.speed_m_s = 0.0F;
}

math::Vec2i keep_from_flames(const Context& c, std::uint32_t row, const Gait& g, const Wish& w,
                             math::Vec2i from, math::Vec2i to) noexcept {
    const world::FireNear near = world::fire_near(c.model, c.world, to.x, to.y);
    if (!near.flames || lies(c, near, to) != Lies::within || lies(c, near, from) == Lies::within) return to;
    const bool out = !world::in_ranks(c.world.men.morale[row]);
    const bool crosses =
        out && !g.horse && near.height_m <= c.p.fire_cross_flame_m && w.speed_m_s >= g.trot_m_s;
    if (crosses) return to;
    for (const math::Vec2i aside :
         {math::Vec2i{to.x, from.y}, math::Vec2i{from.x, to.y}}) {  // along the flames
        if (!(aside == from) && lies(c, near, aside) != Lies::within) return aside;
    }
    return from;
}

bool front_bars(const Context& c, math::Vec2i at, math::Vec2f dir) noexcept {
    const auto& g = c.model.ground;
    const auto& state = c.world.fire.state;
    const float far = c.p.fire_halt_m * 1000.0F, step = 0.5F * f(g.cell_mm);
    for (float d = 0; d <= far; d += step) {
        const auto x = at.x + math::round_to<std::int32_t>(dir.x * d),
                   y = at.y + math::round_to<std::int32_t>(dir.y * d);
        if (!g.inside(x, y)) return false;
        if (state[static_cast<std::size_t>(g.cell(x, y))] ==
            static_cast<std::uint8_t>(world::FireState::flaming))
            return true;
    }
    return false;
}

bool takes_to_water(const Context& c, std::uint32_t row, const Wish& w) noexcept {
    const auto& men = c.world.men;
    constexpr float kKwPerUnit = 0.01F;
    const bool scorched = static_cast<float>(men.heat_dw_m2[row]) * kKwPerUnit >= c.p.fire_bear_kw_m2;
    return w.speed_m_s > 0.0F && (scorched || world::fleeing(men.morale[row])) &&
           men.fire_range_dm[row] != world::kNoFlames &&
           static_cast<float>(men.fire_range_dm[row]) * 0.1F < c.model.parameters.morale.look_fire_m;
}

}  // namespace linghe::move
