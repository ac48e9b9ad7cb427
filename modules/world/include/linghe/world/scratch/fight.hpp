// Working memory of the room "fight", kept so that a step allocates nothing.
// Used by fight alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include <cstdint>
#include <vector>

#include "linghe/base/columns.hpp"

namespace linghe::world {

/// What one man does to another in this step: gathered by chunk, then applied in the order (target, source).
struct BlowRow {
    std::uint32_t target, source;
    std::uint32_t hazard_q24;   ///< added to the target's hazard of a wound, or of capture
    std::uint16_t through_q16;  ///< chance that a blow on armour goes through
    std::uint8_t kind;          ///< 0 blow, 1 hand laid on
    std::uint8_t shock_q8;      ///< blow to his resolve by where it comes from
};

struct FightScratch {
    std::vector<std::vector<BlowRow>> by_chunk;
    std::vector<BlowRow> rows;
    std::vector<std::vector<std::uint32_t>>
        ends;  ///< by chunk of men: whose life or liberty ends in this step
};

}  // namespace linghe::world
