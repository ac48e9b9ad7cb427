// Bodies of men: who leads each unit, whether it is broken; and the serial end that numbers events.
// Used inside morale only; serial.
// Never reorders: chunks in order, then units in order.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// Appends what the chunks left, in chunk order; writes men.last_event and units.dressing.
void settle_chunks(Round& round);
/// Counts the men of every unit, replaces fallen leaders, marks units that break or rally; writes their
/// events.
void review_units(Round& round);

}  // namespace linghe::morale
