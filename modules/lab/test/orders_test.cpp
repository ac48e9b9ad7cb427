// Measures of command: orders, obedience, what the chief knows of his own, the muster.
#include "bench.hpp"
#include "linghe/intent/intents.hpp"

using namespace lab_test;

namespace {

void orders(Bench& b, std::uint32_t to, model::Verb verb) {
    world::Event e;
    e.kind = world::EventKind::order_given;
    e.subject_kind = 2;
    e.subject = 0;
    e.other = to;
    e.value = static_cast<std::int32_t>(verb);
    world::write_event(b.state.world.events, b.state.world.clock, e);
}
void reaches(Bench& b, world::EventKind kind, std::uint32_t who, world::Cause cause) {
    world::Event e;
    e.kind = kind;
    e.subject_kind = 2;
    e.subject = who;
    e.other = 0;
    e.value = static_cast<std::int32_t>(model::Verb::hold_line);
    e.cause_1 = cause;
    world::write_event(b.state.world.events, b.state.world.clock, e);
}

}  // namespace

TEST_CASE("The chief's first order of each kind has its minute, and a rider sent to ask is no order") {
    Bench b({"ordered_min.hold_line", "ordered_min.collect", "ordered_min.fetch", "orders_to.red_chief",
             "riders_to.red_chief", "chief_advances_min"});
    const auto red = b.person("red_chief");
    b.until(59.9);
    orders(b, red, model::Verb::report);
    b.until(119.9);
    orders(b, red, model::Verb::hold_line);
    b.until(179.9);
    orders(b, red, model::Verb::hold_line);
    b.until(239.9);
    orders(b, b.person("blue_chief"), model::Verb::collect);
    b.until(300);
    CHECK(b.value("ordered_min.hold_line").number == doctest::Approx(2).epsilon(0.01));
    CHECK(b.value("ordered_min.collect").number == doctest::Approx(4).epsilon(0.01));
    CHECK_FALSE(b.value("ordered_min.fetch").known);
    CHECK(b.value("orders_to.red_chief").number == 2);
    CHECK(b.value("riders_to.red_chief").number == 1);
    CHECK_FALSE(b.value("chief_advances_min").known);
}

TEST_CASE(
    "Obedience is counted from the order's coming to its being taken up, and not for a resolve of his own") {
    Bench b({"obeys_s"});
    const auto red = b.person("red_chief");
    b.until(59.9);
    reaches(b, world::EventKind::order_received, red, world::Cause::none);
    b.until(61.9);
    reaches(b, world::EventKind::decides, red, world::Cause::drum);
    b.until(67.9);
    reaches(b, world::EventKind::decides, red, world::Cause::order);
    b.until(80);
    CHECK(b.value("obeys_s").number == doctest::Approx(8).epsilon(0.02));
}

TEST_CASE("A line sets out when half of those ordered go, and its losses count from its arrival") {
    Bench b({"line_sets_out_min", "line_loss_most", "line_loss_when_broken"});
    const auto red = b.person("red_chief");
    auto& goals = b.state.intents.units;
    auto& units = b.state.world.units;
    for (std::size_t u = 0; u < goals.size(); ++u) {
        goals.commander[u] = 0;
        goals.verb[u] = 0;
        goals.arrived[u] = 0;
    }
    const std::size_t unit = b.model.men.home_unit[b.men_of("red")[0]];
    units.fallen[unit] = 50;  // before it held anything
    goals.commander[unit] = static_cast<std::uint16_t>(red);
    b.until(59.9);
    orders(b, red, model::Verb::hold_line);
    b.until(119.9);
    goals.verb[unit] = static_cast<std::uint8_t>(model::Verb::hold_line);
    goals.arrived[unit] = 1;
    b.until(189.9);
    units.fallen[unit] = 80;
    units.in_hand[unit] = 30;
    units.fleeing[unit] = 40;
    b.until(210);
    CHECK(b.value("line_sets_out_min").number == doctest::Approx(1).epsilon(0.1));
    CHECK(b.value("line_loss_most").number == doctest::Approx(0.3));
    CHECK(b.value("line_loss_when_broken").number == doctest::Approx(0.3));
}

TEST_CASE(
    "What the chief gives for a man's life, and the strength he believes in, are told as he holds them") {
    Bench b(
        {"believed_lost_at_0.red_chief", "believed_lost_most_to_30.red_chief", "host_accounted_share_at_20"});
    const auto red = b.person("red_chief");
    auto& beliefs = b.state.beliefs;
    const auto row = beliefs.find_or_make(0, belief::Subject::person, red);
    beliefs.rows.alive_q16[row] = 58982;  // 0.9
    double fit = 0;
    for (std::size_t i = 0; i < b.model.men.size(); ++i)
        fit += b.model.men.side[i] == b.model.persons[0].side ? 1 : 0;
    for (std::size_t r = 0; r < beliefs.rows.size(); ++r)
        if (beliefs.rows.owner[r] == 0 &&
            beliefs.rows.subject_kind[r] == static_cast<std::uint8_t>(belief::Subject::unit))
            beliefs.rows.confidence_q16[r] = 0;
    const auto body =
        beliefs.find_or_make(0, belief::Subject::unit, b.model.men.home_unit[b.men_of("red")[0]]);
    beliefs.rows.men[body] = 40;
    beliefs.rows.confidence_q16[body] = 65535;
    b.until(600);
    beliefs.rows.alive_q16[row] = 32768;
    b.until(1801);
    CHECK(b.value("believed_lost_at_0.red_chief").number == doctest::Approx(0.1).epsilon(0.01));
    CHECK(b.value("believed_lost_most_to_30.red_chief").number == doctest::Approx(0.5).epsilon(0.01));
    CHECK(b.value("host_accounted_share_at_20").number == doctest::Approx(40 / fit));
}

