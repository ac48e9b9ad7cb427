// One man in the step: level, up, down, in any direction, in water, at a run; and the small cases of RiMEA and Juelich.
// Not applicable in the open field: RiMEA 7 (ages), 8 (storeys), 9 and 11 (rooms and exits of a building), 10 (cabins),
// 12 is the opening of another group; stairs are slopes here.
#include <algorithm>
#include <cmath>

#include "court.hpp"
#include "linghe/ground/terrain.hpp"
#include "linghe/move/laws.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using court::Court;
using verify::between;
using verify::percent;
using verify::within;

constexpr double kWalk = 1.25;  // ming_foot, data/arms.toml

/// Mean speed of a lone walker between the fifth and the twenty-fifth second of his way.
double lone(Court& c) {
    c.open();
    c.run_s(5);
    const double x = c.x(0), y = c.y(0);
    c.run_s(20);
    return std::hypot(c.x(0) - x, c.y(0) - y) / 20.0;
}

void walker(verify::Points& p) {
    {
        Court c(60, 4, 0.5);
        c.walls = {{-1, -1, 61, 1}, {-1, 3, 61, 5}};
        c.people.push_back({2, 2, 58, 2});
        c.open();
        double from = -1, to = -1;
        for (int t = 0; t < 600 && to < 0; ++t) {
            c.step();
            if (from < 0 && c.x(0) > 5.0) from = c.now_s() - (c.x(0) - 5.0) / kWalk;
            if (c.x(0) > 45.0) to = c.now_s() - (c.x(0) - 45.0) / kWalk;
        }
        p.step("R01", "40 m of corridor, 2 m wide", "s", 40.0 / kWalk, between(26, 34), to - from);
    }
    double least = 1e9, most = 0;
    for (int deg = 0; deg < 360; deg += 15) {
        Court c(120, 120, 1.0);
        const double a = deg * M_PI / 180.0;
        c.people.push_back({60, 60, 60 + 50 * std::cos(a), 60 + 50 * std::sin(a)});
        const double v = lone(c);
        least = std::min(least, v), most = std::max(most, v);
    }
    p.step("J02", "10 m at every 15 degrees: slowest less fastest way", "s", 0, within(0.1),
           10.0 / least - 10.0 / most);
    p.step("J02v", "pace of it", "m/s", kWalk, percent(1), most);
    for (const auto& [id, slope, km_h] : {std::tuple{"1.08a", 0.0, 5.04},
                                          {"1.08b", -0.05, 6.00},
                                          {"1.08c", 0.10, 3.55},
                                          {"1.08d", 0.20, 2.50},
                                          {"1.09a", -0.20, 3.55},
                                          {"1.09b", 0.30, 1.76}}) {
        Court c(80, 20, 1.0);
        c.slope_x = slope;
        c.people.push_back({5, 10, 75, 10});
        p.step(id, fmt::format("walking at a slope of {:+.0f} %, over the level pace", 100 * slope), "1",
               km_h / 5.04, percent(10), lone(c) / kWalk);
    }
}

void wader(verify::Points& p) {
    for (const auto& [depth, speed] : {std::pair{0.4, 1.19}, {0.6, 1.04}, {0.8, 0.95}, {1.0, 0.88}}) {
        Court c(80, 20, 1.0);
        c.water = {{-1, -1, 81, 21}};
        c.depth_m = depth;
        c.people.push_back({5, 10, 75, 10});
        p.step(fmt::format("1.15/{}", depth), fmt::format("wading {} m deep with 150 W", depth), "m/s",
               std::min(speed, kWalk), percent(10), lone(c));
    }
}

/// Foot at a run: CS 0.78 of 3.4 m/s, D' 180 m, as the arm has it.
void runner(verify::Points& p) {
    Court c(1200, 20, 10.0);
    c.people.push_back({5, 10, 1000, 10, "ming_foot", "run"});
    c.open();
    const double cs = 0.78 * 3.4, run = 3.4, store = 180;
    double spent = -1;
    for (int t = 0; t < 3'500 && spent < 0; ++t) {
        c.step();
        if (c.world().men.stamina_q16[0] < 6554) spent = c.now_s();
    }
    p.step("1.13", "a tenth of the store left, at a run (W'bal in speed form)", "s", 0.9 * store / (run - cs),
           percent(10), spent);
    c.run_s(60);
    p.step("1.13v", "pace then, the critical speed", "m/s", cs, percent(5), c.speed(0));
    while (c.speed(0) > 0.01 && c.now_s() < 900) c.step();
    const double left = c.world().men.stamina_q16[0] / 65535.0, from = c.now_s();
    while (c.world().men.stamina_q16[0] / 65535.0 < 1.0 - 0.5 * (1.0 - left) && c.now_s() < 1200) c.step();
    p.step("1.14", "half of what is missing recovered at rest", "s", std::log(2.0) * store / cs, percent(10),
           c.now_s() - from);
}

