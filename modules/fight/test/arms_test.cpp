// Where a stroke goes, what a shield stops, how long a wounded man stands, who kills the fallen, when bodies draw off.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "linghe/fight/body.hpp"
#include "linghe/fight/fight.hpp"
#include "linghe/fight/strokes.hpp"
#include "linghe/world/gear.hpp"
#include "yard.hpp"

using namespace linghe;
using world::Clash;
using world::EventKind;
using world::Morale;
using world::Part;
using world::Status;
using world::Wound;
using yard::Yard;

namespace {

void fight_only(Yard& y) { fight::advance(y.model, y.world, y.intents, y.jobs); }

/// `n` arrows of `energy_j` that fall by `fall_mrad` and fly west strike a man each, who faces `facing`. Share wounded.
double wounded_by_arrows(const model::TroopType& mark, math::turn16 facing, double energy_j, int n = 4'000,
                         std::int16_t fall_mrad = 50, Morale morale = Morale::steady) {
    Yard y(14);
    const auto marks = y.troop(mark), archers = y.troop(yard::archer());
    const auto shooter = y.man(1, archers, 5, 5, math::kWest);
    for (int i = 0; i < n; ++i) {
        const auto m = y.man(0, marks, 20 + i % 100, 20 + i / 100, facing);
        y.world.men.morale[m] = static_cast<std::uint8_t>(morale);
    }
    y.tick(
        [&](Yard& yy) {
            auto& h = yy.world.hits;
            h.resize(static_cast<std::size_t>(n));
            for (std::size_t i = 0; i < h.size(); ++i)
                h.target[i] = static_cast<std::uint32_t>(1 + i), h.shooter[i] = shooter,
                h.bearing[i] = math::kWest, h.energy_dj[i] = static_cast<std::uint16_t>(energy_j * 10),
                h.fall_mrad[i] = fall_mrad;
            fight_only(yy);
        },
        0);
    int hurt = 0;
    for (const auto w : y.world.men.wounds) hurt += w > 0;
    return hurt / static_cast<double>(n);
}
model::TroopType bare() {
    auto t = yard::spearman();
    t.armour_cover = 0;
    return t;
}

/// Two bodies face each other in ranks 1.5 m apart, as orders have sent them; nobody walks.
struct Bodies : Yard {
    explicit Bodies(model::Verb verb, std::uint64_t seed = 4) : Yard(seed, 1, 60) {
        const auto t = troop(yard::spearman());
        model.units.clear();
        for (std::uint8_t side = 0; side < 2; ++side)
            for (int i = 0; i < 300; ++i) {
                const double away = 0.75 + (i / 100) * 1.5;
                const auto m = man(side, t, 300 + (side == 0 ? -away : away), 20 + (i % 100) * 1.0,
                                   side == 0 ? math::kEast : math::kWest);
                world.men.unit[m] = side;
            }
        model.units.resize(2), world.units.resize(2), intents.units.resize(2);
        for (std::uint32_t u = 0; u < 2; ++u) {
            model.units[u].side = static_cast<std::uint8_t>(u), model.units[u].first_man = 300 * u,
            model.units[u].men = 300;
            world.units.in_hand[u] = 300;
            intents.units.verb[u] = static_cast<std::uint8_t>(verb);
        }
        model.parameters.fight.guard_share = 0;  // nobody falls: only the rhythm
    }
    [[nodiscard]] Clash about(std::uint32_t u) const { return static_cast<Clash>(world.units.clash[u]); }
    [[nodiscard]] int striking() const {
        return static_cast<int>(std::count(world.men.in_bout.begin(), world.men.in_bout.end(), 1));
    }
    void second() {
        for (int t = 0; t < 10; ++t) tick(fight_only, t == 0 ? 3'000 : 0);
    }
};

}  // namespace

TEST_CASE("A level stroke goes mostly to trunk and legs; what falls from above strikes head and shoulders") {
    Yard y;
    const auto& p = y.model.parameters.fight;
    const auto level = fight::part_shares(p, 0, false), plunging = fight::part_shares(p, 1.2, false),
               rider = fight::part_shares(p, 0, true);
    for (const auto& s : {level, plunging, rider}) CHECK(s[0] + s[1] + s[2] + s[3] == doctest::Approx(1.0));
    CHECK(level[0] == doctest::Approx(static_cast<double>(p.part_head_share)));
    CHECK(level[1] > level[0]);
    CHECK(plunging[0] > level[0]);
    CHECK(plunging[3] < level[3]);
    CHECK(rider[3] < level[3]);
}

TEST_CASE(
    "The chance of a wound is the bare share and what goes through the rest, wherever the armour lies") {
    Yard y;
    const auto& p = y.model.parameters.fight;
    for (const float cover : {0.0F, 0.3F, 0.7F, 1.0F})
        for (const double energy : {20.0, 100.0, 500.0}) {
            auto t = yard::spearman();
            t.armour_cover = cover;
            const double through = fight::through_chance(energy, static_cast<double>(t.armour_e50_j), 0.3);
            CHECK(
                fight::product(fight::part_shares(p, 0, false), fight::wound_chances(p, t, energy, {}, 1)) ==
                doctest::Approx((1 - static_cast<double>(cover)) + static_cast<double>(cover) * through));
        }
    auto half = yard::spearman();
    half.armour_cover = 0.5F;
    const auto covers = fight::part_covers(p, half);
    CHECK(covers[0] == doctest::Approx(1.0));  // head and trunk first
    CHECK(covers[3] == doctest::Approx(0.0));
    half.part_cover = {0.2F, 0.9F, 0.5F, 0.1F};
    CHECK(fight::part_covers(p, half)[3] == doctest::Approx(0.1));
    half.helmet_e50_j = 300;
    CHECK(fight::part_e50_j(half, Part::head) == doctest::Approx(300.0));
    CHECK(fight::part_e50_j(half, Part::arm) == doctest::Approx(static_cast<double>(half.armour_e50_j)));
}

TEST_CASE("A shield stops weak arrows from the front, not from behind, not when its bearer runs") {
    auto shielded = bare();
    shielded.shield_width_m = shielded.shield_height_m = 0.9F, shielded.shield_e50_j = 60;
    const double without = wounded_by_arrows(bare(), math::kEast, 30),
                 front = wounded_by_arrows(shielded, math::kEast, 30),
                 behind = wounded_by_arrows(shielded, math::kWest, 30),
                 strong = wounded_by_arrows(shielded, math::kEast, 200),
                 running = wounded_by_arrows(shielded, math::kEast, 30, 4'000, 50, Morale::routing);
    MESSAGE("wounded by an arrow of 30 J: bare ", without, ", shield to the front ", front, ", to the back ",
            behind, "; 200 J through the shield ", strong);
    CHECK(without == doctest::Approx(1.0));
    CHECK(front < 0.4);
    CHECK(front > 0.2);  // head and legs stand out of it
    CHECK(behind == doctest::Approx(1.0));
    CHECK(running == doctest::Approx(1.0));
    CHECK(strong > 0.9);
}

TEST_CASE("Men behind shields fall later in the line than men without") {
    const auto fallen = [](bool shield) {
        Yard y(9, 1, 60);
        auto victim = bare();
        if (shield) victim.shield_width_m = victim.shield_height_m = 0.9F, victim.shield_e50_j = 100;
        y.model.parameters.fight.guard_share = 0.03F;
        const auto striker = y.troop(yard::spearman()), marks = y.troop(victim);
        for (int i = 0; i < 1'200; ++i) {
            y.man(0, striker, 10 + (i % 30) * 10.0, 10 + (i / 30) * 10.0, math::kEast);
            y.man(1, marks, 11.5 + (i % 30) * 10.0, 10 + (i / 30) * 10.0, math::kWest);
        }
        for (int t = 0; t < 1'800; ++t) y.tick(fight_only, t % 50 == 0 ? 3'000 : 0);
        return 1'200 - y.fit(1);
    };
    const int with = fallen(true), without = fallen(false);
    MESSAGE("of 1,200 in 3 min: with shields ", with, ", without ", without);
    CHECK(with < without * 3 / 4);
}

TEST_CASE(
    "Of the badly wounded some fight on for minutes; who has his artery cut drops sooner than the others") {
    const auto up_after = [](Wound wound, int seconds) {
        Yard y(12);
        const auto troop = y.troop(yard::spearman());
        for (int i = 0; i < 1'000; ++i) {
            const auto m = y.man(0, troop, 50 + i % 50, 50 + i / 50, math::kEast);
            y.world.men.severity[m] = static_cast<std::uint8_t>(wound);
        }
        for (int t = 0; t < seconds * 10; ++t) y.tick(fight_only, 0);
        CHECK(y.count(EventKind::man_disabled) == static_cast<std::uint32_t>(1'000 - y.fit(0)));
        return y.fit(0);
    };
    CHECK(up_after(Wound::light, 300) == 1'000);
    const int serious = up_after(Wound::serious, 300), mortal = up_after(Wound::mortal, 300);
    MESSAGE("on their feet after five minutes, of 1,000: seriously wounded ", serious, ", mortally ", mortal);
    CHECK(serious > 550);
    CHECK(serious < 660);  // exp(-1/2)
    CHECK(mortal < 150);
}

TEST_CASE(
    "A wound of the head fells at once, one of the limbs often not; a second bad wound fells whoever "
    "stands") {
    Yard y(6);
    const auto foot = y.troop(bare()), archers = y.troop(yard::archer());
    auto& p = y.model.parameters.fight;
    p.vital_serious_share = p.limb_serious_share = 1, p.vital_mortal_share = p.limb_mortal_share = 0;
    p.drop_head_share = 1, p.drop_trunk_share = 1, p.drop_limb_share = 0, p.drop_serious_s = 1e6F;
    constexpr std::uint32_t n = 2'000;
    const auto shooter = y.man(0, archers, 5, 5, math::kEast);
    for (std::uint32_t i = 0; i < n; ++i) y.man(1, foot, 20 + i % 100, 20 + i / 100, math::kWest);
    const auto volley = [&](Yard& yy) {
        auto& h = yy.world.hits;
        h.resize(n);
        for (std::uint32_t i = 0; i < n; ++i)
            h.target[i] = 1 + i, h.shooter[i] = shooter, h.energy_dj[i] = 980;
        fight_only(yy);
    };
    y.tick(volley, 0);
    const auto& men = y.world.men;
    for (std::uint32_t m = 1; m <= n; ++m) {
        const bool limb = men.part[m] >= static_cast<std::uint8_t>(Part::arm);
        CHECK((men.status[m] == 0) == limb);
    }
    CHECK(y.fit(1) > 800);
    y.tick(volley, 0);
    CHECK(y.fit(1) == 0);
}

TEST_CASE("Lances break in the shock of a charge, and he who holds a stump strikes shorter and weaker") {
    Yard y(3, 1, 60);
    auto lancer = yard::horseman();
    lancer.weapon_breaks = 1, lancer.side_reach_m = 1.2F, lancer.side_energy_j = 60;
    const auto riders = y.troop(lancer), foot = y.troop(yard::spearman());
    for (int i = 0; i < 200; ++i) {
        const auto m = y.man(0, riders, 20 + (i % 20) * 20.0, 20 + (i / 20) * 20.0, math::kEast);
        y.world.men.vx_mm_s[m] = 7'000;
        y.man(1, foot, 22 + (i % 20) * 20.0, 20 + (i / 20) * 20.0, math::kWest);
    }
    const float whole = fight::strike_distance_m(y.model, y.world, 0, 1);
    for (int t = 0; t < 60; ++t) y.tick(fight_only, t == 0 ? 4'000 : 0);
    int broken = 0;
    for (int i = 0; i < 200; ++i) broken += y.world.men.gear[static_cast<std::size_t>(2 * i)] & 1;
    MESSAGE("of 200 lances broken in six seconds of shock: ", broken);
    CHECK(broken > 50);
    y.world.men.gear[0] = world::kShaftBroken;
    CHECK(fight::strike_distance_m(y.model, y.world, 0, 1) < whole);
    CHECK(world::blow_energy_of(lancer, world::kShaftBroken) < world::blow_energy_of(lancer, 0));
    for (std::size_t i = 1; i < y.world.men.size(); i += 2) CHECK(y.world.men.gear[i] == 0);  // theirs cannot
}

TEST_CASE(
    "The fallen on a lost field are killed by the enemy who stands over them, not by their own, nor from "
    "afar") {
    const auto killed = [](std::uint8_t side, double away_m) {
        Yard y(7);
        const auto troop = y.troop(yard::spearman());
        for (int i = 0; i < 300; ++i) {
            const double x = 20 + (i % 20) * 20.0, yy = 20 + (i / 20) * 20.0;
            const auto lies = y.man(0, troop, x, yy, math::kEast);
            y.world.men.status[lies] = static_cast<std::uint8_t>(Status::disabled);
            y.world.men.severity[lies] = static_cast<std::uint8_t>(Wound::serious);
            y.man(side, troop, x + away_m, yy, math::kWest);
        }
        for (int t = 0; t < 1'800; ++t) y.tick(fight_only, 0);
        CHECK(y.count(EventKind::man_dead) == static_cast<std::uint32_t>(y.with(Status::dead)));
        return y.with(Status::dead);
    };
    CHECK(killed(1, 1.0) > 270);  // 0.02 a second for three minutes
    CHECK(killed(0, 1.0) == 0);
    CHECK(killed(1, 4.0) == 0);
}

TEST_CASE("Whole bodies fight in bouts of some minutes and then stand off together, both sides at once") {
    Bodies y(model::Verb::attack);
    double bout = 0, lull = 0, mixed = 0;
    int pulses = 0;
    Clash before = Clash::apart;
    for (int s = 0; s < 2'400; ++s) {
        y.second();
        const Clash a = y.about(0), b = y.about(1);
        bout += a == Clash::bout ? 1 : 0, lull += a == Clash::lull ? 1 : 0, mixed += a != b ? 1 : 0;
        pulses += a == Clash::bout && before != Clash::bout ? 1 : 0;
        before = a;
        if (a == Clash::lull && b == Clash::lull) CHECK(y.striking() == 0);
    }
    MESSAGE("in forty minutes ", pulses, " bouts, mean ", bout / pulses / 60, " min, lull ",
            lull / pulses / 60, " min; not of one mind for ", mixed, " s");
    CHECK(pulses > 3);
    CHECK(bout / pulses > 60);
    CHECK(bout / pulses < 300);
    CHECK(lull / pulses > 120);
    CHECK(lull / pulses < 600);
    CHECK(mixed < 60);
}

TEST_CASE("A body whose enemy runs gives chase and keeps no lull; one that holds its ground does not") {
    for (const auto verb : {model::Verb::attack, model::Verb::hold}) {
        Bodies y(verb);
        y.second();
        y.second();
        CHECK(y.about(0) == Clash::bout);
        for (std::uint32_t m = 300; m < 600; ++m)
            y.world.men.morale[m] = static_cast<std::uint8_t>(Morale::routing);
        y.second();
        CHECK((y.about(0) == Clash::chase) == (verb == model::Verb::attack));
        for (std::uint32_t m = 300; m < 600; ++m)
            y.world.men.status[m] = static_cast<std::uint8_t>(Status::left_field);
        for (int s = 0; s < 60; ++s) y.second();
        CHECK(y.about(0) != Clash::chase);
    }
}

TEST_CASE("He who loses his foe in a bout draws breath before he strikes another") {
    Yard y(5, 1, 60);
    y.model.parameters.fight.guard_share = 0;
    y.model.parameters.fight.bout_s = 6'000, y.model.parameters.fight.lull_s = 0.1F;
    const auto troop = y.troop(yard::spearman());
    for (int i = 0; i < 400; ++i) {
        y.man(0, troop, 10 + (i % 20) * 20.0, 10 + (i / 20) * 20.0, math::kEast);
        y.man(1, troop, 11.5 + (i % 20) * 20.0, 10 + (i / 20) * 20.0, math::kWest);
        y.man(1, troop, 11.5 + (i % 20) * 20.0, 11 + (i / 20) * 20.0, math::kWest);
    }
    for (int t = 0; t < 20; ++t) y.tick(fight_only, 3'000);
    const auto strike = [&] {
        int n = 0;
        for (std::size_t i = 0; i < 400; ++i) n += y.world.men.in_bout[3 * i];
        return n;
    };
    CHECK(strike() == 400);
    for (std::size_t i = 0; i < 400; ++i) {
        const auto foe = y.world.men.foe[3 * i];
        y.world.men.status[foe] = static_cast<std::uint8_t>(Status::dead);
    }
    for (int t = 0; t < 20; ++t) y.tick(fight_only, 3'000);
    CHECK(strike() < 20);
    for (int t = 0; t < 900; ++t) y.tick(fight_only, t % 10 == 0 ? 3'000 : 0);
    CHECK(strike() > 380);
}
