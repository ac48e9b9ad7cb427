#include "causes.hpp"

#include "linghe/math/fixed.hpp"

namespace linghe::morale {
namespace {

using world::Cause;
using world::Morale;

constexpr Cause kCauseOf[kCauses] = {Cause::enemy, Cause::shock, Cause::fallen, Cause::flight, Cause::smoke,
                                     Cause::alone, Cause::fire,  Cause::calm,   Cause::leader, Cause::chief,
                                     Cause::drum,  Cause::safe,  Cause::crowd};

/// Order of the states from good to bad, to tell which causes an event should name.
int badness(Morale m) noexcept {
    switch (m) {
        case Morale::steady: return 0;
        case Morale::shaken: return 1;
        case Morale::wavering: return 2;
        case Morale::rallying: return 3;
        case Morale::last_stand: return 4;
        case Morale::routing: return 5;
        case Morale::resigned: return 6;
        case Morale::surrendered: return 7;
    }
    return 0;
}

/// What lies behind: his signal's owner, his unit's news, or what last befell him.
std::uint32_t parent_of(const Round& round, const View& v, Cause cause) {
    const auto& world = round.world;
    const std::uint32_t own = world.men.last_event[v.row];
    if ((cause == Cause::drum || cause == Cause::chief) && v.side < round.voices.size()) {
        const std::uint16_t person = round.voices[v.side].person;
        if (person != kNoPerson && world.persons.last_event[person] != 0)
            return world.persons.last_event[person];
    }
    if ((cause == Cause::flight || cause == Cause::alone) && v.unit != world::kNoUnit) {
        if (world.units.last_event[v.unit] > own) return world.units.last_event[v.unit];
    }
    return own;
}

world::Event begin_event(const Round& round, const View& v, world::EventKind kind) {
    world::Event e;
    e.kind = kind;
    e.subject_kind = 0;
    e.subject = v.row;
    e.x_mm = round.world.men.x_mm[v.row];
    e.y_mm = round.world.men.y_mm[v.row];
    return e;
}

void halve_causes(world::SoldierTable& men, std::uint32_t row) noexcept {
    const auto halve = [row](base::Column<std::int16_t>& c) {
        c[row] = static_cast<std::int16_t>(c[row] / 2);
    };
    halve(men.cause_enemy);
    halve(men.cause_shock);
    halve(men.cause_fallen);
    halve(men.cause_flight);
    halve(men.cause_smoke);
    halve(men.cause_alone);
    halve(men.cause_fire);
    halve(men.cause_calm);
    halve(men.cause_leader);
    halve(men.cause_chief);
    halve(men.cause_drum);
    halve(men.cause_safe);
    halve(men.cause_crowd);
}

/// Steady, shaken and wavering are one spell: its threshold of breaking outlives the nuances.
bool same_spell(Morale a, Morale b) noexcept { return static_cast<int>(a) <= 2 && static_cast<int>(b) <= 2; }

}  // namespace

void read_causes(const world::SoldierTable& men, std::uint32_t row, std::int64_t (&sums)[kCauses]) noexcept {
    const std::int16_t now[kCauses] = {men.cause_enemy[row],  men.cause_shock[row], men.cause_fallen[row],
                                       men.cause_flight[row], men.cause_smoke[row], men.cause_alone[row],
                                       men.cause_fire[row],   men.cause_calm[row],  men.cause_leader[row],
                                       men.cause_chief[row],  men.cause_drum[row],  men.cause_safe[row],
                                       men.cause_crowd[row]};
    for (int c = 0; c < kCauses; ++c) sums[c] += now[c];
}

Chief chief_causes(const std::int64_t (&sums)[kCauses], bool worse) noexcept {
    std::int64_t weight[kCauses], total = 0;
    for (int c = 0; c < kCauses; ++c) {
        const std::int64_t w = worse ? sums[c] : -sums[c];
        weight[c] = w > 0 ? w : 0;
        total += weight[c];
    }
    Chief chief;
    for (int place = 0; place < 3 && total > 0; ++place) {
        int best = 0;
        for (int c = 1; c < kCauses; ++c) {
            if (weight[c] > weight[best]) best = c;  // ties go to the lower number
        }
        if (weight[best] == 0) break;
        chief.cause[place] = kCauseOf[best];
        chief.share[place] = static_cast<std::uint8_t>((255 * weight[best] + total / 2) / total);
        weight[best] = 0;
    }
    return chief;
}

void change_state(Round& round, const View& v, Morale to, Cause lead, world::MoraleChunk& chunk) {
    auto& men = round.world.men;
    const auto from = static_cast<Morale>(men.morale[v.row]);
    std::int64_t sums[kCauses] = {};
    read_causes(men, v.row, sums);
    const Chief chief = chief_causes(sums, badness(to) > badness(from));
    world::Event e = begin_event(round, v, world::EventKind::man_state);
    e.value = (static_cast<std::int32_t>(from) << 8) | static_cast<std::int32_t>(to);
    if (lead == Cause::none) {
        e.cause_1 = chief.cause[0], e.cause_2 = chief.cause[1], e.cause_3 = chief.cause[2];
        e.share_1 = chief.share[0], e.share_2 = chief.share[1], e.share_3 = chief.share[2];
    } else {  // the lead decided the kind of change, the sums brought him to the point: half and half
        e.cause_1 = lead, e.cause_2 = chief.cause[0], e.cause_3 = chief.cause[1];
        e.share_1 = 128;
        e.share_2 = static_cast<std::uint8_t>(chief.share[0] / 2);
        e.share_3 = static_cast<std::uint8_t>(chief.share[1] / 2);
    }
    e.parent = parent_of(round, v, lead == Cause::none ? chief.cause[0] : lead);
    chunk.events.push_back(e);
    halve_causes(men, v.row);
    men.morale[v.row] = static_cast<std::uint8_t>(to);
    if (same_spell(from, to)) return;
    men.spell[v.row] = static_cast<std::uint16_t>(men.spell[v.row] + 1);
    men.h_break_q16[v.row] = 0;
    men.h_rally_q16[v.row] = 0;
    men.h_turn_q16[v.row] = 0;
    men.h_yield_q16[v.row] = 0;
    men.h_join_q16[v.row] = 0;
}

void tell_turn(Round& round, const View& v, float towards, float formed, world::MoraleChunk& chunk) {
    world::Event e = begin_event(round, v, world::EventKind::man_turns);
    const auto goal = static_cast<world::Goal>(round.world.men.goal_kind[v.row]);
    const std::uint16_t person = v.side < round.voices.size() ? round.voices[v.side].person : kNoPerson;
    if (person != kNoPerson) e.other = person;
    e.value = static_cast<std::int32_t>(goal);
    const float crowd = round.p.turn_flow_gain * towards;
    const float urged = round.p.turn_formed_gain * formed;
    const float total = 1.0F + crowd + urged;
    e.cause_1 = goal == world::Goal::banner ? Cause::chief : Cause::drum;
    e.share_1 = math::round_to<std::uint8_t>(255.0F / total);
    if (crowd > 0.0F)
        e.cause_2 = Cause::crowd, e.share_2 = math::round_to<std::uint8_t>(255.0F * crowd / total);
    if (urged > 0.0F)
        e.cause_3 = Cause::calm, e.share_3 = math::round_to<std::uint8_t>(255.0F * urged / total);
    e.parent = parent_of(round, v, e.cause_1);
    chunk.events.push_back(e);
}

void change_unit(Round& round, View& v, std::uint16_t to, world::MoraleChunk& chunk) {
    auto& men = round.world.men;
    world::Event e = begin_event(round, v, world::EventKind::man_joins);
    e.other = to;
    e.value = men.unit[v.row];
    e.cause_1 = Cause::crowd;
    e.share_1 = 255;
    e.parent = men.last_event[v.row];
    chunk.events.push_back(e);
    men.unit[v.row] = to;
    men.knows_lost[v.row] = 0;  // another leader: of him he has heard nothing yet
    men.h_news_q16[v.row] = 0;
    v.unit = to;
}

}  // namespace linghe::morale
