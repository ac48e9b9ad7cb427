#include "linghe/scenario/files.hpp"

#include <filesystem>

#include "linghe/base/limits.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/map.hpp"
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

/// Where a key stands in its document, for errors about the file it names.
std::string place_of(const Value& value, const std::string& key) {
    return *value.file + ":" + std::to_string(value.line) + ":" + std::to_string(value.column) + ": " + key;
}

/// A pipe or a device is no file of a scenario: reading it would wait for ever, or find nothing.
base::Result<std::string> read_plain(base::FileSystem& fs, const std::string& path,
                                     std::uint64_t most_bytes = base::limits::kScenarioBytes) {
    std::error_code ignored;
    const auto kind = std::filesystem::status(path, ignored).type();
    if (kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character ||
        kind == std::filesystem::file_type::block || kind == std::filesystem::file_type::socket)
        return base::Error{base::ErrorCode::io, path, "cannot read it: it is a pipe or a device, no file",
                           "save it as a file and name that"};
    return fs.read_text(path, most_bytes);
}

/// What a file named by a key cannot be, told at the key. (One that is not there is told by the reader.)
base::Result<std::string> read_named(base::FileSystem& fs, const std::string& path, const Value& by,
                                     const std::string& key, std::uint64_t most_bytes) {
    auto read = read_plain(fs, path, most_bytes);
    if (read.ok()) return read;
    base::Error error = read.error();
    error.where = place_of(by, key);
    error.message = path + ": " + error.message;
    if (error.hint.empty()) error.hint = "name a file that lies beside this one";
    return error;
}

/// The grid file of a map that names one; one that is not there is told by the reader, with line and column.
base::Result<void> load_grid(base::FileSystem& fs, const std::string& folder, const std::string& map_name,
                             const std::string& map_text, Sources& sources) {
    std::vector<Problem> ignored;
    Problems problems{ignored};
    const Value tree = parse_toml(map_text, map_name, problems);
    const Value* raster = tree.find("raster");
    if (raster == nullptr || raster->kind != Value::Kind::text) return {};
    if (!stays_inside(raster->text) || raster->text.find('/') != std::string::npos)
        return base::Error{base::ErrorCode::invalid, place_of(*raster, "raster"),
                           "the grid file \"" + raster->text + "\" does not lie beside the map",
                           "give the name of a file in the map's folder"};
    const std::string path = folder + "/" + raster->text;
    if (!fs.exists(path)) return {};
    LINGHE_TRY(std::string bytes, read_named(fs, path, *raster, "raster", base::limits::kGridBytes));
    sources.files.emplace(grid_file_of(map_name, raster->text), std::move(bytes));
    return {};
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
        return base::Error{base::ErrorCode::invalid, place_of(*map, "map"),
                           "the map \"" + map->text + "\" lies outside the scenario's folder",
                           "put the map beside scenario.toml"};
    const std::string path = base::dir_of(sources.scenario_name) + "/" + map->text;
    if (!fs.exists(path)) return sources;  // told by the reader, with line and column
    LINGHE_TRY(std::string text, read_named(fs, path, *map, "map", base::limits::kScenarioBytes));
    LINGHE_CHECK_OK(load_grid(fs, base::dir_of(path), map->text, text, sources));
    sources.files.emplace(map->text, std::move(text));
    return sources;
}

base::Result<MapSources> load_map_sources(base::FileSystem& fs, const std::string& what) {
    const bool path_like = what.find('/') != std::string::npos || ends_with(what, ".toml") || fs.exists(what);
    std::string folder = what;
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    if (!path_like || fs.exists(folder + "/scenario.toml") || ends_with(what, "scenario.toml")) {
        LINGHE_TRY(auto sources,
                   load_sources(fs, path_like && !ends_with(what, ".toml") ? folder + "/" : what));
        std::vector<Problem> ignored;
        Problems problems{ignored};
        const Value tree = parse_toml(sources.scenario_toml, sources.scenario_name, problems);
        const Value* map = tree.find("map");
        if (map == nullptr || map->kind != Value::Kind::text)
            return base::Error{base::ErrorCode::invalid, sources.scenario_name, "it names no map",
                               "give map = \"map.toml\""};
        return MapSources{std::move(sources), map->text};
    }
    const std::string path = ends_with(folder, ".toml") ? folder : folder + "/map.toml";
    MapSources out;
    out.map_name = path.substr(path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1);
    LINGHE_TRY(std::string text, read_plain(fs, path));
    LINGHE_CHECK_OK(load_grid(fs, base::dir_of(path), out.map_name, text, out.sources));
    out.sources.files.emplace(out.map_name, std::move(text));
    return out;
}

}  // namespace linghe::scenario
