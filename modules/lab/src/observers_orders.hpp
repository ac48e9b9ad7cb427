// Machines for command: what the chief orders when and to whom, how fast it is obeyed, what becomes of it, and what he knows
// of his own.
// Used by registry_orders.cpp and the room's tests.
// Never counts a rider sent to ask as an order.
#pragma once
#include "census.hpp"
#include "readings.hpp"

namespace linghe::lab {

/// Minutes after T0 of the chief's first order with this verb.
[[nodiscard]] std::unique_ptr<Observer> first_order(model::Verb verb);
/// Minutes after T0 until the chief first resolves, or orders, to attack, pursue or march.
[[nodiscard]] std::unique_ptr<Observer> chief_advances();
[[nodiscard]] std::unique_ptr<Observer> chief_leads();
[[nodiscard]] std::unique_ptr<Observer> calls_reserve();
[[nodiscard]] std::unique_ptr<Observer> persuaded(std::uint32_t person);
/// Orders (or, `asks`, riders sent to ask) of the chief to this person up to T0 + `until_s`.
[[nodiscard]] std::unique_ptr<Observer> sent_to(std::uint32_t person, bool asks, double until_s);
/// Seconds from the review in which a chief who gathers finds it time to act to his first order.
[[nodiscard]] std::unique_ptr<Observer> thinks_before_ordering();
/// Mean seconds from an order of the chief reaching somebody to his taking it up.
[[nodiscard]] std::unique_ptr<Observer> obeys_after();
/// Minutes from the chief's first order to hold a line until half the men under those he ordered move at 0.5 m/s or have arrived.
[[nodiscard]] std::unique_ptr<Observer> line_sets_out();
/// Share of men lost in the bodies that hold a line when half of those left are in flight; the most they lose.
enum class LineLoss { when_broken, most };
[[nodiscard]] std::unique_ptr<Observer> line_loss(LineLoss what);
/// Minutes from the chief's first order to fetch troops until the one he sends is within 300 m of the place; what that one
/// thought of its chances, 0..1.
[[nodiscard]] std::unique_ptr<Observer> fetch_arrives();
[[nodiscard]] std::unique_ptr<Observer> fetch_feasible();
/// Longest unbroken time from T0 on that this person is within so many metres of the chief, minutes.
[[nodiscard]] std::unique_ptr<Observer> beside_chief(std::uint32_t person, double metres);
/// Of the men under this person at T0 + `from_s`: the share that at `to_s` is under him in bodies that hold a line and are there.
[[nodiscard]] std::unique_ptr<Observer> reserve_obeys(std::uint32_t person, double from_s, double to_s);
/// What the chief gives for the chance that this person is lost (1 less the belief that he lives): greatest from T0 to `until_s`.
[[nodiscard]] std::unique_ptr<Observer> believed_lost_most(std::uint32_t person, double until_s);
/// Seconds from this person's coming within speaking distance of the chief until the chief holds a belief about `other` that
/// he was told by him.
[[nodiscard]] std::unique_ptr<Observer> told_after_meeting(std::uint32_t person, std::uint32_t other);

// --- looks -------------------------------------------------------------------------------------------------------------
/// What the chief gives for the chance that this person is lost.
[[nodiscard]] Value believed_lost(const Scene& scene, std::uint32_t person);
/// Men the chief believes to be in bodies of his side (confidence 0.5 or more) over those who are fit.
[[nodiscard]] Value host_accounted(const Scene& scene);
/// Of the fugitives of T0 who are fit: share in ranks on the chief's bank; of those within 500 m of him, share that is under a
/// commander who collects stragglers.
[[nodiscard]] Value organised_share(const Scene& scene);
[[nodiscard]] Value taken_in_share(const Scene& scene);
/// Fit men in bodies that obey this person.
[[nodiscard]] double men_under(const Scene& scene, std::uint32_t person);
/// Enemies this person believes to be in the squares he knows of, over those who are there.
/// Men the chief believes lost over those of his side who have fallen, are disabled or taken since the start.
[[nodiscard]] Value losses_believed(const Scene& scene);
[[nodiscard]] Value enemy_reckoned(const Scene& scene, std::uint32_t person);

}  // namespace linghe::lab
