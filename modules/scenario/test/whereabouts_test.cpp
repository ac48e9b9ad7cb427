// What a scenario names far off the map, or where nothing can come of it, is told and not passed over.
#include "fixture.hpp"
#include "linghe/scenario/format.hpp"

using namespace scenario_test;
using linghe::scenario::Sources;

namespace {

Sources with_scenario(const std::string& from, const std::string& to) {
    Sources s = to_spoil();
    s.scenario_toml = replaced(s.scenario_toml, from, to);
    return s;
}
Sources with_map(const std::string& more) {
    Sources s = to_spoil();
    s.files["map.toml"] += "\n" + more;
    return s;
}
/// The whole of what is told: one error or one warning, with its place.
void tells(const Sources& s, const std::string& key_and_reason, const std::string& remedy) {
    const std::string text = told(s);
    CAPTURE(text);
    CHECK(text.find(key_and_reason) != std::string::npos);
    CHECK(text.find("  remedy: " + remedy) != std::string::npos);
    CHECK(text.find("field/") == 0);
    CHECK(text.find("remedy:") == text.rfind("remedy:"));  // told once
}

}  // namespace

TEST_CASE("A place beyond the map says so, or is refused; none lies further than a long day's ride") {
    tells(with_scenario("to = [150, 50]", "to = [1500, 50]"),
          "error: place.north_bank.to: lies 1000 m beyond the map",
          "move it onto the map, or say on_map = false");
    CHECK(told(with_scenario("to = [150, 50]", "to = [1500, 50]\non_map = false")).empty());
    tells(with_scenario("to = [150, 50]", "to = [150, 500000]\non_map = false"),
          "error: place.north_bank.to: lies 499650 m beyond the map",
          "name a point at most 50000 m beyond the edge");
    tells(with_scenario("retreat = [0, 340]", "retreat = [0, 900000]"),
          "error: side.jin.retreat: lies 899650 m beyond the map",
          "name a point at most 50000 m beyond the edge");
    CHECK(told(with_scenario("retreat = [0, 340]", "retreat = [0, 20000]")).empty());
}

TEST_CASE("An order to a point off the map is told, to one far off refused") {
    const std::string order = "order = { verb = \"gather\" }";
    tells(with_scenario(order, "order = { verb = \"march\", at = [0, 400] }"),
          "warning: person.lord.order.at: lies 50 m beyond the map",
          "who goes there leaves the field at the edge");
    tells(with_scenario(order, "order = { verb = \"march\", at = [0, 400000] }"),
          "error: person.lord.order.at: lies 399650 m beyond the map", "name a point on the map");
}

TEST_CASE("Nobody is sent to burn a stream, nor a line that ends beyond the map") {
    const std::string order = "order = { verb = \"gather\" }";
    tells(with_scenario(order, "order = { verb = \"burn\", at = [200, 0] }"),
          "error: person.lord.order.at: nothing burns there: the cover is \"water\"",
          "move it onto grass, or give that ground a fuel in the map");
    CHECK(told(with_scenario(order, "order = { verb = \"burn\", at = [0, 200] }")).empty());
    tells(with_scenario(order, "order = { verb = \"burn\", at = [0, 2000] }"),
          "error: person.lord.order.at: lies outside the map", "move it, or make the map larger");
}

TEST_CASE(
    "A line to burn may lie on bare ground beside grass, within the throw of a torch, and not farther") {
    const std::string order = "order = { verb = \"gather\" }";
    const auto bare = [&](const char* box) {
        Sources s = with_scenario(order, "order = { verb = \"burn\", at = [0, 200] }");
        s.files["map.toml"] += "\n[[patch]]\ncover = \"bare\"\nbox = " + std::string{box} + "\n";
        return s;
    };
    CHECK(told(bare("[-100, 180, 100, 220]")).empty());
    tells(bare("[-400, 90, 400, 340]"),
          "error: person.lord.order.at: nothing burns there: the cover is \"bare\"", "move it onto grass");
}

