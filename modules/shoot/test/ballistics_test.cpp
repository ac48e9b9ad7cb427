// Flights against the figures of the point-mass equation.
#include <doctest/doctest.h>

#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/shoot/ballistics.hpp"

using namespace linghe;
using namespace linghe::shoot;

namespace {
constexpr double kDrag =
    0.5 * 1.225 * 2.0 * math::kPi * 0.005 * 0.005 / 0.09;  // air, Cd 2, shaft 10 mm, 90 g
double energy_j(double mass_kg, double v) { return 0.5 * mass_kg * v * v; }
}  // namespace

TEST_CASE("A war arrow of 90 g at 52 m/s carries 121.7 joules and 4.68 newton seconds") {
    CHECK(energy_j(0.09, 52) == doctest::Approx(121.7).epsilon(0.0005));
    CHECK(0.09 * 52 == doctest::Approx(4.68));
}

TEST_CASE("Over fifty and a hundred metres it keeps 109 and 98 joules") {
    CHECK(flat_speed_m_s(52, kDrag, 50) == doctest::Approx(49.3).epsilon(0.01));
    CHECK(energy_j(0.09, flat_speed_m_s(52, kDrag, 50)) == doctest::Approx(109).epsilon(0.01));
    CHECK(flat_speed_m_s(52, kDrag, 100) == doctest::Approx(46.7).epsilon(0.01));
    CHECK(energy_j(0.09, flat_speed_m_s(52, kDrag, 100)) == doctest::Approx(98).epsilon(0.01));
}

TEST_CASE("At 43 degrees from the shoulder it flies 227 m in 6.9 s and comes down with 84 joules") {
    const Landing l = fly({52, kDrag, 43 * math::kPi / 180, 1.6}, 0);
    MESSAGE("range ", l.range_m, " m, time ", l.time_s, " s, energy ", energy_j(0.09, l.speed_m_s), " J");
    CHECK(l.range_m == doctest::Approx(227).epsilon(0.02));
    CHECK(l.time_s == doctest::Approx(6.9).epsilon(0.02));
    CHECK(energy_j(0.09, l.speed_m_s) == doctest::Approx(84).epsilon(0.02));
}

TEST_CASE("Without air the arrow follows Galileo's parabola") {
    const double e = 0.5, v = 50;
    const Landing l = fly({v, 0, e, 0}, 0);
    CHECK(l.range_m == doctest::Approx(v * v * std::sin(2 * e) / kGravity_m_s2).epsilon(1e-5));
    CHECK(l.time_s == doctest::Approx(2 * v * std::sin(e) / kGravity_m_s2).epsilon(1e-5));
    CHECK(l.speed_m_s == doctest::Approx(v).epsilon(1e-5));
    CHECK(l.fall_rad == doctest::Approx(e).epsilon(1e-5));
}

TEST_CASE("The table gives back the flight it was made from, flat and lofted") {
    model::Model model;
    model.troops.resize(1);
    auto& t = model.troops[0];
    t.has_bow = true;
    t.arrow_mass_kg = 0.09F, t.arrow_speed_m_s = 52, t.arrow_drag_per_m = static_cast<float>(kDrag);
    auto& p = model.parameters.shoot;
    p.launch_height_foot_m = 1.6F, p.aim_height_m = 1.1F, p.loft_deg = 42;
    std::vector<world::BowTable> bows;
    make_bow_tables(model, bows);
    for (const float range_m : {10.0F, 30.0F, 80.0F, 150.0F, 200.0F}) {
        CAPTURE(range_m);
        const float e = elevation_for(bows[0], range_m);
        const Landing aim = fly({52, kDrag, static_cast<double>(e), 1.6}, 1.1),
                      ground = fly({52, kDrag, static_cast<double>(e), 1.6}, 0);
        CHECK(aim.range_m == doctest::Approx(static_cast<double>(range_m)).epsilon(0.005));
        const Landing l = landing_of(bows[0], e);
        CHECK(l.range_m == doctest::Approx(ground.range_m).epsilon(0.005));
        CHECK(l.time_s == doctest::Approx(ground.time_s).epsilon(0.005));
        CHECK(l.speed_m_s == doctest::Approx(ground.speed_m_s).epsilon(0.002));
        const float draw = draw_for(bows[0], range_m);
        REQUIRE(draw > 0);
        if (range_m < 30) continue;  // nearer nobody lofts
        const Landing high = fly({52 * static_cast<double>(draw), kDrag, 42 * math::kPi / 180, 1.6}, 1.1);
        CHECK(high.range_m == doctest::Approx(static_cast<double>(range_m)).epsilon(0.01));
    }
    CHECK(draw_for(bows[0], 300) < 0);
}
