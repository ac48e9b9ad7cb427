// A battlefield in words for reference points of air, eyes and ears, read by the scenario reader and stepped by the engine.
// Used by modules/element/verify and modules/percept/verify.
// Never a second source of numbers: parameters are the shipped ones; what a point changes stands in its `set`.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::verify {

class AirScene {
public:
    std::string weather = "temperature_c = 10\nhumidity_percent = 70\ngust_share = 0\n";
    std::string extra;  ///< [[smoke]], [time], ...
    std::vector<std::pair<std::string, std::string>> set;
    double wind_m_s = 0, from_deg = 270;
    double west = -500, south = -500, east = 4500, north = 500, cell_m = 10;
    std::string cover = "bare", map_extra;

    /// A body of men of side "a" or "b" about a point, facing west.
    void men(const std::string& id, const char* side, int n, double x, double y, const char* more = "",
             const char* troop = "jin_horse") {
        units_ += "[[unit]]\nid = \"" + id + "\"\nname = \"" + id + "\"\nforce = \"" + side +
                  "\"\ncolours = \"" + side + "\"\ntroop = \"" + troop + "\"\nmen = " + std::to_string(n) +
                  "\nat = [" + std::to_string(x) + ", " + std::to_string(y) + "]\nheading_deg = 270\n" +
                  (more[0] != 0 ? more : "order = { verb = \"hold\" }") + "\n\n";
    }
    /// A named person riding with a unit; `more` holds drums, banners, orders.
    void person(const std::string& id, const std::string& unit, const std::string& more) {
        persons_ += "[[person]]\nid = \"" + id + "\"\nname = \"" + id + "\"\nrides_with = \"" + unit +
                    "\"\n" + more + "\n";
    }
    /// A chief of side "a" with one or more drums, who beats them from the start.
    void drummer(double x, double y, int drums, double lw_db, const std::string& more = "") {
        men("khan", "a", 25, x, y);
        person("khan", "khan",
               "commands = \"a\"\ndrums = " + std::to_string(drums) +
                   "\ndrum_lw_db = " + std::to_string(lw_db) + "\norder = { verb = \"gather\" }\n" + more);
    }
    void start() {
        scenario::Sources sources;
        sources.scenario_name = "scenario.toml";
        sources.scenario_toml =
            "format = 1\nid = \"point\"\ntitle = \"point\"\nmap = \"map.toml\"\nminutes = 60\n" + extra +
            "\n[weather]\n" + weather + "\n[[wind]]\nat_s = 0\nspeed_m_s = " + std::to_string(wind_m_s) +
            "\nfrom_deg = " + std::to_string(from_deg) + "\n" + side("a") + side("b") + units_ + persons_ +
            tables;
        sources.files["map.toml"] = "format = 1\nbox = [" + std::to_string(west) + ", " +
                                    std::to_string(south) + ", " + std::to_string(east) + ", " +
                                    std::to_string(north) + "]\ncell_m = " + std::to_string(cell_m) +
                                    "\ncover = \"" + cover + "\"\n" + map_extra;
        scenario::Options options;
        options.set = set;
        std::vector<scenario::Problem> problems;
        auto read = scenario::read_scenario(sources, options, problems);
        if (!read.ok()) throw std::runtime_error(read.error().where + ": " + read.error().message);
        loaded_ = read.take();
        auto state = sim::make_state(loaded_.model);
        if (!state.ok()) throw std::runtime_error(state.error().message);
        engine_ = std::make_unique<sim::Engine>(loaded_.model, state.take(), jobs_);
    }
    std::string tables;  ///< further arrays of tables: [[smoke]], [[smoke_cloud]], [[rain]]
    /// Steps up to and with the slow tick at `seconds`, so that sectors and views are those of that tick.
    void run_to(double seconds) {
        const auto last = static_cast<base::Tick>(seconds * 10.0 + 0.5);
        while (engine_->state().world.tick() <= last) engine_->step();
    }
    [[nodiscard]] const model::Model& model() const { return loaded_.model; }
    [[nodiscard]] const sim::State& state() const { return engine_->state(); }
    [[nodiscard]] sim::State& mutable_state() { return engine_->mutable_state(); }
    [[nodiscard]] const world::World& world() const { return engine_->state().world; }
    [[nodiscard]] std::uint32_t first_man(const std::string& unit) const {
        for (const auto& u : loaded_.model.units)
            if (u.id == unit) return u.first_man;
        throw std::runtime_error("no unit " + unit);
    }
    /// Entry of the sector a man stood in when the last tick, a slow one, began.
    [[nodiscard]] std::size_t entry(std::uint32_t row) const {
        const auto& w = world();
        for (std::uint32_t slot = 0; slot < w.index.size(); ++slot) {
            if (w.index.man[slot] != row) continue;
            const auto e = w.sectors.entry_of[static_cast<std::size_t>(
                w.sectors.sector_of(w.index.x_mm[slot], w.index.y_mm[slot]))];
            if (e >= 0) return static_cast<std::size_t>(e);
        }
        throw std::runtime_error("he is not on the field");
    }
    /// What the men of his side in his sector shared of sight and sound in the last slow tick.
    [[nodiscard]] const world::PerceptView& view(std::uint32_t row) const {
        return world().scratch_percept.views[entry(row) * world::kMaxSides + loaded_.model.men.side[row]];
    }
    [[nodiscard]] const world::PerceptPlace& place(std::uint32_t row) const {
        return world().scratch_percept.places[entry(row)];
    }

private:
    static std::string side(const std::string& id) {
        return "[[side]]\nid = \"" + id + "\"\nname = \"" + id +
               "\"\nretreat = [0, 0]\n\n[[colours]]\nid = \"" + id + "\"\nname = \"" + id + "\"\nside = \"" +
               id + "\"\nfill_light = \"#B03030\"\nfill_dusk = \"#B03030\"\n\n[[force]]\nid = \"" + id +
               "\"\nname = \"" + id + "\"\nside = \"" + id + "\"\n\n";
    }
    std::string units_, persons_;
    jobs::Jobs jobs_{1};
    scenario::Loaded loaded_;
    std::unique_ptr<sim::Engine> engine_;
};

}  // namespace linghe::verify
