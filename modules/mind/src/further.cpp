// What a first in command orders once his doctrine's plan has been given out, from what he has come to believe since: a man
// in the place of one who has fallen; the reserve to a post that is hard pressed; somebody to cover those who are caught
// in the river; a blow at an enemy who has come too near. One thing at a time, each after the time he takes to decide.
// Reserves as what decides: C. von Clausewitz, Vom Kriege (1832), book 3 ch. 13; book 6 ch. 9 on the defender's blow.
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using belief::Subject;
using model::Verb;

/// What he has found to be done.
struct Need {
    Command order;
    bool himself = false;  ///< he goes in person, and those at hand with him
};

/// The last order he gave the man, as far as he knows it still stands.
std::optional<Verb> task_of(const Office& o, std::uint32_t chief, std::uint32_t who) {
    const std::uint32_t order = last_order(o, chief, who);
    if (order == kNoOrder) return std::nullopt;
    return static_cast<Verb>(o.intents.orders.verb[order]);
}

/// Who has been told to collect stragglers and has enough of them, as near as a reserve must be; else somebody free at hand.
std::uint32_t reserve(const Office& o, std::uint32_t chief) {
    std::uint32_t best = kNoPerson, most = 0;
    for (std::uint32_t who = 0; who < o.persons(); ++who) {
        if (!o.model.persons[who].named || !o.model.serves(who, chief)) continue;
        const auto task = task_of(o, chief, who);
        if (!task || *task != Verb::collect) continue;
        const auto fix = where(o, chief, who, o.p().belief_enough);
        if (!fix || metres_to(o, chief, fix->at) > static_cast<double>(o.p().reserve_reach_m)) continue;
        const std::uint32_t men = men_believed(o, chief, who);
        if (static_cast<float>(men) < o.p().reserve_least_men || men <= most || spent(o, chief, who))
            continue;
        best = who;
        most = men;
    }
    if (best != kNoPerson) return best;
    for (const AtHand& one : at_hand(o, chief, true, true))
        if (static_cast<float>(one.men) >= o.p().reserve_least_men) return one.who;
    return kNoPerson;
}

/// He has sent somebody there already and does not know that it came to nothing.
bool seen_to(const Office& o, std::uint32_t chief, Verb verb, math::Vec2i at, std::uint32_t not_to) {
    const auto& orders = o.intents.orders;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders.issuer[i] != chief || orders.is_report[i] != 0 || orders.addressee[i] == not_to) continue;
        if (orders.verb[i] != static_cast<std::uint8_t>(verb)) continue;
        if (last_order(o, chief, orders.addressee[i]) != i) continue;
        if (math::length(math::Vec2i{orders.x_mm[i], orders.y_mm[i]} - at) * 0.001 <=
            static_cast<double>(o.p().objective_range_m))
            return true;
    }
    return false;
}

/// Somebody in the place of a man he has sent and now holds dead.
std::optional<Need> replace_the_dead(const Office& o, std::uint32_t chief) {
    const auto& orders = o.intents.orders;
    for (std::uint32_t who = 0; who < o.persons(); ++who) {
        if (!o.model.serves(who, chief) || holds_alive(o, chief, who)) continue;
        const std::uint32_t order = last_order(o, chief, who);
        if (order == kNoOrder || (orders.deadline[order] != 0 && o.now >= orders.deadline[order])) continue;
        const auto verb = static_cast<Verb>(orders.verb[order]);
        const math::Vec2i at{orders.x_mm[order], orders.y_mm[order]};
        if (seen_to(o, chief, verb, at, who)) continue;
        const std::uint32_t other = another_at_hand(o, chief, who, verb, orders.at_all_cost[order] != 0);
        if (other == kNoPerson) continue;
        Command c;
        c.to = other, c.verb = verb, c.at = at;
        c.person = orders.person[order], c.place = orders.place[order];
        c.deadline = orders.deadline[order], c.at_all_cost = orders.at_all_cost[order] != 0;
        return Need{c, false};
    }
    return std::nullopt;
}

