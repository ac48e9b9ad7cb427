// Where a man out of the ranks makes for: away, to safety his side knows, or to the signal he has perceived.
// Used inside morale only.
// Never gives him a place that he has not seen, heard, or known before the battle.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// Goal of a man in flight: from the threat, or to his side's place of retreat, mixed with the crowd's way
/// (p = flee_herding; D. Helbing, I. Farkas, T. Vicsek, "Simulating dynamical features of escape panic",
/// Nature 407 (2000): e = Norm[(1 - p) e_i + p <e_j>]).
void set_flight_goal(Round& round, const View& view);
/// Goal at the place where he takes the signal to be; keeps the old one while the signal is silent.
void set_signal_goal(Round& round, const View& view);
/// He stands where he is.
void set_stand(Round& round, const View& view);
/// Perceived distance to the signal he follows, metres.
[[nodiscard]] float goal_range_m(const Round& round, std::uint32_t row);
/// Share 0..1 of the crowd's flow about him that goes to a bearing.
[[nodiscard]] float flow_towards(const Round& round, std::uint32_t row, std::uint16_t bearing);

}  // namespace linghe::morale
