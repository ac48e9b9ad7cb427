// Frame: where the grid of a map lies: its reference system in metres, its south-west corner, its cells.
// Made once from the request and the elevation raster; heights, cover, vectors and patch all use it.
// Never a system in degrees or feet, never one that stretches distances by more than 2 %.
#pragma once
#include "source.hpp"
#include "zone.hpp"

namespace linghe::atlas {

struct Frame {
    Srs srs;
    std::string code, name;
    double west = 0, south = 0, cell = 10;  ///< of the grid's system, metres
    std::int64_t nx = 0, ny = 0;
    double lat = 0, lon = 0, scale = 1;  ///< of the middle
    bool whole = false;                  ///< nobody asked for a part: the largest whole rectangle is taken
    std::vector<std::string> notes;
    [[nodiscard]] double east() const noexcept { return west + cell * static_cast<double>(nx); }
    [[nodiscard]] double north() const noexcept { return south + cell * static_cast<double>(ny); }
};

[[nodiscard]] base::Result<Frame> frame_of(const SourceRaster& elevation, const Request& request);

}  // namespace linghe::atlas
