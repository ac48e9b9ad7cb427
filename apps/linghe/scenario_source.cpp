#include "scenario_source.hpp"

#include <cstdio>

#include "linghe/base/text.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/files.hpp"

namespace linghe::app {

base::Result<std::vector<std::pair<std::string, std::string>>> cut_settings(
    const std::vector<std::string>& set) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& word : set) {
        const auto equals = word.find('=');
        if (equals == std::string::npos || equals == 0) {
            return base::Error{base::ErrorCode::usage, "--set " + word, "is not of the form path=value",
                               "for instance --set wind.0.speed_m_s=3"};
        }
        pairs.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return pairs;
}

base::Result<scenario::Sources> sources_of(base::FileSystem& fs, const std::string& what) {
    auto sources = scenario::load_sources(fs, what);
    if (sources.ok()) return sources;
    base::Error error = sources.error();
    if (error.where.empty()) error.where = what;
    // There are few shipped battles, so that even two slips in a short name leave little doubt which was meant.
    if (error.code == base::ErrorCode::usage && error.hint.find("did you mean") == std::string::npos) {
        std::string nearest;
        std::size_t least = what.size() / 2 + 1;
        for (const auto& name : scenario::builtin_scenarios()) {
            const std::size_t d = base::edit_distance(what, name);
            if (d < least) least = d, nearest = name;
        }
        if (!nearest.empty()) error.hint = "did you mean \"" + nearest + "\"? " + error.hint;
    }
    return error;
}

base::Result<LoadedScenario> load_scenario(base::FileSystem& fs, const Voice& voice,
                                           const ScenarioWords& words) {
    LINGHE_TRY(const auto sources, sources_of(fs, words.scenario));
    scenario::Options options;
    options.seed = words.seed;
    LINGHE_TRY(options.set, cut_settings(words.set));
    options.without = words.without;
    options.interventions = words.interventions;
    std::vector<scenario::Problem> problems;
    auto loaded = scenario::read_scenario(sources, options, problems);
    std::size_t errors = 0;
    LoadedScenario result;
    for (const auto& problem : problems) {
        if (problem.severity == scenario::Severity::error)
            ++errors;
        else
            result.warnings.push_back(problem.text());
        if (problem.severity == scenario::Severity::error || !voice.quiet)
            std::fprintf(stderr, "%s\n", printable(problem.text()).c_str());
    }
    if (!loaded.ok()) {
        if (errors == 0) return loaded.error();
        return base::Error{
            loaded.error().code, words.scenario,
            std::to_string(errors) + (errors == 1 ? " mistake, told above" : " mistakes, told above"),
            "mend and try again; linghe check " + words.scenario + " reads it without fighting"};
    }
    result.loaded = loaded.take();
    return result;
}

std::string default_run_name(const std::string& scenario, std::uint64_t seed) {
    std::string name = scenario;
    const std::string tail = "/scenario.toml";
    if (name.size() > tail.size() && name.compare(name.size() - tail.size(), tail.size(), tail) == 0)
        name.resize(name.size() - tail.size());
    while (!name.empty() && name.back() == '/') name.pop_back();
    if (const auto slash = name.rfind('/'); slash != std::string::npos) name.erase(0, slash + 1);
    return name + "-" + std::to_string(seed == 0 ? 1 : seed);
}

}  // namespace linghe::app
