// Grass fire in the step: rates of the front, slope, moisture, breaks, residence and smoke, in scenarios run by the engine.
#include <cmath>
#include <set>

#include "../test/prairie.hpp"
#include "linghe/element/smoke.hpp"
#include "linghe/math/angle.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using prairie::Field;
using prairie::Fire;
using prairie::Sky;
using verify::percent;
using verify::within;

constexpr double kDeg = math::kPi / 180.0;

std::string told(double v) {
    const auto tenth = static_cast<long>(std::lround(v * 100));
    return std::to_string(tenth / 100) + "." + (tenth % 100 < 10 ? "0" : "") + std::to_string(tenth % 100);
}

double wind_for(const std::string& fuel, double midflame_m_s) {
    static const Fire any(Sky{}, Field{});
    return prairie::wind_for(any.model, fuel, midflame_m_s);
}

/// Rate of a head fire lit along a line across a west wind, between 100 and 300 m.
double line_head(const std::string& fuel, double midflame, double moisture, int cell, double slope = 0) {
    Sky sky;
    sky.wind_m_s = wind_for(fuel, midflame);
    sky.moisture = moisture;
    Field f;
    f.wide_m = 400, f.high_m = 200, f.cell_m = cell, f.fuel = fuel;
    f.fires = prairie::along(20, 0, 20, 200);
    Fire fire(sky, f);
    auto& g = fire.model.ground;
    for (std::int32_t j = 0; j < g.ny; ++j)
        for (std::int32_t i = 0; i < g.nx; ++i)
            g.height_mm[static_cast<std::size_t>(j * g.nx + i)] =
                static_cast<std::int32_t>(slope * i * g.cell_mm);
    fire.begin();
    for (int k = 0; k < 240 && fire.reached_s(330, 100) < 0; ++k) fire.run(30);
    return fire.rate_m_min(20, 100, 0, 100, 300);
}

void heads(verify::Points& p) {
    p.step("7.01", "FM1, 6 %, 2 m/s midflame: head of a line fire", "m/min", 25.29, percent(10),
           line_head("FM1", 2, 6, 10));
    p.step("7.02", "FM3, 6 %, 3 m/s", "m/min", 57.37, percent(10), line_head("FM3", 3, 6, 10));
    p.step("7.03a", "FM1, 8 %, 5 mph", "m/min", 27.19, percent(10), line_head("FM1", 2.235, 8, 10));
    p.step("7.03b", "FM3, 8 %, 5 mph", "m/min", 34.24, percent(10), line_head("FM3", 2.235, 8, 10));
    p.step("7.04a", "FM3, 6 %, calm, slope 30 %", "m/min", 6.35, percent(10),
           line_head("FM3", 0, 6, 10, 0.3));
    p.step("7.04b", "slope 60 %", "m/min", 20.86, percent(10), line_head("FM3", 0, 6, 10, 0.6));
    p.step("7.05", "FM3, 6 %, 2 m/s up 20 %", "m/min", 36.49, percent(10), line_head("FM3", 2, 6, 10, 0.2));
    p.step("7.17", "GR8, 6 %, 3 m/s", "m/min", 72.4, percent(10), line_head("GR8", 3, 6, 10));
    for (const int cell : {5, 10, 20})
        p.note("FM1 at 2 m/s, cells of " + std::to_string(cell) +
               " m: " + told(line_head("FM1", 2, 6, cell)) +
               " m/min; FM3 at 3 m/s: " + told(line_head("FM3", 3, 6, cell)));
}

struct Shape {
    double head = 0, back = 0, flank = 0;
};
/// A fire from one spot, FM3 at 3 m/s, the wind at an angle to the grid.
Shape shape_of(double towards_deg, int cell) {
    Sky sky;
    sky.wind_m_s = wind_for("FM3", 3);
    sky.from_deg = 270 - towards_deg;  // compass of where it comes from
    Field f;
    constexpr double kX = 300, kY = 440;
    f.wide_m = 1600, f.high_m = 1400, f.cell_m = cell, f.fuel = "FM3";
    f.fires = prairie::spot(kX, kY);
    Fire fire(sky, f);
    fire.begin();
    fire.run(21 * 60);
    const double a = towards_deg * kDeg;
    // Widest beside the middle of the ellipse, which itself goes ahead.
    const auto half_m = [&](double minutes) {
        const double ahead = (57.37 - 4.6) / 2 * minutes;
        const double cx = kX + ahead * std::cos(a), cy = kY + ahead * std::sin(a);
        double half = 0;
        for (double d = 20; d < 400; d += 0.5) {
            const double s = fire.reached_s(cx - d * std::sin(a), cy + d * std::cos(a));
            if (s >= 0 && s <= minutes * 60) half = d;
        }
        return half;
    };
    return {fire.rate_m_min(kX, kY, a, 200, 600), fire.rate_m_min(kX, kY, a + math::kPi, 30, 85),
            (half_m(18) - half_m(8)) / 10};
}

