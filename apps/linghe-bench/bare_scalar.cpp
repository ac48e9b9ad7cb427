#include <algorithm>
#include <cmath>

#include "bare.hpp"

namespace linghe::bench {

// The twin of bare_avx2.cpp: the same operations on the same candidates, one dot at a time.
void force_scalar(Dots& d) {
    const auto cells = static_cast<std::size_t>(d.cells);
    for (std::size_t row = 0; row < cells; ++row) {
        const std::uint32_t row_begin = d.start[row * cells], row_end = d.start[row * cells + cells];
        for (std::uint32_t i = row_begin; i < row_end; ++i) {
            // The twin looks at what its eight look at: the cells near the first and the last of them.
            const std::uint32_t head = row_begin + (i - row_begin) / 8 * 8,
                                tail = std::min(head + 7, row_end - 1);
            const auto cell = [&](std::uint32_t k) {
                return static_cast<std::size_t>(
                    std::clamp(static_cast<std::int32_t>(d.x[k] * 0.5F), 0, d.cells - 1));
            };
            const std::size_t c0 = cell(head) == 0 ? 0 : cell(head) - 1, c1 = std::min(cells, cell(tail) + 2);
            float fx = 0, fy = 0, best = 4.0F;
            std::int32_t who = -1;
            for (std::size_t r = row == 0 ? 0 : row - 1; r < std::min(cells, row + 2); ++r) {
                const std::uint32_t end = d.start[r * cells + c1];
                for (std::uint32_t c = d.start[r * cells + c0]; c < end; ++c) {
                    const float dx = d.x[i] - d.x[c], dy = d.y[i] - d.y[c];
                    const float d2 = dx * dx + dy * dy;
                    const float s = std::sqrt(std::max(d2, 1.0e-6F)), near = d2 < 4.0F ? 1.0F : 0.0F;
                    const float w = near * ((1.0F - s * 0.5F) / s);
                    fx += w * dx, fy += w * dy;
                    if (d.side[c] != d.side[i] && d2 < best) best = d2, who = static_cast<std::int32_t>(c);
                }
            }
            d.enemy[i] = who;
            const float halt = who >= 0 ? 0.0F : 1.0F;
            d.svx[i] = 0.8F * d.vx[i] + 0.1F * fx;
            d.svy[i] = (0.8F * d.vy[i] + 0.1F * fy + (d.side[i] == 0 ? 0.24F : -0.24F)) * halt;
        }
    }
    const std::size_t n = d.cell_of.size();
    for (std::size_t i = 0; i < n; ++i) {
        d.vx[i] = d.svx[i], d.vy[i] = d.svy[i];
        d.x[i] += d.vx[i] * kStepS, d.y[i] += d.vy[i] * kStepS;
    }
}

}  // namespace linghe::bench
