// SectorTable: sums over squares of 10 m, by side: who is there, how steady, how afraid, whither. A man's wider view.
// Rebuilt by sim on slow ticks (every second); read by percept, morale, shoot and by the noise model on those ticks only.
// Never read on other ticks: it is derived, and after a load it does not exist until the next slow tick.
#pragma once
#include <array>
#include <cstdint>

#include "linghe/base/columns.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/index.hpp"
#include "linghe/world/tables.hpp"

namespace linghe::world {

inline constexpr std::int32_t kSectorMm = 10'000;
inline constexpr int kMaxSides = 3;

/// Sums over the men of one side in one sector. All integers, so the order of adding does not matter.
struct SectorSide {
    std::uint32_t men = 0;     ///< fit men on the field
    std::uint32_t steady = 0;  ///< of these steady, shaken or last stand
    std::uint32_t fleeing = 0;
    std::uint32_t fighting = 0;  ///< Doing::fighting
    std::uint32_t mounted = 0;
    std::uint32_t weight = 0;               ///< sum of expressiveness_q8
    std::uint64_t shown = 0;                ///< sum of expressiveness_q8 * shown_q16
    std::int64_t x_mm = 0, y_mm = 0;        ///< sums of place relative to the sector's south-west corner
    std::int64_t vx_mm_s = 0, vy_mm_s = 0;  ///< sums of velocity
    std::uint32_t speed_mm_s = 0;           ///< sum of speeds / 16 (noise of hooves)
};

class SectorTable {
public:
    void rebuild(const model::Model& model, const SoldierTable& men, const SpatialIndex& index,
                 jobs::Jobs& jobs);
    /// Number of the sector of a point in the dense grid (clamped).
    [[nodiscard]] std::int32_t sector_of(std::int32_t x_mm, std::int32_t y_mm) const noexcept;
    /// Entry of an occupied sector, or nullptr.
    [[nodiscard]] const std::array<SectorSide, kMaxSides>* at(std::int32_t sector) const noexcept;

    std::int32_t nx = 0, ny = 0;  ///< dense grid
    std::int32_t x0_mm = 0, y0_mm = 0;
    base::Column<std::int32_t> entry_of;                  ///< dense sector -> entry, -1 empty
    base::Column<std::int32_t> sector;                    ///< entry -> dense sector, ascending
    std::vector<std::array<SectorSide, kMaxSides>> sums;  ///< entry -> sums by side

private:
    base::Column<std::uint32_t> row_entries_;  ///< scratch
};

}  // namespace linghe::world
