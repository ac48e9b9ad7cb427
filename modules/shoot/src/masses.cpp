// Who is worth an arrow: the nearest sector with enough enemies and not too many friends, by sector and side.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "stages.hpp"

namespace linghe::shoot {
namespace {

constexpr std::size_t kSectorChunk = 64;  // part of the determinism contract

struct Reach {
    std::array<float, world::kMaxSides> bow_m{};  ///< longest bow of each side, 0 none
};

struct Seeker {
    const world::SectorTable& sectors;
    const model::ShootParameters& p;
    int side;

    /// Enemies of a sector worth an arrow from `distance_m`, or 0.
    [[nodiscard]] std::uint32_t worth(const std::array<world::SectorSide, world::kMaxSides>& sums,
                                      float distance_m) const noexcept {
        std::uint32_t enemies = 0;
        for (int s = 0; s < world::kMaxSides; ++s)
            if (s != side) enemies += sums[static_cast<std::size_t>(s)].men;
        if (enemies == 0) return 0;
        if (distance_m > p.aimed_range_m && static_cast<float>(enemies) < p.mass_min_men) return 0;
        const auto own = static_cast<float>(sums[static_cast<std::size_t>(side)].men);
        return own > p.melee_friend_share * static_cast<float>(enemies) ? 0 : enemies;
    }

    /// Mean place and velocity of the enemies in the sector (nx, ny).
    [[nodiscard]] world::MassSeen mass_of(const std::array<world::SectorSide, world::kMaxSides>& sums,
                                          std::int32_t cx, std::int32_t cy) const noexcept {
        std::int64_t n = 0, x = 0, y = 0, vx = 0, vy = 0;
        for (int s = 0; s < world::kMaxSides; ++s) {
            if (s == side) continue;
            const auto& e = sums[static_cast<std::size_t>(s)];
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

    /// Rings of sectors outwards; stops when no nearer mass can follow. Ties go to the sector met first.
    [[nodiscard]] world::MassSeen nearest(std::int32_t cx, std::int32_t cy, float from_x_mm, float from_y_mm,
                                          float range_m) const noexcept {
        world::MassSeen best;
        float best_m = range_m;
        const auto rings =
            static_cast<std::int32_t>(range_m * 1000.0F / static_cast<float>(world::kSectorMm)) + 1;
        for (std::int32_t r = 0; r <= rings; ++r) {
            if (best.men > 0 && static_cast<float>((r - 1) * world::kSectorMm) * 0.001F > best_m) break;
            for (std::int32_t y = std::max(cy - r, 0); y <= std::min(cy + r, sectors.ny - 1); ++y) {
                const std::int32_t step = r == 0 || std::abs(y - cy) == r ? 1 : 2 * r;
                for (std::int32_t x = cx - r; x <= cx + r; x += step) {
                    if (x < 0 || x >= sectors.nx) continue;
                    const std::int32_t entry = sectors.entry_of[static_cast<std::size_t>(y * sectors.nx + x)];
                    if (entry < 0) continue;
                    const auto& sums = sectors.sums[static_cast<std::size_t>(entry)];
                    const world::MassSeen m = mass_of(sums, x, y);
                    if (m.men == 0) continue;
                    const float dx = static_cast<float>(m.x_mm) - from_x_mm,
                                dy = static_cast<float>(m.y_mm) - from_y_mm;
                    const float d_m = std::sqrt(dx * dx + dy * dy) * 0.001F;
                    if (d_m < best_m && worth(sums, d_m) > 0) best = m, best_m = d_m;
                }
            }
        }
        return best;
    }
};

}  // namespace

void find_masses(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& masses = world.scratch_shoot.masses;
    const auto& sectors = world.sectors;
    Reach reach;
    for (const auto& unit : model.units) {
        const auto& troop = model.troops[unit.troop];
        if (troop.has_bow && unit.side < world::kMaxSides)
            reach.bow_m[unit.side] = std::max(reach.bow_m[unit.side], troop.bow_range_m);
    }
    masses.resize(sectors.sums.size() * world::kMaxSides);
    jobs.for_chunks(sectors.sums.size(), kSectorChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t e = begin; e < end; ++e) {
            const std::int32_t cx = sectors.sector[e] % sectors.nx, cy = sectors.sector[e] / sectors.nx;
            for (int s = 0; s < world::kMaxSides; ++s) {
                const auto i = static_cast<std::size_t>(s);
                auto& out = masses[e * world::kMaxSides + i];
                out = {};
                const auto& own = sectors.sums[e][i];
                if (own.men == 0 || !(reach.bow_m[i] > 0)) continue;
                const auto n = static_cast<float>(own.men);
                const float x = static_cast<float>(sectors.x0_mm + cx * world::kSectorMm) +
                                static_cast<float>(own.x_mm) / n;
                const float y = static_cast<float>(sectors.y0_mm + cy * world::kSectorMm) +
                                static_cast<float>(own.y_mm) / n;
                out = Seeker{sectors, model.parameters.shoot, s}.nearest(cx, cy, x, y, reach.bow_m[i] + 7.0F);
            }
        }
    });
}

}  // namespace linghe::shoot
