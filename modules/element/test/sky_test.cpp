#include "linghe/element/sky.hpp"
#include "air.hpp"

using namespace linghe;

TEST_CASE(
    "In the middle of the last day of October 1631 the sun stands in the south of Dalinghe, and at midnight "
    "below it") {
    const double noon = 2'317'073.5 + 0.5 - 121.358 / 360.0, lat = 41.173, lon = 121.358;
    const auto sun = element::sun_at(noon);
    // Meridian height: 90 - latitude + declination.
    CHECK(element::altitude_deg(sun, noon, lat, lon) ==
          doctest::Approx(90 - lat + sun.declination_deg).epsilon(0.01));
    CHECK(element::altitude_deg(element::sun_at(noon + 0.5), noon + 0.5, lat, lon) < -50);
}

TEST_CASE("Light falls from day through twilight to the night sky and never rises while the sun sinks") {
    double before = element::sun_lux(90);
    CHECK(before > 100'000);
    for (double h = 89.5; h > -18; h -= 0.5) {
        const double lux = element::sun_lux(h);
        CHECK(lux < before);
        before = lux;
    }
    CHECK(element::sun_lux(-19) == 0.0);
}

TEST_CASE("A full moon gives light, a new moon and a set moon none") {
    CHECK(element::moon_lux(60, 180, 0.951) > 0.1);
    CHECK(element::moon_lux(60, 5, 0.951) < 0.005);
    CHECK(element::moon_lux(-3, 180, 0.951) == 0.0);
}

TEST_CASE("In the step: without place and date no light is reckoned, with them it falls towards evening") {
    air::Field unknown(1000, 1000, 3, 180), evening(1000, 1000, 3, 180);
    unknown.start();
    unknown.run(5);
    CHECK(unknown.world.clock.light_mlx[0] == 0);
    evening.model.sky = {true, 2'317'073.5 + (16.5 - 121.358 / 15.0) / 24.0, 41.173, 121.358};
    evening.start();
    const auto at_half_past_four = evening.world.clock.light_mlx[0];
    evening.run(1800);
    CHECK(at_half_past_four > 1'000'000);
    CHECK(evening.world.clock.light_mlx[0] * 4 < at_half_past_four);
}
