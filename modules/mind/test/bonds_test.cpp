// Bonds of kin: whom a man in flight makes for, whom he obeys sooner, whom he misses first.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

constexpr std::uint8_t kDecides = 51, kCauseKin = 30;

/// Two brothers in retreat, 700 m apart; the younger has seen which way the elder rode.
struct Brothers : Field {
    static constexpr std::uint32_t kElder = kPrince, kYounger = kSecondPrince;
    explicit Brothers(float strength) {
        model.persons[kElder].bonds = {{base::PersonId{kYounger}, strength}};
        model.persons[kYounger].bonds = {{base::PersonId{kElder}, strength}};
        put(kYounger, 300'000, 1'000'000);
    }
    void ride(int seconds) {
        for (int s = 0; s < seconds; ++s) {
            tell(kYounger, kElder, 1'000'000, 1'000'000, belief::Source::told);
            tell(kElder, kYounger, 300'000, 1'000'000, belief::Source::told);
            second();
        }
    }
};

/// Seconds until the officer has taken up an order of the khan.
int takes_up(float bond) {
    Field f;
    if (bond > 0) f.model.persons[Field::kOfficer].bonds = {{base::PersonId{Field::kKhan}, bond}};
    auto& o = f.intents.orders;
    o.resize(1);
    o.issuer[0] = Field::kKhan;
    o.addressee[0] = Field::kOfficer;
    o.verb[0] = static_cast<std::uint8_t>(Verb::march);
    o.person[0] = 0xffff;
    o.channel[0] = static_cast<std::uint8_t>(intent::Channel::voice);
    o.state[0] = static_cast<std::uint8_t>(intent::OrderState::received);
    int s = 0;
    while (f.verb(Field::kOfficer) != Verb::march && s < 100) {
        f.second();
        ++s;
    }
    return s;
}

}  // namespace

TEST_CASE(
    "In flight the younger brother makes for the elder, who rides on; strangers ride each his own way") {
    Brothers f(0.8F);
    f.ride(40);
    CHECK(f.verb(Brothers::kYounger) == Verb::join);
    CHECK(f.intents.persons.person[Brothers::kYounger] == Brothers::kElder);
    CHECK(f.verb(Brothers::kElder) == Verb::withdraw);
    int by_kin = 0;
    for (std::size_t i = 0; i < f.intents.notes.size(); ++i)
        by_kin += f.intents.notes.kind[i] == kDecides && f.intents.notes.cause[i] == kCauseKin;
    CHECK(by_kin == 1);
    Brothers strangers(0.0F);
    strangers.ride(40);
    CHECK(strangers.verb(Brothers::kYounger) == Verb::withdraw);
}

TEST_CASE("For a brother's sake nobody lets his chief wait: the drum calls both") {
    Brothers f(0.8F);
    f.ride(40);
    REQUIRE(f.intents.persons.person[Brothers::kYounger] == Brothers::kElder);
    for (int s = 0; s < 20; ++s) {
        f.hear_drum(Brothers::kYounger);
        f.second();
    }
    CHECK(f.verb(Brothers::kYounger) == Verb::join);
    CHECK(f.intents.persons.person[Brothers::kYounger] == Field::kKhan);
}

TEST_CASE("A brother too far off is not ridden for") {
    Brothers f(0.4F);  // 0.4 x 1,500 m
    f.ride(40);
    CHECK(f.verb(Brothers::kYounger) == Verb::withdraw);
}

TEST_CASE("Whom he loves a man obeys sooner") {
    const int duty = takes_up(0.0F), love = takes_up(1.0F);
    CHECK(duty >= 7);  // 20 s x 0.4 x (1 - 0.5 x 0.5)
    CHECK(love < duty);
    CHECK(love >= 4);  // and 0.6 of that
}
