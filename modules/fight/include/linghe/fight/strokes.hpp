// Pure formulas of hand strokes and armour: who gets past whose guard, what goes through. (Where it goes: body.hpp.)
// Called by fight and by tests.
// Never draws luck, never reads the world.
#pragma once

namespace linghe::fight {

/// Distribution function of the standard normal law.
/// Source: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions (1964), 7.1.26 (error below 1.5e-7).
[[nodiscard]] double normal_cdf(double x) noexcept;

/// Chance that the stronger by `elo` points comes out first: 1 / (1 + 10^(-d/400)).
/// Standard name: Bradley-Terry model on the Elo scale. Source: R. A. Bradley, M. E. Terry, Biometrika 39 (1952) 324;
/// A. E. Elo, The Rating of Chessplayers (1978).
[[nodiscard]] double elo_chance(double elo) noexcept;

/// Chance that a point or edge of `energy_j` goes through armour of which half the strokes of `e50_j` do:
/// Phi((ln E - ln E50) / sigma). 1 without armour, 0 without energy.
/// Standard name: log-normal ballistic limit (V50) curve; energies: A. Williams, The Knight and the Blast Furnace
/// (Brill 2003), ch. 9.
[[nodiscard]] double through_chance(double energy_j, double e50_j, double sigma) noexcept;

/// Energy of a couched lance or the shock of a horse: half the mass behind the point times closing speed squared.
[[nodiscard]] double charge_energy_j(double mass_kg, double closing_m_s) noexcept;

/// Greatest depth times current (m2/s) in which a man of this mass keeps his feet: a m + b.
/// Standard name: RESCDAM stability limit, h v = k L m + b; a holds k and the man's height L (data: our estimates).
/// Source: T. Karvonen et al., The use of physical models in dam-break flood analysis, RESCDAM (Helsinki 2000);
/// S. R. Abt et al., Human stability in a high flood hazard zone, Water Resources Bulletin 25 (1989) 881.
[[nodiscard]] double stability_m2_s(double mass_kg, double a_per_kg, double b_m2_s) noexcept;

/// Rate (1/s) at which men faint or are crushed in a standing press: none up to `from_m2`, then in proportion to the
/// excess (after J. J. Fruin, The causes and prevention of crowd disasters, 1993: at about 7 a square metre a crowd is a
/// fluid mass; asphyxia follows within minutes).
[[nodiscard]] inline float crush_rate_per_s(float per_m2, float from_m2, float rate_per_s) noexcept {
    return per_m2 > from_m2 ? rate_per_s * (per_m2 / from_m2 - 1.0F) : 0.0F;
}

}  // namespace linghe::fight
