// Measures of fire and smoke on ground that a test burns by hand.
#include <cmath>

#include "bench.hpp"

using namespace lab_test;
using world::FireState;

TEST_CASE(
    "The first and the last flame are told by the minute, and losses before the fire are those at its first "
    "flame") {
    Bench b({"first_flame_min", "last_flame_min", "out_at_first_flame.jin", "out_at_end.jin", "burnt_ha"},
            false);
    const auto blue = b.men_of("blue");
    const auto dead = static_cast<std::uint8_t>(world::Status::dead);
    b.until(59.9);
    CHECK(b.value("first_flame_min").why == "nothing burnt");
    b.state.world.men.status[blue[3]] = dead;
    b.burn(0, -600, 100, -500, FireState::flaming);
    b.until(180);
    b.state.world.men.status[blue[4]] = dead;
    CHECK(b.value("last_flame_min").why == "it still burns at the end");
    b.burn(0, -600, 100, -500, FireState::burnt);
    b.until(240);
    CHECK(b.value("first_flame_min").number == doctest::Approx(1));
    CHECK(b.value("last_flame_min").number == doctest::Approx(3));
    CHECK(b.value("out_at_first_flame.jin").number == 1);
    CHECK(b.value("out_at_end.jin").number == 2);
    CHECK(b.value("burnt_ha").number == doctest::Approx(1));
}

TEST_CASE("A fire driven north spreads to azimuth 0, and stands at the water until something burns beyond") {
    Bench b(
        {"fire_spread_azimuth_deg", "fire_spread_off_wind_deg", "fire_beyond_water", "fire_reached_water"},
        false);
    b.state.world.clock.wind_x_mm_s[0] = 3000;  // towards north-east
    b.state.world.clock.wind_y_mm_s[0] = 3000;
    b.burn(0, -610, 20, -600, FireState::flaming);
    b.until(10);
    b.burn(0, -610, 20, -100, FireState::burnt);
    b.burn(0, -110, 20, -100, FireState::flaming);
    b.until(30);
    CHECK(b.value("fire_spread_azimuth_deg").number == doctest::Approx(0).epsilon(0.01));
    CHECK(b.value("fire_spread_off_wind_deg").number == doctest::Approx(45).epsilon(0.01));
    CHECK(b.value("fire_beyond_water").number == 0);
    CHECK(b.value("fire_reached_water").number == 0);
    b.state.world.blazes.told[0] = 1;
    b.burn(0, 200, 20, 220, FireState::flaming);
    CHECK(b.value("fire_beyond_water").number == 1);
    CHECK(b.value("fire_reached_water").number == 1);
}

TEST_CASE("The least distance to flames is to the edge of the burning cell, while he is fit") {
    Bench b({"least_to_flames_m.red_chief", "least_to_flames_m.blue_chief"});
    const auto red = b.model.persons[b.person("red_chief")].man,
               blue = b.model.persons[b.person("blue_chief")].man;
    b.put(red, 40, -595);
    b.put(blue, 1150, 700);
    b.burn(0, -600, 10, -590, FireState::flaming);
    b.until(10);
    CHECK(b.value("least_to_flames_m.red_chief").number == doctest::Approx(30));
    CHECK(b.value("least_to_flames_m.blue_chief").why == "no flames came within 500 m of him");
    b.put(red, 12, -595);
    b.until(20);
    CHECK(b.value("least_to_flames_m.red_chief").number == doctest::Approx(2));
    b.state.world.men.status[red] = static_cast<std::uint8_t>(world::Status::dead);
    b.put(red, 5, -595);
    b.until(30);
    CHECK(b.value("least_to_flames_m.red_chief").number == doctest::Approx(2));
}

TEST_CASE("Sight across the river clears from its last minute under 50 m to its first over 300 m") {
    Bench b({"sight_across_least_m", "sight_across_clears_min"}, false);
    const double seen = -std::log(static_cast<double>(b.model.parameters.percept.contrast_threshold));
    b.smoke(seen / 400);
    b.until(50);
    CHECK(b.value("sight_across_clears_min").why == "sight across the river was never under 50 m");
    b.smoke(seen / 40);
    b.until(100);
    b.smoke(seen / 100);
    b.until(200);
    CHECK_FALSE(b.value("sight_across_clears_min").known);
    b.smoke(seen / 45);
    b.until(300);
    b.smoke(seen / 200);
    b.until(395);
    b.smoke(seen / 350);
    b.until(500);
    CHECK(b.value("sight_across_least_m").number == doctest::Approx(40).epsilon(0.02));
    CHECK(b.value("sight_across_clears_min").number == doctest::Approx(100.0 / 60));
}

TEST_CASE("Smoke over burnt ground is told at its peak and ten minutes after it") {
    Bench b({"burnt_ground_smoke_peak_per_m", "burnt_ground_smoke_after_10"}, false);
    b.burn(0, -700, 200, -500, FireState::smouldering);
    b.smoke(0.05);
    b.until(20);
    b.smoke(0.08);
    b.until(39);
    b.smoke(0.06);
    b.until(400);
    CHECK_FALSE(b.value("burnt_ground_smoke_after_10").known);
    b.smoke(0.02);
    b.until(700);
    CHECK(b.value("burnt_ground_smoke_peak_per_m").number == doctest::Approx(0.08));
    CHECK(b.value("burnt_ground_smoke_after_10").number == doctest::Approx(0.25));
}

TEST_CASE("The pace of formed bodies in smoke is told against their ordered pace and against clear air") {
    Bench b({"march_pace_in_smoke", "march_pace_in_clear", "march_pace_smoke_over_clear"});
    CHECK_FALSE(b.value("march_pace_in_smoke").known);
    auto& men = b.state.world.men;
    std::fill(men.doing.begin(), men.doing.end(), static_cast<std::uint8_t>(world::Doing::standing));
    const auto red = b.men_of("red"), blue = b.men_of("blue");
    const auto march = [&](const std::vector<std::uint32_t>& of, double share, std::uint16_t sight) {
        for (const std::uint32_t i : of) {
            const auto unit = men.unit[i];
            b.state.world.units.formed[unit] = 1;
            b.state.intents.units.pace[unit] = static_cast<std::uint8_t>(intent::Pace::walk);
            const double walk = static_cast<double>(b.model.troops[b.model.men.troop[i]].walk_m_s);
            men.doing[i] = static_cast<std::uint8_t>(world::Doing::marching);
            men.vx_mm_s[i] = static_cast<std::int16_t>(share * walk * 1000);
            men.vy_mm_s[i] = 0;
            men.sight_m[i] = sight;
        }
    };
    march(red, 0.6, 40);
    march(blue, 0.8, 1000);
    b.until(60);
    CHECK(b.value("march_pace_in_smoke").number == doctest::Approx(0.6).epsilon(0.01));
    CHECK(b.value("march_pace_in_clear").number == doctest::Approx(0.8).epsilon(0.01));
    CHECK(b.value("march_pace_smoke_over_clear").number == doctest::Approx(0.75).epsilon(0.01));
}
