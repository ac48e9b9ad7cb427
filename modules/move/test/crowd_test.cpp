#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "field.hpp"

using namespace linghe;
using test::Field;

namespace {

/// Mean speed in a closed file of `n` men at `per_m`: a lane too narrow to pass, refilled at its start as at a ring.
double single_file(double per_m, int period) {
    constexpr std::int32_t kCell = 400;
    const int n = 60;
    const auto length_mm = static_cast<std::int32_t>(n * 1000.0 / per_m);
    const std::int32_t cells = length_mm / kCell + 60;
    Field f(cells, 3, kCell);
    for (std::int32_t x = 0; x < cells; ++x) f.close(x, 0), f.close(x, 2);
    const std::int32_t goal_x = cells * kCell + 1'000'000;
    for (int i = 0; i < n; ++i) {
        f.goer(0, 2000 + static_cast<std::int32_t>(i * 1000.0 / per_m) + i * 7919 % 300, 600, goal_x, 600);
    }
    f.model.parameters.move.gather_trot_m = 1.0e9F;  // at a walk
    // The head of the file is led at the speed of its own gap to a man that is not there: we close the ring by
    // moving whoever passes the end back by one length, with the file's tail shown ahead of it as a shadow file.
    const int copies = 10;
    std::vector<std::uint32_t> shadow;
    for (int i = 0; i < copies; ++i)
        shadow.push_back(
            f.goer(0, 2000 + length_mm + static_cast<std::int32_t>(i * 1000.0 / per_m), 600, goal_x, 600));
    double moved = 0, seconds = 0;
    for (int t = 0; t < 1200; ++t) {
        std::vector<std::int32_t> before(f.world.men.x_mm.begin(), f.world.men.x_mm.end());
        f.step(period);
        if (t >= 300) {
            for (int i = 0; i < n; ++i)
                moved += f.world.men.x_mm[static_cast<std::size_t>(i)] - before[static_cast<std::size_t>(i)];
            seconds += 0.1 * n;
        }
        // The shadow file repeats the first men of the ring, one length ahead; the ring is cut anew once a second.
        for (int i = 0; i < n; ++i) {
            auto& x = f.world.men.x_mm[static_cast<std::size_t>(i)];
            if (x >= 2000 + length_mm) x -= length_mm;
        }
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(n); ++i) order.push_back(i);
        std::sort(order.begin(), order.end(),
                  [&](auto a, auto b) { return f.world.men.x_mm[a] < f.world.men.x_mm[b]; });
        for (int i = 0; i < copies; ++i) {
            const std::uint32_t like = order[static_cast<std::size_t>(i)],
                                s = shadow[static_cast<std::size_t>(i)];
            f.world.men.x_mm[s] = f.world.men.x_mm[like] + length_mm;
            f.world.men.y_mm[s] = f.world.men.y_mm[like];
            f.world.men.vx_mm_s[s] = f.world.men.vx_mm_s[like],
            f.world.men.vy_mm_s[s] = f.world.men.vy_mm_s[like];
        }
    }
    return moved / 1000.0 / seconds;
}

/// Seconds until `n` men have passed a gate `gate_m` wide in a wall, standing before it in `wide` files.
double gate_time(int n, double gate_m, int period, std::uint8_t troop, int wide, std::int32_t file_mm,
                 std::int32_t rank_mm) {
    constexpr std::int32_t kCell = 500;
    const std::int32_t nx = 400, wall = n / wide * rank_mm / kCell + 20, ny = wall + 60,
                       middle = nx / 2 * kCell;
    Field f(nx, ny, kCell);
    f.model.troops[1].walk_m_s = 1.0F;
    f.model.parameters.move.gather_trot_m = 1.0e9F;  // at a walk, and to the very goal
    f.model.parameters.move.goal_near_m = 0.05F;
    const auto half = static_cast<std::int32_t>(gate_m * 1000.0 / 2 / kCell);
    for (std::int32_t x = 0; x < nx; ++x) {
        if (x < nx / 2 - half || x >= nx / 2 + half) f.close(x, wall);
    }
    for (int i = 0; i < n; ++i) {
        const int stagger = troop == 0 ? i / wide % 2 * file_mm / 2 : 0;
        f.goer(troop, middle + i % wide * file_mm - (wide - 1) * file_mm / 2 + stagger,
               wall * kCell - 1000 - i / wide * rank_mm, middle, 0);
    }
    auto& men = f.world.men;
    for (int t = 0; t < 20'000; ++t) {
        int past = 0;
        for (std::size_t r = 0; r < men.size();
             ++r) {  // before the wall, to the nearest lane of the gate; behind it, on
            const bool through = men.y_mm[r] > wall * kCell + 200;
            men.goal_x_mm[r] =
                through ? men.x_mm[r]
                        : std::clamp(men.x_mm[r], middle - half * kCell + 250, middle + half * kCell - 250);
            men.goal_y_mm[r] = through ? ny * kCell + 100'000 : wall * kCell + 600;
            if (men.y_mm[r] > (wall + 20) * kCell)
                men.status[r] = static_cast<std::uint8_t>(world::Status::left_field);
            past += men.y_mm[r] > (wall + 1) * kCell ? 1 : 0;
        }
        if (past == n) return t * 0.1;
        f.step(period);
    }
    return 1.0e9;
}

}  // namespace

