// The AVX2 form of the crowd kernel: the same operations in the same order as kernel_scalar.cpp, eight men at a time.
// Compiled with -mavx2 alone (no fused operations) and reached only through the table, after a test of the processor.
#include "kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

namespace linghe::move {

namespace {

/// What the eight feel of their neighbours, summed in the order of the slots.
struct Felt {
    __m256 twins, rx, ry, px, py;
};

/// Adds the candidates of a list; all of them are near to somebody.
void feel(const CrowdField& f, const CrowdGroup& g, float widest2, const std::uint32_t* slots,
          std::uint32_t count, Felt& sum) {
    const __m256i gx = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.x_mm));
    const __m256i gy = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.y_mm));
    const __m256 width = _mm256_load_ps(g.half_width_mm), own_range = _mm256_load_ps(g.range_mm);
    const __m256 widest = _mm256_set1_ps(widest2), one = _mm256_set1_ps(1.0F), zero = _mm256_setzero_ps();
    Felt felt = sum;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t c = slots[i];
        const __m256 dx = _mm256_cvtepi32_ps(_mm256_sub_epi32(gx, _mm256_set1_epi32(f.x_mm[c])));
        const __m256 dy = _mm256_cvtepi32_ps(_mm256_sub_epi32(gy, _mm256_set1_epi32(f.y_mm[c])));
        const __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
        const __m256 near = _mm256_cmp_ps(d2, widest, _CMP_LT_OQ);
        const __m256 apart = _mm256_cmp_ps(d2, zero, _CMP_GT_OQ);
        felt.twins = _mm256_add_ps(felt.twins, _mm256_and_ps(_mm256_andnot_ps(apart, near), one));
        const __m256 both = _mm256_and_ps(near, apart);
        const __m256 s = _mm256_sqrt_ps(d2);
        const __m256 per_mm = _mm256_div_ps(one, s);
        const __m256 range = _mm256_add_ps(own_range, _mm256_set1_ps(f.range_mm[f.body[c]]));
        const __m256 contact = _mm256_add_ps(width, _mm256_set1_ps(f.half_width_mm[f.body[c]]));
        const __m256 q = _mm256_sub_ps(one, _mm256_div_ps(s, range));
        const __m256 w = _mm256_mul_ps(_mm256_mul_ps(q, q), per_mm);
        const __m256 in_range = _mm256_and_ps(both, _mm256_cmp_ps(s, range, _CMP_LT_OQ));
        felt.rx = _mm256_add_ps(felt.rx, _mm256_and_ps(in_range, _mm256_mul_ps(w, dx)));
        felt.ry = _mm256_add_ps(felt.ry, _mm256_and_ps(in_range, _mm256_mul_ps(w, dy)));
        const __m256 touching = _mm256_and_ps(both, _mm256_cmp_ps(s, contact, _CMP_LT_OQ));
        const __m256 o = _mm256_mul_ps(_mm256_sub_ps(contact, s), per_mm);
        felt.px = _mm256_add_ps(felt.px, _mm256_and_ps(touching, _mm256_mul_ps(o, dx)));
        felt.py = _mm256_add_ps(felt.py, _mm256_and_ps(touching, _mm256_mul_ps(o, dy)));
    }
    sum = felt;
}

