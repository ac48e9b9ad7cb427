// Parameters of the room "shoot": names only; values, units, ranges and sources stand in data/parameters/shoot.toml.
// Read by modules/shoot; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_SHOOT_PARAMETERS(P) \
    P(aim_height_m) P(launch_height_foot_m) P(launch_height_horse_m) \
    P(aimed_range_m) P(min_range_m) P(mass_min_men) \
    P(melee_friend_share) P(spread_m) P(burst_factor) \
    P(draws_to_tire) P(arm_recovery_s) P(interval_jitter) \
    P(stamina_rate_share) P(suppression_rate_share) P(moving_speed_m_s) \
    P(moving_sigma_factor) P(fear_sigma_factor) P(range_error_share) \
    P(wind_share) P(wind_uncorrected_share) P(flee_rate_share) \
    P(friend_lane_m) P(friend_clear_m) P(friend_look_m) \
    P(loft_deg) P(loft_min_range_m) P(loft_speed_sigma) \
    P(exposure_share) P(man_height_m) P(man_half_width_m) \
    P(horse_height_m) P(horse_half_width_m) P(near_miss_radius_m) \
    P(near_miss_step) P(suppression_tau_s) \
    P(string_break_share) P(string_change_s)
// clang-format on

LINGHE_PARAMETERS(ShootParameters, LINGHE_SHOOT_PARAMETERS)

}  // namespace linghe::model
