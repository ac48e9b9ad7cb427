#include "linghe/sim/engine.hpp"

#include <utility>

#include "linghe/base/fp_guard.hpp"
#include "linghe/element/element.hpp"
#include "linghe/fight/fight.hpp"
#include "linghe/mind/mind.hpp"
#include "linghe/morale/morale.hpp"
#include "linghe/move/move.hpp"
#include "linghe/percept/percept.hpp"
#include "linghe/shoot/shoot.hpp"
#include "stages.hpp"

namespace linghe::sim {

base::Result<State> make_state(const model::Model& model) {
    State state;
    LINGHE_TRY(state.world, world::make_world(model));
    state.beliefs.self.resize(model.persons.size());
    state.intents.units.resize(model.units.size());
    state.intents.persons.resize(model.persons.size());
    mind::start(model, state.intents);
    element::start(model, state.world);
    percept::start(model, state.world, state.beliefs);
    tally_units(model, state.world);
    return state;
}

Engine::Engine(const model::Model& model, State state, jobs::Jobs& jobs)
    : model_(&model), state_(std::move(state)), jobs_(&jobs) {}

// One page that is the whole battle. The order is part of the determinism contract (docs/determinism.md).
void Engine::step() {
    const base::FpGuard guard;
    auto& world = state_.world;
    auto& beliefs = state_.beliefs;
    auto& intents = state_.intents;
    const auto& model = *model_;
    auto& jobs = *jobs_;

    std::size_t stage_number = 0;
    std::int64_t last = clock_ != nullptr ? clock_() : 0;
    const auto stage = [&](const char* name, auto&& work) {
        work();
        if (clock_ == nullptr) return;
        if (times_.names.size() <= stage_number) {
            times_.names.emplace_back(name);
            times_.ns.push_back(0);
        }
        const std::int64_t now = clock_();
        times_.ns[stage_number++] += now - last;
        last = now;
    };

    world.events.resize(0);
    const bool slow = world.slow_tick();

    // clang-format off
    stage("index",   [&] { world.index.rebuild(model, world.men, jobs); });
    stage("sectors", [&] { if (slow) world.sectors.rebuild(model, world.men, world.index, jobs); });
    stage("due",     [&] { choose_stepping(world); });
    stage("outside", [&] { intervene(model, state_); });
    stage("element", [&] { element::advance(model, world, intents, jobs); });               // wind, fire, smoke
    stage("percept", [&] { percept::advance(model, world, beliefs, intents, jobs); });      // the only bridge
    stage("mind",    [&] { if (slow) mind::advance(model, beliefs, intents, world.tick(), jobs); });
    stage("signals", [&] { enter_notes(state_), obey_signals(model, state_), light_fires(model, state_); });
    stage("morale",  [&] { morale::advance(model, world, intents, jobs); });
    stage("move",    [&] { move::advance(model, world, intents, jobs); });
    stage("shoot",   [&] { shoot::advance(model, world, intents, jobs); });
    stage("fight",   [&] { fight::advance(model, world, intents, jobs); });
    stage("ledger",  [&] { keep_ledger(model, state_, slow, jobs); });                      // tallies, levels
    // clang-format on
    times_.active_steps += world.stepping.rows.size();
    times_.man_ticks += world.index.size();
    ++world.clock.tick[0];
}

}  // namespace linghe::sim
