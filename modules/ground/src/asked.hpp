// Ways to one goal, found only as far as somebody asks, and the headings kept by cell.
// Used by flow.cpp (one place) and region_ways.cpp (a region). A heading follows from the final times about its cell, so it
// is the same whoever asks first; many threads may ask at once.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "search.hpp"

namespace linghe::ground {

inline constexpr std::uint8_t kNotAsked = 254;

class AskedWays {
public:
    /// Begins anew; `goals(add)` calls add(cell) for each cell that is the goal.
    template <class Goals>
    void begin(std::size_t cells, Goals&& goals) {
        spread_.begin(cells);
        direction_.assign(cells, kNotAsked);
        goals([&](std::int32_t cell) { spread_.add_goal(cell); });
    }
    /// One of 32 compass directions, or kNoDirection.
    std::uint8_t direction(const Search& search, std::int32_t cell) {
        return once(direction_[static_cast<std::size_t>(cell)], [&] {
            const std::int32_t x = cell % search.nx(), y = cell / search.nx();
            if (search.open(x, y))
                spread_.reach(search, cell);
            else
                for (std::size_t k = 0; k < 8;
                     ++k)  // out of a closed cell he makes for the best one beside it
                    if (search.open(x + kMoves[k].dx, y + kMoves[k].dy))
                        spread_.reach(search, (y + kMoves[k].dy) * search.nx() + x + kMoves[k].dx);
            return search.direction(x, y, spread_.time());
        });
    }
    bool reached(const Search& search, std::int32_t cell) {
        const std::lock_guard lock(asking_);
        return spread_.reach(search, cell);
    }
    /// The answer kept in `slot`, found by `find` when nobody has asked before.
    template <class Find>
    std::uint8_t once(std::uint8_t& slot, Find&& find) {
        const std::atomic_ref<std::uint8_t> kept(slot);
        std::uint8_t answer = kept.load(std::memory_order_relaxed);
        if (answer != kNotAsked) return answer;
        const std::lock_guard lock(asking_);
        answer = kept.load(std::memory_order_relaxed);
        if (answer != kNotAsked) return answer;
        answer = find();
        kept.store(answer, std::memory_order_relaxed);
        return answer;
    }

private:
    Spread spread_;
    std::vector<std::uint8_t> direction_;
    std::mutex asking_;
};

}  // namespace linghe::ground
