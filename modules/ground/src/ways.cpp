// The ways through the ground: pace by cell, regions parted by banks, and the quickest way from anywhere to each region.
// Shortest paths by Dijkstra's method (Numer. Math. 1 (1959) 269) with integer costs and buckets (Dial, CACM 12 (1969)
// 632) on 16 neighbours; the answer is the table of distances, which no order of equal costs can change.
#include <algorithm>
#include <array>
#include <cmath>

#include "linghe/ground/sketch.hpp"
#include "linghe/ground/terrain.hpp"
#include "linghe/math/fixed.hpp"
#include "strip.hpp"

namespace linghe::ground {
namespace {

constexpr std::int32_t kUnreached = 0x3fffffff;
constexpr std::int32_t kCellCost = 32;   // cost of one open cell, crossed straight
constexpr std::uint8_t kSlowestQ8 = 13;  // no open cell is slower than 1/20 of the free pace
constexpr std::size_t kBuckets = 4096;   // more than the dearest single move
constexpr std::size_t kMostRegions = 16;
constexpr std::size_t kSmallestRegion = 8;  // cells; smaller pockets count to a neighbour
constexpr double kBankCells = 1.5;          // as drawn by the rasteriser

// 32 compass directions in q14, written out so that each quarter mirrors the others to the last bit.
constexpr std::array<std::int32_t, 9> kQuarter = {16384, 16069, 15137, 13623, 11585, 9102, 6270, 3196, 0};
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
constexpr int kKnightLong = 14654, kKnightShort = 7327;
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
constexpr std::array<Move, 16> kMoves = make_moves();

/// The grid as the search sees it for one mobility.
class Search {
public:
    Search(const Ground& g, Mobility m) : nx_(g.nx), ny_(g.ny), cost_(g.height_mm.size(), 0) {
        const auto& speed = g.speed_q8[static_cast<int>(m)];
        for (std::int32_t y = 0; y < ny_; ++y)
            for (std::int32_t x = 0; x < nx_; ++x) {
                const std::size_t c = at(x, y);
                if (speed[c] == 0) continue;
                const double shy = walls_near(speed, x, y, 1)   ? static_cast<double>(g.figures.wall_shy_near)
                                   : walls_near(speed, x, y, 2) ? static_cast<double>(g.figures.wall_shy_far)
                                                                : 1.0;
                cost_[c] = math::round_to<std::int32_t>(kCellCost * 255.0 / speed[c] * shy);
            }
    }
    [[nodiscard]] bool open(std::int32_t x, std::int32_t y) const noexcept {
        return x >= 0 && y >= 0 && x < nx_ && y < ny_ && cost_[at(x, y)] > 0;
    }
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
    void distances(const base::Column<std::uint8_t>& core, std::uint8_t goal,
                   std::vector<std::int32_t>& distance);
    [[nodiscard]] std::uint8_t direction(std::int32_t x, std::int32_t y,
                                         const std::vector<std::int32_t>& d) const;

private:
    [[nodiscard]] std::size_t at(std::int32_t x, std::int32_t y) const noexcept {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(x);
    }
    [[nodiscard]] bool walls_near(const base::Column<std::uint8_t>& speed, std::int32_t x, std::int32_t y,
                                  int reach) const {
        for (std::int32_t dy = -reach; dy <= reach; ++dy)
            for (std::int32_t dx = -reach; dx <= reach; ++dx) {
                const std::int32_t px = x + dx, py = y + dy;
                if (px >= 0 && py >= 0 && px < nx_ && py < ny_ && speed[at(px, py)] == 0) return true;
            }
        return false;
    }
    [[nodiscard]] bool ray_open(std::int32_t x, std::int32_t y, int direction) const noexcept;
    [[nodiscard]] std::uint8_t escape(std::int32_t x, std::int32_t y,
                                      const std::vector<std::int32_t>& d) const;

