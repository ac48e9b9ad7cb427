// Officers who have come to themselves, have no formed body about them, and call stragglers; and who hears which of them.
// Used inside morale only.
// Never makes a man fall in: states.hpp does, from what he hears here.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// Lists the callers of this second in the order of units, by squares. Serial, before the men are reviewed.
void gather_callers(Round& round);

/// What a man hears of the officer who calls loudest to him: presence 0..1, and that officer's unit.
struct Call {
    float presence = 0;
    std::uint16_t unit = world::kNoUnit;
};
/// His own leader before any other; of equals the lower unit.
[[nodiscard]] Call hear_call(const Round& round, std::uint32_t row);

}  // namespace linghe::morale
