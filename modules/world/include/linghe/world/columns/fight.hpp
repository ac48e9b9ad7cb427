// Columns of a soldier in hand-to-hand fight and of his wounds. Written by fight (and by shoot through wound events).
// Part of world::SoldierTable.
// Never decide a wound by a coin per step: integrated hazards only.
#pragma once
// clang-format off
#define LINGHE_FIGHT_COLUMNS(COL)                                                                  \
    COL(std::uint32_t, foe,          "soldier", "man he strikes at, 4294967295 none")              \
    COL(std::uint16_t, bout_ticks,   "tick",    "left of this bout (or of the lull after it)")     \
    COL(std::uint8_t,  in_bout,      "",        "1 in a bout, 0 in a lull or out of contact")      \
    COL(std::uint32_t, h_wound_q16,  "1/65536", "integrated hazard of the next wound by blows")    \
    COL(std::uint8_t,  h_wound_frac, "1/256",   "fraction of a unit of h_wound_q16 (slow hazards)") \
    COL(std::uint8_t,  strokes,      "",        "strokes that told on him or his horse: addresses the luck of the next") \
    COL(std::uint32_t, wound_event,  "event",   "event of the wound that felled him, 0 none")     \
    COL(std::uint32_t, h_capture_q16,"1/65536", "integrated hazard of being laid hold of")         \
    COL(std::uint32_t, h_drown_q16,  "1/65536", "integrated hazard of drowning")                   \
    COL(std::uint32_t, h_crush_q16,  "1/65536", "integrated hazard of being pressed to death")     \
    COL(std::uint8_t,  wounds,       "",        "wounds received")                                 \
    COL(std::uint8_t,  severity,     "Wound",   "worst wound: none, light, serious, mortal")       \
    COL(std::uint8_t,  part,         "Part",    "where that wound is: head, trunk, arm, leg")      \
    COL(std::uint32_t, h_drop_q16,   "1/65536", "integrated hazard of dropping of a wound he still stands with") \
    COL(std::uint8_t,  gear,         "",        "bit 0: his main weapon is broken")                \
    COL(std::uint32_t, h_gear_q16,   "1/65536", "integrated hazard of its breaking")               \
    COL(std::uint32_t, h_death_q16,  "1/65536", "integrated hazard of dying of it")                \
    COL(std::uint8_t,  shock_q8,     "1/255",   "blow to his resolve lately suffered; morale reads it, fight decays it") \
    COL(std::uint32_t, killer,       "soldier", "who felled or took him, 4294967295 none") \
    COL(std::uint16_t, heat_dw_m2,   "10 W/m2", "heat on him, mean over the last second; percept and morale read it") \
    COL(std::uint32_t, burn_dose_q8, "1/256 (kW/m2)^(4/3) s", "dose on bare skin that faces the fire, never healed") \
    COL(std::uint8_t,  burn,         "Burn",    "worst burn so far")
// clang-format on
