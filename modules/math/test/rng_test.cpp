#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "linghe/base/hash.hpp"
#include "linghe/math/rng.hpp"

using namespace linghe;
using math::Purpose;
using math::Rng;

namespace {

constexpr int kSide = 256;  // a lattice of 256 men by 256 ticks

// Sum of (found - expected)^2 / expected over 256 bins of one byte of the draw.
template <class Draw>
double chi_square(Draw&& draw, int shift) {
    std::vector<int> bins(256, 0);
    for (std::uint32_t man = 0; man < kSide; ++man) {
        for (int tick = 0; tick < kSide; ++tick) ++bins[(draw(man, tick) >> shift) & 255];
    }
    double sum = 0;
    for (const int found : bins) sum += (found - 256.0) * (found - 256.0) / 256.0;
    return sum;
}
// Correlation of the draw at (man, tick) with that at (man + lag_man, tick + lag_tick); standard error 1/256.
template <class Draw>
double correlation(Draw&& draw, int lag_man, int lag_tick) {
    double sum = 0;
    for (int man = 0; man < kSide; ++man) {
        for (int tick = 0; tick < kSide; ++tick) {
            const double a = draw(static_cast<std::uint32_t>(man), tick) * 0x1p-32 - 0.5;
            const double b = draw(static_cast<std::uint32_t>(man + lag_man), tick + lag_tick) * 0x1p-32 - 0.5;
            sum += a * b;
        }
    }
    return sum * 12.0 / (kSide * kSide);
}
// 255 degrees of freedom: mean 255, standard deviation 22.6. Some 600 numbers are judged by fixed seeds; five
// standard deviations leave a right generator a chance of 1 in 3000 to have failed when the seed was chosen.
constexpr double kChiLow = 255 - 5 * 22.6;
constexpr double kChiHigh = 255 + 6 * 22.6;
constexpr double kCorrelation = 5.0 / 256;

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// Largest distance of the empirical distribution from cdf, times sqrt(n); above 1.95 with chance 0.001.
template <class Cdf>
double kolmogorov(std::vector<double> values, Cdf&& cdf) {
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double p = cdf(values[i]);
        worst = std::max(
            {worst, std::abs(p - static_cast<double>(i) / n), std::abs(p - static_cast<double>(i + 1) / n)});
    }
    return worst * std::sqrt(n);
}

}  // namespace

