#include <cmath>

#include "kernel.hpp"

namespace linghe::move {

namespace {

void list_near(const CrowdField& f, const CrowdRanges& ranges, float look2, const CrowdGroup& g,
               CrowdNear& near) {
    near.count = 0;
    for (int r = 0; r < ranges.count; ++r) {
        for (std::uint32_t c = ranges.begin[r]; c < ranges.end[r]; ++c) {
            bool any = false;
            for (int l = 0; l < kLanes; ++l) {
                const float dx = static_cast<float>(g.x_mm[l] - f.x_mm[c]);
                const float dy = static_cast<float>(g.y_mm[l] - f.y_mm[c]);
                any = any || dx * dx + dy * dy < look2;
            }
            if (!any || g.one_corps == f.corps[c]) continue;
            if (near.count < CrowdNear::kMost) near.slot[near.count] = c;
            ++near.count;
        }
    }
}

void neighbours(const CrowdField& f, const CrowdRanges& ranges, float press2, float widest2, float look2,
                CrowdGroup& g, CrowdNear& near) {
    list_near(f, ranges, look2, g, near);
    for (int l = 0; l < kLanes; ++l) {
        float count = 0, twins = 0, rx = 0, ry = 0, px = 0, py = 0;
        for (int r = 0; r < ranges.count; ++r) {
            for (std::uint32_t c = ranges.begin[r]; c < ranges.end[r]; ++c) {
                const float dx = static_cast<float>(g.x_mm[l] - f.x_mm[c]);
                const float dy = static_cast<float>(g.y_mm[l] - f.y_mm[c]);
                const float d2 = dx * dx + dy * dy;
                if (d2 < press2) count += 1.0F;
                if (!(d2 < widest2)) continue;
                if (!(d2 > 0.0F)) {
                    twins += 1.0F;
                    continue;
                }
                const float s = std::sqrt(d2), per_mm = 1.0F / s;
                const float range = g.range_mm[l] + f.range_mm[f.body[c]];
                const float contact = g.half_width_mm[l] + f.half_width_mm[f.body[c]];
                if (s < range) {
                    const float q = 1.0F - s / range;
                    const float w = q * q * per_mm;
                    rx += w * dx;
                    ry += w * dy;
                }
                if (s < contact) {
                    const float o = (contact - s) * per_mm;
                    px += o * dx;
                    py += o * dy;
                }
            }
        }
        g.count[l] = count, g.twins[l] = twins;
        g.rep_x[l] = rx, g.rep_y[l] = ry, g.push_x[l] = px, g.push_y[l] = py;
    }
}

void headway(const CrowdField& f, const CrowdNear& near, CrowdGroup& g) {
    for (int l = 0; l < kLanes; ++l) {
        float gap = kFreeWayMm;
        for (std::uint32_t i = 0; i < near.count; ++i) {
            const std::uint32_t c = near.slot[i];
            const float dx = static_cast<float>(f.x_mm[c] - g.x_mm[l]);
            const float dy = static_cast<float>(f.y_mm[c] - g.y_mm[l]);
            const float d2 = dx * dx + dy * dy;
            const float along = dx * g.ex[l] + dy * g.ey[l];
            const float aside = dx * g.ey[l] - dy * g.ex[l];
            const float lane = g.lane_mm[l] + f.half_lane_mm[f.body[c]];
            const float lane2 = lane * lane, rest2 = lane2 - aside * aside;
            if (!(d2 < g.look2_mm2[l] && along > 0.0F && rest2 > 0.0F)) continue;
            if (g.corps[l] == static_cast<std::int32_t>(f.corps[c])) continue;
            const float free = along * lane2 / rest2 - (g.half_length_mm[l] + f.half_length_mm[f.body[c]]);
            if (free < gap) gap = free;
        }
        g.gap_mm[l] = gap;
    }
}

template <bool kMixed>
void enemies_of(const CrowdField& f, const CrowdNear& listed, float radius2, CrowdGroup& g) {
    for (int l = 0; l < kLanes; ++l) {
        float best = radius2;
        std::int32_t who = -1;
        for (std::uint32_t i = 0; i < listed.count; ++i) {
            const std::uint32_t c = listed.slot[i];
            const float dx = static_cast<float>(f.x_mm[c] - g.x_mm[l]);
            const float dy = static_cast<float>(f.y_mm[c] - g.y_mm[l]);
            const float d2 = dx * dx + dy * dy;
            if ((!kMixed || f.side[c] != g.side[l]) && d2 < best) {
                best = d2;
                who = static_cast<std::int32_t>(c);
            }
        }
        g.enemy2_mm2[l] = best;
        g.enemy[l] = who;
    }
}

void enemies(const CrowdField& f, const CrowdNear& listed, float radius2, bool mixed, CrowdGroup& g) {
    mixed ? enemies_of<true>(f, listed, radius2, g) : enemies_of<false>(f, listed, radius2, g);
}

}  // namespace

const Kernel& scalar_kernel() noexcept {
    static constexpr Kernel kernel{"scalar", neighbours, headway, enemies};
    return kernel;
}

}  // namespace linghe::move
