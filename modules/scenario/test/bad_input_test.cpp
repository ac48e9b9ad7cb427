#include "fixture.hpp"

using namespace scenario_test;
using linghe::scenario::Options;
using linghe::scenario::Sources;

namespace {

struct Case {
    const char* what;
    const char* file;
    const char* from;
    const char* to;
    const char* expected;
};

// Each spoils one thing in the scenario in test/spoil and shows, to the letter, what the user is told.
const Case kCases[] = {
#include "bad_input_cases.inc"
};

Sources spoiled(const Case& c) {
    Sources s = to_spoil();
    if (std::string{c.file} == "scenario.toml")
        s.scenario_toml = replaced(s.scenario_toml, c.from, c.to);
    else
        s.files[c.file] = replaced(
            s.files[c.file].empty() ? std::string{linghe::scenario::builtin_file(c.file)} : s.files[c.file],
            c.from, c.to);
    return s;
}

}  // namespace

TEST_CASE("Every mistake is told with place, key, reason and remedy") {
    for (const Case& c : kCases) {
        CAPTURE(std::string{c.what});
        const std::string found = told(spoiled(c));
        CHECK(found == c.expected);
        if (found != c.expected) MESSAGE("\n", found);
    }
}

TEST_CASE("Bytes that are not UTF-8 are refused with their offset") {
    Sources s = to_spoil();
    const std::size_t at = s.scenario_toml.find("溪边");
    s.scenario_toml[at] = '\x80';
    const std::string found = told(s);
    CHECK(found.find("bytes that are not UTF-8 at offset " + std::to_string(at)) != std::string::npos);
    CHECK(found.find("field/scenario.toml:5:") == 0);
}

TEST_CASE("An empty scenario is told all it lacks at once") {
    Sources s = to_spoil();
    s.scenario_toml.clear();
    std::vector<linghe::scenario::Problem> problems;
    const auto loaded = linghe::scenario::read_scenario(s, {}, problems);
    REQUIRE_FALSE(loaded.ok());
    CHECK(loaded.error().code == linghe::base::ErrorCode::invalid);
    CHECK(problems.size() == 9);
    CHECK(problems[0].text() ==
          "field/scenario.toml:1:1: error: format: missing\n  remedy: give format: version of this "
          "format");
}

TEST_CASE("A thousand million men are a limit, told before memory is taken") {
    Sources s = to_spoil();
    s.scenario_toml = replaced(s.scenario_toml, "men = 100", "men = 1_000_000");
    std::vector<linghe::scenario::Problem> problems;
    const auto loaded = linghe::scenario::read_scenario(s, {}, problems);
    REQUIRE_FALSE(loaded.ok());
    CHECK(loaded.error().code == linghe::base::ErrorCode::limit);
    CHECK(problems[0].reason == "1000100 men in all");
}

TEST_CASE("A unit in deep water is told how deep, and what its horses wade") {
    Sources s = to_spoil();
    s.files["map.toml"] = replaced(s.files["map.toml"], "depth_m = 0.5", "depth_m = 2.5");
    s.scenario_toml = replaced(s.scenario_toml, "at = [0, 160]", "at = [0, 2]");
    CHECK(told(s) ==
          "field/scenario.toml:99:6: error: unit.staff.at: \"staff\" stands in 2.5 m of water\n"
          "  remedy: jin_staff wades 1.4 m at most; put it on land or in a ford\n");
}

TEST_CASE("A file that is no TOML, or too deep, is told once") {
    Sources s = to_spoil();
    s.scenario_toml = "format = = 1";
    const std::string found = told(s);
    CHECK(found.find("field/scenario.toml:1:") == 0);
    CHECK(found.find("error: not TOML: ") != std::string::npos);
    s.scenario_toml = "a = " + std::string(5000, '[');
    CHECK(told(s).find("not TOML") != std::string::npos);
}

TEST_CASE("Several mistakes are told together, in the order of the file") {
    Sources s = to_spoil();
    s.scenario_toml = replaced(s.scenario_toml, "gust_share", "gust_shar");
    s.scenario_toml = replaced(s.scenario_toml, "speed_m_s = 4", "speed_m_s = 500");
    std::vector<linghe::scenario::Problem> problems;
    const auto loaded = linghe::scenario::read_scenario(s, {}, problems);
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].line < problems[1].line);
    CHECK(loaded.error().message == "weather.gust_shar: unknown key (and 1 more; `linghe check` shows all)");
}

TEST_CASE("What the command line gives is checked as the file is") {
    const auto set = [](const char* path, const char* value) {
        Options o;
        o.set.emplace_back(path, value);
        return told(to_spoil(), o);
    };
    CHECK(set("wind.0.speed_m_s", "500") ==
          "--set: error: wind[0].speed_m_s: 500 m/s is out of range\n  remedy: give 0 to 60 m/s\n");
    CHECK(set("wind.0.speed", "5") ==
          "--set: error: wind[0].speed: unknown key\n  remedy: did you mean \"speed_m_s\"?\n");
    CHECK(set("wind.*.speed", "5") ==
          "--set: error: wind[0].speed: unknown key\n  remedy: did you mean \"speed_m_s\"?\n");
    CHECK(set("wind.*", "5") ==
          "--set: error: wind.*: \"*\" names all of them, and no value in each\n  remedy: go on to a key: "
          "wind.*.speed_m_s=7\n");
    CHECK(set("weather.*.gust_share", "5") ==
          "--set: error: weather.*.gust_share: nothing is called \"*\" here\n  remedy: paths go by keys, by "
          "ids "
          "(person.dodo.traits.composure), numbers (wind.0.speed_m_s) or * for each (map.ramp.*.width_m)\n");
    CHECK(set("unit.bruken.men", "5") ==
          "--set: error: unit.bruken.men: nothing is called \"bruken\" here\n  remedy: did you mean "
          "\"broken\"?\n");
    CHECK(set("parameters.setup.composure_sdd", "0.1") ==
          "--set: error: parameters.setup.composure_sdd: unknown parameter\n  remedy: did you mean "
          "\"setup.composure_sd\"?\n");
    CHECK(set("parameters.setup.composure_sd", "nan") ==
          "--set: error: parameters.setup.composure_sd: \"nan\" is text\n  remedy: give a number\n");
    CHECK(set("parameters.setup.composure_sd", "0.9") ==
          "--set: warning: parameters.setup.composure_sd: 0.9 is outside its plausible range\n  remedy: "
          "plausible: 0.05 to 0.3\n");
    CHECK(set("parameters.morale.flee_ahead_m", "-999999999") ==
          "--set: error: parameters.morale.flee_ahead_m: -999999999 is out of bounds\n  remedy: give 0 to "
          "5000 m; "
          "plausible: 50 to 500 m\n");
    CHECK(
        set("parameters.percept.noise_gallop_m_s", "0") ==
        "--set: error: parameters.percept.noise_gallop_m_s: 0 is out of bounds\n  remedy: give 1 to 50 m/s; "
        "plausible: 6 to 10 m/s\n");
    Options o;
    o.without = {"drums"};
    CHECK(told(to_spoil(), o)
              .find("--without: error: no model is called \"drums\"\n  remedy: did you mean \"drum\"?") == 0);
    Options i;
    i.interventions = {"{ id = \"x\", at_s = 10, kind = \"silence_drum\", person = \"captain\" }"};
    CHECK(told(to_spoil(), i) ==
          "--intervention: error: intervention.x.person: \"captain\" has no drum, horn or gong\n  remedy: "
          "name a person "
          "with drums, horns or gongs\n");
}
