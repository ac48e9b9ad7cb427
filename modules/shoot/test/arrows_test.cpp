// Archers in the step: who may shoot, what an arrow does to formed men and a crowd, where it goes.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "linghe/fight/fight.hpp"
#include "linghe/shoot/shoot.hpp"
#include "yard.hpp"

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
model::TroopType unarmed(model::TroopType t) {
    t.has_bow = false, t.arrows = 0;  // he is a mark and does not answer
    return t;
}
Volley shoot_at(const std::string& shooters, const model::TroopType& target, double range_m, double file_m,
                double rank_m, int seconds, std::uint64_t seed = 1) {
    Yard y(seed, 1, 60);
    const auto bows = y.troop(yard::shipped(shooters)), marks = y.troop(unarmed(target));
    for (int i = 0; i < 200; ++i)
        y.man(0, bows, 100 - (i % 2) * 1.5, 200 + (i / 2) * 1.0 + (i % 2) * 0.5, math::kEast);
    for (int r = 0; r < 20; ++r)
        for (int f = 0; f < 100; ++f)
            y.man(1, marks, 100 + range_m + r * rank_m, 200 + f * file_m, math::kWest);
    for (int t = 0; t < seconds * 10; ++t) y.tick(shoot_and_fight, 0);
    Volley v;
    v.shots = y.world.clock.shots[0], v.hits = y.world.clock.hits[0];
    // Out of action at once, or by a wound that brings him down within minutes.
    for (std::size_t m = 200; m < y.world.men.size(); ++m)
        v.disabled += y.world.men.status[m] != 0 ||
                      y.world.men.severity[m] >= static_cast<std::uint8_t>(world::Wound::serious);
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

TEST_CASE(
    "An arrow disables formed men in armour at 0.5 to 1 per cent, a bare crowd at 2 to 5, a horse at 2 to "
    "4") {
    auto armoured = yard::shipped("jin_horse"), two_coats = yard::shipped("jin_guard"),
         bare = yard::shipped("ming_foot");
    armoured.mounted = two_coats.mounted = false;
    bare.armour_cover = 0;
    const auto percent = [](auto n, const Volley& v) {
        return 100.0 * static_cast<double>(n) / static_cast<double>(v.shots);
    };
    struct Who {
        std::string id;
        double range_m;
    };
    for (const Who& who : {Who{"ming_bow", 100}, Who{"jin_horse", 65}}) {
        CAPTURE(who.id);
        const Volley formed = shoot_at(who.id, armoured, who.range_m, 1.0, 1.5, 240),
                     guard = shoot_at(who.id, two_coats, who.range_m, 1.0, 1.5, 240),
                     crowd = shoot_at(who.id, bare, who.range_m, 1.0, 1.0, 240),
                     horse = shoot_at(who.id, yard::shipped("ming_horse"), who.range_m, 1.3, 3.0, 240),
                     foot = shoot_at(who.id, yard::shipped("ming_foot"), who.range_m, 1.0, 1.5, 240);
        MESSAGE(who.id, " at ", who.range_m, " m, ", formed.per_min,
                " a minute: disabled per arrow: one coat of armour ", percent(formed.disabled, formed),
                " %, two coats ", percent(guard.disabled, guard), " %, Ming foot ",
                percent(foot.disabled, foot), " %, bare crowd ", percent(crowd.disabled, crowd),
                " %; of horse: horses ", percent(horse.horses, horse), " %, riders ",
                percent(horse.disabled, horse), " %; struck ", percent(formed.hits, formed), " %");
        CHECK(percent(formed.disabled, formed) > 0.5);
        CHECK(percent(formed.disabled, formed) < 1.0);
        CHECK(percent(crowd.disabled, crowd) > 2.0);
        CHECK(percent(crowd.disabled, crowd) < 5.0);
        CHECK(percent(horse.horses, horse) > 2.0);
        CHECK(percent(horse.horses, horse) < 4.0);
    }
}

TEST_CASE("The arm is quick at first and slower after some twenty-five draws") {
    const auto foot = yard::spearman();
    const Volley first = shoot_at("ming_bow", foot, 90, 1.0, 1.5, 60),
                 three = shoot_at("ming_bow", foot, 90, 1.0, 1.5, 180),
                 four = shoot_at("ming_bow", foot, 90, 1.0, 1.5, 210);
    const double later = (static_cast<double>(four.shots) - static_cast<double>(three.shots)) / 200 / 0.5;
    MESSAGE("first minute ", first.per_min, ", after three ", later, " a minute");
    CHECK(first.per_min > 7);
    CHECK(first.per_min < 12);
    CHECK(later > 4.5);
    CHECK(later < 7);
}

TEST_CASE("In drill at a known range half the arrows strike a man at fifty metres, a quarter at a hundred") {
    // No shields, no fear, no misjudged range: 7 mrad of hand and eye against an outline of 0.44 x 1.7 m.
    const auto share = [](double range_m) {
        Yard y(12, 1, 60);
        auto steady = yard::archer();
        steady.aim_sigma_mrad = 7;
        const auto bows = y.troop(steady), marks = y.troop(yard::spearman());
        auto& p = y.model.parameters.shoot;
        p.exposure_share = 1, p.range_error_share = 0, p.mass_min_men = 1, p.spread_m = 0.01F,
        p.aimed_range_m = 200;
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

TEST_CASE(
    "A crossbow shoots slower than a bow, as often in the fourth minute as in the first, and never lofts") {
    const auto foot = yard::spearman();
    const Volley bow = shoot_at("ming_bow", foot, 65, 1.0, 1.5, 60),
                 hand = shoot_at("ming_crossbow_hand", foot, 65, 1.0, 1.5, 60),
                 by_foot = shoot_at("ming_crossbow_foot", foot, 65, 1.0, 1.5, 60),
                 three = shoot_at("ming_crossbow_hand", foot, 65, 1.0, 1.5, 180);
    const double later = (static_cast<double>(three.shots) - static_cast<double>(hand.shots)) / 200 / 2;
    MESSAGE("a minute: bow ", bow.per_min, ", crossbow by hand ", hand.per_min, " (later ", later,
            "), by foot ", by_foot.per_min);
    CHECK(bow.per_min > 2 * hand.per_min);
    CHECK(hand.per_min > 1.5 * by_foot.per_min);
    CHECK(later / hand.per_min > 0.85);  // those of the second rank hold while a friend is in the way
    CHECK(later / hand.per_min < 1.15);

    const auto shots = [](bool screen) {
        Yard y(3, 1, 60);
        const auto bows = y.troop(yard::shipped("ming_crossbow_foot")), spears = y.troop(yard::spearman());
        for (int i = 0; i < 100; ++i) y.man(0, bows, 100, 100 + i * 1.0, math::kEast);
        if (screen)
            for (int r = 0; r < 4; ++r)
                for (int i = 0; i < 220; ++i) y.man(0, spears, 101.5 + r * 1.2, 95 + i * 0.5, math::kEast);
        for (int i = 0; i < 200; ++i) y.man(1, spears, 190 + (i % 2), 100 + i / 2, math::kWest);
        for (int t = 0; t < 900; ++t) y.tick(shoot_only, 0);
        CHECK(std::count(y.world.men.shooting.begin(), y.world.men.shooting.end(), 2) == 0);
        return y.world.clock.shots[0];
    };
    CHECK(shots(false) > 100);
    CHECK(shots(true) == 0);
}

TEST_CASE("A string that breaks costs the archer a minute and a half") {
    const auto shots = [](float share) {
        Yard y(9, 1, 60);
        y.model.parameters.shoot.string_break_share = share;
        const auto bows = y.troop(yard::archer()), marks = y.troop(yard::spearman());
        for (int i = 0; i < 100; ++i) y.man(0, bows, 100, 100 + i * 1.0, math::kEast);
        for (int i = 0; i < 200; ++i) y.man(1, marks, 180 + (i % 2), 100 + i / 2, math::kWest);
        for (int t = 0; t < 900; ++t) y.tick(shoot_only, 0);
        return y.world.clock.shots[0];
    };
    CHECK(shots(1.0F) == 100);  // one shot each, then ninety seconds for a new string
    CHECK(shots(0.0F) > 800);
}

TEST_CASE("A quiver is emptied arrow by arrow, and he who has none left shoots no more") {
    Yard y(5, 1, 60);
    auto few = yard::archer();
    few.arrows = 3;
    const auto bows = y.troop(few), marks = y.troop(yard::spearman());
    for (int i = 0; i < 50; ++i) y.man(0, bows, 100, 100 + i * 1.0, math::kEast);
    for (int i = 0; i < 200; ++i) y.man(1, marks, 180 + (i % 2), 100 + i / 2, math::kWest);
    for (int t = 0; t < 3'000; ++t) y.tick(shoot_only, 0);
    CHECK(y.world.clock.shots[0] == 150);
    CHECK(in_quivers(y) == 0);
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
    CHECK(shots([](auto& men, std::uint32_t m) {
              men.morale[m] = static_cast<std::uint8_t>(Morale::routing);
          }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) { men.in_bout[m] = 1; }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) { men.bears[m] = 1; }) == 0);  // carries a wounded man
    CHECK(shots([](auto& men, std::uint32_t m) { men.vx_mm_s[m] = 2'000; }) == 0);
    CHECK(shots([](auto& men, std::uint32_t m) {
              men.morale[m] = static_cast<std::uint8_t>(Morale::routing), men.horse[m] = 1,
              men.vx_mm_s[m] = -8'000;
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
    for (std::uint32_t m = 0; m < 100; ++m)
        under += y.world.men.suppression_q8[200 + m] / 25500.0,
            far += y.world.men.suppression_q8[300 + m] / 25500.0;
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
        for (int i = 0; i < 3'000; ++i)
            y.man(1, rider, 190 + (i % 10) * 3.0, 10 + (i / 10) * 1.8, math::kWest);
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
    for (int i = 0; i < 50; ++i)
        y.man(0, bows, 100, 100 + i * 1.0, math::kEast), y.man(1, foot, 180, 100 + i * 1.0, math::kWest);
    for (int t = 0; t < 300; ++t) y.tick(shoot_only, 0);
    CHECK(y.world.clock.shots[0] == 0);
}
