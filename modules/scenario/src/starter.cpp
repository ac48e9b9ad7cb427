// The battle that `linghe new` writes: small, whole, and explained line by line.
#include <algorithm>

#include "keys.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/sight.hpp"
#include "linghe/scenario/format.hpp"

namespace linghe::scenario {
namespace {

constexpr std::string_view kMap = R"toml(# The land. Metres; x east, y north. 地形：单位米，x 向东，y 向北。
format = 1
box = [-600, -400, 600, 400]        # west, south, east, north; multiples of cell_m
cell_m = 10
cover = "dry_grass"

# A stream from west to east. Let the line run beyond the map. 溪流，自西向东；中线应伸出图外。
[[river]]
id = "stream"
name = { en = "the stream", zh = "溪" }
line = [[-800, 0], [800, 0]]
channel_width_m = 50                # from bank to bank; horses do not climb the banks
water_width_m = 20
depth_m = 0.5
bank_height_m = 1.2                 # 0: no banks, passable everywhere

# The one ford: a gap of 40 m in both banks. 唯一的渡口：两岸各有四十米缺口。
[[ramp]]
id = "ford"
name = { en = "the ford", zh = "渡口" }
at = [0, 0]
width_m = 40

# A low hill behind the northern side. 北方身后的小丘。
[[hill]]
at = [0, 300]
radius_m = 150
height_m = 12
)toml";

constexpr std::string_view kScenario =
    R"toml(# @NAME@: two sides of 200 men, a stream with one ford. Change anything; `linghe check @NAME@` says what is wrong.
# 双方各二百人，一溪一渡。可任意修改；`linghe check @NAME@` 会指出错误。
format = 1
id = "@NAME@"
title = { en = "@NAME@", zh = "@NAME@" }
map = "map.toml"
minutes = 10

[weather]
temperature_c = 12
humidity_percent = 60
gust_share = 0.2

# Wind: where it comes from (0 north, 90 east, 180 south). Several legs make a schedule. 风：以来向计。
[[wind]]
at_s = 0
speed_m_s = 3
from_deg = 180

# Places may be named in orders. One with `to` is a line. 地点可在命令中引用；有 to 的是一条线。
[[place]]
id = "north_bank"
name = { en = "north bank", zh = "北岸" }
at = [-100, 45]
to = [100, 45]

# The sides. after_gather is what their commanders have learnt to do once their men are gathered. 各方及其成法。
[[side]]
id = "north"
name = { en = "The North", zh = "北军" }
retreat = [0, 390]                  # where a beaten man knows safety to lie
after_gather = [{ verb = "hold_line", place = "north_bank" }]

[[side]]
id = "south"
name = { en = "The South", zh = "南军" }
retreat = [0, -390]

# Flags: what a straggler knows as his own. 旗号。
[[colours]]
id = "white"
name = { en = "White", zh = "白旗" }
side = "north"
fill_light = "#FCFAF4"
fill_dusk = "#F6F2E8"

[[colours]]
id = "green"
name = { en = "Green", zh = "绿旗" }
side = "south"
fill_light = "#2F7F73"
fill_dusk = "#3E9C8D"
border_light = "#FBF8F1"
border_dusk = "#EDF1EA"

# The order of battle. 序列。
[[force]]
id = "northern"
name = { en = "Northern force", zh = "北部" }
side = "north"

[[force]]
id = "southern"
name = { en = "Southern force", zh = "南部" }
side = "south"

# People by name. Traits run from 0 to 1. 人物；性情自0至1。
[[person]]
id = "captain"
name = { en = "The captain", zh = "佐领" }
rides_with = "household"
commands = "northern"
traits = { experience = 0.8, composure = 0.8, reputation = 0.5, latency_s = 10 }
drums = 1                           # beaten while he gathers
drum_lw_db = 122
banner_side_m = 2
order = { verb = "gather" }         # where he stands; a place would not be heeded

[[person]]
id = "general"
name = { en = "The general", zh = "把总" }
rides_with = "horse.1"              # the first unit of the bodies "horse"
commands = "southern"
traits = { experience = 0.6, composure = 0.6 }
order = { verb = "attack", place = "north_bank" }

# One unit, formed: `at` is its middle. 一支列阵的部队。
[[unit]]
id = "household"
name = { en = "Household", zh = "亲随" }
force = "northern"
colours = "white"
troop = "jin_guard"                 # of data/arms.toml
men = 40
at = [0, 150]
heading_deg = 180

# Many units at once, strewn over a box: 160 men in four units. 散布于方框内：一百六十人，四支部队。
[[bodies]]
id = "riders"
name = { en = "Riders", zh = "马队" }
force = "northern"
colours = "white"
troop = "jin_horse"
men = 160
unit_size = 40
box = [-250, 50, 250, 120]
heading_deg = 180
fear = 0.3

[[bodies]]
id = "horse"
name = { en = "Horse", zh = "马兵" }
force = "southern"
colours = "green"
troop = "ming_horse"
men = 100
unit_size = 50
at = [0, -100]
heading_deg = 0
order = { verb = "attack", place = "north_bank" }

[[bodies]]
id = "foot"
name = { en = "Foot", zh = "步兵" }
force = "southern"
colours = "green"
troop = "ming_foot"
men = 100
unit_size = 50
at = [0, -160]
heading_deg = 0
order = { verb = "attack", place = "north_bank" }

# A change forced from outside is declared, recorded and shown. Remove the '#' to try. 干预须声明；去掉 # 即可一试。
# [[intervention]]
# id = "no_drum"
# at_s = 120
# kind = "silence_drum"
# person = "captain"
)toml";

