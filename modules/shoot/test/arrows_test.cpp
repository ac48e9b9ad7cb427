// Archers in the step: who may shoot, what an arrow does to formed men and to a crowd, and where every arrow goes.
#include <doctest/doctest.h>

#include <algorithm>

#include "../../fight/test/yard.hpp"
#include "linghe/fight/fight.hpp"
#include "linghe/shoot/shoot.hpp"

using namespace linghe;
using world::Morale;
using world::Status;
using yard::Yard;

namespace {

void shoot_only(Yard& y) {
    shoot::advance(y.model, y.world, y.intents, y.jobs);
    y.world.hits.resize(0);
}
void shoot_and_fight(Yard& y) {
    shoot::advance(y.model, y.world, y.intents, y.jobs);
    fight::advance(y.model, y.world, y.intents, y.jobs);
}
std::uint64_t in_quivers(const Yard& y) {
    std::uint64_t n = 0;
    for (const auto a : y.world.men.arrows) n += a;
    return n;
}

/// `archers` in two open ranks shoot for `seconds` at a block of `files` x `ranks`, spaced by `file_m` and `rank_m`.
struct Volley {
    std::uint64_t shots = 0, hits = 0;
    int disabled = 0, horses = 0;
    double per_min = 0;
};
Volley shoot_at(const model::TroopType& target, double range_m, double file_m, double rank_m, int seconds, std::uint64_t seed = 1) {
    Yard y(seed, 1, 60);
    const auto bows = y.troop(yard::archer()), marks = y.troop(target);
    for (int i = 0; i < 200; ++i) y.man(0, bows, 100 - (i % 2) * 1.5, 200 + (i / 2) * 1.0 + (i % 2) * 0.5, math::kEast);
    for (int r = 0; r < 20; ++r)
        for (int f = 0; f < 100; ++f) y.man(1, marks, 100 + range_m + r * rank_m, 200 + f * file_m, math::kWest);
    for (int t = 0; t < seconds * 10; ++t) y.tick(shoot_and_fight, 0);
    Volley v;
    v.shots = y.world.clock.shots[0], v.hits = y.world.clock.hits[0];
    v.disabled = 2000 - y.fit(1);
    v.per_min = static_cast<double>(v.shots) / 200 / (seconds / 60.0);
    for (const auto h : y.world.men.horse) v.horses += h == static_cast<std::uint8_t>(world::Horse::lost);
    return v;
}

}  // namespace

