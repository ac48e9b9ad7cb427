#include <doctest/doctest.h>

#include "ground_figures.hpp"
#include "linghe/ground/terrain.hpp"

using namespace linghe::ground;

TEST_CASE("A walker keeps Tobler's pace on six slopes") {
    const Figures f = ground_test::figures();
    const float slopes[] = {0.0F, -0.05F, 0.10F, 0.20F, -0.20F, 0.30F};
    const double km_h[] = {5.04, 6.00, 3.55, 2.50, 3.55, 1.76};
    for (int i = 0; i < 6; ++i) {
        CAPTURE(slopes[i]);
        CHECK(static_cast<double>(tobler_km_h(f, slopes[i])) == doctest::Approx(km_h[i]).epsilon(0.005));
    }
}

TEST_CASE("A slope crossed both ways is never faster than the level and slows evenly") {
    const Figures f = ground_test::figures();
    CHECK(slope_factor(f, 0) == 1.0F);
    float before = 1.0F;
    for (int percent = 1; percent <= 60; ++percent) {
        const float now = slope_factor(f, static_cast<float>(percent) * 0.01F);
        CHECK(now <= before);
        before = now;
        CHECK(slope_factor(f, static_cast<float>(-percent) * 0.01F) == now);
    }
    // Harmonic mean of 3.55 and 4.23 km/h at 10%: 3.55 up, 5.04 exp(-3.5 (0.05 - 0.05)) ... by hand 2 u d / (u + d).
    const double u = 3.5496, d = 5.0368;  // exp(-3.5 * 0.15) * 6 and exp(-3.5 * 0.05) * 6
    CHECK(static_cast<double>(slope_factor(f, 0.10F)) ==
          doctest::Approx(2 * u * d / (u + d) / 5.0368).epsilon(0.001));
}

TEST_CASE("Water slows a wader by the table, a rider less, and stops both at their depth") {
    const Figures f = ground_test::figures();
    const float depth[] = {0.4F, 0.6F, 0.8F, 1.0F, 1.2F};
    const double v[] = {1.19, 1.04, 0.95, 0.88, 0.83};
    for (int i = 0; i < 5; ++i) {
        CAPTURE(depth[i]);
        CHECK(1.34 * static_cast<double>(wade_factor(f, depth[i], Mobility::foot)) ==
              doctest::Approx(v[i]).epsilon(0.001));
        CHECK(wade_factor(f, depth[i], Mobility::horse) > wade_factor(f, depth[i], Mobility::foot));
    }
    CHECK(wade_factor(f, 0, Mobility::foot) == 1.0F);
    CHECK(wade_factor(f, 1.21F, Mobility::foot) == 0.0F);
    CHECK(wade_factor(f, 1.4F, Mobility::horse) > 0.5F);
    CHECK(wade_factor(f, 1.6F, Mobility::horse) == 0.0F);
}

TEST_CASE("Heavy ground slows by the square root of its coefficient") {
    const Figures f = ground_test::figures();
    CHECK(cover_factor(f, Cover::road) == 1.0F);
    CHECK(static_cast<double>(cover_factor(f, Cover::sand)) ==
          doctest::Approx(0.8563).epsilon(0.001));  // sqrt(1.1 / 1.5)
    CHECK(cover_factor(f, Cover::water) == 1.0F);
}

TEST_CASE("A bank costs the time of its climb, and the steeper it is the fewer horses take it") {
    const auto f = ground_test::figures();
    // 15 m at 1.34 m/s and 1.5 m of height at 0.2 m/s: 11.2 s and 7.5 s.
    CHECK(bank_factor(f, 1.5F, 15.0F, 1.34F, Mobility::foot) ==
          doctest::Approx(11.194 / 18.694).epsilon(0.001));
    CHECK(bank_factor(f, 3.0F, 15.0F, 1.34F, Mobility::foot) ==
          doctest::Approx(11.194 / 26.194).epsilon(0.001));
    CHECK(bank_taken_share(f, 30.0F) == 1.0F);
    CHECK(bank_taken_share(f, 45.0F) == doctest::Approx(0.5));
    CHECK(bank_taken_share(f, 60.0F) == 0.0F);
}
