// Ballistics of an arrow: a point mass with quadratic drag, and the table an archer's eye and arm stand for.
// Called by shoot and by tests; pure functions of their arguments.
// Never knows men, wind or luck: those belong to the room.
#pragma once
#include "linghe/model/model.hpp"
#include "linghe/world/scratch/shoot.hpp"

namespace linghe::shoot {

// Standard name: point-mass trajectory with quadratic drag, dv/dt = -k |v| v - g, k = rho Cd A / (2 m).
// Source: R. L. McCoy, Modern Exterior Ballistics (Schiffer 1999), ch. 8 (point mass; here constant drag);
// drag of arrows: T. Miyazaki et al., Aerodynamic properties of an archery arrow, Sports Engineering 16 (2013).
// Fourth-order Runge-Kutta with a step of 0.02 s; the last step is cut at the height sought.

inline constexpr double kGravity_m_s2 = 9.80665;  ///< standard gravity, CGPM 1901

struct Launch {
    double speed_m_s = 0, drag_per_m = 0;
    double elevation_rad = 0;
    double height_m = 0;  ///< above the ground it will meet
};
struct Landing {
    double range_m = 0, time_s = 0, speed_m_s = 0;
    double fall_rad = 0;  ///< below the horizontal
};
/// Flight until it comes down through `height_m` above the ground; at once if launched down from below it.
[[nodiscard]] Landing fly(const Launch& launch, double height_m) noexcept;

/// Speed after a flat flight of range_m: v = v0 exp(-k x), exact where gravity does not turn the path.
[[nodiscard]] double flat_speed_m_s(double speed_m_s, double drag_per_m, double range_m) noexcept;

/// Energy (J) that a bow gives its arrow: force at full draw (N) times the way of the string (m), times the fullness of the
/// force-draw curve, times the efficiency of the limbs with this arrow.
/// Standard name: energy of the force-draw curve. Source: B. W. Kooi, On the mechanics of the bow and arrow (Groningen 1983).
[[nodiscard]] constexpr double drawn_energy_j(double force_n, double way_m, double fullness,
                                              double efficiency) noexcept {
    return force_n * way_m * fullness * efficiency;
}

inline constexpr double kLowestElevation_deg = -25.0, kElevationStep_deg = 0.25;
inline constexpr std::size_t kElevations = 301;  ///< up to +50 degrees
inline constexpr double kLeastDraw = 0.20, kDrawStep = 0.02;
inline constexpr std::size_t kDraws = 41;  ///< up to full draw

/// Makes the tables of all troops that carry bows; does nothing for a troop whose table is of the same figures.
void make_bow_tables(const model::Model& model, std::vector<world::BowTable>& bows);

/// Elevation of the flat arc that meets `range_m` at the height aimed at; held to the table's ends.
[[nodiscard]] float elevation_for(const world::BowTable& bow, float range_m) noexcept;
/// Where an arrow shot at this elevation meets the ground.
[[nodiscard]] Landing landing_of(const world::BowTable& bow, float elevation_rad) noexcept;
/// Share of the full speed for a lofted shot at this range; negative when it is out of reach.
[[nodiscard]] float draw_for(const world::BowTable& bow, float range_m) noexcept;
[[nodiscard]] Landing loft_landing_of(const world::BowTable& bow, float draw) noexcept;

}  // namespace linghe::shoot
