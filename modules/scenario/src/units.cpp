// Units one by one and in numbers: how many men, where, in what state.
#include <algorithm>
#include <cmath>

#include "builder.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/terrain.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/model/interval.hpp"

namespace linghe::scenario {
namespace {

using base::to_text;

double frontage_of(const Node& n, const model::Interval& room, std::uint32_t men) {
    if (n.number("frontage_m") > 0) return n.number("frontage_m");
    const auto ranks = static_cast<std::uint32_t>(n.integer("ranks"));
    return static_cast<double>((men + ranks - 1) / ranks) * static_cast<double>(room.file_m);
}

/// What units and bodies share; false when a reference is wrong.
bool read_stand(Builder& b, const Node& n, model::Unit& unit) {
    std::uint32_t force = 0, colours = 0, troop = 0;
    bool fine = b.resolve(n, "force", b.forces, "force", force);
    fine = b.resolve(n, "colours", b.colours, "flag", colours) && fine;
    fine = b.resolve(n, "troop", b.troops, "troop type", troop) && fine;
    if (n.has("at") == n.has("box")) {
        b.problems.error(n.value(), n.path(), "needs either at or box",
                         "give at = [x, y] (formed) or box = [west, south, east, north] (strewn)");
        fine = false;
    }
    if (!fine) return false;
    unit.id = n.text("id");
    unit.name = n.name("name");
    unit.force = {force};
    unit.side = b.model.forces[force].side;
    unit.colours = static_cast<std::uint8_t>(colours);
    unit.troop = static_cast<std::uint8_t>(troop);
    unit.men = static_cast<std::uint32_t>(n.integer("men"));
    unit.formed_at_start = n.has("formed") ? n.flag("formed") : n.has("at");
    unit.start_heading = turn_of_compass(n.number("heading_deg"));
    unit.start_fear = n.real("fear");
    unit.start_fear_spread = n.real("fear_spread");
    unit.start_fleeing_share = n.real("fleeing_share");
    unit.start_stamina = n.real("stamina");
    unit.start_speed_m_s = n.real("speed_m_s");
    unit.hunger = n.real("hunger");
    unit.cold = n.real("cold");
    if (b.model.colours[colours].side != unit.side)
        b.problems.error(n.at("colours"), n.path("colours"), "is a flag of another side",
                         "choose a flag of side \"" + b.model.sides[unit.side].id + "\"");
    if (unit.start_speed_m_s > b.model.troops[troop].run_m_s)
        b.problems.error(n.at("speed_m_s"), n.path("speed_m_s"),
                         "faster than " + b.model.troops[troop].id + " can run",
                         "at most " + to_text(b.model.troops[troop].run_m_s) + " m/s");
    return true;
}

void set_box(model::Unit& unit, double west, double south, double east, double north) {
    unit.start_x_mm = math::round_to<std::int32_t>((west + east) * 500);
    unit.start_y_mm = math::round_to<std::int32_t>((south + north) * 500);
    unit.scatter_x_mm = math::round_to<std::int32_t>((east - west) * 500);
    unit.scatter_y_mm = math::round_to<std::int32_t>((north - south) * 500);
}

void add_unit(Builder& b, const Node& n, model::Unit unit) {
    if (!b.units.emplace(unit.id, static_cast<std::uint32_t>(b.model.units.size())).second) {
        b.problems.error(n.at("id"), n.path("id"), "the id \"" + unit.id + "\" is taken",
                         "ids are unique among their kind; choose another");
        return;
    }
    b.model.units.push_back(std::move(unit));
    b.unit_nodes.push_back(n);
}

/// Units side by side in lines behind one another, all facing the same way.
void place_in_lines(const Node& n, const model::Interval& room, std::vector<model::Unit>& units) {
    const auto lines = std::min<std::size_t>(static_cast<std::size_t>(n.integer("lines")), units.size());
    const std::size_t per_line = (units.size() + lines - 1) / lines;
    const double gap = n.number("gap_m");
    const double step = frontage_of(n, room, units[0].men) + gap;
    const double depth = static_cast<double>(n.integer("ranks")) * static_cast<double>(room.rank_m) + gap;
    const math::Vec2d ahead = math::unit_of_d(units[0].start_heading);
    const math::Vec2d right = -math::perp(ahead);
    for (std::size_t i = 0; i < units.size(); ++i) {
        const std::size_t row = i / per_line, column = i % per_line;
        const std::size_t in_row = std::min(per_line, units.size() - row * per_line);
        const double across = (static_cast<double>(column) - (static_cast<double>(in_row) - 1) / 2) * step;
        const math::Vec2d at = right * across - ahead * (static_cast<double>(row) * depth);
        units[i].start_x_mm = math::round_to<std::int32_t>((n.metre("at", 0) + at.x) * 1000);
        units[i].start_y_mm = math::round_to<std::int32_t>((n.metre("at", 1) + at.y) * 1000);
    }
}

/// Each unit in its part of the box, blown up towards the whole box by `mixing`.
void place_in_box(const Node& n, std::vector<model::Unit>& units) {
    const double west = n.metre("box", 0), south = n.metre("box", 1), w = n.metre("box", 2) - west,
                 h = n.metre("box", 3) - south;
    const double mixing = n.number("mixing");
    const auto count = static_cast<double>(units.size());
    const double wanted = std::sqrt(count * w / h);
    const auto columns = static_cast<std::size_t>(
        std::max(1.0, std::min(count, static_cast<double>(static_cast<std::int64_t>(wanted + 0.5)))));
    const std::size_t rows = (units.size() + columns - 1) / columns;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const std::size_t row = i / columns, column = i % columns;
        const std::size_t in_row = std::min(columns, units.size() - row * columns);
        const double part_w = w / static_cast<double>(in_row), part_h = h / static_cast<double>(rows);
        const double px = static_cast<double>(column) * part_w, py = static_cast<double>(row) * part_h;
        const double x0 = west + px * (1 - mixing), x1 = west + (px + part_w) + (w - px - part_w) * mixing;
        const double y0 = south + py * (1 - mixing), y1 = south + (py + part_h) + (h - py - part_h) * mixing;
        set_box(units[i], x0, y0, x1, y1);
    }
}

void read_bodies(Builder& b, const Node& n) {
    model::Unit pattern;
    if (!read_stand(b, n, pattern)) return;
    const auto size = static_cast<std::uint32_t>(n.integer("unit_size"));
    const std::uint32_t count = std::max(1u, (pattern.men + size / 2) / size);
    if (b.model.units.size() + count > base::limits::kUnits) {
        b.problems.limit(n.at("unit_size"), n.path("unit_size"), "more than 20000 units",
                         "make units larger");
        return;
    }
    const model::Interval room = model::interval_of(b.model.parameters, b.model.troops[pattern.troop]);
    std::vector<model::Unit> units(count, pattern);
    for (std::uint32_t i = 0; i < count; ++i) {
        model::Unit& u = units[i];
        u.men = pattern.men / count + (i < pattern.men % count ? 1 : 0);
        const std::string number = to_text(i + 1);
        u.id = pattern.id + "." + number;
        u.name = {pattern.name.en + " " + number, pattern.name.zh + number};
        u.frontage_m = static_cast<float>(frontage_of(n, room, u.men));
    }
    if (n.has("box"))
        place_in_box(n, units);
    else
        place_in_lines(n, room, units);
    b.first_unit_of_bodies.emplace(pattern.id, units[0].id);
    for (model::Unit& u : units) add_unit(b, n, std::move(u));
}

struct Share {
    std::int64_t cells = 0, outside = 0, closed = 0, walled = 0;
    float deepest_m = 0;
};

Share share_closed(const Builder& b, const model::Unit& u) {
    const ground::Ground& g = b.model.ground;
    const auto m = b.model.troops[u.troop].mounted ? ground::Mobility::horse : ground::Mobility::foot;
    Share s;
    for (std::int32_t y = u.start_y_mm - u.scatter_y_mm;; y += g.cell_mm) {
        const std::int32_t py = std::min(y, u.start_y_mm + u.scatter_y_mm);
        for (std::int32_t x = u.start_x_mm - u.scatter_x_mm;; x += g.cell_mm) {
            const std::int32_t px = std::min(x, u.start_x_mm + u.scatter_x_mm);
            ++s.cells;
            if (!g.inside(px, py))
                ++s.outside;
            else {
                const float depth = static_cast<float>(g.water_at_mm(px, py)) * 0.001F;
                s.deepest_m = std::max(s.deepest_m, depth);
                if (const auto c = g.cell(px, py); g.barrier_at(c) != ground::kNoBarrier && !g.open(c, m))
                    ++s.walled;
                if (!g.open(g.cell(px, py), m) || depth > b.model.troops[u.troop].wade_limit_m) ++s.closed;
            }
            if (px != x || px == u.start_x_mm + u.scatter_x_mm) break;
        }
        if (py != y || py == u.start_y_mm + u.scatter_y_mm) break;
    }
    return s;
}

}  // namespace

