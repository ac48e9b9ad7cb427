// What a man has in hand now: reach and energy of the weapon he fights with, whole or broken.
// Used by move, fight and sim.
// Never a second source of numbers: the figures are the troop's.
#pragma once
#include "linghe/model/model.hpp"
#include "linghe/world/states.hpp"

namespace linghe::world {

[[nodiscard]] inline float reach_of(const model::TroopType& troop, std::uint8_t gear) noexcept {
    return (gear & kShaftBroken) != 0 ? troop.side_reach_m : troop.reach_m;
}
[[nodiscard]] inline float blow_energy_of(const model::TroopType& troop, std::uint8_t gear) noexcept {
    return (gear & kShaftBroken) != 0 ? troop.side_energy_j : troop.blow_energy_j;
}

}  // namespace linghe::world
