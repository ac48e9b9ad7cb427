// Whether what a scenario names lies where anything can come of it: places, retreats, aims of orders, lines to burn, boxes
// of smoke, features of the map.
#include <algorithm>
#include <cmath>

#include "builder.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/sketch.hpp"

namespace linghe::scenario {
namespace {

constexpr double kMostBeyondM =
    50'000;                    // a long day's ride: what lies farther off the map is a slip of the pen
constexpr double kRimM = 300;  // imported lines run so far beyond the map's edge

/// Where a point may lie that is not on the map.
enum class Off : std::uint8_t { never, far };

std::string metres(double m) { return base::to_text_fixed(m, 0) + " m"; }

/// Metres from the map's box; 0 on it and on its edge.
double beyond_m(const Builder& b, double x_m, double y_m) {
    const ground::Ground& g = b.model.ground;
    const double x0 = g.x0_mm * 1e-3, y0 = g.y0_mm * 1e-3, cell = g.cell_mm * 1e-3;
    const double dx = std::max({x0 - x_m, x_m - (x0 + g.nx * cell), 0.0});
    const double dy = std::max({y0 - y_m, y_m - (y0 + g.ny * cell), 0.0});
    return std::hypot(dx, dy);
}

void check_point(Builder& b, const Node& n, std::string_view key, Off off, const std::string& remedy) {
    if (!n.has(key)) return;
    const double m = beyond_m(b, n.metre(key, 0), n.metre(key, 1));
    if (m > (off == Off::never ? 0.0 : kMostBeyondM))
        b.problems.error(n.at(key), n.path(key), "lies " + metres(m) + " beyond the map", remedy);
}

/// Whether two stretches cross between their ends.
bool cross(ground::PointM a, ground::PointM b, ground::PointM c, ground::PointM d) {
    const auto side = [](ground::PointM p, ground::PointM q, ground::PointM r) {
        const double z = static_cast<double>(q.x_m - p.x_m) * static_cast<double>(r.y_m - p.y_m) -
                         static_cast<double>(q.y_m - p.y_m) * static_cast<double>(r.x_m - p.x_m);
        return z > 0 ? 1 : z < 0 ? -1 : 0;
    };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/// An outline that crosses itself leaves open what lies within; a long one is looked at no further than costs little.
void check_outline(Builder& b, const Node& n) {
    constexpr std::size_t kMostPoints = 2'000;
    const auto ring = n.points("ring");
    const std::size_t count = ring.size();
    for (std::size_t i = 0; i < count && count <= kMostPoints; ++i)
        for (std::size_t j = i + 2; j < count; ++j) {
            if (!cross(ring[i], ring[i + 1], ring[j], ring[(j + 1) % count])) continue;
            b.problems.error(n.at("ring"), n.path("ring"),
                             "an outline that crosses itself, between points " +
                                 base::to_text(std::uint64_t{i + 1}) + " and " +
                                 base::to_text(std::uint64_t{j + 1}),
                             "put its points in the order in which one walks about it");
            return;
        }
}

double length_m(const std::vector<ground::PointM>& line) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        sum += std::hypot(static_cast<double>(line[i + 1].x_m - line[i].x_m),
                          static_cast<double>(line[i + 1].y_m - line[i].y_m));
    return sum;
}

void check_gates(Builder& b, const Node& wall) {
    const double length = length_m(wall.points("line"));
    for (const Node& n : wall.children("gate"))
        if (n.number("width_m") > length)
            b.problems.error(n.at("width_m"), n.path("width_m"),
                             "wider than its wall of " + metres(length) + ": nothing of the wall would stand",
                             "make the gate narrower, or the wall longer");
}

/// Hills heaped on one another.
void check_heights(Builder& b, const Node& map) {
    constexpr std::int32_t kLowestMm = -1'000'000, kHighestMm = 12'000'000;
    for (const std::int32_t h : b.model.ground.height_mm) {
        if (h >= kLowestMm && h <= kHighestMm) continue;
        b.problems.error(map.at("hill"), map.has("hill") ? "hill" : "height_m",
                         "the land would lie at " + metres(h * 1e-3), "heights run from -1000 to 12000 m");
        return;
    }
}

void check_ford(Builder& b, const Node& n) {
    const ground::Ground& g = b.model.ground;
    double nearest = 1e300, depth = 0;
    for (const ground::River& r : g.rivers) {
        const double d = ground::foot_on(r.centre, n.metre("at", 0), n.metre("at", 1)).distance_m;
        if (d < nearest) nearest = d, depth = static_cast<double>(r.depth_m);
    }
    if (g.rivers.empty() || n.number("depth_m") <= depth) return;
    b.problems.warning(n.at("depth_m"), n.path("depth_m"),
                       "a ford deeper than its river, which has " + base::to_text_fixed(depth, 2) + " m",
                       "give a smaller depth, or leave it out");
}

void check_place(Builder& b, const Node& n) {
    const bool on_map = n.flag("on_map");
    const std::string remedy = on_map ? "move it onto the map, or say on_map = false"
                                      : "name a point at most " + metres(kMostBeyondM) + " beyond the edge";
    for (const std::string_view key : {"at", "to"})
        check_point(b, n, key, on_map ? Off::never : Off::far, remedy);
    if (n.has("to") && n.metre("to", 0) == n.metre("at", 0) && n.metre("to", 1) == n.metre("at", 1))
        b.problems.error(n.at("to"), n.path("to"), "a line of no length",
                         "give another point, or leave it out");
}

/// A box of which nothing is on the map.
void check_box(Builder& b, const Node& n, const std::string& effect) {
    if (!n.has("box")) return;
    const ground::Ground& g = b.model.ground;
    const double x0 = g.x0_mm * 1e-3, y0 = g.y0_mm * 1e-3, cell = g.cell_mm * 1e-3;
    if (n.metre("box", 0) < x0 + g.nx * cell && n.metre("box", 2) > x0 &&
        n.metre("box", 1) < y0 + g.ny * cell && n.metre("box", 3) > y0)
        return;
    b.problems.warning(n.at("box"), n.path("box"), "lies beyond the map: " + effect,
                       "move it onto the map, or take it out");
}

/// A feature of which nothing is on the map, nor within the rim into which lines may run.
void check_feature(Builder& b, const Node& n, std::string_view key, const std::vector<ground::PointM>& points,
                   double reach_m) {
    double nearest = 1e300;
    for (std::size_t i = 0; i < points.size() && nearest > 0; ++i) {
        const auto x = static_cast<double>(points[i].x_m), y = static_cast<double>(points[i].y_m);
        nearest = std::min(nearest, beyond_m(b, x, y));
        if (i == 0) continue;
        // A line may cross the map between two points beyond it.
        const auto px = static_cast<double>(points[i - 1].x_m), py = static_cast<double>(points[i - 1].y_m);
        for (int k = 1; k < 1000 && nearest > 0; ++k)
            nearest = std::min(nearest, beyond_m(b, px + (x - px) * k / 1000, py + (y - py) * k / 1000));
    }
    if (nearest > reach_m + kRimM)
        b.problems.warning(n.at(key), n.path(key),
                           "lies " + metres(nearest) + " beyond the map: it changes nothing",
                           "move it onto the map, or take it out");
}

void check_hill(Builder& b, const Node& n) {
    if (n.number("radius_m") * 1000 < b.model.ground.cell_mm)
        b.problems.error(
            n.at("radius_m"), n.path("radius_m"),
            base::to_text(n.number("radius_m")) + " m is less than a cell: nothing of the hill would be seen",
            "at least cell_m, " + base::to_text(b.model.ground.cell_mm * 1e-3) + " m");
    check_feature(b, n, "at", {{static_cast<float>(n.metre("at", 0)), static_cast<float>(n.metre("at", 1))}},
                  n.number("radius_m"));
}

}  // namespace

void check_land(Builder& b, const Node& map) {
    for (const Node& n : map.children("hill")) check_hill(b, n);
    for (const std::string_view kind : {"river", "road", "wall", "ditch"})
        for (const Node& n : map.children(kind)) check_feature(b, n, "line", n.points("line"), 0);
    for (const Node& n : map.children("wall")) check_gates(b, n);
    for (const Node& n : map.children("ramp")) check_ford(b, n);
    check_heights(b, map);
    for (const Node& n : map.children("patch")) {
        if (n.has("ring")) check_outline(b, n);
        if (n.text("cover") == "water")
            b.problems.warning(n.at("cover"), n.path("cover"),
                               "water without depth: it is drawn, and men walk over it",
                               "draw a river, or give the water in a grid file (raster, water_m)");
        check_box(b, n, "it changes nothing");
        if (n.has("ring")) check_feature(b, n, "ring", n.points("ring"), 0);
    }
}

void check_whereabouts(Builder& b, const Node& scenario) {
    const std::string near = "name a point at most " + metres(kMostBeyondM) + " beyond the edge";
    for (const Node& n : scenario.children("place")) check_place(b, n);
    for (const Node& n : scenario.children("side")) {
        check_point(b, n, "retreat", Off::far, near);
        for (const Node& step : n.children("after_gather"))
            if (verb_of(step.text("verb")) == model::Verb::burn && step.has("place"))
                check_burns(b, step, "place");
    }
    for (const Node& n : scenario.children("smoke")) check_box(b, n, "nothing of its smoke is seen");
    for (const Node& n : scenario.children("smoke_cloud")) check_box(b, n, "nothing of it is seen");
    for (const Node& n : scenario.children("intervention")) check_box(b, n, "it changes nothing");
}

namespace {

void check_late(Builder& b, const Node& n, std::string_view key) {
    if (n.tick_of_s(key) <= b.model.end_tick) return;
    b.problems.warning(n.at(key), n.path(key), "comes after the end of the run",
                       "the run ends at second " + base::to_text(base::seconds_of(b.model.end_tick)));
}

}  // namespace

void check_times(Builder& b, const Node& scenario) {
    check_late(b, scenario, "clock_zero_s");
    // A leg of wind or rain after the end is what the legs before it tend to.
    for (const Node& n : scenario.children("smoke")) check_late(b, n, "from_s");
}

void check_company(Builder& b, const Node& order, const model::FirstOrder& o, base::PersonId who) {
    if (!order.has("person") || !o.person.valid() || !who.valid()) return;
    const bool himself = o.person == who;
    const bool meets = o.verb == model::Verb::join || o.verb == model::Verb::stay_by;
    if (himself)
        b.problems.error(order.at("person"), order.path("person"), "is the man himself",
                         "name another person, or leave it out");
    else if (meets && b.model.persons[o.person.v].side != b.model.persons[who.v].side)
        b.problems.error(order.at("person"), order.path("person"), "is of another side",
                         "a man joins his own side");
}

namespace {

/// Where men are to stand for long: they go there all the same, so the reader only tells of it.
void check_dry(Builder& b, const Node& order, std::string_view key, std::int32_t x_mm, std::int32_t y_mm) {
    if (b.model.ground.off_channel_m(x_mm, y_mm) >= 0) return;
    b.problems.warning(order.at(key), order.path(key),
                       "lies in the bed of a river, and men are to stand there",
                       "name a point on the bank, unless that is what is meant");
}

bool stays_there(model::Verb verb) {
    return verb == model::Verb::march || verb == model::Verb::withdraw || verb == model::Verb::hold_line ||
           verb == model::Verb::cover || verb == model::Verb::counter_attack;
}

}  // namespace

void check_aim(Builder& b, const Node& order, const model::FirstOrder& o, const model::Person* by) {
    if (o.verb == model::Verb::gather && by != nullptr) {
        const model::Unit& stands = b.model.units[by->rides_with.v];
        check_dry(b, order, "verb", stands.start_x_mm, stands.start_y_mm);
    }
    const std::string_view key = order.has("at") ? "at" : "place";
    if (!order.has(key) || (key == "place" && o.place >= b.model.places.size()))
        return;  // the latter is told already
    if (o.verb == model::Verb::burn) return check_burns(b, order, key);
    if (key == "at") {
        check_point(b, order, key, Off::far, "name a point on the map");
        const double m = beyond_m(b, order.metre("at", 0), order.metre("at", 1));
        if (m > 0 && m <= kMostBeyondM)
            b.problems.warning(order.at(key), order.path(key), "lies " + metres(m) + " beyond the map",
                               "who goes there leaves the field at the edge");
    }
    if (stays_there(o.verb)) check_dry(b, order, key, o.x_mm, o.y_mm);
    if (o.verb != model::Verb::gather) return;
    if (by == nullptr) return;
    constexpr double kThereM = 50;
    const model::Unit& u = b.model.units[by->rides_with.v];
    const double off_m = std::hypot(u.start_x_mm - o.x_mm, u.start_y_mm - o.y_mm) * 1e-3;
    if (off_m <= kThereM) return;
    b.problems.warning(
        order.at(key), order.path(key),
        "is not heeded: who gathers does so where he stands, at the start " + metres(off_m) + " from there",
        "leave it out; to gather elsewhere, let him march there first");
}

}  // namespace linghe::scenario
