#include "linghe/world/index.hpp"

#include <algorithm>

#include "linghe/world/states.hpp"

namespace linghe::world {

namespace {

constexpr std::size_t kChunk = 4096;
constexpr std::size_t kSortInsteadShare =
    4;  // more than 1/4 changed cell: a full sort is cheaper than the merge

constexpr std::uint64_t entry(std::uint32_t key, std::uint32_t row) noexcept {
    return (std::uint64_t{key} << 32) | row;
}

/// Least significant digit radix sort, digits of 11 bits, skipping digits that are all alike. Entries are unique,
/// so any correct sort gives the same order.
void radix_sort(base::Column<std::uint64_t>& a, base::Column<std::uint64_t>& b) {
    constexpr int kBits = 11;
    constexpr std::size_t kBuckets = std::size_t{1} << kBits;
    const std::size_t n = a.size();
    b.resize(n);
    for (int shift = 0; shift < 64; shift += kBits) {
        std::uint32_t count[kBuckets] = {};
        for (std::size_t i = 0; i < n; ++i) ++count[(a[i] >> shift) & (kBuckets - 1)];
        if (n > 0 && count[(a[0] >> shift) & (kBuckets - 1)] == n) continue;
        std::uint32_t sum = 0;
        for (std::size_t d = 0; d < kBuckets; ++d) {
            const std::uint32_t c = count[d];
            count[d] = sum;
            sum += c;
        }
        for (std::size_t i = 0; i < n; ++i) b[count[(a[i] >> shift) & (kBuckets - 1)]++] = a[i];
        a.swap(b);
    }
}

void sort_entries(base::Column<std::uint64_t>& a, base::Column<std::uint64_t>& scratch) {
    if (a.size() < 2048) {
        std::sort(a.begin(), a.end());
    } else {
        radix_sort(a, scratch);
    }
}

}  // namespace

std::int32_t SpatialIndex::band_of(std::int32_t y) const noexcept {
    const std::int64_t d = std::int64_t{y} - y0_mm_;
    return static_cast<std::int32_t>(d >= 0 ? d / kIndexCellMm : -((kIndexCellMm - 1 - d) / kIndexCellMm));
}

std::int32_t SpatialIndex::cell_of(std::int32_t x) const noexcept {
    const std::int64_t d = std::int64_t{x} - x0_mm_;
    return static_cast<std::int32_t>(d >= 0 ? d / kIndexCellMm : -((kIndexCellMm - 1 - d) / kIndexCellMm));
}

void SpatialIndex::range(std::int32_t band, std::int32_t cell_from, std::int32_t cell_to,
                         std::uint32_t& begin, std::uint32_t& end) const noexcept {
    begin = end = 0;
    if (band < 0 || band >= bands_) return;
    const std::int32_t from = std::max(cell_from, 0), to = std::min(cell_to, cells_ - 1);
    if (from > to) return;
    const auto first = key.begin() + static_cast<std::ptrdiff_t>(band_start[static_cast<std::size_t>(band)]);
    const auto last =
        key.begin() + static_cast<std::ptrdiff_t>(band_start[static_cast<std::size_t>(band) + 1]);
    const std::uint32_t base_key = static_cast<std::uint32_t>(band) << 16;
    const auto low = std::lower_bound(first, last, base_key | static_cast<std::uint32_t>(from));
    const auto high = std::upper_bound(low, last, base_key | static_cast<std::uint32_t>(to));
    begin = static_cast<std::uint32_t>(low - key.begin());
    end = static_cast<std::uint32_t>(high - key.begin());
}

void SpatialIndex::set_frame(const model::Model& model, std::size_t rows) {
    const auto& g = model.ground;
    const auto cells_in = [](std::int32_t n, std::int32_t cell_mm) {
        const std::int64_t mm = std::int64_t{n} * cell_mm;
        return static_cast<std::int32_t>(
            std::clamp<std::int64_t>((mm + kIndexCellMm - 1) / kIndexCellMm, 1, 65'535));
    };
    const std::int32_t bands = cells_in(g.ny, g.cell_mm), cells = cells_in(g.nx, g.cell_mm);
    const bool same = bands == bands_ && cells == cells_ && x0_mm_ == g.x0_mm && y0_mm_ == g.y0_mm;
    if (same && slot_of.size() == rows) return;
    x0_mm_ = g.x0_mm, y0_mm_ = g.y0_mm, bands_ = bands, cells_ = cells;
    man.clear();
    key.clear();
    slot_of.assign(rows, kNobody);
    band_start.resize(static_cast<std::size_t>(bands_) + 1);
    man.reserve(rows), key.reserve(rows), x_mm.reserve(rows), y_mm.reserve(rows);
    side.reserve(rows), level.reserve(rows), body.reserve(rows), ranks_of.reserve(rows);
    seen_.assign(rows, Seen{});
    changed_.reserve(rows), movers_.reserve(rows);
    sort_a_.reserve(rows), sort_b_.reserve(rows), moved_.reserve(rows);
    const std::size_t chunks = jobs::chunks_of(rows, kChunk) + 1;
    kept_in_chunk_.resize(chunks), moved_in_chunk_.resize(chunks), new_in_chunk_.resize(chunks);
}

void SpatialIndex::rebuild(const model::Model& model, const SoldierTable& men, jobs::Jobs& jobs) {
    set_frame(model, men.size());
    find_changed(men, jobs);
    if (!man.empty() && shift(model, men)) return;
    if (man.empty() || !adapt(men, jobs)) full_sort(men, jobs);
    gather(model, men, jobs);
    fill_bands(jobs);
}

void SpatialIndex::full_sort(const SoldierTable& men, jobs::Jobs& jobs) {
    const std::size_t rows = men.size();
    sort_b_.resize(rows);
    jobs.for_chunks(rows, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        std::uint32_t n = 0;
        for (std::size_t r = begin; r < end; ++r) {
            slot_of[r] = kNobody;
            if (!active(men.status[r])) continue;
            sort_b_[begin + n++] = entry(key_of(men.x_mm[r], men.y_mm[r]), static_cast<std::uint32_t>(r));
        }
        kept_in_chunk_[chunk] = n;
    });
    sort_a_.clear();
    for (std::size_t c = 0; c < jobs::chunks_of(rows, kChunk); ++c) {
        const auto first = sort_b_.begin() + static_cast<std::ptrdiff_t>(c * kChunk);
        sort_a_.insert(sort_a_.end(), first, first + kept_in_chunk_[c]);
    }
    sort_entries(sort_a_, sort_b_);
}

/// Men whose cell has not changed keep their order; the others, and newcomers, are sorted and merged in.
/// Gives up (false) when too many have moved. Leaves the sorted entries in sort_a_.
bool SpatialIndex::adapt(const SoldierTable& men, jobs::Jobs& jobs) {
    const std::size_t n = man.size(), rows = men.size();
    sort_b_.resize(n);
    moved_.resize(n);
    jobs.for_chunks(n, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        std::size_t kept = begin, moved = begin;
        for (std::size_t s = begin; s < end; ++s) {
            const std::uint32_t r = man[s];
            if (!active(men.status[r])) {
                slot_of[r] = kNobody;
                continue;
            }
            const std::uint32_t k = key_of(men.x_mm[r], men.y_mm[r]);
            if (k == key[s]) {
                sort_b_[kept++] = entry(k, r);
            } else {
                moved_[moved++] = entry(k, r);
            }
        }
        kept_in_chunk_[chunk] = static_cast<std::uint32_t>(kept - begin);
        moved_in_chunk_[chunk] = static_cast<std::uint32_t>(moved - begin);
    });
    jobs.for_chunks(rows, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        std::uint32_t fresh = 0;
        for (std::size_t r = begin; r < end; ++r)
            fresh += active(men.status[r]) && slot_of[r] == kNobody ? 1u : 0u;
        new_in_chunk_[chunk] = fresh;
    });
    std::size_t kept = 0, moved = 0;
    const std::size_t chunks = jobs::chunks_of(n, kChunk);
    for (std::size_t c = 0; c < chunks; ++c) {
        std::copy_n(moved_.begin() + static_cast<std::ptrdiff_t>(c * kChunk), moved_in_chunk_[c],
                    moved_.begin() + static_cast<std::ptrdiff_t>(moved));
        moved += moved_in_chunk_[c];
        kept += kept_in_chunk_[c];
    }
    moved_.resize(moved);
    for (std::size_t c = 0; c < jobs::chunks_of(rows, kChunk); ++c) {
        if (new_in_chunk_[c] == 0) continue;
        for (std::size_t r = c * kChunk; r < std::min(rows, (c + 1) * kChunk); ++r) {
            if (!active(men.status[r]) || slot_of[r] != kNobody) continue;
            moved_.push_back(entry(key_of(men.x_mm[r], men.y_mm[r]), static_cast<std::uint32_t>(r)));
        }
    }
    if (moved_.size() * kSortInsteadShare > n + 64) return false;
    sort_entries(moved_, sort_a_);
    merge(kept, jobs);
    return true;
}

