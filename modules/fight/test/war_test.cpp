// What the shipped parameters do to men in lines, in flight, in the saddle, in the water and in the enemy's hands.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "linghe/fight/fight.hpp"
#include "yard.hpp"

using namespace linghe;
using world::EventKind;
using world::Morale;
using world::Status;
using yard::Yard;

namespace {

void fight_only(Yard& y) { fight::advance(y.model, y.world, y.intents, y.jobs); }

/// Two bodies of `files` x `ranks` face each other, the front ranks 1.5 m apart. Nobody steps up.
void two_bodies(Yard& y, int files, int ranks, double middle_m,
                const model::TroopType& arms = yard::spearman()) {
    const auto troop = y.troop(arms);
    for (int side = 0; side < 2; ++side)
        for (int r = 0; r < ranks; ++r)
            for (int f = 0; f < files; ++f) {
                const double away = 0.75 + r * 1.5;
                y.man(static_cast<std::uint8_t>(side), troop, middle_m + (side == 0 ? -away : away),
                      20 + f * 1.0, side == 0 ? math::kEast : math::kWest);
            }
    for (auto& fear : y.world.men.fear_q16) fear = 13'107;  // 0.2: soldiers in contact are not calm
}
int out_of_action(const Yard& y) {
    return static_cast<int>(
        std::count_if(y.world.men.status.begin(), y.world.men.status.end(), [](auto s) { return s != 0; }));
}

}  // namespace

