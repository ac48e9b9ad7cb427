// Parameters of the room "mind": names only; values, units, ranges and sources stand in data/parameters/mind.toml.
// Read by modules/mind; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_MIND_PARAMETERS(P)     \
    P(latency_sigma)                  \
    P(latency_voice_share)            \
    P(latency_signal_share)           \
    P(belief_half_life_s)             \
    P(belief_enough)                  \
    P(voice_range_m)                  \
    P(beside_m)                       \
    P(near_chief_m)                   \
    P(review_period_s)                \
    P(gather_least_s)                 \
    P(turn_angle_deg)                 \
    P(drum_patience_s)                \
    P(follow_drum_fear_most)          \
    P(line_depth_m)                   \
    P(collect_distance_m)             \
    P(missing_after_s)                \
    P(rider_speed_m_s)                \
    P(reach_margin)                   \
    P(threat_range_m)                 \
    P(hold_off_m)                     \
    P(room_m2)                        \
    P(belief_faint)                   \
    P(riders_out_most)                \
    P(line_front_m)                   \
    P(goal_slack_m)                   \
    P(fire_near_m)                    \
    P(fire_warning_s)                 \
    P(fire_memory_s)                  \
    P(crossing_flow_per_m_s)          \
    P(egress_pace_m_s)                \
    P(gather_off_bank_m)              \
    P(halt_slack_m)                   \
    P(halt_seen_s)                    \
    P(worth_pursuit)                  \
    P(worth_attack)                   \
    P(worth_hold)                     \
    P(worth_sigma)                    \
    P(doubt_least)                    \
    P(fair_odds)                      \
    P(objective_range_m)              \
    P(refuse_base)                    \
    P(refuse_doubt)                   \
    P(refuse_experience)              \
    P(refuse_fear)                    \
    P(refuse_honour)                  \
    P(refuse_coercion)                \
    P(refuse_presence)                \
    P(plain_order_threat)             \
    P(urge_most)                      \
    P(silence_base)                   \
    P(silence_coercion)               \
    P(silence_honour)                 \
    P(silence_experience)             \
    P(insist_base)                    \
    P(insist_trust)                   \
    P(kin_seek_least)                 \
    P(kin_seek_m)                     \
    P(kin_eager)                      \
    P(kin_worry)                      \
    P(refuse_bond)                    \
    P(host_ln_sd)                     \
    P(outcome_strength)               \
    P(outcome_flight)                 \
    P(reckon_period_s)                \
    P(reserve_reach_m)                \
    P(reserve_least_men)              \
    P(counter_outcome)                \
    P(counter_odds)                   \
    P(counter_reach_m)                \
    P(lead_base)                      \
    P(lead_honour)                    \
    P(lead_composure)                 \
    P(persuade_per_min)               \
    P(imitate_range_m)                \
    P(imitate_fresh_s)                \
    P(imitate_least_men)              \
    P(imitate_threshold)              \
    P(imitate_sigma)                  \
    P(imitate_post)                   \
    P(imitate_name)
// clang-format on

LINGHE_PARAMETERS(MindParameters, LINGHE_MIND_PARAMETERS)

}  // namespace linghe::model