/// Merges the kept entries (sort_b_, with gaps at the ends of chunks) with moved_ into sort_a_, chunk by chunk:
/// chunk c takes the moved entries below its successor's first kept entry.
void SpatialIndex::merge(std::size_t kept, jobs::Jobs& jobs) {
    const std::size_t n = man.size(), chunks = jobs::chunks_of(n, kChunk);
    sort_a_.resize(kept + moved_.size());
    std::size_t out = 0, taken = 0;
    for (std::size_t c = 0; c < chunks; ++c) {
        std::size_t upto = moved_.size();
        for (std::size_t next = c + 1; next < chunks; ++next) {
            if (kept_in_chunk_[next] == 0) continue;
            upto = static_cast<std::size_t>(
                std::lower_bound(moved_.begin(), moved_.end(), sort_b_[next * kChunk]) - moved_.begin());
            break;
        }
        moved_in_chunk_[c] = static_cast<std::uint32_t>(taken);
        new_in_chunk_[c] = static_cast<std::uint32_t>(out);
        out += kept_in_chunk_[c] + (upto - taken);
        taken = upto;
    }
    moved_in_chunk_[chunks] = static_cast<std::uint32_t>(taken);
    jobs.for_chunks(n, kChunk, [&](std::size_t c, std::size_t begin, std::size_t) {
        const auto first = sort_b_.begin() + static_cast<std::ptrdiff_t>(begin);
        std::merge(first, first + kept_in_chunk_[c], moved_.begin() + moved_in_chunk_[c],
                   moved_.begin() + moved_in_chunk_[c + 1], sort_a_.begin() + new_in_chunk_[c]);
    });
}

