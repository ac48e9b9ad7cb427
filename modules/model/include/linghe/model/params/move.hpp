// Parameters of the room "move": names only; values, units, ranges and sources stand in data/parameters/move.toml.
// Read by modules/move; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_MOVE_PARAMETERS(P)                                                                         \
    /* the crowd: collision-free speed model */                                                           \
    P(headway_foot_s) P(headway_horse_s) P(headway_run_s) P(repulsion_strength)                           \
    P(repulsion_foot_m) P(repulsion_horse_m) P(push_time_s) P(push_most_m_s)                              \
    P(squeeze_per_s) P(squeeze_most)                                        \
    P(accel_foot_m_s2) P(accel_horse_m_s2) P(sidestep_deg) P(aside_share) P(lane_foot_m) P(press_radius_m) P(look_most_m)               \
    P(enemy_radius_m)                                                                                     \
    P(unhorsed_length_m) P(unhorsed_half_width_m) P(unhorsed_walk_m_s) P(unhorsed_trot_m_s)               \
    P(unhorsed_run_m_s) P(unhorsed_d_prime_m) P(unhorsed_wade_limit_m)                                    \
    /* formation */                                                                                       \
    P(file_foot_m) P(rank_foot_m) P(file_horse_m) P(rank_horse_m) P(crowd_foot_m2) P(crowd_horse_m2)      \
    P(dress_time_s) P(dress_near_m) P(catch_up_m) P(lag_free_m) P(lag_stop_m) P(lag_cap_m) P(creep_share) \
    P(arrive_m) P(wheel_limit_deg) P(wheel_speed_deg_s) P(redress_share)                                  \
    P(column_files_foot) P(column_files_horse) P(loose_factor)                                            \
    /* what men go for */                                                                                 \
    P(charge_range_m) P(pursue_range_m) P(step_up_m) P(draw_off_m_s) P(run_spread_share) P(fight_hold_m) P(route_from_m) P(goal_near_m) P(gather_trot_m) P(gather_press_m2)  \
    P(gather_radius_m) P(stuck_wish_m_s) P(stuck_speed_m_s) P(stance_speed_m_s)                                              \
    /* what slows them */                                                                                 \
    P(smoke_full_sight_m) P(smoke_floor_share) P(wound_light_share) P(wound_serious_share)                \
    P(spent_share) P(wade_power_foot_w) P(wade_power_horse_w) P(wade_width_foot_m) P(wade_width_horse_m)  \
    P(wade_drag_cd) P(water_density_kg_m3) P(swim_m_s)                                                    \
    /* ways among walls and queues */                                                                     \
    P(ways_review_s) P(crossing_review_s) P(ways_most) P(queue_slope_m2) P(queue_reach_m)                 \
    /* couriers */                                                                                        \
    P(courier_speed_m_s) P(courier_find_m) P(courier_ask_s) P(courier_ask_range_m) P(courier_ask_error)   \
    P(courier_circle_m) P(courier_lost_s) P(courier_taken_m) P(courier_taken_per_s) \
    /* fire */ \
    P(horse_refuse_m) P(horse_shy_m) P(fire_bear_kw_m2) \
    P(fire_cross_flame_m) P(fire_cross_near_m) P(fire_halt_m) \
    /* banks in need */ \
    P(bank_patience_s) P(bank_held_share) P(bank_ramp_margin) P(bank_resolve_s) \
    /* mud and darkness */ \
    P(night_share) P(night_road_share) P(night_lux) P(day_lux) \
    /* the wounded carried; hunger and cold */ \
    P(carry_m_s) P(hunger_endurance) P(cold_endurance)
// clang-format on

LINGHE_PARAMETERS(MoveParameters, LINGHE_MOVE_PARAMETERS)

}  // namespace linghe::model