    std::int32_t nx_, ny_;
    std::vector<std::int32_t> cost_;  // 0 closed
    std::vector<std::vector<std::int32_t>> buckets_ = std::vector<std::vector<std::int32_t>>(kBuckets);
};

void Search::distances(const base::Column<std::uint8_t>& core, std::uint8_t goal,
                       std::vector<std::int32_t>& distance) {
    distance.assign(cost_.size(), kUnreached);
    std::size_t waiting = 0;
    for (std::size_t c = 0; c < cost_.size(); ++c)
        if (core[c] == goal && cost_[c] > 0) {
            distance[c] = 0;
            buckets_[0].push_back(static_cast<std::int32_t>(c));
            ++waiting;
        }
    for (std::int32_t d = 0; waiting > 0; ++d) {
        auto& bucket = buckets_[static_cast<std::size_t>(d) % kBuckets];
        for (std::size_t i = 0; i < bucket.size(); ++i) {
            const std::int32_t c = bucket[i];
            --waiting;
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
                ++waiting;
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

/// Marks the cells whose distance from the line, less half_m, lies within the reach of a bank.
void mark_ring(const Ground& g, const std::vector<PointM>& line, double half_m,
               base::Column<std::uint8_t>& ring) {
    const double cell_m = g.cell_mm * 0.001, reach = kBankCells * cell_m / 2;
    const Strip strip(line, half_m + reach, g.y0_mm * 0.001, cell_m, g.ny);
    for (std::int32_t y = 0, c = 0; y < g.ny; ++y)
        for (std::int32_t x = 0; x < g.nx; ++x, ++c) {
            const double px = g.x0_mm * 0.001 + (x + 0.5) * cell_m, py = g.y0_mm * 0.001 + (y + 0.5) * cell_m;
            const double off = strip.foot(y, px, py).distance_m - half_m;
            if (off >= -reach && off < reach) ring[static_cast<std::size_t>(c)] = 1;
        }
}

/// Cells of bank and wall and of the gaps in them, gates among them: the rings where regions part.
base::Column<std::uint8_t> bank_ring(const Ground& g) {
    base::Column<std::uint8_t> ring = g.bank;
    for (const River& river : g.rivers)
        if (river.bank_height_m > 0)
            mark_ring(g, river.centre, static_cast<double>(river.channel_width_m) / 2, ring);
    for (const Ditch& ditch : g.ditches) mark_ring(g, ditch.line, 0, ring);
    for (std::size_t c = 0; c < g.barrier.size(); ++c)
        if (g.barrier[c] != kNoBarrier) ring[c] = 1;
    return ring;
}

struct Piece {
    std::int32_t first = 0;
    std::size_t cells = 0;
    std::int64_t height_sum = 0;
    std::uint8_t region = 255;
};

/// Pieces of ground open to anybody and not of the ring, in order of their first cell; piece[c] is 0 for none.
std::vector<Piece> find_pieces(const Ground& g, const base::Column<std::uint8_t>& ring,
                               std::vector<std::int32_t>& piece) {
    std::vector<Piece> pieces(1);
    piece.assign(ring.size(), 0);
    std::vector<std::int32_t> stack;
    const auto wanted = [&](std::int32_t c) {
        return piece[static_cast<std::size_t>(c)] == 0 && ring[static_cast<std::size_t>(c)] == 0 &&
               (g.open(c, Mobility::foot) || g.open(c, Mobility::horse));
    };
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(ring.size()); ++c) {
        if (!wanted(c)) continue;
        const auto number = static_cast<std::int32_t>(pieces.size());
        pieces.push_back({c, 0, 0, 255});
        piece[static_cast<std::size_t>(c)] = number;
        stack.push_back(c);
        while (!stack.empty()) {
            const std::int32_t here = stack.back();
            stack.pop_back();
            pieces.back().cells++;
            pieces.back().height_sum += g.height_mm[static_cast<std::size_t>(here)];
            const std::int32_t x = here % g.nx, y = here / g.nx;
            for (std::size_t k = 0; k < 4; ++k) {
                const std::int32_t px = x + kMoves[k].dx, py = y + kMoves[k].dy;
                if (px < 0 || py < 0 || px >= g.nx || py >= g.ny || !wanted(py * g.nx + px)) continue;
                piece[static_cast<std::size_t>(py * g.nx + px)] = number;
                stack.push_back(py * g.nx + px);
            }
        }
    }
    return pieces;
}

/// Numbers the pieces that are large enough, in order of their first cell; at most kMostRegions.
std::uint8_t number_regions(std::vector<Piece>& pieces) {
    std::vector<std::size_t> order;
    for (std::size_t i = 1; i < pieces.size(); ++i) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pieces[a].cells != pieces[b].cells ? pieces[a].cells > pieces[b].cells : a < b;
    });
    if (order.size() > kMostRegions) order.resize(kMostRegions);
    while (order.size() > 1 && pieces[order.back()].cells < kSmallestRegion) order.pop_back();
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) pieces[order[i]].region = static_cast<std::uint8_t>(i);
    return static_cast<std::uint8_t>(order.size());
}

/// Counts banks, ramps, pockets and closed cells to the nearest region; where two are as near, to the higher ground.
void spread_regions(Ground& g, const std::vector<std::int64_t>& mean_height_mm) {
    std::vector<std::int32_t> open_cells;
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(g.region.size()); ++c)
        if (g.region[static_cast<std::size_t>(c)] == 255) open_cells.push_back(c);
    std::vector<std::pair<std::int32_t, std::uint8_t>> won;
    while (!open_cells.empty()) {
        won.clear();
        std::vector<std::int32_t> rest;
        for (const std::int32_t c : open_cells) {
            std::uint8_t best = 255;
            const std::int32_t x = c % g.nx, y = c / g.nx;
            for (std::size_t k = 0; k < 4; ++k) {
                const std::int32_t px = x + kMoves[k].dx, py = y + kMoves[k].dy;
                if (px < 0 || py < 0 || px >= g.nx || py >= g.ny) continue;
                const std::uint8_t r = g.region[static_cast<std::size_t>(py * g.nx + px)];
                if (r == 255 || r == best) continue;
                if (best == 255 || mean_height_mm[r] > mean_height_mm[best]) best = r;
            }
            if (best == 255)
                rest.push_back(c);
            else
                won.emplace_back(c, best);
        }
        if (won.empty()) break;
        for (const auto& [c, r] : won) g.region[static_cast<std::size_t>(c)] = r;
        open_cells.swap(rest);
    }
}

