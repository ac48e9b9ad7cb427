// Persons by name, nameless leaders, who takes orders from whom, orders, beliefs, interventions; and every single man.
#include <algorithm>
#include <span>
#include <string_view>

#include "builder.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"

namespace linghe::scenario {
namespace {

using base::to_text;

bool resolve_unit(Builder& b, const Node& n, std::uint32_t& out) {
    const auto bodies = b.first_unit_of_bodies.find(n.text("rides_with"));
    if (bodies != b.first_unit_of_bodies.end()) {
        out = b.units.find(bodies->second)->second;
        return true;
    }
    return b.resolve(n, "rides_with", b.units, "unit", out);
}

model::Traits traits_of(const Node& person) {
    static const Value nothing;
    const Node n = person.child("traits").value_or(
        Node{nothing, *scenario_table().find("person")->table->find("traits")->table, ""});
    return {n.real("experience"),       n.real("composure"),  n.real("expressiveness"), n.real("honour"),
            n.real("fear_of_superior"), n.real("reputation"), n.real("latency_s")};
}

void read_person(Builder& b, const Node& n, std::vector<std::uint32_t>& riders) {
    model::Person p;
    std::uint32_t unit = 0;
    if (!resolve_unit(b, n, unit)) return;
    model::Unit& u = b.model.units[unit];
    p.id = n.text("id");
    p.name = n.name("name");
    p.named = true;
    p.side = u.side;
    p.rides_with = {unit};
    const std::uint32_t number = riders[unit]++;
    p.man = u.first_man + number;
    if (number == 0) u.leader = {static_cast<std::uint32_t>(b.model.persons.size())};
    p.traits = traits_of(n);
    p.drums = static_cast<std::uint8_t>(n.integer("drums"));
    p.drum_lw_db = n.real("drum_lw_db");
    p.horns = static_cast<std::uint8_t>(n.integer("horns"));
    p.gongs = static_cast<std::uint8_t>(n.integer("gongs"));
    p.banner_side_m = n.real("banner_side_m");
    p.great_banner = n.flag("great_banner");
    p.enemy_reckoned = static_cast<std::uint32_t>(n.integer("enemy_reckoned"));
    if (riders[unit] + p.drums + p.horns + p.gongs > u.men)
        b.problems.error(
            n.at("rides_with"), n.path("rides_with"),
            "unit \"" + u.id + "\" has only " + to_text(u.men) + " men",
            "it needs a man for each person riding with it and one for each drum, horn and gong");
    if (p.drums > 0 && !(p.drum_lw_db > 0))
        b.problems.error(n.at("drums"), n.path("drum_lw_db"), "missing",
                         "a drum needs its sound power level, 110 to 130 dB for a great drum");
    if (p.great_banner && !(p.banner_side_m > 0))
        b.problems.error(n.at("great_banner"), n.path("banner_side_m"), "missing",
                         "a great banner needs a size");
    std::uint32_t force = 0;
    if (n.has("commands") && b.resolve(n, "commands", b.forces, "force", force)) {
        p.commands = {force};
        model::Force& f = b.model.forces[force];
        if (f.side != p.side)
            b.problems.error(n.at("commands"), n.path("commands"), "is a force of another side",
                             "a man commands his own side");
        if (f.commander.valid())
            b.problems.error(n.at("commands"), n.path("commands"),
                             "is commanded by \"" + b.model.persons[f.commander.v].id + "\" already",
                             "one commander to a force; make the other his subordinate");
        else
            f.commander = {static_cast<std::uint32_t>(b.model.persons.size())};
    }
    b.persons.emplace(p.id, static_cast<std::uint32_t>(b.model.persons.size()));
    b.model.persons.push_back(std::move(p));
    b.person_nodes.push_back(n);
}

/// The nearest commander above a force, other than the man himself.
base::PersonId commander_above(const model::Model& m, base::ForceId force, base::PersonId self) {
    for (std::size_t steps = 0; force.valid() && steps <= m.forces.size(); ++steps) {
        const model::Force& f = m.forces[force.v];
        if (f.commander.valid() && f.commander != self) return f.commander;
        force = f.parent;
    }
    return {};
}

void check_superiors(Builder& b) {
    for (std::size_t i = 0; i < b.person_nodes.size(); ++i) {
        const Node& n = b.person_nodes[i];
        const model::Person& p = b.model.persons[i];
        if (p.superior.valid() && b.model.persons[p.superior.v].side != p.side)
            b.problems.error(n.at("superior"), n.path("superior"), "is of another side",
                             "a man takes orders from his own side");
        std::uint32_t up = p.superior.v;
        for (std::size_t steps = 0; up != base::kNone && up != i && steps <= b.model.persons.size(); ++steps)
            up = b.model.persons[up].superior.v;
        if (up != i) continue;
        b.problems.error(n.at("superior"), n.path("superior"), "the chain of command goes round in a circle",
                         "give the highest of them no superior");
        return;
    }
}

/// Place of a word in its list; 0, the usual, when it is missing.
std::size_t word_number(std::span<const std::string_view> words, std::string_view word) noexcept {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == word) return i;
    return 0;
}

/// @param by  who has the order, or will be given it; null where nobody of that name is.
model::FirstOrder read_order(Builder& b, const Node& n, const model::Person* by) {
    model::FirstOrder o;
    o.verb = verb_of(n.text("verb"));
    std::uint32_t place = 0;
    if (n.has("at")) {
        o.x_mm = n.mm("at", 0);
        o.y_mm = n.mm("at", 1);
    } else if (n.has("place") && b.resolve(n, "place", b.places, "place", place)) {
        const model::Place& p = b.model.places[place];
        o.x_mm = p.x_mm / 2 + p.x1_mm / 2;
        o.y_mm = p.y_mm / 2 + p.y1_mm / 2;
        o.place = place;
    }
    if (n.has("person")) (void)b.resolve(n, "person", b.persons, "person", o.person.v);
    o.deadline = n.tick_of_min("deadline_min");
    o.from = n.tick_of_min("from_min");
    constexpr std::string_view kPaces[] = {"usual", "walk", "trot", "run"};
    constexpr std::string_view kFormations[] = {"usual", "line", "column", "loose", "crowd", "banner"};
    o.pace = static_cast<std::uint8_t>(word_number(kPaces, n.text("pace")));
    o.formation = static_cast<model::Formation>(word_number(kFormations, n.text("formation")));
    o.has_stop_line = n.has("stop_line_y_m");
    o.stop_line_y_m = n.real("stop_line_y_m");
    const bool to_person = o.verb == model::Verb::join || o.verb == model::Verb::stay_by;
    const bool to_place = o.verb == model::Verb::march || o.verb == model::Verb::withdraw ||
                          o.verb == model::Verb::attack || o.verb == model::Verb::pursue ||
                          o.verb == model::Verb::hold_line || o.verb == model::Verb::fetch ||
                          o.verb == model::Verb::cover || o.verb == model::Verb::counter_attack ||
                          o.verb == model::Verb::lead || o.verb == model::Verb::burn;
    if (o.verb == model::Verb::burn) b.model.can_burn = true;
    if (to_person && !n.has("person"))
        b.problems.error(n.value(), n.path("person"), "missing", n.text("verb") + " needs a person");
    if (to_place && !n.has("at") && !n.has("place"))
        b.problems.error(n.value(), n.path("place"), "missing",
                         n.text("verb") + " needs a place or at = [x, y]");
    check_aim(b, n, o, by);
    return o;
}

void read_belief(Builder& b, const Node& n, model::Person& p) {
    if (b.resolve(n, "about", b.persons, "person", p.first_belief.about.v) &&
        &b.model.persons[p.first_belief.about.v] == &p)
        b.problems.error(n.at("about"), n.path("about"), "is the man himself",
                         "he knows where he is; name another person, or leave it out");
    std::uint32_t place = 0;
    if (n.has("at") == n.has("place"))
        b.problems.error(n.value(), n.path(), "needs either place or at", "give one of them");
    if (n.has("at")) {
        p.first_belief.x_mm = n.mm("at", 0);
        p.first_belief.y_mm = n.mm("at", 1);
    } else if (n.has("place") && b.resolve(n, "place", b.places, "place", place)) {
        p.first_belief.x_mm = b.model.places[place].x_mm;
        p.first_belief.y_mm = b.model.places[place].y_mm;
    }
    p.first_belief.spread_m = n.real("spread_m");
    p.first_belief.confidence = n.real("confidence");
}

void read_bonds(Builder& b, const Node& n, std::uint32_t who) {
    model::Person& p = b.model.persons[who];
    for (const Node& bond : n.children("bonds")) {
        model::Bond read;
        if (!b.resolve(bond, "person", b.persons, "person", read.to.v)) continue;
        read.strength = bond.real("strength");
        if (read.to.v == who)
            b.problems.error(bond.at("person"), bond.path("person"), "is the man himself",
                             "name another person, or leave it out");
        else if (b.model.persons[read.to.v].side != p.side)
            b.problems.error(bond.at("person"), bond.path("person"), "is of another side",
                             "name one of his own side");
        else if (p.bond_to(read.to.v) > 0)
            b.problems.error(bond.at("person"), bond.path("person"), "a second bond to the same man",
                             "one bond to each");
        else
            p.bonds.push_back(read);
    }
}

void add_nameless_leaders(Builder& b) {
    for (std::size_t i = 0; i < b.model.units.size(); ++i) {
        model::Unit& u = b.model.units[i];
        if (u.leader.valid()) continue;
        const model::TroopType& t = b.model.troops[u.troop];
        model::Person p;
        p.id = u.id + ".leader";
        p.name = {"leader of " + u.name.en, u.name.zh + "头领"};
        p.side = u.side;
        p.rides_with = {static_cast<std::uint32_t>(i)};
        p.man = u.first_man;
        const float experience = t.experience + b.setup.leader_experience_gain;
        p.traits = {experience > 1 ? 1.0F : experience,
                    t.composure,
                    b.setup.expressiveness_mean,
                    b.setup.leader_honour,
                    b.setup.leader_fear_of_superior,
                    0.0F,
                    b.setup.leader_latency_s};
        u.leader = {static_cast<std::uint32_t>(b.model.persons.size())};
        b.model.persons.push_back(std::move(p));
    }
}

}  // namespace

