// Sketch: a map drawn from nothing or upon an imported raster, as a scenario's map.toml gives it, and its rasteriser.
// Called by the scenario reader and by tests; the result is a Ground with layers and ways.
// Never reads a file; what is wrong with a sketch is told as an Error.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/ground/ground.hpp"
#include "linghe/ground/raster.hpp"

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
    std::vector<Ramp> ramps;  ///< each is a gap in both banks of the nearest river or ditch
    std::vector<Hill> hills;  ///< raised cosine: height (1 + cos(pi d / radius)) / 2
    std::vector<Road> roads;
    std::vector<CoverPatch> patches;  ///< later ones lie over earlier ones
    std::vector<Wall> walls;
    std::vector<Ditch> ditches;
    /// Heights and cover of the same frame, in place of base_height_m and base_cover; may be null.
    std::shared_ptr<const Raster> raster;
    float raster_water_m = 2;  ///< depth where the raster's cover is water
    float wetness = 0;
    Figures figures;
};

/// Draws the sketch on the grid and builds the ways. Rivers may flow into one another: the bed of the deeper goes
/// through, and no bank stands in another river's channel. Errors: limit (too many cells, too many gates), invalid (box,
/// a raster of another frame).
[[nodiscard]] base::Result<Ground> rasterise(const Sketch& sketch);

/// Distance of a point from a line of points, and how far along the line its foot lies, metres.
struct Foot {
    double distance_m = 0, along_m = 0;
};
/// On the segment from a to b; along_m is how far along the line a lies.
[[nodiscard]] Foot foot_on_segment(PointM a, PointM b, double along_m, double x_m, double y_m) noexcept;
[[nodiscard]] Foot foot_on(const std::vector<PointM>& line, double x_m, double y_m) noexcept;
/// Half the width of a band that closes ground on a grid: half of what is wanted, but at least so much that a band at any
/// angle leaves no gap between two cells that touch by a corner (0.75 cells: thick line, width >= |cos| + |sin| cells).
[[nodiscard]] double half_band_m(double width_m, double cell_m) noexcept;
[[nodiscard]] bool inside_ring(const std::vector<PointM>& ring, double x_m, double y_m) noexcept;

}  // namespace linghe::ground
