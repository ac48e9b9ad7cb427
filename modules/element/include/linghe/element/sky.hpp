// Sky: where sun and moon stand over a place at a time, and how much light they and the sky give.
// Called by element, by the scenario reader's tests and by verification.
// Never knows of clouds or of mountains on the horizon; never computed for a battle without place and date.
#pragma once
#include "linghe/base/units.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::element {

// Sun: low accuracy of J. Meeus, Astronomical Algorithms, 2nd ed. (1998), ch. 25: 0.01 degree over some centuries.
// Moon: The Astronomical Almanac, "low-precision formulae for the Moon": 0.3 degree in longitude, 0.2 in latitude.
// Universal time is taken for dynamical time (some 90 s in 1631): 0.001 degree of the sun, 0.015 of the moon.

struct Place {
    double longitude_deg = 0, latitude_deg = 0;  ///< ecliptic, of date
    double right_ascension_deg = 0, declination_deg = 0;
    double parallax_deg = 0;  ///< horizontal; 0.0024 of the sun is left out
};
[[nodiscard]] Place sun_at(double julian_day) noexcept;
[[nodiscard]] Place moon_at(double julian_day) noexcept;
/// Angle between moon and sun as seen from the earth, degrees: 0 new, 180 full.
[[nodiscard]] double elongation_deg(const Place& moon, const Place& sun) noexcept;
/// Share of the moon's disc that is lit, (1 - cos elongation) / 2. (Meeus, ch. 48, the sun taken as infinitely far.)
[[nodiscard]] double lit_share(double elongation_deg) noexcept;
/// Height above the horizon without refraction, corrected for parallax, degrees. Sidereal time: Meeus, eq. 12.4.
[[nodiscard]] double altitude_deg(const Place& body, double julian_day, double lat_deg,
                                  double lon_deg) noexcept;

/// Light on level ground under a clear sky by the sun's height, lux, twilight down to -18 degrees included; 0 below.
/// (P. M. Janiczek, J. A. DeYoung, Computer Programs for Sun and Moon Illuminance, USNO Circular 171 (1987).)
[[nodiscard]] double sun_lux(double altitude_deg) noexcept;
/// The same for the moon, by height and elongation, at her mean distance for parallax 0.951 degree.
[[nodiscard]] double moon_lux(double altitude_deg, double elongation_deg, double parallax_deg) noexcept;

/// Light at a place and time: sun, moon and night sky.
[[nodiscard]] double light_lux(const model::ElementParameters& p, double julian_day, double lat_deg,
                               double lon_deg) noexcept;
/// Writes clock.light_mlx, when place and date are known.
void shine(const model::Model& model, world::World& world) noexcept;

}  // namespace linghe::element
