// percept: who sees what, who hears what; the only bridge from the truth to anyone's mind.
// Called by sim: men and persons on slow ticks (every second), deliveries every 5 ticks.
// Never moves, frightens or orders anyone: it writes what is perceived, with its errors, and nothing else.
#pragma once
#include "linghe/belief/beliefs.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::percept {

/// Gives every person his rows of belief and what he knows at T0.
void start(const model::Model& model, const world::World& world, belief::Beliefs& beliefs);
/// Writes the percept columns of soldiers (on slow ticks), beliefs.self and beliefs.rows, delivers voice and
/// rider orders.
void advance(const model::Model& model, world::World& world, belief::Beliefs& beliefs,
             intent::Intents& intents, jobs::Jobs& jobs);

}  // namespace linghe::percept
