// Missing men: who is asked after, when, by how many riders, and what the one who is found does.
#include <doctest/doctest.h>

#include <algorithm>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

constexpr std::uint8_t kOrderGiven = 30, kDecides = 51, kByBelief = 21;

/// A khan who may send riders, and knew at the first beat where both princes were: each a kilometre off.
struct Host : Field {
    Host() {
        model.forces.resize(3);
        model.forces[2].commander = base::PersonId{kKhan};
        model.persons[kKhan].commands = base::ForceId{2};
        tell(kKhan, kPrince, 1'000'000, 0, belief::Source::eyes);
        tell(kKhan, kSecondPrince, -1'000'000, 0, belief::Source::eyes);
    }
    void seconds(int n) {
        for (int s = 0; s < n; ++s) second();
    }
    /// Riders whom the khan has sent to ask after a man.
    [[nodiscard]] int asked(std::uint32_t whom) const {
        const auto& o = intents.orders;
        int n = 0;
        for (std::size_t i = 0; i < o.size(); ++i)
            n += o.issuer[i] == kKhan && o.addressee[i] == whom && o.person[i] == whom;
        return n;
    }
    void set_state(std::size_t row, intent::OrderState state) {
        intents.orders.state[row] = static_cast<std::uint8_t>(state);
    }
    /// The rider stands before the man he was sent to (percept's part).
    void deliver(std::size_t row) {
        set_state(row, intent::OrderState::received);
        intents.orders.received[row] = static_cast<std::int32_t>(now);
    }
};

}  // namespace

TEST_CASE(
    "A khan without a sign of his princes for five minutes sends a rider to where he believes each to be") {
    Host h;
    h.seconds(320);  // five minutes, and the 20 s he takes to decide
    CHECK(h.intents.orders.size() == 0);
    h.seconds(10);
    REQUIRE(h.intents.orders.size() == 2);
    CHECK(h.asked(Field::kPrince) == 1);
    CHECK(h.asked(Field::kSecondPrince) == 1);
    const auto& o = h.intents.orders;
    CHECK(o.channel[0] == static_cast<std::uint8_t>(intent::Channel::rider));
    CHECK(o.verb[0] == static_cast<std::uint8_t>(Verb::report));
    CHECK(o.is_report[0] == 1);
    CHECK(o.seek_x_mm[0] == 1'000'000);
    // He has it told where he himself is.
    CHECK(o.subject[0] == Field::kKhan);
    CHECK(o.x_mm[0] == 0);
    CHECK(h.notes(kOrderGiven, Field::kKhan) == 2);
    CHECK(h.intents.notes.cause[h.intents.notes.size() - 1] == kByBelief);
}

TEST_CASE("One rider looks for a missing prince, not one every second") {
    Host h;
    h.seconds(1500);
    CHECK(h.asked(Field::kPrince) == 1);  // the first is still under way
    CHECK(h.asked(Field::kSecondPrince) == 1);
}

TEST_CASE(
    "A rider of whom nothing more is heard is given up after his way and the time it takes to miss a "
    "man") {
    Host h;
    h.seconds(330);
    const auto lost = [&] { h.set_state(0, intent::OrderState::failed); };
    lost();  // a kilometre there and back at 5 m/s and 1.3 of the straight way: 520 s, and 300 s more
    h.seconds(800);
    CHECK(h.asked(Field::kPrince) == 1);
    h.seconds(40);
    CHECK(h.asked(Field::kPrince) == 2);
}

