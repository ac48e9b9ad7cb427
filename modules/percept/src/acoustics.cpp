#include "linghe/percept/acoustics.hpp"

#include <cmath>

#include "linghe/math/detmath.hpp"

namespace linghe::percept {

double air_absorption_db_m(double frequency_hz, double temperature_c, double humidity_percent,
                           double pressure_kpa) noexcept {
    const double t = temperature_c + 273.15;
    const double t_ratio = t / 293.15;
    // Molar share of water vapour, percent, from saturation over water (ISO 9613-1, annex B).
    const double saturation = det::pow(10.0, -6.8346 * det::pow(273.16 / t, 1.261) + 4.6151);
    const double pressure = pressure_kpa / 101.325;
    const double h = humidity_percent * saturation / pressure;
    const double oxygen_hz = pressure * (24.0 + 4.04e4 * h * (0.02 + h) / (0.391 + h));
    const double nitrogen_hz = pressure *
                               (9.0 + 280.0 * h * det::exp(-4.170 * (det::pow(t_ratio, -1.0 / 3.0) - 1.0))) /
                               std::sqrt(t_ratio);
    const double f2 = frequency_hz * frequency_hz;
    const double relaxation = 0.01275 * det::exp(-2239.1 / t) / (oxygen_hz + f2 / oxygen_hz) +
                              0.1068 * det::exp(-3352.0 / t) / (nitrogen_hz + f2 / nitrogen_hz);
    return 8.686 * f2 *
           (1.84e-11 * std::sqrt(t_ratio) / pressure + relaxation / (t_ratio * t_ratio * std::sqrt(t_ratio)));
}

double band_hz(int band) noexcept {
    constexpr double kHz[kBands] = {63.0957, 125.8925, 251.1886, 501.1872, 1000.0, 1995.2623, 3981.0717};
    return kHz[band];
}
double a_weight_db(int band) noexcept {
    constexpr double kDb[kBands] = {-26.2, -16.1, -8.6, -3.2, 0.0, 1.2, 1.0};
    return kDb[band];
}

namespace {

// Source or receiver region of ISO 9613-2, table 3.
double region_db(int band, double h, double range_m, double porosity) noexcept {
    const double near = 1.0 - det::exp(-range_m / 50.0);
    const double h2 = h * h;
    double bump = 0;
    switch (band) {
        case 0: return -1.5;
        case 1:
            bump = 1.5 + 3.0 * det::exp(-0.12 * (h - 5.0) * (h - 5.0)) * near +
                   5.7 * det::exp(-0.09 * h2) * (1.0 - det::exp(-2.8e-6 * range_m * range_m));
            break;
        case 2: bump = 1.5 + 8.6 * det::exp(-0.09 * h2) * near; break;
        case 3: bump = 1.5 + 14.0 * det::exp(-0.46 * h2) * near; break;
        case 4: bump = 1.5 + 5.0 * det::exp(-0.9 * h2) * near; break;
        default: bump = 1.5; break;  // -1.5 (1 - G)
    }
    return -1.5 + porosity * bump;
}

}  // namespace

double ground_effect_db(int band, double source_height_m, double ear_height_m, double range_m,
                        double porosity) noexcept {
    const double reach = 30.0 * (source_height_m + ear_height_m);
    const double q = range_m <= reach ? 0.0 : 1.0 - reach / range_m;
    const double middle = band == 0 ? -3.0 * q : -3.0 * q * (1.0 - porosity);
    return region_db(band, source_height_m, range_m, porosity) +
           region_db(band, ear_height_m, range_m, porosity) + middle;
}

double speed_of_sound_m_s(double temperature_c) noexcept {
    return 331.3 * std::sqrt(1.0 + temperature_c / 273.15);
}

double half_space_db(double power_level_db, double range_m) noexcept {
    return power_level_db - 20.0 * det::log10(range_m > 1.0 ? range_m : 1.0) - 8.0;
}
double several_db(double one_db, double n) noexcept { return n > 0 ? one_db + 10.0 * det::log10(n) : -300.0; }
double sum_db(double a_db, double b_db) noexcept {
    return 10.0 * det::log10(det::pow(10.0, 0.1 * a_db) + det::pow(10.0, 0.1 * b_db));
}

float shadow_share(float distance_m, float wind_m_s, float range_m, float head_wind_m_s) noexcept {
    if (!(head_wind_m_s > 0) || !(range_m > 0)) return 0.0F;
    const float far = range_m / distance_m;
    return (1.0F - det::exp(-far * far)) * (1.0F - det::exp(-head_wind_m_s / wind_m_s));
}

}  // namespace linghe::percept
