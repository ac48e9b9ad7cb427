// battle: what every synthetic battle of the stylised facts shares: its name, its run, what it tells.
// Used by the files beside it; tools/suite_facts.py runs them and judges.
// Never holds a target: those stand beside their source in tools/facts_table.py.
#pragma once
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "field_scene.hpp"

namespace linghe::facts {

struct Ask {
    std::uint64_t seed = 1;
    int men = 1500;  ///< of each side, where a battle has sides
    std::vector<std::pair<std::string, std::string>> set;
};

/// One synthetic battle: its measures by name.
struct Battle {
    std::string name, what;
    std::function<nlohmann::json(const Ask&)> run;
};

std::vector<Battle> fields();   ///< two lines that fight: losses, breaks, causes, bouts
std::vector<Battle> fronts();   ///< the cornered, and the routed with and without pursuers
std::vector<Battle> crowds();   ///< fear that spreads in a crowd
std::vector<Battle> leaders();  ///< what a leader shows, and how orders travel

}  // namespace linghe::facts
