// scenario_source: from the words of a command to a Model, with every problem told on the way.
// Used by check, run and batch.
// Never reads anything but the scenario's own files.
#pragma once
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/scenario/scenario.hpp"
#include "terminal.hpp"

namespace linghe::app {

struct ScenarioWords {
    std::string scenario;
    std::uint64_t seed = 0;
    std::vector<std::string> set;  ///< "path=value"
    std::vector<std::string> without, interventions;
};
struct LoadedScenario {
    scenario::Loaded loaded;
    std::vector<std::string> warnings;
};
/// As scenario::load_sources; an unknown name is answered with the nearest of the shipped ones.
base::Result<scenario::Sources> sources_of(base::FileSystem& fs, const std::string& what);
/// Problems go to standard error; the Error says how many there were.
base::Result<LoadedScenario> load_scenario(base::FileSystem& fs, const Voice& voice,
                                           const ScenarioWords& words);
/// "path=value" cut at the first '='.
base::Result<std::vector<std::pair<std::string, std::string>>> cut_settings(
    const std::vector<std::string>& set);
/// "xiaoling-rally-1": the last part of the scenario's path and the seed.
std::string default_run_name(const std::string& scenario, std::uint64_t seed);

}  // namespace linghe::app
