// Measures of fear and calm.
#include <cmath>

#include "bench.hpp"
#include "ranks.hpp"

using namespace lab_test;

namespace {

void heart(Bench& b, std::uint32_t man, world::Morale morale, double fear = 0) {
    b.state.world.men.morale[man] = static_cast<std::uint8_t>(morale);
    b.state.world.men.fear_q16[man] = static_cast<std::uint16_t>(fear * 65535);
}

/// Everybody of the chief's side on the north bank, calm; he himself at the place of his gathering.
void all_across(Bench& b) {
    for (const char* colours : {"red", "blue"})
        for (const std::uint32_t i : b.men_of(colours)) {
            b.put(i, 0, kNorth);
            heart(b, i, world::Morale::steady);
        }
}

}  // namespace

TEST_CASE(
    "Ranks that rise together correlate by one, against each other by minus one, and ties share a rank") {
    CHECK(spearman({{1, 10}, {2, 40}, {3, 90}}).value() == doctest::Approx(1));
    CHECK(spearman({{1, 9}, {2, 4}, {3, 1}}).value() == doctest::Approx(-1));
    CHECK(spearman({{1, 1}, {1, 2}, {2, 3}, {2, 4}}).value() == doctest::Approx(0.894).epsilon(0.001));
    CHECK_FALSE(spearman({{1, 1}, {2, 2}}).has_value());
    CHECK_FALSE(spearman({{1, 1}, {1, 2}, {1, 3}}).has_value());
}

TEST_CASE(
    "Of those on the chief's bank the steady are told from the shaken, and the rate at which the unsteady "
    "grow calm") {
    Bench b({"steady_share_at_0", "steady_share_at_5", "calming_per_min", "fleeing_share_most_from_20"});
    all_across(b);
    const auto red = b.men_of("red");
    const auto all = static_cast<double>(red.size() + b.men_of("blue").size());
    for (std::size_t k = 10; k < 50; ++k) heart(b, red[k], world::Morale::shaken);
    b.until(100);
    for (std::size_t k = 10; k < 40; ++k) heart(b, red[k], world::Morale::steady);
    b.state.world.men.status[red[49]] = static_cast<std::uint8_t>(world::Status::left_field);
    b.until(301);
    CHECK(b.value("steady_share_at_0").number == doctest::Approx(1 - 40 / all));
    CHECK(b.value("steady_share_at_5").number == doctest::Approx(1 - 9 / (all - 1)));
    CHECK(b.value("calming_per_min").number ==
          doctest::Approx(std::log(4.0) / 5));  // 10 of 40, one of them gone
    CHECK_FALSE(b.value("fleeing_share_most_from_20").known);
}

TEST_CASE("A boy's fear has a peak, and minutes until he is no longer shaken") {
    Bench b({"fear_peak.red_chief", "calm_again_min.red_chief", "calm_again_min.blue_chief"});
    all_across(b);
    const auto boy = b.model.persons[b.person("red_chief")].man,
               other = b.model.persons[b.person("blue_chief")].man;
    heart(b, boy, world::Morale::shaken, 0.8);
    heart(b, other, world::Morale::shaken, 0.9);
    b.until(119.9);
    heart(b, boy, world::Morale::steady, 0.05);
    b.until(200);
    CHECK(b.value("fear_peak.red_chief").number == doctest::Approx(0.8).epsilon(0.01));
    CHECK(b.value("calm_again_min.red_chief").number == doctest::Approx(2));
    CHECK_FALSE(b.value("calm_again_min.blue_chief").known);
}

TEST_CASE(
    "Fear lost beside the chief is counted from speaking distance, and what it does to those about him") {
    Bench b({"fear_lost_beside_chief.red_chief", "staff_fear_rise.red_chief",
             "fear_lost_beside_chief.blue_chief"});
    all_across(b);
    const auto lord = b.model.persons[0].man, boy = b.model.persons[b.person("red_chief")].man,
               calm = b.model.persons[b.person("blue_chief")].man;
    for (const char* colours : {"red", "blue"})
        for (const std::uint32_t i : b.men_of(colours)) b.put(i, 0, 800);
    b.put(lord, 0, kNorth);
    const auto staff = b.men_of("red")[20];
    b.put(staff, 5, kNorth);
    heart(b, staff, world::Morale::steady, 0.1);
    b.put(boy, 0, kNorth + 500);
    heart(b, boy, world::Morale::wavering, 0.8);
    b.until(9.9);
    b.put(boy, 0, kNorth + 30);
    b.put(calm, 0, kNorth + 30);
    b.until(60);
    heart(b, boy, world::Morale::steady, 0.2);
    heart(b, staff, world::Morale::steady, 0.15);
    b.until(320);
    CHECK(b.value("fear_lost_beside_chief.red_chief").number == doctest::Approx(0.75).epsilon(0.01));
    CHECK(b.value("staff_fear_rise.red_chief").number == doctest::Approx(0.05).epsilon(0.02));
    CHECK_FALSE(b.value("fear_lost_beside_chief.blue_chief").known);  // he was calm when he came
}

TEST_CASE("Who hears the drum and neither turns nor falls in for two minutes is late") {
    Bench b({"hearers_late_share"});
    all_across(b);
    const auto red = b.men_of("red");
    for (std::size_t k = 20; k < 30; ++k) {
        b.put(red[k], 700, kNorth);
        heart(b, red[k], world::Morale::routing, 0.5);
    }
    b.until(4.9);
    for (std::size_t k = 20; k < 28; ++k) b.state.world.men.drum_tick[red[k]] = 60;  // two never hear it
    b.until(60);
    for (std::size_t k = 20; k < 26; ++k) b.state.world.men.vx_mm_s[red[k]] = -3000;  // towards him
    b.until(200);
    CHECK(b.value("hearers_late_share").number == doctest::Approx(0.25));
}

TEST_CASE("Bodies that come in are those of which half was not there before") {
    Bench b({"bodies_come_in_by_20", "gathering_quickens_men"});
    all_across(b);
    for (const std::uint32_t i : b.men_of("blue")) b.put(i, 2000, kNorth);
    const auto blue = b.men_of("blue");
    std::vector<std::uint16_t> bodies;
    for (const std::uint32_t i : blue)
        if (std::find(bodies.begin(), bodies.end(), b.model.men.home_unit[i]) == bodies.end())
            bodies.push_back(b.model.men.home_unit[i]);
    for (std::size_t minute = 0; minute < 8; ++minute) {  // 1, 2, 3 ... more in each minute
        b.until(static_cast<double>(minute) * 60 + 59.9);
        for (std::size_t k = 0; k < (minute + 1) * (minute + 2) / 2 && k < blue.size(); ++k)
            b.put(blue[k], 0, kNorth);
    }
    for (const std::uint32_t i : blue) b.put(i, 0, kNorth);
    b.until(1201);
    CHECK(b.value("bodies_come_in_by_20").number == static_cast<double>(bodies.size()));
    CHECK(b.value("gathering_quickens_men").number == doctest::Approx(1));
}
