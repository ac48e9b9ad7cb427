// Ground: heights, water, cover, banks, ramps, roads on one grid, and the ways through it.
// Built once by the scenario reader (sketch or import); read by every stage, written by none.
// Never holds what fire, crowds or gates change: those are fields of the world.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "linghe/base/columns.hpp"
#include "linghe/ground/figures.hpp"

namespace linghe::ground {

enum class Cover : std::uint8_t { bare, dry_grass, burnt, sand, water, crop, reed, wood, road };
enum class Mobility : std::uint8_t { foot = 0, horse = 1 };
inline constexpr int kMobilities = 2;
inline constexpr std::uint8_t kNoDirection = 255;
/// A bank is drawn 1.5 cells wide across the river: a digital line of that width leaves no gap between two cells that touch
/// by a corner, at any angle (a thick line: width >= |cos| + |sin| cells).
inline constexpr double kBankCells = 1.5;
inline constexpr std::uint8_t kNoFuel = 255;       ///< nothing there burns
inline constexpr std::uint8_t kFuelOfCover = 254;  ///< of a patch: what its cover bears
inline constexpr int kCovers = 9;
inline constexpr double kNoChannel = 1e9;  ///< metres
/// Values of Ground::barrier. Gates are counted through all walls, in the order of walls and of their gates.
inline constexpr std::uint8_t kNoBarrier = 0, kWallCell = 1, kFirstGate = 2;
inline constexpr std::size_t kMostGates = 250;

/// Features kept as vectors, for drawing and for exact widths. Metres in the map frame, x east, y north.
struct PointM {
    float x_m = 0, y_m = 0;
};
struct River {
    std::string id;
    std::vector<PointM> centre;
    float channel_width_m = 0, water_width_m = 0, depth_m = 0, bank_height_m = 0;
    std::string name_en{}, name_zh{};  ///< may be empty; nothing of the battle reads them
    float bank_slope_deg = 0;          ///< of the banks' face; 0: as is usual (Figures)
};
struct Ramp {
    std::string id, name_en, name_zh;
    PointM at;
    float width_m = 0;
    float depth_m = -1;  ///< of the water in the gap: a ford; negative: as deep as the river is there
};
struct Hill {
    PointM at;
    float radius_m = 0, height_m = 0;
};
struct Road {
    std::string id;
    std::vector<PointM> line;
    float width_m = 0;
};
struct CoverPatch {
    Cover cover{};
    std::vector<PointM> ring;
    std::uint8_t fuel = kFuelOfCover;
};
/// An opening in a wall. `open` is how it stands at the start; what becomes of it in a battle is no affair of the land.
struct Gate {
    std::string id, name_en, name_zh;
    PointM at;
    float width_m = 0;
    bool open = true;
};
/// A wall closes its cells to everybody and hides what stands lower behind it. A ring repeats its first point.
struct Wall {
    std::string id;
    std::vector<PointM> line;
    float height_m = 0, thickness_m = 0;
    std::vector<Gate> gates{};
    std::string name_en{}, name_zh{};
};
/// A ditch is like a bank as high as it is deep: ramps cut it.
struct Ditch {
    std::string id;
    std::vector<PointM> line;
    float width_m = 0, depth_m = 0, water_m = 0;
};

class RegionWays;
class RegionFlows;

class Ground {
public:
    // --- frame -------------------------------------------------------------------------------------------------
    std::int32_t x0_mm = 0, y0_mm = 0;  ///< south-west corner
    std::int32_t cell_mm = 10'000;
    std::int32_t nx = 0, ny = 0;

