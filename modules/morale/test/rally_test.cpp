#include <doctest/doctest.h>

#include <cmath>

#include "field.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/morale/laws.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::frozen;
using morale_test::shipped;
using world::EventKind;
using world::Goal;
using world::Morale;

namespace {

/// 1,000 men in flight, far from anybody; the second half hears a drum 800 m north.
Field fugitives(std::uint32_t without = 0) {
    Field f(2, 500, shipped());
    f.model.without = without;
    f.all(0, 1'000, Morale::routing, 0.7F);
    for (std::uint32_t i = 500; i < 1'000; ++i) {
        f.world.men.drum_bearing[i] = math::kNorth, f.world.men.drum_range_m[i] = 800,
        f.world.men.drum_snr_db[i] = 8;
    }
    return f;
}
void beat(Field& f) {
    for (std::uint32_t i = 500; i < 1'000; ++i)
        f.world.men.drum_tick[i] = static_cast<std::int32_t>(f.world.tick());
}
std::uint32_t heads(const Field& f, std::uint16_t unit) {
    std::uint32_t n = 0;
    for (const std::uint16_t u : f.world.men.unit) n += u == unit ? 1 : 0;
    return n;
}

}  // namespace

TEST_CASE("The drum turns those who hear it and nobody else") {
    Field f = fugitives();
    std::uint32_t turns = 0, strangers = 0;
    for (int s = 0; s < 120; ++s) {
        beat(f);
        f.second();
        for (std::size_t e = 0; e < f.world.events.size(); ++e) {
            if (f.world.events.kind[e] != static_cast<std::uint8_t>(EventKind::man_turns)) continue;
            ++turns;
            strangers += f.world.events.subject[e] < 500 ? 1 : 0;
            CHECK(f.world.events.value[e] == static_cast<std::int32_t>(Goal::drum));
        }
    }
    CHECK(turns > 200);
    CHECK(strangers == 0);
    CHECK(f.count(500, 1'000, Morale::rallying) > 200);
    for (std::uint32_t i = 500; i < 1'000; ++i) {
        if (f.world.men.goal_kind[i] != static_cast<std::uint8_t>(Goal::drum)) continue;
        CHECK(f.world.men.goal_y_mm[i] == 800'000);  // where he takes it to be, wherever it is
        CHECK(std::abs(f.world.men.goal_x_mm[i]) < 100);
    }
}

TEST_CASE("The calm of the drum is seen in how fast fear falls among hearers") {
    Field f = fugitives();
    for (int s = 0; s < 60; ++s) beat(f), f.second();
    const double deaf = std::log(0.7 / static_cast<double>(f.mean_fear(1, 500)));
    const double hears = std::log(0.7 / static_cast<double>(f.mean_fear(501, 1'000)));
    MESSAGE("decay of fear, hearers over others: ", hears / deaf);
    CHECK(hears > deaf);
}

TEST_CASE("Without the drum nobody turns to it") {
    Field f = fugitives(static_cast<std::uint32_t>(model::Without::drum));
    for (int s = 0; s < 60; ++s) {
        beat(f);
        f.second();
        CHECK(f.events_of(EventKind::man_turns) == 0);
    }
}

TEST_CASE("Moving the drum after percept changes nobody's choice") {
    Field f = fugitives(), g = fugitives();
    f.model.persons[0].drums = g.model.persons[0].drums = 3;
    for (int s = 0; s < 40; ++s) {
        beat(f), beat(g);
        g.world.men.x_mm[0] = 1'000 * s;  // the drummer's true place
        f.second(), g.second();
    }
    std::uint32_t differ = 0;
    for (std::uint32_t i = 1; i < 1'000; ++i) {
        differ += f.world.men.goal_x_mm[i] != g.world.men.goal_x_mm[i] ||
                          f.world.men.morale[i] != g.world.men.morale[i]
                      ? 1
                      : 0;
    }
    CHECK(differ == 0);
}

TEST_CASE("More turn when their comrades stream that way and steady men urge them") {
    const auto turned = [](std::uint8_t flow, std::uint8_t formed) {
        Field f(1, 4'000, frozen());
        f.all(0, 4'000, Morale::routing, 0.7F);
        for (std::uint32_t i = 0; i < 4'000; ++i) {
            f.world.men.drum_range_m[i] = 800, f.world.men.drum_bearing[i] = math::kNorth,
            f.world.men.drum_tick[i] = 0;
            f.world.men.flow_bearing[i] = math::kNorth, f.world.men.flow_q8[i] = flow,
            f.world.men.formed_near_q8[i] = formed;
        }
        for (int s = 0; s < 15; ++s) f.second();
        return f.count(0, 4'000, Morale::rallying);
    };
    const std::uint32_t alone = turned(0, 0);
    CHECK(alone > 100);
    CHECK(turned(255, 0) > alone * 3 / 2);
    CHECK(turned(0, 255) > alone * 5 / 4);
}

TEST_CASE("As many hearers turn as the rate says") {
    // 10,000 men at chance 0.36: standard error 0.0048; four of them are 5% of the chance.
    auto p = frozen();
    p.rally_rate_per_min = 0.0F;
    Field f(1, 10'000, p);
    f.all(0, 10'000, Morale::routing, 0.7F);
    for (auto& r : f.world.men.drum_range_m) r = 500;
    for (auto& s : f.world.men.drum_snr_db) s = 12;
    for (int s = 0; s < 30; ++s) {
        for (auto& t : f.world.men.drum_tick) t = static_cast<std::int32_t>(f.world.tick());
        f.second();
    }
    const double expected =
        1.0 - std::exp(-30.0 * static_cast<double>(morale::turn_rate(1.0F, 0.7F, 0.0F, 0.0F, 0.0F, p)));
    const double share = static_cast<double>(f.count(0, 10'000, Morale::rallying)) / 10'000.0;
    CHECK(std::abs(share - expected) < 4.0 * std::sqrt(expected * (1.0 - expected) / 10'000.0));
}

TEST_CASE("Stragglers who join a passing body leave exactly one unit, and no head is lost") {
    Field f(3, 400, shipped());
    f.model.parameters.morale.break_rate_per_s = 0.0F;  // who has fallen in stays
    f.all(0, 800, Morale::routing, 0.5F);
    for (std::uint32_t i = 0; i < 800; ++i)
        f.world.men.own_body_unit[i] = 2, f.world.men.formed_near_q8[i] = 128;
    std::uint32_t joined = 0;
    for (int s = 0; s < 180; ++s) {
        const std::vector<std::uint16_t> was(f.world.men.unit.begin(), f.world.men.unit.end());
        f.second();
        const std::uint32_t told = f.events_of(EventKind::man_joins);
        std::uint32_t moved = 0;
        for (std::uint32_t i = 0; i < f.size(); ++i) moved += was[i] != f.world.men.unit[i] ? 1 : 0;
        CHECK(moved == told);
        joined += told;
        CHECK(heads(f, 0) + heads(f, 1) + heads(f, 2) == 1'200);
    }
    CHECK(joined > 300);
    CHECK(heads(f, 2) == 400 + joined);
    CHECK(f.world.units.dressing[2] == 1);
    CHECK(f.world.men.unit[0] == 0);  // leaders do not become another's privates
    CHECK(f.world.men.unit[400] == 1);
    for (std::uint32_t i = 0; i < 800; ++i) {
        if (f.world.men.unit[i] == 2) CHECK(world::in_ranks(f.world.men.morale[i]));
    }
}

TEST_CASE("With joining taken out a straggler returns to his own ranks only") {
    Field f(2, 300, shipped());
    f.model.without = static_cast<std::uint32_t>(model::Without::joining);
    f.all(0, 300, Morale::routing, 0.5F);
    for (std::uint32_t i = 0; i < 300; ++i) f.world.men.own_body_unit[i] = i < 150 ? 1 : 0;
    for (int s = 0; s < 120; ++s) {
        f.second();
        CHECK(f.events_of(EventKind::man_joins) == 0);
    }
    CHECK(heads(f, 0) == 300);
    CHECK(f.count(150, 300, Morale::routing) < 75);
}

TEST_CASE("The beaten rally when left alone and not with the enemy at their heels") {
    const auto rallied = [](std::uint16_t enemy_m) {
        Field f(1, 1'000, shipped());
        f.all(0, 1'000, Morale::routing, 0.7F);
        for (std::uint32_t i = 0; i < 1'000; ++i) {
            f.world.men.enemy_range_m[i] = enemy_m;
            f.world.men.enemy_near_q8[i] = enemy_m < 100 ? 60 : 0;
            f.world.men.leader_near_q8[i] = 120;
            f.world.men.safe_q8[i] = enemy_m < 100 ? 0 : 128;
        }
        for (int s = 0; s < 600; ++s) f.second();
        return 1'000 - f.count(0, 1'000, Morale::routing);
    };
    CHECK(rallied(50) <= 50);
    CHECK(rallied(world::kFar) >= 300);
}

TEST_CASE("He who has come to the signal falls in with the body that stands there") {
    Field f(2, 200, frozen());
    f.all(0, 200, Morale::rallying, 0.4F);
    for (std::uint32_t i = 0; i < 200; ++i) {
        f.world.men.goal_kind[i] = static_cast<std::uint8_t>(Goal::banner);
        f.world.men.banner_seen_q8[i] = 200, f.world.men.banner_range_m[i] = i < 100 ? 60 : 600;
        f.world.men.own_body_unit[i] = 1;
    }
    for (int s = 0; s < 20; ++s) f.second();
    std::uint32_t near = 0, far = 0;
    for (std::uint32_t i = 1; i < 200; ++i) (i < 100 ? near : far) += f.world.men.unit[i] == 1 ? 1 : 0;
    CHECK(near > 70);
    CHECK(far < 60);
}

TEST_CASE("A rallied man runs again only for a new cause") {
    Field f(1, 500, frozen());
    f.model.parameters.morale.rally_rate_per_min = 0.0F;
    f.all(0, 500, Morale::rallying, 0.6F);
    for (auto& g : f.world.men.goal_kind) g = static_cast<std::uint8_t>(Goal::body);
    for (int s = 0; s < 120; ++s) f.second();
    CHECK(f.count(0, 500, Morale::routing) == 0);
    for (auto& e : f.world.men.fleeing_near_q8) e = 128;
    for (int s = 0; s < 120; ++s) f.second();
    CHECK(f.count(0, 500, Morale::routing) > 250);
}

TEST_CASE("Fugitives run from the enemy and with the crowd, else to the place of retreat") {
    Field f(1, 2, frozen());
    f.all(0, 2, Morale::routing, 0.95F);
    f.second();
    CHECK(f.world.men.goal_kind[1] == static_cast<std::uint8_t>(Goal::retreat));
    CHECK(f.world.men.goal_y_mm[1] > 190'000);
    f.world.men.enemy_range_m[1] = 10, f.world.men.enemy_bearing[1] = math::kNorth;  // between him and safety
    f.second();
    CHECK(f.world.men.goal_kind[1] == static_cast<std::uint8_t>(Goal::away));
    CHECK(f.world.men.goal_y_mm[1] < -150'000);
    f.world.men.enemy_range_m[1] = world::kFar;
    f.world.men.flow_bearing[1] = math::kEast, f.world.men.flow_q8[1] = 255;
    f.second();
    // Norm(0.6 north + 0.4 east): 200 m at atan(0.4 / 0.6) from north.
    CHECK(static_cast<double>(f.world.men.goal_x_mm[1]) ==
          doctest::Approx(200'000.0 * 0.4 / std::sqrt(0.52)).epsilon(0.01));
}

TEST_CASE(
    "Steady men astray from a broken unit fall in with a body at hand; men in touch with their leader do "
    "not") {
    Field f(2, 300, frozen());
    f.world.units.broken[0] = 1;
    for (std::uint32_t i = 0; i < 300; ++i) {
        f.world.men.own_body_unit[i] = 1;
        f.world.men.leader_near_q8[i] = i < 150 ? 200 : 0;
    }
    for (int s = 0; s < 120; ++s) {
        f.world.units.broken[0] = 1;  // the rest of it runs, out of this picture
        f.second();
    }
    std::uint32_t in_touch = 0, out = 0;
    for (std::uint32_t i = 1; i < 300; ++i) (i < 150 ? in_touch : out) += f.world.men.unit[i] == 1 ? 1 : 0;
    CHECK(in_touch == 0);
    CHECK(out > 100);
    CHECK(heads(f, 0) + heads(f, 1) == 600);
}

TEST_CASE("A leader on his way to a signal forms his men there, not on the road") {
    Field f(1, 1, shipped());
    f.model.parameters.morale.break_rate_per_s = 0.0F;
    f.all(0, 1, Morale::rallying, 0.2F);
    f.world.men.goal_kind[0] = static_cast<std::uint8_t>(Goal::banner);
    f.world.men.banner_seen_q8[0] = f.world.men.chief_near_q8[0] = f.world.men.chief_calm_q8[0] = 255;
    f.world.men.banner_range_m[0] = 900;
    for (int s = 0; s < 1'200; ++s) f.second();
    CHECK(f.count(0, 1, Morale::rallying) == 1);
    f.world.men.banner_range_m[0] = 60;
    for (int s = 0; s < 1'200; ++s) f.second();
    CHECK(world::in_ranks(f.world.men.morale[0]));
}
