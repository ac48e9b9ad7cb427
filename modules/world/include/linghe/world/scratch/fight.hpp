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
    std::uint32_t hazard_q24;  ///< added to the target's hazard of a wound, or of capture
    std::uint16_t energy_dj;   ///< of the blow, 0.1 J
    std::uint8_t kind;         ///< 0 blow, 1 hand laid on
    std::uint8_t shock_q8;     ///< blow to his resolve by where it comes from
    std::uint8_t from;         ///< 0 front, 1 flank, 2 rear
};

/// What stands before one body, counted once a second over its men who keep to the ranks.
struct BodyTally {
    std::uint32_t contact = 0;             ///< have a foe
    std::uint32_t drawn_off = 0;           ///< ... whose body has drawn off
    std::uint32_t near = 0;                ///< have an enemy near
    std::uint32_t running = 0;             ///< ... who runs
    std::uint64_t stamina = 0;             ///< of those with a foe, 1/65535
    std::uint32_t opponent = 0xffffffffu;  ///< body of the foe of the first of them
    bool begins = false;                   ///< it goes at the enemy in this second
};

struct FightScratch {
    std::vector<std::vector<BlowRow>> by_chunk;
    std::vector<BlowRow> rows;
    std::vector<std::vector<std::uint32_t>>
        ends;  ///< by chunk of men: who dies, drowns or drops in this step, with what became of him
    std::vector<BodyTally> bodies;  ///< by unit
};

}  // namespace linghe::world
