// What: the parallel twin of math/ordered_sum.hpp: the same sum to the bit, for any number of threads.
// Who: L2 to L4, for sums in floating point over long columns.
// Never: another chunk size than math::kSumChunk.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linghe/jobs/jobs.hpp"
#include "linghe/math/ordered_sum.hpp"

namespace linghe::jobs {

/// `part` is scratch, grown to the number of chunks and kept by the caller to spare allocations.
template <class T>
double ordered_sum(Jobs& jobs, std::span<const T> values, std::vector<double>& part) {
    const std::size_t chunks = chunks_of(values.size(), math::kSumChunk);
    if (part.size() < chunks) part.resize(chunks);
    jobs.for_chunks(values.size(), math::kSumChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        part[c] = math::chunk_sum(values.subspan(begin, end - begin));
    });
    double total = 0.0;
    for (std::size_t c = 0; c < chunks; ++c) total += part[c];
    return total;
}
template <class T>
double ordered_sum(Jobs& jobs, std::span<const T> values) {
    std::vector<double> part;
    return ordered_sum(jobs, values, part);
}
inline double ordered_sum(Jobs& jobs, std::span<const float> values) {
    return ordered_sum<float>(jobs, values);
}
inline double ordered_sum(Jobs& jobs, std::span<const double> values) {
    return ordered_sum<double>(jobs, values);
}

}  // namespace linghe::jobs
