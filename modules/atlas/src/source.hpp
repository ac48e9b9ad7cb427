// Source: a raster file opened, its frame and units understood, and windows of it read as numbers, NaN where there are none.
// Used by heights.cpp and cover.cpp, in the child process.
// Never reads more of a file than the map needs; never takes memory before it knows how much.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "geo.hpp"
#include "linghe/atlas/import.hpp"

namespace linghe::atlas {

/// Numbers of a rectangle of pixels, row-major from the north.
struct Window {
    std::int64_t x0 = 0, y0 = 0, width = 0, height = 0;
    std::vector<float> value;
    [[nodiscard]] float at(std::int64_t x, std::int64_t y) const noexcept {
        return value[static_cast<std::size_t>((y - y0) * width + (x - x0))];
    }
};

struct SourceRaster {
    std::string file, format, note;
    Srs srs;                         ///< null: it names none
    std::array<double, 6> to_map{};  ///< geotransform: pixel to map
    std::array<double, 6> to_pixel{};
    std::int64_t width = 0, height = 0;
    double factor = 1, offset = 0;  ///< value in metres = raw * factor + offset
    int band = 1;
    double nodata = 0, more_nodata = 0;
    bool has_nodata = false, has_more_nodata = false;
    Dataset dataset;  ///< null for a text grid, whose numbers are all here:
    std::vector<float> text;

    /// Pixel coordinates (0, 0 is the north-west corner) of a place in the source's own system.
    void pixel(double x, double y, double& px, double& py) const noexcept {
        px = to_pixel[0] + x * to_pixel[1] + y * to_pixel[2];
        py = to_pixel[3] + x * to_pixel[4] + y * to_pixel[5];
    }
    void place(double px, double py, double& x, double& y) const noexcept {
        x = to_map[0] + px * to_map[1] + py * to_map[2];
        y = to_map[3] + px * to_map[4] + py * to_map[5];
    }
    /// Pixels in a full turn of longitude; 0 when the raster does not lie in degrees.
    [[nodiscard]] double turn_px() const noexcept;
};

enum class What { elevation, cover };
[[nodiscard]] base::Result<SourceRaster> open_source(base::FileSystem& fs, const std::string& file, What what,
                                                     const Request& request);
/// The window, clipped to the raster. Errors: limit (too many pixels), corrupt (the file breaks off).
[[nodiscard]] base::Result<Window> read_window(const SourceRaster& source, std::int64_t x0, std::int64_t y0,
                                               std::int64_t x1, std::int64_t y1);

/// A text grid (Arc/Info ASCII), read without GDAL: NaN, decimal commas, dx and dy, corners and centres.
[[nodiscard]] bool looks_like_text_grid(std::string_view head) noexcept;
[[nodiscard]] base::Result<SourceRaster> read_text_grid(const std::string& file, std::string_view bytes);

inline constexpr std::int64_t kMostPixels = std::int64_t{64} << 20;

}  // namespace linghe::atlas
