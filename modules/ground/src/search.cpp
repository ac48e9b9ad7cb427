#include "search.hpp"

#include <algorithm>
#include <cstring>

#include "linghe/math/fixed.hpp"

namespace linghe::ground {

namespace {

/// Calls `visit` for each cell in which the bytes of `marks` are not 0; quick where they mostly are.
template <class Visit>
void for_marked(const std::uint8_t* marks, std::size_t n, Visit&& visit) {
    if (marks == nullptr) return;
    std::size_t c = 0;
    for (; c + 8 <= n; c += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, marks + c, 8);
        for (std::size_t k = 0; eight != 0 && k < 8; ++k)
            if (marks[c + k] != 0) visit(static_cast<std::int32_t>(c + k));
    }
    for (; c < n; ++c)
        if (marks[c] != 0) visit(static_cast<std::int32_t>(c));
}

}  // namespace

std::int32_t Search::cost_of(const Ground& g, const std::uint8_t* closed, double queue, std::int32_t x,
                             std::int32_t y) const {
    const auto& speed = g.speed_q8[static_cast<int>(mobility_)];
    const std::size_t c = at(x, y);
    if (speed[c] == 0 || (closed != nullptr && closed[c] != 0)) return 0;
    // On a fine grid a wall is shunned by more than a cell: nobody walks with his shoulder in it.
    const int near = std::max(1, kShyMm / g.cell_mm), far = std::max(2, 2 * kShyMm / g.cell_mm);
    const double shy = walls_near(speed, closed, x, y, near)  ? static_cast<double>(g.figures.wall_shy_near)
                       : walls_near(speed, closed, x, y, far) ? static_cast<double>(g.figures.wall_shy_far)
                                                              : 1.0;
    return math::round_to<std::int32_t>(std::min(kCellCost * 255.0 / speed[c] * shy * queue, kDearest));
}

void Search::set(const Ground& g, Mobility m, const std::uint8_t* closed, const std::uint8_t* delay_q4) {
    const std::size_t cells = g.height_mm.size();
    if (ground_ != &g || mobility_ != m || bare_cost_.size() != cells) {
        ground_ = &g, mobility_ = m, nx_ = g.nx, ny_ = g.ny;
        bare_cost_.resize(cells);
        for (std::int32_t y = 0; y < ny_; ++y)
            for (std::int32_t x = 0; x < nx_; ++x) bare_cost_[at(x, y)] = cost_of(g, nullptr, 1.0, x, y);
    }
    cost_ = bare_cost_;
    if (delay_q4 != nullptr)
        queue_.assign(delay_q4, delay_q4 + cells);
    else
        queue_.clear();
    const auto anew = [&](std::int32_t x, std::int32_t y) {
        const double queue = delay_q4 == nullptr ? 1.0 : 1.0 + delay_q4[at(x, y)] / 16.0;
        cost_[at(x, y)] = cost_of(g, closed, queue, x, y);
    };
    for_marked(delay_q4, cells, [&](std::int32_t c) { anew(c % nx_, c / nx_); });
    const int far = std::max(2, 2 * kShyMm / g.cell_mm);
    for_marked(closed, cells, [&](std::int32_t c) {
        for (std::int32_t y = std::max(0, c / nx_ - far); y <= std::min(ny_ - 1, c / nx_ + far); ++y)
            for (std::int32_t x = std::max(0, c % nx_ - far); x <= std::min(nx_ - 1, c % nx_ + far); ++x)
                anew(x, y);
    });
}

void Spread::begin(std::size_t cells) {
    time_.assign(cells, kUnreached);
    first_.fill(-1);
    queue_.clear();
    free_ = -1, waiting_ = 0, done_ = 0;
}

void Spread::push(std::int32_t time, std::int32_t cell) {
    time_[static_cast<std::size_t>(cell)] = time;
    auto& first = first_[static_cast<std::size_t>(time) % kBuckets];
    std::int32_t place = free_;
    if (place >= 0) {
        free_ = queue_[static_cast<std::size_t>(place)].next;
        queue_[static_cast<std::size_t>(place)] = {cell, first};
    } else {
        place = static_cast<std::int32_t>(queue_.size());
        queue_.push_back({cell, first});
    }
    first = place;
    ++waiting_;
}

bool Spread::reach(const Search& search, std::int32_t cell) {
    const auto& there = time_[static_cast<std::size_t>(cell)];
    while (waiting_ > 0 && there >= done_) next_bucket(search);
    return there != kUnreached;
}

void Spread::next_bucket(const Search& search) {
    const std::int32_t d = done_++;
    auto& first = first_[static_cast<std::size_t>(d) % kBuckets];
    while (first >= 0) {  // a move costs more than nothing, so none is added to this bucket
        const std::int32_t place = first;
        auto& served = queue_[static_cast<std::size_t>(place)];
        const std::int32_t c = served.cell;
        first = served.next;
        served.next = free_;
        free_ = place;
        --waiting_;
        if (time_[static_cast<std::size_t>(c)] != d) continue;  // reached more quickly since
        const std::int32_t x = c % search.nx(), y = c / search.nx();
        for (const Move& m : kMoves) {
            const std::int32_t step = search.move_cost(x, y, m);
            if (step < 0) continue;
            const std::int32_t n = (y + m.dy) * search.nx() + x + m.dx;
            if (d + step < time_[static_cast<std::size_t>(n)]) push(d + step, n);
        }
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
