// A commander below the first in command: he keeps in mind where his superior is, follows his own resolve, answers the
// drum when he hears it, and turns when what he believes has turned.
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using model::Verb;

bool is(const Office& o, std::uint32_t who, Verb verb) {
    return o.intents.persons.verb[who] == static_cast<std::uint8_t>(verb);
}

/// He is free to answer a signal: not already bound by an order, nor fighting at arm's length.
bool unbound(const Office& o, std::uint32_t who) {
    const bool bound = o.intents.persons.order[who] != kNoOrder || is(o, who, Verb::hold_line) ||
                       is(o, who, Verb::collect) || is(o, who, Verb::fetch) || is(o, who, Verb::pursue) ||
                       is(o, who, Verb::attack) || is(o, who, Verb::burn) || is(o, who, Verb::march) ||
                       is(o, who, Verb::cover) || is(o, who, Verb::counter_attack) || is(o, who, Verb::lead);
    return !bound && o.beliefs.self.cut_off[who] == 0;
}

void ponder_joining(Office& o, std::uint32_t who, std::uint32_t whom, float latency_share) {
    auto& mine = o.intents.persons;
    mine.pending[who] = static_cast<std::uint8_t>(Verb::join);
    mine.pending_person[who] = static_cast<std::uint16_t>(whom);
    mine.copies[who] = 0;
    mine.think_until[who] = static_cast<std::int32_t>(o.now + latency(o, who, latency_share));
}

/// He hears the drum and shrinks from it, and the men about him who stand urge him to go back: a hazard by their share.
bool talked_round(Office& o, std::uint32_t who, std::uint32_t chief) {
    if (!hears_chief(o, who, chief) || !where(o, who, chief, o.p().belief_faint)) return false;
    const auto& self = o.beliefs.self;
    const float about = static_cast<float>(self.in_hand[who]) + static_cast<float>(self.fleeing[who]);
    if (!(about >= 1.0F)) return false;
    const float per_s = o.p().persuade_per_min / 60.0F * static_cast<float>(self.in_hand[who]) / about;
    const math::Rng rng{o.model.seed};
    const std::uint32_t luck = o.model.men.luck[o.model.persons[who].man];
    if (rng.uniform(luck, o.now, math::Purpose::mind_persuade, 0) >= per_s) return false;
    note(o, NoteKind::persuaded, who, chief, static_cast<std::int32_t>(Verb::join), kNoOrder,
         NoteCause::persuasion);
    ponder_joining(o, who, chief, o.p().latency_voice_share);
    return true;
}

/// Keeps in mind at which spot his chief is, and since when.
void watch_chief(Office& o, std::uint32_t who, const Fix& fix) {
    auto& mine = o.intents.persons;
    const math::Vec2i spot{mine.chief_x_mm[who], mine.chief_y_mm[who]};
    if (mine.chief_since[who] > 0 &&
        math::length(fix.at - spot) <= static_cast<double>(o.p().halt_slack_m) * 1000.0)
        return;
    mine.chief_x_mm[who] = fix.at.x;
    mine.chief_y_mm[who] = fix.at.y;
    mine.chief_since[who] = static_cast<std::int32_t>(fix.tick > 0 ? fix.tick : 1);
}

/// Whom he sees ride on is no place to come to; where others tell him his chief is, he takes him to be halted.
bool chief_halts(const Office& o, std::uint32_t who, const Fix& fix) {
    if (fix.source != belief::Source::eyes) return true;
    return base::seconds_of(fix.tick - o.intents.persons.chief_since[who]) >=
           static_cast<double>(o.p().halt_seen_s);
}

/// He turns when the place he makes for has come to lie elsewhere: noted once, with what told him.
void notice_turn(Office& o, std::uint32_t who, math::Vec2i new_goal, std::uint32_t towards,
                 belief::Source source) {
    auto& mine = o.intents.persons;
    const math::Vec2i here = o.place(who);
    const math::Vec2i old_goal{mine.x_mm[who], mine.y_mm[who]};
    if (math::length(new_goal - here) < 30'000.0 || math::length(old_goal - here) < 30'000.0) return;
    const std::int32_t turn = math::turn_diff(math::turn_of(old_goal - here), math::turn_of(new_goal - here));
    const double degrees = static_cast<double>(turn < 0 ? -turn : turn) * 360.0 / 65536.0;
    if (degrees < static_cast<double>(o.p().turn_angle_deg)) return;
    const NoteCause cause = source == belief::Source::ears   ? NoteCause::drum
                            : source == belief::Source::eyes ? NoteCause::sight
                            : source == belief::Source::none ? NoteCause::none
                                                             : NoteCause::report;
    note(o, NoteKind::turns_back, who, towards, static_cast<std::int32_t>(degrees), kNoOrder, cause);
}

/// Stage of one bound for a person: 0 on his way, or not looked yet; 1 he has come beside him in this spell.
constexpr std::uint8_t kThere = 1;

/// What brought him there: the order he obeys, else the drum he followed, else his eyes.
NoteCause brought_by(const Office& o, std::uint32_t who, std::uint32_t whom) {
    if (o.intents.persons.order[who] != kNoOrder) return NoteCause::order;
    return hears_chief(o, who, whom) ? NoteCause::drum : NoteCause::sight;
}

/// His own body has drawn up at its berth about the man he made for: nearer the crowd of the gathered lets nobody.
bool drawn_up(const Office& o, std::uint32_t who, double distance_m) {
    const auto body = o.model.persons[who].rides_with;
    return body.valid() && o.model.units[body.v].leader.v == who && o.intents.units.arrived[body.v] != 0 &&
           distance_m <= static_cast<double>(o.p().near_chief_m);
}

