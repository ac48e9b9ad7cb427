// map.toml into a sketch and a Ground; weather and smoke into the Model.
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "builder.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/sketch.hpp"
#include "linghe/math/rng.hpp"

namespace linghe::scenario {
namespace {

using base::to_text;

constexpr std::string_view kCoverWords[ground::kCovers] = {"bare", "dry_grass", "burnt", "sand", "water",
                                                           "crop", "reed",      "wood",  "road"};

ground::Cover cover_of(const std::string& word) {
    for (std::size_t i = 0; i < std::size(kCoverWords); ++i)
        if (kCoverWords[i] == word) return static_cast<ground::Cover>(i);
    return ground::Cover::bare;
}

std::uint8_t fuel_of(Builder& b, const Node& n) {
    if (!n.has("fuel")) return ground::kFuelOfCover;
    if (n.text("fuel") == "none") return ground::kNoFuel;
    std::uint32_t row = 0;
    return b.resolve(n, "fuel", b.fuels, "fuel model", row) ? static_cast<std::uint8_t>(row)
                                                            : ground::kNoFuel;
}

/// How two rivers lie: how near they come, and over what length the first runs nearer than `room`; probed every 10 m.
struct Meeting {
    double least_m = 1e300, length_m = 0;
};
Meeting meeting_of(const ground::River& a, const ground::River& b, double room_m) {
    Meeting met;
    for (std::size_t i = 0; i + 1 < a.centre.size(); ++i) {
        const double ux = static_cast<double>(a.centre[i + 1].x_m - a.centre[i].x_m);
        const double uy = static_cast<double>(a.centre[i + 1].y_m - a.centre[i].y_m);
        const double length = std::sqrt(ux * ux + uy * uy);
        const int probes = static_cast<int>(std::min(length / 10.0, 1e5)) + 1;
        for (int p = 0; p <= probes; ++p) {
            const double t = static_cast<double>(p) / probes;
            const double x = static_cast<double>(a.centre[i].x_m) + t * ux,
                         y = static_cast<double>(a.centre[i].y_m) + t * uy;
            const double d = ground::foot_on(b.centre, x, y).distance_m;
            met.least_m = std::min(met.least_m, d);
            if (d < room_m) met.length_m += length / probes;
        }
    }
    return met;
}

/// A river that begins or ends in the channel of another flows into it, or out of it; it does not run along it.
bool joins(const ground::River& a, const ground::River& b, double room_m) {
    const auto in_channel = [](ground::PointM p, const ground::River& r) {
        return ground::foot_on(r.centre, p.x_m, p.y_m).distance_m <=
               static_cast<double>(r.channel_width_m) / 2;
    };
    const bool touches = in_channel(a.centre.front(), b) || in_channel(a.centre.back(), b) ||
                         in_channel(b.centre.front(), a) || in_channel(b.centre.back(), a);
    const double most_m = 4 * room_m + 50;
    return touches && meeting_of(a, b, room_m).length_m <= most_m &&
           meeting_of(b, a, room_m).length_m <= most_m;
}

void read_rivers(Builder& b, const Node& map, ground::Sketch& sketch) {
    Ids ids;
    const auto nodes = map.children("river");
    for (const Node& n : nodes) {
        b.enter(n, ids, static_cast<std::uint32_t>(sketch.rivers.size()));
        ground::River r{
            n.text("id"),      n.points("line"),       n.real("channel_width_m"), n.real("water_width_m"),
            n.real("depth_m"), n.real("bank_height_m")};
        const model::Name name = n.name("name");
        r.name_en = name.en, r.name_zh = name.zh;
        r.bank_slope_deg = n.real("bank_slope_deg");
        if (r.water_width_m > r.channel_width_m)
            b.problems.error(n.at("water_width_m"), n.path("water_width_m"), "wider than the channel",
                             "let water_width_m <= channel_width_m");
        sketch.rivers.push_back(std::move(r));
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const ground::River &r = sketch.rivers[i], &other = sketch.rivers[j];
            const double room = static_cast<double>(r.channel_width_m + other.channel_width_m) / 2;
            if (meeting_of(r, other, room).least_m < room && !joins(r, other, room))
                b.problems.error(nodes[i].at("line"), nodes[i].path("line"),
                                 "overlaps river \"" + other.id + "\"",
                                 "keep centre lines at least " + to_text(room) +
                                     " m apart, let one end in the other's channel, or draw one river");
        }
}

void read_ramps(Builder& b, const Node& map, ground::Sketch& sketch) {
    Ids ids;
    for (const Node& n : map.children("ramp")) {
        b.enter(n, ids, static_cast<std::uint32_t>(sketch.ramps.size()));
        const model::Name name = n.name("name");
        const ground::Ramp ramp{
            n.text("id"),      name.en,
            name.zh,           {static_cast<float>(n.metre("at", 0)), static_cast<float>(n.metre("at", 1))},
            n.real("width_m"), n.real("depth_m")};
        bool near = false;
        for (const ground::Ditch& d : sketch.ditches)
            near = near || ground::foot_on(d.line, n.metre("at", 0), n.metre("at", 1)).distance_m <=
                               static_cast<double>(d.width_m) / 2 + 20;
        for (const ground::River& r : sketch.rivers)
            near = near || ground::foot_on(r.centre, n.metre("at", 0), n.metre("at", 1)).distance_m <=
                               static_cast<double>(r.channel_width_m) / 2 + 50;
        if (!near)
            b.problems.error(n.at("at"), n.path("at"), "no river or ditch is near",
                             "put a ramp in a channel, within 50 m of its bank, or within 20 m of a ditch");
        if (static_cast<double>(ramp.width_m) < sketch.cell_m)
            b.problems.error(n.at("width_m"), n.path("width_m"), "narrower than a cell",
                             "a ramp is at least " + to_text(sketch.cell_m) + " m wide");
        sketch.ramps.push_back(ramp);
    }
}

void read_gates(Builder& b, const Node& wall_node, Ids& ids, ground::Wall& wall) {
    for (const Node& n : wall_node.children("gate")) {
        b.enter(n, ids, static_cast<std::uint32_t>(ids.size()));
        const model::Name name = n.name("name");
        ground::Gate gate{n.text("id"),
                          name.en.empty() ? n.text("id") : name.en,
                          name.zh.empty() ? n.text("id") : name.zh,
                          {static_cast<float>(n.metre("at", 0)), static_cast<float>(n.metre("at", 1))},
                          n.real("width_m"),
                          n.flag("open")};
        const double off = ground::foot_on(wall.line, n.metre("at", 0), n.metre("at", 1)).distance_m;
        if (off > static_cast<double>(wall.thickness_m) / 2 + 5)
            b.problems.error(n.at("at"), n.path("at"),
                             "lies " + base::to_text_fixed(off, 1) + " m from its wall",
                             "put the gate on the line of wall \"" + wall.id + "\"");
        wall.gates.push_back(std::move(gate));
    }
}

void read_walls(Builder& b, const Node& map, ground::Sketch& sketch) {
    Ids ids, gate_ids;
    for (const Node& n : map.children("wall")) {
        b.enter(n, ids, static_cast<std::uint32_t>(sketch.walls.size()));
        const model::Name name = n.name("name");
        ground::Wall wall{n.text("id"), n.points("line"), n.real("height_m"), n.real("thickness_m")};
        wall.name_en = name.en.empty() ? wall.id : name.en;
        wall.name_zh = name.zh.empty() ? wall.id : name.zh;
        read_gates(b, n, gate_ids, wall);
        sketch.walls.push_back(std::move(wall));
    }
}

void read_ditches(Builder& b, const Node& map, ground::Sketch& sketch) {
    Ids ids;
    for (const Node& n : map.children("ditch")) {
        b.enter(n, ids, static_cast<std::uint32_t>(sketch.ditches.size()));
        sketch.ditches.push_back(
            {n.text("id"), n.points("line"), n.real("width_m"), n.real("depth_m"), n.real("water_m")});
    }
}

void read_grid(Builder& b, const Node& map, ground::Sketch& sketch) {
    if (!map.has("raster")) return;
    if (b.grid_bytes == nullptr) {
        b.problems.error(map.at("raster"), "raster",
                         "the grid file \"" + map.text("raster") + "\" is missing",
                         "put it beside the map, or take the key raster out");
        return;
    }
    auto grid = ground::decode_raster(
        std::as_bytes(std::span<const char>(b.grid_bytes->data(), b.grid_bytes->size())), b.grid_name);
    if (grid.ok()) {
        sketch.raster = std::make_shared<const ground::Raster>(grid.take());
        sketch.raster_water_m = map.real("water_m");
        return;
    }
    const base::Error& e = grid.error();
    if (e.code == base::ErrorCode::limit)
        b.problems.limit(map.at("raster"), "raster", e.message, e.hint);
    else
        b.problems.error(map.at("raster"), "raster", b.grid_name + ": " + e.message, e.hint);
}

}  // namespace

std::string_view cover_word(ground::Cover cover) noexcept {
    return kCoverWords[static_cast<std::size_t>(cover)];
}

Provenance provenance_of(const Node& map) {
    Provenance p;
    const auto node = map.child("provenance");
    if (!node) return p;
    p.imported = true;
    p.made_by = node->text("made_by");
    p.crs = node->text("crs");
    p.crs_name = node->text("crs_name");
    p.resampling = node->text("resampling");
    p.gdal = node->text("gdal");
    p.notes = node->text("notes");
    p.origin_east_m = node->number("origin_east_m");
    p.origin_north_m = node->number("origin_north_m");
    p.centre_lat = node->metre("centre_lat_lon", 0);
    p.centre_lon = node->metre("centre_lat_lon", 1);
    p.scale_factor = node->number("scale_factor");
    p.holes_percent = node->number("holes_percent");
    for (const Node& n : node->children("source"))
        p.sources.push_back({n.text("file"), n.text("role"), n.text("sha256"), n.text("crs"),
                             n.text("licence"), n.text("note")});
    for (const Node& n : node->children("edit"))
        p.edits.push_back({n.text("what"), n.text("source"), static_cast<std::uint64_t>(n.integer("cells"))});
    return p;
}

void build_land(Builder& b, const Node& map) {
    ground::Sketch s;
    s.x0_m = map.metre("box", 0);
    s.y0_m = map.metre("box", 1);
    s.x1_m = map.metre("box", 2);
    s.y1_m = map.metre("box", 3);
    s.cell_m = map.number("cell_m");
    s.base_height_m = map.real("height_m");
    s.base_cover = cover_of(map.text("cover"));
    s.base_fuel = fuel_of(b, map);
    s.fuel_of_cover = b.fuel_of_cover;
    s.figures = b.figures;
    s.wetness = b.wetness;
    read_grid(b, map, s);
    read_rivers(b, map, s);
    read_ditches(b, map, s);
    read_walls(b, map, s);
    read_ramps(b, map, s);
    for (const Node& n : map.children("hill"))
        s.hills.push_back({{static_cast<float>(n.metre("at", 0)), static_cast<float>(n.metre("at", 1))},
                           n.real("radius_m"),
                           n.real("height_m")});
    for (const Node& n : map.children("road"))
        s.roads.push_back({n.text("id"), n.points("line"), n.real("width_m")});
    for (const Node& n : map.children("patch")) {
        ground::CoverPatch patch{cover_of(n.text("cover")), n.points("ring"), fuel_of(b, n)};
        if (n.has("box") == n.has("ring"))
            b.problems.error(n.value(), n.path(), "needs either ring or box", "give one of them");
        if (n.has("box")) {
            const auto at = [&](std::size_t i) { return static_cast<float>(n.metre("box", i)); };
            patch.ring = {{at(0), at(1)}, {at(2), at(1)}, {at(2), at(3)}, {at(0), at(3)}};
        }
        s.patches.push_back(std::move(patch));
    }
    if (b.problems.errors() != 0) return;
    auto ground = ground::rasterise(s);
    if (ground.ok()) {
        b.model.ground = ground.take();
        return;
    }
    const base::Error& e = ground.error();
    if (e.code == base::ErrorCode::limit)
        b.problems.limit(map.at("box"), "box", e.message,
                         e.hint.empty() ? "make the map smaller or cell_m larger" : e.hint);
    else
        b.problems.error(map.at("box"), "box", e.message, e.hint);
}

namespace {

/// A leg of the wind as this run has it: the schedule's figures and one draw for each that has an uncertainty.
model::WindLeg drawn_leg(Builder& b, const Node& n) {
    const math::Rng rng{b.model.seed};
    const auto number = static_cast<std::uint32_t>(b.model.wind.size());
    const auto draw = [&](std::string_view key, std::uint16_t k) {
        const double sd = n.number(key);
        return sd > 0 ? sd * static_cast<double>(rng.normal(number, 0, math::Purpose::wind_leg, k)) : 0.0;
    };
    const double speed = n.number("speed_m_s") + draw("speed_sd_m_s", 0);
    double from = n.number("from_deg") + draw("from_sd_deg", 1);
    while (from < 0) from += 360;
    while (from > 360) from -= 360;
    base::Tick tick = n.tick_of_s("at_s");
    if (number > 0) {
        tick = base::ticks_from_s(std::max(0.0, n.number("at_s") + draw("at_sd_s", 2)));
        tick = std::max(tick, b.model.wind.back().tick + 1);  // the legs keep their order
    }
    return {tick, static_cast<float>(std::max(0.0, speed)), static_cast<float>(from)};
}

void read_rain(Builder& b, const Node& scenario) {
    for (const Node& n : scenario.children("rain")) {
        const model::RainLeg leg{n.tick_of_s("at_s"), n.real("mm_h")};
        if (!b.model.rain.empty() && leg.tick <= b.model.rain.back().tick)
            b.problems.error(n.at("at_s"), n.path("at_s"), "not later than the leg before",
                             "put the legs in order of time");
        b.model.rain.push_back(leg);
    }
}

/// "1631-10-31" or "13:30" in whole numbers; false when it is written otherwise.
bool split(const std::string& text, char between, std::size_t n, int* out) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < n; ++i) {
        int digits = 0;
        out[i] = 0;
        for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && digits < 5; ++at, ++digits)
            out[i] = 10 * out[i] + (text[at] - '0');
        if (digits == 0) return false;
        if (i + 1 < n && (at >= text.size() || text[at++] != between)) return false;
    }
    return at == text.size();
}