TEST_CASE("No arrow flies that no quiver lost, and none is lost on the way") {
    Yard y(2, 1, 60);
    const auto bows = y.troop(yard::archer()), marks = y.troop(yard::spearman());
    for (int i = 0; i < 300; ++i) y.man(0, bows, 100, 100 + i * 1.0, math::kEast);
    for (int i = 0; i < 300; ++i) y.man(1, marks, 180, 100 + i * 1.0, math::kWest);
    const std::uint64_t at_start = in_quivers(y);
    const auto arrows_of_marks = y.world.men.arrows[400];
    std::uint64_t landed = 0;
    for (int t = 0; t < 6'000; ++t) {
        const std::uint64_t flying = y.world.arrows.size(), shot = y.world.clock.shots[0];
        y.tick(shoot_only, 0);
        landed += flying + (y.world.clock.shots[0] - shot) - y.world.arrows.size();
        REQUIRE(in_quivers(y) + y.world.arrows.size() + landed == at_start);
        REQUIRE(in_quivers(y) + y.world.clock.shots[0] == at_start);
        REQUIRE(y.world.clock.hits[0] <= landed);
    }
    CHECK(landed > 5'000);
    CHECK(y.world.men.arrows[400] == arrows_of_marks);
    CHECK(in_quivers(y) == 0);  // thirty arrows last less than ten minutes
    CHECK(y.world.arrows.size() == 0);
}

TEST_CASE("An arrow disables formed men in armour at 0.5 to 1 per cent, a bare crowd at 2 to 5") {
    auto bare = yard::spearman();
    bare.armour_cover = 0;
    const Volley formed = shoot_at(yard::spearman(), 100, 1.0, 1.5, 180), crowd = shoot_at(bare, 100, 1.0, 1.0, 180);
    const auto percent = [](const Volley& v) { return 100.0 * v.disabled / static_cast<double>(v.shots); };
    MESSAGE("armoured: ", formed.shots, " arrows, struck ", formed.hits, ", disabled per arrow ", percent(formed), " %, rate ", formed.per_min, "/min");
    MESSAGE("crowd: ", crowd.shots, " arrows, struck ", crowd.hits, ", disabled per arrow ", percent(crowd), " %");
    CHECK(percent(formed) > 0.5);
    CHECK(percent(formed) < 1.0);
    CHECK(percent(crowd) > 2.0);
    CHECK(percent(crowd) < 5.0);
}

TEST_CASE("An arrow takes a horse at 2 to 4 per cent") {
    const Volley v = shoot_at(yard::horseman(), 100, 1.3, 3.0, 180);
    MESSAGE("mounted: ", v.shots, " arrows, struck ", v.hits, ", horses ", 100.0 * v.horses / static_cast<double>(v.shots), " %, riders ",
            100.0 * v.disabled / static_cast<double>(v.shots), " %");
    CHECK(100.0 * v.horses / static_cast<double>(v.shots) > 2);
    CHECK(100.0 * v.horses / static_cast<double>(v.shots) < 4);
}

TEST_CASE("The arm is quick at first and slower after some twenty-five draws") {
    const Volley first = shoot_at(yard::spearman(), 90, 1.0, 1.5, 60), four = shoot_at(yard::spearman(), 90, 1.0, 1.5, 200);
    const double later = (static_cast<double>(four.shots) - static_cast<double>(first.shots)) / 200 / (140.0 / 60);
    MESSAGE("first minute ", first.per_min, ", then ", later, " a minute");
    CHECK(first.per_min > 7);
    CHECK(first.per_min < 12);
    CHECK(later > 4.5);
    CHECK(later < first.per_min - 1.5);
}

TEST_CASE("In drill at a known range half the arrows strike a man at fifty metres, a quarter at a hundred") {
    // No shields, no fear, no misjudged range: 7 mrad of hand and eye against an outline of 0.44 x 1.7 m.
    const auto share = [](double range_m) {
        Yard y(12, 1, 60);
        auto steady = yard::archer();
        steady.aim_sigma_mrad = 7;
        const auto bows = y.troop(steady), marks = y.troop(yard::spearman());
        auto& p = y.model.parameters.shoot;
        p.exposure_share = 1, p.range_error_share = 0, p.mass_min_men = 1, p.spread_m = 0.01F, p.aimed_range_m = 200;
        for (int i = 0; i < 25; ++i) {
            y.man(0, bows, 100, 20 + i * 20.0, math::kEast);
            y.man(1, marks, 100 + range_m, 20 + i * 20.0, math::kWest);
        }
        for (int t = 0; t < 2'400; ++t) y.tick(shoot_only, 0);
        return static_cast<double>(y.world.clock.hits[0]) / static_cast<double>(y.world.clock.shots[0]);
    };
    const double at_50 = share(50), at_100 = share(100);
    MESSAGE("drill: ", at_50, " at 50 m, ", at_100, " at 100 m");
    CHECK(at_50 > 0.4);
    CHECK(at_50 < 0.6);
    CHECK(at_100 > 0.15);
    CHECK(at_100 < 0.3);
}

TEST_CASE("Archers behind their own ranks loft over them when far and hold when near") {
    const auto shots = [](double range_m, bool screen, int& lofted) {
        Yard y(3, 1, 60);
        const auto bows = y.troop(yard::archer()), foot = y.troop(yard::spearman());
        for (int i = 0; i < 100; ++i) y.man(0, bows, 100, 100 + i * 1.0, math::kEast);
        if (screen)
            for (int r = 0; r < 4; ++r)
                for (int i = 0; i < 220; ++i) y.man(0, foot, 101.5 + r * 1.2, 95 + i * 0.5, math::kEast);
        for (int i = 0; i < 200; ++i) y.man(1, foot, 100 + range_m + (i % 2), 100 + i / 2, math::kWest);
        for (int t = 0; t < 300; ++t) y.tick(shoot_only, 0);
        lofted = static_cast<int>(std::count(y.world.men.shooting.begin(), y.world.men.shooting.end(), 2));
        return y.world.clock.shots[0];
    };
    int lofted = 0;
    CHECK(shots(30, true, lofted) == 0);
    CHECK(shots(30, false, lofted) > 100);
    CHECK(lofted == 0);
    CHECK(shots(90, true, lofted) > 100);
    CHECK(lofted > 50);
}

TEST_CASE("He who cannot see, has no arrows, runs on foot or fights hand to hand does not shoot") {
    const auto shots = [](auto&& change) {
        Yard y(3, 1, 60);
        const auto bows = y.troop(yard::archer()), foot = y.troop(yard::spearman());
        for (int i = 0; i < 50; ++i) y.man(0, bows, 100, 100 + i * 1.0, math::kEast);
        for (int i = 0; i < 200; ++i) y.man(1, foot, 180 + (i % 2), 100 + i / 2, math::kWest);
        for (std::uint32_t m = 0; m < 50; ++m) change(y.world.men, m);
        for (int t = 0; t < 300; ++t) y.tick(shoot_only, 0);
        return y.world.clock.shots[0];
    };
    CHECK(shots([](auto&, std::uint32_t) {}) > 100);
    CHECK(shots([](auto& men, std::uint32_t m) { men.sight_m[m] = 40; }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) { men.arrows[m] = 0; }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) { men.morale[m] = static_cast<std::uint8_t>(Morale::routing); }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) { men.in_bout[m] = 1; }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) { men.vx_mm_s[m] = 2'000; }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) {
        men.morale[m] = static_cast<std::uint8_t>(Morale::routing), men.horse[m] = 1, men.vx_mm_s[m] = -8'000;
    }) > 10);
}

