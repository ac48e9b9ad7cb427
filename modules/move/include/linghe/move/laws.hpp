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

/// Drag of the water on a wader, N: F = rho/2 cd w h v^2.
[[nodiscard]] inline float drag_n(float depth_m, float speed_m_s, float width_m, float drag_cd,
                                  float density_kg_m3) noexcept {
    return 0.5F * density_kg_m3 * drag_cd * width_m * depth_m * speed_m_s * speed_m_s;
}
/// Speed of the water at which a man's soles slide: drag = mu (m g - rho g V), V the part of his body under water: he
/// is as heavy as water, so V = h / L of body / rho; what he wears adds weight and no room (J. Xia et al., Nat. Hazards 70
/// (2014) 1619, form of the limit of sliding).
[[nodiscard]] float slide_speed_m_s(float body_kg, float worn_kg, float height_m, float friction,
                                    float depth_m, float width_m, float drag_cd,
                                    float density_kg_m3) noexcept;
/// Depth times speed at which men lost their feet: S. R. Abt et al., Water Resources Bulletin 25 (1989) 881:
/// h v = 0.0929 (exp(0.001906 L m + 1.09))^2, L in m, m in kg.
[[nodiscard]] float abt_m2_s(float mass_kg, float height_m) noexcept;
/// RESCDAM (T. Karvonen et al., Helsinki 2000): h v = k m L + c.
[[nodiscard]] inline float rescdam_m2_s(float mass_kg, float height_m, float k, float c) noexcept {
    return k * mass_kg * height_m + c;
}

/// Power (W) of walking with a load: K. B. Pandolf, B. Givoni, R. F. Goldman, J. Appl. Physiol. 43 (1977) 577:
/// M = 1.5 W + 2 (W + L)(L/W)^2 + eta (W + L)(1.5 V^2 + 0.35 V G), W man, L load (kg), V m/s, G grade in %.
[[nodiscard]] inline float pandolf_w(float man_kg, float load_kg, float speed_m_s, float grade_percent,
                                     float eta) noexcept {
    const float share = load_kg / man_kg, all = man_kg + load_kg;
    return 1.5F * man_kg + 2.0F * all * share * share +
           eta * all * (1.5F * speed_m_s * speed_m_s + 0.35F * speed_m_s * grade_percent);
}
/// Its inverse: the speed (m/s) of this power; 0 when standing costs more.
[[nodiscard]] float pandolf_speed(float power_w, float man_kg, float load_kg, float grade_percent,
                                  float eta) noexcept;
/// Cost of running (J per kg and m) on a gradient (rise / run): A. E. Minetti et al., J. Appl. Physiol. 93 (2002) 1039.
[[nodiscard]] inline float minetti_j_kg_m(float i) noexcept {
    return 3.6F + i * (19.5F + i * (46.3F + i * (-43.3F + i * (-30.4F + i * 155.4F))));
}

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

/// Share of the pace kept in this light: `share` up to night_lux, 1 from day_lux on, between by the logarithm of the light;
/// 1 when the light is not known (0).
[[nodiscard]] float night_factor(float lux, float share, float night_lux, float day_lux) noexcept;

}  // namespace linghe::move
