// A commander before a fire, and a chief come out of one.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

/// Flames at so many metres to the south that come on by so many cm/s; he sees them for so long. 0 m: none.
void watch_fire(Field& f, std::uint32_t who, std::int32_t range_m, std::uint16_t speed_cm_s, int seconds) {
    auto& self = f.beliefs.self;
    for (int s = 0; s < seconds; ++s) {
        self.fire_known[who] = range_m > 0 ? 1 : 0;
        self.fire_tick[who] = static_cast<std::int32_t>(f.now);
        self.fire_x_mm[who] = self.x_mm[who];
        self.fire_y_mm[who] = self.y_mm[who] - range_m * 1000;
        self.fire_speed_cm_s[who] = speed_cm_s;
        f.second();
    }
}

/// Two princes in pursuit.
struct Pursuit : Field {
    Pursuit() {
        for (const std::uint32_t who : {kPrince, kSecondPrince})
            intents.persons.verb[who] = static_cast<std::uint8_t>(Verb::pursue);
        model.sides[0].retreat_x_mm = 3'000'000, model.sides[0].retreat_y_mm = 4'000'000;
    }
};

/// A chief who has withdrawn, with so many of his 1,000 men in sight.
struct ComeAway : Field {
    explicit ComeAway(std::uint32_t in_sight) {
        for (auto& unit : model.units) unit.men = 250;
        model.sides[0].doctrine.gather_below_share = 0.25F;
        intents.persons.verb[kKhan] = static_cast<std::uint8_t>(Verb::withdraw);
        intents.persons.drum[kKhan] = 0;
        beliefs.self.friends[kKhan] = in_sight;
    }
};

}  // namespace

TEST_CASE(
    "A prince in pursuit turns away from a fire that would soon be upon him, after the time he takes to see "
    "it") {
    Pursuit f;
    watch_fire(f, Field::kPrince, 300, 200, 4);  // there in 150 s; he takes 0.3 of 20 s to decide
    CHECK(f.verb(Field::kPrince) == Verb::pursue);
    watch_fire(f, Field::kPrince, 300, 200, 6);
    CHECK(f.verb(Field::kPrince) == Verb::withdraw);
    CHECK(f.intents.persons.x_mm[Field::kPrince] == 3'000'000);
    CHECK(f.verb(Field::kSecondPrince) == Verb::pursue);  // he has not seen it
}

TEST_CASE("A fire that is far, or does not come nearer, turns nobody") {
    Pursuit f;
    watch_fire(f, Field::kPrince, 600, 200, 60);  // 300 s off
    watch_fire(f, Field::kSecondPrince, 300, 0, 60);
    CHECK(f.verb(Field::kPrince) == Verb::pursue);
    CHECK(f.verb(Field::kSecondPrince) == Verb::pursue);
    watch_fire(f, Field::kSecondPrince, 90, 0, 20);  // this near he does not reckon
    CHECK(f.verb(Field::kSecondPrince) == Verb::withdraw);
}