    // --- layers, row-major, y north ----------------------------------------------------------------------------
    base::Column<std::int32_t> height_mm;
    base::Column<std::int16_t> water_mm;  ///< depth of water
    base::Column<std::uint8_t> cover;     ///< Cover
    base::Column<std::uint8_t> fuel;      ///< row of Model::fuels, kNoFuel; empty: no map of fuel
    base::Column<std::uint8_t> bank;      ///< steepness of the bank's face in degrees; 0: no bank
    base::Column<std::uint16_t> bank_mm;  ///< height to be climbed; of a ditch both faces
    base::Column<std::uint8_t> barrier;   ///< wall or gate (kFirstGate + its number); empty: no walls
    base::Column<std::uint8_t> speed_q8[kMobilities];  ///< speed factor /255, 0 = closed
    base::Column<std::int16_t> rise_x_q10,
        rise_y_q10;      ///< rise of the ground to the east and to the north, 1/1024
    bool hilly = false;  ///< some cell rises
    base::Column<std::uint8_t>
        region;  ///< connected piece of open ground; banks and ramps part regions; 255 none
    std::uint8_t regions = 0;
    Figures figures;    ///< what slope, water and cover do to pace
    float wetness = 0;  ///< of the ground: 0 dry .. 1 soaked through
    /// Some cell that is not a bank or its edge is closed to men on foot, or to horses: a straight way within a region may
    /// be barred, so ways are sought to every place that is made for (flow.hpp).
    bool walled = false;

    // --- vectors -----------------------------------------------------------------------------------------------
    std::vector<River> rivers;
    std::vector<Ramp> ramps;
    std::vector<Hill> hills;
    std::vector<Road> roads;
    std::vector<CoverPatch> patches;
    std::vector<Wall> walls;
    std::vector<Ditch> ditches;

    [[nodiscard]] std::uint8_t barrier_at(std::int32_t at_cell) const noexcept {
        return barrier.empty() ? kNoBarrier : barrier[static_cast<std::size_t>(at_cell)];
    }
    /// The gate of a number as barrier counts them; null when there is none.
    [[nodiscard]] const Gate* gate(std::size_t number) const noexcept;
    [[nodiscard]] bool inside(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
        return x_mm >= x0_mm && y_mm >= y0_mm && x_mm < x0_mm + nx * cell_mm && y_mm < y0_mm + ny * cell_mm;
    }
    /// Cell of a point; points outside are clamped to the edge.
    [[nodiscard]] std::int32_t cell(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
        std::int32_t cx = (x_mm - x0_mm) / cell_mm, cy = (y_mm - y0_mm) / cell_mm;
        if (x_mm < x0_mm) cx = 0;
        if (y_mm < y0_mm) cy = 0;
        if (cx >= nx) cx = nx - 1;
        if (cy >= ny) cy = ny - 1;
        return cy * nx + cx;
    }
    /// Next of 32 compass directions (0 = east, anticlockwise) on the quickest way from a cell to a region; kNoDirection
    /// when there already, or when there is no way. Cells of banks and ramps are counted to a region (the higher of those
    /// they touch) but keep a direction, so that a rider leaves a ramp before he turns. Found when first asked for.
    [[nodiscard]] std::uint8_t towards(std::int32_t at_cell, std::uint8_t to_region, Mobility m) const;
    /// Quickest way from a point towards a region: unit vector in q14 (16384 = 1); false when none is needed or known
    /// (then go straight). Ask it also when the point counts to that region already: on a ramp there is still a way.
    bool way(std::int32_t x_mm, std::int32_t y_mm, std::uint8_t to_region, Mobility m, std::int32_t& dx_q14,
             std::int32_t& dy_q14) const;
    [[nodiscard]] bool open(std::int32_t at_cell, Mobility m) const noexcept {
        return speed_q8[static_cast<int>(m)][static_cast<std::size_t>(at_cell)] != 0;
    }
    /// Height and depth of water under a point (of its cell), millimetres.
    [[nodiscard]] std::int32_t height_at_mm(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
        return height_mm[static_cast<std::size_t>(cell(x_mm, y_mm))];
    }
    [[nodiscard]] std::int32_t water_at_mm(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
        return water_mm[static_cast<std::size_t>(cell(x_mm, y_mm))];
    }
    /// Metres by which a point lies outside the nearest river's channel and its banks; below 0 within; kNoChannel without one.
    [[nodiscard]] double off_channel_m(std::int32_t x_mm, std::int32_t y_mm) const noexcept;
    /// Steepness in degrees of the banks of the river nearest a point; of ditches and where there is none, the usual one.
    [[nodiscard]] double bank_usual_deg(std::int32_t x_mm, std::int32_t y_mm) const noexcept;
    /// Rebuilds speed_q8, regions and ways from the layers (after a sketch or an import).
    void build_ways();

private:
    friend class RegionFlows;
    std::shared_ptr<RegionWays> ways_;  ///< shared by copies: they are the same ground
};

}  // namespace linghe::ground
