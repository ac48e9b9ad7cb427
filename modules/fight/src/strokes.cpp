#include "linghe/fight/strokes.hpp"

#include "linghe/math/detmath.hpp"

namespace linghe::fight {

double normal_cdf(double x) noexcept {
    const double z = (x < 0 ? -x : x) * 0.70710678118654752440;
    const double t = 1.0 / (1.0 + 0.3275911 * z);
    const double poly =
        t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    const double upper = 0.5 * poly * det::exp(-z * z);
    return x < 0 ? upper : 1.0 - upper;
}

double elo_chance(double elo) noexcept {
    constexpr double kLn10 = 2.302585092994046;
    return 1.0 / (1.0 + det::exp(elo * (-kLn10 / 400.0)));
}

double through_chance(double energy_j, double e50_j, double sigma) noexcept {
    if (!(energy_j > 0)) return 0.0;
    if (!(e50_j > 0)) return 1.0;
    return normal_cdf(det::log(energy_j / e50_j) / sigma);
}

double charge_energy_j(double mass_kg, double closing_m_s) noexcept {
    return closing_m_s > 0 ? 0.5 * mass_kg * closing_m_s * closing_m_s : 0.0;
}

double stability_m2_s(double mass_kg, double a_per_kg, double b_m2_s) noexcept {
    return a_per_kg * mass_kg + b_m2_s;
}

}  // namespace linghe::fight
