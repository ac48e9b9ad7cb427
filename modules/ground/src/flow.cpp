#include "linghe/ground/flow.hpp"

#include <algorithm>
#include <cstdlib>

#include "asked.hpp"
#include "region_ways.hpp"
#include "search.hpp"

namespace linghe::ground {
namespace {

/// True when the straight line between the middles of two cells touches open cells only, and no queue (corners count as
/// touched).
bool sees(const Search& search, std::int32_t x, std::int32_t y, std::int32_t gx, std::int32_t gy) {
    const std::int32_t nx = std::abs(gx - x), ny = std::abs(gy - y);
    const std::int32_t sx = gx > x ? 1 : -1, sy = gy > y ? 1 : -1;
    for (std::int32_t ix = 0, iy = 0; ix < nx || iy < ny;) {
        // Which border is crossed first: (ix + 1/2) / nx against (iy + 1/2) / ny.
        const std::int64_t tx = std::int64_t{1 + 2 * ix} * ny, ty = std::int64_t{1 + 2 * iy} * nx;
        if (tx == ty) {
            if (!search.open(x + sx, y) || !search.open(x, y + sy)) return false;
            x += sx, y += sy, ++ix, ++iy;
        } else if (tx < ty) {
            x += sx, ++ix;
        } else {
            y += sy, ++iy;
        }
        if (!search.open(x, y) || search.queue(x, y)) return false;
    }
    return true;
}

}  // namespace

Flow::Flow() = default;
Flow::~Flow() = default;
Flow::Flow(Flow&&) noexcept = default;
Flow& Flow::operator=(Flow&&) noexcept = default;
Flow::Flow(const Flow&) : Flow() {}
Flow& Flow::operator=(const Flow&) {
    ways.reset();
    straight.clear();
    return *this;
}

FlowSolver::FlowSolver() = default;
FlowSolver::~FlowSolver() = default;
FlowSolver::FlowSolver(FlowSolver&&) noexcept = default;
FlowSolver& FlowSolver::operator=(FlowSolver&&) noexcept = default;
FlowSolver::FlowSolver(const FlowSolver&) : FlowSolver() {}
FlowSolver& FlowSolver::operator=(const FlowSolver&) {
    searches_ = {};
    return *this;
}

void FlowSolver::set(const Ground& ground, const std::uint8_t* closed, const std::uint8_t* delay_q4) {
    for (const Mobility m : {Mobility::foot, Mobility::horse}) {
        auto& search = searches_[static_cast<std::size_t>(m)];
        if (search == nullptr) search = std::make_unique<Search>();
        search->set(ground, m, closed, delay_q4);
    }
}

void FlowSolver::solve(Mobility m, std::int32_t goal_cell, Flow& out) {
    const std::size_t cells = searches_[static_cast<std::size_t>(m)]->cells();
    out.goal_cell = goal_cell;
    if (out.ways == nullptr) out.ways = std::make_unique<AskedWays>();
    out.ways->begin(cells, [&](auto&& add) { add(goal_cell); });
    out.straight.assign(cells, kNotAsked);
}

bool FlowSolver::way(const Flow& flow, Mobility m, std::int32_t cell, std::int32_t& dx_q14,
                     std::int32_t& dy_q14) const {
    const std::uint8_t towards = flow.ways->direction(*searches_[static_cast<std::size_t>(m)], cell);
    if (towards == kNoDirection) return false;
    dx_q14 = cos_q14(towards), dy_q14 = sin_q14(towards);
    return true;
}

bool FlowSolver::straight(Flow& flow, Mobility m, std::int32_t cell) const {
    const Search& search = *searches_[static_cast<std::size_t>(m)];
    const std::int32_t nx = search.nx();
    return flow.ways->once(flow.straight[static_cast<std::size_t>(cell)], [&] {
        const bool open = sees(search, cell % nx, cell / nx, flow.goal_cell % nx, flow.goal_cell / nx);
        return static_cast<std::uint8_t>(open ? 1 : 0);
    }) != 0;
}

RegionFlows::RegionFlows() = default;
RegionFlows::~RegionFlows() = default;
RegionFlows::RegionFlows(RegionFlows&&) noexcept = default;
RegionFlows& RegionFlows::operator=(RegionFlows&&) noexcept = default;
RegionFlows::RegionFlows(const RegionFlows&) : RegionFlows() {}
RegionFlows& RegionFlows::operator=(const RegionFlows&) {
    ways_.reset();
    return *this;
}

void RegionFlows::set(const Ground& ground, const std::uint8_t* closed, const std::uint8_t* delay_q4) {
    if (ground.ways_ == nullptr) return;
    if (ways_ == nullptr) ways_ = std::make_unique<RegionWays>(ground, ground.ways_->core());
    ways_->change(ground, closed, delay_q4);
    regions_ = ground.regions;
}

bool RegionFlows::way(std::int32_t cell, std::uint8_t to_region, Mobility m, std::int32_t& dx_q14,
                      std::int32_t& dy_q14) const {
    const std::uint8_t heading = to_region < regions_ ? ways_->towards(cell, to_region, m) : kNoDirection;
    if (heading == kNoDirection) return false;
    dx_q14 = cos_q14(heading), dy_q14 = sin_q14(heading);
    return true;
}

}  // namespace linghe::ground
