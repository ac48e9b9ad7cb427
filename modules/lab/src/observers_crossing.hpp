// Machines for a host that crosses a river: when half are across, who withdraws when, how far one has ridden since.
// Used by registry_crossing.cpp and the room's tests.
// Never take the chief's bank for the far one where he gathers on the bank on which he began.
#pragma once
#include "census.hpp"
#include "observers.hpp"

namespace linghe::lab {

using Shared = std::shared_ptr<Census>;

/// The far bank: that of the chief at T0. None where he has come to it from nowhere: T0 was not at the start, and he stands
/// on the piece of ground on which he began.
[[nodiscard]] Value far_bank(const Scene& scene);
/// A look that counts only where there is a far bank; the number of `look` else.
[[nodiscard]] Look if_far_bank(Look look);

/// Minutes from the start of the run until half the men of the group who live are on the far bank (looked at every 10 s).
[[nodiscard]] std::unique_ptr<Observer> half_across(Shared census, Group group);
/// 1 for the group of which half are across first, and so on; those who never are have no rank. `of`: an index into groups.
[[nodiscard]] std::unique_ptr<Observer> rank_across(Shared census, std::vector<Group> groups, std::size_t of);
/// Minutes after T0 until half the fit men of the group are within 300 m of the chief (looked at every 10 s).
[[nodiscard]] std::unique_ptr<Observer> half_gathered(Shared census, Group group);
/// Minutes from the start until this person first resolves to withdraw.
[[nodiscard]] std::unique_ptr<Observer> withdraws(std::uint32_t person);
/// Metres of way this person has made at T0 since he first stood on the far bank.
[[nodiscard]] std::unique_ptr<Observer> ridden_since_bank(std::uint32_t person);
/// The most men of the group who went out in any `window_s` of the run (looked at every 30 s).
[[nodiscard]] std::unique_ptr<Observer> most_out_in(Shared census, Group group, double window_s);
/// Men out at a minute of the run, counted from its start.
[[nodiscard]] std::unique_ptr<Observer> out_at_run_minute(Shared census, Group group, double minute);

/// Horses to the square metre in the fullest 10 m square of a river's bed (looked at every 10 s): the most in the run;
/// minutes with `dense` or more.
[[nodiscard]] std::unique_ptr<Observer> river_density_most();
[[nodiscard]] std::unique_ptr<Observer> river_jam(double dense);

}  // namespace linghe::lab
