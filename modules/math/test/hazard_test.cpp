#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "linghe/math/hazard.hpp"

using namespace linghe;
using math::Purpose;
using math::Rng;

namespace {

constexpr std::uint32_t kMen = 40000;
constexpr int kHorizonS = 600;

// The second at which each man breaks (multiples of dt), or -1, under rate(t) per second.
template <class Rate>
std::vector<double> breaking_times(Rate&& rate, double dt_s, bool fine) {
    const Rng rng{1642};
    std::vector<double> out(kMen, -1.0);
    const int steps = static_cast<int>(std::lround(kHorizonS / dt_s));
    for (std::uint32_t man = 0; man < kMen; ++man) {
        const std::uint32_t threshold =
            fine ? math::exponential_threshold_q24(rng, man, Purpose::break_threshold, 0)
                 : math::exponential_threshold_q16(rng, man, Purpose::break_threshold, 0);
        std::uint32_t integral = 0;
        for (int s = 0; s < steps; ++s) {
            const auto r = static_cast<float>(rate((s + 0.5) * dt_s));
            const auto dt = static_cast<float>(dt_s);
            const bool now = fine ? math::hazard_step_q24(integral, r, dt, threshold)
                                  : math::hazard_step(integral, r, dt, threshold);
            if (now) {
                out[man] = (s + 1) * dt_s;
                break;
            }
        }
    }
    return out;
}

// Kolmogorov's distance at the whole multiples of 5 s (which all steps share), times sqrt(n).
template <class Survival>
double distance(const std::vector<double>& times, Survival&& survival) {
    double worst = 0;
    for (int t = 5; t <= kHorizonS; t += 5) {
        double alive = 0;
        for (const double b : times) alive += b < 0 || b > t + 1e-6;
        worst = std::max(worst, std::abs(alive / kMen - survival(t)));
    }
    return worst * std::sqrt(static_cast<double>(kMen));
}

}  // namespace

TEST_CASE("Men break by the exponential law, whatever the step") {
    const double rate = 0.02;
    for (const double dt : {0.1, 0.5, 5.0}) {
        CAPTURE(dt);
        const auto times = breaking_times([=](double) { return rate; }, dt, false);
        CHECK(distance(times, [=](double t) { return std::exp(-rate * t); }) < 1.95);
        // The mean of men who break within the horizon; steps end late by dt/2 in the mean.
        double sum = 0;
        double broken = 0;
        for (const double t : times) {
            if (t < 0) continue;
            sum += t;
            ++broken;
        }
        CHECK(broken == doctest::Approx(kMen).epsilon(1e-4));
        CHECK(std::abs(sum / broken - dt / 2 - 1 / rate) < 4 * 50 / std::sqrt(double{kMen}));
        CHECK(distance(times, [=](double t) { return std::exp(-1.03 * rate * t); }) > 1.95);  // 3% is noticed
    }
}

TEST_CASE("A slow hazard needs the fine unit, and has it") {
    const double rate = 2e-4;  // one man in nine over ten minutes
    for (const double dt : {0.1, 0.5, 5.0}) {
        CAPTURE(dt);
        const auto times = breaking_times([=](double) { return rate; }, dt, true);
        CHECK(distance(times, [=](double t) { return std::exp(-rate * t); }) < 1.95);
    }
    // What the header warns of: in q16 and steps of 0.1 s this rate is rounded from 1.31 units to 1.
    const auto coarse = breaking_times([=](double) { return rate; }, 0.1, false);
    CHECK(distance(coarse, [=](double t) { return std::exp(-rate * t); }) > 1.95);
}

TEST_CASE("Under a changing danger survival is the exponential of the integral") {
    const auto rate = [](double t) { return t < 100 ? 0.001 : (t < 200 ? 0.03 : 0.004); };
    const auto survival = [](double t) {
        return std::exp(-(0.001 * std::min(t, 100.0) + 0.03 * std::clamp(t - 100, 0.0, 100.0) +
                          0.004 * std::max(t - 200, 0.0)));
    };
    for (const double dt : {0.5, 5.0}) CHECK(distance(breaking_times(rate, dt, true), survival) < 1.95);
}

