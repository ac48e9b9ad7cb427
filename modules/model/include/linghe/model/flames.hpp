// Flames: how high they stand and how they shine, as pure formulas for those who have to do with them but not with fuel.
// Called by world/fire_near.hpp for fight, move and morale.
// Never knows how a fire spreads: that is element's (rothermel.hpp, fire.hpp).
#pragma once
#include <cmath>

#include "linghe/math/detmath.hpp"
#include "linghe/model/params/element.hpp"

namespace linghe::model {

/// Flame length (m) of a front of this intensity (kW/m). (G. M. Byram, in Davis, Forest Fire: Control and Use (1959).)
[[nodiscard]] inline float byram_flame_m(float kw_m) noexcept {
    return kw_m > 0 ? 0.0775F * det::pow(kw_m, 0.46F) : 0.0F;
}
/// Emissive power (kW/m2) of flames this deep: black body x (1 - exp(-k depth)). (B. W. Butler, J. D. Cohen, Int. J.
/// Wildland Fire 8 (1998) 73.)
[[nodiscard]] inline float flame_power_kw_m2(const ElementParameters& p, float depth_m) noexcept {
    return p.fire_emissive_kw_m2 * (1.0F - det::exp(-p.fire_emissivity_per_m * depth_m));
}
/// View factor of a wall of flame of endless length and height h on an upright surface facing it at distance d.
/// (J. R. Howell, A Catalog of Radiation Configuration Factors (1982).)
[[nodiscard]] inline float wall_view_factor(float h_m, float d_m) noexcept {
    const float slant = std::sqrt(h_m * h_m + d_m * d_m);
    return slant > 0 ? 0.5F * h_m / slant : 0.5F;
}

}  // namespace linghe::model
