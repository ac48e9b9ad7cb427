// Kinds and causes of events, and the pen that writes them in a fixed order.
// Rooms write events through EventPen from serial code, or gather them per chunk and append in chunk order.
// Never renumber a kind or a cause: records and pictures keep the numbers.
#pragma once
#include <cstdint>

#include "linghe/world/tables.hpp"

namespace linghe::world {

enum class EventKind : std::uint8_t {
    none = 0,
    man_state = 1,     ///< soldier; value = old morale << 8 | new
    man_wounded = 2,   ///< soldier; other = striker; value = severity
    man_disabled = 3,  ///< soldier; other = striker
    man_dead = 4,      ///< soldier; other = killer
    man_captured = 5,  ///< soldier; other = captor
    man_drowned = 6,
    man_burnt = 9,     ///< soldier dies by fire; value = dose, (kW/m2)^(4/3) s; parent = lighting of the fire
    man_joins = 7,     ///< soldier; other = unit joined; value = unit left
    man_turns = 8,     ///< soldier turns to a signal; other = person whose signal; value = Goal
    man_carried = 12,  ///< wounded soldier is taken up; other = first of the bearers; value = bearers
    man_laid = 13,  ///< he is laid down; other = first bearer; value = 1 in the rear, 0 let fall on the way
    unit_breaks = 20,     ///< unit; value = men in flight
    unit_rallies = 21,    ///< unit; value = men in hand
    unit_leader = 22,     ///< unit; other = new leader (soldier)
    unit_arrives = 23,    ///< unit; other = person or none; value = men
    order_given = 30,     ///< person; other = addressee person; value = verb
    order_received = 31,  ///< person (addressee); other = issuer; value = verb
    order_done = 32,
    order_failed = 33,  ///< value: 1 deadline, 2 courier lost, 3 addressee lost, 4 not feasible
    courier_lost = 34,
    order_refused = 35,  ///< person (addressee); other = issuer; value = verb
    order_doubted = 36,  ///< person obeys and reports back that it can hardly be done; as above
    order_silent = 37,   ///< person obeys, thinks it can hardly be done, and says nothing; as above
    persuaded =
        38,  ///< person is talked by his men into what he shrank from; other = towards whom; value = verb
    drum_begins = 40,  ///< person
    drum_ends = 41,
    drum_heard = 42,  ///< person hears it; other = whose; value = bearing in degrees
    banner_up = 43,
    banner_down = 44,
    belief_changes = 50,  ///< person; other = subject person; value = metres moved
    decides = 51,         ///< person; value = verb taken
    turns_back = 52,      ///< person reverses his course; other = towards whom
    meets = 53,           ///< person; other = person met
    person_falls = 54,
    report_received = 55,  ///< person; other = reporter
    fire_out = 60,         ///< source, or blaze (value = cells burnt)
    fire_lit = 61,         ///< blaze; other = who (unit or person as blazes.by_kind says), none
    fire_water = 62,       ///< blaze reaches water
    fire_breach = 63,      ///< blaze leaps a break; value = its width in decimetres
    intervention = 70,     ///< value = index
};

enum class Cause : std::uint8_t {
    none = 0,
    enemy,
    shock,
    fallen,
    flight,
    smoke,
    alone,
    calm,
    leader,
    chief,
    drum,
    safe,
    crowd,
    order,
    wound,
    arrow,
    blow,
    bleeding,
    trampled,
    water,
    surrounded,
    belief,
    sight,
    report,
    deadline,
    intervention,
    fire,
    losses,
    example,     ///< what others about him do
    persuasion,  ///< his own men talked him into it
    kin,         ///< a bond to another person
};

/// Appends one event; returns its id. Serial use only.
struct Event {
    EventKind kind{};
    std::uint8_t subject_kind = 0;
    std::uint32_t subject = 0, other = 0xffffffffu;
    std::int32_t x_mm = 0, y_mm = 0, value = 0;
    Cause cause_1{}, cause_2{}, cause_3{};
    std::uint8_t share_1 = 0, share_2 = 0, share_3 = 0;
    std::uint32_t parent = 0;
};
std::uint32_t write_event(EventTable& events, ClockTable& clock, const Event& event);

}  // namespace linghe::world
