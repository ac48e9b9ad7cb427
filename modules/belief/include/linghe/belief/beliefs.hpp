// Beliefs: what each person thinks is true of other persons and bodies, and what he himself perceives around him.
// Written by percept (the only bridge from the truth) and by the laws in laws.hpp; read by mind. Part of State.
// Never holds the truth about anything a person has not seen, heard, been told, or inferred.
#pragma once
#include <cstdint>

#include "linghe/base/columns.hpp"
#include "linghe/base/ids.hpp"
#include "linghe/base/units.hpp"

namespace linghe::belief {

inline constexpr std::uint32_t kUnitLeaderSubjects = 64;  ///< most subjects of a leader of a unit
inline constexpr std::uint32_t kCommanderSubjects = 512;  ///< most subjects of a commander of a force

enum class Subject : std::uint8_t { none = 0, person = 1, unit = 2, enemy_area = 3 };
enum class Source : std::uint8_t { none = 0, prior, eyes, ears, told, rider, fugitive, absence };

// clang-format off
#define LINGHE_BELIEF_COLUMNS(COL)                                                                        \
    COL(std::uint16_t, owner,          "person", "whose belief")                                          \
    COL(std::uint8_t,  subject_kind,   "Subject","about what, 0 = empty row")                             \
    COL(std::uint32_t, subject,        "",       "person or unit row; enemy_area: number of a 500 m square") \
    COL(std::int32_t,  x_mm,           "mm",     "estimated place")                                       \
    COL(std::int32_t,  y_mm,           "mm",     "estimated place")                                       \
    COL(std::uint32_t, spread_mm,      "mm",     "standard deviation of the place")                       \
    COL(std::uint32_t, men,            "men",    "estimated strength in hand, 4294967295 unknown")        \
    COL(std::uint16_t, confidence_q16, "1/65536","that the place is right within twice the spread")       \
    COL(std::uint16_t, alive_q16,      "1/65536","that he lives, or that the body still exists")          \
    COL(std::int32_t,  tick,           "tick",   "time of the information (not of its arrival)")          \
    COL(std::uint8_t,  source,         "Source", "where it came from")                                    \
    COL(std::uint16_t, told_by,        "person", "who told, 65535 nobody")                                \
    COL(std::uint32_t, lost,           "men",    "men it, or all he leads, is thought to have lost")      \
    COL(std::uint16_t, lost_q16,       "1/65536","confidence in that, 0 = he has no idea")                \
    COL(std::int32_t,  lost_tick,      "tick",   "time of that information")                              \
    COL(std::uint8_t,  lost_source,    "Source", "where that came from")                                  \
    COL(std::uint8_t,  doing,          "Verb",   "of a body: what it was seen to be about, 0 not seen")
LINGHE_TABLE(BeliefTable, LINGHE_BELIEF_COLUMNS)

// What a person perceives of himself and around him; one row per person; mind's only view of his own body.
#define LINGHE_SELF_COLUMNS(COL)                                                                          \
    COL(std::uint8_t,  alive,          "",       "1 while he can command")                                \
    COL(std::int32_t,  x_mm,           "mm",     "where he is (he knows the ground)")                     \
    COL(std::int32_t,  y_mm,           "mm",     "where he is")                                           \
    COL(std::uint16_t, heading,        "turn16", "where he is going")                                     \
    COL(std::uint16_t, fear_q16,       "1/65536","his own fear")                                          \
    COL(std::uint8_t,  morale,         "Morale", "his own state")                                         \
    COL(std::uint32_t, in_hand,        "men",    "men of his own unit in hand about him, as he sees them")\
    COL(std::uint32_t, fleeing,        "men",    "men of his own unit he sees in flight")                 \
    COL(std::uint32_t, fallen,         "men",    "men of his own unit he has seen fall, while he is with it") \
    COL(std::uint32_t, friends,        "men",    "friends in his sight (all bodies)")                     \
    COL(std::uint32_t, friends_formed, "men",    "of these, in ranks")                                    \
    COL(std::uint32_t, enemies,        "men",    "enemies in his sight")                                  \
    COL(std::uint32_t, enemy_range_m,  "m",      "nearest of them, 65535 none")                           \
    COL(std::uint16_t, enemy_bearing,  "turn16", "their bearing")                                         \
    COL(std::uint16_t, sight_m,        "m",      "how far he sees where he stands")                       \
    COL(std::uint8_t,  battle_noise_db,"dB",     "noise of fighting he hears")                            \
    COL(std::int32_t,  drum_tick,      "tick",   "when he last heard his side's drum, -1 never")          \
    COL(std::uint16_t, drum_owner,     "person", "whose drum he took it for, 65535 none")                 \
    COL(std::uint16_t, drum_bearing,   "turn16", "from where")                                            \
    COL(std::uint16_t, drum_range_m,   "m",      "how far off he takes it to be")                         \
    COL(std::uint8_t,  cut_off,        "",       "1 when enemies stand on most sides of him")             \
    COL(std::uint8_t,  in_water,       "",       "1 when he is in the river bed")                         \
    COL(std::uint8_t,  fire_known,     "",       "1 once he has seen flames, or felt them")              \
    COL(std::int32_t,  fire_tick,      "tick",   "when last")                                             \
    COL(std::int32_t,  fire_x_mm,      "mm",     "where the nearest were then")                           \
    COL(std::int32_t,  fire_y_mm,      "mm",     "where the nearest were then")                           \
    COL(std::uint16_t, fire_speed_cm_s,"cm/s",   "how fast they came on towards where he was")            \
    COL(std::uint32_t, enemy_most,     "men",    "most enemies he has known of at one time (mind)")       \
    COL(std::uint32_t, enemy_host,     "men",    "what he reckons the whole enemy host at; 0 not yet (mind)") \
    COL(std::uint16_t, outcome_q16,    "1/65536","chance he gives his own side of winning; 0 not yet (mind)")
LINGHE_TABLE(SelfTable, LINGHE_SELF_COLUMNS)
// clang-format on

/// Beliefs of all persons. Rows of a person lie together: first_row(p) .. first_row(p) + capacity(p) - 1.
/// The layout is constant in a run and derived from the model, so only the two tables are saved.
struct Beliefs {
    BeliefTable rows;
    SelfTable self;
    base::Column<std::uint32_t> first;  ///< per person, +1 entry at the end

