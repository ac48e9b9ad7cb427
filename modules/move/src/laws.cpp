#include "linghe/move/laws.hpp"

#include "linghe/math/detmath.hpp"

namespace linghe::move {

float headway_speed(const Headway& h, float gap_m) noexcept {
    if (!(gap_m > 0.0F)) return 0.0F;
    const float knee_m = h.walk_s * h.walk_m_s;
    if (gap_m <= knee_m) return gap_m / h.walk_s;
    return h.walk_m_s + (gap_m - knee_m) / h.run_s;
}

float headway_gap(const Headway& h, float speed_m_s) noexcept {
    if (speed_m_s <= h.walk_m_s) return h.walk_s * speed_m_s;
    return h.walk_s * h.walk_m_s + h.run_s * (speed_m_s - h.walk_m_s);
}

float single_file_speed(float per_m, float length_m, float headway_s) noexcept {
    const float v = (1.0F / per_m - length_m) / headway_s;
    return v > 0.0F ? v : 0.0F;
}

float weidmann_speed(float per_m2) noexcept {
    constexpr float kFree = 1.34F, kGamma = 1.913F, kMost = 5.4F;
    if (per_m2 >= kMost) return 0.0F;
    return kFree * (1.0F - det::exp(-kGamma * (1.0F / per_m2 - 1.0F / kMost)));
}

float sfpe_speed(float per_m2) noexcept {
    const float v = 1.4F * (1.0F - 0.266F * per_m2);
    return v > 0.0F ? v : 0.0F;
}

float wading_speed(float depth_m, float power_w, float width_m, float drag_cd, float density_kg_m3,
                   float free_m_s) noexcept {
    if (depth_m <= 0.0F) return free_m_s;
    const float v = det::pow(power_w / (0.5F * density_kg_m3 * drag_cd * width_m * depth_m), 1.0F / 3.0F);
    return v < free_m_s ? v : free_m_s;
}

float fatigue_step(float share, float speed_m_s, float critical_m_s, float store_m, float dt_s) noexcept {
    if (!(store_m > 0.0F)) return share;
    const float rate = (critical_m_s - speed_m_s) / store_m * dt_s;
    const float next = rate < 0.0F ? share + rate : 1.0F - (1.0F - share) * det::exp(-rate);
    return next < 0.0F ? 0.0F : (next > 1.0F ? 1.0F : next);
}

float smoke_share(float sight_m, float full_sight_m, float floor) noexcept {
    if (sight_m >= full_sight_m) return 1.0F;
    return floor + (1.0F - floor) * (sight_m / full_sight_m);
}

}  // namespace linghe::move