TEST_CASE("Arrows that fall close by hold a man down, and the fear of them passes") {
    Yard y(4, 1, 60);
    const auto bows = y.troop(yard::archer()), foot = y.troop(yard::spearman());
    for (int i = 0; i < 200; ++i) y.man(0, bows, 100, 100 + i * 0.5, math::kEast);
    for (int i = 0; i < 100; ++i) y.man(1, foot, 170, 100 + i * 1.0, math::kWest);
    for (int i = 0; i < 100; ++i) y.man(1, foot, 400, 100 + i * 1.0, math::kWest);
    for (int t = 0; t < 900; ++t) y.tick(shoot_only, 0);
    double under = 0, far = 0;
    for (std::uint32_t m = 0; m < 100; ++m) under += y.world.men.suppression_q8[200 + m] / 25500.0, far += y.world.men.suppression_q8[300 + m] / 25500.0;
    MESSAGE("mean suppression under a rain of arrows ", under);
    CHECK(under > 0.15);
    CHECK(far == 0.0);
    std::fill(y.world.men.arrows.begin(), y.world.men.arrows.end(), std::uint8_t{0});
    for (int t = 0; t < 2'000; ++t) y.tick(shoot_only, 0);
    for (std::uint32_t m = 200; m < 300; ++m) CHECK(y.world.men.suppression_q8[m] < 13);
}

TEST_CASE("The same arrows to the bit with one, two, three and seven threads") {
    const auto run = [](unsigned threads) {
        Yard y(31, threads, 60);
        const auto bows = y.troop(yard::archer()), rider = y.troop(yard::horseman());
        for (int i = 0; i < 3'000; ++i) y.man(0, bows, 100 + (i % 5) * 3.0, 10 + (i / 5) * 0.9, math::kEast);
        for (int i = 0; i < 3'000; ++i) y.man(1, rider, 190 + (i % 10) * 3.0, 10 + (i / 10) * 1.8, math::kWest);
        for (int t = 0; t < 400; ++t) y.tick(shoot_and_fight, 0);
        REQUIRE(y.world.clock.hits[0] > 100);
        return y.fingerprint();
    };
    const auto one = run(1);
    CHECK(run(2) == one);
    CHECK(run(3) == one);
    CHECK(run(7) == one);
}

TEST_CASE("Without shoot, no arrow leaves the string") {
    Yard y(3);
    y.model.without = static_cast<std::uint32_t>(model::Without::shoot);
    const auto bows = y.troop(yard::archer()), foot = y.troop(yard::spearman());
    for (int i = 0; i < 50; ++i) y.man(0, bows, 100, 100 + i * 1.0, math::kEast), y.man(1, foot, 180, 100 + i * 1.0, math::kWest);
    for (int t = 0; t < 300; ++t) y.tick(shoot_only, 0);
    CHECK(y.world.clock.shots[0] == 0);
}
