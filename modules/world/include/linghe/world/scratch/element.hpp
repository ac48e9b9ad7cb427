// Working memory of the room "element", kept so that a step allocates nothing.
// Used by element alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include <array>

#include "linghe/base/columns.hpp"

namespace linghe::world {

/// How a fire spreads from a cell of the front in this second: the ellipse, in m/s, and its heading.
struct FireWavelet {
    std::uint32_t cell = 0;                          ///< of the window
    float a = 0, b = 0, c = 0;                       ///< half axes along and across, and shift ahead
    float ux = 1, uy = 0;                            ///< heading
    float east = 0, north = 0, west = 0, south = 0;  ///< rates along the axes of the grid
    float sink = 0;                                  ///< behind the front: rate with which it passed
};
/// A burning strip as it radiates.
struct FireStrip {
    std::int32_t i = 0, j = 0;
    float width_m = 0, height_m = 0, power_kw_m2 = 0;
};

/// One field of smoke or dust as the wind carries it.
struct AirScratch {
    base::Column<std::int32_t> swept;       ///< after the sweep along x
    base::Column<float> line;               ///< one row of extinction with two empty cells at each end
    base::Column<std::int32_t> flux;        ///< through the faces of one row
    base::Column<std::int32_t> flux_south;  ///< through the southern faces of the row in hand
    base::Column<std::int32_t> flux_north;  ///< through its northern faces
};

struct ElementScratch {
    base::Column<float> front, half, slope;  ///< fire: the window before, at the half step, and its rates, m
    base::Column<FireWavelet> wavelets;
    base::Column<FireStrip> strips;
    base::Column<std::uint32_t> kindled;  ///< cells lit in this second
    std::array<AirScratch, 3> air;        ///< black smoke, white smoke, dust
};

}  // namespace linghe::world
