#include <cstdlib>

#include "fixture.hpp"
#include "linghe/scenario/files.hpp"
#include "linghe/scenario/format.hpp"

using namespace linghe;

namespace {

/// The committed file holds what the table of keys says today; with LINGHE_REGENERATE=1 in the environment it is written.
void held(const std::string& path, const std::string& wanted) {
    base::RealFileSystem fs;
    const std::string full = std::string{LINGHE_SOURCE_DIR} + "/" + path;
    if (const char* regenerate = std::getenv("LINGHE_REGENERATE");
        regenerate != nullptr && regenerate[0] == '1')
        REQUIRE(base::atomic_write(fs, full, std::string_view{wanted}).ok());
    const auto found = fs.read_text(full);
    REQUIRE_MESSAGE(found.ok(), path, " is missing; run: LINGHE_REGENERATE=1 test_scenario");
    CHECK_MESSAGE(found.value() == wanted, path, " is stale; run: LINGHE_REGENERATE=1 test_scenario");
}

}  // namespace

TEST_CASE("Schema and handbook page say what the reader checks") {
    held("docs/schema/scenario.schema.json", scenario::scenario_schema_json());
    held("docs/schema/map.schema.json", scenario::map_schema_json());
    held("docs/handbook/scenario-format.md", scenario::scenario_format_markdown());
    // One thing, one word: docs/glossary.md calls a scenario 想定 and a unit 部队; 单位 is a unit of measure.
    for (const std::string& page : {scenario::scenario_format_markdown(), scenario::scenario_schema_json()}) {
        CHECK(page.find("场景") == std::string::npos);
        for (const char* body : {"成批的单位", "所在单位", "一个单位", "每单位", "单位间隔", "许多单位"})
            CHECK_MESSAGE(page.find(body) == std::string::npos, body);
    }
}

TEST_CASE("A folder, a file and a name lead to the same scenario") {
    base::RealFileSystem fs;
    const std::string folder = std::string{LINGHE_SOURCE_DIR} + "/scenarios/tiny";
    const auto by_name = scenario::load_sources(fs, "tiny"), by_folder = scenario::load_sources(fs, folder),
               by_file = scenario::load_sources(fs, folder + "/scenario.toml");
    REQUIRE(by_name.ok());
    REQUIRE(by_folder.ok());
    REQUIRE(by_file.ok());
    CHECK(by_folder->scenario_toml == by_name->scenario_toml);
    CHECK(by_file->files == by_name->files);
    CHECK(scenario_test::load(by_folder.value()).model.scenario_hash ==
          scenario_test::load(by_name.value()).model.scenario_hash);
    CHECK_FALSE(scenario::load_sources(fs, "tinny").ok());
    CHECK(scenario::load_sources(fs, "/nowhere/at/all").error().code == base::ErrorCode::io);
}

TEST_CASE("A scenario's own data file does not lead a model past the bounds of the shipped one") {
    const auto own = [](const std::string& change) {
        auto s = scenario_test::tiny();
        const std::string path = "data/parameters/percept.toml";
        s.files[path] = scenario_test::replaced(
            std::string{scenario::builtin_file(path)},
            "[noise_gallop_m_s]\nvalue = 8.0\nunit = \"m/s\"\nlow = 6.0\nhigh = 10.0\nleast = 1.0\n",
            "[noise_gallop_m_s]\nunit = \"m/s\"\n" + change);
        return scenario_test::told(s);
    };
    CHECK(own("value = 7\nlow = 0\nhigh = 1e9\n").empty());
    CHECK(own("value = 0\nlow = 0\nhigh = 10\n").find("percept.noise_gallop_m_s.value: 0 is out of bounds") !=
          std::string::npos);
    CHECK(own("value = 1e9\nlow = 0\nhigh = 1e9\n").find("is out of bounds") != std::string::npos);
    CHECK(own("value = 8\nlow = 6\nhigh = 10\nleast = 7\n").find("let least <= low and high <= most") !=
          std::string::npos);
}

TEST_CASE("A scenario that brings its own data file overrides the program's") {
    auto s = scenario_test::tiny();
    s.files["data/parameters/setup.toml"] = scenario_test::replaced(
        std::string{scenario::builtin_file("data/parameters/setup.toml")}, "value = 0.15", "value = 0.2");
    const auto loaded = scenario_test::load(s);
    bool seen = false;
    for (const auto& p : loaded.parameters)
        if (p.group == "setup" && p.name == "composure_sd") {
            seen = true;
            CHECK(p.value == 0.2);
        }
    CHECK(seen);
}
