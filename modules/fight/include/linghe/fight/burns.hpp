// Pure formulas of burns: from a dose of heat to pain, degrees, share of the skin, and death.
// Called by fight, by its tests and by verify.
// Never draws luck, never reads the world. Doses are in (kW/m2)^(4/3) s; see model/heat.hpp.
#pragma once
#include "linghe/model/parameters.hpp"
#include "linghe/world/states.hpp"

namespace linghe::fight {

/// Worst burn of bare skin that faces the fire: pain, second and third degree from their thresholds of dose.
/// Source: thresholds as collected by the Health and Safety Laboratory (2007) for skin and radiant heat.
[[nodiscard]] world::Burn burn_of(double dose, const model::ElementParameters& p) noexcept;

/// Share of the skin burnt to a degree that bare skin suffers at `threshold`: bare, clothed and armoured parts of the side
/// that faces the fire, each with the heat that goes through to it. (dose goes with the power 4/3 of the heat)
[[nodiscard]] double burnt_share(double dose, double threshold, double armour_cover,
                                 const model::FightParameters& p) noexcept;

/// Chance to die of a dose: log-normal in the dose (a probit in ln D), through the doses of which one in a hundred and half
/// die. Form: N. A. Eisenberg, C. J. Lynch, R. J. Breeding, Vulnerability model, US Coast Guard CG-D-136-75 (1975).
[[nodiscard]] double fatal_chance(double dose, const model::FightParameters& p) noexcept;
/// Dose that kills a man under whose armour only a part of it tells.
[[nodiscard]] double telling_dose(double dose, double armour_cover, const model::FightParameters& p) noexcept;

/// Share of the level way to the flames on which a ray from the middle of a flame to the middle of a body runs lower than
/// the bodies stand: 1 for flames up to twice their height, less for higher ones, which shine over their heads.
[[nodiscard]] float share_among_bodies(float flame_m, float body_m) noexcept;

}  // namespace linghe::fight
