#include "linghe/percept/optics.hpp"

#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"

namespace linghe::percept {
namespace {

constexpr double kRadiansPerArcmin = math::kPi / 10'800.0;
constexpr double kEarthRadiusM = 6.371e6;
constexpr double kRefraction = 7.0 / 6.0;

struct Adrian {
    double ricco = 0, weber = 0;  // sqrt(Phi), sqrt(L') of the formula
};
Adrian adrian(double l) noexcept {
    const double lg = det::log10(l);
    if (l >= 0.6) {
        return {det::log10(4.1925 * det::pow(l, 0.1556)) + 0.1684 * det::pow(l, 0.5867),
                0.05946 * det::pow(l, 0.466)};
    }
    if (l > 0.00418) {
        return {det::pow(10.0, -0.072 + 0.3372 * lg + 0.0866 * lg * lg), det::pow(10.0, -1.256 + 0.319 * lg)};
    }
    return {det::pow(10.0, 0.028 + 0.173 * lg), det::pow(10.0, -0.891 + 0.5275 * lg + 0.0227 * lg * lg)};
}
constexpr double kSureFactor = 2.6;  // seen in nearly every look

}  // namespace

double contrast_threshold(double luminance_cd_m2, double arcmin) noexcept {
    const Adrian a = adrian(luminance_cd_m2);
    const double root = a.ricco / arcmin + a.weber;
    return kSureFactor * root * root / luminance_cd_m2;
}

double least_arcmin(double luminance_cd_m2, double contrast) noexcept {
    const Adrian a = adrian(luminance_cd_m2);
    const double spare = std::sqrt(contrast * luminance_cd_m2 / kSureFactor) - a.weber;
    return spare > 0 ? a.ricco / spare : 0.0;
}

double angular_range_m(double size_m, double arcmin) noexcept {
    return size_m / (arcmin * kRadiansPerArcmin);
}
double contrast_left(double optical_depth) noexcept { return det::exp(-optical_depth); }
double contrast_range_m(double extinction_per_m, double threshold) noexcept {
    return -det::log(threshold) / extinction_per_m;
}
double horizon_m(double height_m) noexcept { return std::sqrt(2.0 * kEarthRadiusM * height_m); }
double horizon_refracted_m(double height_m) noexcept {
    return std::sqrt(2.0 * kRefraction * kEarthRadiusM * height_m);
}
double curvature_drop_m(double range_m, double t) noexcept {
    return t * (1.0 - t) * range_m * range_m / (2.0 * kRefraction * kEarthRadiusM);
}

}  // namespace linghe::percept
