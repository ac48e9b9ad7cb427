// court: a small ground with walls and people, written as a scenario, read by the reader and stepped by the engine.
// Used by the groups of modules/sim/verify; troops, parameters and stages are those of every battle.
// Never moves anybody itself: it writes a scenario, closes cells of the ground as walls, and looks.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::court {

struct Box {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};
struct Person {
    double x = 0, y = 0;        ///< where he stands at first
    double to_x = 0, to_y = 0;  ///< where he is ordered to
    std::string troop = "ming_foot", pace = "walk";
};

class Court {
public:
    Court(double wide_m, double high_m, double cell_m) : wide_(wide_m), high_(high_m), cell_(cell_m) {}
    std::vector<Box> walls;      ///< nobody walks there
    std::vector<Box> water;      ///< still water ...
    double depth_m = 0;          ///< ... this deep
    double slope_x = 0;          ///< rise of the ground to the east, metres a metre
    std::vector<Person> people;  ///< each a body of one, on an order of his own
    std::string more_units;      ///< further [[unit]] tables, of force "all" and colours "flag"
    std::vector<std::pair<std::string, std::string>>
        set;  ///< parameters changed: for conditions of a test alone

    std::function<void(model::Model&)> conditions,
        after_ground;  ///< what the published experiment had and no file gives

