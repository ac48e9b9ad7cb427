#include <cmath>

#include "field.hpp"

using field::Field;
using namespace linghe;
using belief::Source;
using belief::Subject;

namespace {

struct Two {
    Field f{4000, 4000};
    std::uint32_t a = 0, b = 0;  // persons
    std::uint32_t man_a = 0, man_b = 0;
    explicit Two(float apart_m) {
        const auto u = f.unit(0), v = f.unit(0);
        man_a = f.man(u, 1000, 1000);
        man_b = f.man(v, 1000 + apart_m, 1000);
        a = f.person(man_a);
        b = f.person(man_b);
    }
    [[nodiscard]] std::int64_t row(std::uint32_t owner, std::uint32_t about) const {
        return f.beliefs.find(owner, Subject::person, about);
    }
    [[nodiscard]] double sure(std::uint32_t owner, std::uint32_t about) const {
        const auto r = row(owner, about);
        return r < 0 ? 0.0 : f.beliefs.rows.confidence_q16[static_cast<std::size_t>(r)] / 65536.0;
    }
    [[nodiscard]] int x_m(std::uint32_t owner, std::uint32_t about) const {
        return f.beliefs.rows.x_mm[static_cast<std::size_t>(row(owner, about))] / 1000;
    }
    std::size_t order(intent::Channel channel) {
        auto& o = f.intents.orders;
        o.resize(1);
        o.issuer[0] = static_cast<std::uint16_t>(a);
        o.addressee[0] = static_cast<std::uint16_t>(b);
        o.channel[0] = static_cast<std::uint8_t>(channel);
        o.received[0] = -1;
        return 0;
    }
    [[nodiscard]] bool received() const {
        return f.intents.orders.state[0] == static_cast<std::uint8_t>(intent::OrderState::received);
    }
};

}  // namespace

TEST_CASE(
    "Who stands in ranks knows where the others were drawn up; whoever is out of ranks knows nobody's "
    "place") {
    for (const bool in_ranks : {true, false}) {
        Two t(3000);
        for (auto& unit : t.f.model.units) unit.formed_at_start = in_ranks;
        t.f.start();
        CHECK(t.x_m(t.a, t.b) == (in_ranks ? 4000 : 1000));
        CHECK(t.sure(t.a, t.b) == doctest::Approx(in_ranks ? 0.8 : 0.2).epsilon(0.01));
    }
}

TEST_CASE("A person is recognised within a hundred and fifty metres, not beyond, and not through smoke") {
    Two near(120), far(300), smoky(120);
    smoky.f.smoke(0.05F);
    for (Two* t : {&near, &far, &smoky}) {
        t->f.start();
        t->f.run(2);
    }
    CHECK(near.sure(near.a, near.b) > 0.9);
    CHECK(near.x_m(near.a, near.b) == doctest::Approx(1120).epsilon(0.01));
    CHECK(far.sure(far.a, far.b) < 0.3);
    CHECK(smoky.sure(smoky.a, smoky.b) < 0.3);
}

TEST_CASE("A great banner tells a kilometre off who stands beneath it") {
    Two t(1000);
    t.f.raise(t.b);
    t.f.start();
    t.f.run(2);
    CHECK(t.sure(t.a, t.b) > 0.9);
    CHECK(t.x_m(t.a, t.b) == doctest::Approx(2000).epsilon(0.05));
}

TEST_CASE("He who thinks the khan has gone hears the drum, and within a minute knows better") {
    Two t(1200);
    t.f.model.persons[t.a].first_belief = {base::PersonId{t.b}, 3'900'000, 3'900'000, 300.0F, 0.85F};
    t.f.start();
    t.f.run(2);
    CHECK(t.x_m(t.a, t.b) == 3900);
    t.f.beat(t.b);
    t.f.run(60);
    const auto r = static_cast<std::size_t>(t.row(t.a, t.b));
    CHECK(t.f.beliefs.rows.source[r] == static_cast<std::uint8_t>(Source::ears));
    const double off =
        std::hypot(t.f.beliefs.rows.x_mm[r] - 2'200'000.0, t.f.beliefs.rows.y_mm[r] - 1'000'000.0) / 1000;
    MESSAGE("after a minute of drumming he takes him to be " << off << " m from where he stands");
    CHECK(off < 900);
    CHECK(t.f.beliefs.self.drum_owner[t.a] == t.b);
    CHECK(t.f.events(world::EventKind::drum_heard) >= 1);
    CHECK(t.f.events(world::EventKind::belief_changes) >= 1);
}