void corner(verify::Points& p) {
    Court c(16, 16, 0.2);
    c.walls = {{-1, -1, 17, 1}, {-1, 3, 11, 17}, {13, -1, 17, 17}};
    for (int i = 0; i < 20; ++i) c.people.push_back({1.4 + i / 3 * 0.8, 1.4 + i % 3 * 0.6, 12, 15});
    c.open();
    int in_walls = 0, overlaps = 0;
    for (int t = 0; t < 900; ++t) {
        c.step();
        in_walls += c.in_walls();
    }
    int there = 0;
    for (std::size_t r = 0; r < c.size(); ++r) there += c.y(r) > 9.0 ? 1 : 0;
    p.step("R06a", "of 20 men, round the corner within 90 s", "men", 20, within(0), there);
    p.step("R06b", "places in a wall", "", 0, within(0), in_walls + overlaps);
}

void slow_zone(verify::Points& p) {
    const auto flow = [](bool slow) {
        Court c(60, 10, 0.2);
        c.walls = {{20, -1, 45, 4}, {20, 6, 45, 11}};
        if (slow)
            c.after_ground = [](model::Model& m) {
                auto& g = m.ground;
                for (std::int32_t i = 0; i < g.nx * g.ny; ++i) {
                    const double x = (i % g.nx + 0.5) * 0.2;
                    auto& q8 = g.speed_q8[0][static_cast<std::size_t>(i)];
                    if (x > 34 && x < 40 && q8 != 0) q8 = static_cast<std::uint8_t>(255 * 0.675 / kWalk);
                }
            };
        for (int i = 0; i < 150; ++i)
            c.people.push_back({19 - i / 14 * 0.6, 1 + i % 14 * 0.6, 58, 1 + i % 14 * 0.6});
        c.open();
        double first = -1, last = 0;
        std::vector<char> past(150, 0);
        for (int t = 0; t < 2'400; ++t) {
            c.step();
            for (std::size_t r = 0; r < c.size(); ++r)
                if (past[r] == 0 && c.x(r) > 34.0)
                    past[r] = 1, first = first < 0 ? c.now_s() : first, last = c.now_s();
        }
        return static_cast<double>(std::count(past.begin(), past.end(), 1) - 1) / (last - first) / 2.0;
    };
    const double free = flow(false), slow = flow(true);
    p.step("R13", "flow into a slow zone over the corridor's own", "1", 0.8, between(0.3, 0.99), slow / free);
    p.note(fmt::format("corridor of 2 m: {:.2f} men per m and s, into the slow zone {:.2f}", free, slow));
}

void threads(verify::Points& p) {
    const auto hash = [](unsigned n) {
        Court c(30, 12, 0.2);
        c.walls = {{15, -1, 15.4, 5.4}, {15, 6.6, 15.4, 13}};
        for (int i = 0; i < 100; ++i) c.people.push_back({14 - i / 10 * 0.6, 3 + i % 10 * 0.6, 28, 6});
        c.open(n);
        c.run_s(40);
        return sim::state_hash(c.engine().state());
    };
    const auto one = hash(1);
    p.step("J09", "states of 1, 2 and 3 threads that differ", "", 0, within(0),
           (hash(2) != one ? 1 : 0) + (hash(3) != one ? 1 : 0));
}

const verify::Registered r1{
    {"walker-in-the-step", "RiMEA 1; Juelich 2; Tobler 1993", verify::Length::quick, walker}};
const verify::Registered r2{{"wader-in-the-step", "drag of Hoerner 1965", verify::Length::quick, wader}};
const verify::Registered r3{{"runner-in-the-step", "Skiba 2015", verify::Length::quick, runner}};
const verify::Registered r4{{"corner-in-the-step", "RiMEA 6", verify::Length::quick, corner}};
const verify::Registered r5{{"slow-zone-in-the-step", "RiMEA 13", verify::Length::quick, slow_zone}};
const verify::Registered r6{{"threads-in-the-step", "Juelich 9", verify::Length::quick, threads}};

}  // namespace
