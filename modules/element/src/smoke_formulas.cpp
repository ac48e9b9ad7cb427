#include <cmath>

#include "linghe/element/smoke.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"

namespace linghe::element {

double koschmieder_m(double extinction_per_m) noexcept { return 3.912 / extinction_per_m; }
double optical_range_m(double extinction_per_m) noexcept { return 3.0 / extinction_per_m; }
double jin_emitting_m(double extinction_per_m) noexcept { return 8.0 / extinction_per_m; }

double briggs_d_sigma_z_m(double distance_m) noexcept {
    return 0.06 * distance_m / std::sqrt(1.0 + 0.0015 * distance_m);
}
double briggs_d_sigma_y_m(double distance_m) noexcept {
    return 0.08 * distance_m / std::sqrt(1.0 + 0.0001 * distance_m);
}
double front_source_g_m_s(double spread_m_min, double fuel_kg_m2, double emission_g_kg) noexcept {
    return spread_m_min / 60.0 * fuel_kg_m2 * emission_g_kg;
}
double line_source_g_m3(double source_g_m_s, double sigma_z_m, double wind_m_s) noexcept {
    return 2.0 * source_g_m_s / (std::sqrt(2.0 * math::kPi) * sigma_z_m * wind_m_s);
}
double puff_g_m3(double mass_g, double sigma_x_m, double sigma_y_m, double sigma_z_m) noexcept {
    const double two_pi = 2.0 * math::kPi;
    return 2.0 * mass_g / (two_pi * std::sqrt(two_pi) * sigma_x_m * sigma_y_m * sigma_z_m);
}
double clearing_s(double length_m, double wind_m_s, double left) noexcept {
    return -length_m / wind_m_s * det::log(left);
}

}  // namespace linghe::element
