#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "fixture.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/ground/terrain.hpp"
#include "linghe/scenario/format.hpp"

using namespace scenario_test;
using namespace linghe;

namespace {

const model::Unit& unit_of(const model::Model& m, const std::string& id) {
    for (const auto& u : m.units)
        if (u.id == id) return u;
    FAIL("no unit " << id);
    return m.units[0];
}
const model::Person& person_of(const model::Model& m, const std::string& id) {
    for (const auto& p : m.persons)
        if (p.id == id) return p;
    FAIL("no person " << id);
    return m.persons[0];
}

}  // namespace

TEST_CASE("Every shipped scenario is read without a problem") {
    const auto names = scenario::builtin_scenarios();
    CHECK(names.size() >= 4);
    for (const std::string& name : names) {
        CAPTURE(name);
        auto sources = scenario::builtin_sources(name);
        REQUIRE(sources.ok());
        const auto loaded = load(sources.value());
        const model::Model& m = loaded.model;
        CHECK(m.scenario_id == name);
        CHECK(m.end_tick > 0);
        CHECK(m.men.size() > 0);
        std::uint32_t next = 0;
        for (const auto& u : m.units) {
            CHECK(u.first_man == next);
            next += u.men;
            REQUIRE(u.leader.valid());
            CHECK(m.persons[u.leader.v].man == u.first_man);
        }
        CHECK(next == m.men.size());
        bool nameless = false;  // named persons first
        for (const auto& p : m.persons) {
            nameless = nameless || !p.named;
            CHECK(p.named != nameless);
        }
    }
}

