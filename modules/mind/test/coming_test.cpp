// Coming in: who is told to have reached the man he made for, when, and how often.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

constexpr std::uint8_t kMeets = 53, kByDrum = 10, kByOrder = 13, kBySight = 22;

/// A prince bound for the khan, who stands at the origin.
struct Road : Field {
    explicit Road(Verb how) {
        intents.persons.verb[kPrince] = static_cast<std::uint8_t>(how);
        intents.persons.person[kPrince] = kKhan;
    }
    /// He sees the khan from so far off.
    void at(std::int32_t metres) {
        put(kPrince, 0, metres * 1000);
        tell(kPrince, kKhan, 0, 0, belief::Source::eyes);
        second();
    }
    [[nodiscard]] std::size_t first_meeting() const {
        std::size_t i = 0;
        while (i < intents.notes.size() && intents.notes.kind[i] != kMeets) ++i;
        return i;
    }
};

}  // namespace

TEST_CASE("A prince bound for the khan reaches him once, when he comes within speaking distance") {
    Road r{Verb::join};
    for (int m = 300; m > 60; m -= 5) r.at(m);
    CHECK(r.notes(kMeets, Field::kPrince) == 0);
    r.at(60);
    CHECK(r.notes(kMeets, Field::kPrince) == 1);
    CHECK(r.verb(Field::kPrince) == Verb::join);  // a body keeps off from the khan's own ring
    for (int m = 55; m > 5; m -= 5) r.at(m);
    REQUIRE(r.notes(kMeets, Field::kPrince) == 1);
    CHECK(r.intents.notes.other[r.first_meeting()] == Field::kKhan);
    CHECK(r.intents.notes.cause[r.first_meeting()] == kBySight);
    CHECK(r.verb(Field::kPrince) == Verb::stay_by);
    // He strays from the khan's side and comes back: that is no second arrival.
    for (const int m : {80, 120, 80, 30, 10}) r.at(m);
    CHECK(r.notes(kMeets, Field::kPrince) == 1);
}

TEST_CASE("He who followed the drum is told to have come by the drum, he who was ordered by the order") {
    Road drum{Verb::join};
    drum.at(200), drum.at(190), drum.at(180);
    drum.hear_drum(Field::kPrince);
    drum.at(40);
    REQUIRE(drum.notes(kMeets, Field::kPrince) == 1);
    CHECK(drum.intents.notes.cause[drum.first_meeting()] == kByDrum);
    CHECK(drum.intents.notes.order[drum.first_meeting()] == 0xffffffffu);

    Road order{Verb::stay_by};
    order.intents.orders.resize(1);
    order.intents.orders.issuer[0] = Field::kKhan;
    order.intents.orders.addressee[0] = Field::kPrince;
    order.intents.orders.state[0] = static_cast<std::uint8_t>(intent::OrderState::taken_up);
    order.intents.persons.order[Field::kPrince] = 0;
    order.at(200), order.at(190), order.at(180);
    order.at(40);
    REQUIRE(order.notes(kMeets, Field::kPrince) == 1);
    CHECK(order.intents.notes.cause[order.first_meeting()] == kByOrder);
    CHECK(order.intents.notes.order[order.first_meeting()] == 0);
}

TEST_CASE("A guard who stands beside the khan from the first is not told to have reached him") {
    Road r{Verb::stay_by};
    for (int s = 0; s < 60; ++s) r.at(s < 30 ? 10 : 90);
    r.at(10);
    CHECK(r.notes(kMeets, Field::kPrince) == 0);
}

TEST_CASE("A prince who rides to where the khan is not does not reach him") {
    Road r{Verb::join};
    for (int m = 300; m >= 0; m -= 10) {  // he believes him here, and does not see him
        r.put(Field::kPrince, 0, m * 1000);
        r.tell(Field::kPrince, Field::kKhan, 0, 0, belief::Source::told);
        r.second();
    }
    CHECK(r.notes(kMeets, Field::kPrince) == 0);
    CHECK(r.verb(Field::kPrince) == Verb::join);
}

TEST_CASE("Sent out and called in a second time, he reaches the khan a second time") {
    Road r{Verb::join};
    r.at(200), r.at(190), r.at(180);
    r.at(40);
    CHECK(r.notes(kMeets, Field::kPrince) == 1);
    r.intents.persons.verb[Field::kPrince] = static_cast<std::uint8_t>(Verb::withdraw);
    r.intents.persons.stage[Field::kPrince] = 0;
    for (int s = 0; s < 30; ++s) {
        r.hear_drum(Field::kPrince);
        r.at(400);
    }
    CHECK(r.verb(Field::kPrince) == Verb::join);
    r.at(40);
    CHECK(r.notes(kMeets, Field::kPrince) == 2);
}

TEST_CASE(
    "A prince whose body draws up about the khan has reached him though the crowd keeps him out of earshot") {
    Road r{Verb::join};
    for (int m = 300; m > 90; m -= 10) r.at(m);
    CHECK(r.notes(kMeets, Field::kPrince) == 0);
    r.intents.units.arrived[Field::kPrince] = 1;
    for (int s = 0; s < 5; ++s) r.at(90);
    CHECK(r.notes(kMeets, Field::kPrince) == 1);
}