TEST_CASE("Philox gives the known answers of its authors") {
    using Four = std::array<std::uint32_t, 4>;
    static_assert(math::philox4x32_10({0, 0, 0, 0}, {0, 0}) ==
                  Four{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
    constexpr std::uint32_t f = 0xffffffffu;
    static_assert(math::philox4x32_10({f, f, f, f}, {f, f}) ==
                  Four{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu});
    static_assert(math::philox4x32_10({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u},
                                      {0xa4093822u, 0x299f31d0u}) ==
                  Four{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u});
    CHECK(math::philox4x32_10({0, 0, 0, 0}, {0, 0})[0] == 0x6627e8d5u);
}

TEST_CASE("The numbers of purposes are fixed, and none is given twice") {
    std::set<std::uint16_t> seen;
    std::uint64_t pinned = 0;
    for (const Purpose p : math::kPurposes) {
        CHECK(seen.insert(static_cast<std::uint16_t>(p)).second);
        if (static_cast<int>(p) <= 100) pinned = base::hash_mix(pinned, static_cast<std::uint64_t>(p));
    }
    CHECK(static_cast<int>(Purpose::break_threshold) == 11);
    CHECK(static_cast<int>(Purpose::wade_threshold) == 71);
    CHECK(static_cast<int>(Purpose::batch_seed) == 100);
    CHECK(static_cast<int>(Purpose::test) == 900);
    CHECK(seen.size() >= 32);
}

TEST_CASE("A draw is a pure function of its address, and every part of the address counts") {
    const Rng rng{20240917};
    const auto here = rng.u32(7, 900, Purpose::blow, 3, 11);
    CHECK(here == rng.u32(7, 900, Purpose::blow, 3, 11));
    CHECK(here != rng.u32(8, 900, Purpose::blow, 3, 11));
    CHECK(here != rng.u32(7, 901, Purpose::blow, 3, 11));
    CHECK(here != rng.u32(7, 900, Purpose::bout, 3, 11));
    CHECK(here != rng.u32(7, 900, Purpose::blow, 4, 11));
    CHECK(here != rng.u32(7, 900, Purpose::blow, 3, 12));
    CHECK(here != rng.u32(7, 900 + (base::Tick{1} << 32), Purpose::blow, 3, 11));
    CHECK(here != Rng{20240918}.u32(7, 900, Purpose::blow, 3, 11));
    CHECK(here != Rng{20240917 + (std::uint64_t{1} << 32)}.u32(7, 900, Purpose::blow, 3, 11));
    CHECK(rng.run_seed(731) == Rng{20240917}.run_seed(731));
    CHECK(rng.run_seed(731) != rng.run_seed(732));
    // Pinned: another answer here means that every battle on record has changed.
    CHECK(Rng{1}.u32(2, 3, Purpose::test, 4, 5) ==
          math::philox4x32_10({2, 3, (900u << 16) | 4, 5}, {1, 0})[0]);
}

TEST_CASE(
    "For every purpose the draws are even over men and ticks, and neighbours know nothing of each other") {
    const Rng rng{1631};
    for (const Purpose p : math::kPurposes) {
        CAPTURE(static_cast<int>(p));
        const auto draw = [&](std::uint32_t man, int tick) { return rng.u32(man, tick, p); };
        for (const int shift : {0, 8, 24}) {
            const double chi = chi_square(draw, shift);
            CHECK(chi > kChiLow);
            CHECK(chi < kChiHigh);
        }
        for (const auto& [man, tick] :
             {std::pair{1, 0}, {0, 1}, {1, 1}, {0, 5}, {7, 0}, {64, 0}, {0, 50}, {1, -1}}) {
            CHECK(std::abs(correlation(draw, man, tick)) < kCorrelation);
        }
    }
}

TEST_CASE("Purposes, indices, partners and seeds are strangers to each other") {
    const auto pair_up = [](auto&& a, auto&& b) {
        double sum = 0;
        for (std::uint32_t man = 0; man < kSide; ++man) {
            for (int tick = 0; tick < kSide; ++tick) {
                sum += (a(man, tick) * 0x1p-32 - 0.5) * (b(man, tick) * 0x1p-32 - 0.5);
            }
        }
        return std::abs(sum * 12.0 / (kSide * kSide));
    };
    const Rng rng{1642};
    const auto base_draw = [&](std::uint32_t m, int t) { return rng.u32(m, t, Purpose::blow); };
    for (const Purpose p : math::kPurposes) {
        if (p == Purpose::blow) continue;
        CHECK(pair_up(base_draw, [&](std::uint32_t m, int t) { return rng.u32(m, t, p); }) < kCorrelation);
    }
    for (const auto k : std::initializer_list<std::uint16_t>{1, 2, 3, 255, 65535}) {
        CHECK(pair_up(base_draw, [&](std::uint32_t m, int t) { return rng.u32(m, t, Purpose::blow, k); }) <
              kCorrelation);
    }
    for (const std::uint32_t with : {1u, 2u, 1000u, 0x80000000u}) {
        CHECK(pair_up(base_draw, [&](std::uint32_t m, int t) {
                  return rng.u32(m, t, Purpose::blow, 0, with);
              }) < kCorrelation);
    }
    for (const std::uint64_t seed : {1643u, 0u, 1642u ^ 0x80000000u}) {
        CHECK(pair_up(base_draw, [&](std::uint32_t m, int t) { return Rng{seed}.u32(m, t, Purpose::blow); }) <
              kCorrelation);
    }
}

TEST_CASE("The tests of evenness do reject a poor generator") {
    const auto poor = [](std::uint32_t man, int tick) {
        return (man * 2654435761u) ^ (static_cast<std::uint32_t>(tick) * 40503u);
    };
    const double chi = chi_square(poor, 24);
    bool caught = chi < kChiLow || chi > kChiHigh;
    CHECK(caught);
    CHECK(std::abs(correlation(poor, 0, 1)) > kCorrelation);
}

TEST_CASE("A uniform draw is never 0 or 1 and its mean is one half") {
    static_assert(static_cast<float>(((0xffffffffu >> 9) << 1) | 1u) * 0x1p-24f < 1.0f);
    const Rng rng{3};
    std::vector<double> values;
    double sum = 0;
    for (std::uint32_t i = 0; i < 200000; ++i) {
        const float u = rng.uniform(i, 0, Purpose::test);
        const double d = rng.uniform64(i, 0, Purpose::test, 1);
        REQUIRE(u > 0.0f);
        REQUIRE(u < 1.0f);
        REQUIRE(d > 0.0);
        REQUIRE(d < 1.0);
        values.push_back(static_cast<double>(u));
        sum += d;
    }
    CHECK(std::abs(sum / 200000 - 0.5) < 4 * 0.2887 / std::sqrt(200000.0));
    CHECK(kolmogorov(values, [](double x) { return x; }) < 1.95);
}

TEST_CASE("Normal and exponential draws follow their laws") {
    const Rng rng{4};
    std::vector<double> normal;
    std::vector<double> exponential;
    for (std::uint32_t i = 0; i < 200000; ++i) {
        normal.push_back(static_cast<double>(rng.normal(i, 5, Purpose::test)));
        exponential.push_back(static_cast<double>(rng.exponential(i, 6, Purpose::test)));
        REQUIRE(exponential.back() > 0.0);
    }
    CHECK(kolmogorov(normal, normal_cdf) < 1.95);
    CHECK(kolmogorov(exponential, [](double x) { return 1.0 - std::exp(-x); }) < 1.95);
    CHECK(kolmogorov(normal, [](double x) { return normal_cdf(x * 1.03); }) >
          1.95);  // 3% narrower is noticed
}

TEST_CASE("The quantiles of the normal law are those of the tables") {
    CHECK(math::normal_quantile(0.5) == 0.0);
    CHECK(math::normal_quantile(0.975) == doctest::Approx(1.959963984540054).epsilon(2e-7));
    CHECK(math::normal_quantile(0.8) == doctest::Approx(0.8416212335729143).epsilon(2e-7));
    CHECK(math::normal_quantile(1e-5) == doctest::Approx(-4.264890793922825).epsilon(2e-7));
    CHECK(math::normal_quantile(1e-12) == doctest::Approx(-7.034483825301131).epsilon(2e-7));
    double before = -100;
    for (int i = 1; i < 200000; ++i) {  // monotone, also across the seams of the approximation
        const double x = math::normal_quantile(i / 200000.0);
        if (!(x > before)) FAIL("not monotone at " << i);
        before = x;
    }
}

TEST_CASE("Dice of n sides fall evenly, and chances hold at their ends") {
    const Rng rng{5};
    for (const std::uint32_t n : {2u, 6u, 7u, 100u}) {
        std::vector<int> found(n, 0);
        for (std::uint32_t i = 0; i < 100000; ++i) {
            const std::uint32_t r = rng.below(n, i, 0, Purpose::test);
            REQUIRE(r < n);
            ++found[r];
        }
        double chi = 0;
        const double expected = 100000.0 / n;
        for (const int f : found) chi += (f - expected) * (f - expected) / expected;
        CHECK(chi < (n - 1) + 5 * std::sqrt(2.0 * (n - 1)) + 8);
    }
    CHECK(rng.below(0, 1, 1, Purpose::test) == 0);
    CHECK(rng.below(1, 1, 1, Purpose::test) == 0);
    int hits = 0;
    for (std::uint32_t i = 0; i < 100000; ++i) {
        hits += rng.chance(0.03, i, 0, Purpose::test);
        REQUIRE(!rng.chance(0.0, i, 0, Purpose::test));
        REQUIRE(!rng.chance(-1.0, i, 0, Purpose::test));
        REQUIRE(!rng.chance(std::nan(""), i, 0, Purpose::test));
        REQUIRE(rng.chance(1.0, i, 0, Purpose::test));
    }
    CHECK(std::abs(hits - 3000) < 4 * 54);
}
