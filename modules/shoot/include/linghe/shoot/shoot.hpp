// shoot: bows: who shoots, where the arrows fall, whom they strike.
// Called by sim once per tick, after move: arrows land every tick, archers shoot on slow ticks.
// Never writes another room's columns; never reads what percept has not told a man when it chooses for him.
#pragma once
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::shoot {

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs);

}  // namespace linghe::shoot
