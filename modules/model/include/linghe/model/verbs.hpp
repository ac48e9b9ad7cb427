// The words of command: verbs, orders as written in a scenario, places, and what a person believes at the start.
// Used by scenario (to read), mind (to decide), move (to obey) and draw (to show).
// Never add a verb that no scenario uses and no room obeys.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/base/ids.hpp"
#include "linghe/base/units.hpp"

namespace linghe::model {

enum class Verb : std::uint8_t {
    none = 0,
    hold,            ///< stand where you are, formed
    gather,          ///< halt, raise banner, beat drum, take in whoever comes
    march,           ///< go formed to a place
    withdraw,        ///< go to a place, away from the enemy, order kept if possible
    pursue,          ///< follow and strike those who flee, no further than the objective
    attack,          ///< close and fight
    hold_line,       ///< go to a line and hold it whatever it costs
    collect,         ///< gather leaderless men of any colours under your own command
    join,            ///< go to a person
    stay_by,         ///< stay beside a person
    fetch,           ///< ride to a place and bring troops
    report,          ///< tell what you know
    burn,            ///< light the grass along a line
    cover,           ///< stand before a place and keep the enemy off those who are there
    counter_attack,  ///< hold a post by striking whoever comes near it, and go back to it
    lead,            ///< close and fight, the commander himself in front
};

/// How a body stands and goes; as_usual: as its verb would have it (in ranks, or a crowd about its leader).
enum class Formation : std::uint8_t {
    as_usual = 0,
    line,    ///< in ranks as wide as the body is mustered
    column,  ///< in ranks, few files abreast
    loose,   ///< in ranks at wide intervals
    crowd,   ///< no ranks: each makes his own way to the place
    banner,  ///< no ranks: all about their leader and his banner
};

/// An order or resolve in force at T0.
struct FirstOrder {
    Verb verb = Verb::none;
    std::int32_t x_mm = 0, y_mm = 0;  ///< objective place
    base::PersonId person;            ///< objective person (join, stay_by)
    base::Tick deadline = 0;          ///< 0 none
    float stop_line_y_m = 0;          ///< pursue: not beyond; unused when has_stop_line is false
    bool has_stop_line = false;
    std::uint32_t place =
        0xffffffffu;        ///< index into Model::places where the order names one (burn: the line)
    base::Tick from = 0;    ///< agreed beforehand: until then he holds
    std::uint8_t pace = 0;  ///< intent::Pace ordered, 0 as the verb would have it
    Formation formation = Formation::as_usual;
};

/// Where a person believes another to be at T0 (a false belief may be given: that is the situation, not a script).
struct Belief0 {
    base::PersonId about;
    std::int32_t x_mm = 0, y_mm = 0;
    float spread_m = 0, confidence = 0;  ///< 0..1; 0 = no special belief
};

/// A named place; a line (a bank, a road to bar) has a second end.
struct Place {
    std::string id;
    std::string name_en, name_zh;
    std::int32_t x_mm = 0, y_mm = 0;
    bool is_line = false;
    std::int32_t x1_mm = 0, y1_mm = 0;
    bool on_map = true;
    bool has_reserve = false;  ///< friendly troops are believed to lie there (objective of fetch)
    std::uint8_t side = 255;   ///< whose, 255 nobody's
};

/// One step of what a side's commanders have learnt to do once their men are gathered. Doctrine, not script: mind
/// decides whether, when and with whom, from what the commander believes.
struct PlanStep {
    Verb verb = Verb::none;
    std::uint32_t place = 0xffffffffu;  ///< index into Model::places, none
    std::uint8_t commanders = 1;        ///< how many subordinates it takes
    float deadline_s = 0;               ///< 0 none
    bool at_all_cost = false;
    bool with_troops = true;  ///< needs a man with troops in hand (an officer alone will do otherwise)
};
struct Doctrine {
    std::vector<PlanStep> after_gather;  ///< in order of urgency
    float enough_share = 0.5F;           ///< of the men he believes on his side of the water: then he acts
    float inflow_slow_per_min = 0.05F;   ///< growth below which he thinks no more are coming
    float gather_below_share =
        0.0F;  ///< of his host about him: fewer, and a chief out of danger gathers; 0 never
    float own_loss_weight = 1.0F;  ///< weight of own losses in his judgement (sparing of men)
    std::uint32_t lost_chief_place =
        0xffffffffu;                     ///< index into Model::places: where a chief is looked for, none
    float lost_chief_confidence = 0.0F;  ///< how sure they are of it, 0..1
};

}  // namespace linghe::model
