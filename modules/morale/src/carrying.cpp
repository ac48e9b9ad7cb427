#include "carrying.hpp"

#include <array>

#include "linghe/math/fixed.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/math/vec.hpp"
#include "linghe/morale/laws.hpp"

namespace linghe::morale {
namespace {

using math::Purpose;
using world::Care;
using world::Goal;

constexpr std::size_t kMostBearers = 6;  // carry_men is bounded by it
constexpr std::int64_t kAgainTicks =
    100;  // who found nobody to carry him is looked at again after ten seconds
constexpr std::uint8_t kNoCare = static_cast<std::uint8_t>(Care::none);
constexpr std::uint8_t kCarried = static_cast<std::uint8_t>(Care::carried);
constexpr std::uint8_t kRear = static_cast<std::uint8_t>(Goal::rear);
constexpr std::uint8_t kDisabled = static_cast<std::uint8_t>(world::Status::disabled);

math::Vec2d place_of(const world::SoldierTable& men, std::uint32_t row) {
    return {static_cast<double>(men.x_mm[row]), static_cast<double>(men.y_mm[row])};
}

void tell(Round& round, world::EventKind kind, std::uint32_t wounded, std::uint32_t bearer,
          std::int32_t value) {
    auto& world = round.world;
    world::Event e;
    e.kind = kind;
    e.subject = wounded;
    e.other = bearer;
    e.x_mm = world.men.x_mm[wounded], e.y_mm = world.men.y_mm[wounded];
    e.value = value;
    e.cause_1 = world::Cause::wound;
    e.share_1 = 255;
    e.parent = world.men.wound_event[wounded];
    world::write_event(world.events, world.clock, e);
}

bool enemy_at_hand(const Round& round, std::uint32_t row) noexcept {
    const std::uint16_t range_m = round.world.men.enemy_range_m[row];
    return range_m != world::kFar && static_cast<float>(range_m) <= round.p.carry_drop_m;
}

/// A comrade who stands in the ranks with his hands free; whoever leads stays.
bool may_carry(const Round& round, std::uint32_t row, std::uint16_t unit) noexcept {
    const auto& men = round.world.men;
    return world::active(men.status[row]) && men.unit[row] == unit && men.bears[row] == 0 &&
           men.morale[row] <= static_cast<std::uint8_t>(world::Morale::wavering) &&
           men.goal_kind[row] == static_cast<std::uint8_t>(Goal::ranks) && men.in_bout[row] == 0 &&
           men.doing[row] != static_cast<std::uint8_t>(world::Doing::fighting) &&
           round.world.units.leader[unit] != row && round.world.scratch_morale.person_of[row] == kNoPerson &&
           !enemy_at_hand(round, row);
}

struct Bearers {
    std::array<std::uint32_t, kMostBearers> row{};
    std::array<double, kMostBearers> far2{};
    std::size_t count = 0;
    /// Keeps the nearest `most`; of equals the lower row, for rows come in order.
    void offer(std::uint32_t who, double d2, std::size_t most) noexcept {
        std::size_t at = count;
        while (at > 0 && d2 < far2[at - 1]) --at;
        if (at >= most) return;
        if (count < most) ++count;
        for (std::size_t k = count - 1; k > at; --k) row[k] = row[k - 1], far2[k] = far2[k - 1];
        row[at] = who, far2[at] = d2;
    }
};

Bearers find_bearers(const Round& round, std::uint32_t wounded, std::size_t most) {
    const auto& men = round.world.men;
    const auto& home = round.model.units[round.model.men.home_unit[wounded]];
    const double reach_mm = static_cast<double>(round.p.carry_reach_m) * 1000.0;
    const math::Vec2d his = place_of(men, wounded);
    Bearers found;
    for (std::uint32_t row = home.first_man; row < home.first_man + home.men; ++row) {
        if (!may_carry(round, row, men.unit[wounded])) continue;
        const math::Vec2d to = place_of(men, row) - his;
        const double d2 = to.x * to.x + to.y * to.y;
        if (d2 <= reach_mm * reach_mm) found.offer(row, d2, most);
    }
    return found;
}

/// Towards his side's place of retreat, carry_back_m or as far as that is; on the map.
math::Vec2i rear_of(const Round& round, std::uint32_t wounded) {
    const auto& side = round.model.sides[round.model.men.side[wounded]];
    const math::Vec2d here = place_of(round.world.men, wounded);
    const math::Vec2d home{static_cast<double>(side.retreat_x_mm), static_cast<double>(side.retreat_y_mm)};
    const math::Vec2d way = home - here;
    const double left_mm = math::length(way), back_mm = static_cast<double>(round.p.carry_back_m) * 1000.0;
    const math::Vec2d to = left_mm <= back_mm ? home : here + way * (back_mm / left_mm);
    math::Vec2i at{math::round_to<std::int32_t>(to.x), math::round_to<std::int32_t>(to.y)};
    const auto& g = round.model.ground;
    if (g.nx == 0) return at;
    const auto within = [&](std::int32_t v, std::int32_t from, std::int32_t cells) {
        const std::int32_t last = from + cells * g.cell_mm - 1;
        return v < from ? from : v > last ? last : v;
    };
    return {within(at.x, g.x0_mm, g.nx), within(at.y, g.y0_mm, g.ny)};
}

void take_up(Round& round, std::uint32_t wounded) {
    auto& men = round.world.men;
    const auto wanted = static_cast<std::size_t>(round.p.carry_men + 0.5F);
    const std::size_t most = wanted < 1 ? 1 : wanted > kMostBearers ? kMostBearers : wanted;
    const Bearers found = find_bearers(round, wounded, most);
    if (found.count < most) return;
    const math::Vec2i to = rear_of(round, wounded);
    for (std::size_t k = 0; k < found.count; ++k) {
        const std::uint32_t row = found.row[k];
        men.bears[row] = wounded + 1;
        men.goal_kind[row] = kRear;
        men.goal_x_mm[row] = to.x, men.goal_y_mm[row] = to.y;
        men.slot[row] = world::kNoSlot;
    }
    men.borne_by[wounded] = found.row[0] + 1;
    men.care[wounded] = kCarried;
    tell(round, world::EventKind::man_carried, wounded, found.row[0], static_cast<std::int32_t>(found.count));
}

void wait(Round& round, std::uint32_t wounded) {
    auto& men = round.world.men;
    const float weight = round.model.sides[round.model.men.side[wounded]].doctrine.own_loss_weight;
    const auto threshold =
        math::exponential_threshold_q16(math::Rng{round.model.seed}, round.model.men.luck[wounded],
                                        Purpose::carry_threshold, men.spell[wounded]);
    const bool was = men.h_carry_q16[wounded] >= threshold;
    if (!math::hazard_step(men.h_carry_q16[wounded], carry_rate(weight, round.p), 1.0F, threshold)) return;
    if (!was || (round.tick + std::int64_t{wounded} * 10) % kAgainTicks == 0) take_up(round, wounded);
}

bool can_go_on(const Round& round, std::uint32_t wounded, std::uint32_t first) noexcept {
    const auto& men = round.world.men;
    return men.status[wounded] == kDisabled && world::active(men.status[first]) &&
           world::in_ranks(men.morale[first]) && men.goal_kind[first] == kRear &&
           men.bears[first] == wounded + 1 && !enemy_at_hand(round, first);
}

void carry_on(Round& round, std::uint32_t wounded) {
    auto& men = round.world.men;
    const std::uint32_t first = men.borne_by[wounded] - 1;
    const auto lay = [&](Care care, std::int32_t in_the_rear) {
        men.care[wounded] = static_cast<std::uint8_t>(care);
        men.borne_by[wounded] = 0;
        tell(round, world::EventKind::man_laid, wounded, first, in_the_rear);
    };
    if (!can_go_on(round, wounded, first)) return lay(Care::none, 0);
    men.x_mm[wounded] = men.x_mm[first], men.y_mm[wounded] = men.y_mm[first];
    const math::Vec2d goal{static_cast<double>(men.goal_x_mm[first]),
                           static_cast<double>(men.goal_y_mm[first])};
    const double left_mm = math::length(goal - place_of(men, first));
    if (left_mm <= static_cast<double>(round.p.carry_there_m) * 1000.0) return lay(Care::brought, 1);
    if (static_cast<float>(men.stuck_s[first]) >= round.p.carry_give_up_s) lay(Care::brought, 0);
}

/// Who carries nobody any more goes back to his unit; who runs, or has fallen, has let go.
void let_go(Round& round, std::uint32_t row) {
    auto& men = round.world.men;
    const std::uint32_t wounded = men.bears[row] - 1;
    const bool carries =
        men.goal_kind[row] == kRear && world::active(men.status[row]) && world::in_ranks(men.morale[row]);
    if (carries && men.care[wounded] == kCarried) return;
    men.bears[row] = 0;
    if (men.goal_kind[row] != kRear) return;
    men.goal_kind[row] = static_cast<std::uint8_t>(Goal::ranks);
    men.slot[row] = world::kNoSlot;
}

}  // namespace

void carry_wounded(Round& round) {
    auto& men = round.world.men;
    const auto n = static_cast<std::uint32_t>(men.size());
    for (std::uint32_t row = 0; row < n; ++row) {
        if (men.care[row] == kCarried) {
            carry_on(round, row);
        } else if (men.status[row] == kDisabled && men.care[row] == kNoCare) {
            wait(round, row);
        }
    }
    for (std::uint32_t row = 0; row < n; ++row)
        if (men.bears[row] != 0) let_go(round, row);
}

}  // namespace linghe::morale
