#include "bodies.hpp"

#include "states.hpp"

namespace linghe::morale {
namespace {

using world::Cause;
using world::EventKind;
using world::Morale;

bool can_lead(const world::SoldierTable& men, std::uint32_t row, std::uint32_t unit) noexcept {
    return world::active(men.status[row]) && men.unit[row] == unit &&
           men.morale[row] != static_cast<std::uint8_t>(Morale::surrendered);
}

/// In the ranks, or come to himself after flight.
bool stands(const world::SoldierTable& men, std::uint32_t row) noexcept {
    return world::in_ranks(men.morale[row]) || men.morale[row] == static_cast<std::uint8_t>(Morale::rallying);
}

/// Who comes next: men who stand before men who run, those mustered in the unit before those who joined,
/// then by number.
std::uint64_t rank_key(const Round& round, std::uint32_t row, std::uint32_t unit) noexcept {
    const auto& who = round.model.men;
    const std::uint64_t runs = stands(round.world.men, row) ? 0 : 1;
    const std::uint64_t strange = who.home_unit[row] == unit ? 0 : 1;
    return (runs << 50) | (strange << 49) | (std::uint64_t{who.number[row]} << 32) | row;
}

void count(Round& round) {
    auto& world = round.world;
    auto& tallies = world.scratch_morale.units;
    tallies.assign(world.units.size(), world::MoraleTally{});
    const auto& men = world.men;
    for (std::uint32_t row = 0; row < men.size(); ++row) {
        const std::uint16_t u = men.unit[row];
        if (!world::active(men.status[row]) || u >= tallies.size()) continue;
        auto& t = tallies[u];
        ++t.present;
        t.know += men.knows_lost[row];
        const std::uint32_t event = men.last_event[row];
        if (world::fleeing(men.morale[row])) {
            ++t.fleeing;
            if (event > world.units.last_event[u] && (t.first_flight == 0 || event < t.first_flight))
                t.first_flight = event;
        } else if (world::in_ranks(men.morale[row])) {
            ++t.in_ranks;
            if (event > t.last_return) t.last_return = event;
        }
        if (men.morale[row] == static_cast<std::uint8_t>(Morale::surrendered)) continue;
        const std::uint64_t key = rank_key(round, row, u);
        if (key < t.next_leader) t.next_leader = key;
    }
}

world::Event unit_event(const Round& round, EventKind kind, std::uint32_t u) {
    world::Event e;
    e.kind = kind;
    e.subject_kind = 1;
    e.subject = u;
    e.x_mm = round.world.units.x_mm[u];
    e.y_mm = round.world.units.y_mm[u];
    return e;
}

/// A leader keeps his place while he stands. Who runs loses it to the first man who stands, and he who was mustered to lead
/// takes it again when he stands again.
bool keeps_place(const Round& round, std::uint32_t old, std::uint32_t next, std::uint32_t u) noexcept {
    const auto& men = round.world.men;
    if (old == world::kNobody || !can_lead(men, old, u)) return false;
    if (next == world::kNobody || next == old || !stands(men, next)) return true;
    const std::uint32_t mustered = round.model.units[u].first_man;
    return stands(men, old) && next != mustered;
}

void review_leader(Round& round, std::uint32_t u) {
    auto& world = round.world;
    const std::uint32_t old = world.units.leader[u];
    const std::uint64_t key = world.scratch_morale.units[u].next_leader;
    const std::uint32_t next =
        key == world::MoraleTally{}.next_leader ? world::kNobody : static_cast<std::uint32_t>(key);
    if (keeps_place(round, old, next, u)) return;
    if (next == old) return;
    world.units.leader[u] = next;
    world::Event e = unit_event(round, EventKind::unit_leader, u);
    e.other = next;
    if (old != world::kNobody) {
        const bool fell = !world::active(world.men.status[old]);
        e.cause_1 = fell                                    ? Cause::fallen
                    : world::fleeing(world.men.morale[old]) ? Cause::flight
                                                            : Cause::alone;
        e.share_1 = 255;
        e.parent = world.men.last_event[old];
    }
    world.units.last_event[u] = world::write_event(world.events, world.clock, e);
}

/// Sums the causes of the men who made the change: those in flight when it broke, those in the ranks when it
/// rallied.
Chief causes_of_unit(const Round& round, std::uint32_t u, bool broke) {
    const auto& men = round.world.men;
    std::int64_t sums[kCauses] = {};
    for (std::uint32_t row = 0; row < men.size(); ++row) {
        if (men.unit[row] != u || !world::active(men.status[row])) continue;
        if (broke ? world::fleeing(men.morale[row]) : world::in_ranks(men.morale[row]))
            read_causes(men, row, sums);
    }
    return chief_causes(sums, broke);
}

void review_break(Round& round, std::uint32_t u) {
    auto& world = round.world;
    const auto& t = world.scratch_morale.units[u];
    if (t.present == 0) return;
    const auto present = static_cast<float>(t.present), fleeing = static_cast<float>(t.fleeing);
    const bool was = world.units.broken[u] != 0;
    // Mended: few still run, and most of the rest stand in its ranks again, not scattered about some drum.
    const auto in_ranks = static_cast<float>(t.in_ranks);
    const bool mended =
        fleeing <= round.p.unit_mended_share * present && in_ranks > round.p.unit_broken_share * present;
    const bool now = was ? !mended : fleeing > round.p.unit_broken_share * present;
    if (was == now) return;
    world.units.broken[u] = now ? 1 : 0;
    if (round.tick == 0) return;  // it starts broken: that is the situation, not an event
    world::Event e = unit_event(round, now ? EventKind::unit_breaks : EventKind::unit_rallies, u);
    e.value = static_cast<std::int32_t>(now ? t.fleeing : t.in_ranks);
    const Chief chief = causes_of_unit(round, u, now);
    e.cause_1 = chief.cause[0], e.cause_2 = chief.cause[1], e.cause_3 = chief.cause[2];
    e.share_1 = chief.share[0], e.share_2 = chief.share[1], e.share_3 = chief.share[2];
    e.parent = now ? t.first_flight : t.last_return;
    world.units.last_event[u] = world::write_event(world.events, world.clock, e);
}

}  // namespace

void settle_chunks(Round& round) {
    auto& world = round.world;
    std::uint32_t previous = 0;
    for (auto& chunk : world.scratch_morale.chunks) {
        for (auto& event : chunk.events) {
            if (event.parent == kPrevious) event.parent = previous;
            previous = world::write_event(world.events, world.clock, event);
            world.men.last_event[event.subject] = previous;
        }
        for (const std::uint16_t unit : chunk.dress) world.units.dressing[unit] = 1;
        chunk.events.clear();
        chunk.dress.clear();
    }
}

void review_units(Round& round) {
    count(round);
    for (std::uint32_t u = 0; u < round.world.units.size(); ++u) {
        review_leader(round, u);
        review_break(round, u);
        const auto& t = round.world.scratch_morale.units[u];
        round.world.units.news_q8[u] =
            static_cast<std::uint8_t>(t.present > 0 ? (255 * t.know + t.present / 2) / t.present : 0);
    }
}

}  // namespace linghe::morale
