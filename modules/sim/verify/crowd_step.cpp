// Crowds in the step: openings of all widths, corridors, a gate, horse in lanes, a single file.
#include <algorithm>
#include <map>
#include <memory>

#include "court.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using court::Box;
using court::Court;
using verify::between;
using verify::percent;
using verify::within;

/// Men stand 3 to a square metre before an opening and walk on; (N - 1) / (last - first) through it, and its stragglers.
struct Through {
    double flow = 0, seconds = 0;
    int past = 0, in_walls = 0;
};
Through opening(double width_m, int n, const std::string& troop = "ming_foot",
                const std::string& pace = "walk") {
    const double high = std::ceil(std::max(20.0, 2.0 * width_m + 6.0));
    const int rows = std::max(1, static_cast<int>(std::min(high - 4.0, width_m + 3.0) / 0.58));
    const double wall = std::ceil(n / rows * 0.58 + 4.0);
    Court c(wall + 30.0, high, 0.1);
    const double middle = high / 2;
    c.walls.push_back({wall, -1, wall + 0.4, middle - width_m / 2});
    c.walls.push_back({wall, middle + width_m / 2, wall + 0.4, high + 1});
    for (int i = 0; i < n; ++i)
        c.people.push_back({wall - 1.0 - i / rows * 0.58,
                            middle + (i % rows - (rows - 1) * 0.5) * 0.58 + (i / rows % 2) * 0.15,
                            wall + 28.0, 1.0 + (high - 2.0) * (i % rows * 10 / rows) / 9.0, troop, pace});
    c.open();
    std::vector<double> when(static_cast<std::size_t>(n), -1.0);
    Through t;
    for (int tick = 0; tick < 3'000 && t.past < n; ++tick) {
        c.step();
        for (std::size_t r = 0; r < c.size(); ++r)
            if (when[r] < 0 && c.x(r) > wall + 0.2) when[r] = c.now_s(), ++t.past;
        if (tick % 50 == 0) t.in_walls += c.in_walls();
    }
    std::sort(when.begin(), when.end());
    t.seconds = when.back() - std::max(0.0, when[static_cast<std::size_t>(n - t.past)]);
    t.flow = (t.past - 1) / std::max(0.1, t.seconds);
    return t;
}

void bottlenecks(verify::Points& p) {
    std::map<double, bool> widths;
    for (const auto& row : court::table("bottleneck_flow.csv")) widths[std::stod(row[1])] = true;
    double n = 0, sw = 0, sj = 0, sww = 0, swj = 0;
    int in_walls = 0;
    for (const auto& [w, seen] : widths) {
        const Through t = opening(w, static_cast<int>(60 + 40 * w));
        in_walls += t.in_walls;
        p.step(fmt::format("J13/{}", w), fmt::format("flow through {} m over its width", w), "1/(m s)", 1.9,
               between(1.6, 2.5), t.flow / w);
        n += 1, sw += w, sj += t.flow, sww += w * w, swj += w * t.flow;
    }
    p.step("J13", "slope of flow against width", "1/(m s)", 2.25, percent(15),
           (n * swj - sw * sj) / (n * sww - sw * sw));
    p.step("wall", "men whose place lay in a wall", "men", 0, within(0), in_walls);
}

struct Corridor {
    double density = 0, speed = 0, flow = 0;
};
/// Men at an even density all along a corridor set off together; looked at in its middle before head or tail are felt.
Corridor corridor(double width_m, double per_m2, const std::string& troop) {
    constexpr double kLong = 70.0;
    Court c(kLong + 40.0, width_m + 2.0, 0.1);
    c.walls.push_back({-1, -1, kLong + 41.0, 1.0});
    c.walls.push_back({-1, width_m + 1.0, kLong + 41.0, width_m + 3.0});
    const int n = static_cast<int>(per_m2 * width_m * kLong);
    constexpr double kGolden = 0.61803398875;  // places that fill the corridor evenly and in no ranks
    const double room = std::max(0.0, width_m - 0.5);
    for (int i = 0; i < n; ++i) {
        const double across = i * kGolden - std::floor(i * kGolden);
        c.people.push_back(
            {0.5 + i * kLong / n, 1.25 + across * room, kLong + 39.0, 1.0 + width_m / 2, troop, "walk"});
    }
    c.open();
    c.run_s(8);
    Corridor out;
    double men = 0, looks = 0, speed = 0;
    for (int s = 0; s < 12; ++s) {
        c.run_s(1);
        for (std::size_t r = 0; r < c.size(); ++r) {
            if (c.x(r) < 25.0 || c.x(r) > 35.0) continue;
            men += 1, speed += c.world().men.vx_mm_s[r] * 0.001;
        }
        looks += 1;
    }
    out.density = men / looks / (10.0 * width_m);
    out.speed = men > 0 ? speed / men : 0;
    out.flow = out.density * out.speed;
    return out;
}

