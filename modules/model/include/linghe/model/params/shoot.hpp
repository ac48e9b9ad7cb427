// Parameters of the room "shoot": names only; values, units, ranges and sources stand in data/parameters/shoot.toml.
// Read by modules/shoot; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_SHOOT_PARAMETERS(P) \
    P(reserved)
// clang-format on

LINGHE_PARAMETERS(ShootParameters, LINGHE_SHOOT_PARAMETERS)

}  // namespace linghe::model
