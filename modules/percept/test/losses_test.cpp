// What persons learn of their own side's losses.
#include "field.hpp"

using field::Field;
using namespace linghe;
using belief::Source;
using belief::Subject;

namespace {

/// Two captains of one side with ten men each, so far apart.
struct Two {
    Field f{4000, 4000};
    std::uint32_t u = 0, v = 0, a = 0, b = 0;
    explicit Two(float apart_m) {
        u = f.unit(0), v = f.unit(0);
        const auto first = f.man(u, 1000, 1000), second = f.man(v, 1000 + apart_m, 1000);
        for (int k = 1; k < 10; ++k) {
            f.man(u, 1000 + static_cast<float>(k), 1000);
            f.man(v, 1000 + apart_m + static_cast<float>(k), 1000);
        }
        a = f.person(first);
        b = f.person(second);
    }
    [[nodiscard]] std::uint32_t lost(std::uint32_t who, Subject kind, std::uint32_t about) const {
        const auto r = f.beliefs.find(who, kind, about);
        return r < 0 ? 0 : f.beliefs.rows.lost[static_cast<std::size_t>(r)];
    }
    [[nodiscard]] double sure(std::uint32_t who, Subject kind, std::uint32_t about) const {
        const auto r = f.beliefs.find(who, kind, about);
        return r < 0 ? 0.0 : f.beliefs.rows.lost_q16[static_cast<std::size_t>(r)] / 65536.0;
    }
    [[nodiscard]] Source source(std::uint32_t who, std::uint32_t unit) const {
        const auto r = f.beliefs.find(who, Subject::unit, unit);
        return r < 0 ? Source::none
                     : static_cast<Source>(f.beliefs.rows.lost_source[static_cast<std::size_t>(r)]);
    }
};

}  // namespace

TEST_CASE("A captain among his men counts who has fallen, and half of those who run") {
    Two t(3000);
    t.f.start();
    t.f.world.units.fallen[t.u] = 3;
    t.f.world.units.fleeing[t.u] = 4;
    t.f.second();
    CHECK(t.f.beliefs.self.fallen[t.a] == 3);
    CHECK(t.lost(t.a, Subject::unit, t.u) == 5);
    CHECK(t.source(t.a, t.u) == Source::eyes);
    CHECK(t.sure(t.b, Subject::unit, t.u) == 0.0);  // 3 km off nobody knows of it
}

TEST_CASE("What fell after the look is in nobody's mind before the next one") {
    Two t(50);
    t.f.start();
    t.f.run(10);
    const auto before = t.f.beliefs.rows.lost;
    t.f.world.units.fallen[t.u] = 8;
    t.f.world.units.fallen[t.v] = 9;
    CHECK(t.f.beliefs.rows.lost == before);
    t.f.run(6);
    CHECK(t.lost(t.a, Subject::unit, t.u) == 8);
}

TEST_CASE("The gaps in another's ranks are seen from near, and judged with an error") {
    Two t(60);
    t.f.start();
    t.f.world.units.fallen[t.v] = 40;
    t.f.run(12);
    CHECK(t.lost(t.a, Subject::unit, t.v) > 15);
    CHECK(t.lost(t.a, Subject::unit, t.v) < 110);
}

TEST_CASE("A man in flight who runs past tells twice the loss, and is half believed") {
    Two t(2000);
    t.f.start();
    const auto runner = t.f.man(t.v, 1008, 1000);
    t.f.model.units[t.v].men = 100;
    t.f.world.men.morale[runner] = 3;
    t.f.tally();
    t.f.world.units.fallen[t.v] = 20;
    t.f.world.units.fleeing[t.v] = 1;
    t.f.run(12);
    CHECK(t.lost(t.a, Subject::unit, t.v) == 42);
    CHECK(t.source(t.a, t.v) == Source::fugitive);
    CHECK(t.sure(t.a, Subject::unit, t.v) < 0.5);
}

TEST_CASE("Two who meet tell each other what they have lost, both ways") {
    Two t(40);
    t.f.start();
    const auto now = t.f.world.tick();
    const auto far_unit = t.f.unit(0);
    t.f.man(far_unit, 3900, 3900);
    for (const auto who : {t.a, t.b}) {  // both have a picture of the third body, and of the lord of it
        belief::take_in(
            t.f.beliefs, who,
            {Subject::unit, far_unit, 3'900'000, 3'900'000, 500'000, 100, 2.0F, false, now, Source::told});
    }
    belief::take_losses(t.f.beliefs, t.a, {Subject::unit, far_unit, 30, 20.0F, now, Source::eyes});
    t.f.run(40);
    CHECK(t.lost(t.b, Subject::unit, far_unit) == 30);
    CHECK(t.source(t.b, far_unit) == Source::told);
    CHECK(t.sure(t.b, Subject::unit, far_unit) < t.sure(t.a, Subject::unit, far_unit));
}

TEST_CASE("A report says what its sender thought he had lost when he sent it") {
    Two t(20);
    t.f.start();
    auto& orders = t.f.intents.orders;
    orders.resize(1);
    orders.issuer[0] = static_cast<std::uint16_t>(t.b);
    orders.addressee[0] = static_cast<std::uint16_t>(t.a);
    orders.verb[0] = static_cast<std::uint8_t>(model::Verb::report);
    orders.channel[0] = static_cast<std::uint8_t>(intent::Channel::voice);
    orders.is_report[0] = 1;
    orders.subject_kind[0] = static_cast<std::uint8_t>(Subject::person);
    orders.subject[0] = t.b;
    orders.lost[0] = 70;
    orders.lost_q16[0] = 60'000;
    t.f.run(3);
    CHECK(t.lost(t.a, Subject::person, t.b) == 70);
    CHECK(t.sure(t.a, Subject::person, t.b) > 0.5);
}

TEST_CASE(
    "What a body is about is seen with it: it runs when most of it run, else it does what it is set on") {
    Two t(80);
    t.f.start();
    t.f.intents.units.verb[t.v] = static_cast<std::uint8_t>(model::Verb::attack);
    const auto doing = [&] {
        const auto r = t.f.beliefs.find(t.a, Subject::unit, t.v);
        return r < 0 ? model::Verb::none
                     : static_cast<model::Verb>(t.f.beliefs.rows.doing[static_cast<std::size_t>(r)]);
    };
    t.f.run(10);
    CHECK(doing() == model::Verb::attack);
    t.f.world.units.fleeing[t.v] = 40;
    t.f.run(10);
    CHECK(doing() == model::Verb::withdraw);
    // Its size is that of the rout, not of the ten who still stand.
    const auto r = static_cast<std::size_t>(t.f.beliefs.find(t.a, Subject::unit, t.v));
    CHECK(t.f.beliefs.rows.men[r] > 25);
}
