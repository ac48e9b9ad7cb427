// Draws a sketch on the grid: hills, river beds, water, banks with their gaps, ditches, walls with their gates, cover, roads.
#include "linghe/ground/sketch.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "strip.hpp"

namespace linghe::ground {
namespace {

double hill_height_m(const Hill& hill, double x_m, double y_m) {
    const double dx = x_m - static_cast<double>(hill.at.x_m), dy = y_m - static_cast<double>(hill.at.y_m);
    const double d = std::sqrt(dx * dx + dy * dy), radius = static_cast<double>(hill.radius_m);
    if (!(d < radius)) return 0;
    return static_cast<double>(hill.height_m) * 0.5 * (1.0 + det::cos(math::kPi * d / radius));
}

struct Cell {
    double x_m = 0, y_m = 0, height_m = 0, water_m = 0;
    Cover cover = Cover::bare;
    bool bank = false;
    double bank_m = 0, bank_deg = 0;
    std::uint8_t fuel = kFuelOfCover;  ///< as the map names it for `fuelled`
    Cover fuelled = Cover::bare;
    std::uint8_t barrier = kNoBarrier;
};

/// A fuel named by the map holds while its cover lies open: a river or road drawn over it takes it away.
std::uint8_t fuel_of(const Sketch& sketch, const Cell& at) {
    if (at.water_m > 0) return kNoFuel;
    if (at.fuel != kFuelOfCover && at.cover == at.fuelled) return at.fuel;
    return sketch.fuel_of_cover[static_cast<std::size_t>(at.cover)];
}

/// The ramps that cut this river's banks or this ditch: where along it, half how wide, how deep the water is there.
struct Gap {
    double along_m = 0, half_m = 0, depth_m = -1;
};
using Gaps = std::vector<std::vector<Gap>>;

/// To each river, then to each ditch, the ramps that are nearest to it.
Gaps gaps_of(const Sketch& sketch) {
    Gaps gaps(sketch.rivers.size() + sketch.ditches.size());
    for (const Ramp& ramp : sketch.ramps) {
        std::size_t nearest = 0;
        Foot best;
        for (std::size_t r = 0; r < gaps.size(); ++r) {
            const auto& line = r < sketch.rivers.size() ? sketch.rivers[r].centre
                                                        : sketch.ditches[r - sketch.rivers.size()].line;
            const Foot foot = foot_on(line, ramp.at.x_m, ramp.at.y_m);
            if (r == 0 || foot.distance_m < best.distance_m) {
                nearest = r;
                best = foot;
            }
        }
        if (!gaps.empty())
            gaps[nearest].push_back({best.along_m, static_cast<double>(ramp.width_m) / 2, ramp.depth_m});
    }
    return gaps;
}

/// What all rivers together do to a cell: where they join, the deeper bed goes through and no bank stands in a channel.
struct Bed {
    double fall_m = 0, depth_m = 0, bank_m = 0, bank_deg = 0;
    bool bank = false, channel = false, water = false;
};

void dig_river(const River& river, const std::vector<Gap>& gaps, const Foot& foot, double cell_m, Bed& bed) {
    const double half_channel = static_cast<double>(river.channel_width_m) / 2;
    const double half_water = static_cast<double>(river.water_width_m) / 2;
    const double half_bank = kBankCells * cell_m / 2;
    const double d = foot.distance_m;
    if (d >= half_channel + half_bank) return;
    // Across the bank the ground falls evenly from the plain to the bed.
    const double fall = river.bank_height_m > 0 ? (half_channel + half_bank - d) / (2 * half_bank) : 0;
    const double fall_m = static_cast<double>(river.bank_height_m) * (fall > 1 ? 1 : fall);
    bed.fall_m = fall_m > bed.fall_m ? fall_m : bed.fall_m;
    double ford_m = -1;
    bool gap_here = false;
    for (const Gap& gap : gaps)
        if (std::fabs(foot.along_m - gap.along_m) <= gap.half_m) {
            gap_here = true;
            ford_m = gap.depth_m;
        }
    if (river.bank_height_m > 0 && d >= half_channel - half_bank && !gap_here) {
        bed.bank = true;
        bed.bank_m = std::max(bed.bank_m, static_cast<double>(river.bank_height_m));
        bed.bank_deg = std::max(bed.bank_deg, static_cast<double>(river.bank_slope_deg));
    }
    if (d < half_channel - half_bank) bed.channel = true;
    if (d < half_water) {
        // Full depth over the middle half of the water, then even slopes to its edges; a ford may be shallower.
        const double share = 2 * (1 - d / half_water);
        const double full_m = ford_m >= 0 ? ford_m : static_cast<double>(river.depth_m);
        const double depth = full_m * (share > 1 ? 1 : share);
        bed.depth_m = depth > bed.depth_m ? depth : bed.depth_m;
        bed.water = true;
    }
}

void fill_bed(const Bed& bed, Cell& at) {
    at.height_m -= bed.fall_m;
    if (bed.bank && !bed.channel && !bed.water)
        at.bank = true, at.bank_m = bed.bank_m, at.bank_deg = bed.bank_deg;
    if (bed.channel && !bed.water && at.cover != Cover::water) at.cover = Cover::sand;
    if (!bed.water) return;
    at.water_m = bed.depth_m;
    at.cover = Cover::water;
    at.height_m -= bed.depth_m;
}

void dig_ditch(const Ditch& ditch, const std::vector<Gap>& gaps, const Foot& foot, double cell_m, Cell& at) {
    const double half = half_band_m(static_cast<double>(ditch.width_m), cell_m), d = foot.distance_m;
    if (d >= half || at.water_m > 0) return;
    for (const Gap& gap : gaps)
        if (std::fabs(foot.along_m - gap.along_m) <= gap.half_m) return;
    at.bank = true, at.bank_m = 2.0 * static_cast<double>(ditch.depth_m);  // down one face and up the other
    // A cell holds only its share of a ditch that is narrower than the band.
    const double share = static_cast<double>(ditch.width_m) / (2 * half);
    at.height_m -= static_cast<double>(ditch.depth_m) * (share > 1 ? 1 : share);
    if (ditch.water_m > 0 && d < std::max(static_cast<double>(ditch.width_m), cell_m) / 2) {
        at.water_m = static_cast<double>(ditch.water_m) * (share > 1 ? 1 : share);
        at.cover = Cover::water;
    }
}

/// @param first  number of this wall's first gate
void build_wall(const Wall& wall, std::size_t first, const Foot& foot, double cell_m, Cell& at) {
    if (foot.distance_m >= half_band_m(static_cast<double>(wall.thickness_m), cell_m)) return;
    at.barrier = kWallCell;
    for (std::size_t i = 0; i < wall.gates.size(); ++i) {
        const Gate& gate = wall.gates[i];
        const double dx = at.x_m - static_cast<double>(gate.at.x_m),
                     dy = at.y_m - static_cast<double>(gate.at.y_m);
        const double along = std::fabs(foot.along_m - foot_on(wall.line, gate.at.x_m, gate.at.y_m).along_m);
        // Near in place too: a ring passes its first point twice. On the grid a gate is at least two cells wide.
        const double half = std::max(static_cast<double>(gate.width_m) / 2, cell_m);
        const double thick = half_band_m(static_cast<double>(wall.thickness_m), cell_m) + cell_m;
        if (along <= half && dx * dx + dy * dy <= half * half + thick * thick)
            at.barrier = static_cast<std::uint8_t>(kFirstGate + first + i);
    }
}

void draw_cover(const Sketch& sketch, Cell& at) {
    for (const CoverPatch& patch : sketch.patches)
        if (inside_ring(patch.ring, at.x_m, at.y_m)) {
            at.cover = at.fuelled = patch.cover;
            at.fuel = patch.fuel;
        }
}

/// The strips of all vectors of a sketch, in its order.
struct Strips {
    std::vector<Strip> rivers, ditches, walls, roads;
};

double road_reach_m(const Road& road, double cell_m) {
    const double half = static_cast<double>(road.width_m) / 2;
    return half > cell_m / 2 ? half : cell_m / 2;  // a lane is at least one cell
}

Strips strips_of(const Sketch& s, std::int64_t ny) {
    Strips all;
    const double bank = kBankCells * s.cell_m / 2;
    for (const River& r : s.rivers)
        all.rivers.emplace_back(r.centre, static_cast<double>(r.channel_width_m) / 2 + bank, s.y0_m, s.cell_m,
                                ny);
    for (const Ditch& d : s.ditches)
        all.ditches.emplace_back(d.line, half_band_m(static_cast<double>(d.width_m), s.cell_m), s.y0_m,
                                 s.cell_m, ny);
    for (const Wall& w : s.walls)
        all.walls.emplace_back(w.line, half_band_m(static_cast<double>(w.thickness_m), s.cell_m), s.y0_m,
                               s.cell_m, ny);
    for (const Road& r : s.roads)
        all.roads.emplace_back(r.line, road_reach_m(r, s.cell_m), s.y0_m, s.cell_m, ny);
    return all;
}

void draw_vectors(const Sketch& s, const Strips& strips, const Gaps& gaps, std::int64_t row, Cell& at) {
    Bed bed;
    for (std::size_t r = 0; r < s.rivers.size(); ++r)
        dig_river(s.rivers[r], gaps[r], strips.rivers[r].foot(row, at.x_m, at.y_m), s.cell_m, bed);
    fill_bed(bed, at);
    for (std::size_t d = 0; d < s.ditches.size(); ++d)
        dig_ditch(s.ditches[d], gaps[s.rivers.size() + d], strips.ditches[d].foot(row, at.x_m, at.y_m),
                  s.cell_m, at);
    for (std::size_t w = 0, first = 0; w < s.walls.size(); first += s.walls[w].gates.size(), ++w)
        build_wall(s.walls[w], first, strips.walls[w].foot(row, at.x_m, at.y_m), s.cell_m, at);
    if (at.water_m > 0 || at.bank || at.barrier == kWallCell) return;
    for (std::size_t r = 0; r < s.roads.size(); ++r)
        if (strips.roads[r].foot(row, at.x_m, at.y_m).distance_m < road_reach_m(s.roads[r], s.cell_m))
            at.cover = Cover::road;
}

base::Result<void> check_raster(const Sketch& s, std::int64_t nx, std::int64_t ny) {
    if (s.raster == nullptr) return {};
    const Raster& r = *s.raster;
    if (r.nx == nx && r.ny == ny && r.cell_mm == math::round_to<std::int32_t>(s.cell_m * 1000.0) &&
        r.x0_mm == math::round_to<std::int32_t>(s.x0_m * 1000.0) &&
        r.y0_mm == math::round_to<std::int32_t>(s.y0_m * 1000.0))
        return {};
    return base::Error{base::ErrorCode::invalid, "map.raster",
                       "the grid file has another frame: " + base::to_text(r.nx) + " x " +
                           base::to_text(r.ny) + " cells of " + base::to_text(r.cell_mm * 0.001) +
                           " m from " + base::to_text(r.x0_mm * 0.001) + ", " +
                           base::to_text(r.y0_mm * 0.001),
                       "let box and cell_m say the same as the grid file, or import the map again"};
}

base::Result<void> check_gates(const Sketch& s) {
    std::size_t gates = 0;
    for (const Wall& wall : s.walls) gates += wall.gates.size();
    if (gates <= kMostGates) return {};
    return base::Error{base::ErrorCode::limit, "map.wall", base::to_text(std::uint64_t{gates}) + " gates",
                       "at most " + base::to_text(std::uint64_t{kMostGates})};
}

base::Result<void> check_frame(const Sketch& sketch, std::int64_t& nx, std::int64_t& ny) {
    using base::to_text;
    if (!(sketch.cell_m >= 0.1 && sketch.cell_m <= 1000))
        return base::Error{base::ErrorCode::invalid, "map.cell_m",
                           "a cell of " + to_text(sketch.cell_m) + " m", "cells are 0.1 to 1000 m wide"};
    if (!(sketch.x1_m > sketch.x0_m && sketch.y1_m > sketch.y0_m))
        return base::Error{base::ErrorCode::invalid, "map.box", "the box of the map has no area",
                           "give [west, south, east, north] with west < east and south < north"};
    const double w = (sketch.x1_m - sketch.x0_m) / sketch.cell_m,
                 h = (sketch.y1_m - sketch.y0_m) / sketch.cell_m;
    nx = static_cast<std::int64_t>(w + 0.5);
    ny = static_cast<std::int64_t>(h + 0.5);
    if (nx < 1 || ny < 1 || std::fabs(w - static_cast<double>(nx)) > 1e-6 ||
        std::fabs(h - static_cast<double>(ny)) > 1e-6)
        return base::Error{base::ErrorCode::invalid, "map.box",
                           "the sides of the map are no whole number of cells",
                           "make width and height multiples of cell_m"};
    return base::within_limit("map_cells", static_cast<std::uint64_t>(nx) * static_cast<std::uint64_t>(ny),
                              "map.box");
}

}  // namespace

Foot foot_on_segment(PointM a, PointM b, double along_m, double x_m, double y_m) noexcept {
    const double ax = static_cast<double>(a.x_m), ay = static_cast<double>(a.y_m);
    const double ux = static_cast<double>(b.x_m) - ax, uy = static_cast<double>(b.y_m) - ay;
    const double length2 = ux * ux + uy * uy;
    double t = length2 > 0 ? ((x_m - ax) * ux + (y_m - ay) * uy) / length2 : 0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    const double dx = x_m - (ax + t * ux), dy = y_m - (ay + t * uy);
    return {std::sqrt(dx * dx + dy * dy), along_m + t * std::sqrt(length2)};
}

Foot foot_on(const std::vector<PointM>& line, double x_m, double y_m) noexcept {
    Foot best{1e300, 0};
    double along = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const Foot here = foot_on_segment(line[i], line[i + 1], along, x_m, y_m);
        if (here.distance_m < best.distance_m) best = here;
        const double ux = static_cast<double>(line[i + 1].x_m) - static_cast<double>(line[i].x_m);
        const double uy = static_cast<double>(line[i + 1].y_m) - static_cast<double>(line[i].y_m);
        along += std::sqrt(ux * ux + uy * uy);
    }
    return best;
}

