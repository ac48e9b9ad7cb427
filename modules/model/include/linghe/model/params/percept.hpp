// Parameters of the room "percept": names only; values, units, ranges and sources stand in data/parameters/percept.toml.
// Read by modules/percept; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_PERCEPT_PARAMETERS(P) \
    P(reserved)
// clang-format on

LINGHE_PARAMETERS(PerceptParameters, LINGHE_PERCEPT_PARAMETERS)

}  // namespace linghe::model
