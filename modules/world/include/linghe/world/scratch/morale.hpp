// Working memory of the room "morale", kept so that a step allocates nothing.
// Used by morale alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include <cstdint>
#include <vector>

#include "linghe/base/columns.hpp"
#include "linghe/world/events.hpp"

namespace linghe::world {

/// What one chunk of men leaves for the serial end of the stage.
struct MoraleChunk {
    std::vector<Event> events;         ///< in row order
    std::vector<std::uint16_t> dress;  ///< units that must deal out their places anew
};

/// Counts over the men of one unit, gathered serially in row order.
struct MoraleTally {
    std::uint32_t present = 0;  ///< fit and under it
    std::uint32_t fleeing = 0;
    std::uint32_t in_ranks = 0;
    std::uint32_t know = 0;          ///< that the leader they were mustered under is lost
    std::uint32_t first_flight = 0;  ///< oldest event by which one of its fleeing men was set running, 0 none
    std::uint32_t last_return = 0;   ///< newest event of a man in its ranks
    std::uint64_t next_leader = ~std::uint64_t{0};  ///< key of who leads next (row in the low 32 bits)
};

/// An officer who calls stragglers to him in this second.
struct MoraleCaller {
    std::int32_t x_mm = 0, y_mm = 0;
    std::uint32_t square = 0;  ///< in which he is sought
    std::uint32_t next = 0;    ///< the next caller of that square, plus 1; 0 none
    std::uint16_t unit = 0;
    std::uint8_t side = 0;
};

struct MoraleScratch {
    std::vector<MoraleCaller> callers;      ///< in order of units
    std::vector<std::uint32_t> call_first;  ///< square -> its first caller plus 1, 0 none
    std::vector<MoraleChunk> chunks;
    std::vector<MoraleTally> units;
    base::Column<std::uint16_t> person_of;  ///< soldier row -> person, 65535 none
};

}  // namespace linghe::world
