#include <doctest/doctest.h>

#include <cmath>

#include "field.hpp"
#include "linghe/morale/laws.hpp"

using namespace linghe;
using namespace linghe::morale;
using morale_test::shipped;

TEST_CASE("Contagion rests where the published equation rests") {
    // Absorption and unbiased amplification are at rest where a man feels what he is shown.
    for (float q = 0.0F; q <= 1.0F; q += 0.125F) {
        CHECK(ascribe_rate(q, q, 1.0F, 0.0F, 0.3F) == doctest::Approx(0.0));
        CHECK(ascribe_rate(q, q, 1.0F, 0.5F, 0.5F) == doctest::Approx(0.0));
        // A bias upward drives both by gamma eta q (1 - q), downward by as much the other way.
        CHECK(ascribe_rate(q, q, 0.8F, 0.5F, 1.0F) ==
              doctest::Approx(0.4 * static_cast<double>(q * (1.0F - q))));
        CHECK(ascribe_rate(q, q, 0.8F, 0.5F, 0.0F) ==
              doctest::Approx(-0.4 * static_cast<double>(q * (1.0F - q))));
    }
    // A point worked out by hand: q 0.2, q* 0.6, gamma 0.5, eta 0.5, beta 1: 0.5 (0.5 * 0.68 + 0.5 * 0.6 -
    // 0.2) = 0.22.
    CHECK(ascribe_rate(0.2F, 0.6F, 0.5F, 0.5F, 1.0F) == doctest::Approx(0.22));
}

TEST_CASE("Two men who only absorb meet in the middle") {
    float a = 0.1F, b = 0.9F;
    for (int i = 0; i < 400; ++i) {
        const float a0 = a;
        a = ascribe_step(a, b, 0.1F, 0.0F, 0.5F, 1.0F);
        b = ascribe_step(b, a0, 0.1F, 0.0F, 0.5F, 1.0F);
    }
    CHECK(a == doctest::Approx(0.5).epsilon(0.001));
    CHECK(b == doctest::Approx(0.5).epsilon(0.001));
}

TEST_CASE("Contagion never overshoots, however dense the crowd and long the step") {
    for (float gamma = 0.1F; gamma <= 8.0F; gamma += 0.3F) {
        const float up = ascribe_step(0.1F, 0.7F, gamma, 0.0F, 0.5F, 5.0F);
        CHECK(up >= 0.1F);
        CHECK(up <= 0.70001F);
        const float down = ascribe_step(0.9F, 0.2F, gamma, 0.5F, 0.5F, 5.0F);
        CHECK(down >= 0.19999F);
        CHECK(down <= 0.9F);
    }
}

TEST_CASE("The contagion step converges at first order to the exact answer") {
    // eta 0: q(t) = q* + (q0 - q*) exp(-gamma t).
    const double exact = 0.8 + (0.2 - 0.8) * std::exp(-0.3 * 10.0);
    const auto error = [&](int steps) {
        float q = 0.2F;
        for (int i = 0; i < steps; ++i)
            q = ascribe_step(q, 0.8F, 0.3F, 0.0F, 0.5F, 10.0F / static_cast<float>(steps));
        return std::abs(static_cast<double>(q) - exact);
    };
    CHECK(error(10) < 0.03);
    CHECK(error(20) / error(40) == doctest::Approx(2.0).epsilon(0.15));
}

TEST_CASE("Fear settles where what frightens and what calms balance") {
    float f = 0.0F;
    for (int i = 0; i < 5000; ++i) f = fear_step(f, 0.012F, 0.018F, 1.0F);
    CHECK(f == doctest::Approx(0.4).epsilon(0.001));
    // Second reference: the exact path f* (1 - exp(-(S+R) t)) within 2% at a step of one second.
    f = 0.0F;
    for (int i = 0; i < 30; ++i) f = fear_step(f, 0.012F, 0.018F, 1.0F);
    CHECK(f == doctest::Approx(0.4 * (1.0 - std::exp(-0.03 * 30.0))).epsilon(0.02));
    // Longer steps stay in bounds and near it.
    f = 0.0F;
    for (int i = 0; i < 6; ++i) f = fear_step(f, 0.012F, 0.018F, 5.0F);
    CHECK(f == doctest::Approx(0.4 * (1.0 - std::exp(-0.03 * 30.0))).epsilon(0.06));
    CHECK(fear_step(0.5F, 1000.0F, 0.0F, 5.0F) <= 1.0F);
    CHECK(fear_step(0.5F, 0.0F, 1000.0F, 5.0F) >= 0.0F);
}

