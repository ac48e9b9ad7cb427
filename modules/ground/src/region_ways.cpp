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
    if (!table.begun.load(std::memory_order_acquire)) begin(table, search, region);
    return table.ways.direction(search, cell);
}

void RegionWays::begin(Table& table, const Search& search, std::uint8_t region) const {
    const std::lock_guard lock(table.beginning);
    if (table.begun.load(std::memory_order_relaxed)) return;
    table.ways.begin(core_.size(), [&](auto&& add) {
        for (std::size_t c = 0; c < core_.size(); ++c) {
            const auto at = static_cast<std::int32_t>(c);
            if (core_[c] == region && search.open(at % search.nx(), at / search.nx())) add(at);
        }
    });
    table.begun.store(true, std::memory_order_release);
}

void RegionWays::change(const Ground& ground, const std::uint8_t* closed, const std::uint8_t* delay_q4) {
    for (const Mobility m : {Mobility::foot, Mobility::horse})
        searches_[static_cast<std::size_t>(m)].set(ground, m, closed, delay_q4);
    for (Table& table : tables_) table.begun.store(false, std::memory_order_relaxed);
}

}  // namespace linghe::ground
