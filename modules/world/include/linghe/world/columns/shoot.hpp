// Columns of an archer or gunner, and of whoever is shot at. Written by shoot.
// Part of world::SoldierTable.
// Never let an arrow appear that no quiver lost.
#pragma once
// clang-format off
#define LINGHE_SHOOT_COLUMNS(COL)                                                                  \
    COL(std::uint8_t,  arrows,        "pieces", "left in the quiver")                              \
    COL(std::uint16_t, wait_ticks,    "tick",   "until he can shoot again")                        \
    COL(std::int32_t,  aim_x_mm,      "mm",     "where he aims, when shooting")                    \
    COL(std::int32_t,  aim_y_mm,      "mm",     "where he aims, when shooting")                    \
    COL(std::uint8_t,  suppression_q8,"1/255",  "how far near misses hold him down")                \
    COL(std::uint8_t,  shooting,      "",       "0 not, 1 with a flat arc, 2 lofted over heads")   \
    COL(std::uint8_t,  arm_tired_q8,  "1/255",  "how far drawing has tired his arm")
// clang-format on