TEST_CASE("The face follows the heart with its time constant") {
    float shown = 0.0F;
    for (int i = 0; i < 500; ++i)
        shown = shown_step(shown, 0.8F, 0.0F, 5.0F, 0.01F);  // 5 s: one time constant
    CHECK(shown == doctest::Approx(0.8 * (1.0 - std::exp(-1.0))).epsilon(0.01));
    for (int i = 0; i < 100; ++i) shown = shown_step(shown, 0.8F, 0.75F, 5.0F, 1.0F);
    CHECK(shown == doctest::Approx(0.2).epsilon(0.01));
}

TEST_CASE("Each reason to break multiplies the rate by its own factor") {
    const auto p = shipped();
    BreakView v;
    v.fear = p.break_fear_centre;
    const double base = static_cast<double>(break_rate(v, p));
    CHECK(base == doctest::Approx(static_cast<double>(p.break_rate_per_s)));
    const auto factor = [&](float BreakView::*part, float value) {
        BreakView w = v;
        w.*part = value;
        return std::log(static_cast<double>(break_rate(w, p)) / base);
    };
    CHECK(factor(&BreakView::loss_rate, 0.1F) ==
          doctest::Approx(0.1 * static_cast<double>(p.break_loss_rate)));
    CHECK(factor(&BreakView::losses, 0.2F) == doctest::Approx(0.2 * static_cast<double>(p.break_losses)));
    CHECK(factor(&BreakView::flank, 1.0F) == doctest::Approx(static_cast<double>(p.break_flank)));
    CHECK(factor(&BreakView::neighbours_fled, 0.5F) ==
          doctest::Approx(0.5 * static_cast<double>(p.break_neighbours)));
    CHECK(factor(&BreakView::cohesion, 1.0F) == doctest::Approx(-static_cast<double>(p.break_cohesion)));
    CHECK(factor(&BreakView::leader_near, 1.0F) ==
          doctest::Approx(-static_cast<double>(p.break_leader_near)));
    CHECK(factor(&BreakView::no_way, 1.0F) == doctest::Approx(-static_cast<double>(p.break_no_way)));
    CHECK(factor(&BreakView::at_all_cost, 1.0F) ==
          doctest::Approx(-static_cast<double>(p.break_at_all_cost)));
}

TEST_CASE("The hazard of surrender reproduces its chance per minute") {
    const auto p = shipped();
    for (float shut = 0.0F; shut <= 1.0F; shut += 0.25F) {
        YieldView v;
        v.surrounded = shut, v.log_odds = 1.4F, v.leaderless = 1.0F, v.loyalty = 0.5F;
        const double z = static_cast<double>(p.yield_base + p.yield_surrounded * shut + p.yield_odds * 1.4F +
                                             p.yield_leaderless + p.yield_quarter * p.quarter_expected -
                                             p.yield_loyalty * 0.5F);
        const double per_minute = 1.0 - std::exp(-60.0 * static_cast<double>(yield_rate(v, p)));
        CHECK(per_minute == doctest::Approx(1.0 / (1.0 + std::exp(-z))).epsilon(1e-3));
    }
}

TEST_CASE("Nobody rallies, turns or joins with the enemy at his back") {
    const auto p = shipped();
    const float chased = pursued(30.0F, p), free = pursued(200.0F, p);
    CHECK(chased == 1.0F);
    CHECK(free == 0.0F);
    CHECK(pursued(0.5F * (p.pursued_near_m + p.pursued_far_m), p) == doctest::Approx(0.5));
    CHECK(rally_rate(1.0F, chased, 1.0F, p) == 0.0F);
    CHECK(turn_rate(1.0F, 0.5F, chased, 1.0F, 1.0F, p) == 0.0F);
    CHECK(join_rate(chased, 1.0F, p) == 0.0F);
    CHECK(rally_rate(1.0F, free, 0.0F, p) ==
          doctest::Approx(static_cast<double>(p.rally_rate_per_min) / 60.0));
    CHECK(rally_rate(1.0F, free, 1.0F, p) > rally_rate(1.0F, free, 0.0F, p));
}

TEST_CASE("A man without fear comes to himself without help, a shaken one hardly") {
    const auto p = shipped();
    CHECK(self_possession(p.shaken_off, p) == doctest::Approx(static_cast<double>(p.rally_self_presence)));
    CHECK(self_possession(0.9F, p) == doctest::Approx(static_cast<double>(p.rally_self_presence)));
    CHECK(self_possession(0.0F, p) == doctest::Approx(1.0));
}

TEST_CASE("Rounding by dither keeps the mean of changes far below one unit") {
    for (const float change : {0.013F, 0.2F, -0.07F, -0.9F, 0.5F}) {
        std::int64_t sum = 0;
        for (std::int64_t n = 0; n < 10'000; ++n) sum += round_dithered(change, dither(n));
        CHECK(std::abs(static_cast<double>(sum) - 10'000.0 * static_cast<double>(change)) < 3.0);
    }
    CHECK(round_dithered(3.0F, 0.0F) == 3);
    CHECK(round_dithered(-3.0F, 0.0F) == -3);
}
