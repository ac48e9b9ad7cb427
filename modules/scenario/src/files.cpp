#include "linghe/scenario/files.hpp"

#include <filesystem>

#include "linghe/base/limits.hpp"
#include "linghe/scenario/builtin.hpp"
#include "value.hpp"

namespace linghe::scenario {
namespace {

bool ends_with(const std::string& text, std::string_view end) {
    return text.size() >= end.size() && std::string_view{text}.substr(text.size() - end.size()) == end;
}

/// A file beside the scenario: no absolute path, no way out of the folder.
bool stays_inside(const std::string& name) {
    return !name.empty() && name[0] != '/' && name.find("..") == std::string::npos &&
           name.find('\\') == std::string::npos && name.find('\0') == std::string::npos;
}

/// A pipe or a device is no file of a scenario: reading it would wait for ever, or find nothing.
base::Result<std::string> read_plain(base::FileSystem& fs, const std::string& path) {
    std::error_code ignored;
    const auto kind = std::filesystem::status(path, ignored).type();
    if (kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character ||
        kind == std::filesystem::file_type::block || kind == std::filesystem::file_type::socket)
        return base::Error{base::ErrorCode::io, path, "cannot read it: it is a pipe or a device, no file",
                           "save it as a file and name that"};
    return fs.read_text(path, base::limits::kScenarioBytes);
}

}  // namespace

base::Result<Sources> load_sources(base::FileSystem& fs, const std::string& what) {
    const bool path_like = what.find('/') != std::string::npos || ends_with(what, ".toml") || what == ".";
    if (!path_like) {
        auto builtin = builtin_sources(what);
        if (builtin.ok() || !fs.exists(what + "/scenario.toml")) return builtin;
    }
    Sources sources;
    sources.scenario_name =
        ends_with(what, ".toml") ? what : what + (ends_with(what, "/") ? "" : "/") + "scenario.toml";
    LINGHE_TRY(sources.scenario_toml, read_plain(fs, sources.scenario_name));
    std::vector<Problem> ignored;  // the reader will say all of it again
    Problems problems{ignored};
    const Value tree = parse_toml(sources.scenario_toml, sources.scenario_name, problems);
    const Value* map = tree.find("map");
    if (map == nullptr || map->kind != Value::Kind::text) return sources;
    if (!stays_inside(map->text))
        return base::Error{base::ErrorCode::invalid, sources.scenario_name,
                           "the map \"" + map->text + "\" lies outside the scenario's folder",
                           "put the map beside scenario.toml"};
    const std::string path = base::dir_of(sources.scenario_name) + "/" + map->text;
    if (!fs.exists(path)) return sources;  // told by the reader, with line and column
    LINGHE_TRY(std::string text, read_plain(fs, path));
    sources.files.emplace(map->text, std::move(text));
    return sources;
}

}  // namespace linghe::scenario