/// A post he has ordered held, with more enemies believed before it than its men are fit for: the reserve goes there.
std::optional<Need> feed_a_post(const Office& o, std::uint32_t chief) {
    const auto& orders = o.intents.orders;
    for (std::uint32_t who = 0; who < o.persons(); ++who) {
        const std::uint32_t order = last_order(o, chief, who);
        if (order == kNoOrder || orders.verb[order] != static_cast<std::uint8_t>(Verb::hold_line)) continue;
        const math::Vec2i post{orders.x_mm[order], orders.y_mm[order]};
        const double enemies = enemies_within(o, chief, post, static_cast<double>(o.p().objective_range_m));
        const double own = men_believed(o, chief, who);
        if (enemies * static_cast<double>(o.p().fair_odds) <= own) continue;
        if (seen_to(o, chief, Verb::hold_line, post, who)) continue;
        const std::uint32_t sent = reserve(o, chief);
        if (sent == kNoPerson || sent == who) return std::nullopt;
        Command c;
        c.to = sent, c.verb = Verb::hold_line, c.at = post, c.place = orders.place[order];
        return Need{c, false};
    }
    return std::nullopt;
}

/// On the way from a man to those whom he would help, the last spot on his own side of the water: there he can cover them.
math::Vec2i brink(const Office& o, math::Vec2i from, math::Vec2i to) {
    constexpr int kSteps = 64;
    math::Vec2i last = from;
    for (int k = 1; k <= kSteps; ++k) {
        const math::Vec2i at{static_cast<std::int32_t>(from.x + (std::int64_t{to.x} - from.x) * k / kSteps),
                             static_cast<std::int32_t>(from.y + (std::int64_t{to.y} - from.y) * k / kSteps)};
        if (region_of(o, at) != region_of(o, from)) break;
        last = at;
    }
    return last;
}

/// A body of his that he believes in the river or beyond it, with the enemy upon it: somebody fresh covers it from the bank.
std::optional<Need> cover_the_caught(const Office& o, std::uint32_t chief) {
    const auto& rows = o.beliefs.rows;
    const math::Vec2i here = o.place(chief);
    for (std::size_t r = o.beliefs.first[chief]; r < o.beliefs.first[chief + 1]; ++r) {
        if (rows.subject_kind[r] != static_cast<std::uint8_t>(Subject::unit)) continue;
        if (rows.source[r] == static_cast<std::uint8_t>(belief::Source::prior) || rows.men[r] == 0xffffffffu)
            continue;
        if (math::from_q16(rows.confidence_q16[r]) < o.p().belief_enough ||
            static_cast<float>(rows.men[r]) < o.p().reserve_least_men)
            continue;
        const math::Vec2i at{rows.x_mm[r], rows.y_mm[r]};
        if (region_of(o, at) == region_of(o, here)) continue;
        if (!nearest_enemy(o, chief, at, static_cast<double>(o.p().objective_range_m))) continue;
        const math::Vec2i bank = brink(o, here, at);
        if (math::length(bank - at) * 0.001 > static_cast<double>(o.p().objective_range_m)) continue;
        if (seen_to(o, chief, Verb::cover, bank, kNoPerson) ||
            seen_to(o, chief, Verb::hold_line, bank, kNoPerson))
            continue;
        const std::uint32_t sent = reserve(o, chief);
        if (sent == kNoPerson) return std::nullopt;
        Command c;
        c.to = sent, c.verb = Verb::cover, c.at = bank;
        return Need{c, false};
    }
    return std::nullopt;
}

