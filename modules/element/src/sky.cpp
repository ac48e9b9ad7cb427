#include "linghe/element/sky.hpp"

#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::element {
namespace {

constexpr double kRad = math::kPi / 180.0;
constexpr double kEpoch = 2'451'545.0;  // 2000 January 1.5
constexpr double kDaysPerCentury = 36'525.0;

double turned(double degrees) noexcept {
    const double turns = degrees / 360.0;
    const auto whole = static_cast<double>(static_cast<std::int64_t>(turns));
    const double rest = (turns - whole) * 360.0;
    return rest < 0 ? rest + 360.0 : rest;
}
double sind(double degrees) noexcept { return det::sin(turned(degrees) * kRad); }
double cosd(double degrees) noexcept { return det::cos(turned(degrees) * kRad); }
double arcsin_deg(double s) noexcept {
    const double c2 = 1.0 - s * s;
    return det::atan2(s, c2 > 0 ? std::sqrt(c2) : 0.0) / kRad;
}

// Ecliptic to equator.
void to_equator(Place& body, double obliquity_deg) noexcept {
    const double l = body.longitude_deg, b = body.latitude_deg, e = obliquity_deg;
    body.right_ascension_deg =
        turned(det::atan2(sind(l) * cosd(e) - sind(b) / cosd(b) * sind(e), cosd(l)) / kRad);
    body.declination_deg = arcsin_deg(sind(b) * cosd(e) + cosd(b) * sind(e) * sind(l));
}
double obliquity_deg(double t) noexcept { return 23.439291 - 0.0130042 * t; }

// log10 of light by height / 90 degrees, a cubic in each band of heights (Janiczek and DeYoung, table 1).
struct Band {
    double from_deg, a, b, c, d;
};
double log_light(const Band* band, double altitude_deg) noexcept {
    while (altitude_deg < band->from_deg) ++band;
    const double x = altitude_deg / 90.0;
    return band->a + x * (band->b + x * (band->c + x * band->d));
}
constexpr Band kSun[] = {{20.0, 3.74, 3.97, -4.07, 1.47},         {5.0, 3.05, 13.28, -45.98, 64.33},
                         {-0.8, 2.88, 22.26, -207.64, 1034.30},   {-5.0, 2.88, 21.81, -258.11, -858.36},
                         {-12.0, 2.70, 12.17, -431.69, -1899.83}, {-18.0, 13.84, 262.72, 1447.42, 2797.93}};
constexpr Band kMoon[] = {{20.0, -1.95, 4.06, -4.24, 1.56},
                          {5.0, -2.58, 12.58, -42.58, 59.06},
                          {-0.8, -2.79, 24.27, -252.95, 1321.29}};

}  // namespace

Place sun_at(double julian_day) noexcept {
    const double t = (julian_day - kEpoch) / kDaysPerCentury;
    const double mean = 280.46646 + t * (36'000.76983 + 0.0003032 * t);
    const double m = 357.52911 + t * (35'999.05029 - 0.0001537 * t);
    const double centre = (1.914602 - t * (0.004817 + 0.000014 * t)) * sind(m) +
                          (0.019993 - 0.000101 * t) * sind(2.0 * m) + 0.000289 * sind(3.0 * m);
    const double node = 125.04 - 1934.136 * t;
    Place sun;
    sun.longitude_deg = turned(mean + centre - 0.00569 - 0.00478 * sind(node));
    to_equator(sun, obliquity_deg(t) + 0.00256 * cosd(node));
    return sun;
}

Place moon_at(double julian_day) noexcept {
    const double t = (julian_day - kEpoch) / kDaysPerCentury;
    Place moon;
    moon.longitude_deg = turned(218.32 + 481'267.881 * t + 6.29 * sind(135.0 + 477'198.87 * t) -
                                1.27 * sind(259.3 - 413'335.36 * t) + 0.66 * sind(235.7 + 890'534.22 * t) +
                                0.21 * sind(269.9 + 954'397.74 * t) - 0.19 * sind(357.5 + 35'999.05 * t) -
                                0.11 * sind(186.5 + 966'404.03 * t));
    moon.latitude_deg = 5.13 * sind(93.3 + 483'202.02 * t) + 0.28 * sind(228.2 + 960'400.89 * t) -
                        0.28 * sind(318.3 + 6003.15 * t) - 0.17 * sind(217.6 - 407'332.21 * t);
    moon.parallax_deg = 0.9508 + 0.0518 * cosd(135.0 + 477'198.87 * t) +
                        0.0095 * cosd(259.3 - 413'335.36 * t) + 0.0078 * cosd(235.7 + 890'534.22 * t) +
                        0.0028 * cosd(269.9 + 954'397.74 * t);
    to_equator(moon, obliquity_deg(t));
    return moon;
}

double elongation_deg(const Place& moon, const Place& sun) noexcept {
    const double c = cosd(moon.latitude_deg) * cosd(moon.longitude_deg - sun.longitude_deg);
    return 90.0 - arcsin_deg(c);
}
double lit_share(double elongation_deg) noexcept { return 0.5 * (1.0 - cosd(elongation_deg)); }

double altitude_deg(const Place& body, double julian_day, double lat_deg, double lon_deg) noexcept {
    const double d = julian_day - kEpoch, t = d / kDaysPerCentury;
    const double sidereal = 280.46061837 + 360.98564736629 * d + 0.000387933 * t * t;
    const double hour = sidereal + lon_deg - body.right_ascension_deg;
    const double height = arcsin_deg(sind(lat_deg) * sind(body.declination_deg) +
                                     cosd(lat_deg) * cosd(body.declination_deg) * cosd(hour));
    return height - body.parallax_deg * cosd(height);
}

double sun_lux(double altitude_deg) noexcept {
    constexpr double kNight = -18.0;
    return altitude_deg < kNight ? 0.0 : det::pow(10.0, log_light(kSun, altitude_deg));
}

double moon_lux(double altitude_deg, double elongation_deg, double parallax_deg) noexcept {
    constexpr double kSet = -0.8, kMeanParallax = 0.951;
    if (altitude_deg < kSet) return 0.0;
    const double phase = 180.0 - elongation_deg;  // 0 at full moon
    const double dimmed = -8.68e-3 * phase - 2.2e-9 * phase * phase * phase * phase;
    const double nearer = parallax_deg / kMeanParallax;
    return nearer * nearer * det::pow(10.0, log_light(kMoon, altitude_deg) + dimmed);
}

double light_lux(const model::ElementParameters& p, double julian_day, double lat_deg,
                 double lon_deg) noexcept {
    const Place sun = sun_at(julian_day), moon = moon_at(julian_day);
    return static_cast<double>(p.night_sky_lux) + sun_lux(altitude_deg(sun, julian_day, lat_deg, lon_deg)) +
           moon_lux(altitude_deg(moon, julian_day, lat_deg, lon_deg), elongation_deg(moon, sun),
                    moon.parallax_deg);
}

void shine(const model::Model& model, world::World& world) noexcept {
    if (!model.sky.known) return;
    constexpr double kTicksPerDay = 86'400.0 * static_cast<double>(base::kTicksPerSecond);
    const double day = model.sky.julian_day + static_cast<double>(world.tick()) / kTicksPerDay;
    const double lux = light_lux(model.parameters.element, day, model.sky.lat_deg, model.sky.lon_deg);
    const auto mlx = math::round_to<std::uint32_t>(lux * 1000.0);
    world.clock.light_mlx[0] = mlx > 0 ? mlx : 1u;  // 0 is kept for "not known"
}

}  // namespace linghe::element
