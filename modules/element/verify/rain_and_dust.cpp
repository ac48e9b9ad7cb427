// Rain and dust: extinction, water balance, drying, wind near the ground; dust by horse, its mass and its settling in the step.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "air_scene.hpp"
#include "linghe/element/dust.hpp"
#include "linghe/element/rain.hpp"
#include "linghe/element/wind.hpp"
#include "linghe/scenario/builtin.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::AirScene;
using verify::percent;
using verify::within;

constexpr double kPi = 3.141592653589793;

model::ElementParameters shipped() {
    AirScene s;
    s.men("one", "a", 1, 0, 0);
    s.start();
    return s.model().parameters.element;
}

void rain(verify::Points& p, const model::ElementParameters& e) {
    const double slope = 4.1 * std::pow(10.0, -0.21);  // Marshall and Palmer at 10 mm/h, 1/mm
    p.formula("15.01", "extinction of rain of 10 mm/h, twice the drops' cross section", "1/m",
              kPi * 8000.0e-6 / (slope * slope * slope), percent(1), element::rain_extinction_per_m(e, 10.0));
    p.formula("15.02", "vapour over water at 20 C (FAO-56, annex 2)", "hPa", 23.38, percent(0.5),
              element::saturation_hpa(20));
    p.formula("15.03", "wind at 2 m over that at 10 m (FAO-56, eq. 47: 0.748)", "1", 0.748, percent(5),
              element::log_wind_factor(2, 10, static_cast<double>(e.wind_roughness_m)));
    p.formula("15.04", "power law at 20 m against the logarithmic one", "1",
              element::log_wind_factor(20, 10, 0.03), percent(5),
              element::power_wind_factor(20, 10, static_cast<double>(e.wind_profile_exponent)));
    AirScene s;
    s.tables = "[[rain]]\nat_s = 0\nmm_h = 12\n";
    s.men("one", "a", 1, 2000, 0);
    s.start();
    s.run_to(599);
    const auto& c = s.world().clock;
    p.step("15.05", "water on grass and in the ground after 10 min of 12 mm/h", "mm", 2.0, percent(1),
           0.001 * (c.wetness_um[0] + c.ground_um[0]));
    p.step("15.06", "of it on the grass, which holds no more", "mm", 0.6, percent(1),
           0.001 * c.wetness_um[0]);
    const double k = 0.0003 + element::rain_extinction_per_m(e, 12.0);
    p.step("15.07", "sight in that rain by contrast of 5 %", "m", -std::log(0.05) / k, percent(1),
           static_cast<double>(s.world().men.sight_m[s.first_man("one")]));
    // It stops: grass dries by the equation of FAO 24.
    AirScene d;
    d.wind_m_s = 4;
    d.weather = "temperature_c = 20\nhumidity_percent = 50\ngust_share = 0\n";
    d.tables =
        "[[rain]]\nat_s = 0\nmm_h = 30\n[[rain]]\nat_s = 300\nmm_h = 30\n[[rain]]\nat_s = 301\nmm_h = 0\n";
    d.men("one", "a", 1, 2000, 0);
    d.start();
    d.run_to(400);
    const double before = d.world().clock.wetness_um[0];
    d.run_to(2200);
    const double wind = 4.0 * element::log_wind_factor(2, 10, 0.03);
    p.step("15.08", "drying of wet grass in half an hour, 20 C, 50 %, wind 4 m/s", "mm",
           0.27 * (1 + 0.864 * wind) * 11.69 / 48.0, percent(2),
           0.001 * (before - d.world().clock.wetness_um[0]));
}

double dust_g(const AirScene& s) {
    const auto grid = world::smoke_grid(s.model());
    const auto& e = s.model().parameters.element;
    double um = 0;
    for (const std::int32_t k : s.world().smoke.dust_um) um += k;
    const double cell = grid.cell_mm * 0.001;
    return um * 1e-6 * cell * cell * static_cast<double>(e.dust_layer_m) /
           static_cast<double>(e.dust_extinction_m2_g);
}

std::int64_t dust_units(const AirScene& s) {
    std::int64_t um = 0;
    for (const std::int32_t k : s.world().smoke.dust_um) um += k;
    return um;
}

void lossless(AirScene& s) {
    s.set.emplace_back("parameters.element.smoke_loft_per_m", "0.0");
    s.set.emplace_back("parameters.element.smoke_loft_per_s", "0.0");
    s.set.emplace_back("parameters.element.dust_settling_m_s", "0.0");
}

