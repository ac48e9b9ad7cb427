#include <doctest/doctest.h>

#include <cmath>
#include <thread>
#include <vector>

#include "ground_figures.hpp"
#include "linghe/ground/flow.hpp"

using namespace linghe::ground;

namespace {

Ground with_ramps(std::vector<Ramp> ramps, float depth_m = 0.6F) {
    Sketch s = ground_test::river_plain(depth_m);
    s.ramps = std::move(ramps);
    auto ground = rasterise(s);
    REQUIRE(ground.ok());
    return ground.take();
}
std::uint8_t region_at(const Ground& g, int x_m, int y_m) {
    return g.region[static_cast<std::size_t>(g.cell(x_m * 1000, y_m * 1000))];
}

struct Walk {
    double x_m = 0, y_m = 0, length_m = 0;
    bool arrived = false, on_bank = false;
    double x_at_ring_m = 1e9;
};

/// Follows the ways in half-metre steps until the region is reached and no way is left to go.
Walk follow(const Ground& g, double x_m, double y_m, std::uint8_t to, Mobility m) {
    Walk w{x_m, y_m};
    for (int step = 0; step < 20'000; ++step) {
        const auto x = static_cast<std::int32_t>(std::lround(w.x_m * 1000)),
                   y = static_cast<std::int32_t>(std::lround(w.y_m * 1000));
        std::int32_t dx = 0, dy = 0;
        if (!g.way(x, y, to, m, dx, dy)) {
            w.arrived = g.region[static_cast<std::size_t>(g.cell(x, y))] == to;
            return w;
        }
        if (g.bank[static_cast<std::size_t>(g.cell(x, y))] != 0) w.on_bank = true;
        w.x_m += dx * (0.5 / 16384);
        w.y_m += dy * (0.5 / 16384);
        w.length_m += 0.5;
        if (w.y_m > 45 && w.x_at_ring_m > 1e8) w.x_at_ring_m = w.x_m;
    }
    return w;
}

}  // namespace

TEST_CASE("A river parts the plain into south bank, channel and north bank") {
    const Ground g = with_ramps({{"ford", "", "", {0, 0}, 60}});
    CHECK(g.regions == 3);
    const auto south = region_at(g, 100, -200), channel = region_at(g, 100, 0),
               north = region_at(g, 100, 200);
    CHECK(south == 0);
    CHECK(channel == 1);
    CHECK(north == 2);
    CHECK(region_at(g, -590, -390) == south);
    CHECK(region_at(g, 590, 390) == north);
    // Banks and ramps count to the higher ground beside them.
    CHECK(region_at(g, 300, 55) == north);
    CHECK(region_at(g, 0, -55) == south);
    CHECK(g.water_at_mm(5'000, 5'000) == 600);
    CHECK(g.height_at_mm(5'000, 300'000) == 0);
    CHECK(g.height_at_mm(5'000, 5'000) == -2100);
}

TEST_CASE("A rider crosses only by the ramp, a man on foot climbs the bank anywhere") {
    const Ground g = with_ramps({{"ford", "", "", {200, 0}, 60}});
    for (int x = -500; x <= 500; x += 50) {
        CAPTURE(x);
        const Walk rider = follow(g, x, -250, 2, Mobility::horse);
        CHECK(rider.arrived);
        CHECK_FALSE(rider.on_bank);
        CHECK(std::fabs(rider.x_at_ring_m - 200) <= 30);
        const Walk walker = follow(g, x, -250, 2, Mobility::foot);
        CHECK(walker.arrived);
        if (x <= -150) CHECK(walker.on_bank);
    }
}

