// Draws a sketch on the grid: hills, river beds, water, banks with their gaps, cover, roads.
#include "linghe/ground/sketch.hpp"

#include <cmath>

#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::ground {
namespace {

// A bank is drawn 1.5 cells wide across the river: a digital line of that width leaves no gap between two cells
// that touch by a corner, at any angle (a thick line: width >= |cos| + |sin| cells).
constexpr double kBankCells = 1.5;

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
};

/// The ramps that cut this river's banks: where along it, and half how wide.
struct Gap {
    double along_m = 0, half_m = 0;
};

std::vector<std::vector<Gap>> gaps_of(const Sketch& sketch) {
    std::vector<std::vector<Gap>> gaps(sketch.rivers.size());
    for (const Ramp& ramp : sketch.ramps) {
        std::size_t nearest = 0;
        Foot best;
        for (std::size_t r = 0; r < sketch.rivers.size(); ++r) {
            const Foot foot = foot_on(sketch.rivers[r].centre, ramp.at.x_m, ramp.at.y_m);
            if (r == 0 || foot.distance_m < best.distance_m) {
                nearest = r;
                best = foot;
            }
        }
        if (!gaps.empty()) gaps[nearest].push_back({best.along_m, static_cast<double>(ramp.width_m) / 2});
    }
    return gaps;
}

void draw_river(const River& river, const std::vector<Gap>& gaps, double cell_m, Cell& at) {
    const double half_channel = static_cast<double>(river.channel_width_m) / 2;
    const double half_water = static_cast<double>(river.water_width_m) / 2;
    const double half_bank = kBankCells * cell_m / 2;
    const Foot foot = foot_on(river.centre, at.x_m, at.y_m);
    const double d = foot.distance_m;
    if (d >= half_channel + half_bank) return;
    // Across the bank the ground falls evenly from the plain to the bed.
    const double fall = river.bank_height_m > 0 ? (half_channel + half_bank - d) / (2 * half_bank) : 0;
    at.height_m -= static_cast<double>(river.bank_height_m) * (fall > 1 ? 1 : fall);
    if (river.bank_height_m > 0 && d >= half_channel - half_bank) {
        at.bank = true;
        for (const Gap& gap : gaps) at.bank = at.bank && std::fabs(foot.along_m - gap.along_m) > gap.half_m;
    }
    if (d < half_channel - half_bank && at.cover != Cover::water) at.cover = Cover::sand;
    if (d < half_water) {
        // Full depth over the middle half of the water, then even slopes to its edges.
        const double share = 2 * (1 - d / half_water);
        const double depth = static_cast<double>(river.depth_m) * (share > 1 ? 1 : share);
        at.water_m = depth > at.water_m ? depth : at.water_m;
        at.cover = Cover::water;
        at.height_m -= depth;
    }
}

void draw_cover(const Sketch& sketch, Cell& at) {
    for (const CoverPatch& patch : sketch.patches)
        if (inside_ring(patch.ring, at.x_m, at.y_m)) at.cover = patch.cover;
}

void draw_roads(const Sketch& sketch, Cell& at) {
    if (at.water_m > 0 || at.bank) return;
    for (const Road& road : sketch.roads) {
        const double half = static_cast<double>(road.width_m) / 2;
        const double reach =
            half > sketch.cell_m / 2 ? half : sketch.cell_m / 2;  // a lane is at least one cell
        if (foot_on(road.line, at.x_m, at.y_m).distance_m < reach) at.cover = Cover::road;
    }
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

Foot foot_on(const std::vector<PointM>& line, double x_m, double y_m) noexcept {
    Foot best{1e300, 0};
    double along = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const double ax = static_cast<double>(line[i].x_m), ay = static_cast<double>(line[i].y_m);
        const double ux = static_cast<double>(line[i + 1].x_m) - ax,
                     uy = static_cast<double>(line[i + 1].y_m) - ay;
        const double length2 = ux * ux + uy * uy;
        double t = length2 > 0 ? ((x_m - ax) * ux + (y_m - ay) * uy) / length2 : 0;
        t = t < 0 ? 0 : (t > 1 ? 1 : t);
        const double dx = x_m - (ax + t * ux), dy = y_m - (ay + t * uy);
        const double d = std::sqrt(dx * dx + dy * dy), length = std::sqrt(length2);
        if (d < best.distance_m) best = {d, along + t * length};
        along += length;
    }
    return best;
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
    ground.figures = sketch.figures;
    const auto cells = static_cast<std::size_t>(nx * ny);
    ground.height_mm.resize(cells);
    ground.water_mm.resize(cells);
    ground.cover.resize(cells);
    ground.bank.resize(cells);
    const auto gaps = gaps_of(sketch);
    for (std::int64_t iy = 0, i = 0; iy < ny; ++iy) {
        for (std::int64_t ix = 0; ix < nx; ++ix, ++i) {
            Cell at;
            at.x_m = sketch.x0_m + (static_cast<double>(ix) + 0.5) * sketch.cell_m;
            at.y_m = sketch.y0_m + (static_cast<double>(iy) + 0.5) * sketch.cell_m;
            at.height_m = static_cast<double>(sketch.base_height_m);
            at.cover = sketch.base_cover;
            for (const Hill& hill : sketch.hills) at.height_m += hill_height_m(hill, at.x_m, at.y_m);
            draw_cover(sketch, at);
            for (std::size_t r = 0; r < sketch.rivers.size(); ++r)
                draw_river(sketch.rivers[r], gaps[r], sketch.cell_m, at);
            draw_roads(sketch, at);
            const auto c = static_cast<std::size_t>(i);
            ground.height_mm[c] = math::round_to<std::int32_t>(at.height_m * 1000.0);
            ground.water_mm[c] = math::round_to<std::int16_t>(at.water_m * 1000.0);
            ground.cover[c] = static_cast<std::uint8_t>(at.cover);
            ground.bank[c] = at.bank ? 1 : 0;
        }
    }
    ground.build_ways();
    return ground;
}

}  // namespace linghe::ground
