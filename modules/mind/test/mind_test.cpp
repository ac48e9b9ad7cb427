// A commander's mind, fed by hand: what he believes goes in, orders and goals come out. No world is linked here at all.
#include "linghe/mind/mind.hpp"

#include <doctest/doctest.h>

#include "linghe/math/fixed.hpp"

using namespace linghe;
using model::Verb;

namespace {

struct Field {
    model::Model model;
    belief::Beliefs beliefs;
    intent::Intents intents;
    jobs::Jobs jobs{1};
    base::Tick now = 0;

    static constexpr std::uint32_t kKhan = 0, kPrince = 1, kOfficer = 2, kSecondPrince = 3;

    Field() {
        auto& p = model.parameters.mind;
        p.latency_sigma = 0.0F;
        p.latency_voice_share = 0.4F;
        p.latency_signal_share = 0.3F;
        p.belief_half_life_s = 600;
        p.belief_enough = 0.35F;
        p.voice_range_m = 60;
        p.beside_m = 50;
        p.near_chief_m = 300;
        p.review_period_s = 60;
        p.gather_least_s = 120;
        p.turn_angle_deg = 60;
        p.drum_patience_s = 90;
        p.follow_drum_fear_most = 0.75F;
        p.line_depth_m = 25;
        p.collect_distance_m = 150;
        p.missing_after_s = 300;
        p.rider_speed_m_s = 5;
        p.reach_margin = 1.3F;
        p.threat_range_m = 120;
        p.hold_off_m = 30;
        p.room_m2 = 9;
        model.seed = 1;
        model.sides.resize(1);
        model.places.push_back(
            {"bank", "the bank", "河岸", -600'000, 130'000, true, 700'000, 130'000, true, false, 0});
        model.places.push_back(
            {"castle", "the castle", "城", 6'000'000, 5'500'000, false, 0, 0, false, true, 0});
        model.sides[0].doctrine.enough_share = 0.5F;
        model.sides[0].doctrine.inflow_slow_per_min = 0.05F;
        model.sides[0].doctrine.after_gather = {{Verb::hold_line, 0, 2, 0, true, true},
                                                {Verb::fetch, 1, 1, 900, false, false}};
        model.forces.resize(2);
        for (std::uint32_t f = 0; f < 2; ++f)
            model.forces[f].commander = base::PersonId{f == 0 ? kPrince : kSecondPrince};
        model.units.resize(4);
        model.persons.resize(4);
        model.men.resize(4);
        for (std::uint32_t p2 = 0; p2 < 4; ++p2) {
            auto& person = model.persons[p2];
            person.id = "person" + std::to_string(p2);
            person.named = true;
            person.rides_with = base::UnitId{p2};
            person.man = p2;
            person.traits.latency_s = 20;
            if (p2 != kKhan) person.superior = base::PersonId{kKhan};
            auto& unit = model.units[p2];
            unit.id = "unit" + std::to_string(p2);
            unit.leader = base::PersonId{p2};
            unit.first_man = p2;
            unit.men = 1;
            model.men.luck[p2] = 1000 + p2;
        }
        model.persons[kKhan].drums = 4;
        model.persons[kKhan].first_order.verb = Verb::gather;
        model.persons[kPrince].commands = base::ForceId{0};
        model.persons[kSecondPrince].commands = base::ForceId{1};
        model.persons[kPrince].first_order = {Verb::withdraw, 2'000'000, 2'000'000, {}, 0, 0, false};
        model.persons[kSecondPrince].first_order = model.persons[kPrince].first_order;
        beliefs.self.resize(4);
        beliefs.rows.resize(4 * 8);
        for (std::uint32_t r = 0; r < 32; ++r) beliefs.rows.owner[r] = static_cast<std::uint16_t>(r / 8);
        beliefs.index_owners(4);
        for (std::uint32_t p2 = 0; p2 < 4; ++p2) {
            beliefs.self.alive[p2] = 1;
            beliefs.self.drum_tick[p2] = -1;
            beliefs.self.drum_owner[p2] = 0xffff;
            beliefs.self.enemy_range_m[p2] = 0xffff;
        }
        put(kPrince, 1'000'000, 1'000'000);
        put(kSecondPrince, -1'000'000, 1'000'000);
        put(kOfficer, 10'000, 10'000);
        intents.units.resize(4);
        intents.persons.resize(4);
        mind::start(model, intents);
    }
    void put(std::uint32_t who, std::int32_t x_mm, std::int32_t y_mm) {
        beliefs.self.x_mm[who] = x_mm;
        beliefs.self.y_mm[who] = y_mm;
    }
    void tell(std::uint32_t who, std::uint32_t about, std::int32_t x_mm, std::int32_t y_mm,
              belief::Source source) {
        belief::take_in(beliefs, who,
                        {belief::Subject::person, about, x_mm, y_mm, 50'000, 800, 20.0F, false, now, source});
    }
    void hear_drum(std::uint32_t who) {
        beliefs.self.drum_tick[who] = static_cast<std::int32_t>(now);
        beliefs.self.drum_owner[who] = kKhan;
        tell(who, kKhan, 0, 0, belief::Source::ears);
    }
    /// One second of thought.
    void second() {
        mind::advance(model, beliefs, intents, now, jobs);
        now += 10;
    }
    [[nodiscard]] Verb verb(std::uint32_t who) const { return static_cast<Verb>(intents.persons.verb[who]); }
    [[nodiscard]] int notes(std::uint8_t kind, std::uint32_t who) const {
        int n = 0;
        for (std::size_t i = 0; i < intents.notes.size(); ++i)
            n += intents.notes.kind[i] == kind && intents.notes.person[i] == who;
        return n;
    }
};
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
