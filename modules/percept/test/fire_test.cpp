#include <cmath>

#include "field.hpp"

using namespace linghe;
using field::Field;

namespace {

/// Lights one cell of a plain of grass; its flames stand 3 m high.
std::size_t light(Field& f, float x_m, float y_m) {
    const auto& g = f.model.ground;
    auto& fire = f.world.fire;
    if (fire.size() == 0) {
        fire.resize(g.height_mm.size());
        f.world.blazes.resize(1);
    }
    const auto cell = static_cast<std::size_t>(
        g.cell(static_cast<std::int32_t>(x_m * 1000), static_cast<std::int32_t>(y_m * 1000)));
    fire.state[cell] = static_cast<std::uint8_t>(world::FireState::flaming);
    fire.intensity_kw_m[cell] = 3'000, fire.pass_ticks[cell] = 200, fire.flame_ticks[cell] = 300;
    ++f.world.blazes.alight[0];
    return cell;
}

}  // namespace

TEST_CASE("A man knows the nearest flames by bearing and range, to half a cell") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto man = f.man(u, 500, 500);
    f.start();
    light(f, 615, 505), light(f, 705, 505), light(f, 505, 305);
    f.second();
    CHECK(f.world.men.fire_range_dm[man] / 10.0 == doctest::Approx(115).epsilon(0.05));
    CHECK(std::abs(math::turn_diff(f.world.men.fire_bearing[man], 0)) < 1000);
}

TEST_CASE("Flames that come nearer are known to do so by the second look") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto man = f.man(u, 500, 500);
    f.start();
    const auto cell = light(f, 615, 505);
    f.world.fire.lit[cell] = 0;
    f.second();
    CHECK(f.world.men.fire_closing_cm_s[man] == 0);
    for (int s = 0; s < 5; ++s) f.second();
    CHECK(f.world.men.fire_closing_cm_s[man] == doctest::Approx(50).epsilon(0.25));  // a cell of 10 m in 20 s
}

TEST_CASE("Smoke too thick for flames hides the fire, but not its heat on the skin") {
    const auto range = [](float k_per_m, std::uint16_t heat) {
        Field f(1000, 1000);
        const auto u = f.unit(0);
        const auto man = f.man(u, 500, 500);
        f.start();
        light(f, 605, 505);
        f.smoke(k_per_m);
        for (auto& q : f.world.fire.heat_dw_m2) q = heat;
        f.second();
        return f.world.men.fire_range_dm[man];
    };
    CHECK(range(0.05F, 0) > 900);                // K V = 5: a man is lost in it, a flame is not
    CHECK(range(0.15F, 0) == world::kNoFlames);  // K V = 15
    CHECK(range(0.15F, 150) > 900);
}

TEST_CASE("Where nothing flames nobody knows of fire, and when it is out it is forgotten") {
    Field f(1000, 1000);
    const auto u = f.unit(0);
    const auto man = f.man(u, 500, 500);
    f.start();
    f.second();
    CHECK(f.world.men.fire_range_dm[man] == world::kNoFlames);
    const auto cell = light(f, 605, 505);
    f.second();
    CHECK(f.world.men.fire_range_dm[man] != world::kNoFlames);
    f.world.fire.state[cell] = static_cast<std::uint8_t>(world::FireState::burnt);
    f.world.blazes.alight[0] = 0;
    f.second();
    CHECK(f.world.men.fire_range_dm[man] == world::kNoFlames);
}

TEST_CASE("Who has not seen the fire learns of it from one who has, when they can talk") {
    Field f(3000, 1000);
    const auto u = f.unit(0);
    const auto saw = f.person(f.man(u, 500, 500)), beside = f.person(f.man(u, 520, 500)),
               far = f.person(f.man(u, 2500, 500));
    f.model.parameters.percept.exchange_period_s = 5;
    f.start();
    f.second();
    auto& self = f.beliefs.self;
    self.fire_known[saw] = 1, self.fire_tick[saw] = 1;
    self.fire_x_mm[saw] = 500'000, self.fire_y_mm[saw] = -300'000, self.fire_speed_cm_s[saw] = 60;
    for (int s = 0; s < 10; ++s) f.second();
    CHECK(self.fire_known[beside] == 1);
    CHECK(self.fire_y_mm[beside] == -300'000);
    CHECK(self.fire_speed_cm_s[beside] == 60);
    CHECK(self.fire_known[far] == 0);
}
