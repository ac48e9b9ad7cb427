// move: routes, formations, gaits, crowding, banks and fords, fatigue, couriers.
// Called by sim once per tick; acts on the men of world.stepping (and on all due men on slow ticks where its README says so).
// Never writes another room's columns; never reads what percept has not told a man when it chooses for him.
#pragma once
#include <string_view>

#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::move {

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs);

/// Which form of the crowd kernel runs. Both give the same bits; `best` asks the processor.
enum class KernelChoice { best, scalar };
/// For tests and benchmarks; holds for the whole process, not to be changed while a step runs.
void choose_kernel(KernelChoice choice) noexcept;
[[nodiscard]] std::string_view kernel_name() noexcept;

}  // namespace linghe::move
