// Fire: the front as it runs over the ground, what burns when, whom it warms. Spread by Rothermel (rothermel.hpp).
// Called by element on slow ticks; heat by verify and tests too.
// Never touches a man, and costs nothing where nobody can light a fire: then world.fire has no rows.
#pragma once
#include "linghe/element/rothermel.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::element {

// Model. The front is the zero of a field F(x, y, t) on the cells of the ground, in metres:
//   dF/dt + H(grad F) = 0,  H(p) = max over w in W of w . p
// W: the ellipse a point of the front sends out in a second, its rear focus at the point (Huygens' principle for fire:
// G. D. Richards, Int. J. Numer. Methods Eng. 30 (1990) 1163; level set form: J. Mandel, J. D. Beezley, A. K. Kochanski,
// Geosci. Model Dev. 4 (2011) 591). All directions are taken, none of the grid's is preferred. Scheme: Godunov's flux for
// the convex H by quarters of W, second-order one-sided differences (S. Osher, C.-W. Shu, SIAM J. Numer. Anal. 28 (1991)
// 907), Heun's steps with Courant number at most 1/2. F is kept within a few cells of the front and does not move on
// ground that bears no fuel. Behind the front each cell sinks on at the rate with which the front passed it: levels may be
// named anew at will, and without it F would be flat behind a fire lit along a thin line, and the scheme would smear the
// front into the flat. Wind and slope are those of the second.

/// Moisture of a fuel now: that of the scenario, and the rain on its fine dead grass (rain.hpp), by its dry mass.
[[nodiscard]] model::FuelMoisture moisture_now(const model::Model& model, const world::World& world,
                                               const model::FuelModel& fuel) noexcept;
/// Wind at midflame height over a fuel, from the wind at 10 m of the clock.
[[nodiscard]] math::Vec2d midflame_wind(const model::Model& model, const world::World& world,
                                        const model::FuelModel& fuel) noexcept;

/// Sizes world.fire where the map bears fuel and somebody can light it.
void lay_fuel(const model::Model& model, world::World& world);
/// One second of fire: lights what is to be lit, moves the front, ages what burns, reckons heat, tells what happened.
void burn(const model::Model& model, world::World& world, intent::Intents& intents);

// --- parts of it, one file each ---------------------------------------------------------------------------------
/// Moves the front through one second; cells it reaches go to scratch.kindled, and are flaming. True while it moves.
bool move_front(const model::Model& model, world::World& world);
/// Direction outwards and rate (m/s) of the front at a cell.
struct Advance {
    math::Vec2d outwards{1.0, 0.0};
    double rate_m_s = 0;
};
[[nodiscard]] Advance advance_at(const model::Model& model, const world::World& world, std::int32_t i,
                                 std::int32_t j) noexcept;
/// Enters what the passage of the front at a rate means for a cell; one that was lit by hand no front has passed.
void kindle(const model::Model& model, world::World& world, std::size_t cell, std::int32_t lit,
            double rate_m_s, bool passed) noexcept;
/// Radiant flux from all that flames onto every cell in reach.
void radiate(const model::Model& model, world::World& world);

/// How far ahead of the front the field is kept, cells.
inline constexpr double kBandAhead = 6.0, kBandBehind = 6.0;
inline constexpr double kFrontUnit = 1e-5;  ///< metres of fire.front_um10
[[nodiscard]] inline double cell_m(const model::Model& model) noexcept {
    return model.ground.cell_mm * 0.001;
}
[[nodiscard]] inline std::int32_t front_cap(const model::Model& model) noexcept {
    return static_cast<std::int32_t>(kBandAhead * cell_m(model) / kFrontUnit);
}

/// View factor of an upright strip of flame (width, height) on a small upright surface facing it at a distance, both on
/// the ground: by solid angle, (1 / pi) (e + sin e cos e) / 2 x width angle, e = atan(height / distance). Solid flame
/// model. (J. R. Howell, A Catalog of Radiation Configuration Factors (1982): the sum over a wall of endless length is
/// H / (2 sqrt(H^2 + d^2)).)
[[nodiscard]] float strip_view_factor(float width_m, float height_m, float distance_m) noexcept;
/// Emissive power of a flame of this depth, kW/m2: black body of a deep flame x (1 - exp(-k depth)). (B. W. Butler,
/// J. D. Cohen, Int. J. Wildland Fire 8 (1998) 73.)
[[nodiscard]] double emissive_power_kw_m2(const model::Model& model, double depth_m) noexcept;

}  // namespace linghe::element
