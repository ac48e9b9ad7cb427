// Columns of a soldier's gait and the press around him. Written by move.
// Part of world::SoldierTable.
// Never used to reach into the mind: percept tells a man what he knows.
#pragma once
// clang-format off
#define LINGHE_MOVE_COLUMNS(COL)                                                                    \
    COL(std::uint16_t, stamina_q16,     "1/65535", "share of his anaerobic store left (Skiba W'bal)") \
    COL(std::uint8_t,  press_q4,        "1/16 m2", "men per square metre around him (16 = 1 per m2)") \
    COL(std::uint32_t, near_enemy,      "soldier", "nearest enemy within reach of the eye, none = 4294967295") \
    COL(std::uint16_t, near_enemy_cm,   "cm",      "distance to him, 65535 none within the search radius")    \
    COL(std::uint8_t,  still_why,       "Still",   "why he stands: ordered, there, waits, queues, fights ...; 0 he moves") \
    COL(std::uint8_t,  stuck_s,         "s",       "seconds he has wanted to go and could not") \
    COL(std::uint8_t,  bank_s,          "",        "before a bank, in need: seconds held up on the way to a ramp; from 128 on he takes the bank for so many seconds less 128")
// clang-format on
