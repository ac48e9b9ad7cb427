// Parameters of the room "morale": names only; values, units, ranges and sources stand in data/parameters/morale.toml.
// Read by modules/morale; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_MORALE_PARAMETERS(P) \
    P(reserved)
// clang-format on

LINGHE_PARAMETERS(MoraleParameters, LINGHE_MORALE_PARAMETERS)

}  // namespace linghe::model
