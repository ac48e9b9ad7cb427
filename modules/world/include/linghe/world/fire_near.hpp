// fire_near: what flames near a place are to whoever is there, finer than the cells of the ground.
// Called by fight (heat on a man), move (nobody walks into flames) and morale (ways that are shut).
// Never changes the fire; costs a look at one column where no heat reaches.
#pragma once
#include <cmath>
#include <cstdint>

#include "linghe/model/flames.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::world {

/// True while some cell flames: all that men have to do with fire is behind this question.
[[nodiscard]] inline bool any_flames(const World& world) noexcept {
    for (const std::uint32_t cells : world.blazes.alight)
        if (cells != 0) return true;
    return false;
}

/// The front in a cell or beside it.
struct FireNear {
    bool flames = false;
    std::int32_t cell = -1;  ///< the flaming cell nearest the place
    float height_m = 0, depth_m = 0, power_kw_m2 = 0, rate_m_s = 0;
};
inline constexpr float kNoFront = 1.0e6F;  ///< metres

namespace detail {
[[nodiscard]] inline bool flaming(const FireTable& fire, std::int32_t cell) noexcept {
    return fire.state[static_cast<std::size_t>(cell)] == static_cast<std::uint8_t>(FireState::flaming);
}
}  // namespace detail

/// The flaming cell nearest to a place among its own and the eight about it; ties go to the lower cell.
[[nodiscard]] inline FireNear fire_near(const model::Model& model, const World& world, std::int32_t x_mm,
                                        std::int32_t y_mm) noexcept {
    const auto& g = model.ground;
    const auto& fire = world.fire;
    FireNear f;
    if (fire.size() == 0 || !g.inside(x_mm, y_mm)) return f;
    const std::int32_t own = g.cell(x_mm, y_mm);
    if (fire.heat_dw_m2[static_cast<std::size_t>(own)] == 0)
        return f;  // heat reaches a cell farther than flames
    const std::int32_t i = own % g.nx, j = own / g.nx;
    std::int64_t best = INT64_MAX;
    for (std::int32_t b = j > 0 ? j - 1 : 0; b <= j + 1 && b < g.ny; ++b) {
        for (std::int32_t a = i > 0 ? i - 1 : 0; a <= i + 1 && a < g.nx; ++a) {
            const std::int32_t cell = b * g.nx + a;
            if (!detail::flaming(fire, cell)) continue;
            const std::int64_t dx = g.x0_mm + std::int64_t{a} * g.cell_mm + g.cell_mm / 2 - x_mm;
            const std::int64_t dy = g.y0_mm + std::int64_t{b} * g.cell_mm + g.cell_mm / 2 - y_mm;
            if (dx * dx + dy * dy >= best) continue;
            best = dx * dx + dy * dy;
            f.cell = cell;
        }
    }
    if (f.cell < 0) return f;
    f.flames = true;
    const auto c = static_cast<std::size_t>(f.cell);
    const float cell_m = static_cast<float>(g.cell_mm) * 0.001F;
    const auto pass = static_cast<float>(fire.pass_ticks[c]), all = static_cast<float>(fire.flame_ticks[c]);
    f.height_m = model::byram_flame_m(static_cast<float>(fire.intensity_kw_m[c]));
    // A fire lit by hand, which no front has passed, is no deeper than it is high: who lit it stands beside it.
    f.depth_m = pass > 0 ? cell_m * (all - pass) / pass : f.height_m < cell_m ? f.height_m : cell_m;
    f.rate_m_s = pass > 0 ? cell_m * static_cast<float>(base::kTicksPerSecond) / pass : 0.0F;
    f.power_kw_m2 = model::flame_power_kw_m2(model.parameters.element, f.depth_m);
    return f;
}

/// Distance (m) by which a place lies ahead of the front, below 0 behind it: the element's field between the middles of
/// four cells. kNoFront where nothing can burn.
[[nodiscard]] inline float ahead_of_front_m(const model::Model& model, const World& world, float x_mm,
                                            float y_mm) noexcept {
    const auto& g = model.ground;
    const auto own =
        static_cast<std::size_t>(g.cell(static_cast<std::int32_t>(x_mm), static_cast<std::int32_t>(y_mm)));
    if (g.fuel[own] == ground::kNoFuel) return kNoFront;
    const float size = static_cast<float>(g.cell_mm);
    const float u = (x_mm - static_cast<float>(g.x0_mm)) / size - 0.5F,
                v = (y_mm - static_cast<float>(g.y0_mm)) / size - 0.5F;
    const float fu = std::floor(u), fv = std::floor(v);
    float sum = 0;
    for (int k = 0; k < 4; ++k) {
        const std::int32_t a = static_cast<std::int32_t>(fu) + (k & 1),
                           b = static_cast<std::int32_t>(fv) + (k >> 1);
        auto cell = own;  // beyond the fuel or the map the field is taken to go on level
        if (a >= 0 && b >= 0 && a < g.nx && b < g.ny) {
            const auto there =
                static_cast<std::size_t>(b) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(a);
            if (g.fuel[there] != ground::kNoFuel) cell = there;
        }
        const float weight =
            ((k & 1) != 0 ? u - fu : 1.0F - (u - fu)) * ((k >> 1) != 0 ? v - fv : 1.0F - (v - fv));
        sum += weight * static_cast<float>(world.fire.front_um10[cell]) * 1e-5F;
    }
    return sum;
}

/// Distance (m) from a place to the flames of `near`: 0 within them. `late_s`: as they stood so long ago.
[[nodiscard]] inline float to_flames_m(const model::Model& model, const World& world, const FireNear& near,
                                       float x_mm, float y_mm, float late_s = 0) noexcept {
    const float ahead = ahead_of_front_m(model, world, x_mm, y_mm);
    if (ahead < kNoFront) {
        const float f = ahead + near.rate_m_s * late_s;
        return f > 0 ? f : f >= -near.depth_m ? 0.0F : -near.depth_m - f;
    }
    // He stands where nothing burns: to the edge of the flaming cell.
    const auto& g = model.ground;
    const float half = 0.5F * static_cast<float>(g.cell_mm);
    const float cx = static_cast<float>(g.x0_mm + near.cell % g.nx * g.cell_mm) + half,
                cy = static_cast<float>(g.y0_mm + near.cell / g.nx * g.cell_mm) + half;
    const float ox = std::fabs(x_mm - cx) - half, oy = std::fabs(y_mm - cy) - half;
    const float dx = ox > 0 ? ox : 0, dy = oy > 0 ? oy : 0;
    const float d = std::sqrt(dx * dx + dy * dy) * 0.001F;
    constexpr float kBeside = 0.1F;  // on ground that does not burn he is never in the flames
    return d > kBeside ? d : kBeside;
}

}  // namespace linghe::world
