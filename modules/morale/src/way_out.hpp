// A man's look about for a way out: which of eight directions the enemy or the ground shuts, as he sees it.
// Used inside morale only, on slow ticks (it reads the sectors).
// Never looks further than the man can see, nor through smoke.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// What he counts while he looks.
struct Around {
    std::uint8_t shut = 0;                   ///< bit k: direction k * 45 degrees from east is shut
    std::uint32_t enemies = 0, friends = 0;  ///< in the squares he looked at
    [[nodiscard]] float shut_share() const noexcept;
    /// ln((enemies + 1) / (friends + 1)), not below 0.
    [[nodiscard]] float log_odds() const noexcept;
};
[[nodiscard]] Around look_around(const Round& round, std::uint32_t row);

/// The open direction (0..7) nearest to a wanted bearing; 8 when all are shut.
[[nodiscard]] int open_octant(std::uint8_t shut, std::uint16_t wanted) noexcept;

}  // namespace linghe::morale
