#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "field.hpp"

using namespace linghe;
using model::Formation;
using model::Verb;
using test::Field;

namespace {

struct Extent {
    double front_m = 0, depth_m = 0, in_place_s = 0;
};
/// A hundred foot in a line of 25 files take the formation; how wide and deep they stand, and when they stood.
Extent form(Field& f, std::uint16_t u, Formation wanted, double limit_s) {
    f.intents.units.formation[u] = static_cast<std::uint8_t>(wanted);
    Extent e;
    e.in_place_s = limit_s;
    int still = 0;
    for (int t = 0; t < static_cast<int>(limit_s * 10); ++t) {
        f.step(5);
        int moving = 0;
        for (std::size_t r = 0; r < f.world.men.size(); ++r)
            moving += f.world.men.vx_mm_s[r] != 0 || f.world.men.vy_mm_s[r] != 0;
        still = moving == 0 ? still + 1 : 0;
        if (still == 50) {
            e.in_place_s = t * 0.1 - 5.0;
            break;
        }
    }
    double x0 = 1e9, x1 = -1e9, y0 = 1e9, y1 = -1e9;
    for (std::size_t r = 0; r < f.world.men.size(); ++r) {
        x0 = std::min(x0, f.world.men.x_mm[r] * 0.001), x1 = std::max(x1, f.world.men.x_mm[r] * 0.001);
        y0 = std::min(y0, f.world.men.y_mm[r] * 0.001), y1 = std::max(y1, f.world.men.y_mm[r] * 0.001);
    }
    e.front_m = y1 - y0, e.depth_m = x1 - x0;
    return e;
}

}  // namespace

TEST_CASE("A company stands in line, in column of fours, in loose order, and changes from one to another") {
    Field f(40, 40, 10'000);
    const auto u = f.unit(0, 0, 22.5F, Verb::hold, 200'000, 200'000, 0);
    for (int i = 0; i < 100; ++i) f.man(0, 0, 195'000 - i / 10 * 900, 195'000 + i % 10 * 900, u);
    const float file = f.model.parameters.move.file_foot_m, rank = f.model.parameters.move.rank_foot_m;
    const Extent line = form(f, u, Formation::line, 180);
    CHECK(line.front_m == doctest::Approx(24 * file).epsilon(0.05));
    CHECK(line.depth_m == doctest::Approx(3 * rank).epsilon(0.15));
    const Extent column = form(f, u, Formation::column, 240);
    CHECK(column.front_m == doctest::Approx(3 * file).epsilon(0.25));
    CHECK(column.depth_m == doctest::Approx(24 * rank).epsilon(0.05));
    const Extent back = form(f, u, Formation::line, 240);
    CHECK(back.front_m == doctest::Approx(24 * file).epsilon(0.05));
    // The rearmost goes farthest: the column's depth and half the front, at a quick pace, and some dressing.
    const double far_m = std::hypot(24.0 * rank, 12.0 * file);
    MESSAGE("column to line: " << back.in_place_s << " s for " << far_m << " m");
    CHECK(back.in_place_s > 0.75 * far_m / static_cast<double>(f.model.troops[0].trot_m_s));  // no magic
    CHECK(back.in_place_s < 3.0 * far_m / static_cast<double>(f.model.troops[0].walk_m_s));
    const Extent loose = form(f, u, Formation::loose, 240);
    CHECK(loose.front_m == doctest::Approx(24 * file * f.model.parameters.move.loose_factor).epsilon(0.05));
}

TEST_CASE("In a crowd each makes his own way at the ordered gait; about a banner they keep by their leader") {
    for (const auto formation : {Formation::crowd, Formation::banner}) {
        Field f(60, 40, 10'000);
        const auto u = f.unit(0, 0, 20.0F, Verb::march, 400'000, 200'000, 0);
        for (int i = 0; i < 60; ++i) f.man(0, 0, 100'000 + i % 10 * 1500, 190'000 + i / 10 * 1500, u);
        f.world.units.leader[u] = 0;
        f.intents.units.formed[u] = 0;
        f.intents.units.formation[u] = static_cast<std::uint8_t>(formation);
        for (int t = 0; t < 4500; ++t) f.step(5);
        for (std::size_t r = 0; r < 60; ++r)
            CHECK(std::hypot(f.world.men.x_mm[r] - 400'000, f.world.men.y_mm[r] - 200'000) < 25'000.0);
    }
}
