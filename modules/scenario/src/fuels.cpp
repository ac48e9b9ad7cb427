// data/fuels.toml into fuel models; [[ignition]] into fires that belong to the situation.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "builder.hpp"
#include "linghe/base/text.hpp"

namespace linghe::scenario {
namespace {

model::FuelModel read_fuel(const std::string& id, const Node& n) {
    model::FuelModel f;
    f.id = id;
    const model::Name name = n.name("name");
    f.name_en = name.en, f.name_zh = name.zh;
    f.load_1h_t_ac = n.real("load_1h_t_ac");
    f.load_10h_t_ac = n.real("load_10h_t_ac");
    f.load_100h_t_ac = n.real("load_100h_t_ac");
    f.load_herb_t_ac = n.real("load_herb_t_ac");
    f.load_woody_t_ac = n.real("load_woody_t_ac");
    f.depth_ft = n.real("depth_ft");
    f.savr_1h_per_ft = n.real("savr_1h_per_ft");
    f.savr_herb_per_ft = n.real("savr_herb_per_ft");
    f.savr_woody_per_ft = n.real("savr_woody_per_ft");
    f.moisture_of_extinction = static_cast<float>(n.number("moisture_of_extinction_percent") * 0.01);
    f.heat_btu_lb = n.real("heat_btu_lb");
    f.dynamic = n.flag("dynamic");
    return f;
}

/// The covers a fuel names as its own: words apart by spaces.
void take_covers(Builder& b, const Node& n, std::uint8_t row) {
    const std::string covers = n.text("covers");
    std::string_view rest = covers;
    while (!rest.empty()) {
        const std::size_t space = rest.find(' ');
        const std::string_view word = rest.substr(0, space);
        rest = space == std::string_view::npos ? std::string_view{} : rest.substr(space + 1);
        bool known = word.empty();
        for (std::size_t c = 0; c < b.fuel_of_cover.size(); ++c) {
            if (cover_word(static_cast<ground::Cover>(c)) != word) continue;
            known = true;
            if (b.fuel_of_cover[c] != ground::kNoFuel)
                b.problems.error(n.at("covers"), n.path("covers"),
                                 "\"" + std::string{word} + "\" bears another fuel already",
                                 "name each cover at one fuel only");
            b.fuel_of_cover[c] = row;
        }
        if (!known)
            b.problems.error(n.at("covers"), n.path("covers"),
                             "no cover is called \"" + std::string{word} + "\"",
                             "covers: bare dry_grass burnt sand water crop reed wood road");
    }
}

struct Line {
    std::vector<ground::PointM> points;
};

/// The points that `key` of a node names; none, and a problem, where there is no such place.
Line line_of(Builder& b, const Node& n, std::string_view key) {
    std::uint32_t place = 0;
    if (key == "line") return {n.points(key)};
    if (key == "at") {
        const ground::PointM p{static_cast<float>(n.metre("at", 0)), static_cast<float>(n.metre("at", 1))};
        return {{p, p}};
    }
    if (!b.resolve(n, key, b.places, "place", place)) return {};
    const model::Place& p = b.model.places[place];
    const auto m = [](std::int32_t mm) { return static_cast<float>(mm) * 0.001F; };
    return {{{m(p.x_mm), m(p.y_mm)}, {m(p.x1_mm), m(p.y1_mm)}}};
}

/// Which of at, line and place an ignition names; empty, and a problem, where it says too little or too much.
std::string_view key_of(Builder& b, const Node& n) {
    const int ways = (n.has("at") ? 1 : 0) + (n.has("line") ? 1 : 0) + (n.has("place") ? 1 : 0);
    if (ways == 1) return n.has("at") ? "at" : n.has("line") ? "line" : "place";
    b.problems.error(n.value(), n.path(), "needs one of at, line and place", "give one of them");
    return {};
}

std::int32_t mm(float m) { return static_cast<std::int32_t>(std::lround(static_cast<double>(m) * 1000.0)); }

/// Whether a cell within so many metres of a point bears fuel.
bool fuel_near(const ground::Ground& g, std::int32_t x_mm, std::int32_t y_mm, double reach_m) {
    const auto cells = static_cast<std::int32_t>(reach_m * 1000.0 / g.cell_mm);
    for (std::int32_t j = -cells; j <= cells; ++j)
        for (std::int32_t i = -cells; i <= cells; ++i) {
            const std::int64_t x = std::int64_t{x_mm} + std::int64_t{i} * g.cell_mm,
                               y = std::int64_t{y_mm} + std::int64_t{j} * g.cell_mm;
            if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) continue;
            const auto px = static_cast<std::int32_t>(x), py = static_cast<std::int32_t>(y);
            if (i * i + j * j <= cells * cells && g.inside(px, py) &&
                g.fuel[static_cast<std::size_t>(g.cell(px, py))] != ground::kNoFuel)
                return true;
        }
    return false;
}

/// Whether anything on the way, or within reach of it, can burn; else what lies there. @param dry  not all of it in water
void check_ground(Builder& b, const Node& n, std::string_view key, const Line& line, double reach_m,
                  bool dry) {
    const ground::Ground& g = b.model.ground;
    if (g.fuel.empty()) return;
    bool burns = false, wet = true;
    ground::Cover under = ground::Cover::bare;
    for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
        const auto &p = line.points[i], &q = line.points[i + 1];
        const double dx = static_cast<double>(q.x_m - p.x_m), dy = static_cast<double>(q.y_m - p.y_m);
        const int probes =
            static_cast<int>(std::min(std::sqrt(dx * dx + dy * dy) * 1000.0 / g.cell_mm, 1e5)) + 1;
        for (int k = 0; k <= probes; ++k) {
            const double t = static_cast<double>(k) / probes;
            const std::int32_t x = mm(p.x_m + static_cast<float>(t * dx)),
                               y = mm(p.y_m + static_cast<float>(t * dy));
            // The map's edge itself belongs to it.
            if (!g.inside(std::max(x - 1, g.x0_mm), std::max(y - 1, g.y0_mm)) || x < g.x0_mm || y < g.y0_mm) {
                b.problems.error(n.at(key), n.path(key), "lies outside the map",
                                 "move it, or make the map larger");
                return;
            }
            const auto cell = static_cast<std::size_t>(g.cell(x, y));
            under = static_cast<ground::Cover>(g.cover[cell]);
            wet = wet && g.water_mm[cell] > 0;
            burns = burns || fuel_near(g, std::min(x, g.x0_mm + g.nx * g.cell_mm - 1),
                                       std::min(y, g.y0_mm + g.ny * g.cell_mm - 1), reach_m);
        }
    }
    if (!burns || (dry && wet))
        b.problems.error(n.at(key), n.path(key),
                         "nothing burns there: the cover is \"" + std::string{cover_word(under)} + "\"",
                         "move it onto grass, or give that ground a fuel in the map");
}

}  // namespace

