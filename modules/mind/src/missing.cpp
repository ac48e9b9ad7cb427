// Missing men: a commander who has had no sign of one who matters to him sends a rider to where he believes
// him to be. The rider tells where he was sent from and asks; whoever is found sends word of himself back.
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using belief::Subject;
using intent::Channel;
using intent::OrderState;
using model::Verb;

/// The newest he has of a man: of his person, or of the body he leads.
struct Sign {
    math::Vec2i at;
    base::Tick tick = 0;
};

void newer_of(const Office& o, std::uint32_t who, Subject kind, std::uint32_t subject,
              std::optional<Sign>& best) {
    const std::int64_t row = o.beliefs.find(who, kind, subject);
    if (row < 0) return;
    const auto& rows = o.beliefs.rows;
    const auto r = static_cast<std::size_t>(row);
    const float confidence = math::from_q16(rows.confidence_q16[r]) * math::from_q16(rows.alive_q16[r]);
    if (confidence < o.p().belief_faint) return;
    if (best && best->tick >= rows.tick[r]) return;
    best = Sign{{rows.x_mm[r], rows.y_mm[r]}, rows.tick[r]};
}

/// Nothing when he has no idea where to send.
std::optional<Sign> last_sign(const Office& o, std::uint32_t who, std::uint32_t whom) {
    std::optional<Sign> best;
    newer_of(o, who, Subject::person, whom, best);
    const auto body = o.model.persons[whom].rides_with;
    if (body.valid() && o.model.units[body.v].leader.v == whom) newer_of(o, who, Subject::unit, body.v, best);
    return best;
}

/// His superior, those who take their orders from him straight, and those he is bound to.
bool matters_to(const Office& o, std::uint32_t who, std::uint32_t whom) {
    const auto& persons = o.model.persons;
    if (whom == who || persons[whom].side != persons[who].side) return false;
    return persons[whom].superior.v == who || persons[who].superior.v == whom ||
           o.bond(who, whom) >= o.p().kin_seek_least;
}

/// So long without a sign of him before he misses him: the dearer, the shorter.
base::Tick patience_with(const Office& o, std::uint32_t who, std::uint32_t whom) {
    const float share = 1.0F - o.p().kin_worry * o.bond(who, whom);
    return base::ticks_from_s(static_cast<double>(o.p().missing_after_s * share));
}

bool is_question(const intent::OrderTable& orders, std::size_t row) {
    return orders.is_report[row] != 0 && orders.verb[row] == static_cast<std::uint8_t>(Verb::report) &&
           orders.person[row] != kNoPerson;
}

/// Whether the rider of this question is still to be waited for: the way there and back, and as long again as
/// it takes to miss a man. Then he is given up; but no second is sent while the first still rides.
bool waits_for_rider(const Office& o, std::size_t question) {
    const auto& orders = o.intents.orders;
    if (orders.state[question] <= static_cast<std::uint8_t>(OrderState::travelling)) return true;
    const std::uint32_t who = orders.issuer[question], whom = orders.addressee[question];
    const auto sign = last_sign(o, who, whom);
    if (!sign || sign->tick >= orders.issued[question]) return false;  // word has come since
    const double way_s = 2.0 * metres_to(o, who, sign->at) * static_cast<double>(o.p().reach_margin) /
                         static_cast<double>(o.p().rider_speed_m_s);
    return o.seconds_since(orders.issued[question]) < way_s + static_cast<double>(o.p().missing_after_s);
}

/// Riders out of his, and whether one of them is on his way to `whom`.
struct Out {
    std::uint32_t riders = 0;
    bool to_him = false;
};
Out riders_out(const Office& o, std::uint32_t who, std::uint32_t whom) {
    const auto& orders = o.intents.orders;
    Out out;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders.issuer[i] != who || !is_question(orders, i) || !waits_for_rider(o, i)) continue;
        ++out.riders;
        out.to_him = out.to_him || orders.addressee[i] == whom;
    }
    return out;
}

void answer(Office& o, std::size_t question) {
    auto& orders = o.intents.orders;
    const std::uint32_t who = orders.addressee[question], asker = orders.issuer[question];
    // The rider knows the way he came; the asker's own place is better only when seen or heard of since.
    math::Vec2i seek{orders.x_mm[question], orders.y_mm[question]};
    const auto sign = last_sign(o, who, asker);
    if (sign && sign->tick > orders.issued[question]) seek = sign->at;
    orders.state[question] = static_cast<std::uint8_t>(OrderState::done);
    note(o, NoteKind::decides, who, asker, static_cast<std::int32_t>(Verb::report),
         static_cast<std::uint32_t>(question), NoteCause::report);
    const std::uint32_t event = orders.event[question];
    const std::uint32_t word = send_report(o, {who, asker, seek});
    orders.event[word] = event;  // what comes of the answer goes back to the question
}

}  // namespace

