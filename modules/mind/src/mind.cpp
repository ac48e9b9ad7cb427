#include "linghe/mind/mind.hpp"

#include <limits>

#include "office.hpp"

namespace linghe::mind {
namespace {

/// The commander a unit obeys: the nearest force above it that has one.
std::uint16_t commander_at_start(const model::Model& model, std::uint32_t unit) {
    base::ForceId force = model.units[unit].force;
    for (std::size_t steps = 0; steps <= model.forces.size() && force.valid(); ++steps) {
        const auto& f = model.forces[force.v];
        if (f.commander.valid()) return static_cast<std::uint16_t>(f.commander.v);
        force = f.parent;
    }
    return static_cast<std::uint16_t>(model.units[unit].leader.v);
}

/// What was agreed beforehand begins at its time, for whoever still holds as he was told.
void begin_agreed(Office& o, std::uint32_t who) {
    const auto& first = o.model.persons[who].first_order;
    if (first.from <= 0 || o.now != first.from - first.from % base::kTicksPerSecond) return;
    if (o.intents.persons.verb[who] != static_cast<std::uint8_t>(model::Verb::hold)) return;
    const auto person = first.person.valid() ? static_cast<std::uint16_t>(first.person.v) : kNoPerson;
    resolve(o, who, {first.verb, {first.x_mm, first.y_mm}, person, kNoOrder, first.place}, NoteCause::order);
}

/// The first in command holds, or is in front of his men: he has eyes for more than his own task.
bool commands_from_the_field(const Office& o, std::uint32_t who) {
    const auto verb = static_cast<model::Verb>(o.intents.persons.verb[who]);
    return o.model.persons[who].named && o.model.persons[who].commands.valid() && chief_of(o, who) == who &&
           (verb == model::Verb::hold || verb == model::Verb::hold_line || verb == model::Verb::lead);
}

}  // namespace

void start(const model::Model& model, intent::Intents& intents) {
    auto& persons = intents.persons;
    for (std::uint32_t p = 0; p < model.persons.size(); ++p) {
        const auto& first = model.persons[p].first_order;
        const bool waits = first.from > 0;
        persons.verb[p] = static_cast<std::uint8_t>(waits ? model::Verb::hold : first.verb);
        persons.pace[p] = first.pace;
        persons.formation[p] = static_cast<std::uint8_t>(first.formation);
        persons.x_mm[p] = first.x_mm;
        persons.y_mm[p] = first.y_mm;
        const auto& belief = model.persons[p].first_belief;
        if (first.verb == model::Verb::join && belief.confidence > 0 && belief.about == first.person) {
            persons.x_mm[p] = belief.x_mm;  // he rides to where he thinks the other is
            persons.y_mm[p] = belief.y_mm;
        }
        persons.person[p] = first.person.valid() ? static_cast<std::uint16_t>(first.person.v) : kNoPerson;
        persons.place[p] = first.place;
        persons.pending_person[p] = kNoPerson;
        persons.order[p] = kNoOrder;
        persons.drum[p] = !waits && first.verb == model::Verb::gather && model.persons[p].sounds() ? 1 : 0;
        persons.banner[p] = model.persons[p].banner_side_m > 0 ? 1 : 0;
    }
    auto& units = intents.units;
    for (std::uint32_t u = 0; u < model.units.size(); ++u) {
        const auto& unit = model.units[u];
        units.commander[u] = commander_at_start(model, u);
        units.verb[u] = static_cast<std::uint8_t>(model::Verb::hold);
        units.x_mm[u] = unit.start_x_mm;
        units.y_mm[u] = unit.start_y_mm;
        units.heading[u] = unit.start_heading;
        units.formed[u] = unit.formed_at_start ? 1 : 0;
        units.stop_y_mm[u] = std::numeric_limits<std::int32_t>::max();
        units.order[u] = kNoOrder;
        units.place[u] = kNoPlace;
        const auto ruler = units.commander[u];
        const auto& first = model.persons[ruler < model.persons.size() ? ruler : unit.leader.v].first_order;
        if (first.has_stop_line)
            units.stop_y_mm[u] = static_cast<std::int32_t>(first.stop_line_y_m * 1000.0F);
    }
}

// A commander's second: news fades, orders arrive, each weighs his own case, the units follow.
void advance(const model::Model& model, belief::Beliefs& beliefs, intent::Intents& intents, base::Tick now,
             jobs::Jobs&) {
    Office o{model, beliefs, intents, now};
    for (std::uint32_t who = 0; who < o.persons(); ++who) {
        if (o.alive(who)) belief::forget(beliefs, who, now, o.p().belief_half_life_s);
    }
    receive_orders(o);
    receive_riders(o);
    for (std::uint32_t who = 0; who < o.persons(); ++who) {
        if (!o.alive(who)) continue;
        begin_agreed(o, who);
        reckon(o, who);
        if (heed_fire(o, who) || stop_and_gather(o, who) || weigh_losses(o, who) || imitate(o, who)) {
            // his mind is on that
        } else if (intents.persons.verb[who] == static_cast<std::uint8_t>(model::Verb::gather)) {
            gathering(o, who);
        } else if (commands_from_the_field(o, who)) {
            further_orders(o, who);
        } else {
            subordinate(o, who);
        }
        ask_after_missing(o, who);
        presume_superior(o, who);
    }
    set_unit_goals(o);
}

}  // namespace linghe::mind