    /// Reads the scenario and makes the engine; a fault in it ends the program with the reader's words.
    void open(unsigned threads = 1) {
        scenario::Sources sources;
        sources.scenario_name = "court/scenario.toml";
        sources.scenario_toml = text();
        sources.files["map.toml"] = fmt::format(
            "format = 1\nbox = [0, 0, {}, {}]\ncell_m = {}\ncover = \"road\"\n", wide_, high_, cell_);
        scenario::Options options;
        options.set = set;
        std::vector<scenario::Problem> problems;
        auto loaded = scenario::read_scenario(sources, options, problems);
        if (!loaded.ok()) {
            for (const auto& p : problems) fmt::print(stderr, "{}\n", p.text());
            std::abort();
        }
        model_ = loaded.take().model;
        if (conditions) conditions(model_);
        shape_ground();
        if (after_ground) after_ground(model_);
        auto state = sim::make_state(model_);
        if (!state.ok()) std::abort();
        jobs_ = std::make_unique<jobs::Jobs>(threads);
        engine_ = std::make_unique<sim::Engine>(model_, state.take(), *jobs_);
    }
    void step() { engine_->step(); }
    void run_s(double seconds) {
        for (int t = 0; t < static_cast<int>(seconds * 10.0 + 0.5); ++t) step();
    }
    [[nodiscard]] sim::Engine& engine() { return *engine_; }
    [[nodiscard]] model::Model& model() { return model_; }
    [[nodiscard]] const world::World& world() const { return engine_->state().world; }
    [[nodiscard]] world::SoldierTable& men() { return engine_->mutable_state().world.men; }
    [[nodiscard]] std::size_t size() const { return engine_->state().world.men.size(); }
    [[nodiscard]] double now_s() const { return 0.1 * static_cast<double>(world().tick()); }
    [[nodiscard]] double x(std::size_t row) const { return world().men.x_mm[row] * 0.001; }
    [[nodiscard]] double y(std::size_t row) const { return world().men.y_mm[row] * 0.001; }
    [[nodiscard]] double speed(std::size_t row) const {
        return std::hypot(world().men.vx_mm_s[row], world().men.vy_mm_s[row]) * 0.001;
    }
    /// Nobody's place lies in a wall.
    [[nodiscard]] int in_walls() const {
        int n = 0;
        for (std::size_t r = 0; r < size(); ++r) {
            const auto at =
                static_cast<std::size_t>(model_.ground.cell(world().men.x_mm[r], world().men.y_mm[r]));
            n += model_.ground.speed_q8[0][at] == 0 ? 1 : 0;
        }
        return n;
    }

private:
    [[nodiscard]] std::string text() const {
        std::string s = fmt::format(
            "format = 1\nid = \"court\"\ntitle = {{ en = \"court\", zh = \"院\" }}\nmap = "
            "\"map.toml\"\nminutes = 60\n"
            "[[wind]]\nat_s = 0\nspeed_m_s = 0\nfrom_deg = 0\n"
            "[[side]]\nid = \"one\"\nname = {{ en = \"one\", zh = \"一\" }}\nretreat = [{}, {}]\n"
            "[[colours]]\nid = \"flag\"\nname = {{ en = \"flag\", zh = \"旗\" }}\nside = \"one\"\nfill_light "
            "= \"#AE362B\"\n"
            "fill_dusk = \"#CC4A3A\"\n"
            "[[force]]\nid = \"all\"\nname = {{ en = \"all\", zh = \"众\" }}\nside = \"one\"\n",
            wide_ - 1, high_ / 2);
        for (std::size_t i = 0; i < people.size(); ++i) {
            const Person& p = people[i];
            s += fmt::format(
                "[[unit]]\nid = \"p{}\"\nname = {{ en = \"p\", zh = \"人\" }}\nforce = \"all\"\ncolours = "
                "\"flag\"\n"
                "troop = \"{}\"\nmen = 1\nat = [{:.3f}, {:.3f}]\nheading_deg = 90\nfear = 0\nfear_spread = "
                "0\n"
                "order = {{ verb = \"march\", at = [{:.3f}, {:.3f}], pace = \"{}\", formation = \"crowd\" "
                "}}\n",
                i, p.troop, p.x, p.y, p.to_x, p.to_y, p.pace);
        }
        return s + more_units;
    }
    template <class F>
    void each_cell(const Box& box, F&& visit) {
        const auto& g = model_.ground;
        for (std::int32_t y = 0, c = 0; y < g.ny; ++y)
            for (std::int32_t x = 0; x < g.nx; ++x, ++c) {
                const double px = (x + 0.5) * cell_, py = (y + 0.5) * cell_;
                if (px > box.x0 && px < box.x1 && py > box.y0 && py < box.y1)
                    visit(static_cast<std::size_t>(c));
            }
    }
    void shape_ground() {
        auto& g = model_.ground;
        for (const Box& b : walls) each_cell(b, [&](std::size_t c) { g.water_mm[c] = 30'000; });
        for (const Box& b : water)
            each_cell(
                b, [&](std::size_t c) { g.water_mm[c] = static_cast<std::int16_t>(depth_m * 1000.0 + 0.5); });
        if (slope_x != 0)
            for (std::int32_t c = 0; c < g.nx * g.ny; ++c)
                g.height_mm[static_cast<std::size_t>(c)] =
                    static_cast<std::int32_t>(slope_x * (c % g.nx + 0.5) * cell_ * 1000.0);
        if (!walls.empty() || !water.empty() || slope_x != 0) g.build_ways();
    }

    double wide_, high_, cell_;
    model::Model model_;
    std::unique_ptr<jobs::Jobs> jobs_;
    std::unique_ptr<sim::Engine> engine_;
};

/// A published table: lines "a,b,c" after one line of names.
[[nodiscard]] inline std::vector<std::vector<std::string>> table(const std::string& name) {
    std::vector<std::vector<std::string>> rows;
    std::FILE* f = std::fopen((std::string(LINGHE_DATA_DIR) + "/pedestrian/" + name).c_str(), "rb");
    if (f == nullptr) {
        fmt::print(stderr, "tests/data/pedestrian/{} is missing\n", name);
        std::abort();
    }
    std::string line;
    const auto take = [&] {
        if (!line.empty() && line[0] != '#') {
            rows.emplace_back();
            std::size_t from = 0;
            for (std::size_t at; (at = line.find(',', from)) != std::string::npos; from = at + 1)
                rows.back().push_back(line.substr(from, at - from));
            rows.back().push_back(line.substr(from));
        }
        line.clear();
    };
    for (int ch; (ch = std::fgetc(f)) != EOF;) {
        if (ch == '\n') {
            take();
        } else {
            line += static_cast<char>(ch);
        }
    }
    take();
    std::fclose(f);
    rows.erase(rows.begin());
    return rows;
}

}  // namespace linghe::court
