// The laws by which news changes a belief, as plain functions of numbers.
// Called by take_in and forget, and by tests.
// Never reads a table: what is believed goes in, what is believed after comes out.
#pragma once
#include <cstdint>

namespace linghe::belief {

// Bayes' rule in odds form: odds' = odds * L, L the likelihood ratio of the news (I. J. Good, Probability and
// the
// Weighing of Evidence (1950)). A place is a normal estimate; two that agree are joined by their precisions
// (D. V.
// Lindley, Bayesian Statistics (1972)). Forgetting is exponential towards ignorance. These constants are the
// laws'
// scale, not tunable strengths: those (the likelihoods, the half-life) come with the news or the call.

/// What an unknown subject's place is worth before any news: odds 1 to 4.
inline constexpr double kPriorOdds = 0.25;
/// Nobody is ever quite certain: odds are held within 1/500 .. 500.
inline constexpr double kMostOdds = 500.0;
/// How fast the spread of an unrenewed place grows, m/s: a body's drift over some minutes, between standing
/// and a trot.
inline constexpr double kDriftMPerS = 1.0;
inline constexpr double kMostSpreadM = 5000.0;
/// News older than what he has loses half its weight in this time, s.
inline constexpr double kStaleHalfLifeS = 300.0;

[[nodiscard]] double odds_of(double probability) noexcept;
[[nodiscard]] double probability_of(double odds) noexcept;
/// Probability after news of likelihood ratio `likelihood`, both 0..1.
[[nodiscard]] double bayes(double probability, double likelihood) noexcept;
/// Likelihood ratio of news that is `older_s` older than what he already has: 1 + (L - 1) 2^(-older / half-
/// life).
[[nodiscard]] double stale(double likelihood, double older_s) noexcept;

struct Estimate {
    double x_m = 0, y_m = 0, spread_m = 0;
};
/// Precision-weighted mean of two places; the spread of an exact one (0) is taken as 1 m.
[[nodiscard]] Estimate joined(const Estimate& a, const Estimate& b) noexcept;
/// True when b lies within twice the joint spread of a.
[[nodiscard]] bool agree(const Estimate& a, const Estimate& b) noexcept;

}  // namespace linghe::belief
