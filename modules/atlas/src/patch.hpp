// Patch: sourced edits applied to heights, cover and rivers, in the order of the file.
// Called by import.cpp, in the child process.
// Never applies an edit that lies off the map in silence: it is told.
#pragma once
#include "linghe/scenario/map.hpp"
#include "vectors.hpp"

namespace linghe::atlas {

[[nodiscard]] base::Result<void> apply_patch(const scenario::Patch& patch, const std::string& file,
                                             const Frame& frame, Grid& heights, CoverGrid& cover,
                                             Features& features,
                                             std::vector<scenario::Provenance::Edit>& done,
                                             std::vector<std::string>& notes);

}  // namespace linghe::atlas
