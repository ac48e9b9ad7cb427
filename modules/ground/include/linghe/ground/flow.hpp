// Flow: the quickest way from anywhere to one place, over ground that gates, fires and crowds have changed.
// Made by move when a place is made for and the ground is walled or closed; solved anew when that changes.
// Never holds the change itself: closed cells and queues are fields of the world.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "linghe/ground/ground.hpp"

namespace linghe::ground {

class AskedWays;
class RegionWays;
class Search;

/// The ways to one place, known as far as somebody has asked for them.
struct Flow {
    Flow();
    ~Flow();
    Flow(Flow&&) noexcept;
    Flow& operator=(Flow&&) noexcept;
    Flow(const Flow&);  ///< a copy knows nothing yet: the solver of a copied world begins anew as well
    Flow& operator=(const Flow&);  ///< the same
    std::int32_t goal_cell = 0;
    std::unique_ptr<AskedWays> ways;
    std::vector<std::uint8_t> straight;
};

/// Solves flows over the same ground, and answers for them.
class FlowSolver {
public:
    FlowSolver();
    ~FlowSolver();
    FlowSolver(FlowSolver&&) noexcept;
    FlowSolver& operator=(FlowSolver&&) noexcept;
    FlowSolver(const FlowSolver& other);  ///< a copy is not ready: it starts with working memory of its own
    FlowSolver& operator=(const FlowSolver& other);

    /// The ground as it is from now on; flows solved before are of no use any more.
    /// @param closed    1 for each cell nobody may enter, or null
    /// @param delay_q4  sixteenths by which a queue lengthens the time of each cell, or null
    void set(const Ground& ground, const std::uint8_t* closed, const std::uint8_t* delay_q4);
    [[nodiscard]] bool ready() const noexcept { return searches_[0] != nullptr; }

    void solve(Mobility m, std::int32_t goal_cell, Flow& out);

    /// Heading at a cell, unit vector q14; false when none is needed or known. May be asked by many threads at once.
    bool way(const Flow& flow, Mobility m, std::int32_t cell, std::int32_t& dx_q14,
             std::int32_t& dy_q14) const;
    /// True where the place lies in a straight way that enters no closed cell and no queue.
    bool straight(Flow& flow, Mobility m, std::int32_t cell) const;

private:
    std::array<std::unique_ptr<Search>, kMobilities> searches_;
};

/// The quickest ways to the regions of a ground, over what fires and crowds have made of it: which ford, which ramp.
class RegionFlows {
public:
    RegionFlows();
    ~RegionFlows();
    RegionFlows(RegionFlows&&) noexcept;
    RegionFlows& operator=(RegionFlows&&) noexcept;
    RegionFlows(const RegionFlows& other);  ///< a copy is not ready
    RegionFlows& operator=(const RegionFlows& other);

    /// The ground as it is from now on; `closed` and `delay_q4` as of FlowSolver::set. Call Ground::build_ways first.
    void set(const Ground& ground, const std::uint8_t* closed, const std::uint8_t* delay_q4);
    [[nodiscard]] bool ready() const noexcept { return ways_ != nullptr; }
    /// As Ground::way. May be asked by many threads at once.
    bool way(std::int32_t cell, std::uint8_t to_region, Mobility m, std::int32_t& dx_q14,
             std::int32_t& dy_q14) const;

private:
    std::unique_ptr<RegionWays> ways_;
    std::uint8_t regions_ = 0;
};

}  // namespace linghe::ground
