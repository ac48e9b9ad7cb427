// What: the course of a battle in figures and sentences, gathered in one walk through a view file.
// Who: ViewStage (labels, notes, timeline), report (tables, charts).
// Never: guesses; each figure is counted from frames, each sentence from events or counts.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/draw/scene.hpp"
#include "linghe/record/view_reader.hpp"

namespace linghe::draw {

inline constexpr float kCourseStepS = 5;  ///< spacing of Course::moments
inline constexpr float kNearBannerM = 300;

/// A force that has units of its own: what bears one label.
struct BodyInfo {
    std::string key;  ///< id of the force
    Text name;        ///< of its named commander, else of the force
    Text force_name;
    std::uint32_t force = record::kNoRow, commander = record::kNoRow;
    std::uint8_t side = 0, colours = 0;
    ArmSign arm = ArmSign::horse;
    std::int32_t rank = 0;
    std::uint32_t men = 0;  ///< at the start
};

/// A body at a moment.
struct BodyState {
    std::uint32_t in_hand = 0;  ///< men in ranks under its commander now, whoever mustered them
    std::uint32_t own_active = 0, own_ranks = 0, own_fleeing = 0, own_out = 0,
                  own_left = 0;  ///< of those mustered in it; left: beyond the map's edge
    float x_m = 0, y_m = 0, half_length_m = 0, half_depth_m = 0, turn_rad = 0;
};
struct PersonState {
    float x_m = 0, y_m = 0;
    std::uint8_t felt = 0, shown = 0;  ///< 0..255
    bool alive = false;
    float believed_off_m = -1;  ///< place where he thinks the chief is, from the truth; -1 no belief
    float sought_off_m = -1;    ///< for the chief: mean over the named commanders he has beliefs about
};
struct SideState {
    std::uint32_t fit = 0, disabled = 0, dead = 0, captured = 0, drowned = 0, left = 0, burnt = 0;
};
struct Moment {
    float at_s = 0;
    std::array<std::uint32_t, kResolveParts> resolve{};  ///< men of the host
    bool on_bank =
        false;  ///< the chief stands on a side of the river, not in its bed: then the three below are of that side
    std::uint32_t bank_active = 0, bank_in_hand = 0,
                  bank_fleeing = 0;  ///< of the host, on the chief's side of the river
    std::uint32_t near_banner = 0;  ///< of the host, fit and not in flight, within kNearBannerM of the banner
    float sight_m = 0;              ///< at the chief's place; capped at 2,000
    float thick_x_m = 0, thick_y_m = 0, thick_sight_m = 0;  ///< where the smoke is thickest
    float wind_m_s = 0;
    std::vector<SideState> sides;
    std::vector<BodyState> bodies;
    std::vector<PersonState> persons;  ///< one for each entry of Course::named
};

/// An event made into a sentence, with how much it weighs when few may be told.
struct Telling {
    enum class Kind : std::uint8_t {
        drum,
        turns,
        meets,
        order,
        rout,
        rally,
        falls,
        lifts,
        half,
        fire,
        failed,
        breaks,  // of units, several at once: see deeds.hpp
        rallies,
        arrives,
        taken,
        joins,
        leaders
    } kind{};
    float at_s = 0, weight = 0;
    Text text, mark;  ///< sentence; word over the timeline (may be empty)
    float x_m = 0, y_m = 0;
    std::uint32_t body = record::kNoRow, person = record::kNoRow;
};
struct Hearing {
    float at_s = 0, x_m = 0, y_m = 0, from_m = 0;
    std::uint32_t person = 0, drum_of = 0;
};
struct OrderRow {
    float given_s = -1, received_s = -1, ended_s = -1;
    std::uint32_t from = record::kNoRow, to = record::kNoRow;
    std::uint8_t verb = 0;
    std::uint8_t failed =
        0;  ///< 0 no; else world: 1 deadline, 2 rider lost, 3 addressee lost, 4 not feasible
    bool done = false;
    std::uint32_t event = 0;  ///< by which it was given
};

struct Course {
    std::uint32_t chief = record::kNoRow;  ///< first in command of the host: the great banner, else of side 0
    std::uint8_t host = 0;
    bool has_bank = false;
    Sheet::Has has{false, false, false, false};
    std::vector<std::uint32_t> named;  ///< persons that have names
    std::vector<BodyInfo> bodies;
    std::vector<std::uint32_t> body_of_unit;
    std::vector<Moment> moments;
    std::vector<Telling> tellings;          ///< by time
    std::vector<record::ViewEvent> events;  ///< of units, persons and sources
    std::vector<Hearing> hearings;
    std::vector<std::uint32_t> turned_per_min;  ///< men of the host who turn to drum or banner, by minute
    std::vector<OrderRow> orders;
    [[nodiscard]] const Moment& at(float second) const noexcept;
};

[[nodiscard]] base::Result<Course> read_course(record::ViewReader& reader);

/// North, south, east or west: where the chief's bank lies from the river.
[[nodiscard]] Text bank_name(const record::ViewHeader& header, const Course& course);
/// The moment in two lines, from counts.
[[nodiscard]] Text summary_of(const record::ViewHeader& header, const Course& course, float at_s);
/// The most telling sentences, at most `most`, in order of time.
[[nodiscard]] std::vector<Telling> chosen(const Course& course, std::size_t most);

}  // namespace linghe::draw