void build_persons(Builder& b, const Node& scenario) {
    std::vector<std::uint32_t> riders(b.model.units.size(), 0);
    const auto nodes = scenario.children("person");
    if (nodes.size() > base::limits::kLeaders) {
        b.problems.limit(scenario.at("person"), "person", "more than 20000 persons", "name fewer");
        return;
    }
    Ids seen;
    for (const Node& n : nodes)
        if (b.enter(n, seen, 0)) read_person(b, n, riders);
    if (b.problems.errors() != 0) return;
    add_nameless_leaders(b);
    for (std::size_t i = 0; i < b.model.persons.size(); ++i) {
        model::Person& p = b.model.persons[i];
        const base::ForceId from = p.commands.valid() ? p.commands : b.model.units[p.rides_with.v].force;
        p.superior = commander_above(b.model, from, {static_cast<std::uint32_t>(i)});
        if (i >= b.person_nodes.size()) continue;
        const Node& n = b.person_nodes[i];
        if (n.has("superior")) (void)b.resolve(n, "superior", b.persons, "person", p.superior.v);
    }
    check_superiors(b);
}

void build_orders(Builder& b, const Node&) {
    for (std::size_t i = 0; i < b.person_nodes.size(); ++i) {
        if (const auto order = b.person_nodes[i].child("order")) {
            model::Person& p = b.model.persons[i];
            p.first_order = read_order(b, *order, &p);
            check_company(b, *order, p.first_order, {static_cast<std::uint32_t>(i)});
        }
        if (const auto belief = b.person_nodes[i].child("belief"))
            read_belief(b, *belief, b.model.persons[i]);
        read_bonds(b, b.person_nodes[i], static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < b.model.units.size(); ++i) {
        model::Person& leader = b.model.persons[b.model.units[i].leader.v];
        const auto order = b.unit_nodes[i].child("order");
        if (!order || leader.first_order.verb != model::Verb::none) continue;
        const std::size_t before = b.problems.errors();
        leader.first_order = read_order(b, *order, &leader);
        if (b.problems.errors() != before) break;  // of bodies once is enough
    }
}

void build_interventions(Builder& b, const Node& scenario) {
    constexpr std::string_view kinds[] = {"kill_person", "silence_drum", "strike_banner", "set_wind",
                                          "give_order",  "shut_ground",  "open_ground"};
    Ids ids;
    for (const Node& n : scenario.children("intervention")) {
        b.enter(n, ids, 0);
        model::Intervention v;
        v.id = n.text("id");
        v.tick = n.tick_of_s("at_s");
        const std::string kind = n.text("kind");
        for (std::size_t i = 0; i < std::size(kinds); ++i)
            if (kinds[i] == kind) v.kind = static_cast<model::Intervention::Kind>(i);
        v.text = kind;
        if (v.kind == model::Intervention::Kind::set_wind) {
            if (!n.has("speed_m_s") || !n.has("from_deg"))
                b.problems.error(n.value(), n.path(), "set_wind without a wind",
                                 "give speed_m_s and from_deg");
            v.a = n.real("speed_m_s");
            v.b = n.real("from_deg");
            v.text += " " + to_text(v.a) + " m/s from " + to_text(v.b);
        } else if (v.kind == model::Intervention::Kind::shut_ground ||
                   v.kind == model::Intervention::Kind::open_ground) {
            if (!n.has("box"))
                b.problems.error(n.value(), n.path("box"), "missing",
                                 kind + " needs a box = [west, south, east, north]");
            else
                v.x0_mm = n.mm("box", 0), v.y0_mm = n.mm("box", 1), v.x1_mm = n.mm("box", 2),
                v.y1_mm = n.mm("box", 3);
        } else if (!n.has("person")) {
            b.problems.error(n.value(), n.path("person"), "missing", kind + " needs a person");
        } else if (b.resolve(n, "person", b.persons, "person", v.person.v)) {
            v.text += " " + n.text("person");
            const model::Person& p = b.model.persons[v.person.v];
            if (v.kind == model::Intervention::Kind::silence_drum && !p.sounds())
                b.problems.error(n.at("person"), n.path("person"),
                                 "\"" + p.id + "\" has no drum, horn or gong",
                                 "name a person with drums, horns or gongs");
            if (v.kind == model::Intervention::Kind::strike_banner && !(p.banner_side_m > 0))
                b.problems.error(n.at("person"), n.path("person"), "\"" + p.id + "\" has no banner",
                                 "name a person with a banner");
        }
        if (v.kind == model::Intervention::Kind::give_order) {
            if (const auto order = n.child("order")) {
                v.order = read_order(b, *order, v.person.valid() ? &b.model.persons[v.person.v] : nullptr);
                check_company(b, *order, v.order, v.person);
                v.text += " " + order->text("verb");
            } else {
                b.problems.error(n.value(), n.path("order"), "missing", "give_order needs an order");
            }
        }
        if (v.tick > b.model.end_tick)
            b.problems.warning(n.at("at_s"), n.path("at_s"), "comes after the end of the run",
                               "the run ends at minute " + to_text(scenario.number("minutes")));
        v.text += " at " + to_text(n.number("at_s")) + " s";
        b.model.interventions.push_back(std::move(v));
    }
    // The engine counts how many are done, so a late one of the file must not hold up an early one of the command line.
    std::stable_sort(
        b.model.interventions.begin(), b.model.interventions.end(),
        [](const auto& a, const auto& c) { return a.tick != c.tick ? a.tick < c.tick : a.id < c.id; });
}

void build_men(Builder& b) {
    model::Model& m = b.model;
    const math::Rng rng{m.seed};
    std::size_t rows = 0;
    for (const model::Unit& u : m.units) rows += u.men;
    m.men.resize(rows);
    const auto q8 = [](double v) { return math::round_to<std::uint8_t>(v * 255.0); };
    for (std::size_t i = 0; i < m.units.size(); ++i) {
        const model::Unit& u = m.units[i];
        const model::TroopType& t = m.troops[u.troop];
        for (std::uint32_t k = 0; k < u.men; ++k) {
            const std::size_t row = u.first_man + k;
            const std::uint32_t luck = base::luck_address(u.id, k);
            const auto draw = [&](float mean, float sd, std::uint16_t trait) {
                return q8(
                    static_cast<double>(mean + sd * rng.normal(luck, 0, math::Purpose::setup_trait, trait)));
            };
            m.men.luck[row] = luck;
            m.men.home_unit[row] = static_cast<std::uint16_t>(i);
            m.men.number[row] = static_cast<std::uint16_t>(k > 65535 ? 65535 : k);
            m.men.troop[row] = u.troop;
            m.men.side[row] = u.side;
            m.men.composure_q8[row] = draw(t.composure, b.setup.composure_sd, 0);
            m.men.experience_q8[row] = draw(t.experience, b.setup.experience_sd, 1);
            m.men.openness_q8[row] = draw(b.setup.openness_mean, b.setup.openness_sd, 2);
            m.men.expressiveness_q8[row] = draw(b.setup.expressiveness_mean, b.setup.expressiveness_sd, 3);
            m.men.legs_q5[row] = math::round_to<std::int8_t>(
                32.0 * static_cast<double>(rng.normal(luck, 0, math::Purpose::setup_trait, 4)));
        }
    }
    for (const model::Person& p : m.persons) {
        if (!p.named) continue;
        m.men.composure_q8[p.man] = q8(static_cast<double>(p.traits.composure));
        m.men.experience_q8[p.man] = q8(static_cast<double>(p.traits.experience));
        m.men.expressiveness_q8[p.man] = q8(static_cast<double>(p.traits.expressiveness));
    }
}

}  // namespace linghe::scenario
