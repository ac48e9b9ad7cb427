// fight: hand-to-hand fight, wounds, death, capture, drowning.
// Called by sim once per tick, last: strokes of the men who step, missiles, slow ends on slow ticks.
// Never writes another room's columns; never reads what percept has not told a man when it chooses for him.
#pragma once
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::fight {

/// Distance (m) from which one man can strike another: his arm and weapon, and the horses between them.
[[nodiscard]] float strike_distance_m(const model::Model& model, const world::World& world, std::uint32_t man,
                                      std::uint32_t other) noexcept;

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs);

}  // namespace linghe::fight
