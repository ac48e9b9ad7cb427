// Rothermel: how fast a surface fire spreads, how hot and how high it burns; and the formulas beside it.
// Called by the fire of the step, by verify and by tests.
// Never knows a cell, a tick or a man.
#pragma once
#include "linghe/math/vec.hpp"
#include "linghe/model/fuels.hpp"

namespace linghe::element {

// Model. Surface fire spread, R. C. Rothermel, A mathematical model for predicting fire spread in wildland fuels, USDA
// INT-115 (1972), with the changes of F. A. Albini, INT-30 (1976), as P. L. Andrews gives it in The Rothermel surface
// fire spread model and associated developments, RMRS-GTR-371 (2018):
//   R = I_R xi (1 + phi_w + phi_s) / (rho_b eps Q_ig)
// R: rate of spread; I_R: reaction intensity; xi: propagating flux ratio; phi_w, phi_s: wind and slope factors;
// rho_b eps Q_ig: heat needed to light a volume of the bed. Wind and slope are added as vectors. Live herbs of dynamic
// fuel models pass to the dead by their moisture (Scott and Burgan 2005). There is no limit to the wind (Andrews 2013).
// Shape of the fire: ellipse with the place of ignition in its rear focus; length over width by H. E. Anderson, INT-305
// (1983), as M. A. Finney, RMRS-RP-4 (1998) has it. Flame length: G. M. Byram (1959), L = 0.0775 I^0.46 m.

/// What a fuel of a moisture can do before wind and slope are known.
struct FuelBed {
    double still_m_min = 0;                     ///< rate of spread on the level in a calm
    double reaction_kw_m2 = 0;                  ///< I_R
    double residence_min = 0;                   ///< time the flame stays at one point: 384 / savr
    double heat_per_area_kj_m2 = 0;             ///< I_R x residence
    double wind_c = 0, wind_b = 0, wind_e = 1;  ///< phi_w = wind_c (U, ft/min)^wind_b x wind_e
    double slope_c = 0;                         ///< phi_s = slope_c tan^2
    double savr_per_ft = 0, dead_moisture = 0, live_extinction = 0;  ///< characteristic figures
};
/// Dry mass of the fine fuel, dead under 6 mm and herbs: what a fire takes as its front passes.
[[nodiscard]] double burnt_kg_m2(const model::FuelModel& fuel) noexcept;
[[nodiscard]] FuelBed fuel_bed(const model::FuelModel& fuel, const model::FuelMoisture& moisture) noexcept;

/// A fire on one place, by wind and slope.
struct Spread {
    double head_m_min = 0, back_m_min = 0, flank_m_min = 0;
    math::Vec2d heading{1.0, 0.0};  ///< unit vector, where the head goes
    double length_to_width = 1;
    double effective_wind_m_s = 0;  ///< the midflame wind that alone would do what wind and slope do
    double intensity_kw_m = 0;      ///< Byram, at the head
    double flame_m = 0;             ///< at the head
    /// Rate in a direction from a point of ignition, by the angle's cosine to the heading.
    [[nodiscard]] double towards(double cosine) const noexcept;
};
/// @param wind_m_s at midflame height, towards; @param uphill gradient of the ground (rise over run), up the slope.
[[nodiscard]] Spread spread(const FuelBed& bed, math::Vec2d wind_m_s, math::Vec2d uphill) noexcept;

/// Length over width of a fire's ellipse by the effective midflame wind; at most 8.
[[nodiscard]] double length_to_width(double effective_wind_m_s) noexcept;
[[nodiscard]] double ellipse_area_m2(const Spread& fire, double minutes) noexcept;
/// Byram 1959: L = 0.0775 I^0.46.
[[nodiscard]] double flame_length_m(double intensity_kw_m) noexcept;
[[nodiscard]] double fireline_intensity_kw_m(const FuelBed& bed, double rate_m_min) noexcept;

/// Midflame wind over the wind 20 ft above the fuel, in the open (F. A. Albini, R. G. Baughman, INT-221 (1979)).
[[nodiscard]] double open_wind_factor(double depth_ft) noexcept;
/// The same under crowns that fill `filled` (> 0.05) of their layer, trees `height_ft` high.
[[nodiscard]] double sheltered_wind_factor(double filled, double height_ft) noexcept;

/// Grassland, wholly cured, natural or grazed: head fire rate, km/h, by the wind at 10 m and the dead moisture in per
/// cent. (N. P. Cheney, J. S. Gould, W. R. Catchpole, Int. J. Wildland Fire 8 (1998) 1.) A second opinion; the step does
/// not use it.
[[nodiscard]] double cheney_natural_km_h(double wind_10_m_km_h, double moisture_percent) noexcept;
[[nodiscard]] double cheney_grazed_km_h(double wind_10_m_km_h, double moisture_percent) noexcept;

/// Chance that a grass fire passes a firebreak without trees beside it. (A. A. G. Wilson, Can. J. For. Res. 18 (1988)
/// 682: 113 fires on plots of about 100 m, breaks of 1.5 to 15 m, to 17 MW/m.)
[[nodiscard]] double breach_chance(double intensity_kw_m, double width_m) noexcept;

}  // namespace linghe::element