TEST_CASE("Without a ramp no rider crosses, and he is told so") {
    const Ground g = with_ramps({});
    std::int32_t dx = 0, dy = 0;
    CHECK_FALSE(g.way(0, -200'000, 2, Mobility::horse, dx, dy));
    CHECK(g.way(0, -200'000, 2, Mobility::foot, dx, dy));
}

TEST_CASE("Of two ramps a rider takes the nearer") {
    const Ground g = with_ramps({{"west", "", "", {-400, 0}, 60}, {"east", "", "", {400, 0}, 60}});
    CHECK(follow(g, -150, -250, 2, Mobility::horse).x_at_ring_m == doctest::Approx(-400).epsilon(0.08));
    CHECK(follow(g, 150, -250, 2, Mobility::horse).x_at_ring_m == doctest::Approx(400).epsilon(0.08));
}

TEST_CASE("A way is little longer than the straight line where nothing bars it") {
    const Ground g = with_ramps({{"ford", "", "", {0, 0}, 60}});
    const Walk w = follow(g, 480, -350, 2, Mobility::horse);
    REQUIRE(w.arrived);
    const double straight =
        std::hypot(480 - 25, 350 - 55) + 110;  // to the nearer edge of the ramp, then across
    CHECK(w.length_m < straight * 1.06);
    CHECK(w.length_m > straight * 0.97);
}

TEST_CASE("No direction leads into a closed cell") {
    Sketch s = ground_test::river_plain(1.0F);
    s.rivers[0].centre = {{-800, -150}, {-100, 40}, {150, -60}, {800, 200}};
    s.ramps = {{"a", "", "", {-200, 10}, 40}, {"b", "", "", {300, 0}, 60}};
    s.hills.push_back({{200, 250}, 150, 60});
    auto made = rasterise(s);
    REQUIRE(made.ok());
    const Ground& g = made.value();
    long bad = 0, led = 0;
    for (const Mobility m : {Mobility::foot, Mobility::horse})
        for (std::uint8_t r = 0; r < g.regions; ++r)
            for (std::int32_t c = 0; c < g.nx * g.ny; ++c) {
                const std::int32_t x = g.x0_mm + (c % g.nx) * g.cell_mm + g.cell_mm / 2;
                const std::int32_t y = g.y0_mm + (c / g.nx) * g.cell_mm + g.cell_mm / 2;
                std::int32_t dx = 0, dy = 0;
                if (!g.way(x, y, r, m, dx, dy)) continue;
                ++led;
                const auto ahead =
                    g.cell(x + static_cast<std::int32_t>(std::int64_t{dx} * g.cell_mm / 16384),
                           y + static_cast<std::int32_t>(std::int64_t{dy} * g.cell_mm / 16384));
                if (!g.open(ahead, m)) ++bad;
            }
    CHECK(led > 20'000);
    CHECK(bad == 0);
}

TEST_CASE("A slanting bank leaves no gap for a rider between two corners") {
    for (const float rise : {0.0F, 120.0F, 300.0F, 600.0F, 777.0F}) {
        CAPTURE(rise);
        Sketch s = ground_test::river_plain();
        s.x0_m = s.y0_m = -600;
        s.x1_m = s.y1_m = 600;
        s.rivers[0].centre = {{-800, -rise * 4 / 3}, {800, rise * 4 / 3}};
        auto made = rasterise(s);
        REQUIRE(made.ok());
        const Ground& g = made.value();
        const auto from = g.region[static_cast<std::size_t>(g.cell(590'000, -590'000))];
        const auto to = g.region[static_cast<std::size_t>(g.cell(-590'000, 590'000))];
        CHECK(from != to);
        std::int32_t dx = 0, dy = 0;
        CHECK_FALSE(g.way(590'000, -590'000, to, Mobility::horse, dx, dy));
    }
}

TEST_CASE("The ways of a mirrored map are the mirrored ways") {
    Sketch s = ground_test::river_plain();
    s.rivers[0].centre = {{-800, -60}, {0, 40}, {800, 0}};
    s.ramps = {{"a", "", "", {-250, 10}, 50}, {"b", "", "", {320, 20}, 70}};
    Sketch t = s;
    t.rivers[0].centre = {{-800, 0}, {0, 40}, {800, -60}};
    t.ramps = {{"a", "", "", {250, 10}, 50}, {"b", "", "", {-320, 20}, 70}};
    auto one = rasterise(s), two = rasterise(t);
    REQUIRE(one.ok());
    REQUIRE(two.ok());
    REQUIRE(one->regions == two->regions);
    long cells = 0, different = 0;
    for (const Mobility m : {Mobility::foot, Mobility::horse})
        for (std::uint8_t r = 0; r < one->regions; ++r)
            for (std::int32_t y = 0; y < one->ny; ++y)
                for (std::int32_t x = 0; x < one->nx; ++x) {
                    const int a = one->towards(y * one->nx + x, r, m);
                    const int b = two->towards(y * one->nx + one->nx - 1 - x, r, m);
                    const int mirrored = a == kNoDirection ? a : (16 - a + 32) % 32;
                    ++cells;
                    if (mirrored != b) ++different;
                }
    // Where two ways are equally long to the last unit the tie goes by order: a handful of cells.
    CHECK(cells > 40'000);
    CHECK(different * 1000 <= cells);
}

/// Every heading of a ground, in the order in which it is asked for.
static std::vector<std::uint8_t> headings(const Ground& g, bool backwards) {
    std::vector<std::uint8_t> all;
    for (const Mobility m : {Mobility::foot, Mobility::horse})
        for (std::uint8_t r = 0; r < g.regions; ++r) {
            const std::size_t from = all.size(), cells = g.region.size();
            all.resize(from + cells);
            for (std::size_t k = 0; k < cells; ++k) {
                const std::size_t c = backwards ? cells - 1 - k : k;
                all[from + c] = g.towards(static_cast<std::int32_t>(c), r, m);
            }
        }
    return all;
}

TEST_CASE("The ways are the same however often they are built and whoever asks first") {
    Ground g = with_ramps({{"ford", "", "", {0, 0}, 60}});
    const auto before = headings(g, false);
    g.build_ways();
    CHECK(headings(g, true) == before);
    std::vector<std::uint8_t> here, there;
    std::thread one([&] { here = headings(g, false); }), two([&] { there = headings(g, true); });
    one.join(), two.join();
    CHECK(here == before);
    CHECK(there == before);
    g.build_ways();
    std::thread three([&] { here = headings(g, false); }), four([&] { there = headings(g, true); });
    three.join(), four.join();
    CHECK(here == before);
    CHECK(there == before);
}

TEST_CASE("Deep water bars the man on foot before it bars the rider") {
    const Ground g = with_ramps({{"ford", "", "", {0, 0}, 60}}, 1.4F);
    std::int32_t dx = 0, dy = 0;
    const auto north = region_at(g, 0, 300);
    CHECK_FALSE(g.way(0, -200'000, north, Mobility::foot, dx, dy));
    CHECK(g.way(0, -200'000, north, Mobility::horse, dx, dy));
}

TEST_CASE("A map that is no map is refused in words") {
    Sketch s = ground_test::river_plain();
    s.x1_m = s.x0_m;
    CHECK(rasterise(s).error().message == "the box of the map has no area");
    s = ground_test::river_plain();
    s.x1_m += 3;
    CHECK(rasterise(s).error().message == "the sides of the map are no whole number of cells");
    s.x1_m = s.x0_m + 1e6;
    s.y1_m = s.y0_m + 1e6;
    CHECK(rasterise(s).error().code == linghe::base::ErrorCode::limit);
}

TEST_CASE("A gentle bank is ridden anywhere, a steep one by nobody's choice") {
    for (const float slope_deg : {25.0F, 50.0F}) {
        Sketch s = ground_test::river_plain();
        s.rivers[0].bank_slope_deg = slope_deg;
        const auto g = rasterise(s).take();
        const auto bank = static_cast<std::size_t>(g.cell(0, 50'000));
        REQUIRE(g.bank[bank] == static_cast<std::uint8_t>(slope_deg));
        CHECK(g.bank_mm[bank] == 1500);
        CHECK((g.speed_q8[1][bank] != 0) == (slope_deg < 30.0F));
        CHECK(g.speed_q8[0][bank] != 0);
        CHECK(g.bank_usual_deg(0, 50'000) == doctest::Approx(slope_deg));
    }
}

TEST_CASE("How far off a river's channel a place lies is known to the metre") {
    const auto g = rasterise(ground_test::river_plain()).take();
    CHECK(g.off_channel_m(0, 0) == doctest::Approx(-57.5));
    CHECK(g.off_channel_m(100'000, 207'500) == doctest::Approx(150));
    CHECK(Ground{}.off_channel_m(0, 0) == kNoChannel);
}

TEST_CASE(
    "A rider who knows of a queue or of flames at the near ramp takes the far one, if that is quicker") {
    const Ground g = with_ramps({{"near", "", "", {0, 0}, 60}, {"far", "", "", {300, 0}, 60}});
    const auto cells = g.height_mm.size();
    const auto north = region_at(g, 0, 200);
    const std::int32_t at = g.cell(-20'000, -100'000);
    const auto east_q14 = [&](const std::vector<std::uint8_t>& closed,
                              const std::vector<std::uint8_t>& delay_q4) {
        RegionFlows flows;
        flows.set(g, closed.data(), delay_q4.data());
        REQUIRE(flows.ready());
        std::int32_t dx = 0, dy = 0;
        REQUIRE(flows.way(at, north, Mobility::horse, dx, dy));
        return dx;
    };
    const auto about_near_ramp = [&](std::uint8_t value) {
        std::vector<std::uint8_t> layer(cells, 0);
        for (std::int32_t y = -70'000; y <= -20'000; y += g.cell_mm)
            for (std::int32_t x = -60'000; x <= 60'000; x += g.cell_mm)
                layer[static_cast<std::size_t>(g.cell(x, y))] = value;
        return layer;
    };
    const std::vector<std::uint8_t> none(cells, 0);
    std::int32_t dx = 0, dy = 0;
    REQUIRE(g.way(-20'000, -100'000, north, Mobility::horse, dx, dy));
    CHECK(east_q14(none, none) == dx);  // nothing has changed: as the ground has it
    CHECK(east_q14(none, about_near_ramp(16)) <
          12'000);  // twice as long through 50 m is no reason to go 300 m round
    CHECK(east_q14(none, about_near_ramp(240)) > 12'000);  // sixteen times is
    CHECK(east_q14(about_near_ramp(1), none) > 12'000);
    RegionFlows first;
    first.set(g, none.data(), about_near_ramp(240).data());
    first.set(g, none.data(), none.data());  // the queue has dissolved
    std::int32_t again_x = 0, again_y = 0;
    REQUIRE(first.way(at, north, Mobility::horse, again_x, again_y));
    CHECK(again_x == dx);
    CHECK(again_y == dy);
}
