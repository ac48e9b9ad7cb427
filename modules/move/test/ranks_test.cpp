#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "field.hpp"
#include "linghe/math/angle.hpp"

using namespace linghe;
using test::Field;

namespace {

/// Mean distance of a unit's men from their places, metres.
double disorder(const Field& f, std::uint16_t u) {
    const auto& p = f.model.parameters.move;
    const bool horse = f.model.troops[f.model.units[u].troop].mounted;
    const double file = horse ? p.file_horse_m : p.file_foot_m, rank = horse ? p.rank_horse_m : p.rank_foot_m;
    const math::Vec2d ahead = math::unit_of_d(f.world.units.heading[u]);
    double sum = 0;
    int n = 0;
    for (std::size_t r = 0; r < f.world.men.size(); ++r) {
        if (f.world.men.unit[r] != u || f.world.men.slot[r] == world::kNoSlot) continue;
        const std::uint32_t slot = f.world.men.slot[r], files = f.world.units.files[u];
        const double back = -(slot / files * rank), left = (slot % files - 0.5 * (files - 1)) * file;
        const double x = f.world.units.anchor_x_mm[u] * 0.001 + back * ahead.x - left * ahead.y;
        const double y = f.world.units.anchor_y_mm[u] * 0.001 + back * ahead.y + left * ahead.x;
        sum += std::hypot(f.world.men.x_mm[r] * 0.001 - x, f.world.men.y_mm[r] * 0.001 - y);
        ++n;
    }
    return n == 0 ? 1e9 : sum / n;
}

std::uint16_t company(Field& f, std::uint8_t troop, int men, std::int32_t x, std::int32_t y, model::Verb verb,
                      std::int32_t gx, std::int32_t gy) {
    const auto u = f.unit(0, troop, 30.0F, verb, gx, gy, math::kNorth);
    for (int i = 0; i < men; ++i)
        f.man(0, troop, x + (i * 7919) % 40'000 - 20'000, y + (i * 104729) % 30'000 - 30'000, u);
    f.world.units.anchor_x_mm[u] = x, f.world.units.anchor_y_mm[u] = y;
    f.world.units.formed[u] = 1;
    return u;
}

}  // namespace