int days_of(int year, int month, bool gregorian) {
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (!gregorian || year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : kDays[month - 1];
}

/// Julian day of 0 h of a date. J. Meeus, Astronomical Algorithms, 2nd ed. (1998), eq. 7.1.
double julian_day(int year, int month, int day, bool gregorian) {
    if (month <= 2) {
        --year;
        month += 12;
    }
    const int century = year / 100, b = gregorian ? 2 - century + century / 4 : 0;
    return static_cast<int>(365.25 * (year + 4716)) + static_cast<int>(30.6001 * (month + 1)) + day + b -
           1524.5;
}

void read_time(Builder& b, const Node& scenario) {
    const auto time = scenario.child("time");
    if (!time) return;
    const Node& n = *time;
    int date[3] = {}, clock[2] = {};
    const bool gregorian = n.text("calendar") == "gregorian";
    if (!split(n.text("date"), '-', 3, date) || date[0] < 1 || date[1] < 1 || date[1] > 12 || date[2] < 1 ||
        date[2] > days_of(date[0], date[1], gregorian)) {
        b.problems.error(n.at("date"), n.path("date"),
                         "\"" + n.text("date") + "\" is no date of that calendar",
                         "write year-month-day, \"1631-10-31\"");
        return;
    }
    // The series for sun and moon (element/sky.hpp) leave out what grows with the square of the centuries.
    constexpr int kLastYear = 3000;
    if (date[0] > kLastYear) {
        b.problems.error(n.at("date"), n.path("date"),
                         "the formulas for sun and moon do not hold in the year " + to_text(date[0]),
                         "give a year from 1 to 3000");
        return;
    }
    if (!split(n.text("clock"), ':', 2, clock) || clock[0] > 23 || clock[1] > 59) {
        b.problems.error(n.at("clock"), n.path("clock"), "\"" + n.text("clock") + "\" is no time of day",
                         "write hours and minutes, \"13:30\"");
        return;
    }
    model::Sky& sky = b.model.sky;
    sky.known = true;
    sky.lat_deg = n.number("lat_deg");
    sky.lon_deg = n.number("lon_deg");
    const double ahead_h = n.has("zone_h") ? n.number("zone_h") : sky.lon_deg / 15.0;
    sky.julian_day =
        julian_day(date[0], date[1], date[2], gregorian) + (clock[0] + clock[1] / 60.0 - ahead_h) / 24.0;
}

}  // namespace

