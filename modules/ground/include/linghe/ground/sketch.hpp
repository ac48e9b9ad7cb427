// Sketch: a map drawn from nothing, as a scenario's map.toml gives it, and its rasteriser.
// Called by the scenario reader and by tests; the result is a Ground with layers and ways.
// Never reads a file; what is wrong with a sketch is told as an Error.
#pragma once
#include <array>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/ground/ground.hpp"

namespace linghe::ground {

struct Sketch {
    double x0_m = 0, y0_m = 0, x1_m = 0, y1_m = 0;  ///< box of the map; multiples of cell_m
    double cell_m = 10;
    float base_height_m = 0;
    Cover base_cover = Cover::bare;
    std::uint8_t base_fuel = kFuelOfCover;
    std::array<std::uint8_t, kCovers> fuel_of_cover{kNoFuel, kNoFuel, kNoFuel, kNoFuel, kNoFuel,
                                                    kNoFuel, kNoFuel, kNoFuel, kNoFuel};
    std::vector<River> rivers;
    std::vector<Ramp> ramps;  ///< each is a gap in both banks of the nearest river
    std::vector<Hill> hills;  ///< raised cosine: height (1 + cos(pi d / radius)) / 2
    std::vector<Road> roads;
    std::vector<CoverPatch> patches;  ///< later ones lie over earlier ones
    Figures figures;
};

/// Draws the sketch on the grid and builds the ways. Errors: limit (too many cells), invalid (box, river).
[[nodiscard]] base::Result<Ground> rasterise(const Sketch& sketch);

/// Distance of a point from a line of points, and how far along the line its foot lies, metres.
struct Foot {
    double distance_m = 0, along_m = 0;
};
[[nodiscard]] Foot foot_on(const std::vector<PointM>& line, double x_m, double y_m) noexcept;
[[nodiscard]] bool inside_ring(const std::vector<PointM>& ring, double x_m, double y_m) noexcept;

}  // namespace linghe::ground
