// Flow: the quickest way from anywhere to one place, over ground that gates, fires and crowds have changed.
// Made by move when a place is made for and the ground is walled or closed; solved anew when that changes.
// Never holds the change itself: closed cells and queues are fields of the world.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "linghe/ground/ground.hpp"

namespace linghe::ground {

/// Headings to one place, by cell.
struct Flow {
    std::vector<std::uint8_t> direction;  ///< of 32, 0 east, anticlockwise; kNoDirection: there, or no way
    std::vector<std::uint8_t> straight;   ///< 1: the place is in a straight way that enters no closed cell
    std::vector<std::uint8_t> reached;    ///< 1: there is a way
    /// Heading at a point, unit vector q14; false when none is needed or known.
    bool way(const Ground& ground, std::int32_t x_mm, std::int32_t y_mm, std::int32_t& dx_q14,
             std::int32_t& dy_q14) const noexcept;
};

class Search;

/// Solves flows one after another, with the working memory of the last.
class FlowSolver {
public:
    FlowSolver();
    ~FlowSolver();
    FlowSolver(FlowSolver&&) noexcept;
    FlowSolver& operator=(FlowSolver&&) noexcept;
    FlowSolver(const FlowSolver& other);
    FlowSolver& operator=(const FlowSolver& other);

    /// @param closed    1 for each cell nobody may enter, or null
    /// @param delay_q4  sixteenths by which a queue lengthens the time of each cell, or null
    void solve(const Ground& ground, Mobility m, std::int32_t goal_cell, const std::uint8_t* closed,
               const std::uint8_t* delay_q4, Flow& out);

private:
    std::unique_ptr<Search> search_;
    std::vector<std::int32_t> distance_;
};

}  // namespace linghe::ground
