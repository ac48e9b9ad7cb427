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
    P(clear_air_extinction_per_m)    \
    P(fire_wind_10m_over_20ft)       \
    P(fire_flaming_share)            \
    P(fire_smoulder_s)               \
    P(fire_flaming_emission_g_kg)    \
    P(fire_smouldering_emission_g_kg)\
    P(fire_smoke_extinction_m2_g)    \
    P(fire_water_gap_flames)         \
    P(fire_break_front_m)            \
    P(fire_break_look_m)             \
    P(fire_emissive_kw_m2)           \
    P(fire_emissivity_per_m)         \
    P(fire_heat_reach_flames)        \
    P(fire_bearers_share)            \
    P(fire_light_reach_m)            \
    P(heat_dose_pain)                \
    P(heat_dose_second_degree)       \
    P(heat_dose_third_degree)        \
    P(wind_roughness_m)              \
    P(rain_extinction_per_m)         \
    P(rain_extinction_power)         \
    P(fuel_catch_share)              \
    P(fuel_water_most_mm)            \
    P(ground_water_most_mm)          \
    P(mud_begin_share)               \
    P(evaporation_mm_day_hpa)        \
    P(evaporation_per_m_s)           \
    P(dust_lift_g_s_m2_kg)           \
    P(dust_horse_kg)                 \
    P(dust_foot_kg)                  \
    P(dust_grass_share)              \
    P(dust_crop_share)               \
    P(dust_extinction_m2_g)          \
    P(dust_layer_m)                  \
    P(dust_settling_m_s)             \
    P(dust_washout_per_s)            \
    P(night_sky_lux)
// clang-format on

LINGHE_PARAMETERS(ElementParameters, LINGHE_ELEMENT_PARAMETERS)

}  // namespace linghe::model
