#include "linghe/percept/optics.hpp"

#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"

namespace linghe::percept {
namespace {

constexpr double kRadiansPerArcmin = math::kPi / 10'800.0;
constexpr double kEarthRadiusM = 6.371e6;
constexpr double kRefraction = 7.0 / 6.0;

}  // namespace

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
