// Parameters of the room "morale": names only; values, units, ranges and sources stand in data/parameters/morale.toml.
// Read by modules/morale; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_MORALE_PARAMETERS(P)                                                                       \
    /* what frightens: rates of fear per second at full stimulus, for a man of middling nerve */          \
    P(fear_enemy_per_s) P(fear_unseen_factor) P(fear_shock_per_s) P(fear_suppression_per_s)               \
    P(fear_flank_per_s) P(flank_from_deg) P(fear_fallen_per_s) P(fear_smoke_per_s) P(sight_calm_m)        \
    P(fear_alone_per_s) P(alone_friends_men) P(fear_leaderless_per_s)                                     \
    P(composure_weight) P(experience_weight) P(recovery_weight)                                           \
    /* what calms */                                                                                      \
    P(calm_leader_per_s) P(calm_chief_per_s) P(calm_banner_per_s) P(calm_drum_per_s) P(reputation_weight) \
    P(drum_least) P(drum_full_snr_db) P(drum_memory_s) P(calm_safe_per_s) P(calm_time_per_s) P(calm_crowd_per_s)        \
    P(crowd_half_men)                                                                                     \
    /* contagion (ASCRIBE) and the mask */                                                                \
    P(contagion_gain) P(contagion_eta) P(contagion_beta) P(mask_man) P(mask_leader) P(shown_tau_s)        \
    /* states by felt fear, with hysteresis */                                                            \
    P(shaken_on) P(shaken_off) P(wavering_on) P(wavering_off)                                             \
    /* break: proportional hazard */                                                                      \
    P(break_rate_per_s) P(break_fear) P(break_fear_centre) P(break_loss_rate) P(break_losses)             \
    P(break_surprise) P(break_flank) P(break_neighbours) P(break_leader_lost) P(break_cohesion)           \
    P(break_leader_near) P(break_reserve) P(break_no_way) P(break_at_all_cost)                            \
    P(break_engaged) P(break_hemmed)                                                                      \
    /* flight */                                                                                          \
    P(flee_herding) P(flee_threat_m) P(flee_ahead_m) P(look_near_fear_q8) P(resign_fear)                  \
    /* rally, turning to a signal, joining */                                                             \
    P(pursued_near_m) P(pursued_far_m) P(rally_rate_per_min) P(rally_formed_gain) P(rally_self_presence)  \
    P(rally_fear_max) P(turn_rate_per_s) P(turn_flow_gain) P(turn_formed_gain) P(arrive_m) P(halt_m)      \
    P(settle_rate_per_s) P(join_rate_per_min)                                                             \
    /* surrender: logit per minute */                                                                     \
    P(yield_base) P(yield_surrounded) P(yield_odds) P(yield_leaderless) P(yield_no_arrows)                \
    P(yield_quarter) P(quarter_expected) P(yield_loyalty) P(yield_relief) P(yield_resigned) P(yield_reach_m) \
    /* bodies of men */                                                                                   \
    P(unit_broken_share) P(unit_mended_share) \
    /* fire */ \
    P(fear_fire_per_s) P(fear_fire_m) P(fear_fire_closing_gain) \
    P(fear_fire_closing_m_s) P(fear_heat_per_s) P(fear_heat_kw_m2) \
    P(fear_fire_shut_factor) P(fear_fire_horse_factor) P(flee_fire_m) \
    P(look_fire_m) \
    P(calm_decided_per_s) \
    P(decided_tau_s) \
    /* flight seen, blows returned, what nobody has met before */ \
    P(fear_flight_per_s) P(act_relief) P(fire_novelty) \
    /* surprise; news of a leader's fall */ \
    P(fear_surprise_per_s) P(surprise_within_m) P(surprise_pace_m_s) P(surprise_least_m) P(surprise_tau_s) \
    P(news_see_m) P(news_see_per_s) P(news_tell_per_s) \
    /* the way out */ \
    P(way_bar_men) P(way_clear_odds) \
    /* officers who call */ \
    P(call_distance_m) \
    /* condition */ \
    P(hunger_fright) P(cold_fright) P(hunger_recovery) P(cold_recovery) P(yield_hunger) P(yield_cold) \
    /* the wounded carried off */ \
    P(carry_rate_per_min) P(carry_men) P(carry_reach_m) P(carry_back_m) P(carry_drop_m) P(carry_there_m) \
    P(carry_give_up_s)
// clang-format on

LINGHE_PARAMETERS(MoraleParameters, LINGHE_MORALE_PARAMETERS)

}  // namespace linghe::model
