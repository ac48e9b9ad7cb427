#include "linghe/fight/burns.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include <string>

#include "linghe/fight/fight.hpp"
#include "linghe/model/heat.hpp"
#include "linghe/world/fire_near.hpp"
#include "yard.hpp"

using namespace linghe;
using world::Burn;
using world::EventKind;
using world::Status;
using yard::Yard;

namespace {

/// A yard of grass in cells of 10 m in which one fire burns that the test lays; element does not run.
struct Hearth : Yard {
    explicit Hearth(std::uint64_t seed = 1) : Yard(seed) {
        yard::read_parameters("element.toml", model.parameters.element);
        auto& g = model.ground;
        g.cell_mm = 10'000;
        g.fuel.assign(g.height_mm.size(), 0);
        auto& fire = world.fire;
        fire.resize(g.height_mm.size());
        for (std::size_t c = 0; c < fire.size(); ++c) fire.front_um10[c] = 6'000'000, fire.blaze[c] = 0;
        world.blazes.resize(1);
        world.blazes.alight[0] = 1;
        world.blazes.event[0] = 77;
    }
    /// The same heat in every cell.
    void heat(double kw_m2) {
        for (auto& q : world.fire.heat_dw_m2) q = static_cast<std::uint16_t>(kw_m2 * 100);
    }
    void seconds(int n) {
        for (int t = 0; t < 10 * n; ++t)
            tick([](Yard& y) { fight::advance(y.model, y.world, y.intents, y.jobs); }, 0);
    }
    [[nodiscard]] double dose(std::uint32_t row) const { return world.men.burn_dose_q8[row] / 256.0; }
};

}  // namespace

TEST_CASE(
    "Ten kilowatts hurt in four seconds, blister in fourteen and burn through in three quarters of a "
    "minute") {
    Hearth h;
    const auto man = h.man(0, h.troop(yard::spearman()), 100, 100, 0);
    h.heat(10);
    h.seconds(4);
    CHECK(h.world.men.burn[man] == static_cast<std::uint8_t>(Burn::none));
    h.seconds(1);
    CHECK(h.world.men.burn[man] == static_cast<std::uint8_t>(Burn::pain));
    h.seconds(8);
    CHECK(h.world.men.burn[man] == static_cast<std::uint8_t>(Burn::pain));
    h.seconds(1);
    CHECK(h.world.men.burn[man] == static_cast<std::uint8_t>(Burn::second));
    CHECK(h.dose(man) == doctest::Approx(14 * model::dose_per_s(10)).epsilon(0.01));
    CHECK(h.count(EventKind::man_wounded) == 1);
}

TEST_CASE("Heat like that of a summer's day is borne without end") {
    Hearth h;
    const auto man = h.man(0, h.troop(yard::spearman()), 100, 100, 0);
    h.heat(1.5);
    h.seconds(120);
    CHECK(h.world.men.burn_dose_q8[man] == 0);
    CHECK(h.world.men.heat_dw_m2[man] == 150);
    CHECK(h.world.men.shock_q8[man] == 0);
}

TEST_CASE("Clothes and armour keep a burn to the bare skin until the dose is greater") {
    Hearth h;
    const auto& p = h.model.parameters.fight;
    const double second = static_cast<double>(h.model.parameters.element.heat_dose_second_degree);
    const double bare = static_cast<double>(p.burn_bare_share * p.burn_facing_share);
    CHECK(fight::burnt_share(second - 1, second, 0.5, p) == 0);
    CHECK(fight::burnt_share(second + 1, second, 0.5, p) == doctest::Approx(bare));
    CHECK(fight::burnt_share(3 * second, second, 0.5, p) > 4 * bare);
    CHECK(fight::burnt_share(3 * second, second, 1.0, p) == doctest::Approx(bare));
    CHECK(fight::burnt_share(6 * second, second, 1.0, p) ==
          doctest::Approx(static_cast<double>(p.burn_facing_share)));
}

TEST_CASE(
    "One in a hundred dies of the dangerous dose, half of nearly twice as much, and their deaths name the "
    "fire") {
    Hearth h;
    model::TroopType bare = yard::spearman();
    bare.armour_cover = 0;
    const auto troop = h.troop(bare);
    for (int i = 0; i < 4000; ++i) h.man(0, troop, 50 + i % 100, 50 + i / 100, 0);
    h.heat(10);
    h.seconds(47);  // 1,012
    CHECK(h.with(Status::burnt) / 4000.0 == doctest::Approx(0.011).epsilon(0.4));
    h.seconds(41);  // 1,896
    CHECK(h.with(Status::burnt) / 4000.0 == doctest::Approx(0.5).epsilon(0.05));
    CHECK(h.count(EventKind::man_burnt) == static_cast<std::uint32_t>(h.with(Status::burnt)));
    h.seconds(60);
    CHECK(h.with(Status::burnt) > 3800);
}

