// What the program carries in itself: data/*.toml, data/parameters/*.toml and the shipped scenarios, as bytes.
// Called by the reader, by apps (`linghe run ford` works from anywhere) and by tests.
// Never changed at run time; made from the repository's files when the program is built.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/scenario/scenario.hpp"

namespace linghe::scenario {

struct BuiltinFile {
    std::string_view path;  ///< "data/arms.toml", "scenarios/ford/map.toml"
    std::string_view bytes;
};
/// All of them, sorted by path.
[[nodiscard]] const std::vector<BuiltinFile>& builtin_files();
/// The bytes under a path; empty data() pointer when there is none.
[[nodiscard]] std::string_view builtin_file(std::string_view path);
/// Names of the shipped scenarios, sorted.
[[nodiscard]] std::vector<std::string> builtin_scenarios();
/// The sources of a shipped scenario by name; an Error (usage) with did-you-mean for others.
[[nodiscard]] base::Result<Sources> builtin_sources(std::string_view name);

}  // namespace linghe::scenario
