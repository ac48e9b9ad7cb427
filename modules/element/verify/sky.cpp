// Sun, moon and their light: places against published examples, sunsets against almanacs, light against the tables.
#include <cmath>

#include "air_scene.hpp"
#include "linghe/element/sky.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::AirScene;
using verify::between;
using verify::percent;
using verify::within;

constexpr double kSetAltitude = -0.8333;  // upper limb on the horizon with mean refraction

// Universal time in hours at which the sun sets after a Julian day's noon at the place, by halving.
double sunset_h(double day_0h_ut, double lat, double lon) {
    double a = day_0h_ut + 0.5 - lon / 360.0, b = a + 0.5;
    for (int i = 0; i < 40; ++i) {
        const double m = 0.5 * (a + b);
        (element::altitude_deg(element::sun_at(m), m, lat, lon) > kSetAltitude ? a : b) = m;
    }
    return 24.0 * (a - day_0h_ut);
}

void places(verify::Points& p) {
    const auto sun = element::sun_at(2'448'908.5);
    p.formula("14.01a", "sun, 1992 October 13, 0 h: apparent longitude (Meeus, example 25.a)", "degree",
              199.90895, within(0.01), sun.longitude_deg);
    p.formula("14.01b", "its right ascension", "degree", 198.38083, within(0.01), sun.right_ascension_deg);
    p.formula("14.01c", "its declination", "degree", -7.78507, within(0.01), sun.declination_deg);
    const auto moon = element::moon_at(2'448'724.5), sun_then = element::sun_at(2'448'724.5);
    p.formula("14.02a", "moon, 1992 April 12, 0 h: longitude (Meeus, example 47.a)", "degree", 133.162655,
              within(0.3), moon.longitude_deg);
    p.formula("14.02b", "its latitude", "degree", -3.229126, within(0.2), moon.latitude_deg);
    p.formula("14.02c", "its horizontal parallax", "degree", 0.991990, within(0.003), moon.parallax_deg);
    p.formula("14.02d", "its lit share (Meeus, example 48.a)", "1", 0.6786, within(0.01),
              element::lit_share(element::elongation_deg(moon, sun_then)));
    const auto eclipse = element::moon_at(2'451'401.9611), dark = element::sun_at(2'451'401.9611);
    p.formula("14.02e", "elongation at the solar eclipse of 1999 August 11, 11:04 UT", "degree", 0.0,
              within(0.6), element::elongation_deg(eclipse, dark));
    // 1631 October 31, Gregorian, Dalinghe; the facts give 16:57 by mean solar time of the place.
    p.formula("14.03a",
              "sunset at Dalinghe (41.17 N 121.36 E) on 1631 October 31, Gregorian: hours of mean solar time",
              "h", 16.95, within(2.0 / 60.0), sunset_h(2'317'073.5, 41.173, 121.358) + 121.358 / 15.0);
    p.formula("14.03b", "sunset in London on 2024 June 21, universal time (almanac 20:21)", "h",
              20.0 + 21.0 / 60, within(1.5 / 60), sunset_h(2'460'482.5, 51.5, -0.117));
    p.formula("14.03c", "sunset in London on 2024 December 21, universal time (almanac 15:53)", "h",
              15.0 + 53.0 / 60, within(1.5 / 60), sunset_h(2'460'665.5, 51.5, -0.117));
}

void light(verify::Points& p) {
    p.formula("14.04a", "light at the end of civil twilight, sun at -6 degrees", "lx", 3.4, percent(5),
              element::sun_lux(-6));
    p.formula("14.04b", "at the end of nautical twilight, -12 degrees", "lx", 0.008, percent(5),
              element::sun_lux(-12));
    p.formula("14.04c", "full moon in the zenith", "lx", 0.267, percent(5),
              element::moon_lux(90, 180, 0.951));
    p.formula("14.04d", "half moon as a share of the full one (about a ninth)", "1", 0.11, within(0.03),
              element::moon_lux(45, 90, 0.951) / element::moon_lux(45, 180, 0.951));
}

// The step: dusk falls over a stepped field at the minute of the almanac.
void dusk(verify::Points& p) {
    AirScene s;
    s.extra = "[time]\ndate = \"1631-10-31\"\nclock = \"16:40\"\nlat_deg = 41.173\nlon_deg = 121.358\n";
    s.men("one", "a", 1, 2000, 0);
    s.start();
    const double at_sunset = element::sun_lux(kSetAltitude), civil = element::sun_lux(-6.0);
    double set_min = -1, dark_min = -1;
    for (int t = 0; t <= 3400 && dark_min < 0; t += 20) {
        s.run_to(t);
        const double lux = 0.001 * s.world().clock.light_mlx[0];
        if (set_min < 0 && lux <= at_sunset) set_min = 40 + t / 60.0;
        if (lux <= civil) dark_min = 40 + t / 60.0;
    }
    p.step("14.03a",
           "minutes past 16 h when the light of the field is that of sunset, Dalinghe, 1631 October 31",
           "min", 57, within(2.5), set_min);
    p.step("14.03d", "civil twilight after that (28 to 29 min at 41 N at the end of October)", "min", 28.5,
           within(1.5), dark_min - set_min);
}

void measure(verify::Points& p) {
    places(p);
    light(p);
    dusk(p);
}

const verify::Registered sky{{"sky",
                              "Meeus 1998; Astronomical Almanac; Janiczek and DeYoung 1987; Seidelmann 1992",
                              verify::Length::quick, measure}};

}  // namespace