TEST_CASE("Fugitives are organised in ranks, and taken in under whoever collects") {
    Bench b({"organised_share_at_10", "taken_in_share_at_10", "men_under_at_30.red_chief",
             "beside_chief_min.red_chief"});
    const auto red = b.person("red_chief");
    for (const char* colours : {"red", "blue"})
        for (const std::uint32_t i : b.men_of(colours)) {
            b.put(i, 0, kNorth);
            b.state.world.men.morale[i] = 0;
        }
    const auto blue = b.men_of("blue");
    for (std::size_t k = 10; k < 50; ++k)
        b.state.world.men.morale[blue[k]] = static_cast<std::uint8_t>(world::Morale::routing);
    b.until(60);
    auto& goals = b.state.intents.units;
    for (std::size_t u = 0; u < goals.size(); ++u) goals.commander[u] = 0;
    const auto home = static_cast<std::uint16_t>(b.model.persons[red].rides_with.v);
    goals.commander[home] = static_cast<std::uint16_t>(red);
    b.state.intents.persons.verb[red] = static_cast<std::uint8_t>(model::Verb::collect);
    for (std::size_t k = 10; k < 40; ++k) b.state.world.men.morale[blue[k]] = 0;
    for (std::size_t k = 10; k < 20; ++k) b.state.world.men.unit[blue[k]] = home;
    b.until(601);
    CHECK(b.value("organised_share_at_10").number == doctest::Approx(0.75));
    CHECK(b.value("taken_in_share_at_10").number == doctest::Approx(0.25));
    CHECK(b.value("beside_chief_min.red_chief").number == doctest::Approx(10).epsilon(0.01));
}

TEST_CASE("The muster is told by side and by colours") {
    Bench b({"mustered.jin", "colours_mustered.red"});
    b.until(1);
    CHECK(b.value("colours_mustered.red").number == static_cast<double>(b.men_of("red").size()));
    CHECK(b.value("mustered.jin").number ==
          static_cast<double>(b.men_of("red").size() + b.men_of("blue").size()));
}

TEST_CASE(
    "A collector called to another task, a chief who leads in person and a prince talked round have their "
    "minutes") {
    Bench b({"calls_reserve_min", "chief_leads_min", "chief_advances_min", "persuaded_min.red_chief",
             "ordered_min.cover"});
    const auto red = b.person("red_chief");
    b.until(59.9);
    orders(b, red, model::Verb::collect);
    b.until(119.9);
    orders(b, b.person("blue_chief"), model::Verb::cover);
    b.until(179.9);
    orders(b, red, model::Verb::hold_line);
    b.until(239.9);
    world::Event e;
    e.kind = world::EventKind::decides;
    e.subject_kind = 2;
    e.subject = 0;
    e.value = static_cast<std::int32_t>(model::Verb::lead);
    world::write_event(b.state.world.events, b.state.world.clock, e);
    b.until(299.9);
    reaches(b, world::EventKind::persuaded, red, world::Cause::persuasion);
    b.until(310);
    CHECK(b.value("ordered_min.cover").number == doctest::Approx(2).epsilon(0.01));
    CHECK(b.value("calls_reserve_min").number == doctest::Approx(3).epsilon(0.01));
    CHECK(b.value("chief_leads_min").number == doctest::Approx(4).epsilon(0.01));
    CHECK(b.value("chief_advances_min").number == doctest::Approx(4).epsilon(0.01));
    CHECK(b.value("persuaded_min.red_chief").number == doctest::Approx(5).epsilon(0.01));
}

TEST_CASE(
    "What the chief believes lost of his own is laid against what has fallen, not against what he cannot "
    "know") {
    Bench b({"losses_believed_share_at_20"});
    auto& beliefs = b.state.beliefs;
    for (std::size_t r = 0; r < beliefs.rows.size(); ++r) beliefs.rows.lost_q16[r] = 0;
    std::uint32_t unit = 0;
    while (b.model.units[unit].side != b.model.persons[0].side) ++unit;
    const auto row = beliefs.find_or_make(0, belief::Subject::unit, unit);
    beliefs.rows.lost[row] = 30;
    beliefs.rows.lost_q16[row] = 40'000;
    for (auto& fallen : b.state.world.units.fallen) fallen = 0;
    b.state.world.units.fallen[unit] = 40;
    b.until(1201);
    CHECK(b.value("losses_believed_share_at_20").number == doctest::Approx(0.75));
}
