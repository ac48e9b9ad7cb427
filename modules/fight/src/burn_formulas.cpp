#include <algorithm>

#include "linghe/fight/burns.hpp"
#include "linghe/fight/strokes.hpp"
#include "linghe/math/detmath.hpp"

namespace linghe::fight {

world::Burn burn_of(double dose, const model::ElementParameters& p) noexcept {
    return dose >= static_cast<double>(p.heat_dose_third_degree)    ? world::Burn::third
           : dose >= static_cast<double>(p.heat_dose_second_degree) ? world::Burn::second
           : dose >= static_cast<double>(p.heat_dose_pain)          ? world::Burn::pain
                                                                    : world::Burn::none;
}

double burnt_share(double dose, double threshold, double armour_cover,
                   const model::FightParameters& p) noexcept {
    const double bare = static_cast<double>(p.burn_bare_share);
    const double iron = (1.0 - bare) * std::clamp(armour_cover, 0.0, 1.0), cloth = 1.0 - bare - iron;
    const auto through = [&](float share) { return dose * det::pow(static_cast<double>(share), 4.0 / 3.0); };
    double burnt = dose >= threshold ? bare : 0.0;
    if (through(p.burn_cloth_flux_share) >= threshold) burnt += cloth;
    if (through(p.burn_armour_flux_share) >= threshold) burnt += iron;
    return burnt * static_cast<double>(p.burn_facing_share);
}

double fatal_chance(double dose, const model::FightParameters& p) noexcept {
    constexpr double kOnePercent = 2.3263478740408408;  // deviate of the normal law that 1 % exceed
    const double half = static_cast<double>(p.burn_fatal_half);
    const double spread = det::log(half / static_cast<double>(p.burn_fatal_one_percent)) / kOnePercent;
    if (!(dose > 0) || !(spread > 0)) return dose >= half ? 1.0 : 0.0;
    return normal_cdf(det::log(dose / half) / spread);
}

double telling_dose(double dose, double armour_cover, const model::FightParameters& p) noexcept {
    return dose * (1.0 - static_cast<double>(p.burn_armour_guard) * std::clamp(armour_cover, 0.0, 1.0));
}

}  // namespace linghe::fight
