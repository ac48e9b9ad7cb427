#include "callers.hpp"

#include <cmath>

#include "linghe/morale/laws.hpp"

namespace linghe::morale {
namespace {

// Squares in which callers are sought: no smaller than the farthest call (call_distance_m is 55 m at most, a tenth is left at
// 2.303 times that).
constexpr std::int32_t kSquareMm = 128'000;

std::int32_t square_of(std::int32_t mm, std::int32_t from_mm, std::int32_t count) noexcept {
    const std::int32_t k = (mm - from_mm) / kSquareMm;
    return k < 0 ? 0 : k >= count ? count - 1 : k;
}

struct Squares {
    std::int32_t x0_mm = 0, y0_mm = 0, nx = 1, ny = 1;
};
Squares squares_of(const Round& round) noexcept {
    const auto& g = round.model.ground;
    Squares s;
    if (g.nx == 0) return s;
    s.x0_mm = g.x0_mm, s.y0_mm = g.y0_mm;
    s.nx = g.nx * g.cell_mm / kSquareMm + 1, s.ny = g.ny * g.cell_mm / kSquareMm + 1;
    return s;
}

/// He is himself again, is not at an enemy's mercy, and there is no formed body about him that says where to fall in.
bool calls(const Round& round, std::size_t u) noexcept {
    const auto& men = round.world.men;
    const auto& units = round.world.units;
    const std::uint32_t leader = units.leader[u];
    if (leader == world::kNobody || leader >= men.size() || !world::active(men.status[leader])) return false;
    if (units.formed[u] != 0 && units.broken[u] == 0) return false;
    const bool himself = men.morale[leader] <= static_cast<std::uint8_t>(world::Morale::shaken);
    if (men.unit[leader] != u || !himself) return false;
    return men.enemy_range_m[leader] == world::kFar ||
           pursued(static_cast<float>(men.enemy_range_m[leader]), round.p) < 1.0F;
}

}  // namespace

void gather_callers(Round& round) {
    auto& s = round.world.scratch_morale;
    const auto& men = round.world.men;
    const Squares grid = squares_of(round);
    s.callers.clear();
    s.callers.reserve(round.world.units.size());
    if (round.model.lacks(model::Without::leader) || round.model.lacks(model::Without::joining)) return;
    for (std::size_t u = 0; u < round.world.units.size(); ++u) {
        if (!calls(round, u)) continue;
        const std::uint32_t row = round.world.units.leader[u];
        const std::int32_t at = square_of(men.y_mm[row], grid.y0_mm, grid.ny) * grid.nx +
                                square_of(men.x_mm[row], grid.x0_mm, grid.nx);
        s.callers.push_back({men.x_mm[row], men.y_mm[row], static_cast<std::uint32_t>(at), 0,
                             static_cast<std::uint16_t>(u), round.model.units[u].side});
    }
    // Each square's callers as a chain through `next`, built from the last to the first so that it runs in order of units.
    s.call_first.assign(static_cast<std::size_t>(grid.nx) * static_cast<std::size_t>(grid.ny), 0);
    for (std::size_t i = s.callers.size(); i-- > 0;) {
        std::uint32_t& first = s.call_first[s.callers[i].square];
        s.callers[i].next = first;
        first = static_cast<std::uint32_t>(i + 1);
    }
}

Call hear_call(const Round& round, std::uint32_t row) {
    Call best;
    const auto& s = round.world.scratch_morale;
    if (s.callers.empty()) return best;
    const auto& men = round.world.men;
    const std::uint8_t side = round.model.men.side[row];
    const Squares grid = squares_of(round);
    const std::int32_t cx = square_of(men.x_mm[row], grid.x0_mm, grid.nx),
                       cy = square_of(men.y_mm[row], grid.y0_mm, grid.ny);
    for (std::int32_t y = cy > 0 ? cy - 1 : 0; y <= cy + 1 && y < grid.ny; ++y)
        for (std::int32_t x = cx > 0 ? cx - 1 : 0; x <= cx + 1 && x < grid.nx; ++x)
            for (std::uint32_t k = s.call_first[static_cast<std::size_t>(y * grid.nx + x)]; k != 0;
                 k = s.callers[k - 1].next) {
                const auto& caller = s.callers[k - 1];
                if (caller.side != side) continue;
                const float dx = static_cast<float>(caller.x_mm - men.x_mm[row]) * 0.001F,
                            dy = static_cast<float>(caller.y_mm - men.y_mm[row]) * 0.001F;
                const float presence = call_presence(std::sqrt(dx * dx + dy * dy), round.p);
                if (caller.unit == men.unit[row] && presence > 0.0F) return {presence, caller.unit};
                if (presence > best.presence ||
                    (presence > 0.0F && presence == best.presence && caller.unit < best.unit))
                    best = {presence, caller.unit};
            }
    return best;
}

}  // namespace linghe::morale
