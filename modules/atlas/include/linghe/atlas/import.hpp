// A user's own map: rasters and vectors of any format and reference system become map.toml and its grid file.
// Called by `linghe terrain import` and by tests.
// Never writes a file, never prints; GDAL's work runs in a child process, so that no broken file can take us down.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"

namespace linghe::atlas {

struct Request {
    std::string elevation;             ///< file
    std::string cover, cover_table;    ///< files; the table may be "worldcover"
    std::vector<std::string> vectors;  ///< files
    std::string patch;                 ///< file
    std::string crs = "auto";          ///< of the grid
    std::string source_crs;            ///< of sources that do not name theirs
    std::string extent;                ///< "west,south,east,north", metres of the grid's system
    std::string centre, size_km;       ///< "lat,lon" and "8" or "8x6"
    double cell_m = 10;
    std::string resampling = "cubic";  ///< cubic, bilinear, nearest
    std::string units;                 ///< of heights: m, ft, us-ft, cm; empty: as the source says
    std::string nodata;                ///< a further number that means no data
    int band = 0;                      ///< 0: the first
    double fill_percent = 2;           ///< most share of cells without data that is filled
    double river_rise_m = 5;           ///< most a river may run uphill
    double river_width_m = 20, river_depth_m = 0.6;  ///< of rivers that do not tell theirs
    std::string cover_default = "dry_grass";
    std::vector<std::string> licences;  ///< "FILE=text", or a text for all files
};

struct Made {
    /// "map.toml" and "land.grid" with their bytes.
    std::vector<std::pair<std::string, std::string>> files;
    std::vector<std::string> notes;  ///< what was assumed, filled, left out
};

/// What the caller is told while an import goes on, and how he ends it.
struct Watch {
    std::function<bool()> stop;  ///< asked five times a second; true ends the work
    std::function<void(double share, const std::string&)> at;  ///< 0 to 1 of the way, and what is being done
};

/// Errors: usage (words of the request), invalid (a source that means nothing sensible), corrupt (a damaged file), limit
/// (too large), io; run_failed when the watch stopped it.
[[nodiscard]] base::Result<Made> import_map(base::FileSystem& fs, const Request& request,
                                            const Watch& watch = {});

/// Release of GDAL; empty in a program built without it.
[[nodiscard]] std::string gdal_release();

}  // namespace linghe::atlas
