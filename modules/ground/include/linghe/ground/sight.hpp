// Sight over the land: slope of a cell, the line of sight over heights, and what a wall hides.
// Called by percept (walls), by the sheet of a map and by the checks of imports.
// Never knows smoke, dust, light or men: those are percept's.
#pragma once
#include <span>

#include "linghe/ground/ground.hpp"

namespace linghe::ground {

struct Point3M {
    double x_m = 0, y_m = 0, z_m = 0;
};

/// Steepest slope at a cell, rise / run, by central differences (at the edges one-sided): the figure pace rests on.
[[nodiscard]] double slope_at(const Ground& ground, std::int32_t cell_x, std::int32_t cell_y) noexcept;

/// Height between the middles of cells, bilinear, metres; beyond the outermost middles as at them.
[[nodiscard]] double height_between_m(const Ground& ground, double x_m, double y_m) noexcept;

/// True when the ground rises into the straight line from a to b; looked at every half cell. z is height above the datum.
/// The Earth is flat here; its curve is percept's affair.
[[nodiscard]] bool hidden_by_heights(const Ground& ground, const Point3M& a, const Point3M& b) noexcept;

/// True when the line from a to b crosses a wall below its top: its height above the ground there. An open
/// gate hides nothing. `open`: by gate number, how gates stand now; empty: as at the start.
[[nodiscard]] bool hidden_by_walls(const Ground& ground, const Point3M& a, const Point3M& b,
                                   std::span<const std::uint8_t> open = {}) noexcept;

}  // namespace linghe::ground
