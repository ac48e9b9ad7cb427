// The hiking function of Tobler (1993), wading by table, and soft ground by terrain coefficients (Soule & Goldman 1972).
#include "linghe/ground/terrain.hpp"

#include <array>
#include <cmath>

#include "linghe/math/detmath.hpp"

namespace linghe::ground {

float tobler_km_h(const Figures& f, float slope) noexcept {
    const float s = slope + f.tobler_offset;
    return f.tobler_top_km_h * det::exp(-f.tobler_decay * (s < 0 ? -s : s));
}

float slope_factor(const Figures& f, float slope) noexcept {
    const float s = slope < 0 ? -slope : slope;
    const float level = tobler_km_h(f, 0);
    const float up = tobler_km_h(f, s), down = tobler_km_h(f, -s);
    const float both = 2.0F * up * down / (up + down);
    const float factor = level > 0 ? both / level : 1.0F;
    return factor > 1.0F ? 1.0F : factor;
}

float slope_way_factor(const Figures& f, float steepness, float rise) noexcept {
    const float level = tobler_km_h(f, 0), mean = slope_factor(f, steepness);
    return level > 0 && mean > 0 ? tobler_km_h(f, rise) / level / mean : 1.0F;
}

float wade_factor(const Figures& f, float depth_m, Mobility mobility) noexcept {
    const bool horse = mobility == Mobility::horse;
    if (depth_m <= 0) return 1.0F;
    if (depth_m > (horse ? f.wade_limit_horse_m : f.wade_limit_foot_m)) return 0.0F;
    const float depth = horse ? depth_m * f.wade_horse_depth_ratio : depth_m;
    // The table stands at 0.4, 0.6 .. 1.2 m; below it, linear from dry ground; above it, as at its end.
    const std::array<float, 6> at_m = {0.0F, 0.4F, 0.6F, 0.8F, 1.0F, 1.2F};
    const std::array<float, 6> v_m_s = {f.wade_free_m_s, f.wade_04_m_s, f.wade_06_m_s,
                                        f.wade_08_m_s,   f.wade_10_m_s, f.wade_12_m_s};
    float v = v_m_s.back();
    for (std::size_t i = 1; i < at_m.size(); ++i) {
        if (depth > at_m[i]) continue;
        const float t = (depth - at_m[i - 1]) / (at_m[i] - at_m[i - 1]);
        v = v_m_s[i - 1] + t * (v_m_s[i] - v_m_s[i - 1]);
        break;
    }
    return f.wade_free_m_s > 0 ? v / f.wade_free_m_s : 1.0F;
}

float bank_factor(const Figures& f, float height_m, float band_m, float pace_m_s,
                  Mobility mobility) noexcept {
    const float climb_m_s = mobility == Mobility::horse ? f.bank_climb_horse_m_s : f.bank_climb_foot_m_s;
    if (!(climb_m_s > 0.0F) || !(pace_m_s > 0.0F) || !(band_m > 0.0F)) return 0.0F;
    const float level_s = band_m / pace_m_s;
    return level_s / (level_s + height_m / climb_m_s);
}

float bank_taken_share(const Figures& f, float slope_deg) noexcept {
    if (slope_deg <= f.bank_horse_all_deg) return 1.0F;
    if (slope_deg >= f.bank_horse_none_deg) return 0.0F;
    return (f.bank_horse_none_deg - slope_deg) / (f.bank_horse_none_deg - f.bank_horse_all_deg);
}

float cover_factor(const Figures& f, Cover cover, float wetness) noexcept {
    float dry = f.terrain_eta_road, wet = f.terrain_eta_wet_road;
    switch (cover) {
        case Cover::bare: dry = f.terrain_eta_bare, wet = f.terrain_eta_wet_bare; break;
        case Cover::dry_grass: dry = f.terrain_eta_grass, wet = f.terrain_eta_wet_grass; break;
        case Cover::burnt: dry = f.terrain_eta_burnt, wet = f.terrain_eta_wet_burnt; break;
        case Cover::sand: dry = f.terrain_eta_sand, wet = f.terrain_eta_wet_sand; break;
        case Cover::crop: dry = f.terrain_eta_crop, wet = f.terrain_eta_wet_crop; break;
        case Cover::reed: dry = f.terrain_eta_reed, wet = f.terrain_eta_wet_reed; break;
        case Cover::wood: dry = f.terrain_eta_wood, wet = f.terrain_eta_wet_wood; break;
        case Cover::water: wet = dry; break;  // wade_factor has its say
        case Cover::road: break;
    }
    const float eta = wetness > 0 ? dry + wetness * (wet - dry) : dry;
    return eta > 0 ? std::sqrt(f.terrain_eta_road / eta) : 1.0F;
}

}  // namespace linghe::ground
