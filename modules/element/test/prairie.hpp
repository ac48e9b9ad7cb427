// A field of grass, a wind and a fire, as a scenario that is read and stepped like any other; a handful of men stand by.
// Used by the tests of fire and by modules/element/verify.
// Never changes a shipped number: whoever does so says it where he does.
#pragma once
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "linghe/element/fire.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"
#include "linghe/world/smoke_grid.hpp"

namespace prairie {

using namespace linghe;

struct Sky {
    double wind_m_s = 5, from_deg = 270;  ///< at 10 m
    double moisture = 6;
    double turn_at_s = -1, turn_from_deg = 0;
};

/// South-west corner at the origin; the men's place is a bare corner of 60 m beyond the eastern edge of the grass.
struct Field {
    int wide_m = 1000, high_m = 1000;
    int cell_m = 10;
    std::string fuel = "FM1";
    std::string more_map{}, fires{};
};

inline std::string n(double v) {
    std::string s = std::to_string(v);
    return s;
}

inline std::string scenario_text(const Sky& sky, const Field& f, const std::string& more = "") {
    std::string s =
        "format = 1\nid = \"prairie\"\ntitle = \"Prairie\"\nmap = \"map.toml\"\nminutes = "
        "300\n[weather]\ngust_share = 0\n"
        "fuel_moisture_percent = " +
        n(sky.moisture) + "\n[[wind]]\nat_s = 0\nspeed_m_s = " + n(sky.wind_m_s) +
        "\nfrom_deg = " + n(sky.from_deg);
    if (sky.turn_at_s > 0)
        s += "\n[[wind]]\nat_s = " + n(sky.turn_at_s) + "\nspeed_m_s = " + n(sky.wind_m_s) +
             "\nfrom_deg = " + n(sky.from_deg) + "\n[[wind]]\nat_s = " + n(sky.turn_at_s + 1) +
             "\nspeed_m_s = " + n(sky.wind_m_s) + "\nfrom_deg = " + n(sky.turn_from_deg);
    const std::string at = "[" + n(f.wide_m + 30) + ", 30]";
    s += "\n[[side]]\nid = \"a\"\nname = \"A\"\nretreat = " + at +
         "\n[[colours]]\nid = \"c\"\nname = \"C\"\nside = \"a\"\nfill_light = \"#FCFAF4\"\nfill_dusk = "
         "\"#F6F2E8\"\n"
         "[[force]]\nid = \"f\"\nname = \"F\"\nside = \"a\"\n";
    s += more.empty()
             ? "[[unit]]\nid = \"u\"\nname = \"U\"\nforce = \"f\"\ncolours = \"c\"\ntroop = \"ming_foot\"\n"
               "men = 4\nat = " +
                   at + "\nheading_deg = 90\n"
             : more;
    return s + f.fires;
}

inline std::string map_text(const Field& f) {
    const int edge = (60 + f.cell_m - 1) / f.cell_m * f.cell_m;
    return "format = 1\nbox = [0, 0, " + std::to_string(f.wide_m + edge) + ", " + std::to_string(f.high_m) +
           "]\ncell_m = " + std::to_string(f.cell_m) + "\ncover = \"dry_grass\"\nfuel = \"" + f.fuel +
           "\"\n" + f.more_map + "[[patch]]\ncover = \"bare\"\nbox = [" + std::to_string(f.wide_m) + ", 0, " +
           std::to_string(f.wide_m + edge) + ", " + std::to_string(f.high_m) + "]\n";
}

inline std::string spot(double x, double y, double at_s = 0) {
    return "[[ignition]]\nid = \"spot\"\nat = [" + n(x) + ", " + n(y) + "]\nat_s = " + n(at_s) + "\n";
}
inline std::string along(double x0, double y0, double x1, double y1) {
    return "[[ignition]]\nid = \"line\"\nline = [[" + n(x0) + ", " + n(y0) + "], [" + n(x1) + ", " + n(y1) +
           "]]\n";
}

/// The scenario, read; `problems` tells what is wrong where it cannot be.
inline base::Result<scenario::Loaded> read(const Sky& sky, const Field& f,
                                           std::vector<scenario::Problem>& problems,
                                           const std::string& more = "", std::uint64_t seed = 1) {
    scenario::Sources sources;
    sources.scenario_name = "prairie/scenario.toml";
    sources.scenario_toml = scenario_text(sky, f, more);
    sources.files.emplace("map.toml", map_text(f));
    scenario::Options options;
    options.seed = seed;
    return scenario::read_scenario(sources, options, problems);
}

/// A battle of it under way.
struct Fire {
    model::Model model;
    jobs::Jobs jobs{1};
    std::vector<sim::Engine> engine;
    std::vector<world::EventKind> told;
    std::vector<std::int32_t> told_x_mm;
    std::string trouble;

