#include <doctest/doctest.h>

#include <cmath>

#include "field.hpp"
#include "linghe/world/passage.hpp"

using namespace linghe;
using model::Verb;
using test::Field;
using world::Closes;

namespace {

/// A wall along x = 30 with two gates, at y = 10 and at y = 30; men west of it are ordered east in a crowd.
struct Town {
    Field f{60, 40, 1'000};
    std::uint16_t u = 0;
    explicit Town(int men) {
        for (std::int32_t y = 0; y < 40; ++y)
            if (y / 2 != 5 && y / 2 != 15) f.close(30, y);
        f.model.ground.walled = true;
        f.model.ground.figures.wall_shy_near = f.model.ground.figures.wall_shy_far = 1.5F;
        u = f.unit(0, 0, 10.0F, Verb::march, 50'000, 12'000, 0);
        for (int i = 0; i < men; ++i) f.man(0, 0, 15'000 + i % 12 * 900, 8'000 + i / 12 * 900, u);
        f.world.units.leader[u] = 0;
        f.intents.units.formed[u] = 0;
        f.intents.units.formation[u] = static_cast<std::uint8_t>(model::Formation::crowd);
    }
    [[nodiscard]] int past() const {
        int n = 0;
        for (std::size_t r = 0; r < f.world.men.size(); ++r) n += f.world.men.x_mm[r] > 31'000;
        return n;
    }
    void gate(std::int32_t row, bool shut) {
        for (std::int32_t y = row; y < row + 2; ++y)
            world::set_closed(f.world, f.model, y * 60 + 30, Closes::gate, shut);
    }
    /// Steps, and sees that nobody enters what is closed.
    void run_s(int seconds) {
        for (int t = 0; t < seconds * 10; ++t) {
            f.step(5);
            for (std::size_t r = 0; r < f.world.men.size(); ++r) {
                const std::int32_t cell = f.model.ground.cell(f.world.men.x_mm[r], f.world.men.y_mm[r]);
                REQUIRE(f.model.ground.open(cell, ground::Mobility::foot));
                REQUIRE(!world::is_closed(f.world, cell));
            }
        }
    }
};

}  // namespace

TEST_CASE("Men find the gate in a wall, and nobody is ever in the wall") {
    Town t(60);
    t.run_s(120);
    CHECK(t.past() == 60);
}

TEST_CASE(
    "When the near gate is shut men go round by the far one; when both are shut they stand and say that "
    "there is no way") {
    Town t(24);
    t.gate(10, true);
    t.run_s(100);
    CHECK(t.past() == 24);
    Town both(24);
    both.gate(10, true), both.gate(30, true);
    both.run_s(60);
    CHECK(both.past() == 0);
    int told = 0;
    for (std::size_t r = 0; r < both.f.world.men.size(); ++r)
        told += both.f.world.men.still_why[r] != 0 || both.f.world.men.vx_mm_s[r] != 0 ||
                both.f.world.men.vy_mm_s[r] != 0;
    CHECK(told == 24);
    both.gate(10, false);
    both.run_s(100);
    CHECK(both.past() == 24);
}

TEST_CASE("A queue at one gate sends some of them to the other") {
    Town t(240);
    int by_far = 0;
    std::vector<char> seen(240, 0);
    for (int s = 0; s < 200; ++s) {
        t.run_s(1);
        for (std::size_t r = 0; r < 240; ++r)
            if (seen[r] == 0 && t.f.world.men.x_mm[r] > 30'500)
                seen[r] = 1, by_far += t.f.world.men.y_mm[r] > 22'000;
    }
    MESSAGE(by_far << " of 240 went round");
    CHECK(t.past() == 240);
    CHECK(by_far >= 5);  // none where queues do not count
    CHECK(by_far < 230);
}

TEST_CASE("Every man who stands says why") {
    Town t(60);
    for (int s = 0; s < 200; ++s) {
        t.run_s(1);
        if (t.f.world.clock.tick[0] < 20) continue;
        for (std::size_t r = 0; r < 60; ++r) {
            const bool still = t.f.world.men.vx_mm_s[r] == 0 && t.f.world.men.vy_mm_s[r] == 0;
            if (still) CHECK(t.f.world.men.still_why[r] != static_cast<std::uint8_t>(world::Still::none));
        }
    }
}
