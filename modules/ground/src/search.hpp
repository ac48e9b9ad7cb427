// search: least time over the grid for one mobility: costs of cells, moves, times, and the heading they give.
// Used by region_ways.cpp (regions of the ground) and flow.cpp (one goal, anew when the ground is closed or crowded).
// Never keeps a way: that is asked.hpp's.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "linghe/ground/ground.hpp"

namespace linghe::ground {

inline constexpr std::int32_t kUnreached = 0x3fffffff;
inline constexpr std::int32_t kCellCost = 32;   // cost of one open cell, crossed straight
inline constexpr std::uint8_t kSlowestQ8 = 13;  // no open cell is slower than 1/20 of the free pace
inline constexpr std::size_t kBuckets = 4096;   // more than the dearest single move
inline constexpr std::int32_t kShyMm = 300;     // half a man and a hand
inline constexpr double kDearest = 1500.0;      // cost of a cell; a move costs at most 72/32 of it

// 32 compass directions in q14, written out so that each quarter mirrors the others to the last bit.
inline constexpr std::array<std::int32_t, 9> kQuarter = {16384, 16069, 15137, 13623, 11585,
                                                         9102,  6270,  3196,  0};
constexpr std::int32_t cos_q14(int direction) {
    const int d = direction & 31;
    if (d <= 8) return kQuarter[static_cast<std::size_t>(d)];
    if (d <= 16) return -kQuarter[static_cast<std::size_t>(16 - d)];
    if (d <= 24) return -kQuarter[static_cast<std::size_t>(d - 16)];
    return kQuarter[static_cast<std::size_t>(32 - d)];
}
constexpr std::int32_t sin_q14(int direction) { return cos_q14(direction + 24); }

struct Move {
    int dx, dy, length;      // length in units of 1/32 cell
    int via_x[2], via_y[2];  // cells passed on the way
    int vias;
    int ux, uy;  // unit vector q14
};
inline constexpr int kKnightLong = 14654, kKnightShort = 7327;
constexpr std::array<Move, 16> make_moves() {
    std::array<Move, 16> moves{};
    const int at[16][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1},   {-1, 1},  {-1, -1}, {1, -1},
                           {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2},  {2, -1}};
    for (std::size_t k = 0; k < 16; ++k) {
        const int dx = at[k][0], dy = at[k][1];
        const int sx = dx > 0 ? 1 : (dx < 0 ? -1 : 0), sy = dy > 0 ? 1 : (dy < 0 ? -1 : 0);
        Move& m = moves[k];
        m = {dx, dy, 32, {0, 0}, {0, 0}, 0, sx * 16384, sy * 16384};
        if (k >= 4 && k < 8) m = {dx, dy, 45, {sx, 0}, {0, sy}, 2, sx * 11585, sy * 11585};
        if (k >= 8) {
            const bool wide = dx == 2 || dx == -2;
            m = {dx,
                 dy,
                 72,
                 {wide ? sx : 0, sx},
                 {wide ? 0 : sy, sy},
                 2,
                 sx * (wide ? kKnightLong : kKnightShort),
                 sy * (wide ? kKnightShort : kKnightLong)};
        }
    }
    return moves;
}
inline constexpr std::array<Move, 16> kMoves = make_moves();

