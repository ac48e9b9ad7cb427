// element: wind, fire and smoke; the first stage of the step. (The noise of battle is derived by percept.)
// Called by sim once per tick; works on slow ticks (every second), when the wind turns and the smoke moves.
// Never reads or writes a man; never knows who sees what.
#pragma once
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::element {

/// Sizes world.smoke and fills it and the wind at T0.
void start(const model::Model& model, world::World& world);
/// Wind by the schedule with gusts; fires lit, spread and burnt out; smoke advected, diffused and fed by its sources.
/// Takes and empties intents.ignitions.
void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs);

}  // namespace linghe::element
