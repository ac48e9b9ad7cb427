// What a man learns in this second: of an enemy closer than he thought, and that his leader is lost.
// Used inside morale only; one man at a time, own row.
// Never lets him know of a fall that he has neither seen nor been told of.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// Advances aware_m, surprise_q8, h_news_q16 and knows_lost of one man by dt_s seconds, before his fear.
void learn(Round& round, View& view, float dt_s);

}  // namespace linghe::morale