TEST_CASE("A scattered company forms its ranks within two minutes and stands still") {
    for (const std::uint8_t troop : {std::uint8_t{0}, std::uint8_t{1}}) {
        Field f(60, 60, 10'000);
        const auto u = company(f, troop, 200, 300'000, 300'000, model::Verb::hold, 0, 0);
        for (int t = 0; t < 1200; ++t) f.step(t % 2 == 0 ? 1 : 1);
        int moving = 0;
        for (std::size_t r = 0; r < 200; ++r)
            moving += f.world.men.vx_mm_s[r] != 0 || f.world.men.vy_mm_s[r] != 0 ? 1 : 0;
        MESSAGE("troop " << int(troop) << ": mean distance from place " << disorder(f, u)
                         << " m, still moving " << moving);
        CHECK(disorder(f, u) < 0.6);
        CHECK(moving < 20);
        CHECK(f.intents.units.arrived[u] == 1);
    }
}

TEST_CASE("A formed body marches half a kilometre at its pace, in order, and says that it has arrived") {
    Field f(60, 80, 10'000);
    const auto u = company(f, 0, 200, 300'000, 200'000, model::Verb::hold, 0, 0);
    for (int t = 0; t < 1000; ++t) f.step();
    f.intents.units.verb[u] = static_cast<std::uint8_t>(model::Verb::march);
    f.intents.units.x_mm[u] = 300'000, f.intents.units.y_mm[u] = 700'000,
    f.intents.units.heading[u] = math::kNorth;
    f.intents.units.arrived[u] = 0;
    int arrivals = 0, took = 0;
    double worst = 0;
    for (int t = 0; t < 6000 && arrivals == 0; ++t) {
        f.step(5);
        if (t == 1000) worst = disorder(f, u);
        for (std::size_t e = 0; e < f.world.events.size(); ++e)
            arrivals +=
                f.world.events.kind[e] == static_cast<std::uint8_t>(world::EventKind::unit_arrives) ? 1 : 0;
        took = t;
    }
    MESSAGE("500 m in " << took * 0.1 << " s, disorder on the march " << worst << " m");
    CHECK(arrivals == 1);
    CHECK(took * 0.1 > 500.0 / 1.34 * 0.95);
    CHECK(took * 0.1 < 500.0 / 1.34 * 1.25);
    CHECK(worst < 1.5);
    CHECK(f.intents.units.arrived[u] == 1);
}

TEST_CASE("Men in ranks close up when others fall") {
    Field f(60, 60, 10'000);
    const auto u = company(f, 0, 100, 300'000, 300'000, model::Verb::hold, 0, 0);
    for (int t = 0; t < 600; ++t) f.step();
    for (std::size_t r = 0; r < 100; r += 7)
        f.world.men.status[r] = static_cast<std::uint8_t>(world::Status::dead),
        f.world.men.slot[r] = world::kNoSlot;
    for (int t = 0; t < 900; ++t) f.step();
    std::vector<int> taken(100, 0);
    int standing = 0;
    for (std::size_t r = 0; r < 100; ++r) {
        if (!world::active(f.world.men.status[r])) continue;
        ++standing;
        REQUIRE(f.world.men.slot[r] < 100);
        ++taken[f.world.men.slot[r]];
    }
    for (int s = 0; s < standing; ++s) CHECK(taken[static_cast<std::size_t>(s)] == 1);
    CHECK(disorder(f, u) < 0.6);
}

TEST_CASE("A body ordered to face about does so without running through itself") {
    Field f(60, 60, 10'000);
    const auto u = company(f, 1, 120, 300'000, 300'000, model::Verb::hold, 0, 0);
    for (int t = 0; t < 900; ++t) f.step();
    f.intents.units.verb[u] = static_cast<std::uint8_t>(model::Verb::withdraw);
    f.intents.units.x_mm[u] = 300'000, f.intents.units.y_mm[u] = 100'000,
    f.intents.units.heading[u] = math::kSouth;
    f.intents.units.pace[u] = static_cast<std::uint8_t>(intent::Pace::trot);
    for (int t = 0; t < 1200; ++t) f.step(5);
    MESSAGE("withdrawn to y " << f.world.units.anchor_y_mm[u] * 0.001 << " disorder " << disorder(f, u));
    CHECK(f.world.units.anchor_y_mm[u] < 110'000);
    CHECK(disorder(f, u) < 3.0);
}

TEST_CASE("Pursuers stop at the water they were told not to cross") {
    Field f(60, 60, 10'000);
    const auto u = company(f, 1, 60, 300'000, 200'000, model::Verb::pursue, 300'000, 500'000);
    f.intents.units.stop_y_mm[u] = 320'000;
    for (std::size_t r = 0; r < 60; ++r)
        f.world.men.enemy_range_m[r] = 50, f.world.men.enemy_bearing[r] = math::kNorth;
    for (int t = 0; t < 900; ++t) f.step(5);
    for (std::size_t r = 0; r < 60; ++r) {
        CHECK(f.world.men.y_mm[r] <= 320'000);
        CHECK(f.world.men.y_mm[r] > 290'000);
    }
}

TEST_CASE("A crowd without ranks follows its leader and halts about him") {
    Field f(80, 80, 10'000);
    const auto u = company(f, 1, 100, 300'000, 300'000, model::Verb::march, 500'000, 300'000);
    f.intents.units.formed[u] = 0;
    f.world.units.leader[u] = 0;
    for (int t = 0; t < 3000; ++t) f.step(5);
    CHECK(std::abs(f.world.men.x_mm[0] - 500'000) < 8'000);
    double far = 0;
    for (std::size_t r = 0; r < 100; ++r)
        far = std::max(far, std::hypot(f.world.men.x_mm[r] - 500'000, f.world.men.y_mm[r] - 300'000) * 0.001);
    MESSAGE("farthest man of the crowd from the goal: " << far << " m");
    CHECK(far < 45.0);
}

TEST_CASE(
    "A troop of horse in close ranks rides at a trot: its ranks go in step and do not hold each other up") {
    test::Field f(60, 60, 10'000, 1);
    const auto u = f.unit(0, 1, 40.0F, model::Verb::march, 300'000, 550'000, math::kNorth);
    std::vector<std::uint32_t> rows;
    for (int i = 0; i < 120; ++i)
        rows.push_back(f.man(0, 1, 290'000 + i % 20 * 1500, 100'000 - i / 20 * 3700, u));
    f.intents.units.formed[u] = 1;
    f.intents.units.pace[u] = static_cast<std::uint8_t>(intent::Pace::trot);
    for (int t = 0; t < 600; ++t) f.step(1);
    double mean = 0;
    for (const auto r : rows) mean += f.world.men.y_mm[r] * 0.001;
    mean /= static_cast<double>(rows.size());
    // 60 s; with the gap of a crowd (3.7 m from head to head) they would do 1 m/s and be 60 m on.
    CHECK(mean > 90.0 + 110.0);
}
