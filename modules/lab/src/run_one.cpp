// One run, alone in its thread: read, make, step, look, hash. What goes wrong stays in its row.
#include <array>
#include <chrono>
#include <exception>
#include <new>

#include "linghe/jobs/jobs.hpp"
#include "linghe/lab/batch.hpp"
#include "linghe/world/states.hpp"

namespace linghe::lab {
namespace {

constexpr std::int64_t kTellTicks = 100;
constexpr std::int64_t kCheckTicks = 600;

/// The whole of one run; the exceptions of our own mistakes pass through.
std::string fight(const Prepared& prepared, std::size_t run,
                  const std::function<void(std::int64_t)>& ticks_done, const Disturb& disturb, Row& row) {
    // Traits are drawn by seed when a scenario is read, so every run reads its own: there is no Model to
    // share, and a run in
    // a batch is made exactly as a run alone.
    std::vector<scenario::Problem> problems;
    auto loaded = scenario::read_scenario(
        prepared.plan.sources, options_of(prepared.plan, prepared.arm_of(run), prepared.seed_of(run)),
        problems);
    if (!loaded.ok()) return loaded.error().text();
    const model::Model& model = loaded.value().model;
    jobs::Jobs jobs{1};  // the cores are busy with other runs
    auto state = sim::make_state(model);
    if (!state.ok()) return state.error().text();
    sim::Engine engine{model, state.take(), jobs};
    std::vector<std::string> names;
    for (const auto& info : prepared.measures) names.push_back(info.name);
    Observation observation{model, names};
    observation.look(engine.state());
    for (std::int64_t tick = 0; tick < prepared.end_tick; ++tick) {
        engine.step();
        if (disturb) disturb(run, engine);
        observation.look(engine.state());
        if ((tick + 1) % kCheckTicks == 0 || tick + 1 == prepared.end_tick)
            if (const auto what = breach(model, engine.state()); !what.empty())
                return what + " (at tick " + std::to_string(engine.state().world.tick()) + ")";
        if (ticks_done && (tick + 1) % kTellTicks == 0) ticks_done(kTellTicks);
    }
    row.values = observation.values(engine.state());
    row.hash = sim::state_hash(engine.state());
    return {};
}

}  // namespace

std::string breach(const model::Model& model, const sim::State& state) {
    const auto& men = state.world.men;
    if (men.size() != model.men.size())
        return "heads are not conserved: " + std::to_string(men.size()) + " men instead of " +
               std::to_string(model.men.size());
    for (std::size_t i = 0; i < men.size(); ++i) {
        const auto who = [i] { return "man " + std::to_string(i); };
        if (men.status[i] > static_cast<std::uint8_t>(world::Status::burnt))
            return who() + " has no such state of body: " + std::to_string(men.status[i]);
        if (men.morale[i] > static_cast<std::uint8_t>(world::Morale::last_stand))
            return who() + " has no such morale: " + std::to_string(men.morale[i]);
        if (men.unit[i] >= model.units.size())
            return who() + " stands under no unit: " + std::to_string(men.unit[i]);
        if (world::active(men.status[i]) && !model.ground.inside(men.x_mm[i], men.y_mm[i]))
            return who() + " is fit and off the map, at " + std::to_string(men.x_mm[i]) + ", " +
                   std::to_string(men.y_mm[i]) + " mm";
    }
    return {};
}

Row run_one(const Prepared& prepared, std::size_t run, const std::function<void(std::int64_t)>& ticks_done,
            const Disturb& disturb) {
    using Clock = std::chrono::steady_clock;
    const auto started = Clock::now();
    Row row;
    row.run = run;
    try {
        row.failure = fight(prepared, run, ticks_done, disturb, row);
    } catch (const std::bad_alloc&) {
        row.failure = "out of memory";
    } catch (const std::exception& error) {
        row.failure = error.what();
        if (row.failure.empty()) row.failure = "an exception without words";
    }
    if (!row.ok()) {
        row.hash = 0;
        row.values.assign(prepared.measures.size(), Value::none("the run failed"));
    }
    row.wall_s = std::chrono::duration<double>(Clock::now() - started).count();
    return row;
}

}  // namespace linghe::lab
