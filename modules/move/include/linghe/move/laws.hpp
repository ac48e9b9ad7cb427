// laws: the published formulas behind move, one function each, in SI units.
// Called by move, its tests, the handbook's figures and the verification suite.
// Never reads a world; never keeps anything.
#pragma once

namespace linghe::move {

/// Time to react and keep clear, and the room a body takes, of the collision-free speed model.
struct Headway {
    float walk_s = 0;    ///< seconds of headway per m/s up to the free walking speed (Seyfried: 1.06)
    float run_s = 0;     ///< the same above it
    float walk_m_s = 0;  ///< where the one gives way to the other
};

/// Greatest speed (m/s) with `gap_m` of free way before the next body (distance of centres less mean body length).
/// A. Tordeux, M. Chraibi, A. Seyfried, "Collision-free speed model for pedestrian dynamics", Traffic and Granular
/// Flow '15 (2016) 225-232: V = max(0, min(v0, (s - l)/T)).
[[nodiscard]] inline float headway_speed(const Headway& h, float gap_m) noexcept {
    if (!(gap_m > 0.0F)) return 0.0F;
    const float knee_m = h.walk_s * h.walk_m_s;
    if (gap_m <= knee_m) return gap_m / h.walk_s;
    return h.walk_m_s + (gap_m - knee_m) / h.run_s;
}
/// Its inverse: the gap needed for a speed.
[[nodiscard]] inline float headway_gap(const Headway& h, float speed_m_s) noexcept {
    if (speed_m_s <= h.walk_m_s) return h.walk_s * speed_m_s;
    return h.walk_s * h.walk_m_s + h.run_s * (speed_m_s - h.walk_m_s);
}

/// Single file at `per_m` men per metre: 1/rho = l + T v. A. Seyfried et al., J. Stat. Mech. (2005) P10002.
[[nodiscard]] float single_file_speed(float per_m, float length_m, float headway_s) noexcept;
/// U. Weidmann, Transporttechnik der Fussgaenger (1993): v = v0 (1 - exp(-g (1/rho - 1/rho_max))), v0 1.34 m/s,
/// g 1.913 /m2, rho_max 5.4 /m2. Only for comparison: no part of the step.
[[nodiscard]] float weidmann_speed(float per_m2) noexcept;
/// Nelson & Mowrer, SFPE Handbook of Fire Protection Engineering, v = 1.4 (1 - 0.266 rho). Only for comparison.
[[nodiscard]] float sfpe_speed(float per_m2) noexcept;

/// Speed at which drag takes `power_w`: F = rho/2 cd w h v^2, v = (P / (rho/2 cd w h))^(1/3); `free_m_s` when shallow.
[[nodiscard]] float wading_speed(float depth_m, float power_w, float width_m, float drag_cd,
                                 float density_kg_m3, float free_m_s) noexcept;

/// Share left of the anaerobic store after `dt_s` at `speed_m_s`, with critical speed CS and store D' in metres.
/// P. F. Skiba et al., "Intramuscular determinants of the ability to recover work capacity above critical power",
/// Eur. J. Appl. Physiol. 115 (2015) 703-713, differential form, with speed for power and D' for W':
/// above CS  dW/dt = CS - v;  below it  dW/dt = (CS - v)(W0 - W)/W0, integrated exactly over the step.
[[nodiscard]] float fatigue_step(float share, float speed_m_s, float critical_m_s, float store_m,
                                 float dt_s) noexcept;

/// Share of the free speed kept at `sight_m` in irritant smoke: linear from `floor` in none to 1 at `full_sight_m`.
/// After T. Jin, "Visibility through fire smoke", J. Fire & Flammability 9 (1978) 135-155.
[[nodiscard]] inline float smoke_share(float sight_m, float full_sight_m, float floor) noexcept {
    if (sight_m >= full_sight_m) return 1.0F;
    return floor + (1.0F - floor) * (sight_m / full_sight_m);
}

}  // namespace linghe::move
