// Working memory of the room "shoot", kept so that a step allocates nothing.
// Used by shoot alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include <cstdint>
#include <vector>

#include "linghe/base/columns.hpp"

namespace linghe::world {

/// Flights of one troop's arrow, from its figures in the model alone (rebuilt whenever those differ from `key`).
struct BowTable {
    float key[9] = {};  ///< the figures it was made from
    // Full draw, by elevation: -25 deg + i * 0.25 deg.
    std::vector<float> aim_range_m;  ///< where it comes down through the height aimed at
    std::vector<float> range_m, time_s, speed_m_s, fall_rad;  ///< where and how it meets the ground
    std::uint32_t best = 0;                                   ///< elevation of the greatest aim_range_m
    // Lofted at a fixed elevation, by share of the full speed: 0.20 + i * 0.02.
    std::vector<float> loft_aim_range_m, loft_range_m, loft_time_s, loft_speed_m_s, loft_fall_rad;
};

/// The nearest mass of enemies seen from one sector by one side.
struct MassSeen {
    std::int32_t x_mm = 0, y_mm = 0, vx_mm_s = 0, vy_mm_s = 0;
    std::uint32_t men = 0;  ///< 0: nobody to shoot at
};

/// A sector with enemies of one side in it, by sector; and where each row of sectors begins among them.
struct EnemySector {
    std::int32_t cx = 0;
    std::uint32_t own = 0;  ///< men of the side itself among them
    MassSeen mass;
};
struct EnemySectors {
    std::vector<EnemySector> all;
    std::vector<std::uint32_t> row_begin;  ///< rows of sectors + 1
};

/// An arrow loosed in this step, before it enters the table.
struct ArrowLoosed {
    std::int32_t land_tick, x_mm, y_mm;
    std::uint32_t shooter;
    std::uint16_t energy_dj, bearing;
    std::int16_t fall_mrad;
};

struct ShootScratch {
    std::vector<BowTable> bows;                      ///< by troop
    std::vector<EnemySectors> enemies;               ///< by side
    std::vector<MassSeen> masses;                    ///< sector entry * kMaxSides + side
    std::vector<std::vector<ArrowLoosed>> loosed;    ///< by chunk of men
    std::vector<std::uint32_t> due;                  ///< arrows that land now
    std::vector<std::uint32_t> struck;               ///< by due arrow: man hit, or nobody
    std::vector<std::vector<std::uint32_t>> scared;  ///< by chunk of due arrows: men it passed close by
};

}  // namespace linghe::world
