// Walls, gates, ditches, fords and mud: what closes ground, what hides, what slows.
#include <doctest/doctest.h>

#include <cmath>

#include "ground_figures.hpp"
#include "linghe/ground/sight.hpp"
#include "linghe/ground/terrain.hpp"

using namespace linghe::ground;

namespace {

Sketch plain() {
    Sketch s;
    s.x0_m = -300, s.y0_m = -300, s.x1_m = 300, s.y1_m = 300;
    s.figures = ground_test::figures();
    return s;
}
/// A square fort of 200 m with one gate in its eastern wall.
Sketch fort(bool open) {
    Sketch s = plain();
    Wall wall{"fort", {{-100, -100}, {100, -100}, {100, 100}, {-100, 100}, {-100, -100}}, 5, 2};
    wall.gates.push_back({"east", "East gate", "东门", {100, 0}, 6, open});
    s.walls.push_back(wall);
    return s;
}
Ground drawn(const Sketch& s) {
    auto g = rasterise(s);
    REQUIRE(g.ok());
    return g.take();
}
std::int32_t cell_at(const Ground& g, int x_m, int y_m) { return g.cell(x_m * 1000, y_m * 1000); }
std::uint8_t region_at(const Ground& g, int x_m, int y_m) {
    return g.region[static_cast<std::size_t>(cell_at(g, x_m, y_m))];
}

}  // namespace

TEST_CASE("Nobody can stand in a wall, on foot or on horseback") {
    const Ground g = drawn(fort(true));
    for (const int y : {-90, -50, 50, 90})
        for (const Mobility m : {Mobility::foot, Mobility::horse})
            CHECK_FALSE(g.open(cell_at(g, -100, y), m));
    CHECK(g.barrier_at(cell_at(g, -100, 50)) == kWallCell);
    CHECK(g.barrier_at(cell_at(g, 0, 0)) == kNoBarrier);
}

TEST_CASE("A wall at any angle leaves no gap between two cells that touch by a corner") {
    for (const float turn : {0.0F, 0.3F, 0.6F, 0.785F}) {
        Sketch s = plain();
        s.walls.push_back(
            {"line",
             {{-450 * std::cos(turn), -450 * std::sin(turn)}, {450 * std::cos(turn), 450 * std::sin(turn)}},
             3,
             1});
        const Ground g = drawn(s);
        CAPTURE(turn);
        CHECK(g.regions == 2);
        std::int32_t dx = 0, dy = 0;
        const auto north = region_at(g, -150, 250), south = region_at(g, 150, -250);
        CHECK(north != south);
        CHECK_FALSE(g.way(150'000, -250'000, north, Mobility::foot, dx, dy));
    }
}