TEST_CASE("An empty place is evidence: where he thought a friend to be and sees nobody he stops looking") {
    Two t(2000);
    t.f.model.persons[t.a].first_belief = {base::PersonId{t.b}, 1'060'000, 1'000'000, 30.0F, 0.8F};
    t.f.start();
    t.f.run(120);
    CHECK(t.sure(t.a, t.b) < 0.3);
    Two smoky(2000);
    smoky.f.smoke(0.1F);
    smoky.f.model.persons[smoky.a].first_belief = t.f.model.persons[t.a].first_belief;
    smoky.f.start();
    smoky.f.run(120);
    CHECK(smoky.sure(smoky.a, smoky.b) > 0.75);  // nothing seen, nothing learnt
}

TEST_CASE("Two who meet tell each other what they know, and the listener remembers who told him") {
    Two t(20);
    const auto u = t.f.unit(0);
    const auto third = t.f.person(t.f.man(u, 3500, 3500));
    t.f.start();
    belief::take_in(
        t.f.beliefs, t.b,
        {Subject::person, third, 3'500'000, 3'500'000, 50'000, 700, 20.0F, false, 0, Source::eyes, 0xffff});
    CHECK(t.sure(t.a, third) < 0.3);
    t.f.run(31);
    CHECK(t.sure(t.a, third) > 0.4);
    const auto r = static_cast<std::size_t>(t.row(t.a, third));
    CHECK(t.f.beliefs.rows.told_by[r] == t.b);
    CHECK(t.f.beliefs.rows.source[r] == static_cast<std::uint8_t>(Source::told));
    CHECK(t.f.beliefs.rows.men[r] > 0);
    const double once = t.sure(t.a, third);
    t.f.run(120);  // the same old news does not confirm itself by being told again
    CHECK(t.sure(t.a, third) <= once);
    CHECK(t.f.events(world::EventKind::meets) == 1);
}

TEST_CASE("The fallen are known to those beside them, not to those who are far") {
    Two near(20), far(600);
    for (Two* t : {&near, &far}) {
        t->f.start();
        t->f.run(2);
        t->f.world.persons.alive[t->b] = 0;
        t->f.world.men.status[t->man_b] = static_cast<std::uint8_t>(world::Status::dead);
        t->f.run(3);
    }
    const auto alive = [](const Two& t) {
        return t.f.beliefs.rows.alive_q16[static_cast<std::size_t>(t.row(t.a, t.b))] / 65536.0;
    };
    CHECK(alive(near) < 0.2);
    CHECK(alive(far) > 0.8);
    CHECK(near.f.beliefs.self.alive[near.b] == 0);
}

TEST_CASE("A voice carries an order across a calm field, not across a fight, and never far") {
    Two calm(45), far(90), fight(45);
    const auto u = fight.f.unit(1);
    for (int k = 0; k < 900; ++k)
        fight.f.world.men
            .doing[fight.f.man(u, 1000 + static_cast<float>(k % 45), 990 + static_cast<float>(k / 45))] =
            static_cast<std::uint8_t>(world::Doing::fighting);
    for (Two* t : {&calm, &far, &fight}) {
        t->f.start();
        t->f.run(1);
        t->order(intent::Channel::voice);
        t->f.run(2);
    }
    CHECK(calm.received());
    CHECK(calm.f.intents.orders.received[0] > 0);
    CHECK(calm.f.events(world::EventKind::order_received) == 1);
    CHECK_FALSE(far.received());
    CHECK_FALSE(fight.received());
}

TEST_CASE("An order by rider arrives with the rider, a call by drum with the drum") {
    Two rider(1500), drum(800), silent(800);
    for (Two* t : {&rider, &drum, &silent}) t->f.start();
    rider.order(intent::Channel::rider);
    rider.f.intents.orders.state[0] = static_cast<std::uint8_t>(intent::OrderState::travelling);
    rider.f.world.couriers.resize(1);
    rider.f.run(3);
    CHECK_FALSE(rider.received());
    rider.f.world.couriers.state[0] = 2;
    rider.f.run(1);
    CHECK(rider.received());
    drum.f.beat(drum.a);
    drum.order(intent::Channel::drum);
    silent.order(intent::Channel::drum);
    drum.f.run(6);
    silent.f.run(6);
    CHECK(drum.received());
    CHECK_FALSE(silent.received());
}

TEST_CASE("A report brings what its sender believed when he sent it") {
    Two t(40);
    const auto u = t.f.unit(0);
    const auto third = t.f.person(t.f.man(u, 3500, 3500));
    t.f.model.parameters.percept.exchange_period_s = 0;  // no talk besides
    t.f.start();
    t.f.run(1);
    belief::take_in(
        t.f.beliefs, t.a,
        {Subject::person, third, 2'500'000, 500'000, 50'000, 700, 20.0F, false, 5, Source::eyes, 0xffff});
    t.order(intent::Channel::voice);
    auto& o = t.f.intents.orders;
    o.is_report[0] = 1;
    o.subject_kind[0] = static_cast<std::uint8_t>(Subject::person);
    o.subject[0] = third;
    o.x_mm[0] = 2'500'000;
    o.y_mm[0] = 500'000;
    o.issued[0] = static_cast<std::int32_t>(t.f.world.clock.tick[0]);
    t.f.run(1);
    CHECK(t.x_m(t.b, third) == doctest::Approx(2500).epsilon(0.01));  // a vague prior of his weighs a little
    CHECK(t.f.events(world::EventKind::report_received) == 1);
}

TEST_CASE("A leader knows his own: place, men about him, enemies in sight, and when he is cut off") {
    Field f(2000, 2000);
    const auto u = f.unit(0), e = f.unit(1);
    const auto row = f.man(u, 1000, 1000);
    const auto who = f.person(row);
    for (int k = 0; k < 100; ++k)
        f.man(u, 990 + static_cast<float>(k % 20), 995 + static_cast<float>(k / 20));
    for (int k = 0; k < 200; ++k) f.man(e, 1000 + static_cast<float>(k % 20), 1200);
    f.start();
    f.second();
    const auto& self = f.beliefs.self;
    CHECK(self.x_mm[who] == 1'000'000);
    CHECK(self.in_hand[who] == 101);
    CHECK(self.friends[who] > 50);
    CHECK(self.friends[who] < 200);
    CHECK(self.enemies[who] > 100);
    CHECK(self.enemies[who] < 400);
    CHECK(self.enemy_range_m[who] == doctest::Approx(200).epsilon(0.1));
    CHECK(self.cut_off[who] == 0);
    f.model.ground.water_mm[static_cast<std::size_t>(f.model.ground.cell(1'000'000, 1'000'000))] = 500;
    for (int k = 0; k < 360; ++k) {
        const float a = static_cast<float>(k) * 0.0174533F;
        f.man(e, 1000 + 60 * std::cos(a), 1000 + 60 * std::sin(a));
    }
    f.second();
    CHECK(self.cut_off[who] == 1);
    CHECK(self.in_water[who] == 1);
    CHECK(self.enemy_range_m[who] < 70);
}

TEST_CASE("Enemies are believed by squares of half a kilometre, and a mass far off is guessed less surely") {
    Field f(4000, 4000);
    const auto u = f.unit(0), e = f.unit(1);
    const auto who = f.person(f.man(u, 1000, 1000));
    for (int k = 0; k < 300; ++k) f.man(e, 1200 + static_cast<float>(k % 20), 1200);
    for (int k = 0; k < 300; ++k) f.man(e, 2200 + static_cast<float>(k % 20), 1200);
    f.start();
    f.run(7);
    const auto near = f.beliefs.find(who, Subject::enemy_area, 2 * 8 + 2),
               far = f.beliefs.find(who, Subject::enemy_area, 2 * 8 + 4);
    REQUIRE(near >= 0);
    REQUIRE(far >= 0);
    const auto& rows = f.beliefs.rows;
    CHECK(rows.confidence_q16[static_cast<std::size_t>(near)] >
          rows.confidence_q16[static_cast<std::size_t>(far)]);
    CHECK(rows.men[static_cast<std::size_t>(near)] > 150);
    CHECK(rows.men[static_cast<std::size_t>(near)] < 600);
}

TEST_CASE("In smoke nobody north of the river knows how the battle stands: no enemy area is believed") {
    Field f(4000, 4000);
    const auto u = f.unit(0), e = f.unit(1);
    const auto who = f.person(f.man(u, 1000, 1000));
    for (int k = 0; k < 300; ++k)
        f.world.men.doing[f.man(e, 1200 + static_cast<float>(k % 20), 1200)] =
            static_cast<std::uint8_t>(world::Doing::fighting);
    f.smoke(0.06F);
    f.start();
    f.run(10);
    CHECK(f.beliefs.self.enemies[who] == 0);
    CHECK(f.beliefs.find(who, Subject::enemy_area, 2 * 8 + 2) == -1);
    CHECK(f.beliefs.self.battle_noise_db[who] > 55);  // but he hears that men still fight
}