void check_burns(Builder& b, const Node& n, std::string_view key) {
    const std::size_t before = b.problems.errors();
    const Line line = line_of(b, n, key);
    // Who is that near to the line throws his fire as far again (sim/fires.cpp).
    const double reach_m = 2.0 * static_cast<double>(b.model.parameters.element.fire_light_reach_m);
    if (b.problems.errors() == before) check_ground(b, n, key, line, reach_m, true);
}

void build_fuels(Builder& b, const Value& fuels) {
    b.fuel_of_cover.fill(ground::kNoFuel);
    if (fuels.fields.size() > ground::kFuelOfCover) {
        b.problems.error(fuels, "fuel", "more than 254 fuel models", "leave some out");
        return;
    }
    for (const auto& [id, entry] : fuels.fields) {
        const std::string path = "fuel." + id;
        if (entry.kind != Value::Kind::table) {
            b.problems.error(entry, path, "no fuel model", "give a table whose name is an id");
            continue;
        }
        const std::size_t before = b.problems.errors();
        check_table(entry, fuel_table(), path, b.problems);
        if (b.problems.errors() != before) continue;
        const Node n{entry, fuel_table(), path};
        const auto row = static_cast<std::uint8_t>(b.model.fuels.size());
        b.model.fuels.push_back(read_fuel(id, n));
        b.fuels.emplace(id, row);
        take_covers(b, n, row);
    }
}

void build_ignitions(Builder& b, const Node& scenario) {
    Ids ids;
    for (const Node& n : scenario.children("ignition")) {
        b.enter(n, ids, static_cast<std::uint32_t>(ids.size()));
        const std::size_t before = b.problems.errors();
        const std::string_view key = key_of(b, n);
        const Line line = key.empty() ? Line{} : line_of(b, n, key);
        if (b.problems.errors() != before || b.model.ground.fuel.empty()) continue;
        check_ground(b, n, key, line, 0, false);
        model::Ignition fire;
        fire.id = n.text("id");
        fire.tick = n.tick_of_s("at_s");
        if (n.has("by")) (void)b.resolve(n, "by", b.persons, "person", fire.by.v);
        if (fire.tick > b.model.end_tick)
            b.problems.warning(n.at("at_s"), n.path("at_s"), "comes after the end of the run",
                               "the run ends at minute " + base::to_text(scenario.number("minutes")));
        for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
            const auto &p = line.points[i], &q = line.points[i + 1];
            fire.x0_mm = mm(p.x_m), fire.y0_mm = mm(p.y_m), fire.x1_mm = mm(q.x_m), fire.y1_mm = mm(q.y_m);
            b.model.ignitions.push_back(fire);
        }
    }
    std::stable_sort(b.model.ignitions.begin(), b.model.ignitions.end(), [](const auto& a, const auto& c) {
        return a.tick < c.tick || (a.tick == c.tick && a.id < c.id);
    });
    if (!b.model.ignitions.empty()) b.model.can_burn = true;
}

}  // namespace linghe::scenario
