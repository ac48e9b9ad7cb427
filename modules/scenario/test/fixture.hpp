// Two small scenarios for tests: the shipped "tiny", and one that is kept to be spoilt (test/spoil).
// Used by the tests of this room only.
// Never change test/spoil for another reason than a golden text: line numbers depend on it.
#pragma once
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/scenario/builtin.hpp"

namespace scenario_test {

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE_MESSAGE(at != std::string::npos, "the scenario no longer holds: ", from);
    return text.replace(at, from.size(), to);
}

inline linghe::scenario::Sources tiny() {
    auto sources = linghe::scenario::builtin_sources("tiny");
    REQUIRE(sources.ok());
    return sources.take();
}

inline linghe::scenario::Sources to_spoil() {
    linghe::base::RealFileSystem fs;
    const std::string folder = std::string{LINGHE_SOURCE_DIR} + "/modules/scenario/test/spoil/";
    linghe::scenario::Sources sources;
    sources.scenario_name = "field/scenario.toml";
    auto scenario = fs.read_text(folder + "scenario.toml"), map = fs.read_text(folder + "map.toml");
    REQUIRE(scenario.ok());
    REQUIRE(map.ok());
    sources.scenario_toml = scenario.take();
    sources.files.emplace("map.toml", map.take());
    return sources;
}

/// All problems, one text a line each.
inline std::string told(const linghe::scenario::Sources& sources,
                        const linghe::scenario::Options& options = {}) {
    std::vector<linghe::scenario::Problem> problems;
    const auto loaded = linghe::scenario::read_scenario(sources, options, problems);
    std::string out;
    for (const auto& p : problems) out += p.text() + "\n";
    CHECK(loaded.ok() == !linghe::scenario::any_error(problems));
    return out;
}

inline linghe::scenario::Loaded load(const linghe::scenario::Sources& sources,
                                     const linghe::scenario::Options& options = {}) {
    std::vector<linghe::scenario::Problem> problems;
    auto loaded = linghe::scenario::read_scenario(sources, options, problems);
    for (const auto& p : problems) FAIL_CHECK(p.text());
    REQUIRE(loaded.ok());
    return loaded.take();
}

}  // namespace scenario_test
