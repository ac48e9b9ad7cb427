// The wounded and those who carry them off: who is taken up, by whom, how far, and when he is laid down.
// Used inside morale only; serial, once a second.
// Never heals or kills: wounds are fight's. The place of a man who is carried is written here, for he has no step of his own.
#pragma once
#include "round.hpp"

namespace linghe::morale {

/// Takes up, carries on and lays down; lets bearers go who are needed no more. Writes care, borne_by, bears, h_carry_q16, place of
/// the carried, goal and slot of bearers; events man_carried, man_laid.
void carry_wounded(Round& round);

}  // namespace linghe::morale
