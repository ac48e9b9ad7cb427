// What the bodies are set to do from the resolve of whoever rules them.
#include <doctest/doctest.h>

#include "linghe/math/vec.hpp"
#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

/// A prince who holds a line through his own place with his guard and the officer's body beside it.
struct Line : Field {
    Line() {
        model.sides[0].retreat_y_mm = 2'000'000'000;
        intents.units.commander[kOfficer] = kPrince;
        put(kPrince, 0, 0);
        put(kOfficer, 20'000, 0);
        intents.persons.verb[kPrince] = static_cast<std::uint8_t>(Verb::hold_line);
        intents.persons.x_mm[kPrince] = 0;
        intents.persons.y_mm[kPrince] = 0;
    }
    void look_and_think() {
        tell(kOfficer, kPrince, 0, 0, belief::Source::eyes);
        second();
    }
};

}  // namespace

TEST_CASE("Two bodies of one commander hold a line side by side, as far apart as the front of one") {
    for (const float front : {60.0F, 80.0F}) {
        Line l;
        l.model.parameters.mind.line_front_m = front;
        l.look_and_think();
        const auto& goals = l.intents.units;
        CHECK(goals.verb[Field::kPrince] == static_cast<std::uint8_t>(Verb::hold_line));
        CHECK(goals.x_mm[Field::kPrince] == static_cast<std::int32_t>(-500.0F * front));
        CHECK(goals.x_mm[Field::kOfficer] == static_cast<std::int32_t>(500.0F * front));
        CHECK(goals.y_mm[Field::kOfficer] == 25'000);
    }
}

TEST_CASE(
    "Those who hold a line that runs north to south stand along it, to its rear, wherever their rear lies") {
    for (const std::int32_t rear_x : {-5'000'000, 5'000'000}) {
        Line l;
        l.model.places.push_back({"dyke", "the dyke", "堤", 0, -400'000, true, 0, 400'000, true, false, 0});
        l.model.sides[0].retreat_x_mm = rear_x;
        l.intents.persons.place[Field::kPrince] = static_cast<std::uint32_t>(l.model.places.size() - 1);
        l.look_and_think();
        const auto& goals = l.intents.units;
        for (const std::uint32_t unit : {Field::kPrince, Field::kOfficer})
            CHECK(goals.x_mm[unit] == (rear_x < 0 ? -25'000 : 25'000));
        CHECK(goals.y_mm[Field::kOfficer] - goals.y_mm[Field::kPrince] == 60'000);
    }
}

TEST_CASE("A body is not set in motion anew for a goal that has moved by less than it is worth") {
    for (const float slack : {20.0F, 40.0F}) {
        Line l;
        l.model.parameters.mind.goal_slack_m = slack;
        l.look_and_think();
        l.intents.units.wake[Field::kPrince] = 0;
        const std::int32_t before = l.intents.units.x_mm[Field::kPrince];
        l.intents.persons.x_mm[Field::kPrince] = 30'000;
        l.look_and_think();
        const bool moved = slack < 30.0F;
        CHECK(l.intents.units.x_mm[Field::kPrince] == before + (moved ? 30'000 : 0));
        CHECK(l.intents.units.wake[Field::kPrince] == (moved ? 1 : 0));
    }
}

TEST_CASE(
    "An order is done when half the bodies of the man who carries it out have arrived, and not before") {
    Line l;
    l.intents.units.commander[Field::kSecondPrince] = Field::kPrince;  // three bodies under one order
    auto& o = l.intents.orders;
    o.resize(1);
    o.issuer[0] = Field::kKhan;
    o.addressee[0] = Field::kPrince;
    o.verb[0] = static_cast<std::uint8_t>(Verb::hold_line);
    o.state[0] = static_cast<std::uint8_t>(intent::OrderState::taken_up);
    l.intents.persons.order[Field::kPrince] = 0;
    for (const std::uint32_t u : {Field::kPrince, Field::kOfficer, Field::kSecondPrince}) {
        l.tell(u, Field::kPrince, 0, 0, belief::Source::eyes);
        l.put(u, 0, 0);
    }
    l.look_and_think();
    REQUIRE(l.intents.units.order[Field::kSecondPrince] == 0);
    l.intents.units.arrived[Field::kKhan] = 1;  // the khan's own body is no part of it
    l.intents.units.arrived[Field::kOfficer] = 1;
    l.look_and_think();
    CHECK(o.state[0] == static_cast<std::uint8_t>(intent::OrderState::taken_up));
    l.intents.units.arrived[Field::kPrince] = 1;  // he leads this body and commands it: it counts once
    l.look_and_think();
    CHECK(o.state[0] == static_cast<std::uint8_t>(intent::OrderState::done));
    CHECK(l.notes(32, Field::kPrince) == 1);
}

TEST_CASE(
    "Pursuers sent to one place draw up about it as there is room, instead of crushing each other on it") {
    Field f;
    const std::uint32_t bodies[] = {Field::kPrince, Field::kOfficer, Field::kSecondPrince};
    for (const std::uint32_t u : bodies) {
        f.intents.persons.verb[u] = static_cast<std::uint8_t>(Verb::pursue);
        f.intents.persons.x_mm[u] = 0, f.intents.persons.y_mm[u] = 0;
        f.put(u, 0, -600'000);
        f.beliefs.self.friends[u] = 1200;  // room for so many: 59 m about the place
    }
    f.second();
    const auto& goals = f.intents.units;
    for (const std::uint32_t u : bodies) {
        CHECK(goals.verb[u] == static_cast<std::uint8_t>(Verb::pursue));
        const double from_m = math::length(math::Vec2i{goals.x_mm[u], goals.y_mm[u]}) * 0.001;
        CHECK(from_m > 50.0);
        CHECK(from_m < 70.0);
    }
    CHECK(goals.x_mm[Field::kPrince] != goals.x_mm[Field::kOfficer]);
    for (const std::uint32_t u : bodies) f.put(u, 70'000, -60'000);  // as near as there is room
    f.second();
    for (const std::uint32_t u : bodies) {
        CHECK(goals.x_mm[u] == 70'000);
        CHECK(goals.y_mm[u] == -60'000);
    }
}

TEST_CASE("Commanders sent to burn one line share it: each lights a piece of his own") {
    Field f;
    auto& mine = f.intents.persons;
    for (const std::uint32_t who : {Field::kPrince, Field::kSecondPrince}) {
        mine.verb[who] = static_cast<std::uint8_t>(Verb::burn);
        mine.place[who] = 0;  // from x = -600 m to 700 m
        mine.order[who] = 0xffffffffu;
    }
    for (const std::uint32_t unit : {Field::kKhan, Field::kOfficer})
        f.intents.units.commander[unit] = Field::kKhan;
    f.second();
    const auto& goals = f.intents.units;
    CHECK(goals.x_mm[Field::kPrince] == -600'000);
    CHECK(goals.x_mm[Field::kSecondPrince] == 50'000);
    for (const std::uint32_t who : {Field::kPrince, Field::kSecondPrince}) f.intents.units.arrived[who] = 1;
    f.second();
    CHECK(goals.x_mm[Field::kPrince] == 50'000);
    CHECK(goals.x_mm[Field::kSecondPrince] == 700'000);
}
