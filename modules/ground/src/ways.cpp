// The ways through the ground: pace by cell, and regions parted by banks. The quickest way to each region is found when it
// is first asked for (region_ways.hpp).
#include <algorithm>
#include <array>
#include <cmath>

#include "linghe/ground/sketch.hpp"
#include "linghe/ground/terrain.hpp"
#include "linghe/math/fixed.hpp"
#include "region_ways.hpp"
#include "search.hpp"
#include "strip.hpp"

namespace linghe::ground {
namespace {

constexpr std::size_t kMostRegions = 16;
constexpr std::size_t kSmallestRegion = 8;  // cells; smaller pockets count to a neighbour

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

/// By choice a rider takes a bank that every horse takes; what more he does in need, move knows.
float over_bank(const Ground& g, std::size_t c, Mobility m) noexcept {
    if (m == Mobility::horse && static_cast<float>(g.bank[c]) > g.figures.bank_horse_all_deg) return 0.0F;
    const float horse = m == Mobility::horse ? g.figures.tobler_horse_factor : 1.0F;
    return bank_factor(g.figures, static_cast<float>(g.bank_mm[c]) * 0.001F,
                       static_cast<float>(kBankCells) * static_cast<float>(g.cell_mm) * 0.001F,
                       horse * g.figures.wade_free_m_s, m);
}

void build_speed(Ground& g) {
    for (auto& speed : g.speed_q8) speed.assign(g.height_mm.size(), 0);
    g.rise_x_q10.assign(g.height_mm.size(), 0), g.rise_y_q10.assign(g.height_mm.size(), 0);
    g.hilly = false;
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
            g.rise_x_q10[c] = math::round_to<std::int16_t>(gx * 1024.0);
            g.rise_y_q10[c] = math::round_to<std::int16_t>(gy * 1024.0);
            g.hilly = g.hilly || g.rise_x_q10[c] != 0 || g.rise_y_q10[c] != 0;
            const float slope = static_cast<float>(std::sqrt(gx * gx + gy * gy));
            const float depth_m = static_cast<float>(g.water_mm[c]) * 0.001F;
            const float dry = slope_factor(g.figures, slope) *
                              cover_factor(g.figures, static_cast<Cover>(g.cover[c]), g.wetness);
            for (const Mobility m : {Mobility::foot, Mobility::horse}) {
                float factor = dry * wade_factor(g.figures, depth_m, m);
                if (shut(g, c))
                    factor = 0.0F;
                else if (g.bank[c] != 0)
                    factor = over_bank(g, c, m);
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

double Ground::off_channel_m(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
    double off = kNoChannel;
    const double half_bank = kBankCells * cell_mm * 0.001 / 2;
    for (const River& river : rivers)
        off = std::min(off, foot_on(river.centre, x_mm * 0.001, y_mm * 0.001).distance_m -
                                static_cast<double>(river.channel_width_m) / 2 - half_bank);
    return off;
}

double Ground::bank_usual_deg(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
    const River* nearest = nullptr;
    double best = kNoChannel;
    for (const River& river : rivers) {
        if (!(river.bank_height_m > 0)) continue;
        const double far = foot_on(river.centre, x_mm * 0.001, y_mm * 0.001).distance_m;
        if (far < best) best = far, nearest = &river;
    }
    const bool told = nearest != nullptr && nearest->bank_slope_deg > 0;
    return static_cast<double>(told ? nearest->bank_slope_deg : figures.bank_slope_deg);
}

void Ground::build_ways() {
    build_speed(*this);
    const auto ring = bank_ring(*this);
    walled = false;
    for (std::size_t c = 0; c < ring.size() && !walled; ++c)
        walled = ring[c] == 0 && (speed_q8[0][c] == 0 || speed_q8[1][c] == 0);
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

    ways_ = std::make_shared<RegionWays>(*this, core);
}

std::uint8_t Ground::towards(std::int32_t at_cell, std::uint8_t to_region, Mobility m) const {
    return to_region < regions && ways_ != nullptr ? ways_->towards(at_cell, to_region, m) : kNoDirection;
}

bool Ground::way(std::int32_t x_mm, std::int32_t y_mm, std::uint8_t to_region, Mobility m,
                 std::int32_t& dx_q14, std::int32_t& dy_q14) const {
    const std::uint8_t heading = towards(cell(x_mm, y_mm), to_region, m);
    if (heading == kNoDirection) return false;
    dx_q14 = cos_q14(heading);
    dy_q14 = sin_q14(heading);
    return true;
}

}  // namespace linghe::ground
