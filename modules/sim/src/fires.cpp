// Bodies ordered to burn: those of their men who carry fire and stand near the line set alight the grass downwind
// of them.
#include <cmath>

#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/math/vec.hpp"
#include "stages.hpp"

namespace linghe::sim {
namespace {

struct Line {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    [[nodiscard]] double distance_mm(double x, double y) const noexcept {
        const double ux = x1 - x0, uy = y1 - y0, l2 = ux * ux + uy * uy;
        double t = l2 > 0 ? ((x - x0) * ux + (y - y0) * uy) / l2 : 0.0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const double dx = x - x0 - t * ux, dy = y - y0 - t * uy;
        return std::sqrt(dx * dx + dy * dy);
    }
};

bool burns(const State& state, std::uint32_t unit) noexcept {
    return state.intents.units.verb[unit] == static_cast<std::uint8_t>(model::Verb::burn);
}

Line line_of(const model::Model& model, const State& state, std::uint32_t unit) noexcept {
    const auto& goals = state.intents.units;
    if (goals.place[unit] >= model.places.size()) {
        const double x = goals.x_mm[unit], y = goals.y_mm[unit];
        return {x, y, x, y};
    }
    const auto& p = model.places[goals.place[unit]];
    return {static_cast<double>(p.x_mm), static_cast<double>(p.y_mm), static_cast<double>(p.x1_mm),
            static_cast<double>(p.y1_mm)};
}

/// He is at hand, keeps to the ranks, carries fire, and stands near the line.
bool can_light(const model::Model& model, const world::World& world, const Line& line,
               std::uint32_t row) noexcept {
    const auto& men = world.men;
    if (!world::active(men.status[row]) || !world::in_ranks(men.morale[row])) return false;
    const auto& p = model.parameters.element;
    const math::Rng rng{model.seed};
    if (!(rng.uniform(model.men.luck[row], 0, math::Purpose::fire_bearer) < p.fire_bearers_share))
        return false;
    return line.distance_mm(men.x_mm[row], men.y_mm[row]) <=
           static_cast<double>(p.fire_light_reach_m) * 1000.0;
}

/// Where his torch, fire lance or fire arrow falls: downwind of him, for nobody lights the grass he stands in.
math::Vec2i aim(const model::Model& model, const world::World& world, std::uint32_t row) noexcept {
    const math::Vec2i at{world.men.x_mm[row], world.men.y_mm[row]};
    const math::Vec2d wind{static_cast<double>(world.clock.wind_x_mm_s[0]),
                           static_cast<double>(world.clock.wind_y_mm_s[0])};
    const math::Vec2d ahead = math::normalized(wind);
    const double reach_mm = static_cast<double>(model.parameters.element.fire_light_reach_m) * 1000.0;
    return {at.x + math::round_to<std::int32_t>(ahead.x * reach_mm),
            at.y + math::round_to<std::int32_t>(ahead.y * reach_mm)};
}

/// Grass that is not yet lit.
bool bears_fuel(const model::Model& model, const world::World& world, math::Vec2i at) noexcept {
    if (!model.ground.inside(at.x, at.y)) return false;
    const auto cell = static_cast<std::size_t>(model.ground.cell(at.x, at.y));
    return model.ground.fuel[cell] != ground::kNoFuel && world.fire.state[cell] == 0 &&
           world.fire.front_um10[cell] > 0;
}

}  // namespace

void light_fires(const model::Model& model, State& state) {
    const auto& world = state.world;
    if (world.fire.size() == 0 || !world.slow_tick()) return;
    bool any = false;
    for (std::uint32_t u = 0; u < world.units.size(); ++u) any = any || burns(state, u);
    if (!any) return;
    auto& fires = state.intents.ignitions;
    for (std::uint32_t row = 0; row < world.men.size(); ++row) {
        const std::uint32_t unit = world.men.unit[row];
        if (unit >= world.units.size() || !burns(state, unit)) continue;
        if (!can_light(model, world, line_of(model, state, unit), row)) continue;
        const math::Vec2i at = aim(model, world, row);
        if (!bears_fuel(model, world, at)) continue;
        const std::size_t k = fires.size();
        fires.resize(k + 1);
        fires.x_mm[k] = at.x;
        fires.y_mm[k] = at.y;
        fires.by_kind[k] = 1;
        fires.by[k] = unit;
        fires.parent[k] = state.intents.units.event[unit];
    }
}

}  // namespace linghe::sim
