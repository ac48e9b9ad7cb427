#include <doctest/doctest.h>

#include <cmath>

#include "field.hpp"
#include "linghe/morale/laws.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::frozen;
using world::Care;
using world::EventKind;
using world::Goal;
using world::Morale;
using world::Status;

namespace {

/// A unit of 40 in a row, number 20 lies wounded among them; the side's place of retreat is 2 km to the north.
struct Line {
    Field f;
    static constexpr std::uint32_t kWounded = 20;
    explicit Line(float own_loss_weight = 1.0F) : f(1, 40, frozen()) {
        f.model.sides[0].doctrine.own_loss_weight = own_loss_weight;
        for (std::uint32_t i = 0; i < 40; ++i) f.world.men.x_mm[i] = static_cast<std::int32_t>(i) * 1000;
        f.world.men.status[kWounded] = static_cast<std::uint8_t>(Status::disabled);
        f.world.men.severity[kWounded] = static_cast<std::uint8_t>(world::Wound::serious);
    }
    [[nodiscard]] std::uint32_t bearers() const {
        std::uint32_t n = 0;
        for (const auto b : f.world.men.bears) n += b != 0 ? 1 : 0;
        return n;
    }
    /// Until he is taken up; false after ten minutes.
    bool taken_up() {
        for (int s = 0; s < 600; ++s) {
            f.second();
            if (f.world.men.care[kWounded] == static_cast<std::uint8_t>(Care::carried)) return true;
        }
        return false;
    }
    /// Bearers go `m` metres to the north in the next second, as move would have them do.
    void walk(std::int32_t m) {
        for (std::uint32_t i = 0; i < 40; ++i)
            if (f.world.men.bears[i] != 0) f.world.men.y_mm[i] += m * 1000;
        f.second();
    }
};

}  // namespace

TEST_CASE("Two comrades nearby leave the ranks with a wounded man, and his leader does not") {
    Line line;
    REQUIRE(line.taken_up());
    CHECK(line.bearers() == 2);
    CHECK(line.f.world.men.bears[19] == Line::kWounded + 1);
    CHECK(line.f.world.men.bears[21] == Line::kWounded + 1);
    CHECK(line.f.world.men.goal_kind[19] == static_cast<std::uint8_t>(Goal::rear));
    CHECK(line.f.world.men.slot[19] == world::kNoSlot);
    CHECK(line.f.events_of(EventKind::man_carried) == 1);
    Line led;  // the leader is nearest to him
    led.f.world.men.x_mm[0] = 20'500;
    REQUIRE(led.taken_up());
    CHECK(led.f.world.men.bears[0] == 0);
    CHECK(led.bearers() == 2);
}

TEST_CASE("He is laid down in the rear, and the bearers go back to the ranks") {
    Line line;
    REQUIRE(line.taken_up());
    const float back_m = line.f.model.parameters.morale.carry_back_m;
    for (int s = 0; s < static_cast<int>(back_m) + 5; ++s) line.walk(1);
    CHECK(line.f.world.men.care[Line::kWounded] == static_cast<std::uint8_t>(Care::brought));
    CHECK(std::abs(static_cast<float>(line.f.world.men.y_mm[Line::kWounded]) * 0.001F - back_m) < 10.0F);
    CHECK(line.bearers() == 0);
    CHECK(line.f.world.men.goal_kind[19] == static_cast<std::uint8_t>(Goal::ranks));
    for (int s = 0; s < 600; ++s) line.f.second();
    CHECK(line.bearers() == 0);  // once brought back he is not carried any more
}

TEST_CASE("With the enemy upon them, or in flight, the bearers let him fall") {
    Line chased, broken;
    REQUIRE(chased.taken_up());
    for (auto& r : chased.f.world.men.enemy_range_m) r = 3;
    chased.walk(1);
    CHECK(chased.bearers() == 0);
    CHECK(chased.f.world.men.care[Line::kWounded] == static_cast<std::uint8_t>(Care::none));
    CHECK(chased.f.events_of(EventKind::man_laid) == 1);
    for (int s = 0; s < 120; ++s) chased.f.second();
    CHECK(chased.bearers() == 0);  // nobody takes him up before the enemy's eyes
    REQUIRE(broken.taken_up());
    broken.f.model.parameters.morale.rally_rate_per_min = 0.0F;
    broken.f.all(0, 20, Morale::routing, 0.9F);
    broken.f.all(21, 40, Morale::routing, 0.9F);
    for (std::uint32_t i = 0; i < 40; ++i)
        broken.f.world.men.goal_kind[i] = static_cast<std::uint8_t>(Goal::retreat);
    broken.f.second();
    CHECK(broken.bearers() == 0);
    CHECK(broken.f.world.men.goal_kind[19] == static_cast<std::uint8_t>(Goal::retreat));
}

TEST_CASE("Who dies on the way is laid down") {
    Line line;
    REQUIRE(line.taken_up());
    line.f.world.men.status[Line::kWounded] = static_cast<std::uint8_t>(Status::dead);
    line.walk(1);
    CHECK(line.bearers() == 0);
    CHECK(line.f.world.men.borne_by[Line::kWounded] == 0);
}

TEST_CASE("Where own losses weigh nothing nobody is carried, and the more they weigh the sooner he is") {
    Line none(0.0F);
    CHECK(!none.taken_up());
    const auto p = morale_test::shipped();
    CHECK(morale::carry_rate(0.0F, p) == 0.0F);
    CHECK(morale::carry_rate(1.0F, p) == doctest::Approx(p.carry_rate_per_min / 120.0F));
    CHECK(morale::carry_rate(4.0F, p) > morale::carry_rate(1.0F, p));
}

TEST_CASE("Men out of reach, at blows, or of another unit do not carry him") {
    Line line;
    for (std::uint32_t i = 0; i < 40; ++i)
        if (i != Line::kWounded) line.f.world.men.in_bout[i] = 1;
    CHECK(!line.taken_up());
    Line far;
    far.f.world.men.y_mm[Line::kWounded] = 50'000;
    CHECK(!far.taken_up());
    Line strangers;
    for (std::uint32_t i = 0; i < 40; ++i)
        if (i != Line::kWounded) strangers.f.world.men.unit[i] = world::kNoUnit;
    CHECK(!strangers.taken_up());
}
