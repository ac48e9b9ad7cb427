// A battle that stands still until a test moves it: the shipped "ford", two sides, a river with two ramps, no engine.
// Used by the tests of measures.
// Never steps: clock, places, events and fire are set by hand.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "linghe/jobs/jobs.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/world/smoke_grid.hpp"
#include "observers.hpp"

namespace lab_test {

using namespace linghe;
using namespace linghe::lab;

constexpr double kSouth = -500, kNorth = 300;  // northings on either bank

struct Bench {
    model::Model model;
    sim::State state;
    std::vector<std::string> names;
    std::unique_ptr<Observation> watch;

    explicit Bench(std::vector<std::string> measures, bool gathers = true) : names(std::move(measures)) {
        std::vector<scenario::Problem> problems;
        model = std::move(
            scenario::read_scenario(scenario::builtin_sources("ford").value(), {}, problems).take().model);
        if (!gathers) model.persons[0].first_order.verb = model::Verb::hold;
        model.can_burn = true;
        state = sim::make_state(model).take();
        watch = std::make_unique<Observation>(model, names);
    }
    /// All looks up to and with this second of the run.
    void until(double second) {
        for (; at <= base::ticks_from_s(second); ++at) {
            state.world.clock.tick[0] = at;
            watch->look(state);
            state.world.events.resize(0);
        }
    }
    void happens(world::EventKind kind, std::uint32_t person, std::int32_t value = 0) {
        world::Event e;
        e.kind = kind;
        e.subject_kind = 2;
        e.subject = person;
        e.value = value;
        world::write_event(state.world.events, state.world.clock, e);
    }
    void put(std::size_t man, double x_m, double y_m) {
        state.world.men.x_mm[man] = static_cast<std::int32_t>(x_m * 1000);
        state.world.men.y_mm[man] = static_cast<std::int32_t>(y_m * 1000);
    }
    [[nodiscard]] std::uint32_t person(const std::string& id) const {
        for (std::uint32_t p = 0; p < model.persons.size(); ++p)
            if (model.persons[p].id == id) return p;
        FAIL("no person " << id);
        return 0;
    }
    [[nodiscard]] std::vector<std::uint32_t> men_of(const std::string& colours) const {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i = 0; i < model.men.size(); ++i)
            if (model.colours[model.units[model.men.home_unit[i]].colours].id == colours) out.push_back(i);
        return out;
    }
    /// Puts the first share of the men of these colours on the north bank, the rest on the south bank.
    void cross(const std::string& colours, double share) {
        const auto men = men_of(colours);
        for (std::size_t k = 0; k < men.size(); ++k)
            put(men[k], 100,
                static_cast<double>(k) < share * static_cast<double>(men.size()) ? kNorth : kSouth);
    }
    [[nodiscard]] Value value(const std::string& name) {
        const auto values = watch->values(state);
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return values[i];
        FAIL("not asked for: " << name);
        return {};
    }
    /// Sets the fire of a square of ground, and lights it from its middle.
    void burn(double x0_m, double y0_m, double x1_m, double y1_m, world::FireState what) {
        auto& fire = state.world.fire;
        const auto& g = model.ground;
        if (fire.size() == 0) fire.resize(g.cover.size());
        for (double y = y0_m + 1; y < y1_m; y += g.cell_mm / 1000.0)
            for (double x = x0_m + 1; x < x1_m; x += g.cell_mm / 1000.0)
                fire.state[static_cast<std::size_t>(
                    g.cell(static_cast<std::int32_t>(x * 1000), static_cast<std::int32_t>(y * 1000)))] =
                    static_cast<std::uint8_t>(what);
        std::uint32_t alight = 0;
        for (const std::uint8_t c : fire.state)
            alight += c == static_cast<std::uint8_t>(world::FireState::flaming) ? 1 : 0;
        auto& blazes = state.world.blazes;
        if (blazes.size() == 0) {
            blazes.resize(1);
            blazes.x_mm[0] = static_cast<std::int32_t>((x0_m + x1_m) * 500);
            blazes.y_mm[0] = static_cast<std::int32_t>((y0_m + y1_m) * 500);
        }
        blazes.alight[0] = alight;
    }
    void smoke(double per_m) {
        if (state.world.smoke.size() == 0) state.world.smoke.resize(world::smoke_grid(model).size());
        for (auto& k : state.world.smoke.black_um) k = static_cast<std::int32_t>(per_m * 1e6);
    }

private:
    std::int64_t at = 0;
};

}  // namespace lab_test
