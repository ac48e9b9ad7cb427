// Working memory of the room "move", kept so that a step allocates nothing.
// Used by move alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "linghe/base/columns.hpp"
#include "linghe/ground/flow.hpp"

namespace linghe::world {

/// What a man needs to know of his unit, worked out once per step.
struct MoveUnit {
    float ahead_x = 1, ahead_y = 0;          ///< unit vector of the heading
    float anchor_x_mm = 0, anchor_y_mm = 0;  ///< offset of the anchor from the integer anchor below, now
    std::int32_t x_mm = 0, y_mm = 0;         ///< anchor (formed) or middle of the crowd
    float pace_m_s = 0;                      ///< of the anchor or of the leader
    float file_mm = 0, rank_mm = 0;
    float crowd_radius_mm = 0;
    std::uint32_t leader = 0xffffffffu;  ///< soldier row; nobody when the body leads itself
};

struct MoveScratch {
    std::vector<MoveUnit> units;
    std::array<float, 256> half_width_mm{}, half_length_mm{}, half_lane_mm{},
        range_mm{};       ///< by SpatialIndex::body
    float widest_mm = 0;  ///< widest range of repulsion or contact of any two bodies
    // Tally of the ranks, per unit (slow ticks).
    base::Column<std::uint32_t> count, placed, first, contact, near;
    base::Column<std::int64_t> lag_mm, stamina;
    base::Column<std::uint32_t> rows;  ///< soldiers in ranks, unit by unit, in row order
    base::Column<std::uint8_t> taken;  ///< places taken, unit by unit
    struct Place {
        std::int64_t key = 0;
        std::uint32_t row = 0;
    };
    std::vector<Place> places;
    base::Column<std::uint8_t> person_hit;
    /// Ways to the places made for, found anew from the state whenever `epoch` is not the clock's.
    struct Way {
        std::int32_t block = 0, cell = 0, x_mm = 0, y_mm = 0;
        std::uint8_t mobility = 0;
        bool wanted = false, solved = false;
        ground::Flow flow;
    };
    std::vector<Way> ways;
    std::uint32_t ways_epoch = 0xffffffffu;
    base::Column<std::uint8_t> fresh_delay;  ///< of a review
    bool ways_on = false;
    ground::FlowSolver solver;
    ground::RegionFlows
        regions;  ///< ways to the regions past queues and flames, of `regions_epoch`; not ready: as the ground has them
    std::uint32_t regions_epoch = 0;
};

}  // namespace linghe::world
