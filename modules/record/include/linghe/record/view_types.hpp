// What: what a view file holds, as plain C++: the header (who, where, map) and the frame of one second.
// Who: whoever draws or reads a battle (draw, report, export, serve); filled by ViewReader.
// Never: depends on Model or State; a stranger's reader of the handbook page sees the same things.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/ground/ground.hpp"

namespace linghe::record {

inline constexpr std::uint32_t kNoRow = 0xffffffffu;
inline constexpr std::uint32_t kViewChunkSeconds = 60;  ///< battle time of a whole chunk
inline constexpr std::uint32_t kViewSceneSeconds = 5;   ///< spacing of air, fire and unit rows
inline constexpr float kViewArrowCellM = 50.0F;

/// A display name in both languages.
struct Text {
    std::string en, zh;
};

struct ViewSide {
    std::string id;
    Text name;
};
struct ViewColours {
    std::string id;
    Text name;
    std::uint8_t side = 0;
    std::string fill_light, border_light, fill_dusk, border_dusk;  ///< "#RRGGBB"; border may be empty
};
struct ViewTroop {
    std::string id;
    Text name;
    std::uint8_t arm = 0;  ///< model::ArmKind
    bool mounted = false;
    float reach_m = 0;
};
struct ViewForce {
    std::string id;
    Text name;
    std::uint32_t parent = kNoRow;  ///< row of a force
    std::uint8_t side = 0;
    std::uint32_t commander = kNoRow;  ///< row of a person
};
struct ViewUnit {
    std::string id;
    Text name;
    std::uint32_t force = kNoRow;
    std::uint8_t side = 0, colours = 0, troop = 0;
    std::uint32_t first_man = 0, men = 0;
    std::uint32_t leader = kNoRow;  ///< row of a person
    float frontage_m = 0;
};
struct ViewPerson {
    std::string id;
    Text name;
    bool named = false, great_banner = false;
    std::uint8_t side = 0, drums = 0;
    std::uint32_t rides_with = kNoRow;  ///< row of a unit
    std::uint32_t man = 0;              ///< row of a man
    std::uint32_t commands = kNoRow;    ///< row of a force
    std::uint32_t superior = kNoRow;    ///< row of a person
    float drum_lw_db = 0, banner_side_m = 0;
    std::uint8_t horns = 0, gongs = 0;  ///< 0 also in older records, which do not tell
};
struct ViewPlace {
    std::string id;
    Text name;
    float x_m = 0, y_m = 0;
    bool is_line = false, on_map = true;
    float x1_m = 0, y1_m = 0;
};
struct ViewSmokeSource {
    std::string id;
    float x0_m = 0, y0_m = 0, x1_m = 0, y1_m = 0;
    bool white = false, flaming = false;
    std::int64_t from_tick = 0, until_tick = 0;
};
struct ViewIntervention {
    std::string id, text;
    std::int64_t tick = 0;
};

/// Ground for drawing. Row-major, y north, cell (0,0) in the south-west.
struct ViewMap {
    float x0_m = 0, y0_m = 0, cell_m = 10;  ///< south-west corner and side of a cell
    std::int32_t nx = 0, ny = 0;
    std::vector<float> height_m, water_m;  ///< nx*ny, to 0.01 m
    std::vector<std::uint8_t> cover;       ///< nx*ny, ground::Cover
    std::vector<std::uint8_t> bank;        ///< nx*ny, 1 = steep bank
    std::vector<ground::River> rivers;
    std::vector<ground::Ramp> ramps;
    std::vector<ground::Hill> hills;
    std::vector<ground::Road> roads;
    std::vector<ground::CoverPatch> patches;
    std::vector<ground::Wall> walls;
    std::vector<ground::Ditch> ditches;
};
/// The land as it is drawn; also without a battle.
[[nodiscard]] ViewMap view_map_of(const ground::Ground& ground);

/// A regular grid over the map for smoke.
struct ViewGrid {
    float x0_m = 0, y0_m = 0, cell_m = 0;
    std::int32_t nx = 0, ny = 0;
};

/// What never changes about each man; one entry per man.
struct ViewMen {
    std::vector<std::uint16_t> home_unit, number;
    std::vector<std::uint8_t> troop, side;
};

struct ViewHeader {
    std::string release, build;  ///< of the program that wrote it
    std::string scenario_id;
    Text title;
    std::uint64_t scenario_hash = 0, seed = 0;
    std::int32_t ticks_per_second = 10;
    std::int64_t end_tick = 0;         ///< planned end
    std::int64_t clock_zero_tick = 0;  ///< shown as +00:00
    std::vector<std::string> without;  ///< models taken out of this run
    std::vector<ViewSide> sides;
    std::vector<ViewColours> colours;
    std::vector<ViewTroop> troops;
    std::vector<ViewForce> forces;
    std::vector<ViewUnit> units;
    std::vector<ViewPerson> persons;
    std::vector<ViewPlace> places;
    std::vector<ViewSmokeSource> smoke_sources;
    std::vector<ViewIntervention> interventions;
    ViewGrid smoke;  ///< nx*ny = 0 when the run has no smoke grid
    ViewMap map;
    ViewMen men;
    [[nodiscard]] std::uint32_t men_count() const noexcept {
        return static_cast<std::uint32_t>(men.home_unit.size());
    }
};

// --- one second
// ------------------------------------------------------------------------------------------------

struct ViewUnitRow {         ///< as of the last multiple of 5 s
    float x_m = 0, y_m = 0;  ///< mean place of the men in hand
    std::uint32_t in_hand = 0, fleeing = 0, fallen = 0;
    std::uint8_t mean_fear = 0;  ///< 0..255
    std::uint8_t heading = 0;    ///< turn/256, 0 east, anticlockwise
    std::uint8_t verb = 0;       ///< model::Verb it is about
    bool broken = false, formed = false, collecting = false;
    std::uint16_t commander = 0xffff;  ///< row of a person
};
struct ViewPersonRow {
    float x_m = 0, y_m = 0;
    std::uint8_t felt_fear = 0, shown_fear = 0;  ///< 0..255
    std::uint8_t verb = 0;                       ///< model::Verb of his resolve
    bool alive = false, drum_on = false, banner_up = false;
    std::uint16_t towards = 0xffff;  ///< row of a person, 65535 nobody
};
struct ViewCourier {
    std::uint32_t id = 0, order = 0;
    std::uint16_t from_person = 0xffff, to_person = 0xffff;
    float x_m = 0, y_m = 0, goal_x_m = 0, goal_y_m = 0;
    std::uint8_t state = 0;   ///< 0 riding, 1 searching, 2 delivered, 3 lost, 4 taken
    std::uint32_t event = 0;  ///< of the giving of what he carries; 0 none, or not recorded
    bool is_report = false;   ///< a report or question, not an order
};
struct ViewArrows {          ///< arrows in flight that will come down in one square of 50 m
    float x_m = 0, y_m = 0;  ///< middle of the square
    std::uint32_t count = 0;
};
struct ViewBelief {                 ///< of a named person, as last recorded
    std::uint16_t owner = 0;        ///< row of a person
    std::uint8_t subject_kind = 0;  ///< belief::Subject
    std::uint32_t subject = 0;
    float x_m = 0, y_m = 0, spread_m = 0;
    std::uint32_t men = kNoRow;       ///< 4294967295 unknown
    float confidence = 0, alive = 0;  ///< 0..1
    std::int32_t tick = 0;            ///< of the information
    std::uint8_t source = 0;          ///< belief::Source
    std::uint16_t told_by = 0xffff;
};
struct ViewEvent {
    std::uint32_t id = 0;
    std::int32_t tick = 0;
    std::uint8_t kind = 0;          ///< world::EventKind
    std::uint8_t subject_kind = 0;  ///< 0 soldier, 1 unit, 2 person, 3 courier, 4 source
    std::uint32_t subject = 0, other = kNoRow;
    float x_m = 0, y_m = 0;
    std::int32_t value = 0;
    std::array<std::uint8_t, 3> cause{}, share{};  ///< world::Cause, 1/255
    std::uint32_t parent = 0;                      ///< event behind it, 0 none
};

/// The battle at one whole second. Positions of men are true to 0.6 m (0.5 m of prediction, 0.1 m of
/// rounding).
/// Between two seconds: place + velocity * share, or between(a, b, share).
struct Frame {
    std::uint32_t second = 0;  ///< since tick 0
    // men, one entry each
    std::vector<float> x_m, y_m;
    std::vector<std::int8_t> vx_dm_s, vy_dm_s;  ///< 0.1 m/s
    std::vector<std::uint8_t> heading;          ///< turn/256, 0 east, anticlockwise; true to 34 degrees
    std::vector<std::uint8_t> status, morale, doing, horse, goal, wound;  ///< enums of world/states.hpp
    std::vector<std::uint8_t> fear;   ///< felt, 0..63; as of his last change of state, at most 60 s old
    std::vector<std::uint16_t> unit;  ///< under which he stands now, 65535 none
    // scene
    float wind_x_m_s = 0, wind_y_m_s = 0;                ///< blowing towards
    std::vector<std::uint8_t> smoke_black, smoke_white;  ///< header.smoke.nx*ny levels; see smoke_per_m()
    std::vector<std::uint8_t> dust;  ///< levels as of smoke; empty: no dust in this minute
    float rain_mm_h = 0;             ///< as of the last multiple of 5 s
    float light_lux = -1;            ///< on level ground, at that second; below 0: not known
    std::vector<std::uint8_t>
        fire;  ///< cells of header.map: 0 unburnt, 1 flaming, 2 smouldering, 3 burnt; empty: no fire in this battle
    std::vector<ViewUnitRow> units;
    std::vector<ViewPersonRow> persons;
    std::vector<ViewCourier> couriers;
    std::vector<ViewArrows> arrows;
    std::vector<ViewBelief> beliefs;  ///< all that named persons believe now
};

/// Extinction coefficient in 1/m of a smoke level 0..255 (0.05/m at the middle; sight is about 3 / it).
[[nodiscard]] inline float smoke_per_m(std::uint8_t level) noexcept {
    return level >= 255 ? 12.75F : 0.05F * static_cast<float>(level) / static_cast<float>(255 - level);
}

}  // namespace linghe::record
