// The quickest way from anywhere to each region of a ground, found when somebody first asks for it: on a large map most
// are never asked for. May be asked by many threads at once; the answers are the same in any order.
#pragma once
#include <array>
#include <atomic>
#include <mutex>
#include <vector>

#include "asked.hpp"
#include "linghe/ground/ground.hpp"

namespace linghe::ground {

class RegionWays {
public:
    /// @param core  region of each cell that counts as the region itself, 255 elsewhere
    RegionWays(const Ground& ground, base::Column<std::uint8_t> core);
    /// The ground as it is from now on: ways found before are forgotten. Serial code only.
    void change(const Ground& ground, const std::uint8_t* closed, const std::uint8_t* delay_q4);
    /// One of 32 compass directions; kNoDirection when there already, or when there is no way.
    std::uint8_t towards(std::int32_t cell, std::uint8_t region, Mobility m);
    [[nodiscard]] const base::Column<std::uint8_t>& core() const noexcept { return core_; }

private:
    struct Table {
        std::atomic<bool> begun = false;
        std::mutex beginning;
        AskedWays ways;
    };
    void begin(Table& table, const Search& search, std::uint8_t region) const;
    std::array<Search, kMobilities> searches_;
    base::Column<std::uint8_t> core_;
    std::vector<Table> tables_;  ///< [mobility * regions + region]
    std::size_t regions_;
};

}  // namespace linghe::ground
