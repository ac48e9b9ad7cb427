// The reader of scenarios: bytes of scenario.toml, its map and the data in, a Model or a list of problems out.
// Called by apps, lab, tests, bindings and, on other machines, the tiny program.
// Never opens a file (files.hpp does), never stops at the first mistake, never builds a Model from a faulty scenario.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/model/model.hpp"
#include "linghe/scenario/problem.hpp"

namespace linghe::scenario {

/// The bytes of one scenario. Data that a scenario does not bring itself (data/arms.toml, data/parameters/*.toml) come
/// from the program; an entry of `files` under the same name takes their place.
struct Sources {
    std::string scenario_name;  ///< how problems name scenario.toml, "scenarios/ford/scenario.toml"
    std::string scenario_toml;
    std::map<std::string, std::string> files;  ///< "map.toml" and the like, by the name the scenario uses
};

struct Options {
    std::uint64_t seed = 0;                                ///< 0: the scenario's own, else 1
    std::vector<std::pair<std::string, std::string>> set;  ///< path, value: {"parameters.morale.x", "0.5"}
    std::vector<std::string> without;                      ///< names of models taken out: "drum"
    std::vector<std::string> interventions;  ///< inline tables: "{ at_s = 60, kind = \"silence_drum\", ... }"
};

/// One parameter as it entered the Model, with what the data say about it.
struct ParameterInfo {
    std::string group, name, unit, source, en, zh;
    double value = 0, low = 0, high = 0,
           shipped = 0;  ///< shipped: the data's value, before the scenario or --set
    bool guess = false;
    float least = 0, most = 0;  ///< bounds that no value may pass; see the handbook, scenario-format
};

struct Loaded {
    model::Model model;
    std::vector<ParameterInfo> parameters;  ///< in fixed order: group by group as declared
};

/// Reads everything, collects every problem. The Error of a refused scenario has the code of the worst problem
/// (invalid, or limit) and the text of the first.
[[nodiscard]] base::Result<Loaded> read_scenario(const Sources& sources, const Options& options,
                                                 std::vector<Problem>& problems);

/// Names that --without takes, in order of their bits.
[[nodiscard]] const std::vector<std::string_view>& without_names();

}  // namespace linghe::scenario
