// Own losses in a commander's judgement: what he thinks they are, what they weigh with him, and when they outweigh what he
// is about. Losses alone seldom end a fight (R. McQuie, "Battle Outcomes: Casualty Rates As a Measure of Defeat", Army 37
// no. 11 (1987) 30-34: one case in ten), and no one figure does (D. K. Clark, Casualties as a Measure of the Loss of Combat
// Effectiveness of an Infantry Battalion, ORO-T-289 (1954)): so each decision has its own limit, lognormal about what the aim
// is worth. What an aim is worth rises from a pursuit over an attack to a post to be held, as Clark's ranges do.
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using belief::Subject;
using model::Verb;

bool leads(const Office& o, std::uint32_t who, std::uint32_t unit) {
    const auto& person = o.model.persons[who];
    if (o.model.units[unit].leader.v == who) return true;
    return person.commands.valid() && o.model.under(o.model.units[unit].force, person.commands);
}

/// visit(unit) for every body he leads.
template <class F>
void for_each_led(const Office& o, std::uint32_t who, F&& visit) {
    const auto& person = o.model.persons[who];
    if (!person.commands.valid()) {  // most lead one body only
        const auto own = person.rides_with;
        if (own.valid() && o.model.units[own.v].leader.v == who) visit(own.v);
        return;
    }
    for (std::uint32_t unit = 0; unit < o.model.units.size(); ++unit) {
        if (leads(o, who, unit)) visit(unit);
    }
}

/// What the aim of a resolve is worth in own losses; nothing to weigh for the others.
float worth_of(const Office& o, Verb verb) {
    switch (verb) {
        case Verb::pursue: return o.p().worth_pursuit;
        case Verb::lead:
        case Verb::counter_attack:
        case Verb::attack: return o.p().worth_attack;
        case Verb::cover:
        case Verb::hold:
        case Verb::hold_line: return o.p().worth_hold;
        default: return 0.0F;
    }
}

/// A pursuit ends in gathering or in a halt, an attack in defence, a defence in withdrawal.
void break_off(Office& o, std::uint32_t who, Verb next) {
    const auto& side = o.model.sides[o.model.persons[who].side];
    const math::Vec2i at =
        next == Verb::withdraw ? math::Vec2i{side.retreat_x_mm, side.retreat_y_mm} : o.place(who);
    const std::uint32_t order = o.intents.persons.order[who];
    auto& state = o.intents.orders.state;
    if (order != kNoOrder && state[order] == static_cast<std::uint8_t>(intent::OrderState::taken_up))
        state[order] = static_cast<std::uint8_t>(intent::OrderState::failed);
    resolve(o, who, {next, at}, NoteCause::losses);
    if (order != kNoOrder && o.intents.orders.issuer[order] != who)
        reply(o, who, order, intent::Reply::breaks_off, NoteKind::order_failed, NoteCause::losses);
}

}  // namespace

Losses believed_losses(const Office& o, std::uint32_t who, std::uint32_t of) {
    const auto& rows = o.beliefs.rows;
    Losses sum;
    double sure = 0;
    for_each_led(o, of, [&](std::uint32_t unit) {
        const double roll = static_cast<double>(o.model.units[unit].men);
        sum.roll += roll;
        const std::int64_t row = o.beliefs.find(who, Subject::unit, unit);
        if (row < 0) return;
        const auto r = static_cast<std::size_t>(row);
        if (rows.lost_q16[r] == 0) return;
        sum.lost += static_cast<double>(rows.lost[r]) < roll ? static_cast<double>(rows.lost[r]) : roll;
        sure += roll * static_cast<double>(math::from_q16(rows.lost_q16[r]));
    });
    sum.confidence = sum.roll > 0 ? static_cast<float>(sure / sum.roll) : 0.0F;
    // His own report of all that he leads, where it is better than what has been pieced together.
    const std::int64_t row = o.beliefs.find(who, Subject::person, of);
    if (row < 0) return sum;
    const auto r = static_cast<std::size_t>(row);
    const float reported = math::from_q16(rows.lost_q16[r]);
    if (reported <= sum.confidence) return sum;
    sum.confidence = reported;
    sum.lost = static_cast<double>(rows.lost[r]) < sum.roll ? static_cast<double>(rows.lost[r]) : sum.roll;
    return sum;
}

float burden_of_losses(const Office& o, std::uint32_t who, std::uint32_t of) {
    const Losses losses = believed_losses(o, who, of);
    const auto& doctrine = o.model.sides[o.model.persons[who].side].doctrine;
    return doctrine.own_loss_weight * losses.confidence * static_cast<float>(losses.share());
}

bool spent(const Office& o, std::uint32_t who, std::uint32_t of) {
    return burden_of_losses(o, who, of) > o.p().worth_hold;
}

double men_under(const Office& o, std::uint32_t who) {
    double men = 0;
    const auto own = o.model.persons[who].rides_with;
    for_each_led(o, who, [&](std::uint32_t unit) {
        if (own.valid() && unit == own.v) {
            men += static_cast<double>(o.beliefs.self.in_hand[who]);
            return;
        }
        const std::int64_t row = o.beliefs.find(who, Subject::unit, unit);
        if (row < 0) return;
        const auto r = static_cast<std::size_t>(row);
        if (o.beliefs.rows.men[r] == 0xffffffffu) return;
        men += static_cast<double>(o.beliefs.rows.men[r]) *
               static_cast<double>(math::from_q16(o.beliefs.rows.alive_q16[r]));
    });
    return men;
}

bool weigh_losses(Office& o, std::uint32_t who) {
    auto& mine = o.intents.persons;
    const auto verb = static_cast<Verb>(mine.verb[who]);
    const float worth = worth_of(o, verb);
    if (!(worth > 0.0F)) return false;
    const std::uint32_t order = mine.order[who];
    if (order != kNoOrder && o.intents.orders.at_all_cost[order] != 0) return false;
    const float burden = burden_of_losses(o, who, who);
    const auto spell = static_cast<std::uint16_t>(mine.spell[who]);
    const float limit =
        worth * det::exp(o.p().worth_sigma * mood(o, who, 0, math::Purpose::mind_worth, spell));
    if (burden <= limit) return false;
    const bool first = chief_of(o, who) == who;
    const bool strikes = verb == Verb::attack || verb == Verb::lead || verb == Verb::counter_attack;
    const Verb next = verb == Verb::pursue ? (first ? Verb::gather : Verb::hold)
                      : strikes            ? Verb::hold
                                           : Verb::withdraw;
    if (!ripe(o, who, next, 1.0F)) return true;
    break_off(o, who, next);
    return true;
}

}  // namespace linghe::mind