void SpatialIndex::set_size(std::size_t n) {
    man.resize(n), key.resize(n), x_mm.resize(n), y_mm.resize(n);
    side.resize(n), level.resize(n), body.resize(n), ranks_of.resize(n);
}

void SpatialIndex::fill_slot(const model::Model& model, const SoldierTable& men, std::uint32_t s,
                             std::uint32_t r) noexcept {
    x_mm[s] = men.x_mm[r], y_mm[s] = men.y_mm[r];
    side[s] = model.men.side[r], level[s] = men.level[r];
    body[s] = static_cast<Horse>(men.horse[r]) == Horse::lost ? kBodyUnhorsed : model.men.troop[r];
    ranks_of[s] = men.slot[r] != kNoSlot && in_ranks(men.morale[r]) ? men.unit[r] : kNoUnit;
}

void SpatialIndex::gather(const model::Model& model, const SoldierTable& men, jobs::Jobs& jobs) {
    const std::size_t n = sort_a_.size();
    set_size(n);
    jobs.for_chunks(n, kChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) {
            const auto r = static_cast<std::uint32_t>(sort_a_[s]);
            man[s] = r;
            key[s] = static_cast<std::uint32_t>(sort_a_[s] >> 32);
            slot_of[r] = static_cast<std::uint32_t>(s);
            fill_slot(model, men, static_cast<std::uint32_t>(s), r);
        }
    });
}

void SpatialIndex::fill_bands(jobs::Jobs& jobs) {
    const std::size_t n = key.size();
    const auto bands = static_cast<std::uint32_t>(bands_);
    jobs.for_chunks(n, kChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        std::uint32_t from = begin == 0 ? 0 : (key[begin - 1] >> 16) + 1;  // first band not yet begun
        for (std::size_t s = begin; s < end; ++s) {
            const std::uint32_t band = key[s] >> 16;
            for (; from <= band; ++from) band_start[from] = static_cast<std::uint32_t>(s);
        }
    });
    const std::uint32_t after = n == 0 ? 0 : (key[n - 1] >> 16) + 1;
    for (std::uint32_t b = after; b <= bands; ++b) band_start[b] = static_cast<std::uint32_t>(n);
}

}  // namespace linghe::world