    template <class V>
    void visit_tables(V&& visitor) {
        visitor("beliefs", rows);
        visitor("self", self);
    }
    template <class V>
    void visit_tables(V&& visitor) const {
        const_cast<Beliefs*>(this)->visit_tables(visitor);
    }
    /// Rebuilds `first` from the owner column (every row, empty ones too, bears its owner; owners ascend).
    void index_owners(std::size_t persons) {
        first.assign(persons + 1, 0);
        for (const std::uint16_t p : rows.owner) {
            if (p < persons) ++first[std::size_t{p} + 1];
        }
        for (std::size_t p = 0; p < persons; ++p) first[p + 1] += first[p];
    }
    /// Row of person `owner`'s belief about a subject, or -1.
    [[nodiscard]] std::int64_t find(std::uint32_t owner, Subject kind, std::uint32_t subject) const noexcept;
    /// The same, made when missing; when full, the least relevant row (lowest confidence, then oldest, then row) goes.
    std::uint32_t find_or_make(std::uint32_t owner, Subject kind, std::uint32_t subject) noexcept;
};

/// One piece of news about a subject, as it reaches a person.
struct News {
    Subject kind = Subject::none;
    std::uint32_t subject = 0;
    std::int32_t x_mm = 0, y_mm = 0;
    std::uint32_t spread_mm = 0;
    std::uint32_t men = 0xffffffffu;
    float likelihood =
        1.0F;           ///< ratio by Source: own eyes 10-50, trusted courier 5-10, fugitive 2-3, noise 1.2-2
    bool gone = false;  ///< news of death or destruction
    base::Tick tick = 0;  ///< when it was true
    Source source = Source::none;
    std::uint16_t told_by = 0xffff;
    std::uint8_t doing = 0;  ///< model::Verb a body is seen to be about, 0 nothing told of it
};
/// Bayes in odds form for confidence, precision-weighted mean for the place; older news than what he has is weighed down.
/// @return true when the estimate moved by more than 100 m, 20 % in strength or 0.1 in confidence (to be recorded).
bool take_in(Beliefs& beliefs, std::uint32_t owner, const News& news) noexcept;

/// News of what a body, or all that a person leads, has lost: dead, disabled, taken, and gone in flight.
struct LossNews {
    Subject kind = Subject::none;
    std::uint32_t subject = 0;
    std::uint32_t lost = 0;   ///< men
    float likelihood = 1.0F;  ///< as in News
    base::Tick tick = 0;      ///< when it was true
    Source source = Source::none;
};
/// The same rule for losses: odds for the confidence, a mean weighed by confidence for the number. What his own eyes
/// tell him now takes the place of what he thought; of two numbers that contradict each other the stronger stands.
/// Touches neither place nor strength of the row. Unknown subjects get a row without a place.
/// @return true when the number moved by more than 20 %, or the confidence by more than 0.1.
bool take_losses(Beliefs& beliefs, std::uint32_t owner, const LossNews& news) noexcept;
/// Decay towards ignorance with the given half-life; call once per second and person.
void forget(Beliefs& beliefs, std::uint32_t owner, base::Tick now, float half_life_s) noexcept;

}  // namespace linghe::belief
