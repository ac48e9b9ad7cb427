// Reading a scenario, chapter by chapter; this function is the table of contents.
#include "builder.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"

namespace linghe::scenario {
namespace {

constexpr std::string_view kGroupPrefix = "data/parameters/";

std::string_view bytes_of(const Sources& sources, std::string_view path) {
    const auto own = sources.files.find(std::string{path});
    return own != sources.files.end() ? std::string_view{own->second} : builtin_file(path);
}

/// Paths of the parameter files: the program's and the scenario's own, sorted, each once.
std::vector<std::string> group_paths(const Sources& sources) {
    std::map<std::string, int> paths;
    for (const BuiltinFile& f : builtin_files())
        if (f.path.substr(0, kGroupPrefix.size()) == kGroupPrefix) paths.emplace(f.path, 0);
    for (const auto& [path, bytes] : sources.files)
        if (path.substr(0, kGroupPrefix.size()) == kGroupPrefix) paths.emplace(path, 0);
    std::vector<std::string> out;
    for (const auto& [path, unused] : paths) out.push_back(path);
    return out;
}

DataFiles read_data(const Sources& sources, Problems& problems) {
    DataFiles data;
    data.arms = parse_toml(bytes_of(sources, "data/arms.toml"), "data/arms.toml", problems);
    data.fuels = parse_toml(bytes_of(sources, "data/fuels.toml"), "data/fuels.toml", problems);
    for (const std::string& path : group_paths(sources)) {
        const std::string group =
            path.substr(kGroupPrefix.size(), path.size() - kGroupPrefix.size() - 5);  // ".toml"
        data.groups.emplace_back(group, parse_toml(bytes_of(sources, path), path, problems));
        const bool own = sources.files.find(path) != sources.files.end();
        if (const std::string_view shipped = builtin_file(path); own && !shipped.empty())
            data.shipped.emplace_back(group, parse_toml(shipped, path, problems));
    }
    return data;
}

std::uint64_t hash_of(const Sources& sources, const Options& options) {
    std::uint64_t h = base::hash_text(sources.scenario_toml);
    const auto mix = [&h](std::string_view name, std::string_view bytes) {
        h = base::hash_mix(base::hash_mix(h, base::hash_text(name)), base::hash_text(bytes));
    };
    mix("data/arms.toml", bytes_of(sources, "data/arms.toml"));
    mix("data/fuels.toml", bytes_of(sources, "data/fuels.toml"));
    for (const std::string& path : group_paths(sources)) mix(path, bytes_of(sources, path));
    for (const auto& [name, bytes] : sources.files)
        if (name.substr(0, 5) != "data/") mix(name, bytes);
    for (const auto& [path, value] : options.set) mix(path, value);
    for (const std::string& name : options.without) mix("without", name);
    for (const std::string& text : options.interventions) mix("intervention", text);
    return h;
}

Value map_tree(const Sources& sources, const Value& scenario, std::string& shown_name, Problems& problems) {
    const Value* name = scenario.find("map");
    if (name == nullptr || name->kind != Value::Kind::text) return {};  // the table of keys will say so
    const std::size_t slash = sources.scenario_name.rfind('/');
    shown_name = (slash == std::string::npos ? "" : sources.scenario_name.substr(0, slash + 1)) + name->text;
    const auto file = sources.files.find(name->text);
    if (file == sources.files.end()) {
        problems.error(*name, "map", "the map \"" + name->text + "\" is missing",
                       "put the file beside scenario.toml, or name the one that is there");
        return {};
    }
    return parse_toml(file->second, shown_name, problems);
}

/// Lays the bytes of the map's grid file, where it names one, on the builder's desk.
void fetch_grid(Builder& b, const Sources& sources, const std::string& map_name, const Value& map) {
    const Value* raster = map.find("raster");
    if (raster == nullptr || raster->kind != Value::Kind::text) return;
    b.grid_name = grid_file_of(map_name, raster->text);
    const auto file = sources.files.find(b.grid_name);
    if (file != sources.files.end()) b.grid_bytes = &file->second;
}

void build_head(Builder& b, const Node& scenario, const Options& options) {
    b.model.scenario_id = scenario.text("id");
    b.model.title = scenario.name("title");
    b.model.end_tick = scenario.tick_of_min("minutes");
    b.model.clock_zero = scenario.tick_of_s("clock_zero_s");
    b.model.seed = options.seed != 0 ? options.seed : static_cast<std::uint64_t>(scenario.integer("seed"));
    b.model.without = without_bits(options, b.problems);
}

base::Error refusal(const Problems& problems, const std::vector<Problem>& found, std::size_t first) {
    base::Error error;
    error.code = problems.limit_passed() ? base::ErrorCode::limit : base::ErrorCode::invalid;
    for (std::size_t i = first; i < found.size(); ++i) {
        if (found[i].severity != Severity::error) continue;
        const Problem& p = found[i];
        error.where =
            p.file + (p.line > 0 ? ":" + base::to_text(p.line) + ":" + base::to_text(p.column) : "");
        error.message = (p.key.empty() ? "" : p.key + ": ") + p.reason;
        error.hint = p.remedy;
        break;
    }
    if (problems.errors() > 1)
        error.message += " (and " + base::to_text(std::uint64_t{problems.errors() - 1}) +
                         " more; `linghe check` shows all)";
    return error;
}

}  // namespace

std::string grid_file_of(const std::string& map_name, const std::string& raster) {
    const std::size_t slash = map_name.rfind('/');
    return (slash == std::string::npos ? "" : map_name.substr(0, slash + 1)) + raster;
}

base::Result<MapLand> read_map(const Sources& sources, const std::string& name, std::vector<Problem>& found) {
    const std::size_t first = found.size();
    Problems problems{found};
    model::Model model;
    Builder b{problems, model};
    Value scenario;
    Value map;
    if (const auto file = sources.files.find(name); file != sources.files.end())
        map = parse_toml(file->second, name, problems);
    else
        problems.error(scenario, "map", "the map \"" + name + "\" is missing",
                       "name a map.toml, or its folder");
    DataFiles data = read_data(sources, problems);
    if (problems.errors() == 0) check_table(map, map_table(), "", problems);
    std::vector<ParameterInfo> infos;
    build_parameters(b, data, Trees{&scenario, &map, &data.arms, {}}, infos);
    if (problems.errors() != 0) return refusal(problems, found, first);
    fetch_grid(b, sources, name, map);
    const Node root{map, map_table(), ""};
    build_land(b, root);
    check_land(b, root);
    if (problems.errors() != 0) return refusal(problems, found, first);
    return MapLand{std::move(model.ground), provenance_of(root)};
}

base::Result<Loaded> read_scenario(const Sources& sources, const Options& options,
                                   std::vector<Problem>& found) {
    const std::size_t first = found.size();
    Problems problems{found};
    Loaded loaded;
    const auto refused = [&] { return refusal(problems, found, first); };

    // Documents, and what the command line changes in them.
    Value scenario = parse_toml(sources.scenario_toml, sources.scenario_name, problems);
    std::string map_name;
    Value map = problems.errors() == 0 ? map_tree(sources, scenario, map_name, problems) : Value{};
    const bool has_map = map.file != nullptr && problems.errors() == 0;
    DataFiles data = read_data(sources, problems);
    Trees trees{&scenario, &map, &data.arms, {}};
    if (problems.errors() != 0 && scenario.fields.empty()) return refused();
    take_scenario_parameters(scenario, trees);
    apply_sets(options, trees, problems);
    add_interventions(options, scenario, problems);

    // Form: keys, types, ranges.
    check_table(scenario, scenario_table(), "", problems);
    if (has_map) check_table(map, map_table(), "", problems);
    Builder b{problems, loaded.model};
    const std::size_t form_errors = problems.errors();
    build_parameters(b, data, trees, loaded.parameters);
    build_troops(b, data.arms);
    build_fuels(b, data.fuels);
    if (form_errors != 0) return refused();

    // Meaning: chapter by chapter, each resting on those before it.
    const Node root{scenario, scenario_table(), ""};
    build_head(b, root, options);
    build_sides(b, root);
    build_forces(b, root);
    build_weather(b, root);
    if (has_map) {
        fetch_grid(b, sources, root.text("map"), map);
        build_land(b, Node{map, map_table(), ""});
    }
    if (problems.errors() != 0) return refused();
    check_land(b, Node{map, map_table(), ""});
    check_whereabouts(b, root);
    check_times(b, root);
    build_units(b, root);
    if (problems.errors() != 0) return refused();
    check_stands(b);
    build_persons(b, root);
    if (problems.errors() != 0) return refused();
    build_orders(b, root);
    build_interventions(b, root);
    build_ignitions(b, root);
    if (problems.errors() != 0) return refused();
    build_men(b);
    loaded.model.scenario_hash = hash_of(sources, options);
    return loaded;
}

}  // namespace linghe::scenario
