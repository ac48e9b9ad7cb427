#include "bare.hpp"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

namespace linghe::bench {

namespace {
std::int32_t cell_at(float x, std::int32_t cells) {
    const auto c = static_cast<std::int32_t>(x * 0.5F);
    return c < 0 ? 0 : (c >= cells ? cells - 1 : c);
}
}  // namespace

// Eight dots of one row of cells against every dot of the three rows near them.
void force_avx2(Dots& d) {
    const std::int32_t cells = d.cells;
    const __m256 four = _mm256_set1_ps(4.0F), one = _mm256_set1_ps(1.0F), half = _mm256_set1_ps(0.5F);
    const __m256 least = _mm256_set1_ps(1.0e-6F);
    for (std::int32_t row = 0; row < cells; ++row) {
        const std::uint32_t row_begin = d.start[static_cast<std::size_t>(row) * cells];
        const std::uint32_t row_end = d.start[static_cast<std::size_t>(row + 1) * cells];
        for (std::uint32_t i = row_begin; i < row_end; i += 8) {
            const std::uint32_t last = i + 8 <= row_end ? i + 7 : row_end - 1;
            const std::int32_t first_cell = cell_at(d.x[i], cells), last_cell = cell_at(d.x[last], cells);
            const std::int32_t c0 = first_cell > 0 ? first_cell - 1 : 0,
                               c1 = last_cell + 2 < cells ? last_cell + 2 : cells;
            const __m256 x = _mm256_loadu_ps(&d.x[i]), y = _mm256_loadu_ps(&d.y[i]);
            const __m256i side = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&d.side[i]));
            __m256 fx = _mm256_setzero_ps(), fy = fx, best = four;
            __m256i who = _mm256_set1_epi32(-1);
            for (std::int32_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < cells; ++r) {
                const std::uint32_t end = d.start[static_cast<std::size_t>(r) * cells + c1];
                for (std::uint32_t c = d.start[static_cast<std::size_t>(r) * cells + c0]; c < end; ++c) {
                    const __m256 dx = _mm256_sub_ps(x, _mm256_broadcast_ss(&d.x[c]));
                    const __m256 dy = _mm256_sub_ps(y, _mm256_broadcast_ss(&d.y[c]));
                    const __m256 d2 = _mm256_fmadd_ps(dx, dx, _mm256_mul_ps(dy, dy));
                    const __m256 near = _mm256_cmp_ps(d2, four, _CMP_LT_OQ);
                    const __m256 s = _mm256_sqrt_ps(_mm256_max_ps(d2, least));
                    const __m256 w = _mm256_and_ps(near, _mm256_div_ps(_mm256_fnmadd_ps(s, half, one), s));
                    fx = _mm256_fmadd_ps(w, dx, fx);
                    fy = _mm256_fmadd_ps(w, dy, fy);
                    const __m256 same =
                        _mm256_castsi256_ps(_mm256_cmpeq_epi32(side, _mm256_set1_epi32(d.side[c])));
                    const __m256 m = _mm256_andnot_ps(same, _mm256_cmp_ps(d2, best, _CMP_LT_OQ));
                    if (_mm256_movemask_ps(m) == 0) continue;
                    best = _mm256_blendv_ps(best, d2, m);
                    who = _mm256_castps_si256(_mm256_blendv_ps(
                        _mm256_castsi256_ps(who),
                        _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<std::int32_t>(c))), m));
                }
            }
            const __m256 halt = _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_setzero_si256(), who));
            const __m256 south = _mm256_castsi256_ps(_mm256_cmpeq_epi32(side, _mm256_setzero_si256()));
            const __m256 drive = _mm256_blendv_ps(_mm256_set1_ps(-0.24F), _mm256_set1_ps(0.24F), south);
            const __m256 keep = _mm256_set1_ps(0.8F), push = _mm256_set1_ps(0.1F);
            const __m256 vx = _mm256_fmadd_ps(push, fx, _mm256_mul_ps(keep, _mm256_loadu_ps(&d.vx[i])));
            const __m256 vy = _mm256_add_ps(
                drive, _mm256_fmadd_ps(push, fy, _mm256_mul_ps(keep, _mm256_loadu_ps(&d.vy[i]))));
            _mm256_storeu_ps(&d.svx[i], vx);  // lanes beyond the row are written again by the next row
            _mm256_storeu_ps(&d.svy[i], _mm256_and_ps(vy, halt));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(&d.enemy[i]), who);
        }
    }
    const __m256 dt = _mm256_set1_ps(kStepS);
    const auto n = static_cast<std::uint32_t>(d.cell_of.size());
    for (std::uint32_t i = 0; i < n; i += 8) {  // the columns have eight spare rows
        const __m256 vx = _mm256_loadu_ps(&d.svx[i]), vy = _mm256_loadu_ps(&d.svy[i]);
        _mm256_storeu_ps(&d.vx[i], vx);
        _mm256_storeu_ps(&d.vy[i], vy);
        _mm256_storeu_ps(&d.x[i], _mm256_fmadd_ps(vx, dt, _mm256_loadu_ps(&d.x[i])));
        _mm256_storeu_ps(&d.y[i], _mm256_fmadd_ps(vy, dt, _mm256_loadu_ps(&d.y[i])));
    }
}

}  // namespace linghe::bench

#else

namespace linghe::bench {
void force_avx2(Dots& d) { force_scalar(d); }
}  // namespace linghe::bench

#endif
