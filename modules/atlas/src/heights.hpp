// Heights: the elevation raster taken over to the grid, holes found and filled.
// Called by import.cpp, in the child process.
// Never invents ground in silence: what is filled is counted and told, what is too much is refused.
#pragma once
#include "frame.hpp"

namespace linghe::atlas {

/// Numbers on the grid, row-major from the south-west; NaN: none.
using Grid = std::vector<float>;

enum class Way { nearest, bilinear, cubic };
[[nodiscard]] base::Result<Way> way_of(const std::string& word);

/// A value between the pixels' middles; cubic: convolution by R. Keys (IEEE Trans. ASSP 29 (1981) 1153), a = -1/2. Near holes
/// cubic falls back to bilinear, bilinear to the pixels that are there (weights above one half), else NaN.
[[nodiscard]] float sample(const Window& window, const SourceRaster& source, double px, double py, Way way) noexcept;

/// Heights of the source at the middles of the cells; where the source is finer than the grid, the mean over n x n places of
/// a cell. inside[c] is 0 beyond the raster's edge.
[[nodiscard]] base::Result<Grid> take_heights(const SourceRaster& source, const Frame& frame, Way way, std::vector<std::uint8_t>& inside,
                                              std::vector<std::string>& notes);

struct Holes {
    std::size_t cells = 0, pieces = 0, largest = 0;
    std::size_t largest_at = 0;  ///< a cell of the largest
};
[[nodiscard]] Holes find_holes(const Grid& heights, std::int64_t nx, std::int64_t ny);
/// A membrane stretched over each hole from its rim: the solution of Laplace's equation, by relaxation.
void fill_holes(Grid& heights, std::int64_t nx, std::int64_t ny);

/// The largest rectangle of cells for which `good` is not 0: x0, y0, x1, y1 (exclusive); empty when there is none.
[[nodiscard]] std::array<std::int64_t, 4> largest_rectangle(const std::vector<std::uint8_t>& good, std::int64_t nx, std::int64_t ny);
/// Cuts a grid down to a rectangle.
template <class T>
void cut(std::vector<T>& grid, std::int64_t nx, const std::array<std::int64_t, 4>& r) {
    std::vector<T> out;
    out.reserve(static_cast<std::size_t>((r[2] - r[0]) * (r[3] - r[1])));
    for (std::int64_t y = r[1]; y < r[3]; ++y)
        out.insert(out.end(), grid.begin() + (y * nx + r[0]), grid.begin() + (y * nx + r[2]));
    grid = std::move(out);
}

/// Places of the source that the middles of a row's cells (moved by dx, dy cells) have, in pixels; ok 0 where there is none.
class Rows {
public:
    [[nodiscard]] static base::Result<Rows> open(const SourceRaster& source, const Frame& frame);
    void row(std::int64_t y, double dx, double dy, std::vector<double>& px, std::vector<double>& py, std::vector<int>& ok) const;
    /// The pixels that the whole frame needs, and how many pixels a cell is wide; false when they do not meet.
    [[nodiscard]] bool window(std::array<std::int64_t, 4>& pixels, double& pixels_per_cell) const;

private:
    const SourceRaster* source_ = nullptr;
    const Frame* frame_ = nullptr;
    Mapper mapper_;
};

}  // namespace linghe::atlas
