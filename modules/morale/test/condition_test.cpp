#include <doctest/doctest.h>

#include "field.hpp"
#include "linghe/morale/laws.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::shipped;
using world::Morale;

namespace {

/// Mean fear of 100 men under a middling threat after two minutes, and after ten more without it.
struct Fears {
    float under = 0, after = 0;
};
Fears fears(float hunger, float cold) {
    Field f(1, 100, shipped());
    f.model.parameters.morale.break_rate_per_s = 0.0F;
    f.model.units[0].hunger = hunger, f.model.units[0].cold = cold;
    const auto threaten = [&](std::uint8_t threat) {
        for (std::uint32_t i = 0; i < 100; ++i) f.world.men.enemy_near_q8[i] = threat;
    };
    threaten(100);
    for (int s = 0; s < 120; ++s) f.second();
    Fears out;
    out.under = f.mean_fear(1, 100);
    f.all(0, 100, Morale::wavering, 0.6F);
    threaten(0);
    for (int s = 0; s < 600; ++s) f.second();
    out.after = f.mean_fear(1, 100);
    return out;
}

}  // namespace

TEST_CASE("Hungry and cold men are frightened more and come to themselves later than the fed and warm") {
    const Fears well = fears(0, 0), hungry = fears(1, 0), cold = fears(0, 1), both = fears(1, 1);
    CHECK(hungry.under > well.under + 0.02F);
    CHECK(cold.under > well.under + 0.01F);
    CHECK(both.under > hungry.under);
    CHECK(hungry.after > well.after + 0.02F);
    CHECK(cold.after > well.after + 0.02F);
}

TEST_CASE("Hunger alone frightens nobody") {
    Field f(1, 100, shipped());
    f.model.units[0].hunger = f.model.units[0].cold = 1.0F;
    f.all(0, 100, Morale::steady, 0.1F);
    for (int s = 0; s < 300; ++s) f.second();
    CHECK(f.mean_fear(0, 100) <= 0.1F);
}

TEST_CASE("The starved yield sooner than the fed") {
    const auto p = shipped();
    morale::YieldView v;
    v.surrounded = 1.0F, v.loyalty = 0.5F, v.leaderless = 1.0F;
    const float fed = morale::yield_rate(v, p);
    v.hunger = 1.0F;
    const float starved = morale::yield_rate(v, p);
    CHECK(starved > 3.0F * fed);
    v.cold = 1.0F;
    CHECK(morale::yield_rate(v, p) > starved);
}
