// SpatialIndex: the living men of the field sorted by place, with gathered copies of what neighbours need.
// Rebuilt by sim at the start of every step; read by percept, morale, move, shoot and fight.
// Never a source of truth: it is derived from the soldier table, and a full rebuild gives the same bytes.
#pragma once
#include <algorithm>
#include <cstdint>

#include "linghe/base/columns.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/tables.hpp"

namespace linghe::world {

inline constexpr std::int32_t kIndexCellMm = 2'000;
inline constexpr std::uint8_t kBodyUnhorsed = 255;  ///< a rider on foot: a body like a foot soldier's

/// Slots 0..size()-1 hold the men with Status::fit, sorted by (row of cells from the south, cell from the west, soldier
/// row). Bands are rows of cells; band b covers y in [y0 + b*2 m, y0 + (b+1)*2 m).
class SpatialIndex {
public:
    void rebuild(const model::Model& model, const SoldierTable& men, jobs::Jobs& jobs);

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(man.size()); }
    [[nodiscard]] std::int32_t band_of(std::int32_t y_mm) const noexcept;
    [[nodiscard]] std::int32_t cell_of(std::int32_t x_mm) const noexcept;
    /// Slots of band `band` whose cell lies in [cell_from, cell_to]; empty outside the map.
    void range(std::int32_t band, std::int32_t cell_from, std::int32_t cell_to, std::uint32_t& begin,
               std::uint32_t& end) const noexcept;

    /// visit(slot) for every man in the cells that a square of half-side `radius_mm` about (x,y) touches, in slot order.
    /// The visitor must test the distance itself.
    template <class F>
    void for_each_near(std::int32_t at_x_mm, std::int32_t at_y_mm, std::int32_t radius_mm, F&& visit) const {
        const std::int32_t b0 = band_of(at_y_mm - radius_mm), b1 = band_of(at_y_mm + radius_mm);
        const std::int32_t c0 = cell_of(at_x_mm - radius_mm), c1 = cell_of(at_x_mm + radius_mm);
        for (std::int32_t b = b0; b <= b1; ++b) {
            std::uint32_t begin = 0, end = 0;
            range(b, c0, c1, begin, end);
            for (std::uint32_t s = begin; s < end; ++s) visit(s);
        }
    }

    base::Column<std::uint32_t> man;        ///< slot -> soldier row
    base::Column<std::uint32_t> slot_of;    ///< soldier row -> slot, kNobody if not on the field
    base::Column<std::uint32_t> key;        ///< slot -> band << 16 | cell
    base::Column<std::int32_t> x_mm, y_mm;  ///< gathered
    base::Column<std::uint8_t> side, level;
    base::Column<std::uint8_t>
        body;  ///< troop of his body as an obstacle; kBodyUnhorsed when his horse is lost
    base::Column<std::uint16_t> ranks_of;  ///< unit in whose ranks he has a place and keeps it, else kNoUnit
    base::Column<std::uint32_t> band_start;  ///< bands + 1 entries

    [[nodiscard]] std::int32_t bands() const noexcept { return bands_; }

private:
    /// What of a man the index was last told: he is looked at again only when it differs.
    struct Seen {
        std::int32_t x_mm, y_mm;
        std::uint64_t rest;
    };
    [[nodiscard]] static Seen see(const SoldierTable& men, std::size_t row) noexcept;

    void set_frame(const model::Model& model, std::size_t rows);
    [[nodiscard]] std::uint32_t key_of(std::int32_t x, std::int32_t y) const noexcept {
        const std::int64_t dx = std::int64_t{x} - x0_mm_, dy = std::int64_t{y} - y0_mm_;
        const auto b = static_cast<std::uint32_t>(dy < 0 ? 0 : dy) / kIndexCellMm;
        const auto c = static_cast<std::uint32_t>(dx < 0 ? 0 : dx) / kIndexCellMm;
        return (std::min(b, static_cast<std::uint32_t>(bands_ - 1)) << 16) |
               std::min(c, static_cast<std::uint32_t>(cells_ - 1));
    }
    void find_changed(const SoldierTable& men, jobs::Jobs& jobs);
    bool shift(const model::Model& model, const SoldierTable& men);
    [[nodiscard]] std::uint32_t place_for(std::uint64_t entry) const noexcept;
    void move_slot(std::uint32_t from, std::uint32_t to) noexcept;
    void take_out(std::uint32_t slot);
    void put_in(const model::Model& model, const SoldierTable& men, std::uint32_t row);
    void fill_slot(const model::Model& model, const SoldierTable& men, std::uint32_t slot,
                   std::uint32_t row) noexcept;
    void set_size(std::size_t n);
    void full_sort(const SoldierTable& men, jobs::Jobs& jobs);
    bool adapt(const SoldierTable& men, jobs::Jobs& jobs);
    void merge(std::size_t kept, jobs::Jobs& jobs);
    void gather(const model::Model& model, const SoldierTable& men, jobs::Jobs& jobs);
    void fill_bands(jobs::Jobs& jobs);

    std::int32_t x0_mm_ = 0, y0_mm_ = 0, bands_ = 0, cells_ = 0;
    // Scratch, kept so that a step allocates nothing. An entry is key << 32 | row; the order of the last step
    // (man, key) and what was seen of each man are only hints that make sorting cheap.
    base::Column<Seen> seen_;
    base::Column<std::uint32_t> changed_, movers_;
    base::Column<std::uint64_t> sort_a_, sort_b_, moved_;
    base::Column<std::uint32_t> kept_in_chunk_, moved_in_chunk_, new_in_chunk_, changed_in_chunk_;
};

}  // namespace linghe::world
