// What persons learn of their own side's losses: by counting, from men who run past them, from each other. The
// numbers go into the rows of belief about units and persons (take_losses). Counted are the fallen (dead, disabled,
// taken) and a share of those in flight: some of these will come back.
#include <array>

#include "linghe/math/fixed.hpp"
#include "linghe/math/vec.hpp"
#include "linghe/world/states.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using belief::LossNews;
using belief::Source;
using belief::Subject;

constexpr std::uint16_t kLossSalt = 8;  // tells this count apart from others of the same person
constexpr std::size_t kMostHeard = 8;   // bodies whose fugitives one man listens to in one look

float lost_of(const Room& room, std::uint32_t unit) noexcept {
    return static_cast<float>(room.world.units.fallen[unit]) +
           room.p.flight_lost_share * static_cast<float>(room.world.units.fleeing[unit]);
}

/// He has had word of this body's losses so lately that the same again is no new evidence.
bool heard_lately(const Room& room, std::uint32_t person, std::uint32_t unit) noexcept {
    const std::int64_t row = room.beliefs.find(person, Subject::unit, unit);
    if (row < 0) return false;
    const auto r = static_cast<std::size_t>(row);
    return room.beliefs.rows.lost_q16[r] > 0 && base::seconds_of(room.now - room.beliefs.rows.lost_tick[r]) <
                                                    static_cast<double>(room.p.exchange_period_s);
}

}  // namespace

void count_own_losses(Room& room, std::uint32_t person, std::uint32_t unit, bool with_it) {
    if (!with_it) return;
    auto& self = room.beliefs.self;
    self.fallen[person] = room.world.units.fallen[unit];
    const float lost = static_cast<float>(self.fallen[person]) +
                       room.p.flight_lost_share * static_cast<float>(self.fleeing[person]);
    belief::take_losses(room.beliefs, person,
                        {Subject::unit, unit, math::round_to<std::uint32_t>(lost), room.p.eyes_likelihood,
                         room.now, Source::eyes});
}

void count_losses_of(Room& room, std::uint32_t person, std::uint32_t unit) {
    if (room.world.men.unit[room.model.persons[person].man] == unit)
        return;  // his own he counts every second
    // Gaps in somebody else's ranks are judged from afar: with twice the error of a count of men.
    const std::uint32_t lost =
        counted(room, person, lost_of(room, unit), static_cast<std::uint16_t>(kLossSalt + unit), 2.0F);
    belief::take_losses(room.beliefs, person,
                        {Subject::unit, unit, lost, room.p.eyes_likelihood, room.now, Source::eyes});
}

void hear_fugitives(Room& room, std::uint32_t person) {
    const auto& index = room.world.index;
    const auto& men = room.world.men;
    const std::uint32_t row = room.model.persons[person].man;
    const auto reach = math::round_to<std::int32_t>(room.p.fugitive_range_m * 1000.0F);
    const math::Vec2i here{men.x_mm[row], men.y_mm[row]};
    std::array<std::uint32_t, kMostHeard> heard{};
    std::size_t n = 0;
    index.for_each_near(here.x, here.y, reach, [&](std::uint32_t slot) {
        const std::uint32_t man = index.man[slot];
        const std::uint32_t unit = room.model.men.home_unit[man];
        if (n == kMostHeard || !world::fleeing(men.morale[man]) || unit == men.unit[row]) return;
        if (room.model.men.side[man] != room.model.persons[person].side) return;
        const math::Vec2i there{index.x_mm[slot], index.y_mm[slot]};
        if (math::length2(there - here) > std::int64_t{reach} * reach) return;
        for (std::size_t k = 0; k < n; ++k) {
            if (heard[k] == unit) return;
        }
        heard[n++] = unit;
    });
    for (std::size_t k = 0; k < n; ++k) {
        if (heard_lately(room, person, heard[k])) continue;
        const auto roll = static_cast<float>(room.model.units[heard[k]].men);
        const float told =
            room.p.fugitive_exaggeration *
            static_cast<float>(room.world.units.fallen[heard[k]] + room.world.units.fleeing[heard[k]]);
        belief::take_losses(
            room.beliefs, person,
            {Subject::unit, heard[k], math::round_to<std::uint32_t>(told < roll ? told : roll),
             room.p.fugitive_likelihood, room.now, Source::fugitive});
    }
}

void tell_losses(Room& room, std::uint32_t teller, std::uint32_t listener) {
    const auto& rows = room.beliefs.rows;
    const auto least = math::to_q16_u16(static_cast<double>(room.p.exchange_least_confidence));
    const float trust = trust_in(room, listener, teller, true);
    for (std::uint32_t r = room.beliefs.first[teller]; r < room.beliefs.first[teller + 1]; ++r) {
        const auto kind = static_cast<Subject>(rows.subject_kind[r]);
        if (kind == Subject::none || rows.lost_q16[r] < least) continue;
        const std::int64_t his = room.beliefs.find(listener, kind, rows.subject[r]);
        const auto h = static_cast<std::size_t>(his);
        // A captain keeps no roll of the army: he takes note only of bodies he has a picture of.
        if (his < 0 || (kind == Subject::person && rows.subject[r] == listener)) continue;
        if (rows.lost_q16[h] > 0 && rows.lost_tick[h] >= rows.lost_tick[r]) continue;
        belief::take_losses(room.beliefs, listener,
                            {kind, rows.subject[r], rows.lost[r],
                             likelihood_told(room.p.told_likelihood, trust, math::from_q16(rows.lost_q16[r])),
                             rows.lost_tick[r], Source::told});
    }
}

}  // namespace linghe::percept