void report_to_superior(Office& o, std::uint32_t who) {
    const auto& me = o.model.persons[who];
    if (!me.named || !me.superior.valid() || !o.alive(me.superior.v)) return;
    const auto sign = last_sign(o, who, me.superior.v);
    if (!sign || metres_to(o, who, sign->at) <= static_cast<double>(o.p().voice_range_m))
        return;  // he tells him
    const std::uint32_t row = send_report(o, {who, me.superior.v, sign->at});
    note(o, NoteKind::order_given, who, me.superior.v, static_cast<std::int32_t>(Verb::report), row,
         NoteCause::fire);
}

void receive_riders(Office& o) {
    auto& orders = o.intents.orders;
    const std::size_t known = orders.size();  // answers are added behind
    for (std::size_t i = 0; i < known; ++i) {
        if (orders.is_report[i] == 0 || orders.state[i] != static_cast<std::uint8_t>(OrderState::received))
            continue;
        if (orders.reply[i] != 0) {
            if (o.alive(orders.addressee[i])) weigh_reply(o, i);
            continue;
        }
        if (!is_question(orders, i)) {
            orders.state[i] = static_cast<std::uint8_t>(OrderState::done);
            continue;
        }
        const std::uint32_t who = orders.addressee[i];
        if (!o.alive(who) || beside_himself(o, who)) continue;
        const base::Tick thinks =
            ponders(o, who, o.p().latency_voice_share, orders.received[i], orders.issuer[i]);
        if (o.now >= orders.received[i] + thinks) answer(o, i);
    }
}

void ask_after_missing(Office& o, std::uint32_t who) {
    const auto& me = o.model.persons[who];
    if (!me.named || !me.commands.valid() || beside_himself(o, who)) return;
    std::optional<Sign> oldest;
    std::uint32_t missing = kNoPerson;
    for (std::uint32_t whom = 0; whom < o.persons(); ++whom) {
        if (!matters_to(o, who, whom) || !holds_alive(o, who, whom)) continue;
        const auto sign = last_sign(o, who, whom);
        const base::Tick patience = patience_with(o, who, whom);
        if (!sign || o.now - sign->tick < patience) continue;
        if (oldest && oldest->tick <= sign->tick) continue;  // the longest silent first, of equals the senior
        if (o.now < sign->tick + patience + ponders(o, who, 1.0F, sign->tick, whom)) continue;
        const Out out = riders_out(o, who, whom);
        if (static_cast<float>(out.riders) >= o.p().riders_out_most) return;
        if (out.to_him) continue;
        oldest = sign;
        missing = whom;
    }
    if (!oldest) return;
    const std::uint32_t row = send_report(o, {who, missing, oldest->at, Channel::rider, true});
    note(o, NoteKind::order_given, who, missing, static_cast<std::int32_t>(Verb::report), row,
         NoteCause::belief);
}

void presume_superior(Office& o, std::uint32_t who) {
    const auto& me = o.model.persons[who];
    const auto& doctrine = o.model.sides[me.side].doctrine;
    if (!me.superior.valid() || doctrine.lost_chief_place >= o.model.places.size()) return;
    const std::uint32_t whom = me.superior.v;
    if (!(doctrine.lost_chief_confidence > 0.0F) || !holds_alive(o, who, whom)) return;
    const std::int64_t row = o.beliefs.find(who, Subject::person, whom);
    if (row < 0) return;
    const auto r = static_cast<std::size_t>(row);
    auto& rows = o.beliefs.rows;
    // Once in a silence: what he presumed himself, and did not find so, he does not presume again.
    if (rows.told_by[r] == who) return;
    const base::Tick patience = base::ticks_from_s(static_cast<double>(o.p().missing_after_s));
    if (o.now < rows.tick[r] + patience + ponders(o, who, 1.0F, rows.tick[r], whom)) return;
    const auto& place = o.model.places[doctrine.lost_chief_place];
    const math::Vec2i was{rows.x_mm[r], rows.y_mm[r]}, is{place.x_mm, place.y_mm};
    // No evidence but a way of thinking: it sets place and confidence, and says nothing of whether he lives.
    rows.x_mm[r] = is.x;
    rows.y_mm[r] = is.y;
    rows.spread_mm[r] = math::round_to<std::uint32_t>(o.model.parameters.percept.prior_spread_m * 1000.0F);
    rows.confidence_q16[r] = math::to_q16_u16(static_cast<double>(doctrine.lost_chief_confidence));
    rows.source[r] = static_cast<std::uint8_t>(belief::Source::prior);
    rows.told_by[r] = static_cast<std::uint16_t>(who);
    note(o, NoteKind::belief_changes, who, whom, math::round_to<std::int32_t>(math::length(is - was) * 0.001),
         kNoOrder, NoteCause::belief);
}

}  // namespace linghe::mind