/// The grid as the search sees it for one mobility.
class Search {
public:
    Search() = default;
    Search(const Ground& g, Mobility m) { set(g, m, nullptr, nullptr); }
    /// Costs of the cells for one mobility. `closed` (1: nobody enters) and `delay_q4` (a queue: sixteenths by which the
    /// cell's time grows) have a value for each cell, or are null.
    void set(const Ground& g, Mobility m, const std::uint8_t* closed, const std::uint8_t* delay_q4);
    [[nodiscard]] bool open(std::int32_t x, std::int32_t y) const noexcept {
        return x >= 0 && y >= 0 && x < nx_ && y < ny_ && cost_[at(x, y)] > 0;
    }
    /// Men queue there.
    [[nodiscard]] bool queue(std::int32_t x, std::int32_t y) const noexcept {
        return !queue_.empty() && queue_[at(x, y)] != 0;
    }
    [[nodiscard]] std::int32_t nx() const noexcept { return nx_; }
    [[nodiscard]] std::size_t cells() const noexcept { return cost_.size(); }
    /// Cost of a move from (x, y), or -1 where it may not be made. No corner is cut.
    [[nodiscard]] std::int32_t move_cost(std::int32_t x, std::int32_t y, const Move& m) const noexcept {
        if (!open(x + m.dx, y + m.dy)) return -1;
        std::int32_t sum = cost_[at(x, y)] + cost_[at(x + m.dx, y + m.dy)];
        for (int v = 0; v < m.vias; ++v) {
            if (!open(x + m.via_x[v], y + m.via_y[v])) return -1;
            sum += cost_[at(x + m.via_x[v], y + m.via_y[v])];
        }
        return sum * m.length / (kCellCost * (2 + m.vias));
    }
    /// Heading at (x, y), whose own time in `d` is final (for a closed cell: that of its nearest neighbour).
    [[nodiscard]] std::uint8_t direction(std::int32_t x, std::int32_t y,
                                         const std::vector<std::int32_t>& d) const;

private:
    [[nodiscard]] std::size_t at(std::int32_t x, std::int32_t y) const noexcept {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(x);
    }
    [[nodiscard]] bool walls_near(const base::Column<std::uint8_t>& speed, const std::uint8_t* closed,
                                  std::int32_t x, std::int32_t y, int reach) const {
        for (std::int32_t dy = -reach; dy <= reach; ++dy)
            for (std::int32_t dx = -reach; dx <= reach; ++dx) {
                const std::int32_t px = x + dx, py = y + dy;
                if (px < 0 || py < 0 || px >= nx_ || py >= ny_) continue;
                if (speed[at(px, py)] == 0 || (closed != nullptr && closed[at(px, py)] != 0)) return true;
            }
        return false;
    }
    [[nodiscard]] bool ray_open(std::int32_t x, std::int32_t y, int direction) const noexcept;
    [[nodiscard]] std::uint8_t escape(std::int32_t x, std::int32_t y,
                                      const std::vector<std::int32_t>& d) const;

    [[nodiscard]] std::int32_t cost_of(const Ground& g, const std::uint8_t* closed, double queue,
                                       std::int32_t x, std::int32_t y) const;

    std::int32_t nx_ = 0, ny_ = 0;
    Mobility mobility_ = Mobility::foot;
    std::vector<std::int32_t> cost_;       // 0 closed
    const Ground* ground_ = nullptr;       // of which bare_cost_ is
    std::vector<std::int32_t> bare_cost_;  // without anything closed and without queues
    std::vector<std::uint8_t> queue_;      // not 0: a queue; empty when nobody queues
};

/// Dijkstra's method (Numer. Math. 1 (1959) 269) with integer costs and buckets (Dial, CACM 12 (1969) 632) on 16
/// neighbours, carried only as far as somebody has asked; no order of equal costs can change the table of times.
class Spread {
public:
    /// Begins anew from nowhere.
    void begin(std::size_t cells);
    void add_goal(std::int32_t cell) { push(0, cell); }
    /// Goes on until the time of the cell is final; false when there is no way.
    bool reach(const Search& search, std::int32_t cell);
    /// Final where reach() has been asked and nearer; elsewhere no less than the truth.
    [[nodiscard]] const std::vector<std::int32_t>& time() const noexcept { return time_; }

private:
    /// A cell that waits in a bucket, and who waits behind it. Places that have been served are used again.
    struct Waiting {
        std::int32_t cell, next;
    };
    void push(std::int32_t time, std::int32_t cell);
    void next_bucket(const Search& search);

    std::vector<std::int32_t> time_;
    std::array<std::int32_t, kBuckets> first_{};  // in queue_, -1 none
    std::vector<Waiting> queue_;
    std::int32_t free_ = -1;
    std::size_t waiting_ = 0;
    std::int32_t done_ = 0;  // all times below are final
};

[[nodiscard]] std::uint8_t nearest_direction(std::int64_t vx, std::int64_t vy);

}  // namespace linghe::ground
