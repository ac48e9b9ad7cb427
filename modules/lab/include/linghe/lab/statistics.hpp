// Statistics of a batch: means, medians and shares with their intervals, and paired differences.
// Used by summary.hpp and tests.
// Never an interval where there are too few runs for it: it is absent then, not guessed.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace linghe::lab {

struct Interval {
    double low = 0, high = 0;
};

/// Mean with Student's t interval. Source: W. S. Gosset ("Student"), The probable error of a mean,
/// Biometrika 6 (1908) 1-25.
/// Exact for normal data, good for means of some ten runs or more; absent for n < 2.
struct MeanOf {
    std::size_t n = 0;
    double mean = 0, sd = 0;
    std::optional<Interval> interval;
};
[[nodiscard]] MeanOf mean_of(const std::vector<double>& values, double level = 0.95);

/// Median with the interval between order statistics, which holds for any distribution: [x(k), x(n+1-k)]
/// with the
/// largest k such that P(Bin(n, 1/2) < k) <= (1 - level) / 2. Source: H. A. David and H. N. Nagaraja, Order
/// Statistics, 3rd
/// ed. (Wiley 2003), section 7.1. Absent where no k will do (n < 6 at 95%). `coverage`: what it covers at
/// least.
struct MedianOf {
    std::size_t n = 0;
    double median = 0, low = 0, high = 0;  ///< low, high: smallest and largest value
    std::optional<Interval> interval;
    double coverage = 0;
};
[[nodiscard]] MedianOf median_of(std::vector<double> values, double level = 0.95);

/// Share of runs with the interval of C. J. Clopper and E. S. Pearson, The use of confidence or fiducial
/// limits,
/// Biometrika 26 (1934) 404-413: covers at least `level` for every true share. Absent for n = 0.
struct ShareOf {
    std::size_t n = 0, yes = 0;
    double share = 0;
    std::optional<Interval> interval;
};
[[nodiscard]] ShareOf share_of(std::size_t yes, std::size_t n, double level = 0.95);

/// Differences of pairs that share their luck: mean and median with intervals, how many are above, below
/// and at zero, and
/// the two-sided sign test (chance of signs at least so one-sided when neither is likelier).
struct PairedOf {
    MeanOf mean;
    MedianOf median;
    std::size_t above = 0, below = 0, equal = 0;
    std::optional<double> sign_p;  ///< absent when no pair differs
};
[[nodiscard]] PairedOf paired_of(const std::vector<double>& differences, double level = 0.95);

}  // namespace linghe::lab
