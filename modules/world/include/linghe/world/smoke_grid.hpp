// The frame of the smoke grid: which cell of world.smoke lies over a place. Derived from the model alone.
// Used by element (to move the smoke), percept (to look through it), record and draw (to show it).
// Never holds smoke: that is world::SmokeTable, row-major, y north.
#pragma once
#include <cstdint>

#include "linghe/model/model.hpp"

namespace linghe::world {

struct SmokeGrid {
    std::int32_t x0_mm = 0, y0_mm = 0;  ///< south-west corner, that of the ground
    std::int32_t cell_mm = 1;
    std::int32_t nx = 0, ny = 0;

    [[nodiscard]] std::int32_t column(std::int32_t x_mm) const noexcept { return clamped(x_mm - x0_mm, nx); }
    [[nodiscard]] std::int32_t row(std::int32_t y_mm) const noexcept { return clamped(y_mm - y0_mm, ny); }
    /// Row of world.smoke over a point; points outside are clamped to the edge.
    [[nodiscard]] std::int32_t cell(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
        return row(y_mm) * nx + column(x_mm);
    }
    [[nodiscard]] std::size_t size() const noexcept {
        return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
    }

private:
    [[nodiscard]] std::int32_t clamped(std::int32_t from_edge_mm, std::int32_t n) const noexcept {
        if (from_edge_mm < 0) return 0;
        const std::int32_t c = from_edge_mm / cell_mm;
        return c < n ? c : n - 1;
    }
};

/// Covers the ground with cells of element.smoke_cell_m (at least 1 m); the last ones may reach beyond its
/// edge.
[[nodiscard]] inline SmokeGrid smoke_grid(const model::Model& model) noexcept {
    SmokeGrid grid;
    const float cell_m = model.parameters.element.smoke_cell_m;
    grid.x0_mm = model.ground.x0_mm;
    grid.y0_mm = model.ground.y0_mm;
    grid.cell_mm = cell_m >= 1.0F ? static_cast<std::int32_t>(cell_m * 1000.0F + 0.5F) : 1000;
    const std::int64_t wide = std::int64_t{model.ground.nx} * model.ground.cell_mm;
    const std::int64_t high = std::int64_t{model.ground.ny} * model.ground.cell_mm;
    grid.nx = static_cast<std::int32_t>((wide + grid.cell_mm - 1) / grid.cell_mm);
    grid.ny = static_cast<std::int32_t>((high + grid.cell_mm - 1) / grid.cell_mm);
    return grid;
}

}  // namespace linghe::world
