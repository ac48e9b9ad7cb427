// What a khan orders once his plan has been given out: reserve, cover, replacement, a blow struck back.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using intent::OrderState;
using model::Verb;
using test::Field;

namespace {

/// A khan with his plan behind him; the first prince holds the bank 350 m off, the second collects beside him.
struct Host : Field {
    Host() {
        give_khan_a_host(1'000);
        model.sides[0].doctrine.after_gather.clear();
        model.persons[kKhan].traits.honour = 0.0F;
        intents.persons.stage[kKhan] = 1;
        put(kPrince, 0, -350'000);
        put(kSecondPrince, 100'000, 50'000);
    }
    std::size_t ordered(std::uint32_t who, Verb verb, std::int32_t x_mm, std::int32_t y_mm) {
        auto& o = intents.orders;
        const std::size_t row = o.size();
        o.resize(row + 1);
        o.issuer[row] = kKhan;
        o.addressee[row] = static_cast<std::uint16_t>(who);
        o.verb[row] = static_cast<std::uint8_t>(verb);
        o.x_mm[row] = x_mm, o.y_mm[row] = y_mm;
        o.person[row] = 0xffff;
        o.place[row] = 0xffffffffu;
        o.state[row] = static_cast<std::uint8_t>(OrderState::done);
        return row;
    }
    void see(std::uint32_t who, std::int32_t x_mm, std::int32_t y_mm, std::uint32_t men) {
        belief::take_in(
            beliefs, kKhan,
            {belief::Subject::person, who, x_mm, y_mm, 20'000, men, 20.0F, false, now, belief::Source::eyes});
    }
    void see_enemies(std::int32_t x_mm, std::int32_t y_mm, std::uint32_t men) {
        belief::take_in(beliefs, kKhan,
                        {belief::Subject::enemy_area, 7, x_mm, y_mm, 50'000, men, 20.0F, false, now,
                         belief::Source::eyes});
    }
    [[nodiscard]] int given(Verb verb, std::uint32_t to) const {
        const auto& o = intents.orders;
        int n = 0;
        for (std::size_t i = 0; i < o.size(); ++i)
            n += o.verb[i] == static_cast<std::uint8_t>(verb) && o.addressee[i] == to &&
                 o.state[i] == static_cast<std::uint8_t>(OrderState::issued);
        return n;
    }
};

}  // namespace

TEST_CASE("The stragglers so collected are a reserve: it is called to a post that is hard pressed, once") {
    Host h;
    h.ordered(Field::kPrince, Verb::hold_line, 0, -350'000);
    h.ordered(Field::kSecondPrince, Verb::collect, 100'000, 50'000);
    for (int s = 0; s < 60; ++s) {
        h.see(Field::kPrince, 0, -350'000, 400);
        h.see(Field::kSecondPrince, 100'000, 50'000, 900);
        h.see_enemies(0, -500'000, 3'000);
        h.second();
    }
    CHECK(h.given(Verb::hold_line, Field::kSecondPrince) == 1);
    CHECK(h.intents.orders.y_mm[2] == -350'000);
}

TEST_CASE("A post that can hold by itself takes no reserve, and a handful of stragglers is none") {
    for (const bool strong : {true, false}) {
        Host h;
        h.ordered(Field::kPrince, Verb::hold_line, 0, -350'000);
        h.ordered(Field::kSecondPrince, Verb::collect, 100'000, 50'000);
        for (int s = 0; s < 60; ++s) {
            h.see(Field::kPrince, 0, -350'000, strong ? 2'000 : 400);
            h.see(Field::kSecondPrince, 100'000, 50'000, strong ? 900 : 50);
            h.see_enemies(0, -500'000, 3'000);
            h.second();
        }
        CHECK(h.given(Verb::hold_line, Field::kSecondPrince) == 0);
    }
}

TEST_CASE("A khan who learns that the man he sent has fallen sends another in his place") {
    Host h;
    h.ordered(Field::kPrince, Verb::march, 500'000, 0);
    for (int s = 0; s < 60; ++s) {
        h.see(Field::kSecondPrince, 100'000, 50'000, 900);
        if (s < 6)
            belief::take_in(h.beliefs, Field::kKhan,
                            {belief::Subject::person, Field::kPrince, 0, 0, 20'000, 0xffffffffu, 20.0F, true,
                             h.now, belief::Source::eyes});
        h.second();
    }
    CHECK(h.given(Verb::march, Field::kSecondPrince) == 1);
    Host unaware;  // he has fallen, and nobody has told
    unaware.ordered(Field::kPrince, Verb::march, 500'000, 0);
    unaware.beliefs.self.alive[Field::kPrince] = 0;
    for (int s = 0; s < 60; ++s) {
        unaware.see(Field::kPrince, 0, -350'000, 900);
        unaware.see(Field::kSecondPrince, 100'000, 50'000, 900);
        unaware.second();
    }
    CHECK(unaware.given(Verb::march, Field::kSecondPrince) == 0);
}

TEST_CASE(
    "Men caught beyond the water with the enemy upon them are covered from the bank, where nobody holds it") {
    for (const bool held : {false, true}) {
        Host h;
        auto& g = h.model.ground;
        g.cell_mm = 10'000, g.nx = 200, g.ny = 200, g.x0_mm = -1'000'000, g.y0_mm = -1'000'000;
        g.region.assign(200 * 200, 0);
        for (std::int32_t j = 0; j < 70; ++j)  // south of y = -300 m
            for (std::int32_t i = 0; i < 200; ++i) g.region[static_cast<std::size_t>(j * 200 + i)] = 1;
        if (held) h.ordered(Field::kPrince, Verb::hold_line, 0, -300'000);
        for (int s = 0; s < 60; ++s) {
            h.see(Field::kPrince, 0, -350'000, 5'000);
            h.see(Field::kSecondPrince, 100'000, 50'000, 900);
            h.see_enemies(0, -550'000, 1'000);
            belief::take_in(h.beliefs, Field::kKhan,
                            {belief::Subject::unit, 2, 0, -400'000, 20'000, 500, 20.0F, false, h.now,
                             belief::Source::eyes});
            h.second();
        }
        CHECK(h.given(Verb::cover, Field::kSecondPrince) == (held ? 0 : 1));
        if (!held) {
            CHECK(h.intents.orders.y_mm[0] > -310'000);  // on his own side of the water
            CHECK(h.intents.orders.y_mm[0] < -200'000);
        }
    }
}

TEST_CASE(
    "With his men in hand and the enemy come near a khan strikes back; outnumbered, or with men who run, he "
    "does not") {
    struct Case {
        std::uint32_t formed, enemies, fleeing;
        bool strikes;
    };
    for (const Case c :
         {Case{1'500, 500, 0, true}, Case{1'500, 4'000, 0, false}, Case{300, 200, 900, false}}) {
        Host h;
        h.beliefs.self.friends[Field::kKhan] = 2'000;
        h.beliefs.self.friends_formed[Field::kKhan] = c.formed;
        h.beliefs.self.in_hand[Field::kKhan] = 1'000 - c.fleeing;
        h.beliefs.self.fleeing[Field::kKhan] = c.fleeing;
        for (int s = 0; s < 60; ++s) {
            h.see(Field::kSecondPrince, 100'000, 50'000, 900);
            h.see(Field::kPrince, 0, -350'000, 900);
            h.see_enemies(0, -300'000, c.enemies);
            h.second();
        }
        CHECK(h.given(Verb::counter_attack, Field::kSecondPrince) == (c.strikes ? 1 : 0));
        CHECK(h.verb(Field::kKhan) == Verb::gather);
    }
}

TEST_CASE("A khan who has resolved to hold where he stands strikes nobody") {
    Host h;
    h.intents.persons.verb[Field::kKhan] = static_cast<std::uint8_t>(Verb::hold);
    h.beliefs.self.friends[Field::kKhan] = 2'000;
    h.beliefs.self.friends_formed[Field::kKhan] = 1'500;
    for (int s = 0; s < 60; ++s) {
        h.see(Field::kSecondPrince, 100'000, 50'000, 900);
        h.see_enemies(0, -300'000, 500);
        h.second();
    }
    CHECK(h.given(Verb::counter_attack, Field::kSecondPrince) == 0);
    CHECK(h.verb(Field::kKhan) == Verb::hold);
}

TEST_CASE(
    "A khan of honour and a cool head leads in person, those at hand go in with him, and he comes back") {
    Host h;
    h.model.persons[Field::kKhan].traits.honour = 1.0F;
    h.model.persons[Field::kKhan].traits.composure = 1.0F;
    h.model.parameters.mind.lead_base = 50;
    h.beliefs.self.friends[Field::kKhan] = 2'000;
    h.beliefs.self.friends_formed[Field::kKhan] = 1'500;
    int s = 0;
    for (; s < 60 && h.verb(Field::kKhan) != Verb::lead; ++s) {
        h.see(Field::kSecondPrince, 100'000, 50'000, 900);
        h.see_enemies(0, -300'000, 500);
        h.second();
    }
    REQUIRE(h.verb(Field::kKhan) == Verb::lead);
    CHECK(s >= 20);  // the time he takes to decide
    CHECK(h.given(Verb::attack, Field::kSecondPrince) == 1);
    CHECK(h.intents.units.verb[Field::kKhan] == static_cast<std::uint8_t>(Verb::attack));
    h.beliefs.rows.confidence_q16[h.beliefs.find_or_make(Field::kKhan, belief::Subject::enemy_area, 7)] = 0;
    for (s = 0; s < 60; ++s) h.second();
    CHECK(h.verb(Field::kKhan) == Verb::gather);
}

TEST_CASE(
    "He who holds by striking back goes for whoever comes near his post, and stands there when nobody does") {
    Field f;
    auto& o = f.intents.persons;
    o.verb[Field::kPrince] = static_cast<std::uint8_t>(Verb::counter_attack);
    o.x_mm[Field::kPrince] = 1'000'000, o.y_mm[Field::kPrince] = 800'000;
    f.second();
    CHECK(f.intents.units.verb[Field::kPrince] == static_cast<std::uint8_t>(Verb::cover));
    CHECK(f.intents.units.y_mm[Field::kPrince] == 800'000);
    belief::take_in(f.beliefs, Field::kPrince,
                    {belief::Subject::enemy_area, 7, 1'000'000, 500'000, 50'000, 300, 20.0F, false, f.now,
                     belief::Source::eyes});
    f.second();
    CHECK(f.intents.units.verb[Field::kPrince] == static_cast<std::uint8_t>(Verb::attack));
    CHECK(f.intents.units.y_mm[Field::kPrince] == 500'000);
}
