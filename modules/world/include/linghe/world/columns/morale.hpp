// Columns of a soldier's resolve. Written by morale.
// Part of world::SoldierTable.
// Never let another room write fear: it adds causes through what it perceives or suffers.
// The thirteen causes are signed changes of fear (fear adds, calm subtracts) since his last change of state, of which
// half is kept over each change; between two changes they add up to the change of fear_q16.
#pragma once
// clang-format off
#define LINGHE_MORALE_COLUMNS(COL)                                                                    \
    COL(std::uint16_t, fear_q16,      "1/65535", "fear felt, 0 calm .. 65535 panic")                  \
    COL(std::uint16_t, shown_q16,     "1/65535", "fear shown")                                        \
    COL(std::uint32_t, h_break_q16,   "1/65536", "integrated hazard of breaking in this spell")       \
    COL(std::uint32_t, h_rally_q16,   "1/65536", "integrated hazard of rallying in this spell")       \
    COL(std::uint32_t, h_turn_q16,    "1/65536", "integrated hazard of turning to a signal")          \
    COL(std::uint32_t, h_yield_q16,   "1/65536", "integrated hazard of surrender")                    \
    COL(std::uint32_t, h_join_q16,    "1/65536", "integrated hazard of joining a passing body")       \
    COL(std::uint8_t,  shut_ways,     "octants", "ways he sees closed to flight: bit k = 45 k deg from east, 0 all open") \
    COL(std::int16_t,  cause_enemy,   "1/1024",  "sum of fear from enemies near")                     \
    COL(std::int16_t,  cause_shock,   "1/1024",  "... from surprise, flank, wounds, shot")            \
    COL(std::int16_t,  cause_fallen,  "1/1024",  "... from friends fallen")                           \
    COL(std::int16_t,  cause_flight,  "1/1024",  "... from flight seen (contagion upward)")           \
    COL(std::int16_t,  cause_smoke,   "1/1024",  "... from smoke and not knowing")                    \
    COL(std::int16_t,  cause_alone,   "1/1024",  "... from being alone or leaderless")                \
    COL(std::int16_t,  cause_calm,    "1/1024",  "... from the calm friends show (contagion down)")    \
    COL(std::int16_t,  cause_leader,  "1/1024",  "... from his leader")                               \
    COL(std::int16_t,  cause_chief,   "1/1024",  "... from the high commander's presence, name, banner") \
    COL(std::int16_t,  cause_drum,    "1/1024",  "... from the drum heard")                           \
    COL(std::int16_t,  cause_safe,    "1/1024",  "... from safety: water between, distance, time")    \
    COL(std::int16_t,  cause_crowd,   "1/1024",  "... from the growing crowd of friends")             \
    COL(std::int16_t,  cause_fire,    "1/1024",  "... from fire seen and felt")                       \
    COL(std::uint16_t, aware_m,       "m",       "how near he takes the enemy to be, 65535 far; grows while he knows of none") \
    COL(std::uint8_t,  surprise_q8,   "1/255",   "how far he has lately been taken by surprise")          \
    COL(std::uint32_t, h_news_q16,    "1/65536", "integrated hazard of learning that his leader is lost") \
    COL(std::uint8_t,  knows_lost,    "",        "1: he has learnt that the leader his unit was mustered under is lost") \
    COL(std::uint32_t, bears,         "",        "row of the wounded man he helps to carry, plus 1; 0 none")   \
    COL(std::uint32_t, borne_by,      "",        "of a wounded man: row of the first of those who carry him, plus 1; 0 none") \
    COL(std::uint32_t, h_carry_q16,   "1/65536", "of a wounded man: integrated hazard of being taken up by comrades") \
    COL(std::uint8_t,  care,          "Care",    "of a wounded man: lies where he fell, is carried, was laid down in the rear") \
    COL(std::uint32_t, last_event,    "event",   "event that last changed his state, 0 none")
// clang-format on
