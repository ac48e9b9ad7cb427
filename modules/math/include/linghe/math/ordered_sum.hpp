// What: floating sums whose answer does not depend on threads: chunks of 1024, added in the order of chunks.
// Who: serial code here; jobs/ordered_sum.hpp has the parallel twin with the same answer to the bit.
// Never: changes kSumChunk, which is part of the determinism contract.
#pragma once

#include <cstddef>
#include <span>

namespace linghe::math {

inline constexpr std::size_t kSumChunk = 1024;

/// Sum of one chunk, first to last, in double.
template <class T>
constexpr double chunk_sum(std::span<const T> values) noexcept {
    double sum = 0.0;
    for (const T v : values) sum += static_cast<double>(v);
    return sum;
}

template <class T>
constexpr double ordered_sum(std::span<const T> values) noexcept {
    double total = 0.0;
    for (std::size_t begin = 0; begin < values.size(); begin += kSumChunk) {
        const std::size_t n = values.size() - begin < kSumChunk ? values.size() - begin : kSumChunk;
        total += chunk_sum(values.subspan(begin, n));
    }
    return total;
}
constexpr double ordered_sum(std::span<const float> values) noexcept { return ordered_sum<float>(values); }
constexpr double ordered_sum(std::span<const double> values) noexcept { return ordered_sum<double>(values); }

}  // namespace linghe::math
