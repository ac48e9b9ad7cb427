// Columns of a soldier's body and place: who he is now, where, how he moves. Written by the room named beside each group.
// Part of world::SoldierTable.
// Never add a column here that belongs to one model only: it goes into that room's list.
#pragma once
// clang-format off
#define LINGHE_BODY_COLUMNS(COL)                                                                       \
    COL(std::int32_t,  x_mm,       "mm",      "place east (move)")                                     \
    COL(std::int32_t,  y_mm,       "mm",      "place north (move)")                                    \
    COL(std::int16_t,  vx_mm_s,    "mm/s",    "velocity east (move)")                                  \
    COL(std::int16_t,  vy_mm_s,    "mm/s",    "velocity north (move)")                                 \
    COL(std::uint16_t, facing,     "turn16",  "where he looks, 0 east, anticlockwise (move)")          \
    COL(std::uint16_t, unit,       "unit",    "body he stands under now (morale: joining)")            \
    COL(std::uint16_t, slot,       "",        "his place in its ranks, 65535 none (move)")             \
    COL(std::uint8_t,  status,     "Status",  "alive and free, disabled, dead, captured ... (fight)")  \
    COL(std::uint8_t,  morale,     "Morale",  "morale state (morale)")                                 \
    COL(std::uint8_t,  doing,      "Doing",   "what he is about (move, fight, shoot)")                 \
    COL(std::uint8_t,  level,      "Level",   "time level: steps every 1, 5, 10 or 50 ticks (sim)")        \
    COL(std::uint8_t,  horse,      "Horse",   "on foot, mounted, horse lost (fight)")                  \
    COL(std::uint8_t,  goal_kind,  "Goal",    "what he makes for when out of the ranks (morale)")      \
    COL(std::int32_t,  goal_x_mm,  "mm",      "the place he makes for (morale)")                       \
    COL(std::int32_t,  goal_y_mm,  "mm",      "the place he makes for (morale)")                       \
    COL(std::uint16_t, spell,      "",        "number of his present spell of state, addresses luck")
// clang-format on
