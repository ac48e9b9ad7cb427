// What: two runs of one battle held side by side: where they part, strengths minute by minute, what became of units and
// persons, which events only one of them has.
// Who: `linghe compare`; the viewer by way of it.
// Never: reads the truth behind the record; compares men one by one (rows say nothing across battles).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/record/manifest.hpp"
#include "linghe/record/view_reader.hpp"
#include "linghe/record/words.hpp"

namespace linghe::record {

struct Strength {
    std::uint32_t in_hand = 0, fleeing = 0, fallen = 0;
    friend bool operator==(const Strength&, const Strength&) = default;
};
/// One side at one second of the record, in both runs.
struct StrengthRow {
    std::uint32_t second = 0;
    std::uint8_t side = 0;
    Strength a, b;
};
struct UnitPair {
    std::string id;
    Text name;
    std::int64_t apart_second = -1;  ///< first minute at which place (by 20 m) or strength differ; -1 never
    Strength a, b;                   ///< at the last common second
    bool broken_a = false, broken_b = false;
    float distance_m = 0;  ///< between its places at the last common second
};
struct PersonPair {
    std::string id;
    Text name;
    std::int64_t apart_second = -1;  ///< first minute at which his place (by 20 m) or his life differ
    bool alive_a = false, alive_b = false;
    float distance_m = 0;
};
/// An event of units or persons that only one run has, or that comes in both at another time.
struct EventPair {
    std::int64_t tick_a = -1, tick_b = -1;  ///< -1: not in that run
    std::uint32_t id_a = 0, id_b = 0;
    std::string kind;
    Sentence words;
};
struct Comparison {
    bool same_order = false;        ///< both have the same units and persons, by id
    bool alike = false;             ///< every hash they have in common is the same
    std::int64_t parted_tick = -1;  ///< first tick, to 10 s, at which their states differ; -1 never
    std::uint32_t seconds = 0;      ///< that both hold
    std::vector<std::string>
        changes;  ///< settings, interventions, models and luck in which they differ, in words
    std::vector<Text> sides;
    std::vector<StrengthRow> strengths;
    std::vector<UnitPair> units;
    std::vector<PersonPair> persons;
    std::vector<EventPair> events;  ///< in order of time, at most kMostEvents
    std::size_t events_left_out = 0;
    static constexpr std::size_t kMostEvents = 400;
};

/// Errors: usage when the two are of battles that have no unit in common; corrupt; io.
[[nodiscard]] base::Result<Comparison> compare(const Manifest& first, ViewReader& a, const Manifest& second,
                                               ViewReader& b);

}  // namespace linghe::record
