#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "field.hpp"

using namespace linghe;
using test::Field;

TEST_CASE("Nobody passes a closed bank, however fast, however oblique, however long his step") {
    for (const int period : {1, 5, 50}) {
        Field f(60, 60, 10'000);
        for (std::int32_t x = 0; x < 60; ++x)
            f.close(x, 30 + x % 3);  // a jagged bank one cell thick, joined at corners
        for (std::int32_t x = 0; x < 60; ++x) f.close(x, 30);
        for (int i = 0; i < 200; ++i) {
            const auto r =
                f.goer(1, 20'000 + i * 2'800, 290'000 - i % 7 * 3'000, 600'000 - i * 2'900, 590'000, true);
            f.world.men.vy_mm_s[r] = 7000;
        }
        for (int t = 0; t < 1200; ++t) {
            f.step(period);
            for (std::size_t r = 0; r < 200; ++r) REQUIRE(f.world.men.y_mm[r] < 300'000);
        }
    }
}

TEST_CASE("Nobody leaves the map") {
    Field f(20, 20, 10'000);
    for (int i = 0; i < 40; ++i)
        f.goer(static_cast<std::uint8_t>(i % 2), 100'000 + i * 500, 100'000, i % 2 == 0 ? -900'000 : 900'000,
               i * 50'000 - 900'000, true);
    for (int t = 0; t < 1500; ++t) f.step(t < 300 ? 1 : 5);
    for (std::size_t r = 0; r < 40; ++r)
        CHECK(f.model.ground.inside(f.world.men.x_mm[r], f.world.men.y_mm[r]));
}

TEST_CASE("A man in water beyond his depth cannot wade on, but he can get out") {
    Field f(40, 40, 10'000);
    for (std::int32_t x = 0; x < 40; ++x) f.water(x, 20, 2'000), f.water(x, 21, 2'000);
    const auto dry = f.goer(0, 100'000, 150'000, 100'000, 390'000, true);
    const auto wet = f.goer(0, 200'000, 214'000, 200'000, 390'000, true);
    for (int t = 0; t < 1500; ++t) f.step();
    CHECK(f.world.men.y_mm[dry] < 200'000);
    CHECK(f.world.men.y_mm[dry] > 190'000);
    CHECK(f.world.men.y_mm[wet] > 220'000);
}

TEST_CASE("In the step a wader makes the speed that 150 W give him against the water") {
    for (const auto& [depth_mm, speed] :
         {std::pair{400, 1.19}, {600, 1.04}, {800, 0.95}, {1000, 0.88}, {1200, 0.83}}) {
        Field f(40, 5, 10'000);
        for (std::int32_t x = 0; x < 40; ++x) {
            for (std::int32_t y = 0; y < 5; ++y) f.water(x, y, static_cast<std::int16_t>(depth_mm));
        }
        const auto r = f.goer(0, 20'000, 25'000, 390'000, 25'000, true);
        for (int t = 0; t < 100; ++t) f.step();
        const double from = f.world.men.x_mm[r];
        for (int t = 0; t < 600; ++t) f.step();
        CHECK((f.world.men.x_mm[r] - from) / 60'000.0 == doctest::Approx(speed).epsilon(0.10));
    }
}

TEST_CASE("A ford is a queue: the crowd before it stands, the crossing goes on") {
    Field f(60, 60, 5'000);
    for (std::int32_t x = 0; x < 60; ++x) {
        if (x < 28 || x > 31) f.close(x, 30), f.close(x, 31);
    }
    for (std::int32_t x = 28; x <= 31; ++x) f.water(x, 30, 800), f.water(x, 31, 800);
    for (int i = 0; i < 600; ++i)
        f.goer(1, 110'000 + i % 60 * 1'400, 60'000 + i / 60 * 4'000, 150'000, 154'000, true);
    auto& men = f.world.men;
    int queueing_most = 0, crossed = 0;
    for (int t = 0; t < 3000; ++t) {
        for (std::size_t r = 0; r < men.size();
             ++r) {  // way_to() leads to the ford in battle; here we point at it
            men.goal_x_mm[r] =
                men.y_mm[r] > 151'000 ? men.x_mm[r] : std::clamp(men.x_mm[r], 140'500, 159'500);
            men.goal_y_mm[r] = men.y_mm[r] > 151'000 ? 290'000 : 154'000;
        }
        f.step();
        int stuck = 0;
        crossed = 0;
        for (std::size_t r = 0; r < men.size(); ++r)
            stuck += men.stuck_s[r] > 0 ? 1 : 0, crossed += men.y_mm[r] > 160'000 ? 1 : 0;
        queueing_most = std::max(queueing_most, stuck);
    }
    MESSAGE("600 horse at a ford of 20 m: " << crossed << " across in 300 s, at most " << queueing_most
                                            << " held up at once");
    CHECK(crossed > 400);
    CHECK(queueing_most > 60);
}

TEST_CASE("In the step a man who runs tires, slows to his critical speed, and recovers when he stands") {
    Field f(400, 3, 10'000);
    const auto r = f.goer(0, 10'000, 15'000, 3'990'000, 15'000, true);
    for (int t = 0; t < 2600; ++t)
        f.step();  // 200 m of store at 0.76 m/s above 3.04 m/s: 263 s, and the last tenth slower
    CHECK(f.world.men.stamina_q16[r] < 65535 / 5);
    for (int t = 0; t < 2400; ++t) f.step();
    CHECK(f.world.men.vx_mm_s[r] == doctest::Approx(3040).epsilon(0.03));
    f.world.men.goal_x_mm[r] = f.world.men.x_mm[r];
    for (int t = 0; t < 456; ++t) f.step();  // half-time of recovery at rest: D'/CS ln 2 = 45.6 s
    CHECK(f.world.men.stamina_q16[r] / 65535.0 == doctest::Approx(0.5).epsilon(0.10));
}

TEST_CASE("A starved man is spent sooner and goes on more slowly") {
    Field f(400, 3, 10'000);
    (void)f.unit(0, 0, 5, model::Verb::hold, 0, 0, 0);
    f.model.units[0].hunger = 1.0F;
    const auto r = f.goer(0, 10'000, 15'000, 3'990'000, 15'000, true);
    const double left = 1.0 - static_cast<double>(f.model.parameters.move.hunger_endurance);
    for (int t = 0; t < 900; ++t)
        f.step();  // half the store, at 2.28 m/s above half the critical speed: 44 s
    CHECK(f.world.men.stamina_q16[r] < 65535 / 5);
    for (int t = 0; t < 1200; ++t) f.step();
    CHECK(f.world.men.vx_mm_s[r] == doctest::Approx(3040 * left).epsilon(0.03));
}

TEST_CASE("Those who carry a wounded man go at a bearer's pace, heed no foe and keep no place in the ranks") {
    Field f(60, 60, 5'000);
    const auto u = f.unit(0, 0, 10, model::Verb::hold, 50'000, 50'000, 0);
    std::uint32_t last = 0;
    for (int i = 0; i < 10; ++i) last = f.man(0, 0, 50'000, 45'000 + i * 1'000, u);
    auto& men = f.world.men;
    for (int t = 0; t < 20; ++t) f.step();
    CHECK(men.slot[last] != world::kNoSlot);
    men.goal_kind[last] = static_cast<std::uint8_t>(world::Goal::rear);
    men.goal_x_mm[last] = 50'000, men.goal_y_mm[last] = 250'000;
    men.bears[last] = 1;
    const std::int32_t from = men.y_mm[last];
    for (int t = 0; t < 300; ++t) f.step();
    CHECK((men.y_mm[last] - from) / 30'000.0 ==
          doctest::Approx(static_cast<double>(f.model.parameters.move.carry_m_s)).epsilon(0.05));
    CHECK(men.slot[last] == world::kNoSlot);
    men.goal_kind[last] = static_cast<std::uint8_t>(world::Goal::ranks), men.bears[last] = 0;
    for (int t = 0; t < 900; ++t) f.step();
    CHECK(men.slot[last] != world::kNoSlot);
    CHECK(std::abs(men.y_mm[last] - 50'000) < 12'000);  // back with his body
}

TEST_CASE("Smoke, wounds and missing horses slow a man") {
    const auto run = [](auto change) {
        Field f(200, 3, 10'000);
        const auto r = f.goer(1, 10'000, 15'000, 1'990'000, 15'000, true);
        change(f.world.men, r);
        for (int t = 0; t < 300; ++t) f.step();
        return f.world.men.vx_mm_s[r] * 0.001;
    };
    CHECK(run([](auto&, auto) {}) == doctest::Approx(7.0).epsilon(0.02));
    CHECK(run([](auto& m, auto r) { m.sight_m[r] = 0; }) == doctest::Approx(3.5).epsilon(0.02));
    CHECK(run([](auto& m, auto r) { m.severity[r] = 2; }) == doctest::Approx(2.8).epsilon(0.02));
    CHECK(run([](auto& m, auto r) { m.horse[r] = 2; }) == doctest::Approx(2.8).epsilon(0.02));
}

TEST_CASE("Mud and darkness slow a walker in the step, on a road less than beside it") {
    const auto pace = [](std::uint16_t mud_q16, std::uint32_t light_mlx, ground::Cover cover) {
        Field f(40, 10, 10'000);
        auto& g = f.model.ground;
        g.cover.assign(g.cover.size(), static_cast<std::uint8_t>(cover));
        g.figures.terrain_eta_road = 1.0F, g.figures.terrain_eta_wet_road = 1.3F;
        g.figures.terrain_eta_grass = 1.2F, g.figures.terrain_eta_wet_grass = 1.5F;
        f.world.clock.mud_q16[0] = mud_q16, f.world.clock.light_mlx[0] = light_mlx;
        const auto r = f.goer(0, 50'000, 50'000, 90'000, 50'000);
        for (int t = 0; t < 100; ++t) f.step();
        return static_cast<double>(f.world.men.vx_mm_s[r]);
    };
    using ground::Cover;
    const double dry = pace(0, 0, Cover::dry_grass);
    CHECK(pace(0, 100'000'000, Cover::dry_grass) == dry);
    CHECK(pace(65535, 0, Cover::dry_grass) / dry == doctest::Approx(std::sqrt(1.2 / 1.5)).epsilon(0.01));
    CHECK(pace(0, 10, Cover::dry_grass) / dry == doctest::Approx(0.67).epsilon(0.01));
    CHECK(pace(0, 10, Cover::road) / dry == doctest::Approx(0.8).epsilon(0.01));
    CHECK(pace(65535, 10, Cover::dry_grass) / dry == doctest::Approx(0.67 * std::sqrt(0.8)).epsilon(0.01));
}
