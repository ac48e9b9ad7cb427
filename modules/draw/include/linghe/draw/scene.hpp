// What: all that one picture of a battle needs: the sheet (what never changes) and the scene (one moment of
// it).
// Who: filled from a view file by ViewStage, or by hand in tests and tools; read by the Painter.
// Never: reads a file, knows Model or State, or holds anything that is not drawn.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/record/view_types.hpp"

namespace linghe::draw {

using record::Text;

enum class Lang : std::uint8_t { en, zh };
enum class Theme : std::uint8_t { light, dusk };

/// What a body or a colour bears as its sign (model::ArmKind, folded to the signs there are).
enum class ArmSign : std::uint8_t { horse, foot, guns, wagons };

/// Morale of a man as it is drawn; numbers of world::Morale, then those out of the battle.
inline constexpr std::size_t kMoraleStates = 8;

struct ColourSet {
    Text name;
    std::uint8_t side = 0;
    std::string fill_light, border_light, fill_dusk, border_dusk;  ///< "#RRGGBB"; border may be empty
};

struct PlaceMark {
    Text name;
    float x_m = 0, y_m = 0;
    enum class Kind : std::uint8_t { place, ramp, far } kind = Kind::place;
};

/// A sentence of the plate with its numeral; it appears at its time and stays.
struct Note {
    float at_s = 0;
    Text text;
    float x_m = 0, y_m = 0;
    std::string body;  ///< key of the body whose label bears the numeral; empty: the numeral stands alone
};

/// A mark over the timeline.
struct TimeMark {
    enum class Kind : std::uint8_t { fire, signal, order, rally, rout, person } kind = Kind::signal;
    float at_s = 0;
    Text text;         ///< may be empty: a tick only
    float weight = 0;  ///< labels give way by weight
};

/// Shares of the host by state over time, in the order steady, shaken, wavering, routing, rallying, out;
/// sums to 1.
inline constexpr std::size_t kResolveParts = 6;
struct Resolve {
    std::vector<float> at_s;
    std::vector<std::array<float, kResolveParts>> share;
};

struct Sheet {
    Text title;
    const record::ViewMap* map = nullptr;  ///< outlives the sheet
    std::vector<ColourSet> colours;
    std::vector<Text> sides;
    std::vector<PlaceMark> places;
    Text river;  ///< name written along the first river; may be empty
    float from_s = 0, to_s = 0, clock_zero_s = 0;
    struct Has {
        bool fallen = true, couriers = true, drum = true, smoke = true;
    } has;                    ///< at any moment of the battle: of these a film's key speaks
    std::vector<Note> notes;  ///< at most six, by time
    std::vector<TimeMark> marks;
    Resolve resolve;
    float sound_m_s = 337.0F;              ///< 331 + 0.6 T
    float wind_x_m_s = 0, wind_y_m_s = 0;  ///< by which the grass is bent
};

/// Columns, one entry per man.
struct Men {
    std::vector<float> x_m, y_m;
    std::vector<float> mid_x_m, mid_y_m;              ///< 15 s ago; empty when not known
    std::vector<float> tail_x_m, tail_y_m;            ///< 30 s ago; empty when not known
    std::vector<std::uint8_t> heading;                ///< turn/256, 0 east, anticlockwise
    std::vector<std::uint8_t> status, morale, wound;  ///< world/states.hpp
    std::vector<std::uint8_t> mounted, arm, colours;  ///< 0/1, ArmSign, row of Sheet::colours
    [[nodiscard]] std::size_t size() const noexcept { return x_m.size(); }
};

/// A body as it is labelled: its name, what it still has, where it came from.
struct Body {
    std::string key;
    Text name;
    Text suffix;  ///< "not in", "cut off"; may be empty
    std::uint8_t colours = 0;
    ArmSign arm = ArmSign::horse;
    float x_m = 0, y_m = 0;
    std::uint32_t strength = 0;
    std::int32_t rank = 0;  ///< small = important; labels of great rank give way
    bool broken = false;
    std::array<float, 3> spread{};      ///< half length, half depth (m), direction of the long axis (rad)
    std::vector<ground::PointM> track;  ///< last five minutes, oldest first; empty: no sweeping arrow
};

struct PersonMark {
    Text name;
    float x_m = 0, y_m = 0;
    std::uint8_t side = 0;
    bool first_in_command = false;
    bool label = false;  ///< he bears a slip of his own (no body does)
};
struct CourierMark {
    std::uint8_t side = 0, colours = 0;
    float x_m = 0, y_m = 0, from_x_m = 0, from_y_m = 0, to_x_m = 0, to_y_m = 0;
    bool lost = false;
    Text carries;  ///< what stands on the slip; may be empty
};
struct Flag {
    float x_m = 0, y_m = 0;
    std::uint8_t colours = 0;
};
struct GreatBanner {
    float x_m = 0, y_m = 0;
};
struct Drum {
    float x_m = 0, y_m = 0;
    std::vector<float>
        heard_m;  ///< range by direction (0 = east, anticlockwise, equal steps); empty: not known
};
struct Fire {
    float x0_m = 0, y0_m = 0, x1_m = 0, y1_m = 0;
    float strength = 1;  ///< 0..1
};

/// A small slip beside a thing: "smoke, sight 50 m", "drum heard to here".
struct Tag {
    Text text;
    float x_m = 0, y_m = 0;
    bool signal = false;  ///< in cinnabar
};

struct Scene {
    float at_s = 0;
    float film_s = -1;  ///< time of the film, < 0 in a still: by this rings spread and banners flutter
    Men men;
    record::ViewGrid smoke;
    std::vector<std::uint8_t> smoke_black, smoke_white;  ///< levels, see record::smoke_per_m
    std::vector<std::uint8_t>
        burning;  ///< cells of the map: 0 unburnt, 1 flaming, 2 smouldering, 3 burnt; empty: none
    float wind_x_m_s = 0, wind_y_m_s = 0;
    std::vector<Body> bodies;
    std::vector<PersonMark> persons;
    std::vector<CourierMark> couriers;
    std::vector<Flag> flags;
    std::vector<GreatBanner> banners;
    std::vector<Drum> drums;
    std::vector<Fire> fires;
    std::vector<record::ViewArrows> arrows;
    Text summary;  ///< two lines under the title
    std::vector<Tag> tags;
};

}  // namespace linghe::draw
