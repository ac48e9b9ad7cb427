// Machines for a grass fire and its smoke: when it burns, where it goes, who comes near, how far one sees across the water.
// Used by registry_fire.cpp and the room's tests.
// Never need a chief or a T0 unless their name says so.
#pragma once
#include "census.hpp"
#include "observers.hpp"

namespace linghe::lab {

/// Minutes from the start of the run to the first flame; to the last (none while any burns at the end).
[[nodiscard]] std::unique_ptr<Observer> first_flame();
[[nodiscard]] std::unique_ptr<Observer> last_flame();
/// Men of the group who are out when the first flame stands (the second after).
[[nodiscard]] std::unique_ptr<Observer> out_at_first_flame(std::shared_ptr<Census> census, Group group);
/// 1 where a cell has burnt on another piece of ground than those on which the fire was first lit; the river's bed not
/// counted, which every fire may enter that comes to its bank.
[[nodiscard]] Value fire_beyond_water(const Scene& scene);
/// 1 where a fire has come to the water.
[[nodiscard]] Value fire_reached_water(const Scene& scene);
/// Hectares burnt or burning.
[[nodiscard]] Value burnt_hectares(const Scene& scene);
/// From the mean of the places where it was lit to the mean of all it burnt: compass azimuth, degrees.
[[nodiscard]] Value spread_azimuth(const Scene& scene);
/// How far that azimuth is from where the wind went, mean over the time in which it flamed, degrees 0 to 180.
[[nodiscard]] std::unique_ptr<Observer> spread_off_wind();
/// Least distance of this person, while fit, to a flaming cell (looked at every 2 s, within 500 m; to the nearest point of
/// the cell).
[[nodiscard]] std::unique_ptr<Observer> least_to_flames(std::uint32_t person);

/// Mean extinction of the smoke over burnt ground, per m (looked at every 10 s, from a hectare on): at its peak, or ten
/// minutes after the peak over the peak.
[[nodiscard]] std::unique_ptr<Observer> burnt_ground_peak();
[[nodiscard]] std::unique_ptr<Observer> burnt_ground_after_10();

/// How far one sees along the ways across the rivers now, m: by the mean extinction on lines across the bed at the ramps,
/// or every 200 m where there is none. Koschmieder's law with the contrast threshold of the eye.
[[nodiscard]] double sight_across_m(const Scene& scene);
[[nodiscard]] std::unique_ptr<Observer> least_sight_across();
/// Minutes from the last time it was under 50 m to the first time after that it is over 300 m (looked at every 10 s).
[[nodiscard]] std::unique_ptr<Observer> sight_across_clears();

/// Speed over ordered pace of fit men who march in formed bodies, mean over men and looks: where they see less than 60 m;
/// more than 200 m; the first over the second.
enum class Air { smoke, clear, ratio };
[[nodiscard]] std::unique_ptr<Observer> march_speed(Air air);

}  // namespace linghe::lab