std::uint16_t turn_of_compass(double degrees) noexcept {
    const double turns = (90.0 - degrees) / 360.0;
    const auto t = static_cast<std::int64_t>(turns * 65536.0 + (turns < 0 ? -0.5 : 0.5));
    return static_cast<std::uint16_t>(t & 0xffff);
}

void build_units(Builder& b, const Node& scenario) {
    const auto singles = scenario.children("unit"), bodies = scenario.children("bodies");
    std::uint64_t men = 0;
    for (const auto* list : {&singles, &bodies})
        for (const Node& n : *list) men += static_cast<std::uint64_t>(n.integer("men"));
    if (men > base::limits::kSoldiers) {
        b.problems.limit(scenario.value(), "men", to_text(men) + " men in all", "at most 1000000 men");
        return;
    }
    if (singles.empty() && bodies.empty())
        b.problems.error(scenario.value(), "unit", "nobody is on the field",
                         "give at least one [[unit]] or [[bodies]]");
    for (const Node& n : singles) {
        model::Unit unit;
        if (!read_stand(b, n, unit)) continue;
        unit.frontage_m = static_cast<float>(
            frontage_of(n, model::interval_of(b.model.parameters, b.model.troops[unit.troop]), unit.men));
        if (n.has("box"))
            set_box(unit, n.metre("box", 0), n.metre("box", 1), n.metre("box", 2), n.metre("box", 3));
        else {
            unit.start_x_mm = n.mm("at", 0);
            unit.start_y_mm = n.mm("at", 1);
        }
        add_unit(b, n, std::move(unit));
    }
    for (const Node& n : bodies) read_bodies(b, n);
    if (b.model.units.size() > base::limits::kUnits)
        b.problems.limit(scenario.at("unit"), "unit", "more than 20000 units", "make units larger");
    std::uint32_t first = 0;
    for (model::Unit& u : b.model.units) {
        u.first_man = first;
        first += u.men;
    }
}

