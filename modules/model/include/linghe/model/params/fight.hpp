// Parameters of the room "fight": names only; values, units, ranges and sources stand in data/parameters/fight.toml.
// Read by modules/fight; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_FIGHT_PARAMETERS(P) \
    P(reserved)
// clang-format on

LINGHE_PARAMETERS(FightParameters, LINGHE_FIGHT_PARAMETERS)

}  // namespace linghe::model
