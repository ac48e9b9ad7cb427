#include "way_out.hpp"

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/world/fire_near.hpp"

namespace linghe::morale {
namespace {

constexpr int kOctants = 8;
// Unit vectors of the eight directions in q14, from east, anticlockwise.
constexpr std::int32_t kDx[kOctants] = {16384, 11585, 0, -11585, -16384, -11585, 0, 11585};
constexpr std::int32_t kDy[kOctants] = {0, 11585, 16384, 11585, 0, -11585, -16384, -11585};
// Four looks outward, a sector (10 m) apart, so that a thin ring is not stepped over.
constexpr std::int32_t kLookMm[] = {10'000, 20'000, 30'000, 40'000};

/// Flames on the way, cell by cell as far as he looks: higher than he will run through, or any before a horse.
bool flames_shut(const Round& round, std::uint32_t row, int k) noexcept {
    const auto& men = round.world.men;
    const auto& fire = round.world.fire;
    const auto& g = round.model.ground;
    const bool rides = men.horse[row] == static_cast<std::uint8_t>(world::Horse::mounted);
    constexpr std::int32_t kFarthestMm = 60'000;
    for (std::int32_t reach = g.cell_mm; reach <= kFarthestMm; reach += g.cell_mm) {
        const auto x = men.x_mm[row] + static_cast<std::int32_t>(std::int64_t{reach} * kDx[k] / 16384);
        const auto y = men.y_mm[row] + static_cast<std::int32_t>(std::int64_t{reach} * kDy[k] / 16384);
        if (!g.inside(x, y)) return false;
        const auto cell = static_cast<std::size_t>(g.cell(x, y));
        if (fire.state[cell] != static_cast<std::uint8_t>(world::FireState::flaming)) continue;
        if (rides || model::byram_flame_m(static_cast<float>(fire.intensity_kw_m[cell])) >
                         round.model.parameters.move.fire_cross_flame_m)
            return true;
    }
    return false;
}

/// Ground he cannot pass: outside the map, closed to his kind, or deeper than he can wade.
bool ground_shut(const Round& round, std::uint32_t row, std::int32_t x_mm, std::int32_t y_mm,
                 bool takes_water, bool takes_bank) {
    const auto& ground = round.model.ground;
    if (ground.nx == 0) return false;
    if (!ground.inside(x_mm, y_mm)) return true;
    const auto cell = static_cast<std::size_t>(ground.cell(x_mm, y_mm));
    const int mobility =
        round.world.men.horse[row] == static_cast<std::uint8_t>(world::Horse::mounted) ? 1 : 0;
    if (takes_bank && ground.bank[cell] != 0) return false;
    if (takes_water && (ground.water_mm[cell] > 0 || ground.bank[cell] != 0)) return false;
    if (!ground.speed_q8[mobility].empty() && ground.speed_q8[mobility][cell] == 0) return true;
    if (ground.water_mm.empty()) return false;
    const float wade_m = round.model.troops[round.model.men.troop[row]].wade_limit_m;
    return static_cast<float>(ground.water_mm[cell]) > wade_m * 1000.0F;
}

struct Square {
    std::uint32_t enemies = 0, friends = 0;
    math::Vec2d sum_enemies_mm{}, sum_friends_mm{};  ///< of places, from its corner