    Fire(const Sky& sky, const Field& f, const std::string& more = "", std::uint64_t seed = 1) {
        std::vector<scenario::Problem> problems;
        auto loaded = read(sky, f, problems, more, seed);
        for (const auto& p : problems) trouble += p.text() + "\n";
        if (loaded.ok()) model = loaded.take().model;
    }
    /// After the last change of the model.
    void begin() {
        if (!trouble.empty()) throw std::runtime_error(trouble);
        auto state = sim::make_state(model);
        if (!state.ok()) {
            trouble += state.error().message;
            return;
        }
        engine.clear();
        engine.emplace_back(model, state.take(), jobs);
    }
    void run(double seconds) {
        if (engine.empty()) throw std::runtime_error(trouble);
        for (int t = 0; t < static_cast<int>(seconds * 10); ++t) {
            engine[0].step();
            const auto& events = engine[0].events();
            for (std::size_t k = 0; k < events.size(); ++k) {
                const auto kind = static_cast<world::EventKind>(events.kind[k]);
                if (kind < world::EventKind::fire_out || kind > world::EventKind::fire_breach) continue;
                told.push_back(kind);
                told_x_mm.push_back(events.x_mm[k]);
            }
        }
    }
    [[nodiscard]] const world::World& world() const { return engine[0].state().world; }
    [[nodiscard]] const world::FireTable& fire() const { return world().fire; }
    [[nodiscard]] std::size_t cell(double x_m, double y_m) const {
        return static_cast<std::size_t>(
            model.ground.cell(static_cast<std::int32_t>(x_m * 1000), static_cast<std::int32_t>(y_m * 1000)));
    }
    [[nodiscard]] int count(world::EventKind kind) const {
        int c = 0;
        for (const auto k : told) c += k == kind ? 1 : 0;
        return c;
    }
    [[nodiscard]] int lit() const {
        int c = 0;
        for (const auto t : fire().lit) c += t >= 0 ? 1 : 0;
        return c;
    }
    /// Time in seconds at which the fire reached a point, between the middles of the four cells about it; < 0 not yet.
    [[nodiscard]] double reached_s(double x_m, double y_m) const {
        const auto& g = model.ground;
        const double c = g.cell_mm * 0.001, gx = x_m / c - 0.5, gy = y_m / c - 0.5;
        const auto i = static_cast<std::int32_t>(std::floor(gx)),
                   j = static_cast<std::int32_t>(std::floor(gy));
        double sum = 0;
        for (int k = 0; k < 4; ++k) {
            const std::int32_t a = i + (k & 1), b = j + (k >> 1);
            if (a < 0 || b < 0 || a >= g.nx || b >= g.ny) return -1;
            const std::int32_t t = fire().lit[static_cast<std::size_t>(b * g.nx + a)];
            if (t < 0) return -1;
            const double u = gx - i, v = gy - j;
            sum += 0.1 * t * ((k & 1) != 0 ? u : 1 - u) * ((k >> 1) != 0 ? v : 1 - v);
        }
        return sum;
    }
    /// Rate between two distances from a point in a direction (radians from east), m/min.
    [[nodiscard]] double rate_m_min(double x_m, double y_m, double angle, double near_m, double far_m) const {
        const double c = std::cos(angle), s = std::sin(angle);
        const double a = reached_s(x_m + near_m * c, y_m + near_m * s),
                     b = reached_s(x_m + far_m * c, y_m + far_m * s);
        return a < 0 || b <= a ? 0.0 : (far_m - near_m) / (b - a) * 60.0;
    }
    /// Extinction over a place, 1/m.
    [[nodiscard]] double smoke_per_m(double x_m, double y_m) const {
        const auto grid = world::smoke_grid(model);
        const auto c = static_cast<std::size_t>(
            grid.cell(static_cast<std::int32_t>(x_m * 1000), static_cast<std::int32_t>(y_m * 1000)));
        return 1e-6 * (world().smoke.black_um[c] + world().smoke.white_um[c]);
    }
};

/// The wind at 10 m that gives a midflame wind over a fuel.
inline double wind_for(const model::Model& m, const std::string& fuel, double midflame_m_s) {
    for (const auto& f : m.fuels)
        if (f.id == fuel)
            return midflame_m_s / element::open_wind_factor(static_cast<double>(f.depth_ft)) *
                   static_cast<double>(m.parameters.element.fire_wind_10m_over_20ft);
    return 0;
}

}  // namespace prairie
