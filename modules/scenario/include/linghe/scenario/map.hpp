// A map by itself, without a battle: the land of map.toml and its grid file, and where it comes from.
// Called by `linghe terrain`, by the room atlas (which reads what it wrote) and by tests.
// Never opens a file; never needs GDAL.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/ground/ground.hpp"
#include "linghe/scenario/problem.hpp"

namespace linghe::scenario {

/// Where an imported map comes from, as [provenance] of map.toml tells it.
struct Provenance {
    struct Source {
        std::string file, role, sha256, crs, licence, note;
    };
    struct Edit {
        std::string what, source;
        std::uint64_t cells = 0;
    };
    bool imported = false;  ///< false: a sketch; nothing else is set
    std::string made_by, crs, crs_name, resampling, gdal, notes;
    double origin_east_m = 0, origin_north_m = 0;  ///< of the map's 0, 0
    double centre_lat = 0, centre_lon = 0, scale_factor = 1, holes_percent = 0;
    std::vector<Source> sources;
    std::vector<Edit> edits;
};

struct Sources;
struct MapLand {
    ground::Ground ground;
    Provenance provenance;
};
/// The map under `name` of sources.files, with the shipped figures of the ground. Problems as read_scenario tells them.
[[nodiscard]] base::Result<MapLand> read_map(const Sources& sources, const std::string& name,
                                             std::vector<Problem>& problems);
/// The name under which sources.files holds the grid file of a map: beside the map.
[[nodiscard]] std::string grid_file_of(const std::string& map_name, const std::string& raster);

}  // namespace linghe::scenario
