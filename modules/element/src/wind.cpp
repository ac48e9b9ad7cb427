#include "linghe/element/wind.hpp"

#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/rng.hpp"

namespace linghe::element {
namespace {

constexpr double kRadiansPerDegree = math::kPi / 180.0;
constexpr int kMostGustDraws = 600;
constexpr double kGustMemory = 8.0;  // integral times summed: what lies before weighs exp(-8), 0.03 %
constexpr double kLeastShareOfMean = 0.1;

Wind from_direction(double speed_m_s, double from_deg) noexcept {
    const double a = from_deg * kRadiansPerDegree;
    return {-speed_m_s * det::sin(a), -speed_m_s * det::cos(a)};
}

double shorter_arc_deg(double from, double to) noexcept {
    double d = to - from;
    while (d > 180.0) d -= 360.0;
    while (d < -180.0) d += 360.0;
    return d;
}

}  // namespace

Wind mean_wind(const model::Model& model, base::Tick tick) noexcept {
    if (model.lacks(model::Without::wind)) return {};
    const auto& legs = model.wind;
    if (legs.empty()) return {};
    std::size_t next = 0;
    while (next < legs.size() && legs[next].tick <= tick) ++next;
    const auto& a = legs[next == 0 ? 0 : next - 1];
    const auto& b = legs[next == legs.size() ? next - 1 : next];
    const auto span = static_cast<double>(b.tick - a.tick);
    const double share = next == 0 || !(span > 0) ? 0.0 : static_cast<double>(tick - a.tick) / span;
    const auto speed_a = static_cast<double>(a.speed_m_s), from_a = static_cast<double>(a.from_deg);
    const double speed = speed_a + share * (static_cast<double>(b.speed_m_s) - speed_a);
    return from_direction(speed, from_a + share * shorter_arc_deg(from_a, static_cast<double>(b.from_deg)));
}

double gust(const model::Model& model, base::Tick tick, int component) noexcept {
    const double time_s = static_cast<double>(model.parameters.element.gust_time_s);
    const math::Rng rng{model.seed};
    const base::Tick second = tick - tick % base::kTicksPerSecond;
    const auto draw = [&](int back) {
        return static_cast<double>(rng.normal(static_cast<std::uint32_t>(component),
                                              second - back * base::kTicksPerSecond, math::Purpose::gust));
    };
    if (!(time_s > 0.05)) return draw(0);
    const double a = det::exp(-1.0 / time_s);
    const double wanted = kGustMemory * time_s;
    const int draws = wanted < kMostGustDraws ? static_cast<int>(wanted) + 1 : kMostGustDraws;
    double sum = 0.0, weight = 1.0, square = 0.0;
    for (int back = 0; back < draws; ++back) {
        sum += weight * draw(back);
        square += weight * weight;
        weight *= a;
    }
    return sum / std::sqrt(square);
}

Wind with_gusts(const model::Model& model, base::Tick tick, Wind mean) noexcept {
    if (!(model.gust_share > 0.0F)) return mean;
    const double share = static_cast<double>(model.gust_share);
    double along = 1.0 + share * gust(model, tick, 0);
    if (along < kLeastShareOfMean) along = kLeastShareOfMean;  // a lull, not a wind from ahead
    const double across =
        share * static_cast<double>(model.parameters.element.gust_across_share) * gust(model, tick, 1);
    return {mean.x_m_s * along - mean.y_m_s * across, mean.y_m_s * along + mean.x_m_s * across};
}

double layer_wind_factor(double height_m, double reference_m, double exponent) noexcept {
    if (!(height_m > 0) || !(reference_m > 0)) return 0.0;
    return det::pow(height_m / reference_m, exponent) / (1.0 + exponent);
}

double power_wind_factor(double height_m, double reference_m, double exponent) noexcept {
    if (!(height_m > 0) || !(reference_m > 0)) return 0.0;
    return det::pow(height_m / reference_m, exponent);
}

double log_wind_factor(double height_m, double reference_m, double roughness_m) noexcept {
    if (!(height_m > roughness_m)) return 0.0;
    return det::log(height_m / roughness_m) / det::log(reference_m / roughness_m);
}

}  // namespace linghe::element
