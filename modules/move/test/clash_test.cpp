// Bodies at hand strokes: who keeps his rank, who draws off, who runs a fugitive down.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "field.hpp"
#include "linghe/math/angle.hpp"

using namespace linghe;
using test::Field;
using world::Clash;

namespace {

constexpr int kFiles = 30, kMen = 120;

/// A body of foot in four ranks whose front stands at (x, 300 m), facing along y.
std::uint16_t ranks(Field& f, std::uint8_t side, std::int32_t y, std::uint16_t heading, model::Verb verb,
                    std::int32_t goal_y) {
    const auto u = f.unit(side, 0, 30.0F, verb, 300'000, goal_y, heading);
    const std::int32_t back = heading == math::kNorth ? -1'200 : 1'200;
    for (int i = 0; i < kMen; ++i) f.man(side, 0, 285'500 + (i % kFiles) * 1'000, y + (i / kFiles) * back, u);
    f.world.units.anchor_x_mm[u] = 300'000, f.world.units.anchor_y_mm[u] = y;
    f.world.units.formed[u] = 1;
    return u;
}
/// Smallest distance between two enemies, metres.
double nearest(const Field& f) {
    double best = 1e9;
    const auto& m = f.world.men;
    for (std::size_t a = 0; a < m.size(); ++a)
        for (std::size_t b = a + 1; b < m.size(); ++b)
            if (f.model.men.side[a] != f.model.men.side[b])
                best = std::min(best, std::hypot(m.x_mm[a] - m.x_mm[b], m.y_mm[a] - m.y_mm[b]) * 0.001);
    return best;
}

}  // namespace

TEST_CASE("Foot sent to attack see the enemy from afar and keep their ranks until the last step") {
    Field f(60, 60, 10'000);
    const auto a = ranks(f, 0, 280'000, math::kNorth, model::Verb::attack, 400'000);
    ranks(f, 1, 320'000, math::kSouth, model::Verb::hold, 320'000);
    for (std::size_t r = 0; r < kMen; ++r)
        f.world.men.enemy_range_m[r] = 40, f.world.men.enemy_bearing[r] = math::kNorth;
    for (int t = 0; t < 200; ++t) f.step();
    // Twenty seconds at a walk of 1.34 m/s: the front has gone some 27 m, and the rear rank is still behind it.
    std::int32_t front = 0, rear = 1'000'000'000;
    for (std::size_t r = 0; r < kMen; ++r) {
        front = std::max(front, f.world.men.y_mm[r]), rear = std::min(rear, f.world.men.y_mm[r]);
        CHECK(f.world.men.slot[r] != world::kNoSlot);
    }
    MESSAGE("front gone ", (front - 280'000) * 0.001, " m, depth of the body ", (front - rear) * 0.001, " m");
    CHECK(front > 300'000);
    CHECK(front < 320'000);
    CHECK(front - rear < 7'000);
    CHECK(f.world.units.anchor_y_mm[a] > 300'000);
}

TEST_CASE("Bodies that draw off step back until four metres lie between them, their faces to the enemy") {
    Field f(60, 60, 10'000);
    const auto a = ranks(f, 0, 299'300, math::kNorth, model::Verb::attack, 400'000),
               b = ranks(f, 1, 300'700, math::kSouth, model::Verb::attack, 200'000);
    for (int t = 0; t < 20; ++t) f.step();
    CHECK(nearest(f) < 2.5);
    f.world.units.clash[a] = f.world.units.clash[b] = static_cast<std::uint8_t>(Clash::lull);
    for (int t = 0; t < 300; ++t) f.step();
    int turned = 0;
    for (std::size_t r = 0; r < 2 * kMen; ++r) {
        const auto to_enemy = r < kMen ? math::kNorth : math::kSouth;
        turned +=
            std::abs(static_cast<int>(math::turn_diff(f.world.men.facing[r], to_enemy))) > 16384 ? 1 : 0;
    }
    MESSAGE("half a minute later ", nearest(f), " m between them; turned their backs: ", turned);
    CHECK(nearest(f) > 3.0);
    CHECK(nearest(f) < 8.0);
    CHECK(turned < 12);
    f.world.units.clash[a] = f.world.units.clash[b] = static_cast<std::uint8_t>(Clash::apart);
    for (int t = 0; t < 150; ++t) f.step();
    CHECK(nearest(f) < 2.0);  // and come on again
}

TEST_CASE("A rider at the heels of a fugitive stays there; a man ordered to hold lets him go") {
    for (const auto verb : {model::Verb::pursue, model::Verb::hold}) {
        Field f(60, 60, 10'000);
        const auto u = f.unit(0, 1, 10.0F, verb, 300'000, 590'000, math::kNorth);
        const auto rider = f.man(0, 1, 300'000, 100'000, u);
        f.world.units.anchor_x_mm[u] = 300'000, f.world.units.anchor_y_mm[u] = 100'000;
        const auto runs = f.goer(0, 300'000, 102'500, 300'000, 590'000, true);
        f.model.men.side[runs] = 1;
        f.world.men.foe[rider] = runs;
        double worst = 0;
        for (int t = 0; t < 600; ++t) {
            f.step();
            if (t >= 200)  // once he has gathered way
                worst = std::max(worst, std::hypot(f.world.men.x_mm[rider] - f.world.men.x_mm[runs],
                                                   f.world.men.y_mm[rider] - f.world.men.y_mm[runs]) *
                                            0.001);
        }
        MESSAGE("from the twentieth to the sixtieth second he was at most ", worst, " m away");
        CHECK((worst < 3.5) == (verb == model::Verb::pursue));
    }
}

TEST_CASE("At a run each has his own legs; on the march all keep one pace") {
    Field f(60, 60, 10'000);
    const auto slow = f.goer(0, 100'000, 100'000, 100'000, 500'000, true),
               fast = f.goer(0, 200'000, 100'000, 200'000, 500'000, true);
    f.model.men.legs_q5[slow] = -32, f.model.men.legs_q5[fast] = 32;
    for (int t = 0; t < 100; ++t) f.step();
    const double ratio = (f.world.men.y_mm[fast] - 100'000.0) / (f.world.men.y_mm[slow] - 100'000.0);
    MESSAGE("one deviation above over one below: ", ratio);
    CHECK(ratio > 1.12);
    CHECK(ratio < 1.3);
}
