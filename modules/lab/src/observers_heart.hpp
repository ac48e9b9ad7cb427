// Machines for fear and calm: who grows steady, whom a leader's presence, a drum, a crowd calms, and how fast.
// Used by registry_heart.cpp and the room's tests.
// Never counts a man who has left the map as calmed.
#pragma once
#include "readings.hpp"

namespace linghe::lab {

/// Of fit men of the chief's side on his bank: the share that is steady; in flight.
[[nodiscard]] Value steady_share(const Scene& scene);
[[nodiscard]] Value fleeing_share(const Scene& scene);
/// Mean fear of fit men of his side within so many metres of the chief, he himself not.
[[nodiscard]] Value fear_near_chief(const Scene& scene, double metres);

/// Rate at which those of the chief's side who at T0 are shaken, wavering or in flight within 1,200 m of him on his bank
/// cease to be so: -ln(share still so) / minutes, 1/min, over `minutes` from T0.
[[nodiscard]] std::unique_ptr<Observer> calming_rate(double minutes);
/// Rank correlation, over unsteady men of the chief's bank and the minutes from T0 to +10, of friends about a man (50 m) with
/// the fall of his fear in the minute after.
[[nodiscard]] std::unique_ptr<Observer> crowd_calms();
/// Greatest fear this person felt from the start of the run to T0 + `until_s`.
[[nodiscard]] std::unique_ptr<Observer> fear_peak(std::uint32_t person, double until_s);
/// Minutes after T0 until he is no longer shaken.
[[nodiscard]] std::unique_ptr<Observer> calm_again(std::uint32_t person);

/// Hearers: fugitives of T0 who hear the drum within ten minutes of T0. `late`: share that has neither turned to the chief nor
/// stands in ranks two minutes after hearing; else, among the late, rank correlation of the share of steady men about them
/// then with whether they turned in the minute after.
enum class Hearers { late, by_neighbours };
[[nodiscard]] std::unique_ptr<Observer> hearers(Hearers what);

/// Share of his fear a person loses in the five minutes after he first comes within speaking distance of the chief; below 0: it grew.
[[nodiscard]] std::unique_ptr<Observer> fear_lost_beside_chief(std::uint32_t person);
/// Change of the mean fear of the men within 20 m of the chief in the five minutes after this person comes within 100 m of him.
[[nodiscard]] std::unique_ptr<Observer> staff_fear_rise(std::uint32_t person);
/// The chief's own fear at his first order after T0; five minutes later as a share of that.
enum class Ordering { at, after_over_before };
[[nodiscard]] std::unique_ptr<Observer> chief_fear_ordering(Ordering what);

/// Rank correlation, over named commanders of the chief's side and half minutes from T0 to +10, of the change of fear in the men
/// within 50 m with what the commander shows (feels) above what they feel.
enum class Face { shown, felt };
[[nodiscard]] std::unique_ptr<Observer> spreads(Face face);

/// Median second difference of the men within 300 m of the chief, minute by minute, over the first third of the time in which
/// they grow to their most.
[[nodiscard]] std::unique_ptr<Observer> gathering_quickens();
/// Bodies of which half the fit men stand within 300 m of the chief at T0 + `minutes` and did not at T0.
[[nodiscard]] std::unique_ptr<Observer> bodies_come_in(double minutes);
/// Greatest share in flight among own fit men on the chief's bank, from `from_s` after T0 to the end (every 30 s).
[[nodiscard]] std::unique_ptr<Observer> fleeing_most_from(double from_s);

}  // namespace linghe::lab
