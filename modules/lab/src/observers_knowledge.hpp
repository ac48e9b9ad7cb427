// Machines for what commanders know, see and come near to: beliefs against the truth, sight, the drum heard, enemies.
// Used by registry_knowledge.cpp and the room's tests.
// Never tell a commander anything: they read beliefs and compare.
#pragma once
#include "observers.hpp"

namespace linghe::lab {

/// How far from the truth this person believes the chief to be, m; none where he has no belief about him.
[[nodiscard]] Value belief_error(const Scene& scene, std::uint32_t person);
/// He believes, with a confidence of a half or more, that the chief has gone on towards their place of retreat: the place
/// he takes for his lies 500 m or more nearer to it than the true one.
[[nodiscard]] bool believes_him_gone(const Scene& scene, std::uint32_t person);

/// Minutes of the run, while he is fit, in which his error is above `metres` (looked at every 10 s).
[[nodiscard]] std::unique_ptr<Observer> minutes_in_error(std::uint32_t person, double metres);
/// Minutes before T0, while he is fit, in which he believes him gone.
[[nodiscard]] std::unique_ptr<Observer> minutes_believed_gone(std::uint32_t person);

/// Of the fit men of his side who stand 1,050 to 1,250 m from the chief at T0, on the half downwind (upwind) of him: the
/// share that hears his drum within five minutes.
enum class Half { downwind, upwind };
[[nodiscard]] std::unique_ptr<Observer> ring_that_hears(Half half);

/// Sight of the named commanders of his side who are fit on the chief's bank, him excepted: the least, the median.
[[nodiscard]] Value least_sight(const Scene& scene);
[[nodiscard]] Value median_sight(const Scene& scene);
/// Of the beliefs these commanders could have about the other named commanders of the side: the share whose news is not
/// older than five minutes.
[[nodiscard]] Value beliefs_renewed(const Scene& scene);
/// Bits, 0 sure of it .. 1 even chances.
[[nodiscard]] Value outcome_entropy(const Scene& scene);

/// Least distance of this person to a fit enemy from his first resolve to withdraw on, while he was fit himself (looked at
/// every 2 s, within 100 m).
[[nodiscard]] std::unique_ptr<Observer> least_to_enemy(std::uint32_t person);

}  // namespace linghe::lab
