// Dust: what hooves and feet raise from dry ground, as a dullness of the air that drifts and settles.
// Called by element and by tests of it.
// Never rises from wet ground or grass under water; never knows whose horses they are.
#pragma once
#include <cstdint>

#include "linghe/element/smoke.hpp"
#include "linghe/ground/ground.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::element {

// Source: q = e m v^2, grams a second of each man or horse; e: dust_lift_g_s_m2_kg on bare dry ground (the law of wheels,
// J. A. Gillies et al., Atmos. Environ. 39 (2005) 2341: mass per way grows with weight and speed), a share of it elsewhere.
// Carried by the scheme of smoke (smoke.hpp), with a loss w / H for settling (w: dust_settling_m_s; H: dust_layer_m) and one for
// rain.

/// Dust of one body of mass at a speed, g/s.
[[nodiscard]] double dust_g_s(const model::ElementParameters& p, double mass_kg, double speed_m_s) noexcept;
/// What a cover gives, as a share of bare ground.
[[nodiscard]] double dust_share(const model::ElementParameters& p, ground::Cover cover) noexcept;
/// One second of dust from all who move. Reads the sums of sectors, so on slow ticks only.
void raise_dust(const model::Model& model, const world::SmokeGrid& grid, world::World& world) noexcept;
/// The second of transport as numbers: wind of the dust's layer, spread, and loss by growth, settling and rain.
[[nodiscard]] SmokeStep dust_step(const model::Model& model, const world::SmokeGrid& grid, Wind at_10_m,
                                  std::int32_t rain_um_h) noexcept;

}  // namespace linghe::element
