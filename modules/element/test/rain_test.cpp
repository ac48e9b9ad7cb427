#include "linghe/element/rain.hpp"
#include "air.hpp"
#include "linghe/element/wind.hpp"

using namespace linghe;

TEST_CASE("Rain follows its schedule, linear between the legs, and is nothing without one") {
    air::Field f(1000, 1000, 3, 180);
    CHECK(element::rain_mm_h(f.model, 0) == 0.0);
    f.model.rain = {{0, 0.0F}, {6000, 10.0F}, {12000, 4.0F}};
    CHECK(element::rain_mm_h(f.model, 3000) == doctest::Approx(5.0));
    CHECK(element::rain_mm_h(f.model, 9000) == doctest::Approx(7.0));
    CHECK(element::rain_mm_h(f.model, 99999) == doctest::Approx(4.0));
}

TEST_CASE(
    "In the step: what falls is on the grass or in the ground, to the last unit, until the ground is full") {
    air::Field f(1000, 1000, 0, 180);
    f.model.humidity_percent = 100;
    f.model.rain = {{0, 18.0F}};  // 5 um a second
    f.start();
    f.run(600);
    CHECK(f.world.clock.wetness_um[0] == 600);
    CHECK(f.world.clock.wetness_um[0] + f.world.clock.ground_um[0] == doctest::Approx(3000).epsilon(0.001));
    CHECK(f.world.clock.mud_q16[0] == 0);
    f.run(3000);
    CHECK(f.world.clock.ground_um[0] == 12'000);
    CHECK(f.world.clock.mud_q16[0] == 65535);
}

TEST_CASE("In the step: wind dries wet grass faster than a calm, and a dry battle stays dry") {
    std::int32_t left[2] = {};
    for (int k = 0; k < 2; ++k) {
        air::Field f(1000, 1000, k == 0 ? 0.0F : 8.0F, 180);
        f.model.rain = {{0, 60.0F}, {600, 60.0F}, {610, 0.0F}};
        f.start();
        f.run(1800);
        left[k] = f.world.clock.wetness_um[0];
    }
    CHECK(left[0] > left[1]);
    CHECK(left[1] < 600);
    air::Field dry(1000, 1000, 8, 180);
    dry.start();
    dry.run(30);
    CHECK(dry.world.clock.wetness_um[0] == 0);
    CHECK(dry.world.clock.rain_um_h[0] == 0);
}

TEST_CASE("Near the ground the logarithmic wind is nothing below the roughness and one at ten metres") {
    CHECK(element::log_wind_factor(0.02, 10, 0.03) == 0.0);
    CHECK(element::log_wind_factor(10, 10, 0.03) == doctest::Approx(1.0));
    CHECK(element::power_wind_factor(10, 10, 0.143) == doctest::Approx(1.0));
    CHECK(element::log_wind_factor(2, 10, 0.03) < element::log_wind_factor(5, 10, 0.03));
}
