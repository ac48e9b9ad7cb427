#include "region_ways.hpp"

#include <utility>

namespace linghe::ground {

RegionWays::RegionWays(const Ground& ground, base::Column<std::uint8_t> core)
    : searches_{Search(ground, Mobility::foot), Search(ground, Mobility::horse)},
      core_(std::move(core)),
      tables_(static_cast<std::size_t>(kMobilities) * ground.regions),
      regions_(ground.regions) {}

std::uint8_t RegionWays::towards(std::int32_t cell, std::uint8_t region, Mobility m) {
    const Search& search = searches_[static_cast<std::size_t>(m)];
    Table& table = tables_[static_cast<std::size_t>(m) * regions_ + region];
    std::call_once(table.begun, [&] {
        table.ways.begin(core_.size(), [&](auto&& add) {
            for (std::size_t c = 0; c < core_.size(); ++c) {
                const auto at = static_cast<std::int32_t>(c);
                if (core_[c] == region && search.open(at % search.nx(), at / search.nx())) add(at);
            }
        });
    });
    return table.ways.direction(search, cell);
}

}  // namespace linghe::ground
