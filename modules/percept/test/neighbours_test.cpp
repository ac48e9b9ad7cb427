#include <cmath>

#include "field.hpp"

using field::Field;
using namespace linghe;

namespace {

void flee(Field& f, std::uint32_t row, std::uint16_t shown = 60'000) {
    f.world.men.morale[row] = static_cast<std::uint8_t>(world::Morale::routing);
    f.world.men.shown_q16[row] = shown;
}

}  // namespace

TEST_CASE("A man alone has no friends about him, catches nobody's fear and is not his own company") {
    Field f(1000, 1000);
    const auto row = f.man(f.unit(0), 500, 500);
    f.world.men.shown_q16[row] = 65'000;
    f.start();
    f.second();
    CHECK(f.world.men.friends_near[row] == 0);
    CHECK(f.world.men.contagion_q8[row] == 0);
    CHECK(f.world.men.shown_around_q16[row] == 0);
}

TEST_CASE("He counts friends within fifty metres, and tells who stands from who runs") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto row = f.man(u, 505, 505);
    for (int k = 0; k < 30; ++k) f.man(u, 525, 505 + 0.5F * static_cast<float>(k));
    for (int k = 0; k < 10; ++k) flee(f, f.man(u, 485, 505 + 0.5F * static_cast<float>(k)));
    for (int k = 0; k < 40; ++k) f.man(u, 705, 505);
    f.start();
    f.second();
    CHECK(f.world.men.friends_near[row] == doctest::Approx(40).epsilon(0.05));
    CHECK(f.world.men.formed_near_q8[row] == doctest::Approx(0.75 * 255).epsilon(0.05));
    CHECK(f.world.men.fleeing_near_q8[row] == doctest::Approx(0.25 * 255).epsilon(0.05));
}

TEST_CASE("Feelings shown close by weigh more than those farther off, and fade over some ten metres") {
    double felt[6] = {};
    for (int k = 0; k < 6; ++k) {
        Field f(1000, 1000);
        const auto u = f.unit(0);
        const auto row = f.man(u, 505, 505);
        for (int n = 0; n < 4; ++n) f.man(u, 506, 506);  // calm comrades beside him
        for (int n = 0; n < 5; ++n) flee(f, f.man(u, 515 + 10 * static_cast<float>(k), 505), 65'535);
        f.start();
        f.second();
        felt[k] = f.world.men.shown_around_q16[row] / 65535.0;
        if (k == 1) CHECK(felt[k] < felt[k - 1]);
        if (k > 1) CHECK(felt[k] <= felt[k - 1]);  // not felt at all beyond three squares
    }
    // Odds of frightened against calm weight fall by 1/e over the scale of 8 m.
    const double scale = 10.0 / std::log((felt[0] / (1 - felt[0])) / (felt[1] / (1 - felt[1])));
    MESSAGE("fear shown fades to 37 % over " << scale << " m");
    CHECK(scale > 5.0);
    CHECK(scale < 20.0);
}

TEST_CASE("Contagion is stable in any density: strength times a step of five seconds stays at or below one") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    for (int k = 0; k < 4000; ++k) {
        const auto row =
            f.man(u, 480 + 0.6F * static_cast<float>(k % 64), 480 + 0.6F * static_cast<float>(k / 64));
        f.model.men.openness_q8[row] = 255;
        f.model.men.expressiveness_q8[row] = 255;
    }
    f.start();
    f.second();
    for (std::size_t r = 0; r < 4000; ++r) CHECK_FALSE(f.world.men.contagion_q8[r] * 5.0 / 255.0 > 1.01);
    CHECK(f.world.men.contagion_q8[2000] > 40);
}

TEST_CASE("A man feels the stream of those about him") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto row = f.man(u, 505, 505);
    for (int k = 0; k < 20; ++k) f.world.men.vx_mm_s[f.man(u, 515, 505)] = -4000;
    f.start();
    f.second();
    CHECK(std::abs(math::turn_diff(math::kWest, f.world.men.flow_bearing[row])) < 300);
    CHECK(f.world.men.flow_q8[row] > 240);
}

TEST_CASE("Enemies threaten more when near, many, and coming on; smoke hides them until they are heard") {
    const auto threat = [](float range_m, int men, float towards_m_s, float smoke) {
        Field f(2000, 1000);
        const auto row = f.man(f.unit(0), 505, 505);
        const auto u = f.unit(1);
        for (int k = 0; k < men; ++k)
            f.world.men.vx_mm_s[f.man(u, 505 + range_m, 500 + 0.3F * static_cast<float>(k))] =
                static_cast<std::int16_t>(-towards_m_s * 1000);
        if (smoke > 0) f.smoke(smoke);
        f.start();
        f.second();
        return std::pair<int, int>{f.world.men.enemy_near_q8[row], f.world.men.enemy_range_m[row]};
    };
    CHECK(threat(40, 50, 0, 0).first > threat(100, 50, 0, 0).first);
    CHECK(threat(100, 50, 0, 0).first > threat(100, 10, 0, 0).first);
    CHECK(threat(80, 30, 6, 0).first > threat(80, 30, 0, 0).first);
    CHECK(threat(80, 30, -6, 0).first < threat(80, 30, 0, 0).first);
    CHECK(threat(100, 50, 0, 0).second == doctest::Approx(100).epsilon(0.1));
    CHECK(threat(100, 50, 0, 0.1F).second == world::kFar);
    CHECK(threat(100, 50, 0, 0.1F).first == 0);
    CHECK(threat(25, 50, 0, 0.2F).second < 40);
    CHECK(threat(300, 50, 0, 0).second == world::kFar);
}