TEST_CASE("Who gathers does so where he stands, and an order that names another place says so") {
    const std::string order = "order = { verb = \"gather\" }";
    CHECK(told(with_scenario(order, "order = { verb = \"gather\", at = [10, 160] }")).empty());
    tells(with_scenario(order, "order = { verb = \"gather\", at = [0, 300] }"),
          "warning: person.lord.order.at: is not heeded: who gathers does so where he stands, at the start "
          "140 m from there",
          "leave it out; to gather elsewhere, let him march there first");
    tells(with_scenario(order, "order = { verb = \"gather\", place = \"north_bank\" }"),
          "warning: person.lord.order.place: is not heeded", "leave it out");
    const auto files = linghe::scenario::new_scenario("mine").take();
    for (const auto& [name, text] : files) CHECK(text.find("verb = \"gather\", ") == std::string::npos);
}

TEST_CASE("A wall of no length, an outline around nothing and a hill within a cell are refused") {
    tells(with_map("[[wall]]\nid = \"w\"\nline = [[0, 200], [0, 200]]\nheight_m = 3\n"),
          "error: wall.w.line: a line of no length", "give at least two different points");
    tells(with_map("[[road]]\nid = \"r\"\nline = [[0, 200], [0, 200], [0, 200]]\n"),
          "error: road.r.line: a line of no length", "give at least two different points");
    tells(with_map("[[patch]]\ncover = \"crop\"\nring = [[0, 100], [50, 150], [100, 200]]\n"),
          "error: patch[0].ring: an outline around nothing",
          "give at least three points that are not in one line");
    tells(with_map("[[hill]]\nat = [0, 200]\nradius_m = 9\nheight_m = 3\n"),
          "error: hill[0].radius_m: 9 m is less than a cell", "at least cell_m, 10 m");
    CHECK(told(with_map("[[hill]]\nat = [0, 200]\nradius_m = 10\nheight_m = 3\n")).empty());
}

TEST_CASE("What lies off the map and changes nothing is told as a warning") {
    tells(with_map("[[hill]]\nat = [0, 2000]\nradius_m = 90\nheight_m = 3\n"),
          "warning: hill[0].at: lies 1650 m beyond the map: it changes nothing", "move it onto the map");
    tells(with_map("[[wall]]\nid = \"w\"\nline = [[5000, 200], [6000, 200]]\nheight_m = 3\n"),
          "warning: wall.w.line: lies 4500 m beyond the map", "move it onto the map");
    tells(with_map("[[patch]]\ncover = \"crop\"\nbox = [2000, 0, 2100, 100]\n"),
          "warning: patch[0].box: lies beyond the map", "move it onto the map");
    // A line between two points far off may cross the map.
    CHECK(told(with_map("[[road]]\nid = \"r\"\nline = [[-9000, 300], [9000, 300]]\n")).empty());
}

TEST_CASE("The year of a battle is one for which the formulas of sun and moon hold") {
    const auto in = [](const std::string& date) {
        Sources s = to_spoil();
        s.scenario_toml +=
            "\n[time]\ndate = \"" + date + "\"\nclock = \"12:00\"\nlat_deg = 41\nlon_deg = 121\n";
        return told(s);
    };
    CHECK(in("0001-01-01").empty());
    CHECK(in("3000-12-31").empty());
    CHECK(in("99999-01-01")
              .find("time.date: the formulas for sun and moon do not hold in the year 99999\n"
                    "  remedy: give a year from 1 to 3000") != std::string::npos);
}

