// battles: the cases of the benchmark as scenarios in words, made for any number of men.
// Called by main.cpp.
// Never a simpler model: the engine fights them like any other scenario.
#pragma once
#include <string>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/model/model.hpp"

namespace linghe::bench {

struct Case {
    std::string name;
    std::uint32_t men = 0;      ///< 0: as the shipped scenario has them
    int warm_ticks = 0;         ///< before the clock starts
    int ticks = 0;              ///< timed; 0: the whole battle
    bool against_bare = false;  ///< kernel_ratio is wanted
};

/// All cases, in the order in which they run.
[[nodiscard]] const std::vector<Case>& cases();
[[nodiscard]] base::Result<model::Model> model_of(const Case& c);

}  // namespace linghe::bench
