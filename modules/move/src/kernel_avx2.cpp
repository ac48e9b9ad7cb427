// The AVX2 form of the crowd kernel: the same operations in the same order as kernel_scalar.cpp, eight men at a time.
// Compiled with -mavx2 alone (no fused operations) and reached only through the table, after a test of the processor.
#include "kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

namespace linghe::move {

namespace {

void neighbours(const CrowdField& f, const CrowdRanges& ranges, float press2, float widest2, float look2,
                CrowdGroup& g, CrowdNear& listed) {
    const __m256i gx = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.x_mm));
    const __m256i gy = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.y_mm));
    const __m256 width = _mm256_load_ps(g.half_width_mm), own_range = _mm256_load_ps(g.range_mm);
    const __m256 press = _mm256_set1_ps(press2), widest = _mm256_set1_ps(widest2),
                 look = _mm256_set1_ps(look2);
    std::uint32_t listed_count = 0;
    const __m256 one = _mm256_set1_ps(1.0F), zero = _mm256_setzero_ps();
    __m256 count = zero, twins = zero, rx = zero, ry = zero, px = zero, py = zero;
    for (int r = 0; r < ranges.count; ++r) {
        for (std::uint32_t c = ranges.begin[r]; c < ranges.end[r]; ++c) {
            const __m256 dx = _mm256_cvtepi32_ps(_mm256_sub_epi32(gx, _mm256_set1_epi32(f.x_mm[c])));
            const __m256 dy = _mm256_cvtepi32_ps(_mm256_sub_epi32(gy, _mm256_set1_epi32(f.y_mm[c])));
            const __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
            count = _mm256_add_ps(count, _mm256_and_ps(_mm256_cmp_ps(d2, press, _CMP_LT_OQ), one));
            if (listed_count < CrowdNear::kMost) listed.slot[listed_count] = c;
            listed_count += _mm256_movemask_ps(_mm256_cmp_ps(d2, look, _CMP_LT_OQ)) != 0 ? 1u : 0u;
            const __m256 near = _mm256_cmp_ps(d2, widest, _CMP_LT_OQ);
            if (_mm256_movemask_ps(near) == 0) continue;
            const __m256 apart = _mm256_cmp_ps(d2, zero, _CMP_GT_OQ);
            twins = _mm256_add_ps(twins, _mm256_and_ps(_mm256_andnot_ps(apart, near), one));
            const __m256 both = _mm256_and_ps(near, apart);
            const __m256 s = _mm256_sqrt_ps(d2);
            const __m256 range = _mm256_add_ps(own_range, _mm256_set1_ps(f.range_mm[f.body[c]]));
            const __m256 contact = _mm256_add_ps(width, _mm256_set1_ps(f.half_width_mm[f.body[c]]));
            const __m256 q = _mm256_sub_ps(one, _mm256_div_ps(s, range));
            const __m256 w = _mm256_div_ps(_mm256_mul_ps(q, q), s);
            const __m256 in_range = _mm256_and_ps(both, _mm256_cmp_ps(s, range, _CMP_LT_OQ));
            rx = _mm256_add_ps(rx, _mm256_and_ps(in_range, _mm256_mul_ps(w, dx)));
            ry = _mm256_add_ps(ry, _mm256_and_ps(in_range, _mm256_mul_ps(w, dy)));
            const __m256 touching = _mm256_and_ps(both, _mm256_cmp_ps(s, contact, _CMP_LT_OQ));
            const __m256 o = _mm256_div_ps(_mm256_sub_ps(contact, s), s);
            px = _mm256_add_ps(px, _mm256_and_ps(touching, _mm256_mul_ps(o, dx)));
            py = _mm256_add_ps(py, _mm256_and_ps(touching, _mm256_mul_ps(o, dy)));
        }
    }
    listed.count = listed_count;
    _mm256_store_ps(g.count, count), _mm256_store_ps(g.twins, twins);
    _mm256_store_ps(g.rep_x, rx), _mm256_store_ps(g.rep_y, ry);
    _mm256_store_ps(g.push_x, px), _mm256_store_ps(g.push_y, py);
}

