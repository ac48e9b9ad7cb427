// The thin part of the reader that touches files: a name, a folder or a scenario.toml becomes Sources.
// Called by apps; not part of core-only builds.
// Never follows a map's path out of the scenario's folder.
#pragma once
#ifdef LINGHE_CORE_ONLY
#error "scenario/files.hpp is not part of a core-only build"
#endif
#include <string>

#include "linghe/base/file.hpp"
#include "linghe/scenario/scenario.hpp"

namespace linghe::scenario {

/// @param what  the name of a shipped scenario ("ford"), a folder that holds scenario.toml, or a path to a .toml file.
///              A folder or file wins over a shipped scenario of the same name only when `what` has a '/' or ends in .toml.
/// Errors: usage (nothing of that name, with did-you-mean), io, limit (more than 16 MiB), invalid (map outside the folder).
[[nodiscard]] base::Result<Sources> load_sources(base::FileSystem& fs, const std::string& what);

struct MapSources {
    Sources sources;       ///< scenario_toml is empty when a map alone was named
    std::string map_name;  ///< under which sources.files holds it
};
/// @param what  a folder that holds map.toml, a map.toml, or anything load_sources takes, whose map is meant then.
[[nodiscard]] base::Result<MapSources> load_map_sources(base::FileSystem& fs, const std::string& what);

}  // namespace linghe::scenario
