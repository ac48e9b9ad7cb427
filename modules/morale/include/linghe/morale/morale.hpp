// morale: each soldier's fear and resolve: contagion, leaders, break, flight, rally, joining, surrender.
// Called by sim once per tick; acts on the men of world.stepping (and on all due men on slow ticks where its
// README says so).
// Never writes another room's columns; never reads what percept has not told a man when it chooses for him.
#pragma once
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::morale {

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs);

}  // namespace linghe::morale
