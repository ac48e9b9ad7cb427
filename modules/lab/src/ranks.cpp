#include "ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace linghe::lab {
namespace {

std::vector<double> ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j < order.size() && values[order[j]] <= values[order[i]]) ++j;
        const double shared = (static_cast<double>(i) + static_cast<double>(j) + 1) / 2;
        for (; i < j; ++i) ranks[order[i]] = shared;
    }
    return ranks;
}

}  // namespace

std::optional<double> spearman(const Pairs& pairs) {
    if (pairs.size() < 3) return std::nullopt;
    std::vector<double> first, second;
    for (const auto& [a, b] : pairs) {
        first.push_back(a);
        second.push_back(b);
    }
    const auto x = ranks_of(first), y = ranks_of(second);
    const double middle = (static_cast<double>(pairs.size()) + 1) / 2;
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - middle) * (x[i] - middle);
        yy += (y[i] - middle) * (y[i] - middle);
        xy += (x[i] - middle) * (y[i] - middle);
    }
    if (xx <= 0 || yy <= 0) return std::nullopt;
    return xy / std::sqrt(xx * yy);
}

}  // namespace linghe::lab
