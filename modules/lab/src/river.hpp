// Where a river's bed lies and where it is crossed: points on its middle line with the direction across.
// Used by the observers of this room.
// Never asks for the state of the battle.
#pragma once
#include <vector>

#include "linghe/ground/ground.hpp"

namespace linghe::lab {

/// A place on the middle line of a river: inside the map; (across_x, across_y) is the unit vector across.
struct Station {
    double x_m = 0, y_m = 0, across_x = 0, across_y = 1, half_bed_m = 0;
};
/// Places every `every_m` along each river.
[[nodiscard]] std::vector<Station> stations(const ground::Ground& ground, double every_m);
/// The place abreast of each ramp; of a map without ramps, stations every `every_m`.
[[nodiscard]] std::vector<Station> crossings(const ground::Ground& ground, double every_m);
/// For each cell of the ground: 1 in the bed of a river, bank to bank.
[[nodiscard]] std::vector<char> bed_of_rivers(const ground::Ground& ground);

[[nodiscard]] inline std::int32_t mm_of(double metres) noexcept {
    return static_cast<std::int32_t>(metres * 1000);
}

}  // namespace linghe::lab
