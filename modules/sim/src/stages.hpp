// stages: what sim itself does in a step: who steps, what was ordered from outside, tallies, signals, levels.
// Called by Engine::step only.
// Never decides for anyone: it counts, keeps time and carries out what minds have resolved about drum and banner.
#pragma once
#include "linghe/jobs/jobs.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::sim {

/// Fills world.stepping with the men due at this tick, in slot order.
void choose_stepping(world::World& world);
/// Carries out declared interventions that are due (Pearl's do), and writes each as an event.
void intervene(const model::Model& model, State& state);
/// Drum and banner follow their owner's resolve while he lives and nothing bars them.
void obey_signals(const model::Model& model, State& state);
/// Men of bodies ordered to burn light the grass under them where they are near the line (fires.cpp).
void light_fires(const model::Model& model, State& state);
/// Notes left by mind become events.
void enter_notes(State& state);
/// Sums by unit (men in hand, in flight, fallen, mean place and fear); fallen_before once a minute.
void tally_units(const model::Model& model, world::World& world);
/// Persons who can no longer command.
void tally_persons(world::World& world);
/// Orders whose time has run out.
void check_deadlines(State& state);
/// Time level of each man from his state alone.
void set_levels(const model::Model& model, State& state, jobs::Jobs& jobs);
/// The end of a step: who has fallen, the sums by unit and the deadlines once a second, the levels of the next step.
void keep_ledger(const model::Model& model, State& state, bool slow, jobs::Jobs& jobs);

}  // namespace linghe::sim
