// Word of doubt or refusal on its way back, and what the one who gave the order makes of it. He learns of it by the report
// alone: until it has come he thinks the order is being carried out.
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using intent::OrderState;
using intent::Reply;
using model::Verb;

constexpr std::int32_t kNotFeasible = 4;  // of order_failed, see world/events.hpp

/// He holds to his order: the less he thinks of the judgement of the man who objects.
bool insists(const Office& o, std::uint32_t who, std::size_t report) {
    const auto& orders = o.intents.orders;
    const auto& other = o.model.persons[orders.issuer[report]];
    const float trust = 0.5F * (other.traits.experience + other.traits.reputation);
    const float z = o.p().insist_base - o.p().insist_trust * trust;
    const math::Rng rng{o.model.seed};
    return rng.uniform(o.model.men.luck[o.model.persons[who].man], orders.issued[report],
                       math::Purpose::mind_insist, 0, o.model.men.luck[other.man]) < logistic(z);
}

/// The same order again, to the same man or another.
Command again(const Office& o, std::size_t order, std::uint32_t to) {
    const auto& orders = o.intents.orders;
    Command c;
    c.to = to;
    c.verb = static_cast<Verb>(orders.verb[order]);
    c.at = {orders.x_mm[order], orders.y_mm[order]};
    c.person = orders.person[order];
    c.deadline = orders.deadline[order];
    c.at_all_cost = orders.at_all_cost[order] != 0;
    c.place = orders.place[order];
    c.urged = static_cast<std::uint8_t>(orders.urged[order] + 1);
    return c;
}

/// The time the other says he needs, from now.
base::Tick longer(const Office& o, std::size_t report) {
    const auto& orders = o.intents.orders;
    const std::uint32_t order = orders.about[report];
    const double left = base::seconds_of(orders.deadline[order] - orders.received[order]);
    const double share =
        static_cast<double>(math::clamp(math::from_q16(orders.feasible_q16[report]), 0.05F, 1.0F));
    return o.now + base::ticks_from_s(left > 0.0 ? left / share : 0.0);
}

/// He has heard, with the report or before, of flames about where the other gave up: nobody is sent into them.
bool burns_there(const Office& o, std::uint32_t who, std::size_t report) {
    const auto& self = o.beliefs.self;
    if (self.fire_known[who] == 0 ||
        o.seconds_since(self.fire_tick[who]) > static_cast<double>(o.p().fire_memory_s))
        return false;
    const math::Vec2i fire{self.fire_x_mm[who], self.fire_y_mm[who]},
        at{o.intents.orders.x_mm[report], o.intents.orders.y_mm[report]};
    return math::length(fire - at) * 0.001 <= static_cast<double>(o.p().objective_range_m);
}

/// What was tried has failed. While he gives himself an even chance and has somebody fresh at hand, he tries it again with him;
/// else he changes the method: of an attack a blow at whoever comes, of a post the cover of those who leave it, of a pursuit
/// the post where it ended. Each is tried once for the man who came to grief, where he is believed to be.
void try_otherwise(Office& o, std::size_t report) {
    const auto& orders = o.intents.orders;
    const std::uint32_t who = orders.addressee[report], other = orders.issuer[report];
    const std::uint32_t order = orders.about[report];
    const auto verb = static_cast<Verb>(orders.verb[order]);
    if (static_cast<float>(orders.urged[order]) >= o.p().urge_most || burns_there(o, who, report)) return;
    const bool hopes = math::from_q16(o.beliefs.self.outcome_q16[who]) >= o.p().counter_outcome;
    const std::uint32_t third =
        hopes ? another_at_hand(o, who, other, verb, orders.at_all_cost[order] != 0) : kNoPerson;
    if (third != kNoPerson) {
        give(o, who, again(o, order, third));
        return;
    }
    const bool strikes = verb == Verb::attack || verb == Verb::lead;
    const Verb next = strikes                   ? Verb::counter_attack
                      : verb == Verb::pursue    ? Verb::hold_line
                      : verb == Verb::hold_line ? Verb::cover
                                                : Verb::none;
    if (next == Verb::none) return;
    Command c = again(o, order, other);
    c.verb = next;
    c.at = {orders.x_mm[report], orders.y_mm[report]};  // from where he sent word
    c.deadline = 0;
    c.at_all_cost = false;
    c.place = kNoPlace;
    give(o, who, c);
}

void act_on(Office& o, std::size_t report) {
    auto& orders = o.intents.orders;
    const std::uint32_t who = orders.addressee[report], other = orders.issuer[report];
    const std::uint32_t order = orders.about[report];
    const bool refused = orders.reply[report] == static_cast<std::uint8_t>(Reply::refuses);
    const bool may_urge = static_cast<float>(orders.urged[order]) < o.p().urge_most;
    if (orders.reply[report] == static_cast<std::uint8_t>(Reply::breaks_off)) {
        try_otherwise(o, report);
        return;
    }
    if (insists(o, who, report)) {
        if (!refused || !may_urge) return;  // he obeys: the order stands; or he has been told often enough
        Command c = again(o, order, other);
        c.at_all_cost = true;  // now under threat
        give(o, who, c);
        return;
    }
    const bool for_time = orders.deadline[order] != 0;
    if (refused) {
        const auto verb = static_cast<Verb>(orders.verb[order]);
        const std::uint32_t third = another_at_hand(o, who, other, verb, orders.at_all_cost[order] != 0);
        if (third != kNoPerson) {
            give(o, who, again(o, order, third));
            return;
        }
    }
    if (!for_time || !may_urge) return;  // dropped, or left to him who obeys
    Command c = again(o, order, other);
    c.deadline = longer(o, report);
    give(o, who, c);
}

}  // namespace

void reply(Office& o, std::uint32_t who, std::size_t order, Reply word, NoteKind kind, NoteCause cause) {
    auto& orders = o.intents.orders;
    const std::uint32_t to = orders.issuer[order];
    std::uint32_t about = static_cast<std::uint32_t>(order);
    const auto fix = where(o, who, to, 0.0F);
    if (word != Reply::none && fix) {
        const bool near = in_earshot(o, who, *fix);
        const std::uint32_t report =
            send_report(o, {who, to, fix->at, near ? intent::Channel::voice : intent::Channel::rider});
        orders.reply[report] = static_cast<std::uint8_t>(word);
        orders.about[report] = about;
        orders.feasible_q16[report] = orders.feasible_q16[order];
        orders.event[report] = orders.event[order];  // until the event of this reply has its own
        about = report;
    }
    const std::int32_t value = kind == NoteKind::order_failed ? kNotFeasible : orders.verb[order];
    note(o, kind, who, to, value, about, cause);
}

void weigh_reply(Office& o, std::size_t report) {
    auto& orders = o.intents.orders;
    const std::uint32_t who = orders.addressee[report];
    orders.known[orders.about[report]] = orders.reply[report];
    if (o.now <
        orders.received[report] + ponders(o, who, 1.0F, orders.received[report], orders.issuer[report]))
        return;
    orders.state[report] = static_cast<std::uint8_t>(OrderState::done);
    act_on(o, report);
}

}  // namespace linghe::mind
