// Heights: the elevation raster taken over to the grid, holes found and filled.
// Called by import.cpp, in the child process.
// Never invents ground in silence: what is filled is counted and told, what is too much is refused.
#pragma once
#include "frame.hpp"
#include "holes.hpp"

namespace linghe::atlas {

enum class Way { nearest, bilinear, cubic };
[[nodiscard]] base::Result<Way> way_of(const std::string& word);

/// A value between the pixels' middles; cubic: convolution by R. Keys (IEEE Trans. ASSP 29 (1981) 1153), a = -1/2. Near holes
/// cubic falls back to bilinear, bilinear to the pixels that are there (weights above one half), else NaN.
[[nodiscard]] float sample(const Window& window, const SourceRaster& source, double px, double py,
                           Way way) noexcept;

/// Heights of the source at the middles of the cells; where the source is finer than the grid, the mean over n x n places of
/// a cell. inside[c] is 0 beyond the raster's edge.
[[nodiscard]] base::Result<Grid> take_heights(const SourceRaster& source, const Frame& frame, Way way,
                                              std::vector<std::uint8_t>& inside,
                                              std::vector<std::string>& notes);

/// Places of the source that the middles of a row's cells (moved by dx, dy cells) have, in pixels; ok 0 where there is none.
class Rows {
public:
    [[nodiscard]] static base::Result<Rows> open(const SourceRaster& source, const Frame& frame);
    void row(std::int64_t y, double dx, double dy, std::vector<double>& px, std::vector<double>& py,
             std::vector<int>& ok) const;
    /// The pixels that the whole frame needs, and how many pixels a cell is wide; false when they do not meet.
    [[nodiscard]] bool window(std::array<std::int64_t, 4>& pixels, double& pixels_per_cell) const;

private:
    const SourceRaster* source_ = nullptr;
    const Frame* frame_ = nullptr;
    Mapper mapper_;
};

}  // namespace linghe::atlas
