// Figures of the ground: what slope, water, cover and banks do to a walker or a rider; names only, no numbers.
// Filled by the scenario reader from data/parameters/ground.toml; read by build_ways() and by whoever plans a way.
// Never give a default here: the data file is the only place of numbers.
#pragma once
#include <string_view>

namespace linghe::ground {

// clang-format off
#define LINGHE_GROUND_FIGURES(P)                                                                     \
    P(tobler_top_km_h) P(tobler_decay) P(tobler_offset) P(tobler_horse_factor)                       \
    P(wade_free_m_s) P(wade_04_m_s) P(wade_06_m_s) P(wade_08_m_s) P(wade_10_m_s) P(wade_12_m_s)      \
    P(wade_horse_depth_ratio) P(wade_limit_foot_m) P(wade_limit_horse_m)                             \
    P(bank_slope_deg) P(bank_climb_foot_m_s) P(bank_climb_horse_m_s)                                 \
    P(bank_horse_all_deg) P(bank_horse_none_deg)                                                     \
    P(terrain_eta_bare) P(terrain_eta_grass) P(terrain_eta_burnt) P(terrain_eta_sand)                \
    P(terrain_eta_crop) P(terrain_eta_reed) P(terrain_eta_wood) P(terrain_eta_road)                  \
    P(terrain_eta_wet_bare) P(terrain_eta_wet_grass) P(terrain_eta_wet_burnt)                        \
    P(terrain_eta_wet_sand) P(terrain_eta_wet_crop) P(terrain_eta_wet_reed)                          \
    P(terrain_eta_wet_wood) P(terrain_eta_wet_road)                                                  \
    P(wall_shy_near) P(wall_shy_far)
// clang-format on

struct Figures {
#define LINGHE_GROUND_MEMBER_(name) float name = 0.0F;
    LINGHE_GROUND_FIGURES(LINGHE_GROUND_MEMBER_)
#undef LINGHE_GROUND_MEMBER_
    /// visitor(name, float&), in fixed order.
    template <class V>
    void visit(V&& visitor) {
#define LINGHE_GROUND_VISIT_(name) visitor(std::string_view{#name}, name);
        LINGHE_GROUND_FIGURES(LINGHE_GROUND_VISIT_)
#undef LINGHE_GROUND_VISIT_
    }
};

}  // namespace linghe::ground
