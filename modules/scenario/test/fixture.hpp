// A small scenario to spoil: the shipped "tiny" as sources, with pieces of its text replaced.
// Used by the tests of this room only.
// Never a copy of the scenario: what is shipped is what is tested.
#pragma once
#include <doctest/doctest.h>

#include <string>
#include <vector>

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