TEST_CASE("Broken outlines, gates wider than their wall, water without depth and heaped hills are told") {
    tells(with_map("[[patch]]\ncover = \"crop\"\nring = [[0, 200], [100, 300], [100, 200], [0, 300]]\n"),
          "error: patch[0].ring: an outline", "");
    tells(with_map("[[patch]]\ncover = \"crop\"\nring = [[0, 200], [100, 310], [100, 200], [0, 300]]\n"),
          "error: patch[0].ring: an outline that crosses itself, between points 1 and 3",
          "put its points in the order in which one walks about it");
    CHECK(told(with_map("[[patch]]\ncover = \"crop\"\nring = [[0, 200], [100, 200], [100, 300], [0, 300], "
                        "[0, 200]]\n"))
              .empty());
    tells(with_map(
              "[[wall]]\nid = \"w\"\nline = [[0, 200], [20, 200]]\nheight_m = 3\n[[wall.gate]]\nid = \"g\"\n"
              "at = [10, 200]\nwidth_m = 90\n"),
          "error: wall.w.gate.g.width_m: wider than its wall of 20 m", "make the gate narrower");
    tells(with_map("[[patch]]\ncover = \"water\"\nbox = [0, 200, 100, 300]\n"),
          "warning: patch[0].cover: water without depth", "draw a river");
    std::string hills;
    for (int i = 0; i < 9; ++i) hills += "[[hill]]\nat = [0, 300]\nradius_m = 50000\nheight_m = 3000\n";
    tells(with_map(hills), "error: hill: the land would lie at 2", "heights run from -1000 to 12000 m");
    // The ramp is the last table of the map.
    tells(with_map("depth_m = 0.7\n"),
          "warning: ramp.ford.depth_m: a ford deeper than its river, which has 0.50 m",
          "give a smaller depth");
}

TEST_CASE("Nobody is sent to himself or to join an enemy, and what comes after the end is told") {
    const std::string order = "order = { verb = \"gather\" }";
    tells(with_scenario(order, "order = { verb = \"join\", person = \"lord\" }"),
          "error: person.lord.order.person: is the man himself", "name another person");
    tells(with_scenario(order, "order = { verb = \"stay_by\", person = \"captain\" }"),
          "error: person.lord.order.person: is of another side", "a man joins his own side");
    tells(with_scenario("minutes = 1.0", "minutes = 1.0\nclock_zero_s = 90"),
          "warning: clock_zero_s: comes after the end of the run", "the run ends at second 60");
    Sources wind = to_spoil();
    wind.scenario_toml += "\n[[wind]]\nat_s = 300\nspeed_m_s = 3\nfrom_deg = 0\n";
    CHECK(told(wind).empty());  // what the wind tends to when the battle ends
    tells(with_scenario("to = [150, 50]", "to = [-150, 50]"),
          "error: place.north_bank.to: a line of no length", "give another point");
}

TEST_CASE(
    "Nobody believes anything about himself, nor is bound to himself, to an enemy or twice to one man") {
    const std::string order = "order = { verb = \"gather\" }";
    tells(with_scenario(order, order + "\nbelief = { about = \"lord\", at = [0, 160], confidence = 0.5 }"),
          "error: person.lord.belief.about: is the man himself", "he knows where he is");
    tells(with_scenario(order, order + "\nbonds = [{ person = \"lord\", strength = 0.5 }]"),
          "error: person.lord.bonds[0].person: is the man himself", "name another person");
    tells(with_scenario(order, order + "\nbonds = [{ person = \"captain\", strength = 0.5 }]"),
          "error: person.lord.bonds[0].person: is of another side", "name one of his own side");
    tells(with_scenario(order, order + "\nbonds = [{ person = \"nobody\", strength = 0.5 }]"),
          "no person is called \"nobody\"", "");
    tells(with_scenario(order, order + "\nbelief = { about = \"nobody\", at = [0, 160], confidence = 0.5 }"),
          "no person is called \"nobody\"", "");
}

TEST_CASE("A rally in the bed of a river, or a post there, is told of; a body without men is refused") {
    const std::string order = "order = { verb = \"gather\" }";
    tells(with_scenario("at = [0, 160]", "at = [0, 0]"),
          "warning: person.lord.order.verb: lies in the bed of a river", "name a point on the bank");
    tells(with_scenario(order, "order = { verb = \"march\", at = [0, 0] }"),
          "warning: person.lord.order.at: lies in the bed of a river", "name a point on the bank");
    tells(with_scenario("men = 20\n", "men = 0\n"), "error: unit.staff.men: 0 men is out of range",
          "give 1 to 1000000 men");
}
