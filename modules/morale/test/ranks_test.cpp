#include <doctest/doctest.h>

#include "field.hpp"
#include "linghe/morale/laws.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::frozen;
using morale_test::shipped;
using world::Morale;

namespace {

/// 600 wavering men in six ranks of a hundred; nobody comes back. How many of each rank have run after `seconds`.
struct Block {
    Field f;
    explicit Block(const model::MoraleParameters& p) : f(1, 600, p) {
        f.model.parameters.morale.rally_rate_per_min = f.model.parameters.morale.join_rate_per_min = 0.0F;
        f.all(0, 600, Morale::wavering, 0.5F);
        f.world.units.formed[0] = 1;
        f.world.units.files[0] = 100;
        for (std::uint32_t i = 0; i < 600; ++i) f.world.men.slot[i] = static_cast<std::uint16_t>(i);
    }
    [[nodiscard]] std::uint32_t ran(std::uint32_t rank) const {
        return f.count(rank * 100, rank * 100 + 100, Morale::routing);
    }
};

}  // namespace

TEST_CASE("Of a formed body the last rank runs first, and those with ranks behind them are held") {
    Block block(frozen());
    for (int s = 0; s < 60; ++s) block.f.second();
    CHECK(block.ran(5) > 2 * block.ran(0));
    CHECK(block.ran(5) > 10);
    CHECK(morale::hemmed_in(0) == 0.0F);
    CHECK(morale::hemmed_in(1) == doctest::Approx(0.5));
    CHECK(morale::hemmed_in(5) == doctest::Approx(5.0 / 6.0));
}

TEST_CASE("A man at blows runs later than one who waits behind him") {
    Block block(frozen());
    for (std::uint32_t i = 0; i < 100; ++i) block.f.world.men.in_bout[i] = 1;
    block.f.world.units.files[0] = 600;  // one rank: only the blows part them
    for (int s = 0; s < 60; ++s) block.f.second();
    CHECK(3 * block.ran(0) < block.ran(1) + block.ran(2) + block.ran(3));
}

TEST_CASE("A man who draws off with his body is at blows with nobody, and runs as soon as one who waits") {
    const auto ran = [](world::Clash clash) {
        Block block(frozen());
        const auto fighting = static_cast<std::uint8_t>(world::Doing::fighting);
        for (std::uint32_t i = 0; i < 600; ++i) block.f.world.men.doing[i] = fighting;
        block.f.world.units.clash[0] = static_cast<std::uint8_t>(clash);
        for (int s = 0; s < 60; ++s) block.f.second();
        return block.f.count(0, 600, Morale::routing);
    };
    Block waits(frozen());
    for (int s = 0; s < 60; ++s) waits.f.second();
    CHECK(ran(world::Clash::lull) == waits.f.count(0, 600, Morale::routing));
    CHECK(ran(world::Clash::bout) < ran(world::Clash::lull));
}

TEST_CASE("Danger is borne worse by him who can do nothing against it") {
    const auto fear = [](std::uint8_t in_bout) {
        Field f(1, 100, shipped());
        f.model.parameters.morale.break_rate_per_s = 0.0F;
        for (std::uint32_t i = 0; i < 100; ++i)
            f.world.men.enemy_near_q8[i] = 255, f.world.men.enemy_range_m[i] = 2,
            f.world.men.in_bout[i] = in_bout;
        for (int s = 0; s < 120; ++s) f.second();
        return f.mean_fear(1, 100);
    };
    CHECK(fear(1) < fear(0) - 0.05F);
}

TEST_CASE("Friends seen running frighten, and not when contagion is taken out") {
    const auto fear = [](std::uint8_t fled, std::uint32_t without) {
        Field f(1, 100, shipped());
        f.model.without = without;
        f.model.parameters.morale.break_rate_per_s = 0.0F;
        for (auto& n : f.world.men.fleeing_near_q8) n = fled;
        for (int s = 0; s < 60; ++s) f.second();
        if (fled != 0 && without == 0) {
            CHECK(f.world.men.cause_flight[50] > 0);
        }
        return f.mean_fear(1, 100);
    };
    const auto lacks = static_cast<std::uint32_t>(model::Without::contagion);
    CHECK(fear(128, 0) > fear(0, 0) + 0.1F);
    CHECK(fear(128, lacks) < fear(0, lacks) + 0.1F);
}

TEST_CASE("Experience of arms is of no help against fire, and composure is") {
    const auto p = shipped();
    CHECK(morale::susceptibility(0.5F, 1.0F, p, 1.0F) == doctest::Approx(1.0));
    CHECK(morale::susceptibility(0.5F, 0.0F, p, 1.0F) == doctest::Approx(1.0));
    CHECK(morale::susceptibility(0.5F, 1.0F, p, 0.0F) < 0.9F);
    CHECK(morale::susceptibility(1.0F, 0.5F, p, 1.0F) < 0.9F);
}
