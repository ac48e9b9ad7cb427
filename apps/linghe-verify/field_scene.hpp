// A level field with bodies of men of two sides, written as a scenario, read by the reader and stepped by the engine.
// Used by reference points of bows, blades and wounds (modules/shoot/verify, modules/fight/verify) and by apps/linghe-facts.
// Never a second source of numbers: troops and parameters are the shipped ones; what a point changes stands in its `set`,
// `without` or `conditions`.
#pragma once
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::verify {

/// One unit in ranks. Sides are "a" and "b"; forces and colours are named as their side.
struct Body {
    std::string id;
    std::string side = "a";
    std::string troop = "ming_foot";
    int men = 1;
    double x = 0, y = 0;      ///< middle of its front rank, m
    double heading_deg = 90;  ///< 0 north, 90 east
    int ranks = 1;
    double frontage_m = 0;  ///< 0: the room that its men need
    std::string order = "{ verb = \"hold\" }";
    std::string more;   ///< further lines of its table: fear, stamina, box ...
    std::string force;  ///< empty: that of its side
};

class FieldScene {
public:
    double wide_m = 1000, high_m = 1000, cell_m = 10, minutes = 60;
    std::pair<double, double> retreat_a{0, 500}, retreat_b{1000, 500};
    std::uint64_t seed = 1;
    std::vector<Body> bodies;
    std::string persons;  ///< [[person]] tables
    std::string forces;   ///< further [[force]] tables
    std::string weather = "gust_share = 0\n";
    std::string map_extra;
    std::vector<std::pair<std::string, std::string>> set;  ///< as `linghe run --set`
    std::vector<std::string> without;                      ///< as `linghe run --without`
    /// What no scenario can say: a condition of the law that is tested, never of a battle.
    std::function<void(model::Model&)> conditions;

    void person(const std::string& id, const std::string& unit, const std::string& more) {
        persons += fmt::format("[[person]]\nid = \"{0}\"\nname = \"{0}\"\nrides_with = \"{1}\"\n{2}\n", id,
                               unit, more);
    }

    /// Reads the scenario and makes the engine. Throws the reader's words when it refuses.
    void start() {
        scenario::Sources sources;
        sources.scenario_name = "scenario.toml";
        sources.scenario_toml = text();
        sources.files["map.toml"] =
            fmt::format("format = 1\nbox = [0, 0, {}, {}]\ncell_m = {}\ncover = \"bare\"\n{}", wide_m, high_m,
                        cell_m, map_extra);
        scenario::Options options;
        options.seed = seed;
        options.set = set;
        options.without = without;
        std::vector<scenario::Problem> problems;
        auto read = scenario::read_scenario(sources, options, problems);
        if (!read.ok()) throw std::runtime_error(read.error().where + ": " + read.error().message);
        loaded_ = read.take();
        if (conditions) conditions(loaded_.model);
        auto state = sim::make_state(loaded_.model);
        if (!state.ok()) throw std::runtime_error(state.error().message);
        engine_ = std::make_unique<sim::Engine>(loaded_.model, state.take(), jobs_);
    }
    void step() { engine_->step(); }
    [[nodiscard]] sim::Engine& engine() { return *engine_; }
    [[nodiscard]] const model::Model& model() const { return loaded_.model; }
    [[nodiscard]] const world::World& world() const { return engine_->state().world; }
    [[nodiscard]] world::SoldierTable& men() { return engine_->mutable_state().world.men; }
    [[nodiscard]] std::size_t size() const { return world().men.size(); }
    [[nodiscard]] double now_s() const { return 0.1 * static_cast<double>(world().tick()); }
    [[nodiscard]] std::size_t unit_row(const std::string& id) const {
        for (std::size_t u = 0; u < model().units.size(); ++u)
            if (model().units[u].id == id) return u;
        throw std::runtime_error("no unit " + id);
    }
    [[nodiscard]] bool fit(std::size_t row) const { return world::active(world().men.status[row]); }
    [[nodiscard]] int fit_of(const std::string& unit) const {
        const auto& u = model().units[unit_row(unit)];
        int n = 0;
        for (std::uint32_t m = u.first_man; m < u.first_man + u.men; ++m) n += fit(m) ? 1 : 0;
        return n;
    }
    /// Events of this kind in the last step.
    [[nodiscard]] int count(world::EventKind kind) const {
        int n = 0;
        for (const auto k : world().events.kind) n += k == static_cast<std::uint8_t>(kind) ? 1 : 0;
        return n;
    }

private:
    [[nodiscard]] static std::string side_text(const std::string& id, std::pair<double, double> retreat) {
        return fmt::format(
            "[[side]]\nid = \"{0}\"\nname = \"{0}\"\nretreat = [{1}, {2}]\n\n[[colours]]\nid = \"{0}\"\nname "
            "= "
            "\"{0}\"\nside = \"{0}\"\nfill_light = \"#B03030\"\nfill_dusk = \"#B03030\"\n\n[[force]]\nid = "
            "\"{0}\"\nname = \"{0}\"\nside = \"{0}\"\n\n",
            id, retreat.first, retreat.second);
    }
    [[nodiscard]] std::string text() const {
        std::string s = fmt::format(
            "format = 1\nid = \"field\"\ntitle = \"field\"\nmap = \"map.toml\"\nminutes = "
            "{}\n\n[weather]\n{}\n"
            "[[wind]]\nat_s = 0\nspeed_m_s = 0\nfrom_deg = 0\n\n{}{}{}",
            minutes, weather, side_text("a", retreat_a), side_text("b", retreat_b), forces);
        for (const Body& b : bodies) {
            s += fmt::format(
                "[[unit]]\nid = \"{0}\"\nname = \"{0}\"\nforce = \"{1}\"\ncolours = \"{2}\"\ntroop = "
                "\"{3}\"\nmen = "
                "{4}\nheading_deg = {5}\n",
                b.id, b.force.empty() ? b.side : b.force, b.side, b.troop, b.men, b.heading_deg);
            if (b.more.find("box = ") == std::string::npos)
                s += fmt::format("at = [{:.3f}, {:.3f}]\nranks = {}\n", b.x, b.y, b.ranks);
            if (b.frontage_m > 0) s += fmt::format("frontage_m = {:.3f}\n", b.frontage_m);
            if (!b.order.empty()) s += "order = " + b.order + "\n";
            s += b.more + "\n\n";
        }
        return s + persons;
    }

    jobs::Jobs jobs_{1};
    scenario::Loaded loaded_;
    std::unique_ptr<sim::Engine> engine_;
};

}  // namespace linghe::verify
