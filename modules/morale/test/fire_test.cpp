#include <doctest/doctest.h>

#include "field.hpp"
#include "linghe/math/angle.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::frozen;
using morale_test::shipped;
using world::Morale;

namespace {

void see_fire(Field& f, std::uint32_t i, float range_m, float closing_m_s, math::turn16 bearing = 0) {
    f.world.men.fire_range_dm[i] = static_cast<std::uint16_t>(range_m * 10);
    f.world.men.fire_closing_cm_s[i] = static_cast<std::int16_t>(closing_m_s * 100);
    f.world.men.fire_bearing[i] = bearing;
}
/// Fear after half a minute before flames.
float fear_after(float range_m, float closing_m_s, bool rides, std::uint16_t heat_dw_m2 = 0) {
    Field f(1, 20, shipped());
    f.model.parameters.morale.break_rate_per_s = 0;
    for (int s = 0; s < 30; ++s) {
        for (std::uint32_t i = 0; i < 20; ++i) {
            if (range_m > 0) see_fire(f, i, range_m, closing_m_s);
            f.world.men.horse[i] = rides ? 1 : 0;
            f.world.men.heat_dw_m2[i] = heat_dw_m2;
        }
        f.second();
    }
    return f.mean_fear(0, 20);
}

}  // namespace

TEST_CASE("Fire frightens the more the nearer it is, the faster it comes, and more on horseback") {
    const float none = fear_after(0, 0, false), far = fear_after(200, 0, false),
                near = fear_after(20, 0, false);
    CHECK(far > none);
    CHECK(near > far + 0.1F);
    CHECK(fear_after(60, 2, false) > fear_after(60, 0, false) + 0.05F);
    CHECK(fear_after(60, 0, true) > fear_after(60, 0, false) + 0.03F);
    CHECK(fear_after(60, 0, false, 470) > fear_after(60, 0, false) + 0.2F);
}

TEST_CASE("Fear of fire is booked as its own cause, and named when he runs") {
    Field f(1, 200, shipped());
    for (int s = 0; s < 90; ++s) {
        for (std::uint32_t i = 0; i < 200; ++i) see_fire(f, i, 15, 1);
        f.second(true);
    }
    CHECK(f.world.men.cause_fire[5] > 0);
    std::uint32_t named = 0, ran = 0;
    for (std::size_t e = 0; e < f.world.events.size(); ++e) {
        if ((f.world.events.value[e] & 0xff) != static_cast<std::int32_t>(Morale::routing)) continue;
        ++ran;
        named += f.world.events.cause_1[e] == static_cast<std::uint8_t>(world::Cause::fire) ? 1 : 0;
    }
    CHECK(ran > 50);
    CHECK(named > ran / 2);
}

TEST_CASE("Flight goes away from the fire, though safety is known to lie beyond it") {
    Field f(1, 10, frozen());  // safety lies north
    f.model.parameters.morale.rally_rate_per_min = 0;
    f.all(0, 10, Morale::routing, 0.8F);
    for (std::uint32_t i = 0; i < 10; ++i) see_fire(f, i, 30, 1, math::kNorth);
    f.second();
    for (std::uint32_t i = 0; i < 10; ++i) CHECK(f.world.men.goal_y_mm[i] < f.world.men.y_mm[i]);
    for (std::uint32_t i = 0; i < 10; ++i) see_fire(f, i, 400, 1, math::kNorth);
    f.second();
    for (std::uint32_t i = 0; i < 10; ++i) CHECK(f.world.men.goal_y_mm[i] > f.world.men.y_mm[i]);
}

TEST_CASE(
    "Flames shut the ways they stand in, low ones only to horses, and nobody gives himself up to fire") {
    const auto shut = [](std::int32_t intensity_kw_m, bool rides) {
        Field f(1, 4, frozen());
        f.model.parameters.move.fire_cross_flame_m = 1;
        auto& g = f.model.ground;
        g.nx = g.ny = 20, g.cell_mm = 10'000, g.x0_mm = g.y0_mm = -100'000;
        g.height_mm.assign(400, 0), g.water_mm.assign(400, 0), g.bank.assign(400, 0);
        for (auto& q8 : g.speed_q8) q8.assign(400, 255);
        auto& fire = f.world.fire;
        fire.resize(400);
        for (std::size_t j = 0; j < 20; ++j) {  // a wall of flame north of him
            fire.state[13 * 20 + j] = static_cast<std::uint8_t>(world::FireState::flaming);
            fire.intensity_kw_m[13 * 20 + j] = intensity_kw_m;
        }
        f.world.blazes.resize(1);
        f.world.blazes.alight[0] = 20;
        f.all(0, 4, Morale::routing, 0.8F);
        for (std::uint32_t i = 0; i < 4; ++i)
            see_fire(f, i, 30, 1, math::kNorth), f.world.men.horse[i] = rides ? 1 : 0;
        f.world.index.rebuild(f.model, f.world.men, *f.jobs);
        f.world.sectors.rebuild(f.model, f.world.men, f.world.index, *f.jobs);
        f.second();
        return f.world.men.shut_ways[1];
    };
    CHECK(shut(3'000, false) == 0b00001110);  // north-east, north, north-west
    CHECK(shut(100, false) == 0);
    CHECK(shut(100, true) == 0b00001110);
}
