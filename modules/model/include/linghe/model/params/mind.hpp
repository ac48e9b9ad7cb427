// Parameters of the room "mind": names only; values, units, ranges and sources stand in data/parameters/mind.toml.
// Read by modules/mind; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_MIND_PARAMETERS(P) \
    P(reserved)
// clang-format on

LINGHE_PARAMETERS(MindParameters, LINGHE_MIND_PARAMETERS)

}  // namespace linghe::model
