// Pure formulas of where on the body a stroke or a missile strikes, and what shield and armour stop there.
// Called by fight, by its tests and by verify.
// Never draws luck, never reads the world.
#pragma once
#include <array>

#include "linghe/model/model.hpp"
#include "linghe/world/states.hpp"

namespace linghe::fight {

/// Figures by world::Part: head, trunk, arm, leg.
using ByPart = std::array<double, world::kParts>;

/// Share of square strikes that go to each part of a man seen along a line that falls by `fall_rad` (0 level, pi/2 from
/// straight above): share(part) ~ V cos(fall) + H sin(fall), V and H what he shows of it from the front and from above.
/// Sums to 1. Of a rider one leg is behind his horse.
/// Standard name: projected area of a convex body, here of two faces. Shares: rule of nines, A. B. Wallace, Lancet 257
/// (1951) 501, and own estimates (data).
[[nodiscard]] ByPart part_shares(const model::FightParameters& p, double fall_rad, bool rider) noexcept;

/// Share of each part that the troop's armour covers: as given for the part, or armour_cover laid on head and trunk first.
[[nodiscard]] ByPart part_covers(const model::FightParameters& p, const model::TroopType& troop) noexcept;

/// Energy (J) at which half the hits on the armour of a part go through.
[[nodiscard]] inline double part_e50_j(const model::TroopType& troop, world::Part part) noexcept {
    const bool helmet = part == world::Part::head && troop.helmet_e50_j > 0;
    return static_cast<double>(helmet ? troop.helmet_e50_j : troop.armour_e50_j);
}

/// Share of each part behind a shield held before him: by how much of the part's height and of his breadth it stands.
/// The geometry of two rectangles; 0 everywhere without a shield. `stature_m` is the height of his outline.
[[nodiscard]] ByPart shield_covers(const model::FightParameters& p, const model::TroopType& troop,
                                   double stature_m) noexcept;

/// What a strike of `energy_j` on each part does: chance that it wounds there, once it strikes that part squarely.
/// The shield stops it first, or is gone through and takes its E50 of the energy; then the armour of the part, where it
/// covers, by the log-normal law (strokes.hpp). `behind` is the share of each part behind the shield (0: none up),
/// `slant` divides the armour's E50 (cosine of the angle of a missile; 1 for strokes).
[[nodiscard]] ByPart wound_chances(const model::FightParameters& p, const model::TroopType& troop,
                                   double energy_j, const ByPart& behind, double slant) noexcept;

[[nodiscard]] inline double product(const ByPart& a, const ByPart& b) noexcept {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

}  // namespace linghe::fight
