// Raster: heights and cover of a map on one grid, as an import leaves them, and the plain bytes they travel in.
// Written by the room atlas; read by the scenario reader from bytes, also where there are no files and no GDAL.
// Never holds vectors, names or provenance: those stand in map.toml. The format: docs/handbook/formats/map-grid.md.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "linghe/base/columns.hpp"
#include "linghe/base/result.hpp"

namespace linghe::ground {

struct Raster {
    std::int32_t x0_mm = 0, y0_mm = 0;  ///< south-west corner
    std::int32_t cell_mm = 10'000;
    std::int32_t nx = 0, ny = 0;
    base::Column<std::int32_t> height_mm;  ///< row-major, from the south-west
    base::Column<std::uint8_t> cover;      ///< Cover
};

/// The same raster gives the same bytes everywhere. Errors: invalid (sizes that do not match).
[[nodiscard]] base::Result<std::vector<std::byte>> encode_raster(const Raster& raster);
/// Errors: corrupt (magic, length, checksum, a cover that is none), limit (too many cells), both before memory is taken.
[[nodiscard]] base::Result<Raster> decode_raster(std::span<const std::byte> bytes, std::string_view where);

}  // namespace linghe::ground
