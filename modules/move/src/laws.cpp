#include "linghe/move/laws.hpp"

#include <cmath>

#include "linghe/math/detmath.hpp"

namespace linghe::move {

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

float slide_speed_m_s(float body_kg, float worn_kg, float height_m, float friction, float depth_m,
                      float width_m, float drag_cd, float density_kg_m3) noexcept {
    constexpr float kGravity = 9.81F;
    const float under = depth_m < height_m ? depth_m / height_m : 1.0F;
    const float weight_n = kGravity * (body_kg + worn_kg - body_kg * under);
    if (!(weight_n > 0.0F) || !(depth_m > 0.0F)) return 0.0F;
    return std::sqrt(friction * weight_n / (0.5F * density_kg_m3 * drag_cd * width_m * depth_m));
}

float abt_m2_s(float mass_kg, float height_m) noexcept {
    const float e = det::exp(0.001906F * height_m * mass_kg + 1.09F);
    return 0.0929F * e * e;
}

float pandolf_speed(float power_w, float man_kg, float load_kg, float grade_percent, float eta) noexcept {
    const float free_w = power_w - pandolf_w(man_kg, load_kg, 0.0F, 0.0F, eta);
    if (!(free_w > 0.0F)) return 0.0F;
    const float a = 1.5F, b = 0.35F * grade_percent, c = -free_w / (eta * (man_kg + load_kg));
    const float root = b * b - 4.0F * a * c;  // c < 0: the root is real, the greater one positive
    return (-b + std::sqrt(root)) / (2.0F * a);
}

float night_factor(float lux, float share, float night_lux, float day_lux) noexcept {
    if (!(lux > 0.0F) || lux >= day_lux) return 1.0F;  // light is not known, or there is enough
    if (lux <= night_lux) return share;
    return share + (1.0F - share) * det::log(lux / night_lux) / det::log(day_lux / night_lux);
}

float fatigue_step(float share, float speed_m_s, float critical_m_s, float store_m, float dt_s) noexcept {
    if (!(store_m > 0.0F)) return share;
    const float rate = (critical_m_s - speed_m_s) / store_m * dt_s;
    // exp(-rate) by its series where the step is short: the next term is below 7e-9.
    const float decay =
        rate > 0.02F ? det::exp(-rate) : 1.0F - rate * (1.0F - rate * (0.5F - rate * (1.0F / 6.0F)));
    const float next = rate < 0.0F ? share + rate : 1.0F - (1.0F - share) * decay;
    return next < 0.0F ? 0.0F : (next > 1.0F ? 1.0F : next);
}

}  // namespace linghe::move
