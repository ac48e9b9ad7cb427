// Heat: what radiant heat does to skin by its dose. Pure formulas; thresholds are parameters of element.
// Called by fight (burns), morale and move (how long one can bear a place), and by verify.
// Never knows where the heat comes from.
#pragma once
#include "linghe/math/detmath.hpp"

namespace linghe::model {

/// Thermal dose of a second at a flux, (kW/m2)^(4/3) s. (N. A. Eisenberg, C. J. Lynch, R. J. Breeding, Vulnerability
/// model, US Coast Guard CG-D-136-75 (1975): thermal load by the power 4/3.)
[[nodiscard]] inline double dose_per_s(double flux_kw_m2) noexcept {
    return flux_kw_m2 > 0 ? det::pow(flux_kw_m2, 4.0 / 3.0) : 0.0;
}
/// Seconds in which a flux brings about a dose.
[[nodiscard]] inline double seconds_to_dose(double dose, double flux_kw_m2) noexcept {
    return dose / dose_per_s(flux_kw_m2);
}

}  // namespace linghe::model
