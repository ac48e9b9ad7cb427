// Bodies shade each other: the crowd as a medium of bodies placed at random, looked through square by square of 10 m.
//   T = exp(-sum k path),  k = (men a_foot / h_foot + riders a_horse / h_horse) / area
// the form in which leaves shade leaves (M. Monsi, T. Saeki, Jap. J. Bot. 14 (1953) 22) and fuel shades fuel (F. A. Albini,
// Combust. Sci. Technol. 42 (1985) 229).
#include "shade.hpp"

#include <algorithm>

#include "linghe/fight/burns.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/vec.hpp"

namespace linghe::fight {
namespace {

constexpr float kSectorM = static_cast<float>(world::kSectorMm) * 0.001F;

/// Towards where the heat comes from: up the element's field, by the cells about his own.
math::Vec2f to_flames(const model::Model& model, const world::FireTable& fire, std::int32_t cell) noexcept {
    const auto& g = model.ground;
    const std::int32_t i = cell % g.nx, j = cell / g.nx;
    const auto heat = [&](std::int32_t a, std::int32_t b) {
        a = std::clamp(a, 0, g.nx - 1), b = std::clamp(b, 0, g.ny - 1);
        return static_cast<float>(
            fire.heat_dw_m2[static_cast<std::size_t>(b) * static_cast<std::size_t>(g.nx) +
                            static_cast<std::size_t>(a)]);
    };
    return math::normalized(math::Vec2f{heat(i + 1, j) - heat(i - 1, j), heat(i, j + 1) - heat(i, j - 1)});
}

/// The bodies of one square: area they hold up to the flames per cubic metre, and how many of them stand ahead of him.
struct Bodies {
    float per_m = 0, ahead = 1.0F;
};
Bodies bodies_at(const model::FightParameters& p, const world::SectorTable& sectors, std::int32_t x_mm,
                 std::int32_t y_mm, const math::Vec2f* from) noexcept {
    const std::int32_t sector = sectors.sector_of(x_mm, y_mm);
    const auto* sums = sectors.at(sector);
    if (sums == nullptr) return {};
    std::int64_t men = 0, mounted = 0, x = 0, y = 0;
    for (const auto& side : *sums) men += side.men, mounted += side.mounted, x += side.x_mm, y += side.y_mm;
    if (men == 0) return {};
    const auto riders = static_cast<float>(mounted), foot = static_cast<float>(men - mounted);
    Bodies b;
    b.per_m = (foot * p.shade_foot_m2 / p.shade_foot_height_m +
               riders * p.shade_horse_m2 / p.shade_horse_height_m) /
              (kSectorM * kSectorM);
    if (from == nullptr) return b;
    // In his own square they stand about their middle: those behind him shade nobody.
    const float corner_x = static_cast<float>(sectors.x0_mm + sector % sectors.nx * world::kSectorMm),
                corner_y = static_cast<float>(sectors.y0_mm + sector / sectors.nx * world::kSectorMm);
    const float n = static_cast<float>(men) * 1000.0F;
    const float off = ((corner_x - static_cast<float>(x_mm)) * 0.001F + static_cast<float>(x) / n) * from->x +
                      ((corner_y - static_cast<float>(y_mm)) * 0.001F + static_cast<float>(y) / n) * from->y;
    b.ahead = std::clamp(0.5F + off / kSectorM, 0.0F, 1.0F);
    return b;
}

}  // namespace

float share_among_bodies(float flame_m, float body_m) noexcept {
    const float middle = 0.5F * flame_m, half = 0.5F * body_m;
    return middle <= body_m ? 1.0F : half / (middle - half);
}

float through_crowd(const model::Model& model, const world::World& world, std::int32_t x_mm,
                    std::int32_t y_mm, bool rides) noexcept {
    const auto& p = model.parameters.fight;
    const auto& g = model.ground;
    const auto& sectors = world.sectors;
    if (sectors.nx == 0 || !g.inside(x_mm, y_mm)) return 1.0F;
    const math::Vec2f u = to_flames(model, world.fire, g.cell(x_mm, y_mm));
    if (u == math::Vec2f{}) return 1.0F;
    const float step_m = 0.5F * kSectorM;
    const std::int32_t own = sectors.sector_of(x_mm, y_mm);
    float depth = 0, flame_m = 0;
    for (float d = 0; d < p.shade_reach_m; d += step_m) {
        const float middle_mm = (d + 0.5F * step_m) * 1000.0F;
        const auto x = x_mm + static_cast<std::int32_t>(u.x * middle_mm),
                   y = y_mm + static_cast<std::int32_t>(u.y * middle_mm);
        if (!g.inside(x, y)) break;
        const std::int32_t cell = g.cell(x, y);
        if (world::detail::flaming(world.fire, cell)) {
            flame_m = model::byram_flame_m(
                static_cast<float>(world.fire.intensity_kw_m[static_cast<std::size_t>(cell)]));
            break;
        }
        const bool his = sectors.sector_of(x, y) == own;
        if (his && d > 0) continue;  // his own square is counted whole, at the first step
        const Bodies b = bodies_at(p, sectors, his ? x_mm : x, his ? y_mm : y, his ? &u : nullptr);
        depth += b.per_m * (his ? b.ahead * kSectorM : step_m);
    }
    const float high = rides ? p.shade_horse_height_m : p.shade_foot_height_m;
    return det::exp(-depth * share_among_bodies(flame_m, high));
}

}  // namespace linghe::fight
