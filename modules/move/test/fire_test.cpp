#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "field.hpp"
#include "linghe/math/angle.hpp"

using namespace linghe;
using test::Field;

namespace {

/// A field of grass, 60 by 40 cells of 10 m, with a row of flaming cells at x = 300..310 m; the west is unburnt.
struct Grass : Field {
    explicit Grass(std::int32_t intensity_kw_m) : Field(60, 40, 10'000) {
        auto& g = model.ground;
        g.fuel.assign(g.height_mm.size(), 0);
        auto& fire = world.fire;
        fire.resize(g.height_mm.size());
        for (std::int32_t j = 0; j < g.ny; ++j)
            for (std::int32_t i = 0; i < g.nx; ++i) {
                const auto c = static_cast<std::size_t>(j * g.nx + i);
                fire.front_um10[c] =
                    (30 - i) * 1'000'000 - 100'000;  // 5e-5 of a cell behind the middle of column 30
                if (i != 30) fire.heat_dw_m2[c] = i == 29 || i == 31 ? 200 : 0;
                if (i != 30) continue;
                fire.state[c] = static_cast<std::uint8_t>(world::FireState::flaming);
                fire.pass_ticks[c] = 100, fire.flame_ticks[c] = 120, fire.intensity_kw_m[c] = intensity_kw_m;
                fire.heat_dw_m2[c] = 5'000;
            }
        world.blazes.resize(1);
        world.blazes.alight[0] = static_cast<std::uint32_t>(g.ny);
    }
    /// What percept tells a man west of the flames.
    void know(std::uint32_t r) {
        const double off = 304'000.0 - world.men.x_mm[r];
        world.men.fire_range_dm[r] = static_cast<std::uint16_t>(std::max(1.0, std::fabs(off) / 100.0));
        world.men.fire_bearing[r] = off > 0 ? 0 : 32768;
    }
    void seconds(int n) {
        for (int t = 0; t < 10 * n; ++t) {
            if (t % 10 == 0)
                for (std::uint32_t r = 0; r < world.men.size(); ++r) know(r);
            step();
        }
    }
};
constexpr std::int32_t kHigh = 3'000, kLow = 100;  // kW/m: flames of 3.1 and 0.6 m

}  // namespace

