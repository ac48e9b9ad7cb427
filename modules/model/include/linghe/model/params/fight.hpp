// Parameters of the room "fight": names only; values, units, ranges and sources stand in data/parameters/fight.toml.
// Read by modules/fight; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_FIGHT_PARAMETERS(P) \
    P(guard_share) P(keep_margin_m) P(horse_reach_m) P(bout_s) \
    P(bout_sigma) P(lull_s) P(lull_sigma) \
    P(lull_leader_share) P(lull_fear_factor) P(tired_stamina) \
    P(recover_s) P(recover_sigma) P(body_bout_s) P(body_bout_sigma) \
    P(body_lull_s) P(body_lull_sigma) P(body_contact_share) P(chase_give_up_s) \
    P(finish_per_s) P(finish_range_m) P(drop_head_share) P(drop_trunk_share) \
    P(drop_limb_share) P(drop_serious_s) P(drop_mortal_s) P(wound_elo) \
    P(front_half_angle_deg) P(rear_half_angle_deg) P(flank_elo) \
    P(rear_elo) P(defenceless_elo) P(mounted_elo) \
    P(fatigue_elo) P(fear_elo) P(charge_speed_m_s) \
    P(charge_mass_kg) P(charge_blow_factor) P(pen_sigma) \
    P(part_head_share) P(part_trunk_share) P(part_arm_share) \
    P(top_head_share) P(top_trunk_share) P(top_arm_share) P(top_area_share) \
    P(rider_leg_share) P(hip_height_m) P(neck_height_m) P(body_width_m) \
    P(shield_centre_m) P(shield_half_angle_deg) P(shield_flank_share) \
    P(shaft_break_share) P(glance_deg) P(arrow_mortal_factor) P(vital_serious_share) \
    P(vital_mortal_share) P(limb_serious_share) P(limb_mortal_share) \
    P(horse_blow_share) P(horse_missile_share) P(horse_pass_energy_j) \
    P(horse_down_share) P(horse_wild_share) P(fall_hurt_share) \
    P(death_fast_per_s) P(death_fast_share) P(death_slow_per_s) \
    P(death_slow_share) P(death_late_per_s) P(shock_wound) \
    P(shock_blow_flank) P(shock_blow_rear) P(shock_missile) \
    P(shock_horse) P(shock_tau_s) P(capture_range_m) \
    P(capture_per_s) P(capture_resigned_share) P(drown_min_depth_m) \
    P(drown_press_per_m2) P(drown_press_per_s) P(drown_deep_m) \
    P(drown_deep_per_s) P(drown_fall_per_s) P(drown_disabled_per_s) \
    P(drown_disabled_depth_m) P(current_m_s) P(stability_a_per_kg) \
    P(stability_b_m2_s) P(crush_from_m2) P(crush_per_s) \
    /* fire */ \
    P(burn_least_kw_m2) P(burn_contact_kw_m2) P(burn_bare_share) \
    P(burn_facing_share) P(burn_cloth_flux_share) P(burn_armour_flux_share) \
    P(burn_armour_guard) P(burn_rider_share) P(burn_serious_share) \
    P(burn_fatal_one_percent) P(burn_fatal_half) P(burn_horse_share) \
    P(horse_burn_down_share) P(horse_burn_wild_share) P(shock_burn_pain) \
    P(shock_burn) \
    P(shade_foot_m2) P(shade_foot_height_m) P(shade_horse_m2) \
    P(shade_horse_height_m) P(shade_reach_m)
// clang-format on

LINGHE_PARAMETERS(FightParameters, LINGHE_FIGHT_PARAMETERS)

}  // namespace linghe::model