TEST_CASE("Through an open gate leads a way, through a shut one none") {
    std::int32_t dx = 0, dy = 0;
    const Ground open = drawn(fort(true));
    const auto inside = region_at(open, 0, 0);
    CHECK(inside != region_at(open, 200, 0));
    CHECK(open.way(200'000, 0, inside, Mobility::horse, dx, dy));
    CHECK(dx < 0);  // westward, towards the gate
    CHECK(open.way(-200'000, 0, inside, Mobility::foot, dx, dy));
    const Ground shut = drawn(fort(false));
    CHECK_FALSE(shut.way(200'000, 0, region_at(shut, 0, 0), Mobility::horse, dx, dy));
    const std::uint8_t barrier = shut.barrier_at(cell_at(shut, 100, 0));
    REQUIRE(barrier == kFirstGate);
    CHECK(shut.gate(barrier - kFirstGate)->id == "east");
    CHECK(shut.gate(1) == nullptr);
}

TEST_CASE("A wall hides a man and not a banner that stands higher; an open gate hides nobody") {
    const Ground g = drawn(fort(false));
    const Point3M eye{200, 50, 1.7}, man{0, 50, 1.7}, banner{0, 50, 12};
    CHECK(hidden_by_walls(g, eye, man));
    CHECK_FALSE(hidden_by_walls(g, eye, banner));  // at the wall the line is 6.85 m high, the wall 5 m
    const Point3M before{200, 0, 1.7}, behind{0, 0, 1.7};
    CHECK(hidden_by_walls(g, before, behind));
    const std::uint8_t now_open[] = {1};
    CHECK_FALSE(hidden_by_walls(g, before, behind, now_open));
    CHECK_FALSE(hidden_by_walls(g, {200, 200, 1.7}, {-200, 200, 1.7}));
}

TEST_CASE("A hill hides what lies behind it and nothing that stands on it") {
    Sketch s = plain();
    s.hills.push_back({{0, 0}, 100, 20});
    const Ground g = drawn(s);
    CHECK(hidden_by_heights(g, {-200, 0, 1.7}, {200, 0, 1.7}));
    CHECK_FALSE(hidden_by_heights(g, {-200, 0, 1.7}, {0, 0, 25}));
    CHECK_FALSE(hidden_by_heights(g, {-200, 150, 1.7}, {200, 150, 1.7}));
}

TEST_CASE("A ditch stops horses and slows men on foot; a ramp bridges it") {
    Sketch s = plain();
    s.ditches.push_back({"ditch", {{-400, 0}, {400, 0}}, 4, 2});
    s.ramps.push_back({"bridge", "", "", {100, 0}, 40});
    const Ground g = drawn(s);
    CHECK_FALSE(g.open(cell_at(g, -100, 0), Mobility::horse));
    CHECK(g.open(cell_at(g, -100, 0), Mobility::foot));
    CHECK(g.speed_q8[0][static_cast<std::size_t>(cell_at(g, -100, 0))] < 100);
    CHECK(g.open(cell_at(g, 100, 0), Mobility::horse));
    std::int32_t dx = 0, dy = 0;
    REQUIRE(region_at(g, -200, -200) != region_at(g, -200, 200));
    CHECK(g.way(-200'000, -200'000, region_at(g, -200, 200), Mobility::horse, dx, dy));
    CHECK(dx > 0);  // towards the bridge
}

TEST_CASE("A ford is shallower than its river, over its width only") {
    Sketch s = ground_test::river_plain(1.4F);
    s.ramps.push_back({"ford", "", "", {0, 0}, 60, 0.5F});
    const Ground g = drawn(s);
    CHECK(g.water_at_mm(0, 0) == 500);
    CHECK(g.water_at_mm(100'000, 0) == 1400);
    CHECK(g.open(cell_at(g, 0, 0), Mobility::foot));
    CHECK_FALSE(g.open(cell_at(g, 100, 0), Mobility::foot));
}

TEST_CASE("Where a brook flows into a river no bank stands in the channel") {
    Sketch s = ground_test::river_plain(0.6F);
    s.rivers.push_back({"brook", {{0, 500}, {0, 30}}, 40, 10, 0.4F, 1.0F});
    const Ground g = drawn(s);
    CHECK(g.bank[static_cast<std::size_t>(cell_at(g, 5, 35))] == 0);
    CHECK(g.water_at_mm(5'000, 5'000) == 600);
    CHECK(g.height_at_mm(5'000, 35'000) == -1500 - g.water_at_mm(5'000, 35'000));
}

TEST_CASE("Mud slows a field more than a road, and half as wet is slower than dry") {
    const Figures f = ground_test::figures();
    CHECK(cover_factor(f, Cover::road) == 1.0F);
    CHECK(static_cast<double>(cover_factor(f, Cover::crop, 1)) == doctest::Approx(std::sqrt(1.1 / 2.1)));
    CHECK(static_cast<double>(cover_factor(f, Cover::road, 1)) == doctest::Approx(std::sqrt(1.1 / 1.3)));
    CHECK(static_cast<double>(cover_factor(f, Cover::crop, 0.5F)) == doctest::Approx(std::sqrt(1.1 / 1.65)));
    CHECK(cover_factor(f, Cover::water, 1) == cover_factor(f, Cover::water, 0));
    Sketch s = plain();
    const auto dry = drawn(s).speed_q8[0];
    s.wetness = 1;
    CHECK(drawn(s).speed_q8[0][0] < dry[0]);
}
