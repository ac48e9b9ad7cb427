// Wind: the schedule's mean, gusts about it, and its change with height.
// Called by element and by tests of it.
// Never keeps a gust in memory: wind is a function of model and time; a resumed run feels the same gusts.
#pragma once
#include "linghe/base/units.hpp"
#include "linghe/model/model.hpp"

namespace linghe::element {

/// Towards east and north, m/s. Meteorological "from" angles are turned into this frame here and nowhere
/// else.
struct Wind {
    double x_m_s = 0, y_m_s = 0;
};

/// Mean wind at 10 m: speed linear and direction along the shorter arc between the legs of the schedule;
/// before the
/// first leg as the first, after the last as the last.
[[nodiscard]] Wind mean_wind(const model::Model& model, base::Tick tick) noexcept;

/// Standard normal gust of one component (0 along, 1 across), first-order autoregressive with integral time
/// `time_s` (exponential correlation; G. I. Taylor, Diffusion by continuous movements, Proc.
/// London
/// Math. Soc. 20 (1922)): g(t+1) = a g(t) + sqrt(1 - a^2) e(t), a = exp(-1 s / time_s), summed here from the
/// addressed
/// draws of the last eight integral times, so that it needs no memory.
[[nodiscard]] double gust(const model::Model& model, base::Tick tick, int component) noexcept;

/// A mean wind with the gusts of this second about it. Model::gust_share is the relative deviation along the
/// wind.
[[nodiscard]] Wind with_gusts(const model::Model& model, base::Tick tick, Wind mean) noexcept;

/// Mean of u(z) = u10 (z / 10 m)^p over 0..height: (height / 10 m)^p / (1 + p). (Power law of the wind
/// profile,
/// A. G. Davenport 1960; S. P. Arya, Introduction to Micrometeorology (2001), ch. 10.)
[[nodiscard]] double layer_wind_factor(double height_m, double reference_m, double exponent) noexcept;

/// u(z) / u10 by the power law: what the layers of smoke and dust use, tens of metres deep.
[[nodiscard]] double power_wind_factor(double height_m, double reference_m, double exponent) noexcept;
/// u(z) / u10 by the logarithmic law of neutral air, ln(z / z0) / ln(10 m / z0), 0 below z0: what is used near the ground, for
/// drying at 2 m. (L. Prandtl; S. P. Arya, Introduction to Micrometeorology (2001), ch. 10.)
[[nodiscard]] double log_wind_factor(double height_m, double reference_m, double roughness_m) noexcept;

}  // namespace linghe::element
