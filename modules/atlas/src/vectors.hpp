// Vectors: features of any vector file become rivers, ramps, roads, walls, ditches, hills and patches of cover in metres
// of the map (0, 0 is its south-west corner).
// Called by import.cpp, in the child process.
// Never takes a feature whose kind it does not know: it is counted and told.
#pragma once
#include "cover.hpp"
#include "linghe/ground/ground.hpp"

namespace linghe::atlas {

struct Features {
    std::vector<ground::River> rivers;
    std::vector<ground::Ramp> ramps;
    std::vector<ground::Road> roads;
    std::vector<ground::Wall> walls;
    std::vector<ground::Ditch> ditches;
    std::vector<ground::Hill> hills;
    std::vector<ground::CoverPatch> covers;  ///< to be burnt into the cover, in order
    int points = 0;                          ///< of all of them, as they were kept
    std::string crs;                         ///< of the last file read
};

[[nodiscard]] base::Result<void> take_vectors(base::FileSystem& fs, const std::string& file,
                                              const Frame& frame, const Request& request, Features& into,
                                              std::vector<std::string>& notes);
/// Joins pieces of one river or wall end to end, gives gates to walls, and tells ramps without a river.
[[nodiscard]] base::Result<void> tidy(Features& features, std::vector<std::string>& notes);
/// A river that runs uphill whichever way it flows is refused beyond most_rise_m, and told beyond 1 m.
[[nodiscard]] base::Result<void> check_fall(const Features& features, const Grid& heights, const Frame& frame,
                                            double most_rise_m, std::vector<std::string>& notes);
/// Covers within rings, cells by their middles.
void burn(const std::vector<ground::CoverPatch>& patches, const Frame& frame, CoverGrid& cover);

}  // namespace linghe::atlas