void dust(verify::Points& p, const model::ElementParameters& e) {
    // 0.003 g/km per kg and km/h: 390 kg at 18 km/h are 21.1 g/km; at 5 m/s 0.105 g/s.
    p.formula("15.10", "dust of a horse of 390 kg at 5 m/s on bare ground (Gillies 2005: 21.1 g/km)", "g/s",
              0.1053, percent(1), element::dust_g_s(e, 390, 5));
    // A body trots over bare ground in a calm without losses: what hangs is what was raised.
    AirScene s;
    lossless(s);
    s.west = -1000, s.east = 3000, s.south = -1000, s.north = 1000;
    s.men("troop", "a", 200, 0, 0, "order = { verb = \"march\", at = [2000, 0] }\n");
    s.start();
    double raised = 0;
    for (int t = 1; t <= 60; ++t) {
        s.run_to(t - 0.1);  // the tick before the slow one: velocities that its sums will hold
        const auto& men = s.world().men;
        for (std::size_t r = 0; r < men.size(); ++r) {
            const double v =
                0.001 * std::hypot(static_cast<double>(men.vx_mm_s[r]), static_cast<double>(men.vy_mm_s[r]));
            raised += element::dust_g_s(e, static_cast<double>(e.dust_horse_kg), v);
        }
        s.run_to(t);
    }
    p.step("15.11", "dust in the air over what 200 horses raised in a minute on bare ground, nothing lost",
           "1", 1.0, percent(10), raised > 0 ? dust_g(s) / raised : 0.0);
    p.note("15.11: 200 horses raised " + std::to_string(raised) + " g in a minute.");
    // A cloud carried by a gusty wind without source or loss: to the last unit.
    AirScene c;
    lossless(c);
    c.set.emplace_back("parameters.element.dust_lift_g_s_m2_kg", "0.0");
    c.weather = "temperature_c = 10\nhumidity_percent = 70\ngust_share = 0.3\n";
    c.wind_m_s = 7;
    c.from_deg = 250;
    c.west = -1000, c.east = 3000, c.south = -1000, c.north = 1000;
    c.men("one", "a", 1, 0, 0);
    c.start();
    auto& field = c.mutable_state().world.smoke.dust_um;
    const auto grid = world::smoke_grid(c.model());
    for (int j = 45; j < 55; ++j)
        for (int i = 40; i < 50; ++i) field[static_cast<std::size_t>(j * grid.nx + i)] = 40'000 + 37 * i * j;
    const std::int64_t before = dust_units(c);
    c.run_to(90);
    p.step("15.12", "units of dust lost by transport in 90 s of gusty wind", "1e-6/m", 0.0, within(0.5),
           static_cast<double>(dust_units(c) - before));
    // Settling: in a calm, exp(-(w / H + l0) t).
    AirScene f;
    f.set.emplace_back("parameters.element.dust_lift_g_s_m2_kg", "0.0");
    f.west = -1000, f.east = 3000, f.south = -1000, f.north = 1000;
    f.men("one", "a", 1, 0, 0);
    f.start();
    auto& still = f.mutable_state().world.smoke.dust_um;
    for (int j = 40; j < 60; ++j)
        for (int i = 40; i < 60; ++i) still[static_cast<std::size_t>(j * grid.nx + i)] = 500'000;
    const auto hung = static_cast<double>(dust_units(f));
    f.run_to(300);
    p.step("15.13", "share of a cloud of dust left after 300 s of calm", "1",
           std::exp(-300.0 * (0.008 / 4.0 + static_cast<double>(e.smoke_loft_per_s))), percent(10),
           static_cast<double>(dust_units(f)) / hung);
    // Rain lays it: the same march over ground that has drunk half its fill.
    AirScene w;
    w.tables = "[[rain]]\nat_s = 0\nmm_h = 120\n";
    w.men("troop", "a", 200, 0, 0, "order = { verb = \"march\", at = [2000, 0] }\n");
    w.start();
    w.run_to(500);
    const double wet = dust_g(w);
    w.run_to(520);
    p.step("15.14", "dust over wet ground in rain", "g", 0.0, within(0.5), std::max(0.0, dust_g(w) - wet));
}

void measure(verify::Points& p) {
    const auto e = shipped();
    rain(p, e);
    dust(p, e);
}

// The shipped battle: dust rises there. How dull it makes the air is told, and held against what dust does elsewhere.
void rally(verify::Points& p) {
    auto sources = scenario::builtin_sources("xiaoling-rally");
    if (!sources.ok()) throw std::runtime_error("xiaoling-rally is not there");
    std::vector<scenario::Problem> problems;
    auto read = scenario::read_scenario(sources.value(), {}, problems);
    if (!read.ok()) throw std::runtime_error(read.error().message);
    const auto loaded = read.take();
    auto state = sim::make_state(loaded.model);
    if (!state.ok()) throw std::runtime_error(state.error().message);
    jobs::Jobs jobs(1);
    sim::Engine engine(loaded.model, state.take(), jobs);
    for (int minute = 1; minute <= 5; ++minute) {
        for (int t = 0; t < 600; ++t) engine.step();
        std::vector<std::int32_t> k;
        for (const std::int32_t um : engine.state().world.smoke.dust_um)
            if (um > 0) k.push_back(um);
        std::sort(k.begin(), k.end(), std::greater<>());
        double dense = 0, all = 0;
        const std::size_t n = std::min<std::size_t>(100, k.size());
        for (std::size_t i = 0; i < k.size(); ++i) {
            if (i < n) dense += 1e-6 * k[i];
            all += 1e-6 * k[i];
        }
        const double densest = n > 0 ? dense / static_cast<double>(n) : 0.0;
        p.note("minute " + std::to_string(minute) + ": " + std::to_string(k.size()) +
               " cells of 20 m with dust, mean " +
               std::to_string(k.empty() ? 0.0 : all / static_cast<double>(k.size())) + " /m, greatest " +
               std::to_string(k.empty() ? 0.0 : 1e-6 * k[0]) + " /m, mean of the densest hundred " +
               std::to_string(densest) + " /m");
        if (minute == 5)
            p.step("15.20",
                   "extinction of dust in the hundred densest cells after five minutes (dust elsewhere 0.003 "
                   "to 0.01)",
                   "1/m", 0.005, verify::between(0.003, 0.01), densest);
    }
}

const verify::Registered in_rally{{"dust-in-the-rally",
                                   "usual extinction of dust in the field: 0.003 to 0.01 /m",
                                   verify::Length::long_run, rally}};

const verify::Registered group{
    {"rain-and-dust", "Marshall and Palmer 1948; FAO papers 24 and 56; Gillies et al. 2005; conservation",
     verify::Length::quick, measure}};

}  // namespace