/// A wall, or a gate that is shut at the start.
bool shut(const Ground& g, std::size_t c) {
    const std::uint8_t barrier = g.barrier_at(static_cast<std::int32_t>(c));
    if (barrier < kFirstGate) return barrier == kWallCell;
    const Gate* gate = g.gate(barrier - kFirstGate);
    return gate == nullptr || !gate->open;
}

void build_speed(Ground& g) {
    for (auto& speed : g.speed_q8) speed.assign(g.height_mm.size(), 0);
    for (std::int32_t y = 0; y < g.ny; ++y)
        for (std::int32_t x = 0; x < g.nx; ++x) {
            const auto c = static_cast<std::size_t>(y * g.nx + x);
            const std::int32_t w = x > 0 ? x - 1 : x, e = x + 1 < g.nx ? x + 1 : x;
            const std::int32_t s = y > 0 ? y - 1 : y, n = y + 1 < g.ny ? y + 1 : y;
            const auto h = [&](std::int32_t px, std::int32_t py) {
                return static_cast<double>(g.height_mm[static_cast<std::size_t>(py * g.nx + px)]);
            };
            const double gx = e > w ? (h(e, y) - h(w, y)) / (g.cell_mm * static_cast<double>(e - w)) : 0;
            const double gy = n > s ? (h(x, n) - h(x, s)) / (g.cell_mm * static_cast<double>(n - s)) : 0;
            const float slope = static_cast<float>(std::sqrt(gx * gx + gy * gy));
            const float depth_m = static_cast<float>(g.water_mm[c]) * 0.001F;
            const float dry = slope_factor(g.figures, slope) *
                              cover_factor(g.figures, static_cast<Cover>(g.cover[c]), g.wetness);
            for (const Mobility m : {Mobility::foot, Mobility::horse}) {
                float factor = dry * wade_factor(g.figures, depth_m, m);
                if (shut(g, c))
                    factor = 0.0F;
                else if (g.bank[c] != 0)
                    factor = m == Mobility::horse ? 0.0F : g.figures.bank_foot_factor;
                const auto q8 = math::round_to<std::uint8_t>(factor * 255.0F);
                g.speed_q8[static_cast<int>(m)][c] = factor > 0 && q8 < kSlowestQ8 ? kSlowestQ8 : q8;
            }
        }
}

}  // namespace

const Gate* Ground::gate(std::size_t number) const noexcept {
    for (const Wall& wall : walls) {
        if (number < wall.gates.size()) return &wall.gates[number];
        number -= wall.gates.size();
    }
    return nullptr;
}

void Ground::build_ways() {
    build_speed(*this);
    const auto ring = bank_ring(*this);
    std::vector<std::int32_t> piece;
    std::vector<Piece> pieces = find_pieces(*this, ring, piece);
    regions = number_regions(pieces);
    region.assign(height_mm.size(), 255);
    for (std::size_t c = 0; c < region.size(); ++c)
        region[c] = pieces[static_cast<std::size_t>(piece[c])].region;
    const base::Column<std::uint8_t> core = region;
    std::vector<std::int64_t> mean_height_mm(regions, 0);
    for (const Piece& p : pieces)
        if (p.region != 255) mean_height_mm[p.region] = p.height_sum / static_cast<std::int64_t>(p.cells);
    spread_regions(*this, mean_height_mm);

    direction.assign(static_cast<std::size_t>(kMobilities) * regions, {});
    std::vector<std::int32_t> distance;
    for (const Mobility m : {Mobility::foot, Mobility::horse}) {
        Search search(*this, m);
        for (std::uint8_t r = 0; r < regions; ++r) {
            search.distances(core, r, distance);
            auto& field = direction[static_cast<std::size_t>(m) * regions + r];
            field.resize(region.size());
            for (std::int32_t y = 0, c = 0; y < ny; ++y)
                for (std::int32_t x = 0; x < nx; ++x, ++c)
                    field[static_cast<std::size_t>(c)] = search.direction(x, y, distance);
        }
    }
}

bool Ground::way(std::int32_t x_mm, std::int32_t y_mm, std::uint8_t to_region, Mobility m,
                 std::int32_t& dx_q14, std::int32_t& dy_q14) const noexcept {
    if (to_region >= regions) return false;
    const auto& field = direction[static_cast<std::size_t>(m) * regions + to_region];
    const std::uint8_t towards = field[static_cast<std::size_t>(cell(x_mm, y_mm))];
    if (towards == kNoDirection) return false;
    dx_q14 = cos_q14(towards);
    dy_q14 = sin_q14(towards);
    return true;
}

}  // namespace linghe::ground
