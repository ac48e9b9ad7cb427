// A commander who gathers: drum and banner, then patience; when the inflow slows, or enough have come, or the enemy is
// upon him, he does what the doctrine of his side asks for, with whom he believes to be at hand.
#include <algorithm>
#include <vector>

#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using model::Verb;

bool leads_troops(const Office& o, std::uint32_t who) { return o.model.persons[who].commands.valid(); }

/// He has sent him on an errand already, and has not heard that it is done: an order on its way counts.
bool has_errand(const Office& o, std::uint32_t chief, std::uint32_t who) {
    const auto& orders = o.intents.orders;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders.issuer[i] != chief || orders.addressee[i] != who || orders.is_report[i] != 0) continue;
        if (orders.state[i] <= static_cast<std::uint8_t>(intent::OrderState::taken_up)) return true;
        // One that was refused or given up after it had come to him: the sender knows it once he has been told.
        const bool given_up = orders.state[i] == static_cast<std::uint8_t>(intent::OrderState::refused) ||
                              (orders.state[i] == static_cast<std::uint8_t>(intent::OrderState::failed) &&
                               orders.received[i] >= 0);
        if (given_up && orders.known[i] == 0) return true;
    }
    return false;
}

/// He has been given a task that goes on when its place is reached.
bool on_duty(const Office& o, std::uint32_t chief, std::uint32_t who) {
    const std::uint32_t order = last_order(o, chief, who);
    if (order == kNoOrder) return false;
    const auto verb = static_cast<Verb>(o.intents.orders.verb[order]);
    return verb == Verb::hold_line || verb == Verb::collect || verb == Verb::fetch || verb == Verb::cover ||
           verb == Verb::counter_attack;
}

/// What wears a body down: it is not asked of one that has had enough.
bool wears(Verb verb, bool at_all_cost) {
    return at_all_cost || verb == Verb::hold_line || verb == Verb::attack || verb == Verb::pursue ||
           verb == Verb::cover || verb == Verb::counter_attack || verb == Verb::lead;
}

/// Place on a line for the k-th of n commanders: the middle of his share.
math::Vec2i share_of_line(const model::Place& place, std::size_t k, std::size_t n) {
    if (!place.is_line || n == 0) return {place.x_mm, place.y_mm};
    const double t = (static_cast<double>(k) + 0.5) / static_cast<double>(n);
    return {place.x_mm + math::round_to<std::int32_t>(t * static_cast<double>(place.x1_mm - place.x_mm)),
            place.y_mm + math::round_to<std::int32_t>(t * static_cast<double>(place.y1_mm - place.y_mm))};
}

/// Those who go to a line go each to the part of it that lies on his side of the others.
void order_by_easting(const Office& o, std::uint32_t chief, std::vector<AtHand>& chosen) {
    std::stable_sort(chosen.begin(), chosen.end(), [&](const AtHand& a, const AtHand& b) {
        const auto fa = where(o, chief, a.who, 0.0F), fb = where(o, chief, b.who, 0.0F);
        const std::int32_t xa = fa ? fa->at.x : 0, xb = fb ? fb->at.x : 0;
        return xa != xb ? xa < xb : a.rank < b.rank;
    });
}

/// One step of doctrine, if somebody is at hand for it. True when it was given out (or can never be).
bool carry_out(Office& o, std::uint32_t chief, const model::PlanStep& step) {
    auto candidates = at_hand(o, chief, step.with_troops, wears(step.verb, step.at_all_cost));
    if (candidates.size() < step.commanders) return false;
    candidates.resize(step.commanders);
    const bool has_place = step.place < o.model.places.size();
    if (has_place && o.model.places[step.place].is_line) order_by_easting(o, chief, candidates);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        Command c;
        c.to = candidates[k].who;
        c.verb = step.verb;
        c.at = has_place ? share_of_line(o.model.places[step.place], k, candidates.size()) : o.place(chief);
        c.person = step.verb == Verb::stay_by ? static_cast<std::uint16_t>(chief) : kNoPerson;
        if (step.deadline_s > 0)
            c.deadline = o.now + base::ticks_from_s(static_cast<double>(step.deadline_s));
        c.at_all_cost = step.at_all_cost;
        c.place = has_place ? step.place : kNoPlace;
        if (step.verb == Verb::collect) {
            // The collector takes post on the way that stragglers take past the chief.
            c.at = rearward(o, chief, c.at, static_cast<double>(o.p().collect_distance_m));
        }
        give(o, chief, c);
    }
    return true;
}