double half_band_m(double width_m, double cell_m) noexcept {
    const double least = kBankCells * cell_m;
    return (width_m > least ? width_m : least) / 2;
}

bool inside_ring(const std::vector<PointM>& ring, double x_m, double y_m) noexcept {
    bool in = false;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
        const double xi = static_cast<double>(ring[i].x_m), yi = static_cast<double>(ring[i].y_m);
        const double xj = static_cast<double>(ring[j].x_m), yj = static_cast<double>(ring[j].y_m);
        if ((yi > y_m) != (yj > y_m) && x_m < (xj - xi) * (y_m - yi) / (yj - yi) + xi) in = !in;
    }
    return in;
}

base::Result<Ground> rasterise(const Sketch& sketch) {
    std::int64_t nx = 0, ny = 0;
    LINGHE_CHECK_OK(check_frame(sketch, nx, ny));
    LINGHE_CHECK_OK(check_raster(sketch, nx, ny));
    LINGHE_CHECK_OK(check_gates(sketch));
    Ground ground;
    ground.x0_mm = math::round_to<std::int32_t>(sketch.x0_m * 1000.0);
    ground.y0_mm = math::round_to<std::int32_t>(sketch.y0_m * 1000.0);
    ground.cell_mm = math::round_to<std::int32_t>(sketch.cell_m * 1000.0);
    ground.nx = static_cast<std::int32_t>(nx);
    ground.ny = static_cast<std::int32_t>(ny);
    ground.rivers = sketch.rivers;
    ground.ramps = sketch.ramps;
    ground.hills = sketch.hills;
    ground.roads = sketch.roads;
    ground.patches = sketch.patches;
    ground.walls = sketch.walls;
    ground.ditches = sketch.ditches;
    ground.wetness = sketch.wetness;
    ground.figures = sketch.figures;
    const auto cells = static_cast<std::size_t>(nx * ny);
    ground.height_mm.resize(cells);
    ground.water_mm.resize(cells);
    ground.cover.resize(cells);
    ground.fuel.resize(cells);
    ground.bank.resize(cells);
    ground.bank_mm.resize(cells);
    if (!sketch.walls.empty()) ground.barrier.resize(cells);
    const Gaps gaps = gaps_of(sketch);
    const Strips strips = strips_of(sketch, ny);
    for (std::int64_t iy = 0, i = 0; iy < ny; ++iy) {
        for (std::int64_t ix = 0; ix < nx; ++ix, ++i) {
            const auto c = static_cast<std::size_t>(i);
            Cell at;
            at.x_m = sketch.x0_m + (static_cast<double>(ix) + 0.5) * sketch.cell_m;
            at.y_m = sketch.y0_m + (static_cast<double>(iy) + 0.5) * sketch.cell_m;
            at.height_m = sketch.raster ? sketch.raster->height_mm[c] * 0.001
                                        : static_cast<double>(sketch.base_height_m);
            at.cover = sketch.raster ? static_cast<Cover>(sketch.raster->cover[c]) : sketch.base_cover;
            at.fuelled = at.cover;
            at.fuel = sketch.base_fuel;
            if (sketch.raster && at.cover == Cover::water)
                at.water_m = static_cast<double>(sketch.raster_water_m);
            for (const Hill& hill : sketch.hills) at.height_m += hill_height_m(hill, at.x_m, at.y_m);
            draw_cover(sketch, at);
            draw_vectors(sketch, strips, gaps, iy, at);
            ground.height_mm[c] = math::round_to<std::int32_t>(at.height_m * 1000.0);
            ground.water_mm[c] = math::round_to<std::int16_t>(at.water_m * 1000.0);
            ground.cover[c] = static_cast<std::uint8_t>(at.cover);
            const double face_deg =
                at.bank_deg > 0 ? at.bank_deg : static_cast<double>(sketch.figures.bank_slope_deg);
            ground.bank[c] = at.bank ? std::max<std::uint8_t>(1, math::round_to<std::uint8_t>(face_deg)) : 0;
            ground.bank_mm[c] = at.bank ? math::round_to<std::uint16_t>(at.bank_m * 1000.0) : 0;
            ground.fuel[c] = fuel_of(sketch, at);
            if (!ground.barrier.empty()) ground.barrier[c] = at.barrier;
        }
    }
    ground.build_ways();
    return ground;
}

}  // namespace linghe::ground
