// Events of one man: change of state, turning, joining, each with its chief causes and what lies behind.
// Used inside morale only.
// Never numbers an event: that is done serially, in chunk order.
#pragma once
#include "states.hpp"

namespace linghe::morale {

/// Writes the new state, begins a new spell where luck must be drawn anew, leaves one event, halves the sums.
/// `lead` goes before the sums as chief cause (being surrounded), Cause::none leaves them alone.
void change_state(Round& round, const View& view, world::Morale to, world::Cause lead,
                  world::MoraleChunk& chunk);
/// The event of turning to the signal he now makes for; weights of signal, crowd and steady friends in the
/// hazard.
void tell_turn(Round& round, const View& view, float towards, float formed, world::MoraleChunk& chunk);
/// Moves him from his unit to another and tells it.
void change_unit(Round& round, View& view, std::uint16_t to, world::MoraleChunk& chunk);

}  // namespace linghe::morale
