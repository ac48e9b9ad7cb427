#include "linghe/move/laws.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace linghe::move;

TEST_CASE("Single file walks as Seyfried measured: 0.604 and 0.289 m/s at 1.0 and 1.5 men per metre") {
    CHECK(single_file_speed(1.0F, 0.36F, 1.06F) == doctest::Approx(0.604).epsilon(0.01));
    CHECK(single_file_speed(1.5F, 0.36F, 1.06F) == doctest::Approx(0.289).epsilon(0.01));
    CHECK(single_file_speed(3.0F, 0.36F, 1.06F) == 0.0F);
    const Headway h{1.06F, 0.3F, 1.34F};
    CHECK(headway_speed(h, 1.0F - 0.36F) == doctest::Approx(0.604).epsilon(0.01));
    CHECK(headway_speed(h, -1.0F) == 0.0F);
    for (const float v : {0.2F, 1.0F, 1.34F, 2.0F, 5.0F})
        CHECK(headway_speed(h, headway_gap(h, v)) == doctest::Approx(v));
}

TEST_CASE("Weidmann's walkers slow from 1.298 to 0.606 m/s between 0.5 and 2 per square metre") {
    CHECK(weidmann_speed(0.5F) == doctest::Approx(1.298).epsilon(0.005));
    CHECK(weidmann_speed(1.0F) == doctest::Approx(1.058).epsilon(0.005));
    CHECK(weidmann_speed(2.0F) == doctest::Approx(0.606).epsilon(0.005));
    float most = 0, at = 0;
    for (int i = 1; i < 540; ++i) {
        const float rho = static_cast<float>(i) * 0.01F, flow = rho * weidmann_speed(rho);
        if (flow > most) most = flow, at = rho;
    }
    CHECK(most == doctest::Approx(1.225).epsilon(0.005));
    CHECK(at == doctest::Approx(1.75).epsilon(0.02));
    CHECK(1.88F * sfpe_speed(1.88F) == doctest::Approx(1.316).epsilon(0.005));
}

TEST_CASE(
    "A spent man is empty after 200 s at 100 W over his critical power, and half full again after 92.4 s of "
    "rest") {
    // CP 250 W, W' 20 kJ, with power in the place of speed.
    float w = 1.0F;
    for (int i = 0; i < 2000; ++i) w = fatigue_step(w, 350.0F, 250.0F, 20'000.0F, 0.1F);
    CHECK(w == doctest::Approx(0.0).epsilon(0.001));
    w = 1.0F;
    for (int i = 0; i < 999; ++i) w = fatigue_step(w, 450.0F, 250.0F, 20'000.0F, 0.1F);
    CHECK(w > 0.0F);
    w = fatigue_step(0.0F, 100.0F, 250.0F, 20'000.0F, 92.4F);
    CHECK(w == doctest::Approx(0.5).epsilon(0.01));
    w = 0.0F;
    for (int i = 0; i < 240; ++i) w = fatigue_step(w, 100.0F, 250.0F, 20'000.0F, 0.5F);
    CHECK(w * 20.0F == doctest::Approx(11.87).epsilon(0.01));
}

TEST_CASE("A wader who gives 150 W to the water makes 1.19 m/s at 0.4 m and 0.83 m/s at 1.2 m of depth") {
    const auto wade = [](float depth_m) { return wading_speed(depth_m, 150.0F, 0.4F, 1.1F, 1000.0F, 5.0F); };
    CHECK(wade(0.4F) == doctest::Approx(1.19).epsilon(0.01));
    CHECK(wade(0.6F) == doctest::Approx(1.04).epsilon(0.01));
    CHECK(wade(0.8F) == doctest::Approx(0.95).epsilon(0.01));
    CHECK(wade(1.0F) == doctest::Approx(0.88).epsilon(0.01));
    CHECK(wade(1.2F) == doctest::Approx(0.83).epsilon(0.01));
    CHECK(wading_speed(0.05F, 150.0F, 0.4F, 1.1F, 1000.0F, 1.3F) == doctest::Approx(1.3));
}

TEST_CASE("In smoke without sight a man keeps half his pace") {
    CHECK(smoke_share(0.0F, 10.0F, 0.5F) == doctest::Approx(0.5));
    CHECK(smoke_share(5.0F, 10.0F, 0.5F) == doctest::Approx(0.75));
    CHECK(smoke_share(65535.0F, 10.0F, 0.5F) == 1.0F);
}

TEST_CASE(
    "By night one goes at two thirds of the pace, between dusk and night by the logarithm of the light") {
    CHECK(night_factor(0.0F, 0.67F, 0.1F, 3.4F) == 1.0F);  // not known
    CHECK(night_factor(100.0F, 0.67F, 0.1F, 3.4F) == 1.0F);
    CHECK(night_factor(0.01F, 0.67F, 0.1F, 3.4F) == 0.67F);
    CHECK(night_factor(0.583F, 0.67F, 0.1F, 3.4F) == doctest::Approx(0.835).epsilon(0.001));
}