TEST_CASE("The same man breaks at the same moment under any step, but for the step's own length") {
    const auto rate = [](double) { return 0.02; };
    const auto fine = breaking_times(rate, 0.1, true);
    const auto half = breaking_times(rate, 0.5, true);
    const auto five = breaking_times(rate, 5.0, true);
    for (std::uint32_t man = 0; man < kMen; ++man) {
        if (fine[man] < 0 || five[man] < 0) continue;
        REQUIRE(half[man] - fine[man] > -0.11);
        REQUIRE(half[man] - fine[man] < 0.51);
        REQUIRE(five[man] - fine[man] > -0.11);
        REQUIRE(five[man] - fine[man] < 5.01);
    }
}

TEST_CASE("A neighbour's danger leaves a man's threshold as it was, and a new spell draws anew") {
    const Rng rng{7};
    const auto first = math::exponential_threshold_q16(rng, 12, Purpose::break_threshold, 0);
    CHECK(first == math::exponential_threshold_q16(rng, 12, Purpose::break_threshold, 0));
    CHECK(first != math::exponential_threshold_q16(rng, 12, Purpose::break_threshold, 1));
    CHECK(first != math::exponential_threshold_q16(rng, 12, Purpose::rally_threshold, 0));
    CHECK(first != math::exponential_threshold_q16(rng, 13, Purpose::break_threshold, 0));
    // The two units of one draw tell the same threshold.
    const auto fine = math::exponential_threshold_q24(rng, 12, Purpose::break_threshold, 0);
    CHECK(std::abs(fine / 16777216.0 - first / 65536.0) < 1.0 / 65536);
}

TEST_CASE("A step adds the nearest unit of danger, not the one below") {
    std::uint32_t integral = 0;
    math::hazard_step(integral, 1.0f, 0.7f / 65536, 100);
    CHECK(integral == 1);
    math::hazard_step(integral, 1.0f, 2.4f / 65536, 100);
    CHECK(integral == 3);
    std::uint32_t fine = 0;
    math::hazard_step_q24(fine, 0.5f, 0.1f, 0xffffffffu);
    CHECK(fine == 838861);  // 0.05 * 2^24 = 838860.8
}

TEST_CASE("Without danger nobody breaks, and no number however mad does harm") {
    const Rng rng{9};
    for (std::uint32_t man = 0; man < 100000; ++man) {
        REQUIRE(math::exponential_threshold_q16(rng, man, Purpose::test, 0) >= 1);
    }
    std::uint32_t integral = 0;
    for (int i = 0; i < 1000; ++i) CHECK(!math::hazard_step(integral, 0.0f, 0.1f, 1));
    CHECK(!math::hazard_step(integral, -5.0f, 0.1f, 1));
    CHECK(!math::hazard_step(integral, std::nanf(""), 0.1f, 1));
    CHECK(integral == 0);
    CHECK(math::hazard_step(integral, 1e30f, 1e5f, 0xffffffffu));
    CHECK(integral == 0xffffffffu);
    CHECK(math::hazard_step(integral, 1.0f, 1.0f, 0xffffffffu));  // saturated, it stays crossed
    CHECK(math::hazard_step(integral, 0.0f, 1.0f, 5));
}

TEST_CASE("Asked whether he breaks, a man answers as his threshold does, to the last unit of danger") {
    const Rng rng{31};
    for (std::uint32_t man = 0; man < 20000; ++man) {
        const std::uint32_t at = math::exponential_threshold_q16(rng, man, Purpose::test, 3);
        REQUIRE(!math::reaches_threshold_q16(rng, man, Purpose::test, 3, at - 1));
        REQUIRE(math::reaches_threshold_q16(rng, man, Purpose::test, 3, at));
        REQUIRE(math::reaches_threshold_q16(rng, man, Purpose::test, 3, 0xffffffffu));
        for (std::uint32_t danger = 0; danger < 200'000; danger += 9'973)
            REQUIRE(math::reaches_threshold_q16(rng, man, Purpose::test, 3, danger) == (danger >= at));
    }
}
