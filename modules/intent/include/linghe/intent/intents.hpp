// Intents: orders, their travel, and what every unit and person is set on doing. What mind decides and others carry out.
// Written by mind (decisions), percept (delivery), move (arrival); read by move, morale, shoot, fight, record. Part of State.
// Never holds facts about the world: only wills.
#pragma once
#include <cstdint>

#include "linghe/base/columns.hpp"
#include "linghe/base/ids.hpp"
#include "linghe/base/units.hpp"

namespace linghe::intent {

enum class Channel : std::uint8_t { none = 0, voice = 1, rider = 2, drum = 3, at_start = 4 };
enum class OrderState : std::uint8_t {
    issued = 0,
    travelling = 1,
    received = 2,
    taken_up = 3,
    done = 4,
    failed = 5,
    refused = 6
};
/// What one who got an order has sent back about it.
enum class Reply : std::uint8_t { none = 0, doubts = 1, refuses = 2, breaks_off = 3 };
enum class Pace : std::uint8_t { stand = 0, walk = 1, trot = 2, run = 3 };

// clang-format off
#define LINGHE_ORDER_COLUMNS(COL)                                                                          \
    COL(std::uint16_t, issuer,       "person", "who orders")                                               \
    COL(std::uint16_t, addressee,    "person", "who is to obey")                                           \
    COL(std::uint8_t,  verb,         "Verb",   "model::Verb")                                              \
    COL(std::uint8_t,  pace,         "Pace",   "gait ordered, 0 as the verb would have it")                \
    COL(std::uint8_t,  formation,    "Formation","formation ordered, 0 as the verb would have it")         \
    COL(std::int32_t,  x_mm,         "mm",     "objective")                                                \
    COL(std::int32_t,  y_mm,         "mm",     "objective")                                                \
    COL(std::uint16_t, person,       "person", "objective person, 65535 none")                             \
    COL(std::uint32_t, place,        "place",  "objective place of a burn order, 4294967295 none")         \
    COL(std::int32_t,  seek_x_mm,    "mm",     "where the rider is to look for the addressee (mind)")      \
    COL(std::int32_t,  seek_y_mm,    "mm",     "where the rider is to look for the addressee (mind)")      \
    COL(std::int32_t,  issued,       "tick",   "when given")                                               \
    COL(std::int32_t,  received,     "tick",   "when it reached him, -1 not yet")                          \
    COL(std::int32_t,  deadline,     "tick",   "0 none")                                                   \
    COL(std::uint8_t,  channel,      "Channel","how it travels")                                           \
    COL(std::uint8_t,  state,        "OrderState","how far it has come")                                   \
    COL(std::uint8_t,  at_all_cost,  "",       "1: hold whatever it costs, under threat")                  \
    COL(std::uint16_t, feasible_q16, "1/65536","what the receiver thinks of its chances")                  \
    COL(std::uint8_t,  is_report,    "",       "1: a report or question, not an order")                    \
    COL(std::uint8_t,  subject_kind, "Subject","of a report")                                              \
    COL(std::uint32_t, subject,      "",       "of a report")                                              \
    COL(std::uint32_t, event,        "event",  "event of its giving")                                      \
    COL(std::uint32_t, lost,         "men",    "of a report: what the sender thinks he has lost")          \
    COL(std::uint16_t, lost_q16,     "1/65536","of a report: his confidence in that, 0 says nothing of it") \
    COL(std::uint8_t,  reply,        "Reply",  "of a report: what it answers to the order `about`")        \
    COL(std::uint32_t, about,        "order",  "of a report with a reply: the order it answers")           \
    COL(std::uint8_t,  known,        "Reply",  "of an order: what has come back to the issuer")            \
    COL(std::uint8_t,  urged,        "",       "of an order: how often it has been given anew after a refusal")
LINGHE_TABLE(OrderTable, LINGHE_ORDER_COLUMNS)

// What each unit is to do now; one row per unit.
#define LINGHE_UNIT_GOAL_COLUMNS(COL)                                                                      \
    COL(std::uint8_t,  verb,         "Verb",   "what it is about")                                         \
    COL(std::int32_t,  x_mm,         "mm",     "where to")                                                 \
    COL(std::int32_t,  y_mm,         "mm",     "where to")                                                 \
    COL(std::uint16_t, heading,      "turn16", "where to face when there")                                 \
    COL(std::uint8_t,  pace,         "Pace",   "how fast")                                                 \
    COL(std::uint8_t,  formed,       "",       "1 in ranks, 0 as a crowd about the leader")                \
    COL(std::uint8_t,  formation,    "Formation","line, column, loose, crowd, banner; 0 as its verb would have it") \
    COL(std::uint8_t,  wake,         "",       "1: newly set, its men must be woken (sim clears it)")      \
    COL(std::uint32_t, place,        "place",  "burn: the line to light, 4294967295 none (then at x, y)")  \
    COL(std::uint16_t, commander,    "person", "whom it obeys now (re-subordination changes it)")          \
    COL(std::int32_t,  stop_y_mm,    "mm",     "pursue: not beyond this northing; 2147483647 none")        \
    COL(std::uint8_t,  arrived,      "",       "1 when there (move)")                                      \
    COL(std::uint8_t,  at_all_cost,  "",       "1: raised breakpoint")                                     \
    COL(std::uint8_t,  collecting,   "",       "1: takes in stragglers of any colours")                    \
    COL(std::uint32_t, order,        "order",  "order behind it, 4294967295 none")                         \
    COL(std::uint32_t, event,        "event",  "event behind it")
LINGHE_TABLE(UnitGoalTable, LINGHE_UNIT_GOAL_COLUMNS)

// What each person is set on; one row per person.
#define LINGHE_RESOLVE_COLUMNS(COL)                                                                        \
    COL(std::uint8_t,  verb,         "Verb",   "his resolve")                                              \
    COL(std::uint8_t,  stage,        "",       "how far his plan has come (meaning by verb)")              \
    COL(std::uint8_t,  pace,         "Pace",   "ordered gait, 0 as the verb would have it")                \
    COL(std::uint8_t,  formation,    "Formation","ordered formation, 0 as the verb would have it")         \
    COL(std::int32_t,  x_mm,         "mm",     "where")                                                    \
    COL(std::int32_t,  y_mm,         "mm",     "where")                                                    \
    COL(std::uint16_t, person,       "person", "towards whom, 65535 none")                                 \
    COL(std::uint32_t, place,        "place",  "burn: the line to light, 4294967295 none")                 \
    COL(std::int32_t,  since,        "tick",   "since when")                                               \
    COL(std::int32_t,  think_until,  "tick",   "a decision ripens then; 0 nothing on his mind")            \
    COL(std::uint8_t,  pending,      "Verb",   "what he will decide then")                                 \
    COL(std::uint16_t, pending_person,"person","towards whom")                                             \
    COL(std::uint8_t,  drum,         "",       "1: has the drum beaten")                                   \
    COL(std::uint8_t,  banner,       "",       "1: has the banner raised")                                 \
    COL(std::uint32_t, order,        "order",  "order he is carrying out, 4294967295 none")                \
    COL(std::uint32_t, spell,        "",       "number of decisions so far; addresses luck")               \
    COL(std::int32_t,  last_reviewed,"tick",   "when he last weighed his situation")                       \
    COL(std::uint32_t, last_friends, "men",    "friends in sight at the last review (is the inflow slowing?)") \
    COL(std::int32_t,  chief_x_mm,   "mm",     "spot at which he takes his chief to be")                   \
    COL(std::int32_t,  chief_y_mm,   "mm",     "spot at which he takes his chief to be")                   \
    COL(std::int32_t,  chief_since,  "tick",   "time of the first news of him at that spot")               \
    COL(std::int32_t,  decided,      "tick",   "when he last resolved to do something, or gave an order; 0 never") \
    COL(std::uint8_t,  copies,       "",       "1: what ripens is what he sees others do")
LINGHE_TABLE(ResolveTable, LINGHE_RESOLVE_COLUMNS)

// Fires to be lit: whoever lights one (orders, shot, powder) adds a row; element takes and empties it each second.
#define LINGHE_IGNITION_COLUMNS(COL)                                                                       \
    COL(std::int32_t,  x_mm,         "mm",     "where")                                                    \
    COL(std::int32_t,  y_mm,         "mm",     "where")                                                    \
    COL(std::uint8_t,  by_kind,      "",       "0 nobody, 1 unit, 2 person")                               \
    COL(std::uint32_t, by,           "",       "row of whoever lights it, 4294967295 nobody")              \
    COL(std::uint32_t, parent,       "event",  "event behind it, 0 none")
LINGHE_TABLE(IgnitionTable, LINGHE_IGNITION_COLUMNS)

// What a decision leaves for the ledger; taken and emptied by sim at the end of the step.
#define LINGHE_NOTE_COLUMNS(COL)                                                                           \
    COL(std::uint8_t,  kind,         "EventKind","order_given, decides, turns_back ...")                   \
    COL(std::uint16_t, person,       "person", "who")                                                      \
    COL(std::uint16_t, other,        "person", "the other one, 65535 none")                                \
    COL(std::int32_t,  value,        "",       "verb or number")                                           \
    COL(std::uint32_t, order,        "order",  "order concerned, 4294967295 none")                         \
    COL(std::uint8_t,  cause,        "Cause",  "chief cause")
LINGHE_TABLE(NoteTable, LINGHE_NOTE_COLUMNS)
// clang-format on

/// Room for a count of one second, by person; filled anew each time, never saved, never hashed.
struct OrderTally {
    base::Column<std::uint32_t> bodies, arrived;
};

struct Intents {
    OrderTable orders;  ///< grows; rows are never reused
    UnitGoalTable units;
    ResolveTable persons;
    IgnitionTable ignitions;  ///< taken by element on the next slow tick
    NoteTable notes;          ///< of the present step
    OrderTally tally;

    template <class V>
    void visit_tables(V&& visitor) {
        visitor("orders", orders);
        visitor("goals", units);
        visitor("resolves", persons);
        visitor("ignitions", ignitions);
    }
    template <class V>
    void visit_tables(V&& visitor) const {
        const_cast<Intents*>(this)->visit_tables(visitor);
    }
};

}  // namespace linghe::intent
