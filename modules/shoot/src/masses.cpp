// Who is worth an arrow: the nearest sector with enough enemies and not too many friends, by sector and side.
#include <algorithm>
#include <array>
#include <cmath>

#include "stages.hpp"

namespace linghe::shoot {
namespace {

using Sums = std::array<world::SectorSide, world::kMaxSides>;
constexpr std::size_t kSectorChunk = 64;  // part of the determinism contract

/// Longest bow of each side in metres, 0 none.
std::array<float, world::kMaxSides> longest_bows(const model::Model& model) {
    std::array<float, world::kMaxSides> bow_m{};
    for (const auto& unit : model.units) {
        const auto& troop = model.troops[unit.troop];
        if (troop.has_bow && unit.side < world::kMaxSides) {
            bow_m[unit.side] = std::max(bow_m[unit.side], troop.bow_range_m);
        }
    }
    return bow_m;
}

/// Mean place and velocity of all who are not of `side` in the sector at (cx, cy).
world::MassSeen mass_of(const world::SectorTable& sectors, const Sums& sums, std::size_t side,
                        std::int32_t cx, std::int32_t cy) noexcept {
    std::int64_t n = 0, x = 0, y = 0, vx = 0, vy = 0;
    for (std::size_t s = 0; s < world::kMaxSides; ++s) {
        if (s == side) continue;
        const auto& e = sums[s];
        n += e.men, x += e.x_mm, y += e.y_mm, vx += e.vx_mm_s, vy += e.vy_mm_s;
    }
    world::MassSeen m;
    if (n == 0) return m;
    m.men = static_cast<std::uint32_t>(n);
    m.x_mm = sectors.x0_mm + cx * world::kSectorMm + static_cast<std::int32_t>(x / n);
    m.y_mm = sectors.y0_mm + cy * world::kSectorMm + static_cast<std::int32_t>(y / n);
    m.vx_mm_s = static_cast<std::int32_t>(vx / n);
    m.vy_mm_s = static_cast<std::int32_t>(vy / n);
    return m;
}

/// The sectors with enemies of `side`, row by row. Sectors without any cost the search nothing.
void list_enemies(const world::SectorTable& sectors, std::size_t side, world::EnemySectors& out) {
    out.all.clear();
    out.row_begin.assign(static_cast<std::size_t>(sectors.ny) + 1, 0);
    for (std::size_t e = 0; e < sectors.sums.size(); ++e) {
        const std::int32_t cx = sectors.sector[e] % sectors.nx, cy = sectors.sector[e] / sectors.nx;
        const world::MassSeen mass = mass_of(sectors, sectors.sums[e], side, cx, cy);
        if (mass.men == 0) continue;
        out.all.push_back({cx, sectors.sums[e][side].men, mass});
        ++out.row_begin[static_cast<std::size_t>(cy) + 1];
    }
    for (std::size_t row = 1; row < out.row_begin.size(); ++row) out.row_begin[row] += out.row_begin[row - 1];
}

bool worth_an_arrow(const model::ShootParameters& p, const world::EnemySector& s, float distance_m) noexcept {
    const auto enemies = static_cast<float>(s.mass.men);
    if (distance_m > p.aimed_range_m && enemies < p.mass_min_men) return false;
    return static_cast<float>(s.own) <= p.melee_friend_share * enemies;
}

struct From {
    std::int32_t cx, cy;
    float x_mm, y_mm;
};

/// Rows of sectors outwards, the southern of two first; stops when no nearer mass can follow. Ties go to the first.
world::MassSeen nearest(const model::ShootParameters& p, const world::EnemySectors& enemies, const From& from,
                        float range_m) noexcept {
    world::MassSeen best;
    float best_m = range_m;
    const auto rows = static_cast<std::int32_t>(enemies.row_begin.size()) - 1;
    const auto look_row = [&](std::int32_t row) {
        if (row < 0 || row >= rows) return;
        const auto reach = static_cast<std::int32_t>(best_m * 1000.0F) / world::kSectorMm + 1;
        const auto begin = enemies.all.begin() + enemies.row_begin[static_cast<std::size_t>(row)];
        const auto end = enemies.all.begin() + enemies.row_begin[static_cast<std::size_t>(row) + 1];
        const auto first =
            std::lower_bound(begin, end, from.cx - reach,
                             [](const world::EnemySector& s, std::int32_t cx) { return s.cx < cx; });
        for (auto it = first; it != end && it->cx <= from.cx + reach; ++it) {
            const float dx = static_cast<float>(it->mass.x_mm) - from.x_mm;
            const float dy = static_cast<float>(it->mass.y_mm) - from.y_mm;
            const float d_m = std::sqrt(dx * dx + dy * dy) * 0.001F;
            if (d_m < best_m && worth_an_arrow(p, *it, d_m)) best = it->mass, best_m = d_m;
        }
    };
    look_row(from.cy);
    const auto most = static_cast<std::int32_t>(range_m * 1000.0F) / world::kSectorMm + 1;
    for (std::int32_t r = 1; r <= most; ++r) {
        if (static_cast<float>((r - 1) * world::kSectorMm) * 0.001F > best_m) break;
        look_row(from.cy - r);
        look_row(from.cy + r);
    }
    return best;
}

}  // namespace

void find_masses(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& scratch = world.scratch_shoot;
    const auto& sectors = world.sectors;
    const auto bow_m = longest_bows(model);
    scratch.enemies.resize(world::kMaxSides);
    for (std::size_t s = 0; s < world::kMaxSides; ++s) {
        if (bow_m[s] > 0) list_enemies(sectors, s, scratch.enemies[s]);
    }
    scratch.masses.resize(sectors.sums.size() * world::kMaxSides);
    jobs.for_chunks(sectors.sums.size(), kSectorChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t e = begin; e < end; ++e) {
            const std::int32_t cx = sectors.sector[e] % sectors.nx, cy = sectors.sector[e] / sectors.nx;
            for (std::size_t s = 0; s < world::kMaxSides; ++s) {
                auto& out = scratch.masses[e * world::kMaxSides + s];
                out = {};
                const auto& own = sectors.sums[e][s];
                if (own.men == 0 || !(bow_m[s] > 0)) continue;
                const auto n = static_cast<float>(own.men);
                const float west = static_cast<float>(sectors.x0_mm + cx * world::kSectorMm);
                const float south = static_cast<float>(sectors.y0_mm + cy * world::kSectorMm);
                const From from{cx, cy, west + static_cast<float>(own.x_mm) / n,
                                south + static_cast<float>(own.y_mm) / n};
                // The middle of a sector's men may be half a diagonal nearer or farther than the archer himself.
                constexpr float kHalfDiagonal_m = 7.0F;
                out = nearest(model.parameters.shoot, scratch.enemies[s], from, bow_m[s] + kHalfDiagonal_m);
            }
        }
    });
}

}  // namespace linghe::shoot