base::Result<void> check_name(std::string_view name) {
    bool fine = good_id(name);
    for (const char c : name) fine = fine && c != '.' && c != '_';
    if (fine) return {};
    return base::Error{base::ErrorCode::usage, "",
                       "\"" + std::string{name.substr(0, 64)} + "\" is no name for a scenario",
                       "begin with a letter and use a-z, 0-9 and '-', at most 64"};
}

/// Every `from` of the text made `to`.
std::string with(std::string_view text, std::string_view from, std::string_view to) {
    std::string out;
    for (std::size_t mark = text.find(from); mark != std::string_view::npos; mark = text.find(from)) {
        out += std::string{text.substr(0, mark)} + std::string{to};
        text = text.substr(mark + from.size());
    }
    return out + std::string{text};
}

/// Moves what stands after at, to, retreat and box by whole metres; x and y take turns in the brackets.
std::string moved(const std::string& text, std::int64_t dx_m, std::int64_t dy_m) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t mark = std::string::npos;
        for (const std::string_view key : {"at = [", "to = [", "retreat = [", "box = ["})
            if (const std::size_t found = text.find(key, at); found < mark) mark = found + key.size();
        if (mark == std::string::npos) return out + text.substr(at);
        out += text.substr(at, mark - at);
        const std::size_t end = text.find(']', mark);
        bool x = true;
        for (std::size_t begin = mark; begin < end;) {
            const std::size_t stop = std::min(text.find(',', begin), end);
            const auto v = base::parse_int(text.substr(begin, stop - begin));
            out += (begin == mark ? "" : ", ") + base::to_text(v.value_or(0) + (x ? dx_m : dy_m));
            x = !x;
            begin = stop + (stop < end ? 2 : 0);
        }
        at = end;
    }
    return out;
}

constexpr std::int64_t kHalfWidthM = 270, kHalfHeightM = 400;

/// Steepest slope of the ground about a place where both sides find room; negative where some of it is closed.
double steepest_about(const ground::Ground& g, std::int64_t x_m, std::int64_t y_m) {
    double steepest = 0;
    const auto step = std::max<std::int64_t>(g.cell_mm, 10'000);
    for (std::int64_t y = (y_m - kHalfHeightM) * 1000; y < (y_m + kHalfHeightM) * 1000; y += step)
        for (std::int64_t x = (x_m - kHalfWidthM) * 1000; x < (x_m + kHalfWidthM) * 1000; x += step) {
            const auto px = static_cast<std::int32_t>(x), py = static_cast<std::int32_t>(y);
            if (!g.inside(px, py)) return -1;
            const std::int32_t c = g.cell(px, py);
            if (!g.open(c, ground::Mobility::horse) || g.barrier_at(c) != ground::kNoBarrier ||
                g.water_at_mm(px, py) > 0)
                return -1;
            steepest = std::max(steepest, ground::slope_at(g, c % g.nx, c / g.nx));
        }
    return steepest;
}

}  // namespace

base::Result<std::string> new_scenario_on(std::string_view name, const ground::Ground& g) {
    LINGHE_CHECK_OK(check_name(name));
    constexpr double kGentle = 0.2;
    constexpr std::int64_t kStepM = 50;
    const std::int64_t cell_m = std::max<std::int64_t>(1, g.cell_mm / 1000), w = g.nx * cell_m,
                       h = g.ny * cell_m;
    const std::int64_t west = g.x0_mm / 1000, south = g.y0_mm / 1000, mid_x = west + w / 2,
                       mid_y = south + h / 2;
    struct Place {
        std::int64_t far = 0, x = 0, y = 0;
        bool operator<(const Place& o) const {
            return far != o.far ? far < o.far : y != o.y ? y < o.y : x < o.x;
        }
    };
    std::vector<Place> places;
    for (std::int64_t y = south + kHalfHeightM; y <= south + h - kHalfHeightM; y += kStepM)
        for (std::int64_t x = west + kHalfWidthM; x <= west + w - kHalfWidthM; x += kStepM)
            places.push_back({(x - mid_x) * (x - mid_x) + (y - mid_y) * (y - mid_y), x, y});
    std::sort(places.begin(), places.end());
    // The nearest gentle place; where there is none, the nearest that is open.
    bool found = false;
    std::int64_t best_x = 0, best_y = 0;
    for (const Place& p : places) {
        const double slope = steepest_about(g, p.x, p.y);
        if (slope < 0 || (found && slope > kGentle)) continue;
        found = true, best_x = p.x, best_y = p.y;
        if (slope <= kGentle) break;
    }
    if (!found)
        return base::Error{
            base::ErrorCode::invalid, "the map",
            "it has no open ground of 540 by 800 m for the two small sides",
            "write a scenario by hand (the handbook, scenario-format), or import a larger map"};
    std::string text = with(kScenario, "@NAME@", name);
    text =
        with(text, "two sides of 200 men, a stream with one ford.", "two sides of 200 men on your own map.");
    text = with(text, "双方各二百人，一溪一渡。", "双方各二百人，战于自备的地图。");
    text = with(text, "north_bank", "north_line");
    text = with(text, "en = \"north bank\", zh = \"北岸\"", "en = \"the line\", zh = \"阵线\"");
    return moved(text, best_x, best_y);
}

base::Result<std::vector<std::pair<std::string, std::string>>> new_scenario(std::string_view name) {
    LINGHE_CHECK_OK(check_name(name));
    return std::vector<std::pair<std::string, std::string>>{
        {"scenario.toml", with(kScenario, "@NAME@", name)}, {"map.toml", std::string{kMap}}};
}

}  // namespace linghe::scenario
