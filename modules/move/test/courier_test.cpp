#include <doctest/doctest.h>

#include "field.hpp"
#include "linghe/world/smoke_grid.hpp"

using namespace linghe;
using test::Field;

namespace {

/// Two commanders, `apart_m` from each other; the first sends the second a rider to where he thinks him to be.
struct Post {
    Field f{200, 200, 10'000};
    std::uint32_t from, to;
    Post(std::int32_t apart_mm, std::int32_t error_mm) {
        from = f.man(0, 1, 300'000, 300'000, world::kNoUnit),
        to = f.man(0, 1, 300'000 + apart_mm, 300'000, world::kNoUnit);
        f.model.persons.resize(2);
        f.model.persons[0].man = from, f.model.persons[1].man = to;
        auto& o = f.intents.orders;
        o.resize(1);
        o.addressee[0] = 1, o.channel[0] = static_cast<std::uint8_t>(intent::Channel::rider);
        o.seek_x_mm[0] = 300'000 + apart_mm, o.seek_y_mm[0] = 300'000 + error_mm;
    }
    int ride(int ticks) {
        for (int t = 0; t < ticks; ++t) {
            f.step();
            if (f.world.couriers.size() > 0 && f.world.couriers.state[0] >= 2) return t;
        }
        return ticks;
    }
};

}  // namespace

TEST_CASE("A rider sent to the right place delivers at four and a half metres a second") {
    Post p(1'000'000, 0);
    const int took = p.ride(6000);
    CHECK(p.f.world.couriers.state[0] == 2);
    CHECK(took * 0.1 == doctest::Approx((1000.0 - 60.0) / 4.5).epsilon(0.05));
    CHECK(p.f.intents.orders.state[0] == static_cast<std::uint8_t>(intent::OrderState::travelling));
}

TEST_CASE("A rider sent to the wrong place searches, asks, and comes later") {
    Post right(800'000, 0), wrong(800'000, 350'000);
    for (int i = 0; i < 400; ++i)
        wrong.f.man(0, 1, 900'000 + i % 20 * 20'000, 300'000 + i / 20 * 20'000, world::kNoUnit);
    const int soon = right.ride(10'000), late = wrong.ride(14'000);
    MESSAGE("rider with a true goal " << soon * 0.1 << " s, with one 350 m off " << late * 0.1 << " s");
    CHECK(wrong.f.world.couriers.state[0] == 2);
    CHECK(late > soon + 300);
}

TEST_CASE("A rider alone in thick smoke sees no farther than it lets him, and is slower in it") {
    Post clear(800'000, 40'000), thick(800'000, 40'000);
    thick.f.model.parameters.element.smoke_cell_m = 50.0F;
    thick.f.model.parameters.percept.contrast_threshold = 0.05F;
    const auto grid = world::smoke_grid(thick.f.model);
    thick.f.world.smoke.resize(grid.size());
    for (auto& black : thick.f.world.smoke.black_um) black = 300'000;  // one sees 10 m
    const int soon = clear.ride(10'000), late = thick.ride(14'000);
    CHECK(clear.f.world.couriers.state[0] == 2);
    CHECK(late > soon + 600);
}

TEST_CASE("A rider who must pass through the enemy is taken more often than not, and the order fails") {
    int lost = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Post p(600'000, 0);
        p.f.model.seed = seed;
        for (int i = 0; i < 400; ++i)
            p.f.man(1, 1, 400'000 + i % 20 * 10'000, 200'000 + i / 20 * 10'000, world::kNoUnit);
        p.ride(4000);
        lost += p.f.world.couriers.state[0] == 4 ? 1 : 0;
        if (p.f.world.couriers.state[0] == 4)
            CHECK(p.f.intents.orders.state[0] == static_cast<std::uint8_t>(intent::OrderState::failed));
    }
    CHECK(lost >= 6);
}

TEST_CASE("Without couriers nobody rides") {
    Post p(200'000, 0);
    p.f.model.without = static_cast<std::uint32_t>(model::Without::couriers);
    p.ride(1000);
    CHECK(p.f.world.couriers.size() == 0);
    CHECK(p.f.intents.orders.state[0] == static_cast<std::uint8_t>(intent::OrderState::issued));
}