TEST_CASE("Nobody walks into flames that stand higher than he dares, whatever he makes for") {
    Grass f(kHigh);
    const auto foot = f.goer(0, 270'000, 200'000, 400'000, 200'000);
    const auto fugitive = f.goer(0, 270'000, 100'000, 400'000, 100'000, true);
    f.seconds(60);
    CHECK(f.world.men.x_mm[foot] < 306'000);
    CHECK(f.world.men.x_mm[fugitive] < 306'000);
    CHECK(f.world.men.x_mm[foot] > 285'000);  // he came up to them
}

TEST_CASE("A man in flight runs through low flames; one in hand does not; no horse does") {
    Grass f(kLow);
    const auto u = f.unit(0, 0, 0, model::Verb::hold, 400'000, 300'000, 0);
    const auto flees = f.goer(0, 270'000, 200'000, 400'000, 200'000, true);
    const auto rider = f.goer(1, 250'000, 100'000, 400'000, 100'000, true);
    const auto soldier = f.man(0, 0, 290'000, 300'000, u);
    f.intents.units.formed[u] = 0;
    f.world.units.anchor_x_mm[u] = 400'000, f.world.units.anchor_y_mm[u] = 300'000;
    f.seconds(60);
    CHECK(f.world.men.x_mm[flees] > 390'000);
    CHECK(f.world.men.x_mm[rider] < 275'000);
    CHECK(f.world.men.x_mm[soldier] < 306'000);
}

TEST_CASE("Horses refuse a front at some thirty metres and bolt from one at ten") {
    Grass f(kHigh);
    const auto comes = f.goer(1, 200'000, 200'000, 400'000, 200'000);
    const auto near = f.goer(1, 294'000, 100'000, 294'000, 100'000);
    f.seconds(5);
    CHECK(f.world.men.x_mm[near] < 294'000 - 10'000);
    f.seconds(55);
    const auto& p = f.model.parameters.move;
    CHECK(f.world.men.x_mm[comes] > 304'000 - 1'000 * static_cast<std::int32_t>(p.horse_refuse_m) - 12'000);
    CHECK(f.world.men.x_mm[comes] < 304'000 - 1'000 * static_cast<std::int32_t>(p.horse_shy_m));
}

TEST_CASE("Heat that cannot be borne moves a man who was told to stand") {
    Grass f(kHigh);
    const auto u = f.unit(0, 0, 0, model::Verb::hold, 280'000, 200'000, 0);
    const auto man = f.man(0, 0, 280'000, 200'000, u);
    const auto cool = f.man(0, 0, 280'000, 220'000, u);
    f.intents.units.formed[u] = 0;
    f.world.units.anchor_x_mm[u] = 280'000, f.world.units.anchor_y_mm[u] = 210'000;
    f.world.men.heat_dw_m2[man] = 700, f.world.men.heat_dw_m2[cool] = 200;
    f.seconds(4);
    CHECK(f.world.men.x_mm[man] < 272'000);
    CHECK(f.world.men.x_mm[cool] > 277'000);
}

TEST_CASE("Who is caught in the flames runs on to the ground that has burnt") {
    Grass f(kHigh);
    auto& fire = f.world.fire;
    for (auto& ticks : fire.flame_ticks) ticks = ticks != 0 ? 200 : 0;  // flames 10 m deep
    const auto man = f.goer(0, 308'000, 200'000, 308'000, 200'000);
    const auto lies_ahead = f.world.men.x_mm[man];
    f.seconds(8);
    CHECK(f.world.men.x_mm[man] > lies_ahead + 6'000);
}

TEST_CASE("A body halts before a front and goes on when it is out") {
    Grass f(kHigh);
    const auto u = f.unit(0, 0, 10, model::Verb::march, 500'000, 200'000, 0);
    for (int i = 0; i < 20; ++i) f.man(0, 0, 200'000 - 1'000 * (i / 10), 195'000 + 1'000 * (i % 10), u);
    f.world.units.anchor_x_mm[u] = 200'000, f.world.units.anchor_y_mm[u] = 200'000;
    f.seconds(120);
    const std::int32_t halted = f.world.units.anchor_x_mm[u];
    CHECK(halted > 240'000);
    CHECK(halted < 300'000 - 1'000 * static_cast<std::int32_t>(f.model.parameters.move.fire_halt_m) + 5'000);
    for (auto& s : f.world.fire.state) s = static_cast<std::uint8_t>(world::FireState::burnt);
    f.world.blazes.alight[0] = 0;
    f.seconds(60);
    CHECK(f.world.units.anchor_x_mm[u] > halted + 40'000);
}

TEST_CASE("A man with fire at his back takes to water too deep to wade; without fire he does not") {
    Grass f(kHigh);
    f.model.parameters.morale.look_fire_m = 100;
    for (std::int32_t j = 0; j < 40; ++j) f.water(26, j, 2'500), f.water(27, j, 2'500);
    const auto dares = f.goer(0, 285'000, 200'000, 100'000, 200'000, true);
    f.seconds(6);
    CHECK(f.world.men.x_mm[dares] < 280'000);
    Grass calm(kHigh);
    for (std::int32_t j = 0; j < 40; ++j) calm.water(26, j, 2'500), calm.water(27, j, 2'500);
    calm.world.blazes.alight[0] = 0;
    const auto stays = calm.goer(0, 285'000, 200'000, 100'000, 200'000, true);
    for (int t = 0; t < 60; ++t) calm.step();
    CHECK(calm.world.men.x_mm[stays] >= 280'000);
}

namespace {

/// A plain with a bank of 1.5 m along x = 300..310 m and no ramp for a kilometre; nothing burns.
struct Bank : Field {
    explicit Bank(std::uint8_t slope_deg) : Field(60, 40, 10'000) {
        auto& g = model.ground;
        g.bank_mm.assign(g.height_mm.size(), 0);
        for (std::int32_t j = 0; j < g.ny; ++j) {
            const auto c = static_cast<std::size_t>(j * g.nx + 30);
            g.bank[c] = slope_deg, g.bank_mm[c] = 1500;
            g.speed_q8[1][c] = 0, g.speed_q8[0][c] = 160;
        }
        ground::River river;
        river.centre = {{305, -100}, {305, 500}};
        river.channel_width_m = 10, river.bank_height_m = 1.5F, river.bank_slope_deg = slope_deg;
        g.rivers = {river};
        g.figures.bank_climb_foot_m_s = 0.25F, g.figures.bank_climb_horse_m_s = 0.4F;
        g.figures.bank_horse_all_deg = 30.0F, g.figures.bank_horse_none_deg = 60.0F;
    }
};

}  // namespace

TEST_CASE(
    "A rider in flight who is held up before a steep bank takes it; one who only rides there does not") {
    Bank f(45);
    std::vector<std::uint32_t> fleeing, riding;
    for (int i = 0; i < 40; ++i) {
        fleeing.push_back(f.goer(1, 280'000, 10'000 + 9'000 * i, 500'000, 10'000 + 9'000 * i, true));
        riding.push_back(f.goer(1, 270'000, 14'000 + 9'000 * i, 500'000, 14'000 + 9'000 * i));
    }
    const int patience = static_cast<int>(f.model.parameters.move.bank_patience_s);
    for (int t = 0; t < 10 * patience; ++t) f.step();
    int over = 0;
    for (const auto r : fleeing) over += f.world.men.x_mm[r] > 310'000 ? 1 : 0;
    CHECK(over == 0);  // he looks for another way first
    for (int t = 0; t < 400; ++t) f.step();
    int rode = 0;
    over = 0;
    for (const auto r : fleeing) over += f.world.men.x_mm[r] > 310'000 ? 1 : 0;
    for (const auto r : riding) rode += f.world.men.x_mm[r] > 310'000 ? 1 : 0;
    CHECK(over > 10);  // half the horses take 45 degrees
    CHECK(over < 30);
    CHECK(rode == 0);
}

TEST_CASE("No horse takes a bank as steep as a wall") {
    Bank f(75);
    const auto r = f.goer(1, 280'000, 200'000, 500'000, 200'000, true);
    for (int t = 0; t < 900; ++t) f.step();
    CHECK(f.world.men.x_mm[r] < 301'000);
}
