#include "linghe/world/sectors.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/world/states.hpp"

namespace linghe::world {

namespace {

constexpr std::int32_t kBandsPerSector = kSectorMm / kIndexCellMm;
constexpr std::size_t kRowsPerChunk = 8;
constexpr std::int32_t kOccupied = -2;

void add_man(SectorSide& sum, const model::Model& model, const SoldierTable& men, const SpatialIndex& index,
             std::uint32_t slot, std::int32_t corner_x_mm, std::int32_t corner_y_mm) {
    const std::uint32_t r = index.man[slot];
    const auto morale = static_cast<Morale>(men.morale[r]);
    const std::int32_t vx = men.vx_mm_s[r], vy = men.vy_mm_s[r];
    const std::uint32_t weight = model.men.expressiveness_q8[r];
    ++sum.men;
    sum.steady +=
        morale == Morale::steady || morale == Morale::shaken || morale == Morale::last_stand ? 1u : 0u;
    sum.fleeing += fleeing(men.morale[r]) ? 1u : 0u;
    sum.fighting += static_cast<Doing>(men.doing[r]) == Doing::fighting ? 1u : 0u;
    sum.mounted += static_cast<Horse>(men.horse[r]) == Horse::mounted ? 1u : 0u;
    sum.weight += weight;
    sum.shown += std::uint64_t{weight} * men.shown_q16[r];
    sum.x_mm += index.x_mm[slot] - corner_x_mm;
    sum.y_mm += index.y_mm[slot] - corner_y_mm;
    sum.vx_mm_s += vx;
    sum.vy_mm_s += vy;
    sum.speed_mm_s += static_cast<std::uint32_t>(std::sqrt(static_cast<double>(vx * vx + vy * vy))) / 16u;
}

}  // namespace

std::int32_t SectorTable::sector_of(std::int32_t x_mm, std::int32_t y_mm) const noexcept {
    const std::int64_t dx = std::int64_t{x_mm} - x0_mm, dy = std::int64_t{y_mm} - y0_mm;
    const auto sx =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(dx < 0 ? 0 : dx / kSectorMm, 0, nx - 1));
    const auto sy =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(dy < 0 ? 0 : dy / kSectorMm, 0, ny - 1));
    return sy * nx + sx;
}

const std::array<SectorSide, kMaxSides>* SectorTable::at(std::int32_t s) const noexcept {
    if (s < 0 || static_cast<std::size_t>(s) >= entry_of.size()) return nullptr;
    const std::int32_t e = entry_of[static_cast<std::size_t>(s)];
    return e < 0 ? nullptr : &sums[static_cast<std::size_t>(e)];
}

void SectorTable::rebuild(const model::Model& model, const SoldierTable& men, const SpatialIndex& index,
                          jobs::Jobs& jobs) {
    const auto& g = model.ground;
    x0_mm = g.x0_mm, y0_mm = g.y0_mm;
    const auto sectors_in = [](std::int32_t n, std::int32_t cell_mm) {
        return static_cast<std::int32_t>(
            std::max<std::int64_t>(1, (std::int64_t{n} * cell_mm + kSectorMm - 1) / kSectorMm));
    };
    nx = sectors_in(g.nx, g.cell_mm), ny = sectors_in(g.ny, g.cell_mm);
    const std::size_t dense = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
    if (entry_of.size() != dense) {
        entry_of.resize(dense);
        sums.reserve(std::min(dense, men.size()));
        sector.reserve(std::min(dense, men.size()));
        row_entries_.resize(static_cast<std::size_t>(ny) + 1);
    }
    const auto slots_of_row = [&](std::size_t row, std::uint32_t& begin, std::uint32_t& end) {
        const auto bands = static_cast<std::size_t>(index.bands());
        begin = index.band_start[std::min(bands, row * kBandsPerSector)];
        end = index.band_start[std::min(bands, (row + 1) * kBandsPerSector)];
    };
    const auto column_of = [&](std::uint32_t slot) {
        return static_cast<std::size_t>(
            std::min(static_cast<std::int32_t>((index.key[slot] & 0xffffu)) / kBandsPerSector, nx - 1));
    };
    const auto rows = static_cast<std::size_t>(ny), columns = static_cast<std::size_t>(nx);
    jobs.for_chunks(rows, kRowsPerChunk, [&](std::size_t, std::size_t row_begin, std::size_t row_end) {
        for (std::size_t row = row_begin; row < row_end; ++row) {
            std::fill_n(entry_of.begin() + static_cast<std::ptrdiff_t>(row * columns), columns, -1);
            std::uint32_t begin = 0, end = 0, count = 0;
            slots_of_row(row, begin, end);
            for (std::uint32_t s = begin; s < end; ++s) {
                std::int32_t& mark = entry_of[row * columns + column_of(s)];
                count += mark == kOccupied ? 0u : 1u;
                mark = kOccupied;
            }
            row_entries_[row] = count;
        }
    });
    std::uint32_t total = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint32_t count = row_entries_[row];
        row_entries_[row] = total;
        total += count;
    }
    sector.resize(total);
    sums.resize(total);
    jobs.for_chunks(rows, kRowsPerChunk, [&](std::size_t, std::size_t row_begin, std::size_t row_end) {
        for (std::size_t row = row_begin; row < row_end; ++row) {
            std::uint32_t begin = 0, end = 0, next = row_entries_[row];
            slots_of_row(row, begin, end);
            if (begin == end) continue;
            for (std::size_t c = 0; c < columns; ++c) {
                std::int32_t& e = entry_of[row * columns + c];
                if (e != kOccupied) continue;
                sector[next] = static_cast<std::int32_t>(row * columns + c);
                sums[next] = {};
                e = static_cast<std::int32_t>(next++);
            }
            const std::int32_t corner_y = y0_mm + static_cast<std::int32_t>(row) * kSectorMm;
            for (std::uint32_t s = begin; s < end; ++s) {
                const std::size_t c = column_of(s);
                const std::uint8_t side = index.side[s];
                if (side >= kMaxSides) continue;
                auto& sum = sums[static_cast<std::size_t>(entry_of[row * columns + c])][side];
                add_man(sum, model, men, index, s, x0_mm + static_cast<std::int32_t>(c) * kSectorMm,
                        corner_y);
            }
        }
    });
}

}  // namespace linghe::world