/// He comes within speaking distance of the man he made for, or draws up about him, and sees him: noted once in a
/// spell, and not at all of one who stood within speaking distance when he resolved it: he was never on his way.
void notice_coming(Office& o, std::uint32_t who, std::uint32_t whom, double distance_m) {
    auto& mine = o.intents.persons;
    if (mine.stage[who] == kThere) return;
    const bool speaks = distance_m <= static_cast<double>(o.p().voice_range_m);
    // In the first second his body has not been given its new goal yet.
    const bool on_his_way = o.now - mine.since[who] > base::kTicksPerSecond;
    if (!speaks && !(on_his_way && drawn_up(o, who, distance_m))) return;
    mine.stage[who] = kThere;
    if (on_his_way)
        note(o, NoteKind::meets, who, whom, mine.verb[who], mine.order[who], brought_by(o, who, whom));
}

/// In flight those who belong together look for each other: of two who are bound the younger makes for the elder (the one
/// who stands first), and whoever is bound makes for one who is not bound to him. Nobody when he is beside him or
/// has no idea where he is.
std::uint32_t kin_to_seek(const Office& o, std::uint32_t who) {
    std::uint32_t best = kNoPerson;
    for (const auto& bond : o.model.persons[who].bonds) {
        const std::uint32_t to = bond.to.v;
        if (bond.strength < o.p().kin_seek_least || (o.bond(to, who) > 0 && to > who)) continue;
        const auto fix = where(o, who, to, o.p().belief_enough);
        if (!fix) continue;
        const double far_m = metres_to(o, who, fix->at);
        if (far_m <= static_cast<double>(o.p().near_chief_m) ||
            far_m > static_cast<double>(o.p().kin_seek_m * bond.strength))
            continue;
        if (best == kNoPerson || bond.strength > o.bond(who, best)) best = to;
    }
    return best;
}

/// He rides beside one to whom he is bound, on nobody's order.
bool with_kin(const Office& o, std::uint32_t who, std::uint32_t chief) {
    const auto& mine = o.intents.persons;
    return mine.order[who] == kNoOrder && mine.person[who] != chief && o.bond(who, mine.person[who]) > 0;
}

void seek_kin(Office& o, std::uint32_t who) {
    if (!is(o, who, Verb::withdraw)) return;
    const std::uint32_t kin = kin_to_seek(o, who);
    if (kin != kNoPerson) ponder_joining(o, who, kin, 1.0F);
}

/// Bound for a person: his goal goes where he now thinks that person is.
void follow_person(Office& o, std::uint32_t who) {
    auto& mine = o.intents.persons;
    const std::uint32_t whom = mine.person[who];
    if (whom >= o.persons()) return;
    const auto fix = where(o, who, whom, o.p().belief_faint);
    if (!fix) return;
    notice_turn(o, who, fix->at, whom, fix->source);
    mine.x_mm[who] = fix->at.x;
    mine.y_mm[who] = fix->at.y;
    if (fix->source != belief::Source::eyes || o.seconds_since(fix->tick) > 10.0) return;
    const double distance_m = metres_to(o, who, fix->at);
    notice_coming(o, who, whom, distance_m);
    if (!is(o, who, Verb::join) || distance_m > static_cast<double>(o.p().beside_m)) return;
    const auto order = mine.order[who];
    if (order != kNoOrder)
        o.intents.orders.state[order] = static_cast<std::uint8_t>(intent::OrderState::done);
    resolve(o, who, {Verb::stay_by, fix->at, static_cast<std::uint16_t>(whom), kNoOrder}, NoteCause::sight);
    mine.stage[who] = kThere;
}

}  // namespace

void subordinate(Office& o, std::uint32_t who) {
    auto& mine = o.intents.persons;
    const std::uint32_t chief = chief_of(o, who);
    if (is(o, who, Verb::join) || is(o, who, Verb::stay_by)) {
        follow_person(o, who);
        if (!with_kin(o, who, chief)) return;  // for kin alone he does not let his chief wait
    }
    if (chief == who) return;
    if (const auto seen = where(o, who, chief, o.p().belief_faint)) watch_chief(o, who, *seen);
    if (!unbound(o, who)) return;
    const bool answers =
        mine.pending[who] == static_cast<std::uint8_t>(Verb::join) && mine.think_until[who] > 0;
    if (beside_himself(o, who) && !answers && !talked_round(o, who, chief)) return;
    // A decision that was ripening.
    if (answers) {
        if (o.now < mine.think_until[who]) return;
        const auto fix = where(o, who, mine.pending_person[who], o.p().belief_faint);
        if (!fix) {
            mine.think_until[who] = 0;
            mine.pending[who] = 0;
            return;
        }
        const auto whom = mine.pending_person[who];
        notice_turn(o, who, fix->at, whom, fix->source);
        resolve(o, who, {Verb::join, fix->at, whom, kNoOrder},
                whom != chief                ? NoteCause::kin
                : hears_chief(o, who, chief) ? NoteCause::drum
                                             : NoteCause::belief);
        return;
    }
    // An order he has just got is on his mind: he makes that up first.
    if (mine.pending[who] != 0 && mine.think_until[who] > o.now) return;
    // Withdrawing, holding or without a resolve: does he now know where his chief is?
    const bool heard = hears_chief(o, who, chief);
    if (is(o, who, Verb::hold) && !heard)
        return;  // who was told to hold leaves his post for the drum, not for the sight of him
    const auto fix = where(o, who, chief, heard ? o.p().belief_faint : o.p().belief_enough);
    if (!fix || (!heard && !chief_halts(o, who, *fix))) {
        seek_kin(o, who);
        return;
    }
    ponder_joining(o, who, chief, heard ? o.p().latency_signal_share : 1.0F);
}

}  // namespace linghe::mind
