// map.toml of an import, as text: frame, vectors, provenance. The same map gives the same text.
// Called by import.cpp.
// Never writes what the reader of scenarios does not know.
#pragma once
#include "linghe/scenario/map.hpp"
#include "vectors.hpp"

namespace linghe::atlas {

[[nodiscard]] std::string map_text(const Frame& frame, const Features& features,
                                   const scenario::Provenance& provenance, const std::string& grid_file);

}  // namespace linghe::atlas