void build_weather(Builder& b, const Node& scenario) {
    static const Value nothing;
    const Node weather = scenario.child("weather").value_or(
        Node{nothing, *scenario_table().find("weather")->table, "weather"});
    b.model.temperature_c = weather.real("temperature_c");
    b.model.humidity_percent = weather.real("humidity_percent");
    b.model.pressure_hpa = weather.real("pressure_hpa");
    b.model.gust_share = weather.real("gust_share");
    // The thicker dead fuel is a point or two moister than the fine (Behave's practice for 10 h and 100 h).
    const float dead = weather.real("fuel_moisture_percent") * 0.01F,
                live = weather.real("live_moisture_percent") * 0.01F;
    b.model.fuel_moisture = {dead, dead + 0.01F, dead + 0.02F, live, live};
    b.wetness = weather.real("ground_wetness");
    const auto legs = scenario.children("wind");
    if (legs.empty())
        b.problems.error(scenario.at("wind"), "wind", "no leg", "give at least one [[wind]] with at_s = 0");
    base::Tick written = 0;
    for (const Node& n : legs) {
        const model::WindLeg leg = drawn_leg(b, n);
        if (b.model.wind.empty() && leg.tick != 0)
            b.problems.error(n.at("at_s"), n.path("at_s"), "the first leg does not begin at 0",
                             "let the first [[wind]] have at_s = 0");
        if (!b.model.wind.empty() && n.tick_of_s("at_s") <= written)
            b.problems.error(n.at("at_s"), n.path("at_s"), "not later than the leg before",
                             "put the legs in order of time");
        written = n.tick_of_s("at_s");
        b.model.wind.push_back(leg);
    }
    read_rain(b, scenario);
    read_time(b, scenario);
    Ids ids;
    for (const Node& n : scenario.children("smoke")) {
        b.enter(n, ids, static_cast<std::uint32_t>(ids.size()));
        model::SmokeSource s;
        s.id = n.text("id");
        s.x0_mm = n.mm("box", 0);
        s.y0_mm = n.mm("box", 1);
        s.x1_mm = n.mm("box", 2);
        s.y1_mm = n.mm("box", 3);
        s.emission_g_m2_s = n.real("emission_g_m2_s");
        s.extinction_m2_g = n.real("extinction_m2_g");
        s.white = n.text("colour") == "white";
        s.flaming = n.flag("flaming");
        s.from = n.tick_of_s("from_s");
        s.until = n.tick_of_s("until_s");
        s.fade = n.tick_of_s("fade_s");
        if (s.until <= s.from)
            b.problems.error(n.at("until_s"), n.path("until_s"), "ends before it begins",
                             "let until_s > from_s");
        b.model.smoke_sources.push_back(std::move(s));
    }
    for (const Node& n : scenario.children("smoke_cloud")) {
        if (n.has("visibility_m") == n.has("extinction_per_m"))
            b.problems.error(n.value(), n.path(), "needs either visibility_m or extinction_per_m",
                             "give one of them");
        // Koschmieder (1924): V = 3.912 / extinction, for a black mark at a contrast threshold of 2%.
        const double extinction =
            n.has("visibility_m") ? 3.912 / n.number("visibility_m") : n.number("extinction_per_m");
        b.model.smoke_starts.push_back({n.mm("box", 0), n.mm("box", 1), n.mm("box", 2), n.mm("box", 3),
                                        static_cast<float>(extinction), n.text("colour") == "white"});
    }
}

}  // namespace linghe::scenario
