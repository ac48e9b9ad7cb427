#include "linghe/scenario/builtin.hpp"

#include "linghe/base/text.hpp"

namespace linghe::scenario {

std::string_view builtin_file(std::string_view path) {
    for (const BuiltinFile& f : builtin_files())
        if (f.path == path) return f.bytes;
    return {};
}

std::vector<std::string> builtin_scenarios() {
    std::vector<std::string> names;
    constexpr std::string_view before = "scenarios/", after = "/scenario.toml";
    for (const BuiltinFile& f : builtin_files())
        if (f.path.size() > before.size() + after.size() && f.path.substr(0, before.size()) == before &&
            f.path.substr(f.path.size() - after.size()) == after)
            names.emplace_back(f.path.substr(before.size(), f.path.size() - before.size() - after.size()));
    return names;
}

base::Result<Sources> builtin_sources(std::string_view name) {
    const std::string folder = "scenarios/" + std::string{name} + "/";
    Sources sources;
    sources.scenario_name = folder + "scenario.toml";
    const std::string_view scenario = builtin_file(sources.scenario_name);
    if (scenario.data() == nullptr) {
        const auto names = builtin_scenarios();
        std::vector<std::string_view> known(names.begin(), names.end());
        const auto near = base::did_you_mean(name, known);
        std::string hint = near ? "did you mean \"" + *near + "\"? " : "";
        hint += "shipped: ";
        for (std::size_t i = 0; i < names.size(); ++i) hint += (i == 0 ? "" : ", ") + names[i];
        return base::Error{base::ErrorCode::usage, "", "no scenario is called \"" + std::string{name} + "\"",
                           hint};
    }
    sources.scenario_toml = std::string{scenario};
    for (const BuiltinFile& f : builtin_files())
        if (f.path.substr(0, folder.size()) == folder && f.path != sources.scenario_name)
            sources.files.emplace(std::string{f.path.substr(folder.size())}, std::string{f.bytes});
    return sources;
}

}  // namespace linghe::scenario
