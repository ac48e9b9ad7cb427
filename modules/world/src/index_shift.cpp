// The index from one step to the next when few have changed their cell: they are taken out and put in one by one, and
// only those between are shifted. The bytes are those of a full rebuild.
#include <algorithm>

#include "linghe/world/index.hpp"
#include "linghe/world/states.hpp"

namespace linghe::world {

namespace {

constexpr std::size_t kChunk = 8192;
constexpr std::size_t kMostMovers = 256;   // beyond it the merge is cheaper
constexpr std::size_t kRebuildShare = 16;  // so is it when more than one man in this many has changed at all

template <class T>
void rotate_slot(base::Column<T>& column, std::uint32_t from, std::uint32_t to) noexcept {
    const auto at = column.begin();
    if (from < to) {
        std::rotate(at + from, at + from + 1, at + to + 1);
    } else {
        std::rotate(at + to, at + from, at + from + 1);
    }
}

}  // namespace

SpatialIndex::Seen SpatialIndex::see(const SoldierTable& men, std::size_t r) noexcept {
    const auto at = [](std::uint64_t value, int shift) { return value << shift; };
    return {men.x_mm[r], men.y_mm[r],
            at(men.unit[r], 0) | at(men.slot[r], 16) | at(men.status[r], 32) | at(men.morale[r], 40) |
                at(men.horse[r], 48) | at(men.level[r], 56)};
}

/// Rows of those who are not as they were at the last rebuild, ascending, in changed_.
void SpatialIndex::find_changed(const SoldierTable& men, jobs::Jobs& jobs) {
    const std::size_t rows = men.size();
    changed_.resize(rows);
    changed_in_chunk_.resize(jobs::chunks_of(rows, kChunk));
    jobs.for_chunks(rows, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        std::size_t found = begin;
        for (std::size_t r = begin; r < end; ++r) {
            const Seen now = see(men, r);
            Seen& before = seen_[r];
            changed_[found] = static_cast<std::uint32_t>(r);
            found += (now.x_mm ^ before.x_mm) != 0 || (now.y_mm ^ before.y_mm) != 0 || now.rest != before.rest
                         ? 1u
                         : 0u;
            before = now;
        }
        changed_in_chunk_[chunk] = static_cast<std::uint32_t>(found - begin);
    });
    std::size_t total = 0;
    for (std::size_t chunk = 0; chunk < changed_in_chunk_.size(); ++chunk) {
        std::copy_n(changed_.begin() + static_cast<std::ptrdiff_t>(chunk * kChunk), changed_in_chunk_[chunk],
                    changed_.begin() + static_cast<std::ptrdiff_t>(total));
        total += changed_in_chunk_[chunk];
    }
    changed_.resize(total);
}

/// First slot whose entry is not below `entry`.
std::uint32_t SpatialIndex::place_for(std::uint64_t entry) const noexcept {
    std::uint32_t low = 0, high = size();
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const bool below = ((std::uint64_t{key[middle]} << 32) | man[middle]) < entry;
        low = below ? middle + 1 : low;
        high = below ? high : middle;
    }
    return low;
}

/// Takes the man of slot `from` to slot `to`; those between close up.
void SpatialIndex::move_slot(std::uint32_t from, std::uint32_t to) noexcept {
    if (from == to) return;
    rotate_slot(man, from, to), rotate_slot(key, from, to), rotate_slot(x_mm, from, to);
    rotate_slot(y_mm, from, to), rotate_slot(side, from, to), rotate_slot(level, from, to);
    rotate_slot(body, from, to), rotate_slot(ranks_of, from, to);
    for (std::uint32_t s = std::min(from, to); s <= std::max(from, to); ++s) slot_of[man[s]] = s;
}

void SpatialIndex::take_out(std::uint32_t slot) {
    const std::uint32_t row = man[slot], band = key[slot] >> 16;
    move_slot(slot, size() - 1);
    slot_of[row] = kNobody;
    set_size(size() - 1);
    for (std::size_t b = band + 1; b < band_start.size(); ++b) --band_start[b];
}

void SpatialIndex::put_in(const model::Model& model, const SoldierTable& men, std::uint32_t row) {
    const std::uint32_t k = key_of(men.x_mm[row], men.y_mm[row]);
    const std::uint32_t slot = place_for((std::uint64_t{k} << 32) | row);
    const std::uint32_t last = size();
    set_size(last + 1);
    man[last] = row, key[last] = k;
    fill_slot(model, men, last, row);
    slot_of[row] = last;
    move_slot(last, slot);
    for (std::size_t b = (k >> 16) + 1; b < band_start.size(); ++b) ++band_start[b];
}

/// Brings the index up to date for the men of changed_; false, with nothing done, when they are too many.
bool SpatialIndex::shift(const model::Model& model, const SoldierTable& men) {
    if (changed_.size() * kRebuildShare > men.size() + 64) return false;
    movers_.clear();
    for (const std::uint32_t row : changed_) {
        const std::uint32_t slot = slot_of[row];
        const bool was = slot != kNobody, is = active(men.status[row]);
        if (!was && !is) continue;
        if (was && is && key[slot] == key_of(men.x_mm[row], men.y_mm[row])) continue;
        movers_.push_back(row);
        if (movers_.size() > kMostMovers) return false;
    }
    for (const std::uint32_t row : movers_) {
        if (slot_of[row] == kNobody || !active(men.status[row])) continue;
        // A step to the next cell or band: those between close up, and the bands between begin one slot later or
        // earlier.
        const std::uint32_t from = slot_of[row], old_band = key[from] >> 16;
        const std::uint32_t k = key_of(men.x_mm[row], men.y_mm[row]), new_band = k >> 16;
        std::uint32_t to = place_for((std::uint64_t{k} << 32) | row);
        if (to > from) --to;
        key[from] = k;
        move_slot(from, to);
        for (std::uint32_t b = old_band + 1; b <= new_band; ++b) --band_start[b];
        for (std::uint32_t b = new_band + 1; b <= old_band; ++b) ++band_start[b];
    }
    for (const std::uint32_t row : movers_) {
        const bool was = slot_of[row] != kNobody, is = active(men.status[row]);
        if (was && !is) take_out(slot_of[row]);
        if (!was && is) put_in(model, men, row);
    }
    for (const std::uint32_t row : changed_) {
        if (slot_of[row] != kNobody) fill_slot(model, men, slot_of[row], row);
    }
    return true;
}

}  // namespace linghe::world