TEST_CASE(
    "Before a river the first in command goes the sooner the more men he has to bring over, and the narrower "
    "the crossing is") {
    const auto goes_at_m = [](std::uint32_t men, float width_m, bool river_behind) {
        for (std::int32_t range_m = 1500; range_m > 100; range_m -= 20) {
            Pursuit f;
            auto& g = f.model.ground;  // two cells: the south bank and the north bank
            g.cell_mm = 1'000'000, g.nx = 1, g.ny = 10, g.x0_mm = -500'000, g.y0_mm = -5'000'000;
            g.region.assign(10, 0);
            for (std::size_t c = 5; c < 10; ++c) g.region[c] = river_behind ? 1 : 0;
            g.ramps = {{"west", "", "", {-2000, 0}, 500}, {"ford", "", "", {0, 0}, width_m}};
            f.put(Field::kKhan, 0, -240'000);
            f.beliefs.self.friends[Field::kKhan] = men;
            watch_fire(f, Field::kKhan, range_m, 100, 10);
            if (f.verb(Field::kKhan) == Verb::withdraw) return range_m;
        }
        return 100;
    };
    // 180 s as anywhere, 240 m at 1.25 m/s, and 7,800 men at 1.3 men a second and metre.
    CHECK(goes_at_m(0, 60, true) == doctest::Approx(180 + 192).epsilon(0.06));
    CHECK(goes_at_m(7800, 60, true) == doctest::Approx(180 + 192 + 100).epsilon(0.06));
    CHECK(goes_at_m(7800, 10, true) == doctest::Approx(180 + 192 + 600).epsilon(0.06));
    CHECK(goes_at_m(7800, 10, false) == doctest::Approx(180).epsilon(0.12));
}

TEST_CASE("He reckons with a fire that smoke has hidden since: it came on meanwhile") {
    Pursuit f;
    watch_fire(f, Field::kPrince, 600, 200, 1);  // there in 300 s, and he saw it once
    for (int s = 0; s < 90; ++s) f.second();
    CHECK(f.verb(Field::kPrince) == Verb::pursue);  // there in 210 s, he allows 180
    for (int s = 0; s < 60; ++s) f.second();
    CHECK(f.verb(Field::kPrince) == Verb::withdraw);
}

TEST_CASE("Who flees from a fire does not turn to his chief before he is out of its way") {
    Pursuit f;
    watch_fire(f, Field::kPrince, 80, 100, 20);
    REQUIRE(f.verb(Field::kPrince) == Verb::withdraw);
    for (int s = 0; s < 60; ++s) {
        f.hear_drum(Field::kPrince);
        watch_fire(f, Field::kPrince, 80, 100, 1);
    }
    CHECK(f.verb(Field::kPrince) == Verb::withdraw);
    for (int s = 0; s < 60; ++s) {
        f.hear_drum(Field::kPrince);
        watch_fire(f, Field::kPrince, 0, 0, 1);
    }
    CHECK(f.verb(Field::kPrince) == Verb::join);
}

TEST_CASE("Who is to hold at all cost stays before the fire") {
    Pursuit f;
    auto& orders = f.intents.orders;
    orders.resize(1);
    orders.at_all_cost[0] = 1;
    orders.addressee[0] = Field::kPrince;
    orders.state[0] = static_cast<std::uint8_t>(intent::OrderState::taken_up);
    f.intents.persons.order[Field::kPrince] = 0;
    f.intents.persons.verb[Field::kPrince] = static_cast<std::uint8_t>(Verb::hold_line);
    watch_fire(f, Field::kPrince, 60, 100, 60);
    CHECK(f.verb(Field::kPrince) == Verb::hold_line);
}

TEST_CASE("A chief who comes out of a flight with few men in sight has the drum beaten where he stands") {
    ComeAway f(200);
    f.put(Field::kKhan, 12'000, 345'000);
    watch_fire(f, Field::kKhan, 0, 0, 19);
    CHECK(f.verb(Field::kKhan) == Verb::withdraw);  // he takes 20 s
    CHECK(f.intents.persons.drum[Field::kKhan] == 0);
    watch_fire(f, Field::kKhan, 0, 0, 3);
    CHECK(f.verb(Field::kKhan) == Verb::gather);
    CHECK(f.intents.persons.drum[Field::kKhan] == 1);
    CHECK(f.intents.persons.y_mm[Field::kKhan] == 345'000);
}

TEST_CASE(
    "He does not gather with most of his men about him, in the river, before the enemy or before the fire") {
    ComeAway many(300);
    watch_fire(many, Field::kKhan, 0, 0, 60);
    CHECK(many.verb(Field::kKhan) == Verb::withdraw);

    ComeAway wet(50);
    wet.beliefs.self.in_water[Field::kKhan] = 1;
    watch_fire(wet, Field::kKhan, 0, 0, 60);
    CHECK(wet.verb(Field::kKhan) == Verb::withdraw);

    ComeAway pressed(50);
    pressed.beliefs.self.enemy_range_m[Field::kKhan] = 80;
    watch_fire(pressed, Field::kKhan, 0, 0, 60);
    CHECK(pressed.verb(Field::kKhan) == Verb::withdraw);

    ComeAway hot(50);
    watch_fire(hot, Field::kKhan, 90, 10, 60);
    CHECK(hot.verb(Field::kKhan) == Verb::withdraw);
}

TEST_CASE("A chief who must flee from the fire takes the drum with him") {
    ComeAway f(50);
    watch_fire(f, Field::kKhan, 0, 0, 30);
    REQUIRE(f.intents.persons.drum[Field::kKhan] == 1);
    watch_fire(f, Field::kKhan, 80, 100, 30);
    CHECK(f.verb(Field::kKhan) == Verb::withdraw);
    CHECK(f.intents.persons.drum[Field::kKhan] == 0);
}

TEST_CASE("What was agreed beforehand begins at its time, unless he has been driven from his post by then") {
    Field f;
    auto& first = f.model.persons[Field::kPrince].first_order;
    first = {Verb::pursue, 0, 1'000'000, {}, 0, 0, false};
    first.from = 600;
    f.model.persons[Field::kSecondPrince].first_order = first;
    mind::start(f.model, f.intents);
    CHECK(f.verb(Field::kPrince) == Verb::hold);
    f.intents.persons.verb[Field::kSecondPrince] = static_cast<std::uint8_t>(Verb::withdraw);
    for (int s = 0; s < 60; ++s) f.second();
    CHECK(f.verb(Field::kPrince) == Verb::hold);
    f.second();
    CHECK(f.verb(Field::kPrince) == Verb::pursue);
    CHECK(f.intents.persons.y_mm[Field::kPrince] == 1'000'000);
    CHECK(f.verb(Field::kSecondPrince) == Verb::withdraw);
}

TEST_CASE(
    "A chief goes on through the bed of the river and beyond its bank, as far as his host needs room there") {
    ComeAway f(50);
    ground::River river;
    river.centre = {{-3000, 0}, {3000, 0}};
    river.channel_width_m = 250, river.water_width_m = 60, river.bank_height_m = 1.5F;
    f.model.ground.rivers = {river};
    f.put(Field::kKhan, 0, 60'000);  // dry sand within the channel
    watch_fire(f, Field::kKhan, 0, 0, 60);
    CHECK(f.verb(Field::kKhan) == Verb::withdraw);
    f.put(Field::kKhan, 0, 200'000);  // on the bank, in the way of whoever comes up behind him
    watch_fire(f, Field::kKhan, 0, 0, 60);
    CHECK(f.verb(Field::kKhan) == Verb::withdraw);
    f.put(Field::kKhan, 0, 300'000);
    watch_fire(f, Field::kKhan, 0, 0, 60);
    CHECK(f.verb(Field::kKhan) == Verb::gather);

    ComeAway great(50);  // 40,000 men need 300 m
    great.model.ground.rivers = {river};
    for (auto& unit : great.model.units) unit.men = 10'000;
    great.put(Field::kKhan, 0, 300'000);
    watch_fire(great, Field::kKhan, 0, 0, 60);
    CHECK(great.verb(Field::kKhan) == Verb::withdraw);
    great.put(Field::kKhan, 0, 440'000);
    watch_fire(great, Field::kKhan, 0, 0, 60);
    CHECK(great.verb(Field::kKhan) == Verb::gather);
}

TEST_CASE("A prince who must give way to a fire sends word of it to the khan, once") {
    Pursuit f;
    f.put(Field::kKhan, 0, 2'000'000);
    f.tell(Field::kPrince, Field::kKhan, 0, 2'000'000, belief::Source::eyes);
    watch_fire(f, Field::kPrince, 300, 200, 30);
    REQUIRE(f.verb(Field::kPrince) == Verb::withdraw);
    int sent = 0;
    const auto& orders = f.intents.orders;
    for (std::size_t i = 0; i < orders.size(); ++i)
        sent += orders.issuer[i] == Field::kPrince && orders.addressee[i] == Field::kKhan &&
                orders.is_report[i] != 0;
    CHECK(sent == 1);
}

TEST_CASE("A commander in retreat does not run to a chief who rides on, but to one who has halted") {
    ComeAway f(300);
    f.intents.persons.verb[Field::kPrince] = static_cast<std::uint8_t>(Verb::withdraw);
    f.put(Field::kPrince, 0, 0);
    for (int s = 0; s < 90; ++s) {  // at a trot, in full view
        f.tell(Field::kPrince, Field::kKhan, 100'000 + 3'600 * s, 0, belief::Source::eyes);
        f.second();
    }
    CHECK(f.verb(Field::kPrince) == Verb::withdraw);
    for (int s = 0; s < 120; ++s) {
        f.tell(Field::kPrince, Field::kKhan, 424'000, 0, belief::Source::eyes);
        f.second();
    }
    CHECK(f.verb(Field::kPrince) == Verb::join);
}
