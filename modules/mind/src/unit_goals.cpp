// Goals of the units: what the men in the ranks do follows from the resolve of whoever leads them at present.
// A unit near its commander does what he has resolved (its leader sees and hears him); a unit out of his reach keeps to
// its last goal, or to what its own leader resolves.
#include <cmath>

#include "linghe/math/fixed.hpp"
#include "office.hpp"

namespace linghe::mind {
namespace {

using intent::Pace;
using model::Verb;

/// Whose resolve rules this unit now: its commander when its leader knows where he is and is near, else its leader.
std::uint32_t ruler_of(const Office& o, std::uint32_t unit) {
    const auto leader = o.model.units[unit].leader.v;
    const std::uint32_t commander = o.intents.units.commander[unit];
    if (commander >= o.persons() || commander == leader) return leader;
    const auto fix = where(o, leader, commander, o.p().belief_enough);
    if (!fix || metres_to(o, leader, fix->at) > static_cast<double>(o.p().near_chief_m)) return leader;
    return commander;
}

struct Goal {
    Verb verb = Verb::hold;
    math::Vec2i at;
    Pace pace = Pace::walk;
    bool formed = true;
    std::uint32_t place = kNoPlace;
    std::uint8_t formation = 0;
};

/// The gait and formation ordered with the verb, where the order names them.
void as_ordered(const intent::ResolveTable& mine, std::uint32_t ruler, Goal& goal) {
    if (mine.pace[ruler] != 0) goal.pace = static_cast<Pace>(mine.pace[ruler]);
    const auto formation = static_cast<model::Formation>(mine.formation[ruler]);
    if (formation == model::Formation::as_usual) return;
    goal.formation = mine.formation[ruler];
    goal.formed = formation != model::Formation::crowd && formation != model::Formation::banner;
}

/// How far from the middle there is room: as wide as the friends he sees there need, within sight of the banner.
double room_m(const Office& o, std::uint32_t unit, double at_least_m) {
    const double friends = static_cast<double>(o.beliefs.self.friends[o.model.units[unit].leader.v]);
    const double crowd_m = std::sqrt(friends * static_cast<double>(o.p().room_m2) / math::kPi);
    return math::clamp(crowd_m, at_least_m, static_cast<double>(o.p().near_chief_m));
}

/// Several bodies bound for one place draw up beside each other on a ring (about a person) or along a line.
math::Vec2i berth(const Office& o, std::uint32_t unit, math::Vec2i centre, double ring_m,
                  math::Vec2i coming_from) {
    math::Vec2i away = coming_from - centre;
    const double far = math::length(away);
    if (far < 1000.0) return centre;
    const std::uint32_t man = o.model.persons[o.model.units[unit].leader.v].man;
    const math::Rng rng{o.model.seed};
    // A small fixed angle of its own keeps bodies from the same quarter from drawing up on one spot.
    const double own =
        static_cast<double>(rng.uniform(o.model.men.luck[man], 0, math::Purpose::mind_choice) - 0.5F) * 1.6;
    const math::Vec2d u = math::normalized(math::to_metres(away));
    const math::Vec2d side = math::perp(u);
    const math::Vec2d dir = math::normalized(u + side * own);
    return {centre.x + math::round_to<std::int32_t>(dir.x * ring_m * 1000.0),
            centre.y + math::round_to<std::int32_t>(dir.y * ring_m * 1000.0)};
}

/// Where he is, once he is about as near as there is room; else his berth.
math::Vec2i berth_or_here(const Office& o, std::uint32_t unit, math::Vec2i centre, double ring_m,
                          math::Vec2i here) {
    const double far_m = metres_to(o, o.model.units[unit].leader.v, centre);
    const bool near = far_m <= ring_m * 1.3 + static_cast<double>(o.p().goal_slack_m);
    return near ? here : berth(o, unit, centre, ring_m, here);
}

/// The piece of the line to be lit that falls to one body of several sent to it: it goes to its beginning, then
/// along to its end. Without a line both ends are the place itself.
struct Section {
    math::Vec2i begin, end;
};
Section burn_section(const Office& o, std::uint32_t unit, std::uint32_t ruler) {
    const auto& mine = o.intents.persons;
    const std::uint32_t place = mine.place[ruler];
    const math::Vec2i at{mine.x_mm[ruler], mine.y_mm[ruler]};
    if (place >= o.model.places.size()) return {at, at};
    const auto& line = o.model.places[place];
    // Several commanders sent to one line of their side share it among their bodies.
    const auto same_task = [&](std::uint32_t other) {
        return other == ruler ||
               (other < o.persons() && mine.verb[other] == static_cast<std::uint8_t>(Verb::burn) &&
                mine.place[other] == place && o.model.persons[other].side == o.model.persons[ruler].side);
    };
    std::int64_t before = 0, all = 0;
    for (std::uint32_t u = 0; u < o.model.units.size(); ++u) {
        if (u != unit && !same_task(ruler_of(o, u))) continue;
        before += u < unit ? 1 : 0;
        ++all;
    }
    const auto on = [&](std::int64_t k) {
        return math::Vec2i{
            static_cast<std::int32_t>(line.x_mm + (std::int64_t{line.x1_mm} - line.x_mm) * k / all),
            static_cast<std::int32_t>(line.y_mm + (std::int64_t{line.y1_mm} - line.y_mm) * k / all)};
    };
    return {on(before), on(before + 1)};
}

Goal burn_goal(const Office& o, std::uint32_t unit, std::uint32_t ruler) {
    const Section s = burn_section(o, unit, ruler);
    const auto& goals = o.intents.units;
    const math::Vec2i old{goals.x_mm[unit], goals.y_mm[unit]};
    const bool burns = goals.verb[unit] == static_cast<std::uint8_t>(Verb::burn);
    const bool at_begin = burns && old == s.begin && goals.arrived[unit] != 0;
    const bool on_his_way = burns && old == s.end;
    return {Verb::burn, at_begin || on_his_way ? s.end : s.begin, Pace::walk, true,
            o.intents.persons.place[ruler]};
}

/// Whoever holds a post by striking back goes for the nearest enemies he believes about it, and else stands there.
Goal strike_back_goal(const Office& o, std::uint32_t ruler, math::Vec2i post) {
    const auto foe = nearest_enemy(o, ruler, post, static_cast<double>(o.p().objective_range_m));
    if (foe) return {Verb::attack, *foe, Pace::trot, true};
    return {Verb::cover, post, Pace::trot, true};
}

Goal goal_for(const Office& o, std::uint32_t unit, std::uint32_t ruler) {
    const auto& mine = o.intents.persons;
    const auto leader = o.model.units[unit].leader.v;
    const math::Vec2i here = o.place(leader);
    Goal goal;
    goal.at = here;
    const math::Vec2i at{mine.x_mm[ruler], mine.y_mm[ruler]};
    switch (static_cast<Verb>(mine.verb[ruler])) {
        case Verb::gather:
        case Verb::hold:
            if (ruler != leader &&
                metres_to(o, leader, o.place(ruler)) > static_cast<double>(o.p().beside_m) * 2.0) {
                goal.verb = Verb::march;
                goal.at = berth(o, unit, o.place(ruler),
                                room_m(o, unit, static_cast<double>(o.p().hold_off_m) * 2.0), here);
                goal.pace = Pace::trot;
            }
            break;
        case Verb::join:
        case Verb::stay_by: {
            const double ring = ruler == leader
                                    ? static_cast<double>(o.p().hold_off_m)
                                    : room_m(o, unit, static_cast<double>(o.p().hold_off_m) * 2.0);
            goal.verb = Verb::march;
            goal.at = berth_or_here(o, unit, at, ring, here);
            goal.pace = static_cast<Verb>(mine.verb[ruler]) == Verb::join ? Pace::trot : Pace::walk;
            if (goal.at == here) goal.verb = Verb::hold;
            break;
        }
        case Verb::withdraw: goal = {Verb::withdraw, at, Pace::trot, false}; break;
        case Verb::march:
        case Verb::fetch:
        case Verb::report: goal = {Verb::march, at, Pace::trot, true}; break;
        case Verb::pursue: {
            // Thirty bodies sent to one place would crush each other on it: who is as near as there is room stays there,
            // and his men go on only after the enemies they see.
            const double ring = room_m(o, unit, static_cast<double>(o.p().hold_off_m));
            goal = {Verb::pursue, berth_or_here(o, unit, at, ring, here), Pace::trot, false};
            break;
        }
        case Verb::lead:
        case Verb::attack: goal = {Verb::attack, at, Pace::trot, true}; break;
        case Verb::cover: goal = {Verb::cover, at, Pace::trot, true}; break;
        case Verb::counter_attack: goal = strike_back_goal(o, ruler, at); break;
        case Verb::hold_line: goal = {Verb::hold_line, at, Pace::trot, true}; break;
        case Verb::collect: goal = {Verb::collect, at, Pace::walk, true}; break;
        case Verb::burn: goal = burn_goal(o, unit, ruler); break;
        case Verb::none: break;
    }
    as_ordered(mine, ruler, goal);
    return goal;
}

/// Units under one ruler who hold a line stand beside each other along it, in the order of their rows, and a little to its
/// rear. A place that is no line is held across the way to the rear.
void spread_along_line(const Office& o, std::uint32_t unit, std::uint32_t ruler, Goal& goal) {
    std::uint32_t before = 0, all = 0;
    for (std::uint32_t u = 0; u < o.model.units.size(); ++u) {
        if (o.model.units[u].side != o.model.persons[ruler].side) continue;
        if (o.intents.units.commander[u] != ruler && o.model.units[u].leader.v != ruler) continue;
        if (u < unit) ++before;
        ++all;
    }
    const std::uint32_t place = o.intents.persons.place[ruler];
    const math::Vec2d rear = rear_of(o, ruler, goal.at);
    math::Vec2d along{rear.y, -rear.x}, back = rear;
    if (place < o.model.places.size() && o.model.places[place].is_line) {
        const auto& line = o.model.places[place];
        along =
            math::normalized(math::to_metres(math::Vec2i{line.x1_mm - line.x_mm, line.y1_mm - line.y_mm}));
        const math::Vec2d across = math::perp(along);
        back = across.x * rear.x + across.y * rear.y >= 0 ? across : math::Vec2d{-across.x, -across.y};
    }
    const double offset_m = (static_cast<double>(before) - 0.5 * static_cast<double>(all - 1)) *
                            static_cast<double>(o.p().line_front_m);
    const math::Vec2d off = along * offset_m + back * static_cast<double>(o.p().line_depth_m);
    goal.at.x += math::round_to<std::int32_t>(off.x * 1000.0);
    goal.at.y += math::round_to<std::int32_t>(off.y * 1000.0);
}

void set_goal(Office& o, std::uint32_t unit, std::uint32_t ruler, const Goal& goal) {
    auto& goals = o.intents.units;
    const math::Vec2i old{goals.x_mm[unit], goals.y_mm[unit]};
    const bool same_verb = goals.verb[unit] == static_cast<std::uint8_t>(goal.verb);
    const bool near_old = math::length(goal.at - old) < static_cast<double>(o.p().goal_slack_m) * 1000.0;
    // A goal that creeps with a moving person is not set anew for every step of his horse.
    if (same_verb && near_old) return;
    goals.verb[unit] = static_cast<std::uint8_t>(goal.verb);
    goals.x_mm[unit] = goal.at.x;
    goals.y_mm[unit] = goal.at.y;
    goals.place[unit] = goal.place;
    goals.pace[unit] = static_cast<std::uint8_t>(goal.pace);
    goals.formed[unit] = goal.formed ? 1 : 0;
    goals.formation[unit] = goal.formation;
    goals.heading[unit] = math::turn_of(goal.at - o.place(o.model.units[unit].leader.v), goals.heading[unit]);
    goals.arrived[unit] = 0;
    goals.wake[unit] = 1;
    const std::uint32_t order = o.intents.persons.order[ruler];
    goals.order[unit] = order;
    goals.at_all_cost[unit] = order != kNoOrder ? o.intents.orders.at_all_cost[order] : std::uint8_t{0};
    goals.collecting[unit] = goal.verb == Verb::collect ? 1 : 0;
    goals.event[unit] = order != kNoOrder ? o.intents.orders.event[order] : 0;
}

/// It has arrived; one that lights a line, at the end of its piece.
bool done_there(const Office& o, std::uint32_t unit, std::uint32_t who) {
    const auto& goals = o.intents.units;
    if (goals.arrived[unit] == 0) return false;
    if (goals.verb[unit] != static_cast<std::uint8_t>(Verb::burn)) return true;
    const math::Vec2i at{goals.x_mm[unit], goals.y_mm[unit]};
    return math::length(at - burn_section(o, unit, who).end) <
           static_cast<double>(o.p().goal_slack_m) * 1000.0;
}

/// How many bodies carry out each man's order, and how many of them are there: one pass over the bodies.
void count_arrivals(Office& o) {
    auto& tally = o.intents.tally;
    tally.bodies.assign(o.persons(), 0);
    tally.arrived.assign(o.persons(), 0);
    const auto& goals = o.intents.units;
    for (std::uint32_t u = 0; u < o.model.units.size(); ++u) {
        const std::uint32_t order = goals.order[u];
        if (order == kNoOrder) continue;
        const std::uint32_t commander = goals.commander[u], leader = o.model.units[u].leader.v;
        const auto count = [&](std::uint32_t who) {
            if (who >= o.persons() || o.intents.persons.order[who] != order) return;
            ++tally.bodies[who];
            tally.arrived[who] += done_there(o, u, who) ? 1 : 0;
        };
        count(commander);
        if (leader != commander) count(leader);
    }
}

/// An order is done when at least half the bodies of the man who carries it out have arrived.
void close_orders(Office& o) {
    count_arrivals(o);
    const auto& mine = o.intents.persons;
    for (std::uint32_t who = 0; who < o.persons(); ++who) {
        const std::uint32_t order = mine.order[who];
        if (order == kNoOrder ||
            o.intents.orders.state[order] != static_cast<std::uint8_t>(intent::OrderState::taken_up))
            continue;
        const std::uint32_t all = o.intents.tally.bodies[who], there = o.intents.tally.arrived[who];
        if (all == 0 || there * 2 < all) continue;
        o.intents.orders.state[order] = static_cast<std::uint8_t>(intent::OrderState::done);
        note(o, NoteKind::order_done, who, o.intents.orders.issuer[order], o.intents.orders.verb[order],
             order, NoteCause::order);
    }
}

}  // namespace

void set_unit_goals(Office& o) {
    for (std::uint32_t unit = 0; unit < o.model.units.size(); ++unit) {
        const auto leader = o.model.units[unit].leader.v;
        if (leader >= o.persons()) continue;
        const std::uint32_t ruler = ruler_of(o, unit);
        if (!o.alive(ruler)) continue;  // whoever steps into his place keeps to the last goal
        Goal goal = goal_for(o, unit, ruler);
        if (goal.verb == Verb::hold_line) spread_along_line(o, unit, ruler, goal);
        set_goal(o, unit, ruler, goal);
    }
    close_orders(o);
}

}  // namespace linghe::mind
