#include <cmath>

#include "field.hpp"

using field::Field;
using namespace linghe;

TEST_CASE(
    "A banner of 3 m is told by colour at 2,063 m, by device at 1,289 m, for sure at 806 m in clear air") {
    model::PerceptParameters p;
    field::read_parameters(p, "percept");
    const auto cycle = static_cast<double>(p.eye_cycle_arcmin);
    CHECK(percept::angular_range_m(3, static_cast<double>(p.colour_arcmin)) ==
          doctest::Approx(2063).epsilon(0.01));
    CHECK(percept::angular_range_m(3, static_cast<double>(p.recognise_cycles) * cycle) ==
          doctest::Approx(1289).epsilon(0.01));
    CHECK(percept::angular_range_m(3, static_cast<double>(p.identify_cycles) * cycle) ==
          doctest::Approx(806).epsilon(0.01));
    CHECK(percept::angular_range_m(1, static_cast<double>(p.detect_cycles) * cycle) ==
          doctest::Approx(1719).epsilon(0.01));
}

TEST_CASE("Contrast lasts 999 m at extinction 0.003, 100 m at 0.03, and 391 m at 0.01 for a keen eye") {
    CHECK(percept::contrast_range_m(0.003, 0.05) == doctest::Approx(999).epsilon(0.01));
    CHECK(percept::contrast_range_m(0.03, 0.05) == doctest::Approx(100).epsilon(0.01));
    CHECK(percept::contrast_range_m(0.01, 0.02) == doctest::Approx(391).epsilon(0.01));
}

TEST_CASE("A rider's horizon is 6.1 km with refraction") {
    CHECK(percept::horizon_refracted_m(2.5) == doctest::Approx(6100).epsilon(0.01));
    CHECK(percept::horizon_m(1) == doctest::Approx(3570).epsilon(0.01));
    // The same surface bulges so that the horizon's ray just grazes: half way to an equal height.
    CHECK(percept::curvature_drop_m(2 * percept::horizon_refracted_m(2.5), 0.5) ==
          doctest::Approx(2.5).epsilon(0.001));
}

namespace {

// Men at rising distances east of a great banner, all looking at it.
struct Banner {
    Field f{4000, 400};
    std::uint32_t bearer = 0;
    Banner() {
        const auto u = f.unit(0);
        bearer = f.person(f.man(u, 100, 200));
        f.raise(bearer);
    }
    std::uint32_t watcher(float range_m) {
        const auto row = f.man(0, 100 + range_m, 200);
        f.world.men.facing[row] = math::kWest;
        return row;
    }
    // Farthest distance at which the banner is seen, to 10 m.
    float reach(float from_m, float to_m) {
        std::vector<std::uint32_t> rows;
        for (float r = from_m; r <= to_m; r += 10) rows.push_back(watcher(r));
        f.start();
        f.second();
        float far = 0;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            if (f.world.men.banner_seen_q8[rows[k]] != 0) far = from_m + 10 * static_cast<float>(k);
        }
        return far;
    }
};

}  // namespace

TEST_CASE(
    "In the step: the great banner is seen in clear air to two kilometres, in smoke of 0.03 to a hundred "
    "metres") {
    Banner clear, light, thick;
    light.f.smoke(0.003F);
    thick.f.smoke(0.03F);
    const float a = clear.reach(1900, 2200), b = light.reach(700, 1200), c = thick.reach(50, 200);
    MESSAGE("great banner of 3 m seen to " << a << " m in clear air, " << b << " m at 0.003 /m, " << c
                                           << " m at 0.03 /m");
    CHECK(a == doctest::Approx(2063).epsilon(0.01));
    CHECK(b == doctest::Approx(999).epsilon(0.11));  // the clear air's own 0.0003 adds a tenth
    CHECK(c == doctest::Approx(100).epsilon(0.11));
}

TEST_CASE("In the step: the banner fades with distance and its bearing is true") {
    Banner b;
    const auto near = b.watcher(100), middle = b.watcher(1000), far = b.watcher(1800);
    b.f.start();
    b.f.second();
    const auto& men = b.f.world.men;
    CHECK(men.banner_seen_q8[near] > men.banner_seen_q8[middle]);
    CHECK(men.banner_seen_q8[middle] > men.banner_seen_q8[far]);
    CHECK(men.banner_seen_q8[far] > 0);
    CHECK(std::abs(math::turn_diff(math::kWest, men.banner_bearing[middle])) < 200);
    CHECK(men.banner_range_m[middle] == doctest::Approx(1000).epsilon(0.01));
}

TEST_CASE("In the step: a struck banner, a hill, a wall of smoke hide it; few see it behind them") {
    Banner struck, hill, wall, behind;
    const auto a = struck.watcher(500), b = hill.watcher(1000), c = wall.watcher(500);
    struck.f.world.persons.banner_up[struck.bearer] = 0;
    for (std::int32_t y = 0; y < 40; ++y) {
        for (std::int32_t x = 50; x < 60; ++x)
            hill.f.model.ground.height_mm[static_cast<std::size_t>(y * 400 + x)] = 15'000;
    }
    wall.f.smoke(0.1F, 300, 360);
    for (Field* f : {&struck.f, &hill.f, &wall.f}) {
        f->start();
        f->second();
    }
    CHECK(struck.f.world.men.banner_seen_q8[a] == 0);
    CHECK(hill.f.world.men.banner_seen_q8[b] == 0);
    CHECK(wall.f.world.men.banner_seen_q8[c] == 0);
    std::vector<std::uint32_t> fugitives;
    for (int k = 0; k < 200; ++k) {
        fugitives.push_back(behind.watcher(400 + static_cast<float>(k)));
        behind.f.world.men.facing[fugitives.back()] = math::kEast;
    }
    behind.f.start();
    behind.f.second();
    int seen = 0;
    for (const auto row : fugitives) seen += behind.f.world.men.banner_seen_q8[row] != 0;
    CHECK(seen > 25);
    CHECK(seen < 75);
}

TEST_CASE("In the step: smoke shortens sight to where contrast is spent") {
    for (const float k : {0.03F, 0.1F}) {
        Field f(2000, 2000);
        const auto row = f.man(f.unit(0), 1000, 1000);
        f.smoke(k);
        f.start();
        f.second();
        CHECK(
            f.world.men.sight_m[row] ==
            doctest::Approx(percept::contrast_range_m(static_cast<double>(k) + 0.0003, 0.05)).epsilon(0.02));
    }
    Field clear(2000, 2000);
    const auto row = clear.man(clear.unit(0), 1000, 1000);
    clear.start();
    clear.second();
    CHECK(clear.world.men.sight_m[row] == 3000);
}