double hermes_speed(double density) {
    const auto rows = court::table("hermes2009_binned.csv");
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const double a = std::stod(rows[i - 1][0]), b = std::stod(rows[i][0]);
        if (density > b) continue;
        const double share = std::clamp((density - a) / (b - a), 0.0, 1.0);
        return std::stod(rows[i - 1][2]) * (1 - share) + std::stod(rows[i][2]) * share;
    }
    return std::stod(rows.back()[2]);
}

void corridors(verify::Points& p) {
    double most = 0, before = 9;
    int rises = 0;
    for (const double rho : {0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.4}) {
        const Corridor c = corridor(1.8, rho, "ming_foot");
        p.step(fmt::format("H/{}", rho), fmt::format("speed at {:.2f} per m2, corridor of 1.8 m", c.density),
               "m/s", hermes_speed(c.density), within(0.15), c.speed);
        p.step(fmt::format("HJ/{}", rho), fmt::format("flow at {:.2f} per m2", c.density), "1/(m s)",
               hermes_speed(c.density) * c.density, within(0.15 * c.density), c.flow);
        most = std::max(most, c.flow);
        rises += c.speed > before + 0.02 ? 1 : 0;
        before = c.speed;
    }
    p.step("R04a", "greatest flow in the corridor", "1/(m s)", 1.55, between(1.2, 1.9), most);
    p.step("R04b", "densities at which speed rises again", "", 0, within(0), rises);
}

void file(verify::Points& p) {
    for (const auto& [per_m, speed] : {std::pair{1.0, 0.604}, {1.5, 0.289}}) {
        const Corridor c = corridor(0.5, per_m / 0.5, "ming_foot");
        const double here = c.density * 0.5;
        p.step(fmt::format("1.04/{}", per_m),
               fmt::format("single file between walls 0.5 m apart, {:.3f} men per m ({} m/s at {})", here,
                           speed, per_m),
               "m/s", (1.0 / here - 0.36) / 1.06, percent(15), c.speed);
    }
}

/// Horse at 1 m/s in twenty lanes of 1 m: the experiment's pace, the arm's own room and headway.
void lanes(verify::Points& p) {
    constexpr int kHorse = 800;
    Court c(260, 22, 1.0);
    c.conditions = [](model::Model& m) {
        for (auto& t : m.troops) t.walk_m_s = t.mounted ? 1.0F : t.walk_m_s;
    };
    for (int i = 0; i < kHorse; ++i)
        c.people.push_back({150.0 - i / 20 * 3.7, 1.5 + i % 20, 258.0, 1.5 + i % 20, "ming_horse", "walk"});
    c.open();
    double first = -1, last = 0;
    std::vector<char> past(kHorse, 0);
    int n = 0;
    for (int tick = 0; tick < 4'000 && n < kHorse; ++tick) {
        c.step();
        for (std::size_t r = 0; r < c.size(); ++r)
            if (past[r] == 0 && c.x(r) > 160.0)
                past[r] = 1, ++n, first = first < 0 ? c.now_s() : first, last = c.now_s();
    }
    p.step("1.07", "4,000 horse in 20 lanes at 1 m/s (800 ride, times five)", "s", 740, percent(20),
           (last - first) * 4000.0 / (n - 20));
    p.step("1.07w", "horse left behind", "", 0, within(0), kHorse - n);
}

void gate(verify::Points& p) {
    const Through t = opening(4.0, 1000);
    p.step("1.06", "1,000 men through a gate of 4 m at a walk (1.9 to 1.3 per m and s)", "s", 160,
           between(132 * 0.85, 192 * 1.15), t.seconds);
    p.step("1.06w", "men left behind", "men", 0, within(0), 1000 - t.past);
}

const verify::Registered r1{
    {"openings-in-the-step", "Seyfried 2009, Mueller 1981, AO 2009", verify::Length::long_run, bottlenecks}};
const verify::Registered r2{
    {"corridors-in-the-step", "HERMES 2009; RiMEA 4", verify::Length::long_run, corridors}};
const verify::Registered r4{{"file-in-the-step", "Seyfried 2005", verify::Length::quick, file}};
const verify::Registered r5{
    {"horse-lanes-in-the-step", "room of Scoble 1868", verify::Length::long_run, lanes}};
const verify::Registered r3{{"gate-in-the-step", "Seyfried 2009; SFPE", verify::Length::long_run, gate}};

}  // namespace