/// He himself goes in front: out of honour, as far as he is master of himself. One draw for one spell of command.
bool goes_himself(const Office& o, std::uint32_t chief) {
    const auto& traits = o.model.persons[chief].traits;
    const float z = o.p().lead_base + o.p().lead_honour * (traits.honour - 0.5F) +
                    o.p().lead_composure * (traits.composure - 0.5F);
    const math::Rng rng{o.model.seed};
    const float luck = rng.uniform(o.model.men.luck[o.model.persons[chief].man], 0, math::Purpose::mind_lead,
                                   static_cast<std::uint16_t>(o.intents.persons.since[chief] / 600));
    return luck < logistic(z);
}

/// His men stand, the chances are even or better, his losses bearable, the enemy has come near: he strikes back.
std::optional<Need> strike_back(const Office& o, std::uint32_t chief) {
    const auto& self = o.beliefs.self;
    const auto& doctrine = o.model.sides[o.model.persons[chief].side].doctrine;
    const math::Vec2i here = o.place(chief);
    // Who has resolved to hold where he is, holds.
    if (o.intents.persons.verb[chief] == static_cast<std::uint8_t>(Verb::hold)) return std::nullopt;
    if (math::from_q16(self.outcome_q16[chief]) < o.p().counter_outcome) return std::nullopt;
    const float stand = static_cast<float>(self.friends_formed[chief]);
    if (stand < doctrine.enough_share * static_cast<float>(self.friends[chief]) ||
        stand < o.p().reserve_least_men)
        return std::nullopt;
    if (burden_of_losses(o, chief, chief) > o.p().worth_attack) return std::nullopt;
    const auto foe = nearest_enemy(o, chief, here, static_cast<double>(o.p().counter_reach_m));
    if (!foe) return std::nullopt;
    const double enemies = enemies_within(o, chief, *foe, static_cast<double>(o.p().objective_range_m));
    if (static_cast<double>(stand) < enemies * static_cast<double>(o.p().counter_odds)) return std::nullopt;
    Command c;
    c.at = *foe;
    if (goes_himself(o, chief)) {
        c.verb = Verb::lead;
        return Need{c, true};
    }
    const auto free = at_hand(o, chief, true, true);
    if (free.empty()) return std::nullopt;
    c.to = free.front().who, c.verb = Verb::counter_attack;
    return Need{c, false};
}

std::optional<Need> most_urgent(const Office& o, std::uint32_t chief) {
    if (const auto need = replace_the_dead(o, chief)) return need;
    if (const auto need = feed_a_post(o, chief)) return need;
    if (const auto need = cover_the_caught(o, chief)) return need;
    return strike_back(o, chief);
}

/// He has himself been in front, and nobody is left there to strike: back to gathering.
bool done_leading(const Office& o, std::uint32_t chief) {
    const auto& mine = o.intents.persons;
    return mine.verb[chief] == static_cast<std::uint8_t>(Verb::lead) &&
           !nearest_enemy(o, chief, o.place(chief), static_cast<double>(o.p().objective_range_m));
}

void lead_in_person(Office& o, std::uint32_t chief, math::Vec2i at) {
    const auto with_him = at_hand(o, chief, true, true);
    resolve(o, chief, {Verb::lead, at}, NoteCause::enemy);
    for (const AtHand& one : with_him) {
        Command c;
        c.to = one.who, c.verb = Verb::attack, c.at = at;
        give(o, chief, c);
    }
}

}  // namespace

void further_orders(Office& o, std::uint32_t chief) {
    auto& mine = o.intents.persons;
    if (done_leading(o, chief)) {
        if (ripe(o, chief, Verb::gather, 1.0F))
            resolve(o, chief, {Verb::gather, o.place(chief)}, NoteCause::sight);
        return;
    }
    const auto need = most_urgent(o, chief);
    if (!need) {
        mine.pending[chief] = 0;
        mine.think_until[chief] = 0;
        return;
    }
    if (!ripe(o, chief, need->order.verb, 1.0F)) return;
    mine.pending[chief] = 0;
    mine.think_until[chief] = 0;
    ++mine.spell[chief];
    if (need->himself)
        lead_in_person(o, chief, need->order.at);
    else
        give(o, chief, need->order);
}

}  // namespace linghe::mind
