// Rain: what falls, what grass and ground hold of it, how they dry, and how far one sees through it.
// Called by element; the water on grass (clock.wetness_um) is there for fire, mud (clock.mud_q16) for move.
// Never fills rivers, never falls on a part of the map alone.
#pragma once
#include "linghe/base/units.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::element {

/// Rate by the schedule, mm/h: linear between legs, before the first as the first, after the last as the last; 0 without one.
[[nodiscard]] double rain_mm_h(const model::Model& model, base::Tick tick) noexcept;
/// Extinction of rain: a R^b, 1/m. Twice the geometric cross section of the drops of J. S. Marshall and W. McK. Palmer
/// (J. Meteor. 5 (1948) 165); form and exponent as in D. Atlas, Optical extinction by rainfall, J. Meteor. 10 (1953) 486.
[[nodiscard]] double rain_extinction_per_m(const model::ElementParameters& p, double mm_h) noexcept;
/// Pressure of water vapour over water, hPa. O. Tetens (1930) as in FAO Irrigation and Drainage Paper 56, eq. 11.
[[nodiscard]] double saturation_hpa(double temperature_c) noexcept;
/// Evaporation from what is wet: 0.27 (1 + 0.864 u2) (es - e) mm/day, the aerodynamic part of Penman's equation. (FAO Irrigation
/// and Drainage Paper 24, 1977.) The sun's own heat is left out.
[[nodiscard]] double evaporation_mm_day(const model::ElementParameters& p, double temperature_c,
                                        double humidity_percent, double wind_2_m_s) noexcept;
/// One second of rain and drying.
void wet(const model::Model& model, world::World& world) noexcept;

}  // namespace linghe::element
