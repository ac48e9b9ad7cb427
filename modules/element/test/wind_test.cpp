#include <cmath>

#include "air.hpp"
#include "linghe/math/detmath.hpp"

using air::Field;
using namespace linghe;

TEST_CASE("A south wind blows north, a west wind east") {
    Field south(1000, 1000, 5.0F, 180.0F), west(1000, 1000, 5.0F, 270.0F);
    const auto a = element::mean_wind(south.model, 0), b = element::mean_wind(west.model, 0);
    CHECK(a.x_m_s == doctest::Approx(0).epsilon(1e-9));
    CHECK(a.y_m_s == doctest::Approx(5.0));
    CHECK(b.x_m_s == doctest::Approx(5.0));
    CHECK(std::abs(b.y_m_s) < 1e-9);
}

TEST_CASE("Between two legs the wind grows steadily and turns the shorter way") {
    Field f(1000, 1000, 5.0F, 350.0F);
    f.model.wind.push_back({6000, 9.0F, 10.0F});
    const auto half = element::mean_wind(f.model, 3000);
    CHECK(std::sqrt(half.x_m_s * half.x_m_s + half.y_m_s * half.y_m_s) == doctest::Approx(7.0));
    CHECK(half.y_m_s == doctest::Approx(-7.0));  // from due north
    CHECK(element::mean_wind(f.model, 60'000).x_m_s ==
          doctest::Approx(-9.0 * std::sin(10.0 * 3.14159265358979 / 180.0)));
}

TEST_CASE("Gusts scatter about the mean with the stated deviation and fade over the stated time") {
    Field f(1000, 1000, 5.0F, 180.0F);
    f.model.seed = 7;
    const int n = 6000, lag = static_cast<int>(f.model.parameters.element.gust_time_s);
    std::vector<double> g(n);
    for (int t = 0; t < n; ++t) g[static_cast<std::size_t>(t)] = element::gust(f.model, t * 10, 0);
    double mean = 0, square = 0, lagged = 0;
    for (int t = 0; t < n; ++t) mean += g[static_cast<std::size_t>(t)] / n;
    for (int t = 0; t < n; ++t)
        square += (g[static_cast<std::size_t>(t)] - mean) * (g[static_cast<std::size_t>(t)] - mean) / n;
    for (int t = 0; t + lag < n; ++t) {
        lagged += (g[static_cast<std::size_t>(t)] - mean) * (g[static_cast<std::size_t>(t + lag)] - mean) /
                  (n - lag);
    }
    // 6,000 s hold 150 independent gusts of 2 x 20 s: standard error of the deviation 6 %, of the correlation
    // 0.08.
    CHECK(std::abs(mean) < 0.25);
    CHECK(std::sqrt(square) == doctest::Approx(1.0).epsilon(0.15));
    CHECK(lagged / square == doctest::Approx(std::exp(-1.0)).epsilon(0.45));
}

TEST_CASE("A gust depends on its second alone, not on who asked before") {
    Field f(1000, 1000, 5.0F, 180.0F);
    const double late = element::gust(f.model, 5000, 0);
    (void)element::gust(f.model, 10, 0);
    CHECK(element::gust(f.model, 5000, 0) == late);
    CHECK(element::gust(f.model, 5009, 0) == late);
    CHECK(element::gust(f.model, 5010, 0) != late);
    CHECK(element::gust(f.model, 5000, 1) != late);
}

TEST_CASE("An intervention holds the wind where it was set") {
    Field f(1000, 1000, 5.0F, 180.0F);
    f.start();
    f.world.clock.wind_set[0] = 1;
    f.world.clock.set_x_mm_s[0] = -3000;
    f.world.clock.set_y_mm_s[0] = 0;
    f.run(1);
    CHECK(f.world.clock.wind_x_mm_s[0] == -3000);
    CHECK(f.world.clock.wind_y_mm_s[0] == 0);
}

TEST_CASE("Without wind the air stands still") {
    Field f(1000, 1000, 5.0F, 180.0F);
    f.model.without = static_cast<std::uint32_t>(model::Without::wind);
    f.start();
    CHECK(f.world.clock.wind_y_mm_s[0] == 0);
}
