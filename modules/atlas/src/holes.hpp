// Holes: cells of a grid without a number: found, filled, avoided.
// Used by import.cpp and by tests.
// Never knows GDAL.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace linghe::atlas {

/// Numbers on the grid, row-major from the south-west; NaN: none.
using Grid = std::vector<float>;

struct Holes {
    std::size_t cells = 0, pieces = 0, largest = 0;
    std::size_t largest_at = 0;  ///< a cell of the largest
};
[[nodiscard]] Holes find_holes(const Grid& heights, std::int64_t nx, std::int64_t ny);
/// A membrane stretched over each hole from its rim: the solution of Laplace's equation, by relaxation.
void fill_holes(Grid& heights, std::int64_t nx, std::int64_t ny);

/// The largest rectangle of cells for which `good` is not 0: x0, y0, x1, y1 (exclusive); empty when there is none.
[[nodiscard]] std::array<std::int64_t, 4> largest_rectangle(const std::vector<std::uint8_t>& good,
                                                            std::int64_t nx, std::int64_t ny);
/// Cuts a grid down to a rectangle.
template <class T>
void cut(std::vector<T>& grid, std::int64_t nx, const std::array<std::int64_t, 4>& r) {
    std::vector<T> out;
    out.reserve(static_cast<std::size_t>((r[2] - r[0]) * (r[3] - r[1])));
    for (std::int64_t y = r[1]; y < r[3]; ++y)
        out.insert(out.end(), grid.begin() + (y * nx + r[0]), grid.begin() + (y * nx + r[2]));
    grid = std::move(out);
}

}  // namespace linghe::atlas
