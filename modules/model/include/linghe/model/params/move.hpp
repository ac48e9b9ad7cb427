// Parameters of the room "move": names only; values, units, ranges and sources stand in data/parameters/move.toml.
// Read by modules/move; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_MOVE_PARAMETERS(P) \
    P(reserved)
// clang-format on

LINGHE_PARAMETERS(MoveParameters, LINGHE_MOVE_PARAMETERS)

}  // namespace linghe::model
