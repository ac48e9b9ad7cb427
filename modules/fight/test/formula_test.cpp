// The formulas against published figures and closed forms.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "lanchester_exact.hpp"
#include "linghe/fight/strokes.hpp"

using namespace linghe::fight;
using namespace lanchester;

namespace {

// Lanchester's laws: F. W. Lanchester, Aircraft in Warfare (1916), ch. V. Here only to test the step against.
Sides square_law(double a0, double b0, double rate_a, double rate_b, double t) {
    // dA/dt = -rate_b B, dB/dt = -rate_a A
    const double s = std::sqrt(rate_a * rate_b);
    return {a0 * std::cosh(s * t) - std::sqrt(rate_b / rate_a) * b0 * std::sinh(s * t),
            b0 * std::cosh(s * t) - std::sqrt(rate_a / rate_b) * a0 * std::sinh(s * t)};
}
Sides linear_law(double a0, double b0, double a, double t) {  // equal rates a: dA/dt = dB/dt = -a A B
    const double d = a0 - b0;
    const double now = d / (1 - b0 / a0 * std::exp(-a * d * t));
    return {now, now - d};
}
}  // namespace

TEST_CASE("The table of exact battles is what the recursion gives") {
    std::ifstream in(std::string(LINGHE_SOURCE_DIR) + "/modules/fight/test/data/lanchester_exact.csv");
    std::string line;
    int rows = 0;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::istringstream row(line);
        std::vector<std::string> c;
        for (std::string cell; std::getline(row, cell, ',');) c.push_back(cell);
        REQUIRE(c.size() == 10);
        const Sides m =
            markov(c[0] == "square", std::stoi(c[1]), std::stoi(c[2]), std::stod(c[3]), std::stod(c[4]));
        CHECK(m.a == doctest::Approx(std::stod(c[5])).epsilon(1e-8));
        CHECK(m.b == doctest::Approx(std::stod(c[6])).epsilon(1e-7));
        ++rows;
    }
    CHECK(rows == 20);
    CHECK(std::fabs(markov(true, 10, 8, 1, 1).a - 0.7914) < 0.002);
    CHECK(std::fabs(markov(true, 2, 1, 1, 1).a - 0.8333) < 0.002);
    CHECK(0.2 / (0.2 + 0.1) == doctest::Approx(0.667).epsilon(0.005));
}

TEST_CASE("Helmbold's law with w = 1/2 keeps its state equation") {
    // dx/dt = -a sqrt(x y), dy/dt = -b sqrt(x y): b (x0 - x) = a (y0 - y). R. L. Helmbold, CORG-SP-128 (1961).
    double x = 1000, y = 500, t = 0;
    const double a = 0.01, b = 0.02, dt = 1e-3;
    while (y > 250) {
        const double r = std::sqrt(x * y);
        x -= a * r * dt, y -= b * r * dt, t += dt;
    }
    CHECK(x == doctest::Approx(875.0).epsilon(0.005));
    CHECK(t == doctest::Approx(21.4).epsilon(0.005));
}

TEST_CASE("A point goes through armour by the log-normal law of its energy") {
    CHECK(through_chance(122, 120, 0.3) == doctest::Approx(0.52).epsilon(0.02));
    CHECK(std::fabs(through_chance(122, 120, 0.3) - 0.52) < 0.01);
    CHECK(std::fabs(through_chance(122, 175, 0.3) - 0.11) < 0.01);
    CHECK(through_chance(80, 80, 0.3) == doctest::Approx(0.5));
    CHECK(through_chance(0, 80, 0.3) == 0.0);
    CHECK(through_chance(10, 0, 0.3) == 1.0);
}

TEST_CASE("The normal law agrees with the tables") {
    CHECK(normal_cdf(0) == doctest::Approx(0.5).epsilon(1e-6));
    CHECK(normal_cdf(1) == doctest::Approx(0.8413447).epsilon(1e-6));
    CHECK(normal_cdf(-1.959964) == doctest::Approx(0.025).epsilon(1e-5));
}

TEST_CASE("A difference in skill gives the odds of Bradley, Terry and Elo") {
    CHECK(std::fabs(elo_chance(100) - 0.640) < 0.001);
    CHECK(std::fabs(elo_chance(200) - 0.760) < 0.001);
    CHECK(std::fabs(elo_chance(400) - 0.909) < 0.001);
    CHECK(elo_chance(77) + elo_chance(-77) == doctest::Approx(1.0));
}

TEST_CASE("A couched lance at a canter carries 150 to 250 joules") {
    CHECK(charge_energy_j(6, 7.5) > 150);
    CHECK(charge_energy_j(6, 9) < 250);
    CHECK(charge_energy_j(6, -3) == 0.0);
}

TEST_CASE("A man of 85 kg keeps his feet at half a square metre per second of depth times current") {
    CHECK(stability_m2_s(85, 0.0051, 0.1) == doctest::Approx(0.5335).epsilon(1e-6));
}

TEST_CASE("Lanchester's laws in closed form give the textbook figures") {
    CHECK(square_law(1000, 800, 0.01, 0.01, 10).a == doctest::Approx(924.87).epsilon(1e-4));
    CHECK(square_law(1000, 800, 0.01, 0.01, 10).b == doctest::Approx(703.84).epsilon(1e-4));
    CHECK(square_law(1000, 800, 0.01, 0.01, 109.861).a == doctest::Approx(600.0).epsilon(1e-4));
    CHECK(square_law(2000, 1000, 0.01, 0.02, 10).a == doctest::Approx(1819.37).epsilon(1e-4));
    CHECK(square_law(2000, 1000, 0.01, 0.02, 10).b == doctest::Approx(809.35).epsilon(1e-4));
    CHECK(linear_law(1000, 800, 1e-5, 100).a == doctest::Approx(579.68).epsilon(1e-4));
    CHECK(linear_law(1000, 800, 1e-5, 100).b == doctest::Approx(379.68).epsilon(1e-4));
    CHECK(one_at_a_time(10, 10, 0.6) == doctest::Approx(0.8139).epsilon(1e-4));
}
