// Rank correlation of pairs of numbers.
// Used by the observers of this room and its tests.
// Never a correlation of fewer than three pairs, nor where one side does not vary.
#pragma once
#include <optional>
#include <utility>
#include <vector>

namespace linghe::lab {

using Pairs = std::vector<std::pair<double, double>>;

/// Spearman's rank correlation, -1 .. 1; ties share their mean rank. Source: C. Spearman, The proof and measurement of
/// association between two things, Am. J. Psychol. 15 (1904) 72-101. Absent below three pairs and without variation.
[[nodiscard]] std::optional<double> spearman(const Pairs& pairs);

}  // namespace linghe::lab
