// The search itself: Dijkstra's method (Numer. Math. 1 (1959) 269) with integer costs and buckets (Dial, CACM 12 (1969)
// 632) on 16 neighbours; the answer is the table of distances, which no order of equal costs can change.
#include "search.hpp"

#include <algorithm>

#include "linghe/math/fixed.hpp"

namespace linghe::ground {

void Search::set(const Ground& g, Mobility m, const std::uint8_t* closed, const std::uint8_t* delay_q4) {
    nx_ = g.nx, ny_ = g.ny;
    cost_.assign(g.height_mm.size(), 0);
    const auto& speed = g.speed_q8[static_cast<int>(m)];
    // On a fine grid a wall is shunned by more than a cell: nobody walks with his shoulder in it.
    const int near = std::max(1, kShyMm / g.cell_mm), far = std::max(2, 2 * kShyMm / g.cell_mm);
    for (std::int32_t y = 0; y < ny_; ++y)
        for (std::int32_t x = 0; x < nx_; ++x) {
            const std::size_t c = at(x, y);
            if (speed[c] == 0 || (closed != nullptr && closed[c] != 0)) continue;
            const double shy =
                walls_near(speed, closed, x, y, near)  ? static_cast<double>(g.figures.wall_shy_near)
                : walls_near(speed, closed, x, y, far) ? static_cast<double>(g.figures.wall_shy_far)
                                                       : 1.0;
            const double queue = delay_q4 == nullptr ? 1.0 : 1.0 + delay_q4[c] / 16.0;
            cost_[c] =
                math::round_to<std::int32_t>(std::min(kCellCost * 255.0 / speed[c] * shy * queue, kDearest));
        }
}

void Search::start(std::int32_t cell, std::vector<std::int32_t>& distance) {
    distance[static_cast<std::size_t>(cell)] = 0;
    buckets_[0].push_back(cell);
    ++waiting_;
}

void Search::distances(const base::Column<std::uint8_t>& core, std::uint8_t goal,
                       std::vector<std::int32_t>& distance) {
    distance.assign(cost_.size(), kUnreached);
    for (std::size_t c = 0; c < cost_.size(); ++c)
        if (core[c] == goal && cost_[c] > 0) start(static_cast<std::int32_t>(c), distance);
    spread(distance);
}

void Search::distances_to(std::int32_t cell, std::vector<std::int32_t>& distance) {
    distance.assign(cost_.size(), kUnreached);
    start(cell, distance);
    spread(distance);
}

void Search::spread(std::vector<std::int32_t>& distance) {
    for (std::int32_t d = 0; waiting_ > 0; ++d) {
        auto& bucket = buckets_[static_cast<std::size_t>(d) % kBuckets];
        for (std::size_t i = 0; i < bucket.size(); ++i) {
            const std::int32_t c = bucket[i];
            --waiting_;
            if (distance[static_cast<std::size_t>(c)] != d) continue;  // reached more cheaply since
            const std::int32_t x = c % nx_, y = c / nx_;
            for (const Move& m : kMoves) {
                const std::int32_t step = move_cost(x, y, m);
                if (step < 0) continue;
                const std::size_t n = at(x + m.dx, y + m.dy);
                if (d + step >= distance[n]) continue;
                distance[n] = d + step;
                buckets_[static_cast<std::size_t>(d + step) % kBuckets].push_back(
                    static_cast<std::int32_t>(n));
                ++waiting_;
            }
        }
        bucket.clear();
    }
}

bool Search::ray_open(std::int32_t x, std::int32_t y, int direction) const noexcept {
    for (const std::int32_t half_cells : {1, 2, 3}) {
        const std::int32_t rx = 16384 + half_cells * cos_q14(direction),
                           ry = 16384 + half_cells * sin_q14(direction);
        const std::int32_t px = x + (rx >= 0 ? rx / 32768 : -((-rx + 32767) / 32768));
        const std::int32_t py = y + (ry >= 0 ? ry / 32768 : -((-ry + 32767) / 32768));
        if (!open(px, py)) return half_cells == 3;  // the third point is a courtesy, not a rule
    }
    return true;
}

std::uint8_t nearest_direction(std::int64_t vx, std::int64_t vy) {
    std::int64_t best = -1;
    int direction = 0;
    for (int i = 0; i < 32; ++i) {
        const std::int64_t along = vx * cos_q14(i) + vy * sin_q14(i);
        if (along > best) {
            best = along;
            direction = i;
        }
    }
    return static_cast<std::uint8_t>(direction);
}

std::uint8_t Search::escape(std::int32_t x, std::int32_t y, const std::vector<std::int32_t>& d) const {
    std::int32_t best = kUnreached;
    std::uint8_t direction = kNoDirection;
    for (std::size_t k = 0; k < 8; ++k) {
        const Move& m = kMoves[k];
        if (!open(x + m.dx, y + m.dy)) continue;
        const std::int32_t there = d[at(x + m.dx, y + m.dy)];
        if (there < best) {
            best = there;
            direction = nearest_direction(m.ux, m.uy);
        }
    }
    return direction;
}

std::uint8_t Search::direction(std::int32_t x, std::int32_t y, const std::vector<std::int32_t>& d) const {
    const std::size_t c = at(x, y);
    if (cost_[c] == 0) return escape(x, y, d);
    if (d[c] == 0 || d[c] == kUnreached) return kNoDirection;
    std::array<std::int64_t, 16> rate{};
    std::int64_t best = 0, best_straight = 0;
    std::size_t best_k = 0, best_straight_k = 0;
    for (std::size_t k = 0; k < kMoves.size(); ++k) {
        if (move_cost(x, y, kMoves[k]) < 0) continue;
        const std::int32_t there = d[at(x + kMoves[k].dx, y + kMoves[k].dy)];
        rate[k] = std::int64_t{d[c] - there} * 4096 / kMoves[k].length;
        if (rate[k] > best) {
            best = rate[k];
            best_k = k;
        }
        if (k < 8 && rate[k] > best_straight) {
            best_straight = rate[k];
            best_straight_k = k;
        }
    }
    if (best == 0) return kNoDirection;
    // The steepest descents together: a smooth heading between the sixteen moves.
    std::int64_t vx = 0, vy = 0;
    const std::int64_t floor = best - best / 8;
    for (std::size_t k = 0; k < kMoves.size(); ++k)
        if (rate[k] > floor) {
            vx += (rate[k] - floor) * kMoves[k].ux;
            vy += (rate[k] - floor) * kMoves[k].uy;
        }
    const std::uint8_t smooth = nearest_direction(vx, vy);
    if ((vx != 0 || vy != 0) && ray_open(x, y, smooth)) return smooth;
    const std::uint8_t sharp = nearest_direction(kMoves[best_k].ux, kMoves[best_k].uy);
    if (ray_open(x, y, sharp)) return sharp;
    return nearest_direction(kMoves[best_straight_k].ux, kMoves[best_straight_k].uy);
}

}  // namespace linghe::ground
