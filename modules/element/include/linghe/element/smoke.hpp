// Smoke: extinction in a mixed layer, carried, spread, lofted and fed; and the formulas it is checked by.
// Called by element; the formulas by tests and the handbook.
// Never lets smoke appear that no source or start gave: what one cell loses the next one gains.
#pragma once
#include <cstdint>

#include "linghe/base/units.hpp"
#include "linghe/element/wind.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/smoke_grid.hpp"
#include "linghe/world/world.hpp"

namespace linghe::element {

// Model. K(x, y, t) is the extinction coefficient of a layer of height H in which smoke is well mixed:
//   dK/dt + u . grad K = div(D grad K) - (l_u |u| + l_0) K + q E (1 - lofted) / H
// u: wind, mean over the layer (wind.hpp); D = d |u| + D_0, turbulent diffusion; l_u |u| + l_0: dilution by
// growth of
// the layer with the wind's run (mechanical turbulence: sigma_z of a surface plume depends on distance, not
// on time;
// G. A. Briggs 1973) and by buoyancy; q: emission, g/m2/s; E: mass extinction, m2/g.
// Scheme: finite volumes, second-order upwind with the monotonized central limiter (B. van Leer, J. Comput.
// Phys. 23
// (1977) 276), one sweep along x, one along y; Courant number at most 0.5, in substeps where the wind is
// stronger.
// Fluxes are truncated towards zero to whole 1e-6 per m and cell, so what one cell loses the next gains
// exactly.

/// The step of one second as numbers: what the wind and parameters come to.
struct SmokeStep {
    double u_x_m_s = 0, u_y_m_s = 0;  ///< mean wind of the layer
    double diffusion_m2_s = 0;
    double loss_per_s = 0;
    int substeps = 1;  ///< so that the Courant number is at most 0.5 and diffusion is stable
};
[[nodiscard]] SmokeStep smoke_step(const model::Model& model, const world::SmokeGrid& grid,
                                   Wind at_10_m) noexcept;

/// The same for a layer of another depth (dust).
[[nodiscard]] SmokeStep layer_step(const model::Model& model, const world::SmokeGrid& grid, Wind at_10_m,
                                   double layer_m) noexcept;

/// Fills the clouds that hang at T0.
void hang_clouds(const model::Model& model, const world::SmokeGrid& grid, world::SmokeTable& smoke) noexcept;
/// One second of emission by all sources burning at `tick`.
void emit(const model::Model& model, const world::SmokeGrid& grid, base::Tick tick,
          world::SmokeTable& smoke) noexcept;
/// One second of emission by the cells of the ground that flame (black) and smoulder (white).
void emit_fire(const model::Model& model, const world::SmokeGrid& grid, world::World& world) noexcept;
/// One second of transport, spread and loss of one kind of smoke.
void carry(const world::SmokeGrid& grid, const SmokeStep& step, base::Column<std::int32_t>& extinction_um,
           world::AirScratch& scratch) noexcept;
/// Share of its full emission with which a source burns at `tick`: 1, falling linearly over `fade` before
/// `until`.
[[nodiscard]] double burning_share(const model::SmokeSource& source, base::Tick tick) noexcept;

// --- formulas
// -------------------------------------------------------------------------------------------------------

/// Distance at which contrast falls to 2 %: 3.912 / K. (H. Koschmieder, Theorie der horizontalen Sichtweite,
/// 1924.)
[[nodiscard]] double koschmieder_m(double extinction_per_m) noexcept;
/// Meteorological optical range, contrast 5 %: 3.0 / K. (WMO, Guide to Instruments No. 8, ch. 9.)
[[nodiscard]] double optical_range_m(double extinction_per_m) noexcept;
/// Visibility of a light-emitting sign, K V = 8. (T. Jin, Visibility through fire smoke, J. Fire &
/// Flammability 9, 1978.)
[[nodiscard]] double jin_emitting_m(double extinction_per_m) noexcept;
/// Vertical and lateral spread of a plume over open country, class D (neutral). (G. A. Briggs, Diffusion
/// estimation for
/// small emissions, ATDL 79, 1973.)
[[nodiscard]] double briggs_d_sigma_z_m(double distance_m) noexcept;
[[nodiscard]] double briggs_d_sigma_y_m(double distance_m) noexcept;
/// Smoke given off by a metre of fire front: spread (m/s) x fuel burnt (kg/m2) x emission factor (g/kg), in
/// g/(m s).
[[nodiscard]] double front_source_g_m_s(double spread_m_min, double fuel_kg_m2,
                                        double emission_g_kg) noexcept;
/// Ground concentration behind an endless line source across the wind: 2 q / (sqrt(2 pi) sigma_z u), g/m3.
/// (D. B. Turner, Workbook of Atmospheric Dispersion Estimates, 1970, eq. 5.18.)
[[nodiscard]] double line_source_g_m3(double source_g_m_s, double sigma_z_m, double wind_m_s) noexcept;
/// Centre of a puff on the ground, with its image in the ground: 2 Q / ((2 pi)^1.5 sx sy sz), g/m3 for Q in
/// g.
[[nodiscard]] double puff_g_m3(double mass_g, double sigma_x_m, double sigma_y_m, double sigma_z_m) noexcept;
/// Time for a stirred length L to clear to `left` of its smoke: L / u ln(1 / left), s.
[[nodiscard]] double clearing_s(double length_m, double wind_m_s, double left) noexcept;

}  // namespace linghe::element
