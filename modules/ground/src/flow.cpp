#include "linghe/ground/flow.hpp"

#include <algorithm>
#include <cstdlib>

#include "search.hpp"

namespace linghe::ground {
namespace {

/// True when the straight line between the middles of two cells touches open cells only, and no queue (corners count as
/// touched).
bool sees(const Search& search, const std::uint8_t* delay, std::int32_t width, std::int32_t x, std::int32_t y,
          std::int32_t gx, std::int32_t gy) {
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
        if (!search.open(x, y) || (delay != nullptr && delay[y * width + x] != 0)) return false;
    }
    return true;
}

}  // namespace

bool Flow::way(const Ground& ground, std::int32_t x_mm, std::int32_t y_mm, std::int32_t& dx_q14,
               std::int32_t& dy_q14) const noexcept {
    const std::uint8_t towards = direction[static_cast<std::size_t>(ground.cell(x_mm, y_mm))];
    if (towards == kNoDirection) return false;
    dx_q14 = cos_q14(towards), dy_q14 = sin_q14(towards);
    return true;
}

FlowSolver::FlowSolver() : search_(std::make_unique<Search>()) {}
FlowSolver::~FlowSolver() = default;
FlowSolver::FlowSolver(FlowSolver&&) noexcept = default;
FlowSolver& FlowSolver::operator=(FlowSolver&&) noexcept = default;
// A copy of a world starts with working memory of its own.
FlowSolver::FlowSolver(const FlowSolver&) : FlowSolver() {}
FlowSolver& FlowSolver::operator=(const FlowSolver&) { return *this; }

void FlowSolver::solve(const Ground& ground, Mobility m, std::int32_t goal_cell, const std::uint8_t* closed,
                       const std::uint8_t* delay_q4, Flow& out) {
    search_->set(ground, m, closed, delay_q4);
    search_->distances_to(goal_cell, distance_);
    const std::size_t cells = ground.height_mm.size();
    out.direction.resize(cells), out.straight.resize(cells), out.reached.resize(cells);
    const std::int32_t gx = goal_cell % ground.nx, gy = goal_cell / ground.nx;
    for (std::int32_t y = 0, c = 0; y < ground.ny; ++y)
        for (std::int32_t x = 0; x < ground.nx; ++x, ++c) {
            const auto at = static_cast<std::size_t>(c);
            out.direction[at] = search_->direction(x, y, distance_);
            out.reached[at] = distance_[at] < kUnreached ? 1 : 0;
            out.straight[at] =
                out.reached[at] != 0 && sees(*search_, delay_q4, ground.nx, x, y, gx, gy) ? 1 : 0;
        }
}

}  // namespace linghe::ground
