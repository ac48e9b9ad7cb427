// passage: how a room closes cells of the ground during a run, and how others ask.
// Called by sim (gates of interventions), by whoever burns or floods the ground, and by move, which lets nobody in.
// Never opens what the ground itself closes (banks, walls, deep water).
#pragma once
#include <cstdint>

#include "linghe/world/world.hpp"

namespace linghe::world {

/// Who closes a cell; each has a bit of its own and lifts only that.
enum class Closes : std::uint8_t { gate = 1, other = 8 };

/// Serial code only. The first call makes the table's rows.
inline void set_closed(World& world, const model::Model& model, std::int32_t cell, Closes who, bool shut) {
    auto& p = world.passage;
    if (p.size() == 0) {
        if (!shut) return;
        p.resize(model.ground.height_mm.size());
    }
    auto& bits = p.closed[static_cast<std::size_t>(cell)];
    const auto bit = static_cast<std::uint8_t>(who);
    const bool before = bits != 0;
    bits = static_cast<std::uint8_t>(shut ? bits | bit : bits & ~bit);
    if (before != (bits != 0)) world.clock.closed_cells[0] += before ? 0xffffffffu : 1u;
}
[[nodiscard]] inline bool is_closed(const World& world, std::int32_t cell) noexcept {
    return world.passage.size() != 0 && world.passage.closed[static_cast<std::size_t>(cell)] != 0;
}

}  // namespace linghe::world