// First all candidates are sifted without a branch, then those near enough to be felt are looked at closely: whether a
// candidate is near is as good as a coin, and a branch that guesses wrong costs more than the sifting.
void neighbours(const CrowdField& f, const CrowdRanges& ranges, float press2, float widest2, float look2,
                CrowdGroup& g, CrowdNear& listed) {
    constexpr std::uint32_t kClose = 1024;
    std::uint32_t close[kClose + 1];
    std::uint32_t close_count = 0, listed_count = 0;
    const __m256i gx = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.x_mm));
    const __m256i gy = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.y_mm));
    const __m256 press = _mm256_set1_ps(press2), widest = _mm256_set1_ps(widest2),
                 look = _mm256_set1_ps(look2);
    const __m256 zero = _mm256_setzero_ps();
    __m256i count = _mm256_setzero_si256();
    Felt felt{zero, zero, zero, zero, zero};
    const std::int32_t one_corps = g.one_corps;
    for (int r = 0; r < ranges.count; ++r) {
        for (std::uint32_t c = ranges.begin[r]; c < ranges.end[r]; ++c) {
            const __m256 dx = _mm256_cvtepi32_ps(_mm256_sub_epi32(gx, _mm256_set1_epi32(f.x_mm[c])));
            const __m256 dy = _mm256_cvtepi32_ps(_mm256_sub_epi32(gy, _mm256_set1_epi32(f.y_mm[c])));
            const __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
            count = _mm256_sub_epi32(count, _mm256_castps_si256(_mm256_cmp_ps(d2, press, _CMP_LT_OQ)));
            const bool ahead = _mm256_movemask_ps(_mm256_cmp_ps(d2, look, _CMP_LT_OQ)) != 0;
            const std::uint32_t at = listed_count < CrowdNear::kMost ? listed_count : CrowdNear::kMost;
            listed.slot[at] = c;
            listed_count +=
                static_cast<std::uint32_t>(ahead) & static_cast<std::uint32_t>(one_corps != f.corps[c]);
            close[close_count] = c;
            close_count += _mm256_movemask_ps(_mm256_cmp_ps(d2, widest, _CMP_LT_OQ)) != 0 ? 1u : 0u;
            if (close_count == kClose) feel(f, g, widest2, close, close_count, felt), close_count = 0;
        }
    }
    feel(f, g, widest2, close, close_count, felt);
    listed.count = listed_count;
    _mm256_store_ps(g.count, _mm256_cvtepi32_ps(count)), _mm256_store_ps(g.twins, felt.twins);
    _mm256_store_ps(g.rep_x, felt.rx), _mm256_store_ps(g.rep_y, felt.ry);
    _mm256_store_ps(g.push_x, felt.px), _mm256_store_ps(g.push_y, felt.py);
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
        const __m256 lane = _mm256_add_ps(width, _mm256_set1_ps(f.half_lane_mm[f.body[c]]));
        const __m256 lane2 = _mm256_mul_ps(lane, lane);
        const __m256 rest2 = _mm256_sub_ps(lane2, _mm256_mul_ps(aside, aside));
        __m256 m = _mm256_and_ps(_mm256_cmp_ps(d2, look, _CMP_LT_OQ), _mm256_cmp_ps(along, zero, _CMP_GT_OQ));
        m = _mm256_and_ps(m, _mm256_cmp_ps(rest2, zero, _CMP_GT_OQ));
        m = _mm256_andnot_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(corps, _mm256_set1_epi32(f.corps[c]))),
                             m);
        const __m256 bodies = _mm256_add_ps(length, _mm256_set1_ps(f.half_length_mm[f.body[c]]));
        const __m256 free = _mm256_sub_ps(_mm256_div_ps(_mm256_mul_ps(along, lane2), rest2), bodies);
        m = _mm256_and_ps(m, _mm256_cmp_ps(free, gap, _CMP_LT_OQ));
        gap = _mm256_blendv_ps(gap, free, m);
    }
    _mm256_store_ps(g.gap_mm, gap);
}

template <bool kMixed>
void enemies_of(const CrowdField& f, const CrowdNear& listed, float radius2, CrowdGroup& g) {
    const __m256i gx = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.x_mm));
    const __m256i gy = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.y_mm));
    [[maybe_unused]] const __m256i side = _mm256_load_si256(reinterpret_cast<const __m256i*>(g.side));
    __m256 best = _mm256_set1_ps(radius2);
    __m256i who = _mm256_set1_epi32(-1);
    for (std::uint32_t i = 0; i < listed.count; ++i) {
        const std::uint32_t c = listed.slot[i];
        const __m256 dx = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(f.x_mm[c]), gx));
        const __m256 dy = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(f.y_mm[c]), gy));
        const __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
        __m256 m = _mm256_cmp_ps(d2, best, _CMP_LT_OQ);
        if constexpr (kMixed) {
            const __m256i friends = _mm256_cmpeq_epi32(side, _mm256_set1_epi32(f.side[c]));
            m = _mm256_andnot_ps(_mm256_castsi256_ps(friends), m);
        }
        best = _mm256_blendv_ps(best, d2, m);
        who = _mm256_castps_si256(
            _mm256_blendv_ps(_mm256_castsi256_ps(who),
                             _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<std::int32_t>(c))), m));
    }
    _mm256_store_ps(g.enemy2_mm2, best);
    _mm256_store_si256(reinterpret_cast<__m256i*>(g.enemy), who);
}

void enemies(const CrowdField& f, const CrowdNear& listed, float radius2, bool mixed, CrowdGroup& g) {
    mixed ? enemies_of<true>(f, listed, radius2, g) : enemies_of<false>(f, listed, radius2, g);
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
