// Figures for tests of the ground: the published points, typed in by hand, so that a slip in the data shows elsewhere.
// Used by the tests of this room only.
// Never read by the program.
#pragma once
#include "linghe/ground/sketch.hpp"

namespace ground_test {

inline linghe::ground::Figures figures() {
    linghe::ground::Figures f;
    f.tobler_top_km_h = 6.0F;
    f.tobler_decay = 3.5F;
    f.tobler_offset = 0.05F;
    f.tobler_horse_factor = 1.25F;
    f.wade_free_m_s = 1.34F;
    f.wade_04_m_s = 1.19F;
    f.wade_06_m_s = 1.04F;
    f.wade_08_m_s = 0.95F;
    f.wade_10_m_s = 0.88F;
    f.wade_12_m_s = 0.83F;
    f.wade_horse_depth_ratio = 0.6F;
    f.wade_limit_foot_m = 1.2F;
    f.wade_limit_horse_m = 1.5F;
    f.bank_slope_deg = 45.0F, f.bank_climb_foot_m_s = 0.2F, f.bank_climb_horse_m_s = 0.4F;
    f.bank_horse_all_deg = 30.0F, f.bank_horse_none_deg = 60.0F;
    f.terrain_eta_bare = f.terrain_eta_grass = f.terrain_eta_burnt = f.terrain_eta_road = 1.1F;
    f.terrain_eta_sand = 1.5F;
    f.terrain_eta_crop = 1.2F;
    f.terrain_eta_reed = f.terrain_eta_wood = 1.5F;
    f.terrain_eta_wet_bare = f.terrain_eta_wet_burnt = f.terrain_eta_wet_reed = f.terrain_eta_wet_wood = 1.8F;
    f.terrain_eta_wet_grass = f.terrain_eta_wet_sand = 1.5F;
    f.terrain_eta_wet_crop = 2.1F;
    f.terrain_eta_wet_road = 1.3F;
    f.wall_shy_near = 1.5F;
    f.wall_shy_far = 1.2F;
    return f;
}

/// A plain with a river from west to east along y = 0: channel 100 m, water 40 m, banks of 1.5 m.
inline linghe::ground::Sketch river_plain(float depth_m = 0.6F) {
    linghe::ground::Sketch s;
    s.x0_m = -600;
    s.y0_m = -400;
    s.x1_m = 600;
    s.y1_m = 400;
    s.rivers.push_back({"brook", {{-800, 0}, {800, 0}}, 100, 40, depth_m, 1.5F});
    s.figures = figures();
    return s;
}

}  // namespace ground_test
