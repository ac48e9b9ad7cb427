// What a commander decides, gives out and follows, from what he believes.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

constexpr std::uint8_t kTurnsBack = 52, kOrderGiven = 30;

}  // namespace

TEST_CASE(
    "A prince in retreat who hears his chief's drum turns and rides to it; one who does not hear it rides "
    "on") {
    Field f;
    for (int s = 0; s < 20; ++s) {
        f.hear_drum(Field::kPrince);
        f.second();
    }
    CHECK(f.verb(Field::kPrince) == Verb::join);
    CHECK(f.intents.persons.person[Field::kPrince] == Field::kKhan);
    CHECK(f.notes(kTurnsBack, Field::kPrince) == 1);
    CHECK(f.verb(Field::kSecondPrince) == Verb::withdraw);
    CHECK(f.notes(kTurnsBack, Field::kSecondPrince) == 0);
}

TEST_CASE("He turns after the time he takes to decide, not before") {
    Field f;  // latency 20 s, a known signal takes 0.3 of it: 6 s
    for (int s = 0; s < 6; ++s) {
        f.hear_drum(Field::kPrince);
        f.second();
        CHECK(f.verb(Field::kPrince) == Verb::withdraw);
    }
    for (int s = 0; s < 2; ++s) {
        f.hear_drum(Field::kPrince);
        f.second();
    }
    CHECK(f.verb(Field::kPrince) == Verb::join);
}

TEST_CASE("A prince beyond himself with fear does not answer the drum") {
    Field f;
    f.beliefs.self.fear_q16[Field::kPrince] = math::to_q16_u16(0.9);
    for (int s = 0; s < 60; ++s) {
        f.hear_drum(Field::kPrince);
        f.second();
    }
    CHECK(f.verb(Field::kPrince) == Verb::withdraw);
}

TEST_CASE("A prince who rides to a chief he thinks at the castle turns when the drum tells him otherwise") {
    Field f;
    f.intents.persons.verb[Field::kPrince] = static_cast<std::uint8_t>(Verb::join);
    f.intents.persons.person[Field::kPrince] = Field::kKhan;
    f.tell(Field::kPrince, Field::kKhan, 6'000'000, 5'500'000, belief::Source::prior);
    f.second();
    CHECK(f.intents.persons.x_mm[Field::kPrince] > 3'000'000);
    for (int s = 0; s < 30; ++s) {
        f.hear_drum(Field::kPrince);
        f.second();
    }
    CHECK(f.intents.persons.x_mm[Field::kPrince] < 500'000);
    CHECK(f.notes(kTurnsBack, Field::kPrince) >= 1);
}

TEST_CASE("The khan waits while men still come in, and acts by his doctrine once the inflow slows") {
    Field f;
    std::uint32_t seen = 500;
    const auto minute = [&](std::uint32_t more) {
        for (int s = 0; s < 60; ++s) {
            f.tell(Field::kKhan, Field::kPrince, 20'000, 30'000, belief::Source::eyes);
            f.tell(Field::kKhan, Field::kSecondPrince, -20'000, 30'000, belief::Source::eyes);
            f.tell(Field::kKhan, Field::kOfficer, 10'000, 10'000, belief::Source::eyes);
            f.beliefs.self.friends[Field::kKhan] = seen;
            f.beliefs.self.friends_formed[Field::kKhan] = seen * 7 / 10;
            f.second();
        }
        seen += more;
    };
    for (int m = 0; m < 6; ++m) minute(500);
    CHECK(f.intents.orders.size() == 0);
    for (int m = 0; m < 4; ++m) minute(0);
    REQUIRE(f.intents.orders.size() >= 3);
    CHECK(f.notes(kOrderGiven, Field::kKhan) == static_cast<int>(f.intents.orders.size()));
    // The two who hold the bank share it: the western prince the western half.
    int east = 0, west = 0, fetch = 0;
    for (std::size_t i = 0; i < f.intents.orders.size(); ++i) {
        if (f.intents.orders.verb[i] == static_cast<std::uint8_t>(Verb::hold_line)) {
            CHECK(f.intents.orders.at_all_cost[i] == 1);
            if (f.intents.orders.addressee[i] == Field::kPrince) east = f.intents.orders.x_mm[i];
            if (f.intents.orders.addressee[i] == Field::kSecondPrince) west = f.intents.orders.x_mm[i];
        }
        if (f.intents.orders.verb[i] == static_cast<std::uint8_t>(Verb::fetch)) {
            CHECK(f.intents.orders.addressee[i] == Field::kOfficer);
            ++fetch;
        }
    }
    CHECK(west < east);
    CHECK(fetch == 1);
}

TEST_CASE(
    "An order to fetch troops from eight kilometres within a quarter of an hour is taken up, and known to be "
    "hopeless") {
    Field f;
    f.intents.orders.resize(1);
    auto& o = f.intents.orders;
    o.issuer[0] = Field::kKhan;
    o.addressee[0] = Field::kOfficer;
    o.verb[0] = static_cast<std::uint8_t>(Verb::fetch);
    o.x_mm[0] = 6'000'000;
    o.y_mm[0] = 5'300'000;
    o.deadline[0] = 9'000;
    o.state[0] = static_cast<std::uint8_t>(intent::OrderState::received);
    o.channel[0] = static_cast<std::uint8_t>(intent::Channel::voice);
    for (int s = 0; s < 30; ++s) f.second();
    CHECK(f.verb(Field::kOfficer) == Verb::fetch);
    CHECK(math::from_q16(o.feasible_q16[0]) < 0.25F);
    CHECK(o.state[0] == static_cast<std::uint8_t>(intent::OrderState::taken_up));
}

TEST_CASE("Nobody is sent on a second errand while the first is still on its way to him") {
    Field f;
    f.model.sides[0].doctrine.after_gather = {{Verb::fetch, 1, 1, 900, false, false},
                                              {Verb::stay_by, 0xffffffffu, 1, 0, false, false}};
    for (int s = 0; s < 600; ++s) {
        f.tell(Field::kKhan, Field::kOfficer, 10'000, 10'000, belief::Source::eyes);
        f.beliefs.self.friends[Field::kKhan] = 500;
        f.beliefs.self.friends_formed[Field::kKhan] = 400;
        f.second();
    }
    REQUIRE(f.intents.orders.size() == 1);  // the only officer has his errand; the second waits for another
    CHECK(f.intents.orders.verb[0] == static_cast<std::uint8_t>(Verb::fetch));
}

TEST_CASE("What a commander decides depends on nothing but what he believes") {
    // The same beliefs twice: the same orders, goals and notes to the last column.
    Field a, b;
    for (int s = 0; s < 120; ++s) {
        a.hear_drum(Field::kPrince);
        b.hear_drum(Field::kPrince);
        a.second();
        b.second();
    }
    CHECK(a.intents.units.x_mm == b.intents.units.x_mm);
    CHECK(a.intents.persons.verb == b.intents.persons.verb);
    CHECK(a.intents.notes.kind == b.intents.notes.kind);
}
