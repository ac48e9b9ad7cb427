// A leader whom no order binds does what he sees most of those about him do.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

constexpr std::uint8_t kDecides = 51, kByExample = 28;

/// A prince without a resolve of his own, who sees two bodies beside him.
struct Crowd : Field {
    explicit Crowd(Verb his = Verb::none, std::uint8_t openness = 128) {
        for (std::uint32_t m = 0; m < 4; ++m) model.men.openness_q8[m] = openness;
        intents.persons.verb[kPrince] = static_cast<std::uint8_t>(his);
        model.persons[kPrince].first_order.verb = Verb::none;
    }
    void see_body(std::uint32_t unit, Verb doing, std::uint32_t men, std::int32_t off_mm = 100'000) {
        belief::News news{
            belief::Subject::unit, unit, 1'000'000 + off_mm, 1'000'000, 10'000, men, 20.0F, false, now,
            belief::Source::eyes};
        news.doing = static_cast<std::uint8_t>(doing);
        belief::take_in(beliefs, kPrince, news);
    }
    void see_enemy() {
        belief::take_in(beliefs, kPrince,
                        {belief::Subject::enemy_area, 7, 1'000'000, 700'000, 50'000, 500, 20.0F, false, now,
                         belief::Source::eyes});
    }
    Verb after(int seconds, Verb first, Verb second_body, std::uint32_t men_1 = 300,
               std::uint32_t men_2 = 300, bool enemy = true, std::int32_t off_mm = 100'000) {
        for (int s = 0; s < seconds; ++s) {
            see_body(2, first, men_1, off_mm);
            see_body(3, second_body, men_2, off_mm);
            if (enemy) see_enemy();
            second();
        }
        return verb(kPrince);
    }
    [[nodiscard]] int by_example() const {
        int n = 0;
        for (std::size_t i = 0; i < intents.notes.size(); ++i)
            n += intents.notes.person[i] == kPrince && intents.notes.kind[i] == kDecides &&
                 intents.notes.cause[i] == kByExample;
        return n;
    }
};

}  // namespace

TEST_CASE("He who sees those about him go in goes in, after his time to decide, without an order") {
    Crowd f;
    CHECK(f.after(15, Verb::attack, Verb::pursue) == Verb::none);
    CHECK(f.after(25, Verb::attack, Verb::pursue) == Verb::attack);
    CHECK(f.by_example() == 1);
    CHECK(f.intents.persons.y_mm[Field::kPrince] == 700'000);
}

TEST_CASE("He who sees them go away goes away, and one in retreat who sees them stand stands") {
    Crowd stays;
    CHECK(stays.after(40, Verb::withdraw, Verb::withdraw) == Verb::withdraw);
    Crowd runs(Verb::withdraw);
    CHECK(runs.after(40, Verb::hold, Verb::hold_line) == Verb::hold);
}

TEST_CASE(
    "The greater half of those about him are no example to a man of middling openness, but to an open one "
    "they are") {
    Crowd middling;
    CHECK(middling.after(60, Verb::withdraw, Verb::hold, 350, 250) == Verb::none);
    Crowd open(Verb::none, 200);
    CHECK(open.after(120, Verb::withdraw, Verb::hold, 350, 250) == Verb::withdraw);
    CHECK(open.by_example() == 1);  // he does not go and come
    Crowd closed(Verb::none, 60);
    CHECK(closed.after(60, Verb::withdraw, Verb::withdraw) == Verb::none);
}

TEST_CASE("A brother's body is twice the example that a stranger's is") {
    Crowd f;
    f.model.persons[Field::kPrince].bonds = {{base::PersonId{Field::kSecondPrince}, 1.0F}};
    CHECK(f.after(60, Verb::hold, Verb::withdraw) == Verb::withdraw);  // 600 of 900
}

TEST_CASE("A few, or far ones, or an attack with no enemy in reach, set no example") {
    Crowd few, far, idle;
    CHECK(few.after(60, Verb::withdraw, Verb::withdraw, 30, 30) == Verb::none);
    CHECK(far.after(60, Verb::withdraw, Verb::withdraw, 300, 300, true, 400'000) == Verb::none);
    CHECK(idle.after(60, Verb::attack, Verb::attack, 300, 300, false) == Verb::none);
}

TEST_CASE("Whom an order binds does not imitate, and who was told to hold needs to see nearly all go") {
    Crowd bound;
    auto& o = bound.intents.orders;
    o.resize(1);
    o.issuer[0] = Field::kKhan, o.addressee[0] = Field::kPrince;
    o.verb[0] = static_cast<std::uint8_t>(Verb::hold);
    o.state[0] = static_cast<std::uint8_t>(intent::OrderState::taken_up);
    bound.intents.persons.order[Field::kPrince] = 0;
    bound.intents.persons.verb[Field::kPrince] = static_cast<std::uint8_t>(Verb::hold);
    CHECK(bound.after(60, Verb::withdraw, Verb::withdraw) == Verb::hold);
    Crowd post(Verb::hold);
    post.model.persons[Field::kPrince].first_order.verb = Verb::hold;
    CHECK(post.after(60, Verb::withdraw, Verb::hold, 800, 200) == Verb::hold);
    CHECK(post.after(60, Verb::withdraw, Verb::withdraw) == Verb::withdraw);
}

TEST_CASE("The chief's drum goes before the example of others") {
    Crowd f(Verb::withdraw);
    for (int s = 0; s < 30; ++s) {
        f.see_body(2, Verb::hold, 300);
        f.see_body(3, Verb::hold, 300);
        f.hear_drum(Field::kPrince);
        f.second();
    }
    CHECK(f.verb(Field::kPrince) == Verb::join);
    CHECK(f.by_example() == 0);
}

TEST_CASE(
    "Who came away and halted with others still goes to his chief when he sees where he is; a post stays "
    "held") {
    for (const Verb told : {Verb::withdraw, Verb::hold}) {
        Crowd f(Verb::withdraw);
        f.model.persons[Field::kPrince].first_order.verb = told;
        REQUIRE(f.after(40, Verb::hold, Verb::hold) == Verb::hold);
        for (int s = 0; s < 240; ++s) {
            f.tell(Field::kPrince, Field::kKhan, 0, 0, belief::Source::eyes);
            f.second();
        }
        CHECK(f.verb(Field::kPrince) == (told == Verb::withdraw ? Verb::join : Verb::hold));
    }
}

TEST_CASE("Who is minded to do as others do answers the drum without thinking that through") {
    Crowd straight(Verb::withdraw), mulls(Verb::withdraw);
    for (Crowd* f : {&straight, &mulls}) f->model.persons[Field::kPrince].traits.latency_s = 120;
    (void)mulls.after(10, Verb::hold, Verb::hold);  // he is on the way to a resolve, and has none yet
    REQUIRE(mulls.verb(Field::kPrince) == Verb::withdraw);
    REQUIRE(mulls.intents.persons.copies[Field::kPrince] == 1);
    const auto seconds_to_join = [](Crowd& f) {
        for (int s = 1; s <= 600; ++s) {
            f.hear_drum(Field::kPrince);
            f.second();
            if (f.verb(Field::kPrince) == Verb::join) return s;
        }
        return 1000;
    };
    CHECK(seconds_to_join(mulls) <= seconds_to_join(straight) + 2);
}
