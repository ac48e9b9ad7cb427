// Any bytes as scenario.toml (before the first NUL) and map.toml (after it): the reader answers with a Model or with
// problems, never with a crash. A scenario that is refused has at least one error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = bytes.find('\0');
    linghe::scenario::Sources sources;
    sources.scenario_name = "fuzz/scenario.toml";
    sources.scenario_toml = bytes.substr(0, cut);
    sources.files["map.toml"] = cut == std::string::npos
                                    ? std::string{linghe::scenario::builtin_file("scenarios/tiny/map.toml")}
                                    : bytes.substr(cut + 1);
    std::vector<linghe::scenario::Problem> problems;
    const auto loaded = linghe::scenario::read_scenario(sources, {}, problems);
    if (loaded.ok() == linghe::scenario::any_error(problems)) std::abort();
    for (const auto& problem : problems)
        if (problem.text().empty()) std::abort();
    return 0;
}
