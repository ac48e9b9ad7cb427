// Sparing of men: own losses, as a commander believes them, in what he does and orders.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

constexpr std::uint8_t kDecides = 51, kLosses = 27;

/// Everybody leads a hundred men; the doctrine of their side weighs own losses so.
struct Host : Field {
    explicit Host(float weight) {
        for (auto& unit : model.units) unit.men = 100;
        model.sides[0].doctrine.own_loss_weight = weight;
        model.sides[0].retreat_x_mm = 3'000'000, model.sides[0].retreat_y_mm = 4'000'000;
        model.forces[0].commander = base::PersonId{kPrince};
        model.units[kPrince].force = base::ForceId{0};
        model.units[kSecondPrince].force = base::ForceId{1};
    }
    void about(std::uint32_t who, Verb verb) {
        intents.persons.verb[who] = static_cast<std::uint8_t>(verb);
        intents.persons.x_mm[who] = beliefs.self.x_mm[who];
        intents.persons.y_mm[who] = beliefs.self.y_mm[who];
    }
    void count(std::uint32_t who, std::uint32_t unit, std::uint32_t lost) {
        belief::take_losses(beliefs, who,
                            {belief::Subject::unit, unit, lost, 20.0F, now, belief::Source::eyes});
    }
    void see_losses(std::uint32_t who, std::uint32_t unit, std::uint32_t lost, int seconds) {
        for (int s = 0; s < seconds; ++s) {
            count(who, unit, lost);
            second();
        }
    }
    /// The khan has gathered, both princes beside him, the first with more men; the first has lost so many.
    void act(std::uint32_t prince_lost) {
        model.sides[0].doctrine.after_gather = {{Verb::hold_line, 0, 1, 0, true, true}};
        for (int s = 0; s < 600; ++s) {
            for (const std::uint32_t who : {kPrince, kSecondPrince}) {
                belief::take_in(beliefs, kKhan,
                                {belief::Subject::person, who, 20'000, 30'000, 50'000,
                                 who == kPrince ? 900u : 500u, 20.0F, false, now, belief::Source::eyes});
            }
            count(kKhan, kPrince, prince_lost);
            count(kKhan, kSecondPrince, 0);
            beliefs.self.friends[kKhan] = 500;
            beliefs.self.friends_formed[kKhan] = 400;
            second();
        }
    }
};

bool decided_for_losses(const Field& f, std::uint32_t who) {
    for (std::size_t i = 0; i < f.intents.notes.size(); ++i) {
        if (f.intents.notes.kind[i] == kDecides && f.intents.notes.person[i] == who &&
            f.intents.notes.cause[i] == kLosses)
            return true;
    }
    return false;
}

}  // namespace

TEST_CASE(
    "A prince in pursuit halts once he thinks it has cost too much, after the time he takes to decide") {
    Host f(1.0F);
    f.about(Field::kPrince, Verb::pursue);
    f.about(Field::kSecondPrince, Verb::pursue);
    f.see_losses(Field::kPrince, Field::kPrince, 10, 15);  // 10 of 100 against 6; he takes 20 s
    CHECK(f.verb(Field::kPrince) == Verb::pursue);
    f.see_losses(Field::kPrince, Field::kPrince, 10, 15);
    CHECK(f.verb(Field::kPrince) == Verb::hold);
    CHECK(decided_for_losses(f, Field::kPrince));
    CHECK(f.verb(Field::kSecondPrince) == Verb::pursue);  // he knows of no losses of his own
}

TEST_CASE("The same losses end an attack under a doctrine that spares men, and not under one that does not") {
    for (const float weight : {1.0F, 2.0F}) {
        Host f(weight);
        f.about(Field::kPrince, Verb::attack);
        f.see_losses(Field::kPrince, Field::kPrince, 10, 60);  // 10 of 100 against 15, weighed once and twice
        CHECK(f.verb(Field::kPrince) == (weight > 1.0F ? Verb::hold : Verb::attack));
    }
}

TEST_CASE("A doctrine without weight for losses goes on to the last man") {
    Host f(0.0F);
    f.about(Field::kPrince, Verb::pursue);
    f.see_losses(Field::kPrince, Field::kPrince, 95, 120);
    CHECK(f.verb(Field::kPrince) == Verb::pursue);
}

TEST_CASE("He who holds gives up his post when he thinks it lost, unless he is to hold it at all cost") {
    for (const bool at_all_cost : {false, true}) {
        Host f(1.0F);
        f.about(Field::kPrince, Verb::hold_line);
        auto& orders = f.intents.orders;
        orders.resize(1);
        orders.issuer[0] = Field::kKhan;
        orders.addressee[0] = Field::kPrince;
        orders.at_all_cost[0] = at_all_cost ? 1 : 0;
        orders.state[0] = static_cast<std::uint8_t>(intent::OrderState::taken_up);
        f.intents.persons.order[Field::kPrince] = 0;
        f.see_losses(Field::kPrince, Field::kPrince, 60, 60);
        CHECK(f.verb(Field::kPrince) == (at_all_cost ? Verb::hold_line : Verb::withdraw));
        CHECK(orders.state[0] == static_cast<std::uint8_t>(at_all_cost ? intent::OrderState::taken_up
                                                                       : intent::OrderState::failed));
    }
}

TEST_CASE("What he does not know of does not stop him: half-believed tales weigh half") {
    Host f(1.0F);
    f.about(Field::kPrince, Verb::pursue);
    belief::take_losses(f.beliefs, Field::kPrince,
                        {belief::Subject::unit, Field::kPrince, 10, 2.0F, f.now, belief::Source::fugitive});
    for (int s = 0; s < 60; ++s) f.second();
    CHECK(f.verb(Field::kPrince) == Verb::pursue);  // a third of 10 %
}

TEST_CASE(
    "A khan who spares his men does not send the worn body to hold at all cost; one who does not, does") {
    for (const float weight : {1.0F, 2.0F}) {
        Host f(weight);
        f.act(30);  // 30 of 100, weighed once or twice, against 40
        REQUIRE(f.intents.orders.size() >= 1);
        CHECK(f.intents.orders.verb[0] == static_cast<std::uint8_t>(Verb::hold_line));
        CHECK(f.intents.orders.addressee[0] == (weight > 1.0F ? Field::kSecondPrince : Field::kPrince));
    }
}

TEST_CASE("A report of all that a prince leads is taken where it is better than what was pieced together") {
    Host f(2.0F);
    belief::take_losses(f.beliefs, Field::kKhan,
                        {belief::Subject::person, Field::kPrince, 70, 8.0F, 0, belief::Source::rider});
    f.model.sides[0].doctrine.after_gather = {{Verb::hold_line, 0, 1, 0, true, true}};
    for (int s = 0; s < 300; ++s) {
        f.tell(Field::kKhan, Field::kPrince, 20'000, 30'000, belief::Source::eyes);
        f.tell(Field::kKhan, Field::kSecondPrince, 20'000, 30'000, belief::Source::eyes);
        f.beliefs.self.friends[Field::kKhan] = 500;
        f.beliefs.self.friends_formed[Field::kKhan] = 400;
        f.second();
    }
    REQUIRE(f.intents.orders.size() >= 1);
    CHECK(f.intents.orders.addressee[0] == Field::kSecondPrince);
}
