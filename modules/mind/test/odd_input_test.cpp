// Odd cases of command: whoever has fallen, circles, bodies that do not exist, two who do the same.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using intent::OrderState;
using model::Verb;
using test::Field;

namespace {

std::size_t brought(Field& f, std::uint32_t from, std::uint32_t to, Verb verb) {
    auto& o = f.intents.orders;
    const std::size_t row = o.size();
    o.resize(row + 1);
    o.issuer[row] = static_cast<std::uint16_t>(from);
    o.addressee[row] = static_cast<std::uint16_t>(to);
    o.verb[row] = static_cast<std::uint8_t>(verb);
    o.x_mm[row] = 100'000;
    o.person[row] = 0xffff;
    o.place[row] = 0xffffffffu;
    o.channel[row] = static_cast<std::uint8_t>(intent::Channel::rider);
    o.state[row] = static_cast<std::uint8_t>(OrderState::received);
    return row;
}

}  // namespace

TEST_CASE("An order outlives the man who gave it; who falls before his order is made up takes up nothing") {
    Field f;
    const auto outlives = brought(f, Field::kKhan, Field::kOfficer, Verb::march);
    const auto too_late = brought(f, Field::kKhan, Field::kPrince, Verb::march);
    f.second();
    f.beliefs.self.alive[Field::kKhan] = 0;
    f.beliefs.self.alive[Field::kPrince] = 0;
    for (int s = 0; s < 30; ++s) f.second();
    CHECK(f.intents.orders.state[outlives] == static_cast<std::uint8_t>(OrderState::taken_up));
    CHECK(f.intents.orders.state[too_late] == static_cast<std::uint8_t>(OrderState::received));
    CHECK(f.verb(Field::kPrince) == Verb::withdraw);
}

TEST_CASE("Two who both collect are both obeyed, and each gathers at his own place") {
    Field f;
    const auto a = brought(f, Field::kKhan, Field::kPrince, Verb::collect);
    const auto b = brought(f, Field::kKhan, Field::kSecondPrince, Verb::collect);
    f.intents.orders.x_mm[b] = -400'000;
    for (int s = 0; s < 30; ++s) f.second();
    CHECK(f.verb(Field::kPrince) == Verb::collect);
    CHECK(f.verb(Field::kSecondPrince) == Verb::collect);
    CHECK(f.intents.units.collecting[Field::kPrince] == 1);
    CHECK(f.intents.units.collecting[Field::kSecondPrince] == 1);
    CHECK(f.intents.units.x_mm[Field::kPrince] == f.intents.orders.x_mm[a]);
    CHECK(f.intents.units.x_mm[Field::kSecondPrince] == f.intents.orders.x_mm[b]);
}

TEST_CASE("An order to oneself is one's own will: it is neither doubted nor answered") {
    Field f;
    const auto row = brought(f, Field::kOfficer, Field::kOfficer, Verb::fetch);
    f.intents.orders.x_mm[row] = 6'000'000;
    f.intents.orders.deadline[row] = 600;
    for (int s = 0; s < 30; ++s) f.second();
    CHECK(f.verb(Field::kOfficer) == Verb::fetch);
    CHECK(f.intents.orders.size() == 1);
}

TEST_CASE("A chain of command that goes round, which the reader refuses, hangs nobody") {
    Field f;
    f.model.persons[Field::kKhan].superior = base::PersonId{Field::kPrince};
    for (int s = 0; s < 30; ++s) f.second();
    CHECK(f.now == 300);
}

TEST_CASE("A belief about a body that does not exist, and a body without men, change no decision") {
    Field odd, plain;
    odd.model.units[Field::kOfficer].men = plain.model.units[Field::kOfficer].men = 0;
    for (std::uint32_t m = 0; m < 4; ++m) odd.model.men.openness_q8[m] = plain.model.men.openness_q8[m] = 255;
    for (int s = 0; s < 60; ++s) {
        belief::News news{
            belief::Subject::unit, 999, 1'000'000, 1'000'000, 10'000, 5'000, 20.0F, false, odd.now,
            belief::Source::eyes};
        news.doing = static_cast<std::uint8_t>(Verb::hold);
        belief::take_in(odd.beliefs, Field::kPrince, news);
        odd.second();
        plain.second();
    }
    CHECK(odd.intents.persons.verb == plain.intents.persons.verb);
    CHECK(odd.intents.orders.size() == plain.intents.orders.size());
}