    /// From where most of his own stand in it to where most enemies do.
    [[nodiscard]] math::Vec2f towards_enemies() const noexcept {
        const double e = enemies > 0 ? enemies : 1, f = friends > 0 ? friends : 1;
        return {static_cast<float>(sum_enemies_mm.x / e - sum_friends_mm.x / f),
                static_cast<float>(sum_enemies_mm.y / e - sum_friends_mm.y / f)};
    }
};
Square square_at(const Round& round, std::uint8_t side, std::int32_t x_mm, std::int32_t y_mm) {
    const auto& sectors = round.world.sectors;
    Square found;
    if (sectors.nx == 0) return found;
    const auto* sums = sectors.at(sectors.sector_of(x_mm, y_mm));
    if (sums == nullptr) return found;
    for (std::uint8_t s = 0; s < world::kMaxSides; ++s) {
        const auto& sum = (*sums)[s];
        const math::Vec2d places{static_cast<double>(sum.x_mm), static_cast<double>(sum.y_mm)};
        if (s == side) {
            found.friends += sum.men;
            found.sum_friends_mm = found.sum_friends_mm + places;
        } else {
            found.enemies += sum.men - sum.fleeing;
            found.sum_enemies_mm = found.sum_enemies_mm + places;
        }
    }
    return found;
}

/// Enough enemies stand there to bar a front of ten metres, and his own are not so many that they clear it; or they outnumber
/// his own anyhow.
bool barred(const Round& round, const Square& square) noexcept {
    if (square.enemies > square.friends) return true;
    const auto enemies = static_cast<float>(square.enemies), friends = static_cast<float>(square.friends);
    return enemies >= round.p.way_bar_men && friends < enemies * round.p.way_clear_odds;
}

/// The three directions about a bearing.
std::uint8_t about(std::uint16_t bearing) noexcept {
    const int k = ((bearing + 4096) >> 13) & 7;
    return static_cast<std::uint8_t>(1u << ((k + 7) & 7) | 1u << k | 1u << ((k + 1) & 7));
}

}  // namespace

float Around::shut_share() const noexcept {
    int n = 0;
    for (int k = 0; k < kOctants; ++k) n += (shut >> k) & 1;
    return static_cast<float>(n) / static_cast<float>(kOctants);
}
float Around::log_odds() const noexcept {
    if (enemies <= friends) return 0.0F;
    return det::log(static_cast<float>(enemies + 1) / static_cast<float>(friends + 1));
}

Around look_around(const Round& round, std::uint32_t row) {
    const auto& men = round.world.men;
    const std::int32_t sight_mm = static_cast<std::int32_t>(men.sight_m[row]) * 1000;
    const std::uint8_t side = round.model.men.side[row];
    Around around;
    const Square here = square_at(round, side, men.x_mm[row], men.y_mm[row]);
    around.enemies = here.enemies;
    around.friends = here.friends;
    // Who stands in his own square may stand on any side of him: on that on which they stand of his own men there.
    if (barred(round, here))
        around.shut = about(math::turn_of(here.towards_enemies(), men.enemy_bearing[row]));
    // Before flames a bank and deep water are ways out too: rather drowned than burnt.
    const bool flames = men.fire_range_dm[row] != world::kNoFlames &&
                        static_cast<float>(men.fire_range_dm[row]) * 0.1F < round.p.look_fire_m &&
                        world::any_flames(round.world);
    const bool bank = men.bank_s[row] >= world::kTakesBank;
    const auto& sectors = round.world.sectors;
    const std::int32_t his = sectors.nx == 0 ? -1 : sectors.sector_of(men.x_mm[row], men.y_mm[row]);
    for (int k = 0; k < kOctants; ++k) {
        bool shut = flames && flames_shut(round, row, k);
        for (const std::int32_t reach_mm : kLookMm) {
            if (reach_mm > sight_mm) break;
            const auto x = men.x_mm[row] + static_cast<std::int32_t>(std::int64_t{reach_mm} * kDx[k] / 16384);
            const auto y = men.y_mm[row] + static_cast<std::int32_t>(std::int64_t{reach_mm} * kDy[k] / 16384);
            if (ground_shut(round, row, x, y, flames, bank)) shut = true;
            if (sectors.nx == 0 || sectors.sector_of(x, y) == his) continue;
            const Square square = square_at(round, side, x, y);
            around.enemies += square.enemies;
            around.friends += square.friends;
            if (barred(round, square)) shut = true;
        }
        if (shut) around.shut = static_cast<std::uint8_t>(around.shut | (1u << k));
    }
    return around;
}

int open_octant(std::uint8_t shut, std::uint16_t wanted) noexcept {
    const int nearest = ((wanted + 4096) >> 13) & 7;
    const bool left_first = ((wanted >> 12) & 1) == 0;  // on which side of its middle the wish lies
    for (int off = 0; off <= 4; ++off) {
        const int a = (nearest + (left_first ? off : -off)) & 7;
        const int b = (nearest + (left_first ? -off : off)) & 7;
        if (((shut >> a) & 1) == 0) return a;
        if (((shut >> b) & 1) == 0) return b;
    }
    return kOctants;
}

}  // namespace linghe::morale