bool time_to_act(Office& o, std::uint32_t who) {
    auto& mine = o.intents.persons;
    const auto& self = o.beliefs.self;
    const auto& doctrine = o.model.sides[o.model.persons[who].side].doctrine;
    const std::uint32_t before = mine.last_friends[who];
    const std::uint32_t now_seen = self.friends[who];
    const double minutes = o.seconds_since(mine.last_reviewed[who]) / 60.0;
    mine.last_friends[who] = now_seen;
    mine.last_reviewed[who] = static_cast<std::int32_t>(o.now);
    const bool waited = o.seconds_since(mine.since[who]) >= static_cast<double>(o.p().gather_least_s);
    const bool pressed = self.enemy_range_m[who] <= static_cast<std::uint32_t>(o.p().threat_range_m);
    if (!waited && !pressed) return false;
    const double growth = before == 0 ? 1.0
                                      : (static_cast<double>(now_seen) - static_cast<double>(before)) /
                                            (static_cast<double>(before) * (minutes > 0.0 ? minutes : 1.0));
    const bool slow = growth < static_cast<double>(doctrine.inflow_slow_per_min);
    const bool formed =
        now_seen > 0 && static_cast<double>(self.friends_formed[who]) >=
                            static_cast<double>(doctrine.enough_share) * static_cast<double>(now_seen);
    return pressed || (slow && formed);
}

}  // namespace

std::uint32_t men_believed(const Office& o, std::uint32_t chief, std::uint32_t who) {
    const std::int64_t row = o.beliefs.find(chief, belief::Subject::person, who);
    if (row < 0) return 0;
    const std::uint32_t men = o.beliefs.rows.men[static_cast<std::size_t>(row)];
    return men == 0xffffffffu ? 0 : men;
}

std::uint32_t last_order(const Office& o, std::uint32_t from, std::uint32_t to) {
    const auto& orders = o.intents.orders;
    for (std::size_t i = orders.size(); i-- > 0;) {
        if (orders.issuer[i] != from || orders.addressee[i] != to || orders.is_report[i] != 0) continue;
        const auto said = static_cast<intent::Reply>(orders.known[i]);
        if (said == intent::Reply::refuses || said == intent::Reply::breaks_off) continue;
        return static_cast<std::uint32_t>(i);
    }
    return kNoOrder;
}

std::vector<AtHand> at_hand(const Office& o, std::uint32_t chief, bool with_troops, bool fresh) {
    std::vector<AtHand> list;
    for (std::uint32_t who = 0; who < o.persons(); ++who) {
        if (!o.model.persons[who].named || !o.model.serves(who, chief) || leads_troops(o, who) != with_troops)
            continue;
        const auto fix = where(o, chief, who, o.p().belief_enough);
        if (!fix || metres_to(o, chief, fix->at) > static_cast<double>(o.p().near_chief_m)) continue;
        if (has_errand(o, chief, who)) continue;
        if (on_duty(o, chief, who)) continue;
        if (fresh && spent(o, chief, who)) continue;
        list.push_back({who, men_believed(o, chief, who), who});
    }
    std::stable_sort(list.begin(), list.end(), [](const AtHand& a, const AtHand& b) {
        return a.men != b.men ? a.men > b.men : a.rank < b.rank;
    });
    return list;
}

std::uint32_t another_at_hand(const Office& o, std::uint32_t chief, std::uint32_t not_him, Verb verb,
                              bool at_all_cost) {
    for (const AtHand& one : at_hand(o, chief, leads_troops(o, not_him), wears(verb, at_all_cost))) {
        if (one.who != not_him) return one.who;
    }
    return kNoPerson;
}

void gathering(Office& o, std::uint32_t who) {
    auto& mine = o.intents.persons;
    const auto& plan = o.model.sides[o.model.persons[who].side].doctrine.after_gather;
    if (mine.stage[who] == 0) {
        if (o.seconds_since(mine.last_reviewed[who]) < static_cast<double>(o.p().review_period_s)) return;
        if (!time_to_act(o, who)) return;
        mine.stage[who] = 1;
        mine.think_until[who] = static_cast<std::int32_t>(o.now + latency(o, who, 1.0F));
        return;
    }
    if (o.now < mine.think_until[who]) return;
    // Stage k > 0: step k-1 of the plan is next. A step for which nobody is at hand waits while later ones go out.
    const std::size_t next = mine.stage[who] - std::size_t{1};
    if (next >= plan.size()) return further_orders(o, who);
    if (carry_out(o, who, plan[next])) {
        ++mine.stage[who];
        ++mine.spell[who];
        mine.think_until[who] = static_cast<std::int32_t>(o.now + latency(o, who, 1.0F));
    } else {
        mine.think_until[who] = static_cast<std::int32_t>(o.now + base::ticks_from_s(10.0));
    }
}

}  // namespace linghe::mind