void shapes(verify::Points& p) {
    for (const double deg : {0.0, 27.0}) {
        const Shape s = shape_of(deg, 10);
        const std::string wind = deg > 0 ? ", wind 27 degrees off the grid" : ", wind along the grid";
        const std::string id = deg > 0 ? "7.08x" : "7.08";
        p.step(id + "a", "head of a fire from one spot, FM3, 6 %, 3 m/s" + wind, "m/min", 57.37, percent(10),
               s.head);
        p.step(id + "b", "its back", "m/min", 4.6, percent(10), s.back);
        p.step(id + "c", "its flank", "m/min", 16, percent(10), s.flank);
    }
    for (const int cell : {5, 10, 20}) {
        const Shape s = shape_of(27, cell);
        p.note("spot, FM3, 3 m/s, 27 degrees off the grid, cells of " + std::to_string(cell) + " m: head " +
               told(s.head) + ", back " + told(s.back) + ", flank " + told(s.flank) + " m/min");
    }
    // A flank becomes the head when the wind turns.
    Sky sky;
    sky.wind_m_s = wind_for("FM3", 3);
    sky.from_deg = 180, sky.turn_at_s = 300, sky.turn_from_deg = 270;
    Field f;
    f.wide_m = 1000, f.high_m = 1000, f.fuel = "FM3";
    f.fires = prairie::spot(300, 300);
    Fire fire(sky, f);
    fire.begin();
    fire.run(14 * 60);
    p.step("7.18", "the wind turns by 90 degrees after 5 min: the flank runs as a head", "m/min", 57.37,
           percent(10), fire.rate_m_min(300, 430, 0, 200, 500));
}

void moisture(verify::Points& p) {
    for (const bool tall : {false, true}) {
        Sky sky;
        sky.wind_m_s = 8, sky.moisture = tall ? 25 : 12;
        Field f;
        f.wide_m = 300, f.high_m = 100, f.fuel = tall ? "FM3" : "FM1";
        f.fires = prairie::along(55, 5, 55, 95);
        Fire fire(sky, f);
        fire.begin();
        fire.run(1);
        const int first = fire.lit();
        fire.run(600);
        p.step(tall ? "7.06b" : "7.06a",
               std::string{"cells reached in 10 min beyond those lit, "} +
                   (tall ? "FM3 at 25 %" : "FM1 at 12 %"),
               "", 0, within(0), fire.lit() - first);
    }
}

/// Mean time a cell of 2 m shows flames, less the passage of the front.
double residence_min(const std::string& fuel, double midflame, double rate) {
    Sky sky;
    sky.wind_m_s = wind_for(fuel, midflame);
    Field f;
    f.wide_m = 120, f.high_m = 60, f.cell_m = 2, f.fuel = fuel;
    f.fires = prairie::along(5, 0, 5, 60);
    Fire fire(sky, f);
    fire.begin();
    long seen = 0;
    for (int s = 0; s < 400; ++s) {
        fire.run(1);
        for (int x = 41; x < 81; x += 2)
            seen +=
                fire.fire().state[fire.cell(x, 31)] == static_cast<std::uint8_t>(world::FireState::flaming)
                    ? 1
                    : 0;
    }
    return static_cast<double>(seen) / 20 / 60 - 2.0 / rate;
}

void stay(verify::Points& p) {
    p.step("7.10a", "flames stay at a point, FM1", "min", 0.11, percent(10), residence_min("FM1", 2, 25.29));
    p.step("7.10b", "FM3", "min", 0.26, percent(10), residence_min("FM3", 3, 57.37));
}

