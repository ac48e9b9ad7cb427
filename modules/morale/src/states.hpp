// The states of resolve: who is shaken, breaks, stops running, turns to a signal, joins a body, yields.
// Used inside morale only; one man at a time, own row, leftovers into his chunk.
// Never throws a coin per step: every change that may come at any moment is an integrated hazard.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// Advances the state of one man by dt_s seconds, after his fear.
void resolve(Round& round, View& view, float dt_s, world::MoraleChunk& chunk);

/// Parent of an event that means "the event before this one in the chunk".
inline constexpr std::uint32_t kPrevious = 0xffffffffu;

/// The three chief causes among a dozen sums: those that frighten when things got worse, those that calm
/// when better.
struct Chief {
    world::Cause cause[3] = {};
    std::uint8_t share[3] = {};
};
[[nodiscard]] Chief chief_causes(const std::int64_t (&sums)[kCauses], bool worse) noexcept;
void read_causes(const world::SoldierTable& men, std::uint32_t row, std::int64_t (&sums)[kCauses]) noexcept;

}  // namespace linghe::morale