void check_stands(Builder& b) {
    const std::string* last = nullptr;
    for (std::size_t i = 0; i < b.model.units.size(); ++i) {
        const model::Unit& u = b.model.units[i];
        const Node& n = b.unit_nodes[i];
        if (last != nullptr && *last == n.path()) continue;  // of bodies one problem is enough
        const std::size_t before = b.problems.errors();
        const model::TroopType& troop = b.model.troops[u.troop];
        const std::string key = n.has("box") ? "box" : "at";
        const Share s = share_closed(b, u);
        if (s.outside > 0)
            b.problems.error(n.at(key), n.path(key), "\"" + u.id + "\" stands outside the map",
                             "move it, or make the map larger");
        else if (s.walled == s.cells)
            b.problems.error(n.at(key), n.path(key), "\"" + u.id + "\" stands in a wall",
                             "nobody stands inside a wall: move it to one side, or into an open gate");
        else if (s.closed == s.cells && s.deepest_m > troop.wade_limit_m)
            b.problems.error(n.at(key), n.path(key),
                             "\"" + u.id + "\" stands in " + to_text(s.deepest_m) + " m of water",
                             troop.id + " wades " + to_text(troop.wade_limit_m) +
                                 " m at most; put it on land or in a ford");
        else if (s.closed == s.cells)
            b.problems.error(
                n.at(key), n.path(key),
                "\"" + u.id + "\" stands on ground closed to " + (troop.mounted ? "horses" : "men on foot"),
                "steep banks are closed to horses: move it off the bank, or draw a ramp there");
        else if (s.closed * 5 > s.cells)
            b.problems.warning(
                n.at(key), n.path(key),
                to_text(s.closed * 100 / s.cells) + "% of the box of \"" + u.id + "\" is closed ground",
                "men drawn there are moved to the nearest open cell");
        if (b.problems.errors() != before) last = &n.path();
    }
}

}  // namespace linghe::scenario
