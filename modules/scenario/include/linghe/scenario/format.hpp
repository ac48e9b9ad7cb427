// The scenario format in other words: JSON Schema for editors, handbook page for people, a commented battle to begin with.
// All three come from the table of keys the reader itself uses, so that they cannot drift from it.
// Called by `linghe schema`, `linghe new`, and the tests that hold the committed files to them.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/ground/ground.hpp"

namespace linghe::scenario {

/// JSON Schema of scenario.toml (the subset draft 4 and draft 7 share); map.toml's tables stand in its definitions.
[[nodiscard]] std::string scenario_schema_json();
[[nodiscard]] std::string map_schema_json();
/// docs/handbook/scenario-format.md, English and Chinese side by side.
[[nodiscard]] std::string scenario_format_markdown();

/// A small commented battle: two sides of 200 men, a stream with one ford. File names with their text, in order to write:
/// scenario.toml, map.toml. Error (usage) when the name is not made of a-z, 0-9 and '-'.
[[nodiscard]] base::Result<std::vector<std::pair<std::string, std::string>>> new_scenario(
    std::string_view name);

/// The same battle on a map of the user's: placed on open ground as near to the middle of the map as there is some. Only
/// scenario.toml is written; the map's files go beside it. Errors: usage (the name), invalid (no open ground of 540 by 800 m).
[[nodiscard]] base::Result<std::string> new_scenario_on(std::string_view name, const ground::Ground& ground);

}  // namespace linghe::scenario
