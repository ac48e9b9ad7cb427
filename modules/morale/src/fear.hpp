// One step of a man's fear: what frightens, what calms, what others show him; and the mask over it.
// Used inside morale only.
// Never changes his state: states.hpp does, from the fear this leaves.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// Advances fear_q16, shown_q16 and the cause_* columns of one man by dt_s seconds.
void feel(Round& round, const View& view, float dt_s);

}  // namespace linghe::morale
