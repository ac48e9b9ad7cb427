#include <doctest/doctest.h>

#include <cmath>

#include "field.hpp"
#include "linghe/morale/laws.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::frozen;
using morale_test::shipped;
using world::EventKind;
using world::Goal;
using world::Morale;

namespace {

/// Two units of 100: the men of the first stand about after their flight, leaderless, d_m east of the second's leader, who is
/// himself again; the second's men are gone.
struct Stragglers {
    Field f;
    explicit Stragglers(std::int32_t d_m) : f(2, 100, frozen()) {
        f.all(0, 100, Morale::rallying, 0.3F);
        f.world.units.leader[0] = world::kNobody;
        for (std::uint32_t i = 0; i < 100; ++i) {
            f.world.men.goal_kind[i] = static_cast<std::uint8_t>(Goal::body);
            f.world.men.x_mm[i] = d_m * 1000;
        }
        f.world.men.status[0] = static_cast<std::uint8_t>(world::Status::dead);
        for (std::uint32_t i = 101; i < 200; ++i)
            f.world.men.status[i] = static_cast<std::uint8_t>(world::Status::dead);
        f.all(100, 101, Morale::steady, 0.1F);
        f.model.parameters.morale.rally_rate_per_min = 0.0F;
    }
    [[nodiscard]] std::uint32_t taken_in() const {
        std::uint32_t n = 0;
        for (std::uint32_t i = 0; i < 100; ++i) n += f.world.men.unit[i] == 1 ? 1 : 0;
        return n;
    }
    void minutes(int n) {
        for (int s = 0; s < 60 * n; ++s) {
            f.world.units.leader[0] = world::kNobody;  // nobody of their own steps forward in this picture
            f.second();
        }
    }
};

}  // namespace

TEST_CASE(
    "An officer who has come to himself gathers stragglers within reach of his voice, of whatever unit") {
    Stragglers near(20), far(150);
    near.minutes(5), far.minutes(5);
    CHECK(near.taken_in() > 60);
    CHECK(far.taken_in() == 0);
    for (std::uint32_t i = 1; i < 100; ++i) {
        if (near.f.world.men.unit[i] == 1) CHECK(world::in_ranks(near.f.world.men.morale[i]));
    }
}

TEST_CASE("An officer with the enemy upon him, one who wavers, and one with a formed body call nobody") {
    Stragglers pursued(20), wavers(20), formed(20);
    pursued.f.world.men.enemy_range_m[100] = 20;
    wavers.f.all(100, 101, Morale::wavering, 0.6F);
    wavers.f.model.parameters.morale.break_rate_per_s = 0.0F;
    formed.f.world.units.formed[1] = 1;  // percept shows that body itself to whom it is near
    pursued.minutes(2), wavers.minutes(2), formed.minutes(2);
    CHECK(pursued.taken_in() == 0);
    CHECK(wavers.taken_in() == 0);
    CHECK(formed.taken_in() == 0);
}

TEST_CASE("Without leaders, or without joining, nobody is gathered by an officer's call") {
    for (const auto lacks : {model::Without::leader, model::Without::joining}) {
        Stragglers s(20);
        s.f.model.without = static_cast<std::uint32_t>(lacks);
        s.minutes(2);
        CHECK(s.taken_in() == 0);
    }
}

TEST_CASE("A call fades with distance and is nothing out of earshot") {
    const auto p = shipped();
    CHECK(morale::call_presence(0.0F, p) == doctest::Approx(1.0));
    CHECK(morale::call_presence(p.call_distance_m, p) == doctest::Approx(std::exp(-1.0)).epsilon(0.001));
    CHECK(morale::call_presence(2.4F * p.call_distance_m, p) == 0.0F);
}

TEST_CASE("Who runs loses his command to the first who stands, and takes it again when he stands again") {
    Field f(1, 10, frozen());
    f.model.parameters.morale.rally_rate_per_min = 0.0F;
    f.all(0, 4, Morale::routing, 0.7F);
    f.all(4, 10, Morale::steady, 0.1F);
    f.second();
    CHECK(f.world.units.leader[0] == 4);
    REQUIRE(f.events_of(EventKind::unit_leader) == 1);
    CHECK(f.world.events.cause_1[f.world.events.size() - 1] ==
          static_cast<std::uint8_t>(world::Cause::flight));
    f.all(2, 3, Morale::steady, 0.1F);  // of a lower number, but the present leader stands
    f.second();
    CHECK(f.world.units.leader[0] == 4);
    f.all(0, 1, Morale::steady, 0.1F);
    f.second();
    CHECK(f.world.units.leader[0] == 0);
    // When all run he who led at last leads still: there is nobody else to look to.
    f.all(0, 10, Morale::routing, 0.7F);
    f.second();
    CHECK(f.world.units.leader[0] == 0);
    CHECK(f.events_of(EventKind::unit_leader) == 0);
}

TEST_CASE("A leader who has come to himself stands at once, and his men about him fall in") {
    Field f(1, 100, frozen());
    f.model.parameters.morale.break_rate_per_s = 0.0F;
    f.all(0, 100, Morale::rallying, 0.3F);
    for (auto& g : f.world.men.goal_kind) g = static_cast<std::uint8_t>(Goal::body);
    for (std::uint32_t i = 1; i < 100; ++i) f.world.men.leader_near_q8[i] = 200;
    f.second();
    CHECK(world::in_ranks(f.world.men.morale[0]));
    for (int s = 0; s < 300; ++s) f.second();
    CHECK(f.count(1, 100, Morale::rallying) < 40);
}