TEST_CASE("The rally north of the Xiaoling musters 58,800 men where the account puts them") {
    const auto loaded = load(scenario::builtin_sources("xiaoling-rally").take());
    const model::Model& m = loaded.model;
    std::uint32_t north = 0, south = 0, ming = 0, guards = 0, plain_red = 0, mongols = 0;
    for (const auto& u : m.units) {
        if (m.sides[u.side].id == "ming") {
            ming += u.men;
            continue;
        }
        (u.start_y_mm > 125'000 ? north : south) += u.men;
        if (u.start_y_mm < 125'000) continue;
        if (m.troops[u.troop].id == "jin_guard" && m.colours[u.colours].id != "bordered_yellow" &&
            m.colours[u.colours].id != "plain_red")
            guards += u.men;
        if (m.colours[u.colours].id == "plain_red") plain_red += u.men;
        if (m.colours[u.colours].id == "mongols") mongols += u.men;
    }
    CHECK(north == 18'700);
    CHECK(south == 9'100);
    CHECK(ming == 31'000);
    CHECK(m.men.size() == 58'800);
    CHECK(guards == 3'500);
    CHECK(plain_red == 3'000);
    CHECK(mongols == 4'500);
    CHECK(m.ground.regions == 3);
    CHECK(m.ground.ramps.size() == 3);
    CHECK(m.end_tick == 30'000);
    const model::Person& yoto = person_of(m, "yoto");
    CHECK(m.persons[yoto.first_belief.about.v].id == "khan");
    CHECK(m.persons[yoto.superior.v].id == "khan");
    CHECK_FALSE(person_of(m, "khan").superior.valid());
    CHECK(m.persons[person_of(m, "wu_xiang").superior.v].id == "zhang_chun");
    CHECK(person_of(m, "dodo").traits.composure < person_of(m, "dorgon").traits.composure);
    const auto& plan = m.sides[0].doctrine.after_gather;
    REQUIRE(plan.size() == 4);
    CHECK(plan[0].verb == model::Verb::hold_line);
    CHECK(plan[0].commanders == 2);
    CHECK(plan[0].at_all_cost);
    CHECK(m.places[plan[0].place].is_line);
    CHECK(plan[2].verb == model::Verb::fetch);
    CHECK(m.places[plan[2].place].has_reserve);
    CHECK(plan[2].deadline_s == 900.0F);
    CHECK(static_cast<double>(m.smoke_starts[0].extinction_per_m) == doctest::Approx(3.912 / 30));
}

TEST_CASE("Bodies split into units that keep the sum and stand in their box") {
    scenario::Sources s = to_spoil();
    s.scenario_toml = replaced(s.scenario_toml, "unit_size = 50\nat = [0, -70]",
                               "unit_size = 30\nbox = [-100, -200, 100, -60]");
    const auto loaded = load(s);
    std::uint32_t men = 0;
    int units = 0;
    for (const auto& u : loaded.model.units)
        if (u.id.find("pursuit.") == 0) {
            men += u.men;
            ++units;
            CHECK((u.men == 33 || u.men == 34));
            CHECK(u.start_x_mm - u.scatter_x_mm >= -100'000);
            CHECK(u.start_x_mm + u.scatter_x_mm <= 100'000);
            CHECK(u.start_y_mm - u.scatter_y_mm >= -200'000);
            CHECK(u.start_y_mm + u.scatter_y_mm <= -60'000);
            CHECK_FALSE(u.formed_at_start);
        }
    CHECK(men == 100);
    CHECK(units == 3);
}

TEST_CASE("Hunger and cold are a condition of a unit, nought where nothing is said") {
    scenario::Sources s = to_spoil();
    s.scenario_toml = replaced(s.scenario_toml, "heading_deg = 180\nfear = 0.3",
                               "heading_deg = 180\nfear = 0.3\nhunger = 0.4\ncold = 0.2");
    const auto loaded = load(s);
    CHECK(unit_of(loaded.model, "rearguard").hunger == 0.4F);
    CHECK(unit_of(loaded.model, "rearguard").cold == 0.2F);
    CHECK(unit_of(loaded.model, "broken").hunger == 0.0F);
    CHECK(unit_of(loaded.model, "pursuit.1").cold == 0.0F);
}

TEST_CASE("A compass heading becomes the map's direction") {
    const auto loaded = load(tiny());
    CHECK(unit_of(loaded.model, "broken").start_heading == 16384);  // 0: north
    CHECK(unit_of(loaded.model, "staff").start_heading == 49152);   // 180: south
}

TEST_CASE("The order of the tables in the file changes no man's luck") {
    scenario::Sources one = to_spoil(), two = one;
    const std::size_t a = two.scenario_toml.find("[[unit]]\nid = \"broken\""),
                      b = two.scenario_toml.find("[[unit]]\nid = \"rearguard\"");
    const std::size_t end = two.scenario_toml.find("# A hundred pursuers");
    REQUIRE(a < b);
    REQUIRE(b < end);
    two.scenario_toml = one.scenario_toml.substr(0, a) + one.scenario_toml.substr(b, end - b) +
                        one.scenario_toml.substr(a, b - a) + one.scenario_toml.substr(end);
    const auto first = load(one), second = load(two);
    CHECK(unit_of(first.model, "broken").first_man != unit_of(second.model, "broken").first_man);
    for (const auto& u : first.model.units) {
        const auto& v = unit_of(second.model, u.id);
        REQUIRE(u.men == v.men);
        for (std::uint32_t k = 0; k < u.men; ++k) {
            CHECK(first.model.men.luck[u.first_man + k] == second.model.men.luck[v.first_man + k]);
            CHECK(first.model.men.composure_q8[u.first_man + k] ==
                  second.model.men.composure_q8[v.first_man + k]);
            CHECK(first.model.men.openness_q8[u.first_man + k] ==
                  second.model.men.openness_q8[v.first_man + k]);
        }
    }
}

TEST_CASE("Traits lie round the mean of the kind, with the spread of the data, and follow the seed") {
    scenario::Options a, b;
    a.seed = 7;
    b.seed = 8;
    const auto seven = load(scenario::builtin_sources("ford").take(), a),
               eight = load(scenario::builtin_sources("ford").take(), b);
    double sum = 0, squares = 0, n = 0;
    int same = 0;
    const std::size_t rows = seven.model.men.size();
    for (std::size_t r = 0; r < rows; ++r) {
        const auto& t = seven.model.troops[seven.model.men.troop[r]];
        const double d = seven.model.men.composure_q8[r] / 255.0 - static_cast<double>(t.composure);
        sum += d;
        squares += d * d;
        n += 1;
        if (seven.model.men.composure_q8[r] == eight.model.men.composure_q8[r]) ++same;
        CHECK(seven.model.men.luck[r] == eight.model.men.luck[r]);
    }
    CHECK(std::abs(sum / n) < 0.015);
    CHECK(std::sqrt(squares / n) == doctest::Approx(0.15).epsilon(0.06));
    CHECK(same < static_cast<int>(n) / 20);
    CHECK(load(scenario::builtin_sources("ford").take(), a).model.men.composure_q8 ==
          seven.model.men.composure_q8);
}

TEST_CASE("A named man has the traits the scenario gives him, and rides at the head of his unit") {
    const auto loaded = load(to_spoil());
    const auto& lord = person_of(loaded.model, "lord");
    CHECK(lord.man == unit_of(loaded.model, "staff").first_man);
    CHECK(loaded.model.men.composure_q8[lord.man] == 229);  // 0.9
    CHECK(unit_of(loaded.model, "staff").leader.v == 0);
    const auto& nameless = person_of(loaded.model, "rearguard.leader");
    CHECK_FALSE(nameless.named);
    CHECK(loaded.model.persons[nameless.superior.v].id == "lord");
    CHECK(nameless.first_order.verb == model::Verb::hold);
}

TEST_CASE("--set reaches scenario, map, arms and parameters, and the hash knows it") {
    scenario::Options o;
    o.set = {{"wind.0.speed_m_s", "7.5"},
             {"units.broken.men", "40"},
             {"persons.lord.traits.expressiveness", "0.25"},
             {"map.river.0.depth_m", "0.9"},
             {"troop.jin_horse.run_m_s", "6.5"},
             {"parameters.setup.openness_sd", "0.1"},
             {"minutes", "2"},
             {"unit.staff.troop", "jin_guard"}};
    const auto loaded = load(tiny(), o);
    const model::Model& m = loaded.model;
    CHECK(m.wind[0].speed_m_s == 7.5F);
    CHECK(unit_of(m, "broken").men == 40);
    CHECK(person_of(m, "lord").traits.expressiveness == 0.25F);
    CHECK(m.ground.rivers[0].depth_m == 0.9F);
    CHECK(m.ground.rivers[0].name_en == "the stream");
    CHECK(m.ground.rivers[0].name_zh == "溪");
    CHECK(m.troops[unit_of(m, "broken").troop].run_m_s == 6.5F);
    CHECK(m.end_tick == 1200);
    CHECK(m.troops[unit_of(m, "staff").troop].id == "jin_guard");
    for (const auto& p : loaded.parameters)
        if (p.group == "setup" && p.name == "openness_sd") {
            CHECK(p.value == 0.1);
            CHECK(p.shipped == 0.15);
        }
    const auto plain = load(tiny());
    CHECK(plain.model.scenario_hash != m.scenario_hash);
    CHECK(plain.model.scenario_hash == load(tiny()).model.scenario_hash);
}

TEST_CASE("A * in --set gives every ramp its width and every leg of the wind its speed") {
    scenario::Options o;
    o.set = {{"map.ramp.*.width_m", "25"}, {"wind.*.speed_m_s", "0"}};
    const auto plain = load(scenario::builtin_sources("ford").value()).model;
    const auto loaded = load(scenario::builtin_sources("ford").value(), o).model;
    REQUIRE(loaded.ground.ramps.size() == 2);
    CHECK(plain.ground.ramps[0].width_m != 25.0F);
    for (const auto& ramp : loaded.ground.ramps) CHECK(ramp.width_m == 25.0F);
    for (const auto& leg : loaded.wind) CHECK(leg.speed_m_s == 0.0F);
    const auto banks = [](const model::Model& m) {
        return std::count_if(m.ground.bank.begin(), m.ground.bank.end(),
                             [](std::uint8_t bank) { return bank != 0; });
    };
    CHECK(banks(loaded) > banks(plain));
}

TEST_CASE("--without and --intervention reach the model") {
    scenario::Options o;
    o.without = {"drum", "social_proof"};
    o.interventions = {"{ id = \"x\", at_s = 12.5, kind = \"silence_drum\", person = \"lord\" }",
                       "{ id = \"w\", at_s = 20, kind = \"set_wind\", speed_m_s = 9, from_deg = 270 }"};
    const auto loaded = load(tiny(), o);
    CHECK(loaded.model.lacks(model::Without::drum));
    CHECK(loaded.model.lacks(model::Without::social_proof));
    CHECK_FALSE(loaded.model.lacks(model::Without::smoke));
    REQUIRE(loaded.model.interventions.size() == 2);
    CHECK(loaded.model.interventions[0].tick == 125);
    CHECK(loaded.model.interventions[0].text == "silence_drum lord at 12.5 s");
    CHECK(loaded.model.interventions[1].a == 9.0F);
}

TEST_CASE("The names of --without are the bits of the model, in order") {
    const auto& names = scenario::without_names();
    CHECK(names[0] == "drum");
    CHECK((1u << 12) == static_cast<std::uint32_t>(model::Without::social_proof));
    CHECK(names[12] == "social_proof");
    CHECK(names[5] == "joining");
    CHECK((1u << 5) == static_cast<std::uint32_t>(model::Without::joining));
}

TEST_CASE("Every parameter of the shipped data has bounds, source and both languages") {
    const auto loaded = load(tiny());
    CHECK(loaded.parameters.size() > 30);
    for (const auto& p : loaded.parameters) {
        CAPTURE(p.group + "." + p.name);
        CHECK(p.low <= p.value);
        CHECK(p.value <= p.high);
        CHECK(p.source.size() > 3);
        CHECK_FALSE(p.en.empty());
        CHECK_FALSE(p.zh.empty());
    }
}

TEST_CASE("The shipped figures of the ground give the published paces") {
    const auto loaded = load(tiny());
    const ground::Figures& f = loaded.model.ground.figures;
    CHECK(static_cast<double>(ground::tobler_km_h(f, 0.0F)) == doctest::Approx(5.04).epsilon(0.005));
    CHECK(static_cast<double>(ground::tobler_km_h(f, 0.10F)) == doctest::Approx(3.55).epsilon(0.005));
    CHECK(1.34 * static_cast<double>(ground::wade_factor(f, 0.6F, ground::Mobility::foot)) ==
          doctest::Approx(1.04).epsilon(0.005));
    CHECK(1.34 * static_cast<double>(ground::wade_factor(f, 1.2F, ground::Mobility::foot)) ==
          doctest::Approx(0.83).epsilon(0.005));
}

TEST_CASE("The battle that linghe new writes is read without a problem") {
    const auto files = scenario::new_scenario("my-battle");
    REQUIRE(files.ok());
    scenario::Sources s;
    s.scenario_name = "my-battle/scenario.toml";
    for (const auto& [name, text] : files.value()) {
        if (name == "scenario.toml")
            s.scenario_toml = text;
        else
            s.files.emplace(name, text);
    }
    const auto loaded = load(s);
    CHECK(loaded.model.scenario_id == "my-battle");
    CHECK(loaded.model.men.size() == 400);
    CHECK(loaded.model.ground.regions == 3);
    CHECK(scenario::new_scenario("My battle").error().code == base::ErrorCode::usage);
}

TEST_CASE("A name that is not shipped brings the nearest one") {
    const auto missing = scenario::builtin_sources("xiaoling-raly");
    REQUIRE_FALSE(missing.ok());
    CHECK(missing.error().hint.find("did you mean \"xiaoling-rally\"?") == 0);
}

namespace {

scenario::Sources with(const std::string& tables) {
    auto sources = tiny();
    sources.scenario_toml += tables;
    return sources;
}

}  // namespace

TEST_CASE("The wind a scenario is unsure of is drawn once a run, and the draws scatter as it says") {
    // The second leg of the schedule: tiny has one of its own, so this comes after it.
    const auto unsure = with(
        "\n[[wind]]\nat_s = 5000\nspeed_m_s = 10\nfrom_deg = 180\nspeed_sd_m_s = 2\nfrom_sd_deg = "
        "15\nat_sd_s = 60\n");
    double sum = 0, square = 0, turn = 0;
    const int n = 200;
    for (int seed = 1; seed <= n; ++seed) {
        scenario::Options o;
        o.seed = static_cast<std::uint64_t>(seed);
        const auto a = load(unsure, o), again = load(unsure, o);
        const auto& leg = a.model.wind.back();
        CHECK(leg.speed_m_s == again.model.wind.back().speed_m_s);
        CHECK(leg.tick > 0);
        sum += static_cast<double>(leg.speed_m_s);
        square += static_cast<double>((leg.speed_m_s - 10.0F) * (leg.speed_m_s - 10.0F));
        turn += static_cast<double>((leg.from_deg - 180.0F) * (leg.from_deg - 180.0F));
    }
    CHECK(sum / n == doctest::Approx(10).epsilon(0.05));
    CHECK(std::sqrt(square / n) == doctest::Approx(2).epsilon(0.15));
    CHECK(std::sqrt(turn / n) == doctest::Approx(15).epsilon(0.15));
    const auto sure = load(tiny());
    scenario::Options other;
    other.seed = 77;
    CHECK(sure.model.wind[0].speed_m_s == load(tiny(), other).model.wind[0].speed_m_s);
}

TEST_CASE("Date, clock and place become a Julian day; a day that never was is refused in words") {
    const std::string place = "lat_deg = 41.173\nlon_deg = 121.358\n";
    const auto gregorian =
        load(with("\n[time]\ndate = \"1631-10-31\"\nclock = \"12:00\"\nzone_h = 0\n" + place));
    CHECK(gregorian.model.sky.known);
    CHECK(gregorian.model.sky.julian_day == doctest::Approx(2'317'074.0).epsilon(1e-12));
    // The same day in the old style: ten days earlier by name.
    const auto julian = load(with(
        "\n[time]\ndate = \"1631-10-21\"\ncalendar = \"julian\"\nclock = \"12:00\"\nzone_h = 0\n" + place));
    CHECK(julian.model.sky.julian_day == gregorian.model.sky.julian_day);
    // Without a zone the clock shows mean solar time of the place: noon there comes 8.09 h before noon of universal time.
    const auto solar = load(with("\n[time]\ndate = \"1631-10-31\"\nclock = \"12:00\"\n" + place));
    CHECK((gregorian.model.sky.julian_day - solar.model.sky.julian_day) * 24 ==
          doctest::Approx(121.358 / 15).epsilon(1e-6));
    CHECK_FALSE(load(tiny()).model.sky.known);
    CHECK(told(with("\n[time]\ndate = \"1631-02-29\"\nclock = \"12:00\"\n" + place))
              .find("is no date of that calendar") != std::string::npos);
    CHECK(told(with("\n[time]\ndate = \"1631-10-31\"\nclock = \"25:00\"\n" + place))
              .find("is no time of day") != std::string::npos);
}

TEST_CASE("Rain and horns are read; rain out of order is refused") {
    const auto wet = load(with("\n[[rain]]\nat_s = 0\nmm_h = 0\n\n[[rain]]\nat_s = 600\nmm_h = 8\n"));
    REQUIRE(wet.model.rain.size() == 2);
    CHECK(wet.model.rain[1].mm_h == 8.0F);
    CHECK(told(with("\n[[rain]]\nat_s = 60\nmm_h = 0\n\n[[rain]]\nat_s = 60\nmm_h = 8\n"))
              .find("not later than the leg before") != std::string::npos);
}
