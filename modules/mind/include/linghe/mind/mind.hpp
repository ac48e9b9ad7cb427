// mind: each commander's picture, decisions and orders out.
// Called by sim on slow ticks (every second).
// Never sees the world: it is linked against beliefs, intents and the model only.
#pragma once
#include "linghe/belief/beliefs.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"

namespace linghe::mind {

/// Sets every person's and unit's first resolve as the model says.
void start(const model::Model& model, intent::Intents& intents);
void advance(const model::Model& model, belief::Beliefs& beliefs, intent::Intents& intents, base::Tick now,
             jobs::Jobs& jobs);

}  // namespace linghe::mind
