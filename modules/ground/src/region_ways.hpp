// The quickest way from anywhere to each region of a ground, found when somebody first asks for it: on a large map most
// are never asked for. May be asked by many threads at once; the answers are the same in any order.
#pragma once
#include <array>
#include <mutex>
#include <vector>

#include "asked.hpp"
#include "linghe/ground/ground.hpp"

namespace linghe::ground {

class RegionWays {
public:
    /// @param core  region of each cell that counts as the region itself, 255 elsewhere
    RegionWays(const Ground& ground, base::Column<std::uint8_t> core);
    /// One of 32 compass directions; kNoDirection when there already, or when there is no way.
    std::uint8_t towards(std::int32_t cell, std::uint8_t region, Mobility m);

private:
    struct Table {
        std::once_flag begun;
        AskedWays ways;
    };
    std::array<Search, kMobilities> searches_;
    base::Column<std::uint8_t> core_;
    std::vector<Table> tables_;  ///< [mobility * regions + region]
    std::size_t regions_;
};

}  // namespace linghe::ground
