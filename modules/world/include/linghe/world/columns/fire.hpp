// Columns of the grass fire: one row per cell of the ground (none in a battle where nobody can light a fire), and one row
// per blaze. Written by element on slow ticks; read by fight (burns), move (the way is closed), morale (fear), record, draw.
// Never read a row before asking FireTable::size(): most battles have none.
#pragma once

// clang-format off
#define LINGHE_FIRE_COLUMNS(COL)                                                                          \
    COL(std::uint8_t,  state,         "FireState","world::FireState (element)")                           \
    COL(std::int32_t,  front_um10,    "1e-5 m", "distance ahead of the front, below 0 behind it; levels spread as the fire does (element)") \
    COL(std::int32_t,  lit,           "tick",   "when the front reached its middle, -1 not yet (element)")\
    COL(std::uint16_t, flame_ticks,   "tick",   "how long there are flames in it: passage of the front and residence (element)") \
    COL(std::uint16_t, pass_ticks,    "tick",   "of these, passage of the front alone (element)")         \
    COL(std::int32_t,  intensity_kw_m,"kW/m",   "fireline intensity as the front passed (element)")       \
    COL(std::uint16_t, heat_dw_m2,    "10 W/m2","radiant flux on an upright man at its middle who faces the fire, this second (element)") \
    COL(std::uint16_t, blaze,         "blaze",  "fire that lit it, 65535 none (element)")

#define LINGHE_BLAZE_COLUMNS(COL)                                                                         \
    COL(std::uint32_t, event,         "event",  "of its lighting: the parent of all it does")             \
    COL(std::uint8_t,  by_kind,       "",       "0 nobody, 1 unit, 2 person")                             \
    COL(std::uint32_t, by,            "",       "row of whoever lit it, 4294967295 nobody")               \
    COL(std::int32_t,  x_mm,          "mm",     "where first")                                            \
    COL(std::int32_t,  y_mm,          "mm",     "where first")                                            \
    COL(std::uint32_t, cells,         "cell",   "lit so far")                                             \
    COL(std::uint32_t, alight,        "cell",   "flaming now")                                            \
    COL(std::uint8_t,  told,          "",       "bit 0: reached water, bit 1: gone out")
// clang-format on