TEST_CASE(
    "A man in the flames is burnt in a second, and the event of it descends from the lighting of the fire") {
    Hearth h;
    const auto man = h.man(0, h.troop(yard::spearman()), 105, 105, 0);
    const auto beside = h.man(0, 0, 145, 105, 0);
    const auto cell = static_cast<std::size_t>(h.model.ground.cell(105'000, 105'000));
    auto& fire = h.world.fire;
    fire.state[cell] = static_cast<std::uint8_t>(world::FireState::flaming);
    fire.front_um10[cell] = -100'000;
    for (const auto c : {cell - 1, cell + 1, cell - 60, cell + 60}) fire.front_um10[c] = 500'000;
    fire.pass_ticks[cell] = 100, fire.flame_ticks[cell] = 200, fire.intensity_kw_m[cell] = 1000;
    for (std::size_t c = 0; c < fire.size(); ++c)
        fire.heat_dw_m2[c] = c == cell ? 8'000 : c == cell - 1 || c == cell + 1 ? 300 : 0;
    bool told = false;
    for (int t = 0; t < 21; ++t) {
        h.tick([](Yard& y) { fight::advance(y.model, y.world, y.intents, y.jobs); }, 0);
        for (std::size_t e = 0; e < h.world.events.size(); ++e) {
            if (h.world.events.subject[e] != man) continue;
            CHECK(h.world.events.cause_1[e] == static_cast<std::uint8_t>(world::Cause::fire));
            CHECK(h.world.events.parent[e] == 77);
            told = true;
        }
    }
    CHECK(told);
    CHECK(h.world.men.burn[man] >= static_cast<std::uint8_t>(Burn::second));
    CHECK(h.world.men.burn[beside] == 0);
}

TEST_CASE("Burnt horses drop or bolt, and their riders stand on foot in the end") {
    Hearth h;
    const auto troop = h.troop(yard::horseman());
    for (int i = 0; i < 500; ++i) h.man(0, troop, 50 + i % 50, 50 + i / 50, 0);
    h.heat(15);
    int lost = 0;
    for (int s = 0; s < 30; ++s) h.seconds(1);
    for (std::uint32_t r = 0; r < 500; ++r)
        lost += h.world.men.horse[r] == static_cast<std::uint8_t>(world::Horse::lost);
    const auto& p = h.model.parameters.fight;
    CHECK(
        lost / 500.0 ==
        doctest::Approx(static_cast<double>(p.horse_burn_down_share + p.horse_burn_wild_share)).epsilon(0.1));
}

TEST_CASE("Where nothing was lit nobody is asked about heat") {
    Hearth h;
    h.man(0, h.troop(yard::spearman()), 100, 100, 0);
    h.heat(50);
    h.world.blazes.resize(0);
    h.seconds(5);
    CHECK(h.world.men.burn_dose_q8[0] == 0);
    CHECK(h.world.men.heat_dw_m2[0] == 0);
}

namespace {

/// A wall of flames along y = 300..310 m; a crowd of one kind, `per_m2` of them to the square metre, from y = 290 m down.
struct Press : Hearth {
    std::uint32_t outermost = 0, deep = 0;
    Press(const model::TroopType& kind, double gap_m, int ranks) {
        auto& fire = world.fire;
        const auto& g = model.ground;
        for (std::int32_t j = 0; j < g.ny; ++j)
            for (std::int32_t i = 0; i < g.nx; ++i) {
                const auto c = static_cast<std::size_t>(j * g.nx + i);
                fire.front_um10[c] = (30 - j) * 1'000'000;
                fire.heat_dw_m2[c] = static_cast<std::uint16_t>(j < 30 ? 100 * (j + 1) : j == 30 ? 8'000 : 0);
                if (j != 30) continue;
                fire.state[c] = static_cast<std::uint8_t>(world::FireState::flaming);
                fire.pass_ticks[c] = 100, fire.flame_ticks[c] = 120, fire.intensity_kw_m[c] = 6'000;
            }
        const auto t = troop(kind);
        for (int k = 0; k < ranks; ++k)
            for (int x = 0; x < 20; ++x) {
                const auto m = man(0, t, 200.0 + gap_m * x, 290.0 - 0.5 * gap_m - gap_m * k, 0);
                if (x == 10 && k == 0) outermost = m;
                if (x == 10 && k == ranks - 1) deep = m;
            }
        seconds(1);
    }
    [[nodiscard]] double heat_on(std::uint32_t m) const { return world.men.heat_dw_m2[m] / 100.0; }
};

}  // namespace

TEST_CASE("In a press only the outer ranks have the fire's full heat: each rank shades those behind it") {
    const Press lonely(yard::spearman(), 50.0, 1), crowd(yard::spearman(), 0.7, 40);
    CHECK(crowd.heat_on(crowd.outermost) > 0.8 * lonely.heat_on(lonely.outermost));
    // 28 m of two men a square metre: exp(-28 x 2.04 x 0.5 / 1.7), nothing comes through.
    CHECK(crowd.heat_on(crowd.deep) < 0.01);
}

TEST_CASE("Ten metres of horse at the density of a press leave a fifth of the heat") {
    const auto& p = Hearth().model.parameters.fight;
    const double depth = 10.0 * 0.25 * static_cast<double>(p.shade_horse_m2 / p.shade_horse_height_m);
    CHECK(std::exp(-depth) == doctest::Approx(0.18).epsilon(0.05));
    CHECK(fight::share_among_bodies(4.6F, 2.3F) == 1.0F);
    CHECK(fight::share_among_bodies(9.2F, 2.3F) ==
          doctest::Approx(1.15 / 3.45));  // flames shine over their heads
}
