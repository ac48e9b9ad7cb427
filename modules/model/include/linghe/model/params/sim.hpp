// Parameters of the room "sim": names only; values, units, ranges and sources stand in data/parameters/sim.toml.
// Read by modules/sim, to choose each man's time level; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_SIM_PARAMETERS(P) \
    P(contact_margin_m)          \
    P(near_enemy_m)              \
    P(alarm_m)                   \
    P(dense_share)               \
    /* fire */ \
    P(fire_near_m) P(fire_alarm_m)
// clang-format on

LINGHE_PARAMETERS(SimParameters, LINGHE_SIM_PARAMETERS)

}  // namespace linghe::model
