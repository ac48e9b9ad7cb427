// Holes of a grid: found as connected pieces, filled by a membrane; and the largest rectangle without any.
#include "holes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace linghe::atlas {

Holes find_holes(const Grid& h, std::int64_t nx, std::int64_t ny) {
    Holes holes;
    std::vector<std::uint8_t> seen(h.size(), 0);
    std::vector<std::size_t> stack;
    for (std::size_t c = 0; c < h.size(); ++c) {
        if (!std::isnan(h[c]) || seen[c] != 0) continue;
        std::size_t size = 0;
        seen[c] = 1;
        stack.push_back(c);
        while (!stack.empty()) {
            const std::size_t here = stack.back();
            stack.pop_back();
            ++size;
            const auto x = static_cast<std::int64_t>(here) % nx, y = static_cast<std::int64_t>(here) / nx;
            for (const auto& [dx, dy] :
                 {std::pair{1, 0}, std::pair{-1, 0}, std::pair{0, 1}, std::pair{0, -1}}) {
                if (x + dx < 0 || y + dy < 0 || x + dx >= nx || y + dy >= ny) continue;
                const auto n = static_cast<std::size_t>((y + dy) * nx + x + dx);
                if (seen[n] == 0 && std::isnan(h[n])) seen[n] = 1, stack.push_back(n);
            }
        }
        holes.cells += size, ++holes.pieces;
        if (size > holes.largest) holes.largest = size, holes.largest_at = c;
    }
    return holes;
}

namespace {

/// Mean of the neighbours that have a height; NaN when none has.
float mean_around(const Grid& h, std::size_t c, std::int64_t nx, std::int64_t ny) {
    const auto x = static_cast<std::int64_t>(c) % nx, y = static_cast<std::int64_t>(c) / nx;
    double sum = 0;
    int n = 0;
    for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{-1, 0}, std::pair{0, 1}, std::pair{0, -1}}) {
        if (x + dx < 0 || y + dy < 0 || x + dx >= nx || y + dy >= ny) continue;
        const float v = h[static_cast<std::size_t>((y + dy) * nx + x + dx)];
        if (!std::isnan(v)) sum += static_cast<double>(v), ++n;
    }
    return n > 0 ? static_cast<float>(sum / n) : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

void fill_holes(Grid& h, std::int64_t nx, std::int64_t ny) {
    std::vector<std::size_t> holes, waiting, rest;
    for (std::size_t c = 0; c < h.size(); ++c)
        if (std::isnan(h[c])) holes.push_back(c);
    if (holes.size() == h.size()) return;
    // From the rim inwards, ring by ring: a start for the relaxation.
    waiting = holes;
    std::vector<std::pair<std::size_t, float>> ring;
    while (!waiting.empty()) {
        ring.clear(), rest.clear();
        for (const std::size_t c : waiting) {
            const float v = mean_around(h, c, nx, ny);
            if (std::isnan(v))
                rest.push_back(c);
            else
                ring.emplace_back(c, v);
        }
        for (const auto& [c, v] : ring) h[c] = v;
        waiting.swap(rest);
    }
    constexpr int kMostSweeps = 4000;
    constexpr double kStillM = 0.0005, kOver = 1.8;  // over-relaxation, D. Young (Trans. AMS 76 (1954) 92)
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        double most = 0;
        for (const std::size_t c : holes) {
            const double step =
                kOver * (static_cast<double>(mean_around(h, c, nx, ny)) - static_cast<double>(h[c]));
            h[c] = static_cast<float>(static_cast<double>(h[c]) + step);
            most = std::max(most, std::fabs(step));
        }
        if (most < kStillM) break;
    }
}

std::array<std::int64_t, 4> largest_rectangle(const std::vector<std::uint8_t>& good, std::int64_t nx,
                                              std::int64_t ny) {
    std::vector<std::int64_t> height(static_cast<std::size_t>(nx) + 1, 0), stack;
    std::array<std::int64_t, 4> best{};
    std::int64_t most = 0;
    for (std::int64_t y = 0; y < ny; ++y) {
        for (std::int64_t x = 0; x < nx; ++x) {
            auto& h = height[static_cast<std::size_t>(x)];
            h = good[static_cast<std::size_t>(y * nx + x)] != 0 ? h + 1 : 0;
        }
        stack.clear();
        for (std::int64_t x = 0; x <= nx; ++x) {
            while (!stack.empty() &&
                   height[static_cast<std::size_t>(stack.back())] >= height[static_cast<std::size_t>(x)]) {
                const std::int64_t h = height[static_cast<std::size_t>(stack.back())];
                stack.pop_back();
                const std::int64_t left = stack.empty() ? 0 : stack.back() + 1;
                if (h * (x - left) > most) most = h * (x - left), best = {left, y - h + 1, x, y + 1};
            }
            stack.push_back(x);
        }
    }
    return best;
}

}  // namespace linghe::atlas
