// Parameters of the room "percept": names only; values, units, ranges and sources stand in data/parameters/percept.toml.
// Read by modules/percept; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_PERCEPT_PARAMETERS(P) \
    P(contrast_threshold)            \
    P(eye_cycle_arcmin)              \
    P(detect_cycles)                 \
    P(colour_arcmin)                 \
    P(recognise_cycles)              \
    P(identify_cycles)               \
    P(eye_height_m)                  \
    P(banner_height_m)               \
    P(sight_most_m)                  \
    P(field_of_view_deg)             \
    P(glance_share)                  \
    P(attention_period_s)            \
    P(friends_range_m)               \
    P(shown_distance_m)              \
    P(contagion_most_per_s)          \
    P(contagion_half_men)            \
    P(flow_distance_m)               \
    P(flow_least_m_s)                \
    P(enemy_range_m)                 \
    P(enemy_distance_m)              \
    P(enemy_scale_men)               \
    P(enemy_mounted_weight)          \
    P(enemy_closing_gain)            \
    P(enemy_closing_m_s)             \
    P(enemy_heard_m)                 \
    P(fallen_distance_m)             \
    P(safe_distance_m)               \
    P(safe_unseen_m)                 \
    P(safe_water_share)              \
    P(leader_distance_m)             \
    P(chief_distance_m)              \
    P(body_range_m)                  \
    P(body_least_men)                \
    P(drum_threshold_db)             \
    P(ear_sd_db)                     \
    P(fight_inattention_db)          \
    P(shadow_distance_m)             \
    P(shadow_wind_m_s)               \
    P(bearing_sd_deg)                \
    P(bearing_sd_snr_db)             \
    P(bearing_sd_halving_db)         \
    P(bearing_sd_least_deg)          \
    P(bearing_sd_most_deg)           \
    P(range_ln_sd)                   \
    P(range_most_m)                  \
    P(noise_gallop_m_s)              \
    P(noise_speed_power)             \
    P(ambient_wind_m_s)              \
    P(ambient_db_per_decade)         \
    P(voice_at_1m_db)                \
    P(voice_snr_db)                  \
    P(voice_most_m)                  \
    P(person_sight_m)                \
    P(count_ln_sd)                   \
    P(count_period_s)                \
    P(recognise_person_m)            \
    P(recognise_unit_m)              \
    P(mass_seen_m)                   \
    P(followers_m)                   \
    P(eyes_spread_share)             \
    P(eyes_spread_m)                 \
    P(eyes_likelihood)               \
    P(drum_likelihood)               \
    P(told_likelihood)               \
    P(rider_likelihood)              \
    P(mass_likelihood)               \
    P(exchange_period_s)             \
    P(exchange_least_confidence)     \
    P(exchange_most_rows)            \
    P(absence_per_min)               \
    P(cut_off_range_m)               \
    P(cut_off_octants)               \
    P(cut_off_least_men)             \
    P(prior_confidence)              \
    P(prior_spread_m)                \
    P(post_confidence)               \
    P(post_spread_m)                 \
    P(fire_seen_m)                   \
    P(fire_seen_leader_m)            \
    P(fire_seen_depth)               \
    P(fire_felt_kw_m2)               \
    P(light_ground_albedo)           \
    P(light_day_cd_m2)               \
    P(light_object_contrast)         \
    P(light_target_arcmin)           \
    P(flight_lost_share)             \
    P(fugitive_range_m)              \
    P(fugitive_likelihood)           \
    P(fugitive_exaggeration)         \
    P(trust_base)                    \
    P(trust_name)                    \
    P(trust_superior)                \
    P(trust_bond)                    \
    P(trust_panic)
// clang-format on

LINGHE_PARAMETERS(PerceptParameters, LINGHE_PERCEPT_PARAMETERS)

}  // namespace linghe::model