TEST_CASE("He knows where the enemy comes from") {
    Field f(1000, 1000);
    const auto row = f.man(f.unit(0), 505, 505);
    const auto u = f.unit(1);
    for (int k = 0; k < 20; ++k) f.man(u, 500, 580);
    f.start();
    f.second();
    CHECK(std::abs(math::turn_diff(math::kNorth, f.world.men.enemy_bearing[row])) < 1500);
}

TEST_CASE("Behind the water he feels safer than on the enemy's bank, and safest far from any enemy") {
    const auto safe = [](float range_m, bool river) {
        Field f(2000, 1000);
        const auto row = f.man(f.unit(0), 505, 505);
        const auto u = f.unit(1);
        for (int k = 0; k < 20; ++k) f.man(u, 505 + range_m, 505);
        if (river) {
            for (std::size_t c = 0; c < f.model.ground.region.size(); ++c)
                f.model.ground.region[c] = c % 200 < 55 ? 0 : 1;
        }
        f.start();
        f.second();
        return static_cast<int>(f.world.men.safe_q8[row]);
    };
    CHECK(safe(80, true) > safe(80, false));
    CHECK(safe(1000, false) > safe(140, false));
    CHECK(safe(140, false) > safe(40, false));
}

TEST_CASE("A leader is felt near him, not far off, not when he runs himself") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto leader = f.man(u, 500, 500), near = f.man(u, 510, 500), far = f.man(u, 650, 500);
    f.world.units.leader[u] = leader;
    f.start();
    f.second();
    CHECK(f.world.men.leader_near_q8[near] == doctest::Approx(255 * std::exp(-10.0 / 45.0)).epsilon(0.03));
    CHECK(f.world.men.leader_near_q8[far] < 12);
    CHECK(f.world.men.leader_near_q8[leader] == 255);
    flee(f, leader);
    f.second();
    CHECK(f.world.men.leader_near_q8[near] == 0);
}

TEST_CASE("A chief's presence is felt about him, with the calm he shows, and he is no chief to himself") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto chief = f.man(u, 500, 500), near = f.man(u, 515, 500);
    f.person(chief);
    f.world.men.shown_q16[chief] = 6554;
    f.start();
    f.second();
    CHECK(f.world.men.chief_near_q8[near] > 150);
    CHECK(f.world.men.chief_calm_q8[near] == doctest::Approx(0.9 * 255).epsilon(0.02));
    CHECK(f.world.men.chief_near_q8[chief] == 0);
}

TEST_CASE("A straggler sees the formed body of his own colours, or one that takes in anybody, and no other") {
    const auto seen = [](std::uint8_t colours, bool collecting, float range_m) {
        Field f(1000, 1000);
        const auto own = f.unit(0, 0), body = f.unit(0, colours);
        const auto row = f.man(own, 500, 500);
        flee(f, row);
        for (int k = 0; k < 60; ++k) f.man(body, 500 + range_m, 500 + 0.5F * static_cast<float>(k % 20));
        f.world.units.formed[body] = 1;
        f.intents.units.collecting[body] = collecting ? 1 : 0;
        f.start();
        f.second();
        return f.world.men.own_body_unit[row] == body;
    };
    CHECK(seen(0, false, 50));
    CHECK_FALSE(seen(1, false, 50));
    CHECK(seen(1, true, 50));
    CHECK_FALSE(seen(0, false, 150));
}

TEST_CASE("Friends lately fallen are felt in the unit that lost them") {
    Field f(1000, 1000);
    const auto a = f.unit(0), b = f.unit(0);
    std::uint32_t hurt = 0, whole = 0;
    for (int k = 0; k < 80; ++k) hurt = f.man(a, 500, 500);
    for (int k = 0; k < 80; ++k) whole = f.man(b, 520, 500);
    f.world.units.fallen[a] = 20;
    f.start();
    f.second();
    CHECK(f.world.men.fallen_near_q8[hurt] == doctest::Approx(0.2 * 255).epsilon(0.05));
    CHECK(f.world.men.fallen_near_q8[whole] == 0);
    f.world.units.fallen_before[a] = 20;
    f.second();
    CHECK(f.world.men.fallen_near_q8[hurt] == 0);
}

TEST_CASE("A man at rest looks about every five seconds only") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto row = f.man(u, 505, 505);
    f.world.men.level[row] = static_cast<std::uint8_t>(world::Level::rest);
    f.man(u, 515, 505);
    f.start();
    f.second();
    CHECK(f.world.men.friends_near[row] == 1);
    f.man(u, 515, 505);
    f.second();
    CHECK(f.world.men.friends_near[row] == 1);
    f.run(4);
    CHECK(f.world.men.friends_near[row] == 2);
}
