// Parameters of the room "element": names only; values, units, ranges and sources stand in data/parameters/element.toml.
// Read by modules/element; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_ELEMENT_PARAMETERS(P) \
    P(reserved)
// clang-format on

LINGHE_PARAMETERS(ElementParameters, LINGHE_ELEMENT_PARAMETERS)

}  // namespace linghe::model