struct Leaps {
    int stretches = 0, leapt = 0;
    double intensity = 0;
};
/// Fronts of 100 m of a line fire against a break across the wind.
Leaps against_break(double midflame, const std::string& strip, int seeds) {
    Leaps all;
    for (int seed = 1; seed <= seeds; ++seed) {
        Sky sky;
        sky.wind_m_s = wind_for("FM3", midflame);
        sky.from_deg = 180;
        Field f;
        f.wide_m = 4000, f.high_m = 100, f.fuel = "FM3";
        f.more_map = strip;
        f.fires = prairie::along(0, 5, 4000, 5);
        Fire fire(sky, f, "", static_cast<std::uint64_t>(seed));
        fire.begin();
        for (int k = 0; k < 20 && fire.count(world::EventKind::fire_out) == 0; ++k) fire.run(20);
        std::set<int> where;
        for (std::size_t k = 0; k < fire.told.size(); ++k)
            if (fire.told[k] == world::EventKind::fire_breach) where.insert(fire.told_x_mm[k] / 100'000);
        for (std::size_t c = fire.cell(1500, 45), e = fire.cell(2500, 45); c < e; ++c)
            all.intensity += 1e-2 * fire.fire().intensity_kw_m[c] / seeds;
        all.stretches += 40;
        all.leapt += static_cast<int>(where.size());
    }
    return all;
}

void breaks(verify::Points& p) {
    const std::string bare = "[[patch]]\ncover = \"bare\"\nbox = [0, 50, 4000, 60]\n";
    const char letter[2] = {'a', 'b'};
    const double midflame[2] = {1, 3};
    for (int k = 0; k < 2; ++k) {
        const Leaps l = against_break(midflame[k], bare, k == 0 ? 60 : 25);
        const double chance = element::breach_chance(l.intensity, 10);
        const double sigma = std::sqrt(chance * (1 - chance) / l.stretches);
        p.step(std::string{"7.13"} + letter[k],
               "share of " + std::to_string(l.stretches) + " fronts that leap a bare break of 10 m, " +
                   std::to_string(std::lround(l.intensity)) + " kW/m (3 deviations)",
               "1", chance, within(3 * sigma), static_cast<double>(l.leapt) / l.stretches);
    }
    const Leaps wide = against_break(3, "[[patch]]\ncover = \"bare\"\nbox = [0, 40, 4000, 80]\n", 3);
    p.step("7.13c", "fronts that leap 40 m of bare ground at 8 MW/m", "", 0, within(0), wide.leapt);
    const std::string river =
        "[[river]]\nid = \"r\"\nline = [[-100, 60], [5000, 60]]\nchannel_width_m = 20\nwater_width_m = "
        "20\ndepth_m = 0.5\n";
    const Leaps wet = against_break(3, river, 3);
    p.step("7.19", "fronts with flames of 4.9 m that leap 20 m of water", "", 0, within(0), wet.leapt);
}

/// Smoke ahead of a line fire over the layer, mean of a minute, and the rate of its front.
struct Ahead {
    double k_per_m = 0, rate_m_min = 0;
};
Ahead smoke_ahead(const std::string& fuel, double distance_m, int smoke_cell) {
    Sky sky;
    sky.wind_m_s = 5;
    Field f;
    f.wide_m = 1600, f.high_m = 2400, f.fuel = fuel;
    f.fires = prairie::along(105, 0, 105, 2400);
    Fire fire(sky, f);
    auto& e = fire.model.parameters.element;
    e.smoke_flaming_lofted_share = e.smoke_smouldering_lofted_share = 0;  // the reference has no plume rise
    e.smoke_cell_m = static_cast<float>(smoke_cell);
    fire.begin();
    fire.run(420);
    Ahead found;
    const double begin_m = 105;
    found.rate_m_min = line_head(fuel, 5 / wind_for(fuel, 1), 6, 10);
    for (int s = 0; s < 60; ++s) {
        fire.run(1);
        const double front = begin_m + found.rate_m_min * (421 + s) / 60.0;
        // Between the middles of the cells of smoke on both sides of the place.
        const double c = smoke_cell, x = front + distance_m, left = (std::floor(x / c - 0.5) + 0.5) * c,
                     u = (x - left) / c;
        found.k_per_m += ((1 - u) * fire.smoke_per_m(left, 1200) + u * fire.smoke_per_m(left + c, 1200)) / 60;
    }
    return found;
}

void smoke(verify::Points& p) {
    // The reference takes the front's rate for given; here it is the one a wind of 5 m/s at 10 m makes.
    const auto target = [](const Ahead& a, double fuel_kg_m2, double x) {
        return 4.5 * element::line_source_g_m3(element::front_source_g_m_s(a.rate_m_min, fuel_kg_m2, 8.5),
                                               element::briggs_d_sigma_z_m(x), 5);
    };
    const Ahead fm1 = smoke_ahead("FM1", 200, 20), fm3 = smoke_ahead("FM3", 500, 20);
    p.step("8.03", "smoke 200 m ahead of short grass at " + told(fm1.rate_m_min) + " m/min, none lofted",
           "1/m", target(fm1, 0.166, 200), percent(25), fm1.k_per_m);
    p.step("8.04", "smoke 500 m ahead of tall grass at " + told(fm3.rate_m_min) + " m/min, none lofted",
           "1/m", target(fm3, 0.674, 500), percent(25), fm3.k_per_m);
    // A front that runs with the wind follows its own smoke: its air passes at the difference of both speeds.
    const double run = fm3.rate_m_min / 60, along = 500 * 5 / (5 - run);
    p.step("8.04m", "the same, the reference for a front that moves with the wind", "1/m",
           4.5 * element::line_source_g_m3(element::front_source_g_m_s(fm3.rate_m_min, 0.674, 8.5),
                                           element::briggs_d_sigma_z_m(along), 5 - run),
           percent(25), fm3.k_per_m);
    for (const int cell : {10, 40})
        p.note("8.03 with smoke cells of " + std::to_string(cell) +
               " m: " + std::to_string(smoke_ahead("FM1", 200, cell).k_per_m) +
               " /m; of 20 m: " + std::to_string(fm1.k_per_m));
}

void measure(verify::Points& p) {
    heads(p);
    shapes(p);
    moisture(p);
    stay(p);
    breaks(p);
    smoke(p);
}

const verify::Registered fire{{"fire-in-the-step",
                               "Rothermel 1972 (USDA Behave d963287); Wilson 1988; Briggs 1973; Turner 1970",
                               verify::Length::long_run, measure}};

}  // namespace
