// Two small files that people write for `linghe terrain import`: the table of cover classes and the patch of sourced edits.
// Called by the room atlas; read with the same checks and the same words as scenarios.
// Never opens a file.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/ground/ground.hpp"
#include "linghe/scenario/problem.hpp"

namespace linghe::scenario {

/// Which number of a land cover raster is which cover.
struct CoverTable {
    struct Class {
        std::int32_t value = 0;
        ground::Cover cover{};
        std::string meaning;
    };
    std::string source;
    bool has_otherwise = false;
    ground::Cover otherwise{};  ///< of numbers that are not listed
    std::vector<Class> classes;
};
[[nodiscard]] base::Result<CoverTable> read_cover_table(std::string_view text, const std::string& file,
                                                        std::vector<Problem>& problems);

/// One edit of a patch file; points are [x, y] or, in a geographic system, [longitude, latitude].
struct Edit {
    enum class Do : std::uint8_t { raise, lower, flatten, cover, river } what = Do::raise;
    std::string source;
    std::vector<std::pair<double, double>> points;  ///< a ring, or the course of a river
    double by_m = 0, to_m = 0, edge_m = 0;
    bool has_to = false;
    ground::Cover cover{};
    ground::River river;  ///< without its line
    int line = 0;         ///< where it stands in the file
};
struct Patch {
    std::string crs;  ///< "local" or a name GDAL knows
    std::vector<Edit> edits;
};
[[nodiscard]] base::Result<Patch> read_patch(std::string_view text, const std::string& file,
                                             std::vector<Problem>& problems);

/// The covers by name, in the order of ground::Cover.
[[nodiscard]] const std::vector<std::string_view>& cover_names();

}  // namespace linghe::scenario