TEST_CASE("A front-rank man in contact falls at 0.3 to 1.5 per cent a minute, a formed body at 0.05 to 0.3") {
    for (const std::string id : {"ming_foot", "jin_horse"}) {  // the second as foot in one coat of armour
        auto arms = yard::shipped(id);
        arms.mounted = false;
        arms.reach_m = 2.2F;
        Yard y(21, 1, 60);
        two_bodies(y, 300, 6, 300, arms);
        double at_risk_min = 0, body_min = 0;
        std::uint64_t in_reach = 0, striking = 0;
        for (int t = 0; t < 3'000; ++t) {
            y.tick(fight_only, t % 10 == 0 ? 3'000 : 0);
            for (std::uint32_t m = 0; m < y.world.men.size(); ++m) {
                if (y.world.men.status[m] != 0) continue;
                body_min += 1.0 / 600;
                if (y.world.men.foe[m] == world::kNobody) continue;
                at_risk_min += 1.0 / 600;
                ++in_reach, striking += y.world.men.in_bout[m];
            }
        }
        const double front = 100.0 * out_of_action(y) / at_risk_min,
                     body = 100.0 * out_of_action(y) / body_min;
        MESSAGE(id, ": disabled: front rank ", front, " %/min, whole body ", body,
                " %/min, striking at a moment ",
                static_cast<double>(striking) / static_cast<double>(in_reach), " of those in reach");
        CHECK(front > 0.3);
        CHECK(front < 1.5);
        CHECK(body > 0.05);
        CHECK(body < 0.3);
        CHECK(y.fit(0) + y.fit(1) + y.with(Status::disabled) + y.with(Status::dead) == 3'600);
    }
}

TEST_CASE("Riders who meet head to head reach each other over their horses' necks") {
    Yard y(21, 1, 60);
    const auto guard = y.troop(yard::shipped("jin_guard")), ming = y.troop(yard::shipped("ming_horse"));
    constexpr int n = 1'000;
    for (int i = 0; i < n; ++i) {
        y.man(0, guard, 10 + (i % 40) * 12.0, 10 + (i / 40) * 8.0, math::kEast);
        y.man(1, ming, 12.9 + (i % 40) * 12.0, 10 + (i / 40) * 8.0, math::kWest);
    }
    double minutes = 0;
    for (int t = 0; t < 3'000; ++t) {
        y.tick(fight_only, t % 10 == 0 ? 3'500 : 0);
        minutes += (y.fit(0) + y.fit(1)) / 600.0;
    }
    int lost = 0;
    for (const auto h : y.world.men.horse) lost += h == static_cast<std::uint8_t>(world::Horse::lost);
    const int down_guard = n - y.fit(0), down_ming = n - y.fit(1);
    MESSAGE("riders down ", 100.0 * (down_guard + down_ming) / minutes, " %/min (guard ", down_guard,
            ", Ming horse ", down_ming, "), horses lost ", 100.0 * lost / minutes, " %/min");
    CHECK(down_ming > down_guard);
    CHECK(lost > 0);
    CHECK(100.0 * (down_guard + down_ming) / minutes > 0.2);
    CHECK(100.0 * (down_guard + down_ming) / minutes < 1.5);
}

TEST_CASE("Men strike in bouts with lulls between, and a leader at hand keeps more of them at it") {
    const auto share_per_minute = [](std::uint8_t leader_q8) {
        Yard y(4, 1, 60);
        two_bodies(y, 200, 3, 300);
        y.model.parameters.fight.guard_share = 0;  // nobody falls: only the rhythm
        std::fill(y.world.men.leader_near_q8.begin(), y.world.men.leader_near_q8.end(), leader_q8);
        std::vector<char> struck(y.world.men.size(), 0);
        std::uint64_t in_minute = 0, minutes = 0;
        for (int t = 0; t < 4'200; ++t) {
            y.tick(fight_only, t % 10 == 0 ? 3'500 : 0);
            for (std::uint32_t m = 0; m < y.world.men.size(); ++m)
                struck[m] = struck[m] != 0 || y.world.men.in_bout[m] != 0;
            if (t % 600 != 599) continue;
            for (std::uint32_t m = 0; m < y.world.men.size(); ++m) {
                // The zone of contact: an enemy within 3.5 m, front and second rank.
                if (t > 1'200 && y.world.men.near_enemy_cm[m] <= 350) in_minute += struck[m], ++minutes;
                struck[m] = 0;
            }
        }
        return static_cast<double>(in_minute) / static_cast<double>(minutes);
    };
    const double without = share_per_minute(0), with = share_per_minute(255);
    MESSAGE("strike within a minute, of those in the zone of contact: ", without, ", beside a leader ", with);
    CHECK(without > 0.2);
    CHECK(without < 0.6);
    CHECK(with < 0.6);
    CHECK(with - without > 0.1);
}

TEST_CASE("Fugitives within reach fall at 2 to 10 per cent a minute") {
    Yard y(8, 1, 60);
    const auto troop = y.troop(yard::shipped("ming_foot"));
    for (int i = 0; i < 1'500; ++i) {
        const double x = 10 + (i % 50) * 10.0, yy = 10 + (i / 50) * 10.0;
        y.man(0, troop, x, yy, math::kEast);
        const auto runs = y.man(1, troop, x + 1.5, yy, math::kEast);
        y.world.men.morale[runs] = static_cast<std::uint8_t>(Morale::routing);
        y.world.men.fear_q16[runs] = 52'000;
    }
    double minutes = 0;
    for (int t = 0; t < 1'200; ++t) {
        y.tick(fight_only, t % 10 == 0 ? 3'000 : 0);
        minutes += y.fit(1) / 600.0;
    }
    const double rate = 100.0 * (1'500 - y.fit(1)) / minutes;
    MESSAGE("fugitives in reach: ", rate, " %/min");
    CHECK(rate > 2);
    CHECK(rate < 10);
    CHECK(y.fit(0) == 1'500);  // who runs does not strike
}

TEST_CASE("A man struck from behind, tired or afraid, falls sooner") {
    const auto fallen = [](math::turn16 facing, std::uint16_t stamina, std::uint16_t fear) {
        Yard y(9, 1, 60);
        y.model.parameters.fight.guard_share = 0.03F;  // sooner, the order is the same
        const auto troop = y.troop(yard::spearman());
        for (int i = 0; i < 1'200; ++i) {
            y.man(0, troop, 10 + (i % 30) * 10.0, 10 + (i / 30) * 10.0, math::kEast);
            const auto v = y.man(1, troop, 11.5 + (i % 30) * 10.0, 10 + (i / 30) * 10.0, facing);
            y.world.men.stamina_q16[v] = stamina, y.world.men.fear_q16[v] = fear;
        }
        for (int t = 0; t < 1'800; ++t) y.tick(fight_only, t % 50 == 0 ? 3'000 : 0);
        return 1'200 - y.fit(1);
    };
    const int front = fallen(math::kWest, 65535, 0), flank = fallen(math::kNorth, 65535, 0),
              rear = fallen(math::kEast, 65535, 0);
    MESSAGE("of 1,200 in 3 min: front ", front, ", flank ", flank, ", rear ", rear);
    CHECK(flank > front);
    CHECK(rear > flank);
    CHECK(fallen(math::kWest, 20'000, 0) > front);
    CHECK(fallen(math::kWest, 65535, 65535) > front);
}

TEST_CASE("No one is wounded without a striker, and every fallen man has a killer of the other side") {
    Yard alone(2);
    const auto troop = alone.troop(yard::spearman());
    for (int i = 0; i < 200; ++i) alone.man(0, troop, 20 + i % 20, 20 + i / 20, math::kEast);
    for (int t = 0; t < 2'000; ++t) alone.tick(fight_only);
    CHECK(out_of_action(alone) == 0);
    for (const auto h : alone.world.men.h_wound_q16) CHECK(h == 0);

    Yard y(2);
    two_bodies(y, 100, 2, 100);
    y.model.parameters.fight.guard_share = 0.15F;
    for (int t = 0; t < 3'000; ++t) y.tick(fight_only, t % 10 == 0 ? 3'000 : 0);
    int fallen = 0;
    for (std::uint32_t m = 0; m < y.world.men.size(); ++m) {
        if (y.world.men.status[m] == 0) continue;
        ++fallen;
        REQUIRE(y.world.men.killer[m] != world::kNobody);
        CHECK(y.model.men.side[y.world.men.killer[m]] != y.model.men.side[m]);
        CHECK(y.world.men.wound_event[m] != 0);
    }
    REQUIRE(fallen > 20);
    CHECK(y.count(EventKind::man_disabled) == static_cast<std::uint32_t>(fallen));
    CHECK(y.count(EventKind::man_dead) == static_cast<std::uint32_t>(y.with(Status::dead)));
}

TEST_CASE("Of the mortally wounded seven in ten are dead in five minutes, nine in thirty") {
    Yard y(17, 1);
    const auto troop = y.troop(yard::spearman());
    constexpr int n = 4'000;
    for (int i = 0; i < n; ++i) {
        const auto m = y.man(0, troop, 50 + i % 50, 50 + i / 50, math::kEast);
        y.world.men.status[m] = static_cast<std::uint8_t>(Status::disabled);
        y.world.men.severity[m] = static_cast<std::uint8_t>(world::Wound::mortal);
    }
    double five = 0, thirty = 0;
    for (int t = 0; t < 18'000; ++t) {
        y.tick(fight_only, 0);
        if (t == 2'999) five = y.with(Status::dead) / static_cast<double>(n);
    }
    thirty = y.with(Status::dead) / static_cast<double>(n);
    MESSAGE("dead after 5 min ", five, ", after 30 min ", thirty);
    CHECK(std::fabs(five - 0.70) < 0.02);
    CHECK(std::fabs(thirty - 0.90) < 0.02);
}

TEST_CASE("Missiles into mounted men strike the horse three times in five, and wounds follow the armour") {
    Yard y(6);
    auto rider = yard::horseman();
    rider.armour_cover = 0;
    const auto riders = y.troop(rider), foot = y.troop(yard::spearman()), archers = y.troop(yard::archer());
    constexpr std::uint32_t n = 5'000;
    const auto shooter = y.man(0, archers, 5, 5, math::kEast);
    for (std::uint32_t i = 0; i < 2 * n; ++i)
        y.man(1, i < n ? riders : foot, 20 + i % 100, 20 + i / 100, math::kWest);
    y.tick(
        [&](Yard& yy) {
            auto& h = yy.world.hits;
            h.resize(2 * n);
            for (std::uint32_t i = 0; i < 2 * n; ++i)
                h.target[i] = 1 + i, h.shooter[i] = shooter, h.energy_dj[i] = 980, h.bearing[i] = 0;
            fight_only(yy);
            CHECK(h.size() == 0);
        },
        0);
    auto& men = y.world.men;
    std::uint32_t rider_hit = 0, lost = 0, wounded = 0, disabled = 0, mortal = 0;
    for (std::uint32_t m = 1; m <= n; ++m)
        rider_hit += men.wounds[m] > 0 && men.horse[m] == 1, lost += men.horse[m] == 2;
    for (std::uint32_t m = n + 1; m <= 2 * n; ++m)
        wounded += men.wounds[m] > 0, disabled += men.status[m] != 0, mortal += men.severity[m] == 3;
    MESSAGE("riders ", rider_hit / double{n}, " horses lost ", lost / double{n}, "; armoured foot: wounded ",
            wounded / double{n}, " disabled ", disabled / double{n}, " mortal ", mortal / double{n});
    CHECK(std::fabs(rider_hit / double{n} - 0.40) < 0.05);
    CHECK(std::fabs(lost / double{n} - 0.6 * 0.8) < 0.05);
    CHECK(mortal * 10 < 2 * wounded);  // one killed to five and more wounded on armoured men
    CHECK(mortal * 16 > wounded);
    CHECK(wounded < n * 7 / 10);
}

TEST_CASE(
    "He who has yielded is taken by an enemy at hand, not by one ten metres off, and nobody strikes him") {
    Yard y(3);
    const auto troop = y.troop(yard::spearman());
    for (int i = 0; i < 100; ++i) {
        const double d = i < 50 ? 1.5 : 10.0;
        y.man(0, troop, 20 + (i % 10) * 40.0, 20 + (i / 10) * 40.0, math::kEast);
        const auto v = y.man(1, troop, 20 + d + (i % 10) * 40.0, 20 + (i / 10) * 40.0, math::kEast);
        y.world.men.morale[v] = static_cast<std::uint8_t>(Morale::surrendered);
    }
    for (int t = 0; t < 1'200; ++t) y.tick(fight_only, t % 10 == 0 ? 12'000 : 0);
    CHECK(y.with(Status::captured) >= 49);
    CHECK(y.with(Status::captured) <= 50);
    CHECK(y.fit(0) == 100);
    CHECK(y.with(Status::disabled) + y.with(Status::dead) == 0);
    CHECK(y.count(EventKind::man_captured) == static_cast<std::uint32_t>(y.with(Status::captured)));
    for (const auto w : y.world.men.wounds) CHECK(w == 0);
}

TEST_CASE("Deep water drowns, a ford does not, a press in the ford does, and the disabled go under") {
    const auto drowned = [](std::int16_t depth_mm, std::uint8_t press_q4, Status status) {
        Yard y(5);
        std::fill(y.model.ground.water_mm.begin(), y.model.ground.water_mm.end(), depth_mm);
        const auto troop = y.troop(yard::spearman());
        for (int i = 0; i < 500; ++i) {
            const auto m = y.man(0, troop, 50 + i % 25, 50 + i / 25, math::kEast);
            y.world.men.press_q4[m] = press_q4;
            y.world.men.status[m] = static_cast<std::uint8_t>(status);
        }
        for (int t = 0; t < 1'800; ++t) y.tick(fight_only, 0);
        CHECK(y.count(EventKind::man_drowned) == static_cast<std::uint32_t>(y.with(Status::drowned)));
        return y.with(Status::drowned);
    };
    CHECK(drowned(0, 16, Status::fit) == 0);
    CHECK(drowned(600, 16, Status::fit) == 0);
    const int pressed = drowned(600, 10 * 16, Status::fit), deep = drowned(1'700, 16, Status::fit),
              down = drowned(600, 16, Status::disabled);
    MESSAGE("of 500 in 3 min: pressed ", pressed, ", out of their depth ", deep, ", disabled ", down);
    CHECK(pressed > 100);
    CHECK(deep > 250);
    CHECK(down > 450);
}

TEST_CASE("On dry land nobody is hurt at four a square metre; in a press of ten men fall, horsemen do not") {
    const auto crushed = [](int per_m2, world::Horse horse) {
        Yard y(5);
        const auto troop = y.troop(yard::spearman());
        for (int i = 0; i < 500; ++i) {
            const auto m = y.man(0, troop, 50 + i % 25, 50 + i / 25, math::kEast);
            y.world.men.press_q4[m] = static_cast<std::uint8_t>(16 * per_m2);
            y.world.men.horse[m] = static_cast<std::uint8_t>(horse);
        }
        for (int t = 0; t < 1'800; ++t) y.tick(fight_only, 0);
        CHECK(y.count(EventKind::man_dead) == static_cast<std::uint32_t>(y.with(Status::dead)));
        return y.with(Status::dead);
    };
    CHECK(crushed(4, world::Horse::none) == 0);
    CHECK(crushed(7, world::Horse::none) == 0);
    CHECK(crushed(10, world::Horse::mounted) == 0);
    const int at_8 = crushed(8, world::Horse::none), at_10 = crushed(10, world::Horse::none);
    MESSAGE("of 500 in 3 min: " << at_8 << " at 8, " << at_10 << " at 10 a square metre");
    CHECK(at_8 > 50);
    CHECK(at_10 > 150);
}

TEST_CASE("A commander who is felled commands no more") {
    Yard y(3);
    const auto troop = y.troop(yard::spearman());
    y.man(0, troop, 20, 20, math::kEast);
    const auto chief = y.man(1, troop, 21.5, 20, math::kEast);
    y.world.men.morale[chief] = static_cast<std::uint8_t>(Morale::routing);
    y.model.persons.resize(1);
    y.model.persons[0].man = chief;
    y.world.persons.resize(1);
    y.world.persons.alive[0] = 1;
    y.model.parameters.fight.guard_share = 1;
    for (int t = 0; t < 3'000 && y.world.men.status[chief] == 0; ++t) y.tick(fight_only);
    REQUIRE(y.world.men.status[chief] != 0);
    CHECK(y.world.persons.alive[0] == 0);
    CHECK(y.count(EventKind::person_falls) == 1);
}

TEST_CASE("The same fight to the bit with one, two, three and seven threads") {
    const auto run = [](unsigned threads) {
        Yard y(31, threads, 60);
        two_bodies(y, 400, 3, 300);
        y.model.parameters.fight.guard_share = 0.2F;
        for (int t = 0; t < 1'200; ++t) y.tick(fight_only, t % 10 == 0 ? 3'000 : 0);
        REQUIRE(out_of_action(y) > 20);
        return y.fingerprint();
    };
    const auto one = run(1);
    CHECK(run(2) == one);
    CHECK(run(3) == one);
    CHECK(run(7) == one);
}

TEST_CASE("Without fight, no man falls and no missile lingers") {
    Yard y(3);
    y.model.without = static_cast<std::uint32_t>(model::Without::fight);
    two_bodies(y, 50, 1, 100);
    y.model.parameters.fight.guard_share = 1;
    for (int t = 0; t < 600; ++t) y.tick(fight_only, t % 10 == 0 ? 3'000 : 0);
    CHECK(out_of_action(y) == 0);
}
