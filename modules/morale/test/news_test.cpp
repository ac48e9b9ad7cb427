#include <doctest/doctest.h>

#include "field.hpp"
#include "linghe/morale/laws.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::frozen;
using morale_test::shipped;
using world::Morale;

namespace {

constexpr float kNone = 65535.0F;

std::uint32_t who_know(const Field& f) {
    std::uint32_t n = 0;
    for (const auto k : f.world.men.knows_lost) n += k;
    return n;
}

}  // namespace

TEST_CASE("An enemy who comes out of nowhere surprises, one seen coming does not") {
    const auto p = shipped();
    morale::Awareness seen{200.0F, 0.0F};
    for (float r = 200.0F; r > 5.0F; r -= 7.0F) seen = morale::aware_step(seen, r, kNone, 1.0F, p);
    CHECK(seen.surprise == 0.0F);
    const auto sudden = morale::aware_step({kNone, 0.0F}, 20.0F, kNone, 1.0F, p);
    CHECK(sudden.surprise == doctest::Approx(1.0 - 20.0 / static_cast<double>(p.surprise_within_m)));
    const auto far = morale::aware_step({kNone, 0.0F}, 300.0F, kNone, 1.0F, p);
    CHECK(far.surprise == 0.0F);
    // Lost from sight for a few seconds and seen again where he may have come to: no surprise.
    morale::Awareness lost{60.0F, 0.0F};
    for (int s = 0; s < 2; ++s) lost = morale::aware_step(lost, kNone, kNone, 1.0F, p);
    CHECK(morale::aware_step(lost, 45.0F, kNone, 1.0F, p).surprise == 0.0F);
    // And it fades.
    morale::Awareness fades = sudden;
    for (int s = 0; s < 120; ++s) fades = morale::aware_step(fades, 20.0F, kNone, 1.0F, p);
    CHECK(fades.surprise < 0.05F);
}

TEST_CASE("Men taken by surprise are frightened more than those who saw the enemy come") {
    const auto fear = [](bool sudden) {
        Field f(1, 100, shipped());
        f.model.parameters.morale.break_rate_per_s = 0.0F;
        const auto enemy_at = [&](std::uint16_t m) {
            for (auto& r : f.world.men.enemy_range_m) r = m;
        };
        enemy_at(world::kFar);
        f.second();
        for (std::uint16_t m = 300; !sudden && m > 20; m = static_cast<std::uint16_t>(m - 8))
            enemy_at(m), f.second();
        enemy_at(20);
        for (auto& t : f.world.men.enemy_near_q8) t = 128;
        for (int s = 0; s < 20; ++s) f.second();
        return f.mean_fear(1, 100);
    };
    CHECK(fear(true) > fear(false) + 0.1F);
}

TEST_CASE("Where the enemy stands when the battle opens is no surprise") {
    Field f(1, 10, shipped());
    for (auto& r : f.world.men.enemy_range_m) r = 20;
    for (int s = 0; s < 5; ++s) f.second();
    for (const auto s : f.world.men.surprise_q8) CHECK(s == 0);
}

TEST_CASE(
    "News of a leader's fall begins with those beside him and spreads; far off nobody knows before he is "
    "told") {
    Field f(2, 200, frozen());
    f.world.persons.alive[0] = 0;
    f.world.men.status[0] = static_cast<std::uint8_t>(world::Status::dead);
    for (std::uint32_t i = 20; i < 200; ++i) f.world.men.x_mm[i] = 200'000;
    f.second();
    std::uint32_t far_first = 0;
    for (std::uint32_t i = 20; i < 200; ++i) far_first += f.world.men.knows_lost[i];
    CHECK(far_first == 0);
    for (int s = 0; s < 20; ++s) f.second();
    std::uint32_t near = 0;
    for (std::uint32_t i = 1; i < 20; ++i) near += f.world.men.knows_lost[i];
    CHECK(near > 15);
    const std::uint32_t soon = who_know(f);
    CHECK(soon < 100);
    for (int s = 0; s < 600; ++s) f.second();
    CHECK(who_know(f) > 190);
    for (std::uint32_t i = 200; i < 400; ++i) CHECK(f.world.men.knows_lost[i] == 0);  // theirs lives
}

TEST_CASE("A fall of which a man has not heard does not move him") {
    const auto broken = [](std::int32_t d_m) {
        Field f(1, 2'000, frozen());
        f.model.parameters.morale.rally_rate_per_min = f.model.parameters.morale.news_tell_per_s = 0.0F;
        f.model.parameters.morale.break_leader_lost = 2.0F;
        f.all(1, 2'000, Morale::wavering, 0.5F);
        f.world.persons.alive[0] = 0;
        f.world.men.status[0] = static_cast<std::uint8_t>(world::Status::dead);
        for (std::uint32_t i = 1; i < 2'000; ++i) f.world.men.x_mm[i] = d_m * 1000;
        for (int s = 0; s < 40; ++s) f.second();
        return f.count(1, 2'000, Morale::routing);
    };
    CHECK(broken(5) > 2 * broken(500));
}
