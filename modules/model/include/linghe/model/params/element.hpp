// Parameters of the room "element": names only; values, units, ranges and sources stand in data/parameters/element.toml.
// Read by modules/element and, for the optics of smoke, by modules/percept; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_ELEMENT_PARAMETERS(P) \
    P(gust_time_s)                   \
    P(gust_across_share)             \
    P(wind_profile_exponent)         \
    P(wind_profile_height_m)         \
    P(smoke_cell_m)                  \
    P(smoke_layer_m)                 \
    P(smoke_loft_per_m)              \
    P(smoke_loft_per_s)              \
    P(smoke_diffusion_length_m)      \
    P(smoke_diffusion_calm_m2_s)     \
    P(smoke_flaming_lofted_share)    \
    P(smoke_smouldering_lofted_share)\
    P(clear_air_extinction_per_m)
// clang-format on

LINGHE_PARAMETERS(ElementParameters, LINGHE_ELEMENT_PARAMETERS)

}  // namespace linghe::model
