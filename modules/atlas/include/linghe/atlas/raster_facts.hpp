// What a raster file says of itself, pixel by pixel, as the import reads it: for checks against other programs.
// Called by the suite verify and by tests.
// Never resamples.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"

namespace linghe::atlas {

struct RasterFacts {
    std::string format;  ///< as GDAL calls it
    std::int64_t width = 0, height = 0;
    std::array<double, 6>
        to_map{};     ///< x = [0] + column [1] + row [2]; y = [3] + column [4] + row [5]; pixel corners
    std::string crs;  ///< "EPSG:4326"; empty: none, or none with a number
    double low = 0, high = 0, mean = 0, deviation = 0;  ///< of the pixels that have data
    std::vector<float> value;                           ///< row-major from the north; NaN: no data
};
/// At most 64 million pixels. Errors: as import_map.
[[nodiscard]] base::Result<RasterFacts> raster_facts(base::FileSystem& fs, const std::string& file);

}  // namespace linghe::atlas
