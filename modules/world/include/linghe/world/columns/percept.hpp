// Columns of what a soldier has perceived. Written by percept alone; morale, move and shoot take their goals from these.
// Part of world::SoldierTable.
// Never write the truth here without error, range and obstacles: nobody acts on truth.
#pragma once
// clang-format off
#define LINGHE_PERCEPT_COLUMNS(COL)                                                                          \
    COL(std::int8_t,   ear_q2,            "1/4 dB", "how much duller than the mean his ear is; drawn at tick 0, constant") \
    COL(std::int32_t,  drum_tick,         "tick",   "when he last heard his side's great drum, -1 never")    \
    COL(std::uint16_t, drum_bearing,      "turn16", "where it seemed to come from (with his error)")         \
    COL(std::int8_t,   drum_snr_db,       "dB",     "how far above the noise he heard it")                   \
    COL(std::uint16_t, drum_range_m,      "m",      "how far off he takes it to be, from its loudness")      \
    COL(std::int16_t,  drum_error_turn,   "turn16", "error of his bearing to it, the same for one spell of attention (10 s)") \
    COL(std::uint16_t, drum_error_q12,    "1/4096", "factor of error of his range to it, for the same spell")    \
    COL(std::uint8_t,  banner_seen_q8,    "1/255",  "how clearly he sees his side's great banner, 0 not")    \
    COL(std::int32_t,  sound_tick,        "tick",   "when he last heard a signal without knowing whose it was, -1 never") \
    COL(std::uint16_t, banner_bearing,    "turn16", "where")                                                 \
    COL(std::uint16_t, banner_range_m,    "m",      "how far")                                               \
    COL(std::uint8_t,  leader_near_q8,    "1/255",  "presence of his unit's leader (seen or heard near)")    \
    COL(std::uint8_t,  chief_near_q8,     "1/255",  "presence of a high commander (voice, sight of him)")    \
    COL(std::uint8_t,  chief_calm_q8,     "1/255",  "calm that commander shows")                             \
    COL(std::uint8_t,  enemy_near_q8,     "1/255",  "threat of enemies seen or heard close by")              \
    COL(std::uint16_t, enemy_bearing,     "turn16", "bearing of that threat")                                \
    COL(std::uint16_t, enemy_range_m,     "m",      "nearest enemy he is aware of, 65535 none")              \
    COL(std::uint8_t,  formed_near_q8,    "1/255",  "share of steady men among friends around him (50 m)")   \
    COL(std::uint8_t,  fleeing_near_q8,   "1/255",  "share of fleeing men among friends around him (50 m)")  \
    COL(std::uint16_t, friends_near,      "men",    "friends around him (within 50 m, as far as he sees)")   \
    COL(std::uint8_t,  fallen_near_q8,    "1/255",  "share of friends lately fallen around him")             \
    COL(std::uint16_t, shown_around_q16,  "1/65535","fear others show him, weighted (ASCRIBE q*)")           \
    COL(std::uint8_t,  contagion_q8,      "1/255",  "strength of that channel per second (ASCRIBE gamma, his openness in it)")   \
    COL(std::uint16_t, flow_bearing,      "turn16", "where the friends around him are heading")              \
    COL(std::uint8_t,  flow_q8,           "1/255",  "how much they agree in it")                             \
    COL(std::uint16_t, sight_m,           "m",      "how far he can see (smoke at his place)")               \
    COL(std::uint16_t, own_body_unit,     "unit",   "formed body of his colours (or collecting) close by, 65535 none") \
    COL(std::uint8_t,  safe_q8,           "1/255",  "barrier between him and the enemy, distance gained") \
    COL(std::uint16_t, fire_range_dm,     "dm",     "nearest flames he sees or feels, at least 1; 0 none")           \
    COL(std::uint16_t, fire_bearing,      "turn16", "where")                                                 \
    COL(std::int16_t,  fire_closing_cm_s, "cm/s",   "how fast they come nearer, from his last look; below 0 farther")
// clang-format on