void headway(const CrowdField& f, const CrowdNear& near, CrowdGroup& g) {
    const __m256i gx = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.x_mm));
    const __m256i gy = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.y_mm));
    const __m256 width = _mm256_load_ps(g.lane_mm), length = _mm256_load_ps(g.half_length_mm);
    const __m256 ex = _mm256_load_ps(g.ex), ey = _mm256_load_ps(g.ey), look = _mm256_load_ps(g.look2_mm2);
    const __m256 zero = _mm256_setzero_ps();
    const __m256i corps = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.corps));
    __m256 gap = _mm256_set1_ps(kFreeWayMm);
    for (std::uint32_t i = 0; i < near.count; ++i) {
        const std::uint32_t c = near.slot[i];
        const __m256 dx = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(f.x_mm[c]), gx));
        const __m256 dy = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(f.y_mm[c]), gy));
        const __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
        const __m256 along = _mm256_add_ps(_mm256_mul_ps(dx, ex), _mm256_mul_ps(dy, ey));
        const __m256 aside = _mm256_sub_ps(_mm256_mul_ps(dx, ey), _mm256_mul_ps(dy, ex));
        const __m256 lane = _mm256_add_ps(width, _mm256_set1_ps(f.half_width_mm[f.body[c]]));
        const __m256 lane2 = _mm256_mul_ps(lane, lane);
        const __m256 rest2 = _mm256_sub_ps(lane2, _mm256_mul_ps(aside, aside));
        __m256 m = _mm256_and_ps(_mm256_cmp_ps(d2, look, _CMP_LT_OQ), _mm256_cmp_ps(along, zero, _CMP_GT_OQ));
        m = _mm256_and_ps(m, _mm256_cmp_ps(rest2, zero, _CMP_GT_OQ));
        if (_mm256_movemask_ps(m) == 0) continue;
        m = _mm256_andnot_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(corps, _mm256_set1_epi32(f.corps[c]))),
                             m);
        const __m256 bodies = _mm256_add_ps(length, _mm256_set1_ps(f.half_length_mm[f.body[c]]));
        const __m256 free = _mm256_sub_ps(_mm256_div_ps(_mm256_mul_ps(along, lane2), rest2), bodies);
        m = _mm256_and_ps(m, _mm256_cmp_ps(free, gap, _CMP_LT_OQ));
        gap = _mm256_blendv_ps(gap, free, m);
    }
    _mm256_store_ps(g.gap_mm, gap);
}

void enemies(const CrowdField& f, const CrowdNear& listed, float radius2, CrowdGroup& g) {
    const __m256i gx = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.x_mm));
    const __m256i gy = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.y_mm));
    const __m256i side = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.side));
    __m256 best = _mm256_set1_ps(radius2);
    __m256i who = _mm256_set1_epi32(-1);
    for (std::uint32_t i = 0; i < listed.count; ++i) {
        const std::uint32_t c = listed.slot[i];
        const __m256 dx = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(f.x_mm[c]), gx));
        const __m256 dy = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(f.y_mm[c]), gy));
        const __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
        const __m256 friends = _mm256_castsi256_ps(_mm256_cmpeq_epi32(side, _mm256_set1_epi32(f.side[c])));
        const __m256 m = _mm256_andnot_ps(friends, _mm256_cmp_ps(d2, best, _CMP_LT_OQ));
        best = _mm256_blendv_ps(best, d2, m);
        who = _mm256_castps_si256(
            _mm256_blendv_ps(_mm256_castsi256_ps(who),
                             _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<std::int32_t>(c))), m));
    }
    _mm256_store_ps(g.enemy2_mm2, best);
    _mm256_store_si256(reinterpret_cast<__m256i*>(g.enemy), who);
}

constexpr Kernel kAvx2{"avx2", neighbours, headway, enemies};

}  // namespace

const Kernel* avx2_kernel() noexcept { return &kAvx2; }

}  // namespace linghe::move

#else

namespace linghe::move {
const Kernel* avx2_kernel() noexcept { return nullptr; }
}  // namespace linghe::move

#endif