TEST_CASE("A prince who is in sight is not asked after, nor one who has been heard of") {
    Host h;
    for (int s = 0; s < 900; ++s) {
        h.tell(Field::kKhan, Field::kPrince, 300'000, 0, belief::Source::eyes);
        if (s % 200 == 0) h.tell(Field::kKhan, Field::kSecondPrince, -900'000, 0, belief::Source::told);
        h.second();
    }
    CHECK(h.intents.orders.size() == 0);
}

TEST_CASE("Nobody is sent to a man held dead, nor where there is no idea of a place") {
    Host h;
    for (int k = 0; k < 3; ++k)
        belief::take_in(h.beliefs, Field::kKhan,
                        {belief::Subject::person, Field::kPrince, 1'000'000, 0, 1'000, 0, 20.0F, true, 0,
                         belief::Source::told});
    for (int k = 0; k < 6; ++k)
        belief::take_in(h.beliefs, Field::kKhan,
                        {belief::Subject::person, Field::kSecondPrince, -1'000'000, 0, 1'000, 0, 0.2F, false,
                         0, belief::Source::absence});
    h.seconds(900);
    CHECK(h.intents.orders.size() == 0);
}

TEST_CASE("No more riders are out at one time than a commander has to spare") {
    Host h;
    h.model.parameters.mind.riders_out_most = 1;
    h.seconds(1200);
    CHECK(h.intents.orders.size() == 1);
}

TEST_CASE("A leader whose body was seen later than he is missed later, and asked after where the body was") {
    Host h;
    for (int s = 0; s < 400; ++s) {
        belief::take_in(h.beliefs, Field::kKhan,
                        {belief::Subject::unit, Field::kPrince, 700'000, 0, 5'000, 300, 20.0F, false,
                         std::min<base::Tick>(h.now, 500), belief::Source::eyes});
        h.second();
    }
    CHECK(h.asked(Field::kPrince) == 1);
    for (std::size_t i = 0; i < h.intents.orders.size(); ++i) {
        if (h.intents.orders.addressee[i] != Field::kPrince) continue;
        CHECK(h.intents.orders.seek_x_mm[i] == 700'000);  // where the body was seen, not the man
        CHECK(h.intents.orders.issued[i] >= 500 + 3000 + 200);
    }
}

TEST_CASE("A prince whom the rider finds sends word of himself back, and rides on as he had resolved") {
    Host h;
    h.put(Field::kPrince, 1'500'000, 700'000);
    h.seconds(330);
    REQUIRE(h.asked(Field::kPrince) == 1);
    h.intents.orders.event[0] = 77;
    h.deliver(0);
    h.seconds(7);  // 0.4 of his 20 s
    CHECK(h.intents.orders.size() == 2);
    h.seconds(3);
    REQUIRE(h.intents.orders.size() == 3);
    const auto& o = h.intents.orders;
    CHECK(o.issuer[2] == Field::kPrince);
    CHECK(o.addressee[2] == Field::kKhan);
    CHECK(o.subject[2] == Field::kPrince);
    CHECK(o.x_mm[2] == 1'500'000);
    CHECK(o.seek_x_mm[2] == 0);  // where the rider was sent from
    CHECK(o.event[2] == 77);
    CHECK(o.state[0] == static_cast<std::uint8_t>(intent::OrderState::done));
    CHECK(h.verb(Field::kPrince) == Verb::withdraw);
    CHECK(h.intents.persons.order[Field::kPrince] == 0xffffffffu);
    CHECK(h.notes(kDecides, Field::kPrince) == 1);
    // Nobody answers an answer.
    h.deliver(2);
    h.seconds(60);
    CHECK(h.asked(Field::kPrince) == 1);
    int from_khan_or_prince = 0;
    for (std::size_t i = 0; i < o.size(); ++i)
        from_khan_or_prince += o.issuer[i] == Field::kPrince || o.addressee[i] == Field::kPrince;
    CHECK(from_khan_or_prince == 2);
}

TEST_CASE("A leader beside himself with fear neither asks nor answers") {
    Host h;
    h.beliefs.self.fear_q16[Field::kKhan] = math::to_q16_u16(0.9);
    h.seconds(400);
    CHECK(h.intents.orders.size() == 0);
    h.beliefs.self.fear_q16[Field::kKhan] = 0;
    h.seconds(5);
    REQUIRE(h.asked(Field::kPrince) == 1);
    h.beliefs.self.fear_q16[Field::kPrince] = math::to_q16_u16(0.9);
    h.deliver(0);
    h.seconds(60);
    CHECK(h.intents.orders.state[0] == static_cast<std::uint8_t>(intent::OrderState::received));
    h.beliefs.self.fear_q16[Field::kPrince] = 0;
    h.seconds(2);
    CHECK(h.intents.orders.state[0] == static_cast<std::uint8_t>(intent::OrderState::done));
}

TEST_CASE("Who hears nothing of his khan takes him to be at the castle, as they all do, and rides there") {
    Field f;
    f.model.sides[0].doctrine.lost_chief_place = 1;
    f.model.sides[0].doctrine.lost_chief_confidence = 0.6F;
    f.model.parameters.percept.prior_spread_m = 500;
    f.tell(Field::kPrince, Field::kKhan, 0, 0, belief::Source::eyes);
    f.intents.persons.order[Field::kPrince] = 0;  // bound: he keeps to his order while he thinks about it
    f.intents.orders.resize(1);
    f.intents.orders.state[0] = static_cast<std::uint8_t>(intent::OrderState::taken_up);
    for (int s = 0; s < 300; ++s) f.second();
    const auto row =
        static_cast<std::size_t>(f.beliefs.find(Field::kPrince, belief::Subject::person, Field::kKhan));
    CHECK(f.beliefs.rows.x_mm[row] == 0);
    const auto alive = f.beliefs.rows.alive_q16[row];
    for (int s = 0; s < 60; ++s) f.second();
    CHECK(f.beliefs.rows.x_mm[row] == 6'000'000);
    CHECK(f.beliefs.rows.alive_q16[row] <= alive);
    CHECK(f.notes(50, Field::kPrince) == 1);
    f.intents.persons.order[Field::kPrince] = 0xffffffffu;
    for (int s = 0; s < 40; ++s) f.second();
    CHECK(f.verb(Field::kPrince) == Verb::join);
    CHECK(f.intents.persons.x_mm[Field::kPrince] == 6'000'000);
    // He finds the place empty: he does not think so a second time.
    f.beliefs.rows.confidence_q16[row] = 100;
    for (int s = 0; s < 600; ++s) f.second();
    CHECK(f.notes(50, Field::kPrince) == 1);
    // Word of the khan ends the silence.
    f.hear_drum(Field::kPrince);
    CHECK(f.beliefs.rows.x_mm[row] == 0);
    CHECK(f.beliefs.rows.told_by[row] != Field::kPrince);
}

TEST_CASE("Without such a habit nobody makes up where his khan is") {
    Field f;
    f.tell(Field::kPrince, Field::kKhan, 0, 0, belief::Source::eyes);
    for (int s = 0; s < 900; ++s) f.second();
    CHECK(f.notes(50, Field::kPrince) == 0);
}
