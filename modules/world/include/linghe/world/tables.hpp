// The tables of the world: soldiers, units, persons, couriers, arrows in flight, sources of sound and sight, clock.
// Declared once here; storage, snapshot, hash, diff and documentation come from these lists.
// Never keep simulation state anywhere else in L2-L4.
#pragma once
#include <cstdint>

#include "linghe/base/columns.hpp"
#include "linghe/world/columns/body.hpp"
#include "linghe/world/columns/fight.hpp"
#include "linghe/world/columns/fire.hpp"
#include "linghe/world/columns/morale.hpp"
#include "linghe/world/columns/move.hpp"
#include "linghe/world/columns/percept.hpp"
#include "linghe/world/columns/shoot.hpp"

namespace linghe::world {

// clang-format off
#define LINGHE_SOLDIER_COLUMNS(COL) \
    LINGHE_BODY_COLUMNS(COL)        \
    LINGHE_PERCEPT_COLUMNS(COL)     \
    LINGHE_MORALE_COLUMNS(COL)      \
    LINGHE_MOVE_COLUMNS(COL)        \
    LINGHE_SHOOT_COLUMNS(COL)       \
    LINGHE_FIGHT_COLUMNS(COL)
// clang-format on
LINGHE_TABLE(SoldierTable, LINGHE_SOLDIER_COLUMNS)

// clang-format off
#define LINGHE_UNIT_COLUMNS(COL)                                                                          \
    COL(std::int32_t,  anchor_x_mm,   "mm",     "middle of the front rank as ordered (move)")             \
    COL(std::int32_t,  anchor_y_mm,   "mm",     "middle of the front rank as ordered (move)")             \
    COL(std::uint16_t, heading,       "turn16", "where the ranks face (move)")                            \
    COL(std::uint16_t, pace_mm_s,     "mm/s",   "pace of the anchor now (move)")                          \
    COL(std::uint16_t, files,         "men",    "men in a rank (move)")                                   \
    COL(std::uint8_t,  formed,        "",       "1 in ranks, 0 a crowd about its leader (move)")          \
    COL(std::uint8_t,  shape,         "Formation","formation it stands in or is changing to (move)")      \
    COL(std::uint8_t,  dressing,      "",       "1 when places in the ranks must be dealt out anew")       \
    COL(std::uint32_t, leader,        "soldier","man who leads it now, 4294967295 none (morale)")         \
    COL(std::int32_t,  x_mm,          "mm",     "mean place of the men in hand (sim tally)")              \
    COL(std::int32_t,  y_mm,          "mm",     "mean place of the men in hand (sim tally)")              \
    COL(std::uint32_t, in_hand,       "men",    "men under it in its ranks, without who carry wounded (sim tally)")         \
    COL(std::uint32_t, fleeing,       "men",    "men under it in flight (sim tally)")                     \
    COL(std::uint32_t, fallen,        "men",    "dead, disabled or taken since T0 (sim tally)")           \
    COL(std::uint32_t, fallen_before, "men",    "the same, one minute ago (sim tally)")                   \
    COL(std::uint16_t, mean_fear_q16, "1/65535","mean fear felt by its men (sim tally)")                  \
    COL(std::uint8_t,  broken,        "",       "1 when more than half its men are in flight (morale)")   \
    COL(std::uint8_t,  clash,         "Clash",  "apart, at hand strokes, drawn off, in chase (fight)")    \
    COL(std::uint16_t, clash_s,       "s",      "left of that bout, lull or chase (fight)")               \
    COL(std::uint16_t, clash_no,      "",       "bouts and lulls so far; addresses their luck (fight)")   \
    COL(std::uint8_t,  news_q8,       "1/255",  "share of its men who know that the leader they were mustered under is lost (morale)") \
    COL(std::uint8_t,  collecting,    "",       "1 takes in stragglers of any colours (mind, via intent)")\
    COL(std::uint32_t, last_event,    "event",  "event that last changed its state")
LINGHE_TABLE(UnitTable, LINGHE_UNIT_COLUMNS)

#define LINGHE_PERSON_COLUMNS(COL)                                                                        \
    COL(std::uint32_t, man,           "soldier","his row; constant, kept for lookup")                     \
    COL(std::uint8_t,  alive,         "",       "1 while he can command (fight)")                         \
    COL(std::uint8_t,  drum_on,       "",       "1 while the drum beside him is beaten (sim from intent)")\
    COL(std::int32_t,  drum_since,    "tick",   "first beat of this beating, -1 none")                    \
    COL(std::uint8_t,  banner_up,     "",       "1 while his banner stands")                              \
    COL(std::uint8_t,  barred,        "",       "by intervention: bit 0 drum silenced, bit 1 banner struck") \
    COL(std::uint32_t, last_event,    "event",  "event that last concerned him")
LINGHE_TABLE(PersonTable, LINGHE_PERSON_COLUMNS)

#define LINGHE_COURIER_COLUMNS(COL)                                                                       \
    COL(std::uint32_t, id,            "courier","minted by the world, never used again")                  \
    COL(std::uint32_t, order,         "order",  "order or report he carries (intent)")                    \
    COL(std::uint16_t, from_person,   "person", "sender")                                                 \
    COL(std::uint16_t, to_person,     "person", "addressee")                                              \
    COL(std::int32_t,  x_mm,          "mm",     "place")                                                  \
    COL(std::int32_t,  y_mm,          "mm",     "place")                                                  \
    COL(std::int32_t,  goal_x_mm,     "mm",     "where he was told, or thinks, the addressee is")         \
    COL(std::int32_t,  goal_y_mm,     "mm",     "where he was told, or thinks, the addressee is")         \
    COL(std::uint8_t,  state,         "",       "0 riding, 1 searching, 2 delivered, 3 lost, 4 taken")    \
    COL(std::int32_t,  since,         "tick",   "when he set out")                                        \
    COL(std::uint32_t, h_taken_q16,   "1/65536","integrated hazard of being taken on the way (move)")
LINGHE_TABLE(CourierTable, LINGHE_COURIER_COLUMNS)

#define LINGHE_ARROW_COLUMNS(COL)                                                                         \
    COL(std::int32_t,  land_tick,     "tick",   "when it comes down")                                     \
    COL(std::int32_t,  x_mm,          "mm",     "where")                                                  \
    COL(std::int32_t,  y_mm,          "mm",     "where")                                                  \
    COL(std::uint32_t, shooter,       "soldier","whose")                                                  \
    COL(std::uint16_t, energy_dj,     "0.1 J",  "left when it arrives")                                   \
    COL(std::uint16_t, bearing,       "turn16", "of flight")                                              \
    COL(std::int16_t,  fall_mrad,     "mrad",   "angle of descent")
LINGHE_TABLE(ArrowTable, LINGHE_ARROW_COLUMNS)

// Smoke: two kinds, black (flaming) and white (smouldering), and dust, as extinction in a mixed layer; see element.
#define LINGHE_SMOKE_COLUMNS(COL)                                                                         \
    COL(std::int32_t,  black_um,      "1e-6/m", "extinction coefficient of black smoke")                  \
    COL(std::int32_t,  white_um,      "1e-6/m", "extinction coefficient of white smoke")                  \
    COL(std::int32_t,  dust_um,       "1e-6/m", "extinction coefficient of dust raised by hooves and feet")
LINGHE_TABLE(SmokeTable, LINGHE_SMOKE_COLUMNS)

LINGHE_TABLE(FireTable, LINGHE_FIRE_COLUMNS)
LINGHE_TABLE(BlazeTable, LINGHE_BLAZE_COLUMNS)
// Where one may go now: a row for each cell of the ground, or no row at all where there is but one way anywhere.
#define LINGHE_PASSAGE_COLUMNS(COL)                                                                       \
    COL(std::uint8_t,  closed,        "Closes", "who closes the cell, a bit each; 0 open (any room, see passage.hpp)") \
    COL(std::uint8_t,  known,         "",       "1: closed when ways were last reviewed (move)")          \
    COL(std::uint8_t,  delay_q4,      "1/16",   "by how much a queue lengthens the cell's time, at the last review (move)")
LINGHE_TABLE(PassageTable, LINGHE_PASSAGE_COLUMNS)

#define LINGHE_CLOCK_COLUMNS(COL)                                                                         \
    COL(std::int64_t,  tick,          "tick",   "time since the start of the run")                        \
    COL(std::int32_t,  wind_x_mm_s,   "mm/s",   "wind at 10 m, towards east (element)")                   \
    COL(std::int32_t,  wind_y_mm_s,   "mm/s",   "wind at 10 m, towards north (element)")                  \
    COL(std::uint8_t,  wind_set,      "",       "1: an intervention holds the wind at set_x, set_y")      \
    COL(std::int32_t,  set_x_mm_s,    "mm/s",   "wind held, towards east")                                \
    COL(std::int32_t,  set_y_mm_s,    "mm/s",   "wind held, towards north")                               \
    COL(std::int32_t,  gust_q16,      "1/65536","present gust, in standard deviations (element)")         \
    COL(std::int32_t,  rain_um_h,     "0.001 mm/h", "rain now (element)")                                   \
    COL(std::int32_t,  wetness_um,    "0.001 mm", "water on standing grass and fuel, 0 dry (element)")      \
    COL(std::int32_t,  ground_um,     "0.001 mm", "water in the top of the ground (element)")               \
    COL(std::uint16_t, mud_q16,       "1/65535", "how deep the ground has turned to mud, for move (element)") \
    COL(std::uint32_t, light_mlx,     "0.001 lx", "light of sun, moon and sky on level ground; 0 when place and date are not known (element)") \
    COL(std::uint32_t, next_event,    "event",  "number the next event gets, from 1")                     \
    COL(std::uint32_t, next_courier,  "courier","number the next courier gets")                           \
    COL(std::uint32_t, interventions, "",       "interventions done so far")                              \
    COL(std::uint32_t, ways_epoch,    "",       "reviews that found ways changed; ways are sought anew (move)") \
    COL(std::uint32_t, closed_cells,  "cells",  "cells that are closed now (passage)")                    \
    COL(std::uint64_t, shots,         "arrows", "arrows shot since T0")                                   \
    COL(std::uint64_t, hits,          "arrows", "arrows that struck a man")
LINGHE_TABLE(ClockTable, LINGHE_CLOCK_COLUMNS)

// Events of the present step; the record takes them after each step, then they are cleared.
#define LINGHE_EVENT_COLUMNS(COL)                                                                         \
    COL(std::uint32_t, id,            "event",  "number, from 1, never used again")                       \
    COL(std::int32_t,  tick,          "tick",   "when")                                                   \
    COL(std::uint8_t,  kind,          "EventKind","what")                                                 \
    COL(std::uint8_t,  subject_kind,  "",       "0 soldier, 1 unit, 2 person, 3 courier, 4 source, 5 blaze")       \
    COL(std::uint32_t, subject,       "",       "row of the subject")                                     \
    COL(std::uint32_t, other,         "",       "row of the other one concerned, 4294967295 none")        \
    COL(std::int32_t,  x_mm,          "mm",     "where")                                                  \
    COL(std::int32_t,  y_mm,          "mm",     "where")                                                  \
    COL(std::int32_t,  value,         "",       "depends on the kind (men, metres, old<<8|new state ...)")\
    COL(std::uint8_t,  cause_1,       "Cause",  "chief cause, 0 none")                                    \
    COL(std::uint8_t,  share_1,       "1/255",  "its share")                                              \
    COL(std::uint8_t,  cause_2,       "Cause",  "second cause")                                           \
    COL(std::uint8_t,  share_2,       "1/255",  "its share")                                              \
    COL(std::uint8_t,  cause_3,       "Cause",  "third cause")                                            \
    COL(std::uint8_t,  share_3,       "1/255",  "its share")                                              \
    COL(std::uint32_t, parent,        "event",  "event behind it, 0 none")
LINGHE_TABLE(EventTable, LINGHE_EVENT_COLUMNS)

// Missiles that struck a man in the present step: shoot writes them, fight turns them into wounds and empties the table.
#define LINGHE_HIT_COLUMNS(COL)                                                                           \
    COL(std::uint32_t, target,        "soldier","who was struck")                                         \
    COL(std::uint32_t, shooter,       "soldier","by whom")                                                \
    COL(std::uint16_t, energy_dj,     "0.1 J",  "energy at the strike")                                   \
    COL(std::uint16_t, bearing,       "turn16", "of flight")                                              \
    COL(std::int16_t,  fall_mrad,     "mrad",   "angle of descent")
// clang-format on
LINGHE_TABLE(HitTable, LINGHE_HIT_COLUMNS)

}  // namespace linghe::world