TEST_CASE("A single file of men in the step walks as Seyfried's did, within 15 %") {
    for (const int period : {1, 5}) {
        const double loose = single_file(1.0, period), dense = single_file(1.5, period);
        MESSAGE("single file, step " << period << " ticks: " << loose << " m/s at 1.0 /m, " << dense
                                     << " m/s at 1.5 /m");
        CHECK(loose == doctest::Approx(0.604).epsilon(0.15));
        CHECK(dense == doctest::Approx(0.289).epsilon(0.15));
    }
}

TEST_CASE("A thousand men pass a gate of four metres in 132 to 192 seconds, within 15 %") {
    const double fine = gate_time(1000, 4.0, 1, 0, 36, 700, 700),
                 coarse = gate_time(1000, 4.0, 5, 0, 36, 700, 700);
    MESSAGE("gate of 4 m: " << fine << " s, in steps of half a second " << coarse << " s");
    CHECK(fine >= 132.0 * 0.85);
    CHECK(fine <= 192.0 * 1.15);
    CHECK(coarse == doctest::Approx(fine).epsilon(0.15));  // what the longer step adds
}

TEST_CASE("Horse pass in twenty lanes at the rate of 4,000 in 740 seconds, within 20 %") {
    const double s = gate_time(2000, 20.0, 1, 1, 20, 1000, 3700);
    MESSAGE("2,000 horse in 20 lanes: " << s << " s, that is 4,000 in " << 2.0 * s << " s");
    CHECK(2.0 * s == doctest::Approx(740.0).epsilon(0.20));
}

TEST_CASE("A hundred men on one spot are pushed apart and keep their senses") {
    Field f(100, 100, 1000);
    for (int i = 0; i < 100; ++i) f.goer(0, 50'000, 50'000, 50'000, 50'000);
    for (int t = 0; t < 600; ++t) f.step();
    std::set<std::pair<int, int>> places;
    double nearest = 1e9;
    for (std::size_t a = 0; a < 100; ++a) {
        places.insert({f.world.men.x_mm[a], f.world.men.y_mm[a]});
        for (std::size_t b = a + 1; b < 100; ++b) {
            nearest = std::min(nearest, std::hypot(f.world.men.x_mm[a] - f.world.men.x_mm[b],
                                                   f.world.men.y_mm[a] - f.world.men.y_mm[b]));
        }
        CHECK(std::abs(f.world.men.x_mm[a] - 50'000) < 15'000);
    }
    CHECK(places.size() == 100);
    CHECK(nearest > 250.0);
}

TEST_CASE("The crowd is the same wherever on the map it stands") {
    const auto run = [](std::int32_t shift) {
        Field f(400, 400, 10'000);
        for (int i = 0; i < 300; ++i)
            f.goer(0, shift + 100'000 + (i * 7919) % 9000, 100'000 + (i * 104729) % 9000, shift + 200'000,
                   104'000, i % 3 == 0);
        for (int t = 0; t < 100; ++t) f.step();
        std::vector<std::int32_t> places;
        for (std::size_t r = 0; r < 300; ++r)
            places.push_back(f.world.men.x_mm[r] - shift), places.push_back(f.world.men.y_mm[r]);
        return places;
    };
    CHECK(run(0) == run(2'000'000));
}

TEST_CASE("Without crowding men pass through each other") {
    Field f(100, 100, 1000);
    f.model.without = static_cast<std::uint32_t>(model::Without::crowding);
    const auto a = f.goer(0, 40'000, 50'000, 60'000, 50'000), b = f.goer(0, 60'000, 50'000, 40'000, 50'000);
    for (int t = 0; t < 160; ++t) f.step();
    CHECK(f.world.men.x_mm[a] > 55'000);
    CHECK(f.world.men.x_mm[b] < 45'000);
}

TEST_CASE("Two men who meet head-on go round each other") {
    Field f(100, 100, 1000);
    const auto a = f.goer(0, 40'000, 50'000, 60'000, 50'000), b = f.goer(0, 60'000, 50'020, 40'000, 50'000);
    for (int t = 0; t < 250; ++t) f.step();
    CHECK(f.world.men.x_mm[a] > 55'000);
    CHECK(f.world.men.x_mm[b] < 45'000);
}
