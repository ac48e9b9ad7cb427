// Verbs about scenarios: list, new, check, schema, limits.
#include <unistd.h>

#include <cstdio>

#include "commands.hpp"
#include "linghe/base/file.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/lab/plan.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/files.hpp"
#include "linghe/scenario/format.hpp"
#include "linghe/scenario/map.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/serve/limits.hpp"
#include "out_path.hpp"
#include "scenario_source.hpp"

namespace linghe::app {
namespace {

std::string problem_json(const scenario::Problem& p) {
    return "{\"severity\":" + json_text(p.severity == scenario::Severity::error ? "error" : "warning") +
           ",\"file\":" + json_text(p.file) + ",\"line\":" + std::to_string(p.line) +
           ",\"column\":" + std::to_string(p.column) + ",\"key\":" + json_text(p.key) +
           ",\"reason\":" + json_text(p.reason) + ",\"remedy\":" + json_text(p.remedy) + "}";
}

/// "en":...,"zh":...,"minutes":... of a battle.
std::string title_json(const model::Model& model) {
    return "\"en\":" + json_text(model.title.en) + ",\"zh\":" + json_text(model.title.zh) +
           ",\"minutes\":" + base::to_text_fixed(base::seconds_of(model.end_tick) / 60.0, 1);
}

int check(const Voice& voice, const std::string& what) {
    base::RealFileSystem fs;
    const auto sources = sources_of(fs, what);
    if (!sources.ok()) return complain(voice, sources.error());
    std::vector<scenario::Problem> problems;
    const auto loaded = scenario::read_scenario(sources.value(), {}, problems);
    std::string list;
    for (const auto& problem : problems) {
        std::fprintf(stderr, "%s\n", printable(problem.text()).c_str());
        list += (list.empty() ? "" : ",") + problem_json(problem);
    }
    const std::size_t men = loaded.ok() ? loaded.value().model.men.size() : 0;
    const std::size_t units = loaded.ok() ? loaded.value().model.units.size() : 0;
    if (voice.json) {
        const std::string named = loaded.ok() ? title_json(loaded.value().model) + "," : "";
        std::printf("{\"schema_version\":1,\"ok\":%s,%s\"men\":%zu,\"units\":%zu,\"problems\":[%s]}\n",
                    loaded.ok() ? "true" : "false", named.c_str(), men, units, list.c_str());
    } else if (loaded.ok()) {
        say(voice, what + ": sound. " + std::to_string(men) + " men in " + std::to_string(units) + " units.");
    }
    return loaded.ok() ? kOk : static_cast<int>(loaded.error().code);
}

using Files = std::vector<std::pair<std::string, std::string>>;

/// A battle on a map of the user's: its scenario, and copies of the map's files.
base::Result<Files> battle_on(base::FileSystem& fs, const std::string& name, const std::string& map) {
    LINGHE_TRY(auto found, scenario::load_map_sources(fs, map));
    std::vector<scenario::Problem> problems;
    auto land = scenario::read_map(found.sources, found.map_name, problems);
    for (const auto& problem : problems) std::fprintf(stderr, "%s\n", printable(problem.text()).c_str());
    if (!land.ok()) return land.error();
    LINGHE_TRY(std::string text, scenario::new_scenario_on(name, land.value().ground));
    Files files{{"scenario.toml", std::move(text)}};
    const auto slash = found.map_name.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : found.map_name.substr(0, slash + 1);
    for (const auto& [path, bytes] : found.sources.files) {
        if (path.rfind(folder, 0) != 0 || path.find('/', folder.size()) != std::string::npos) continue;
        files.emplace_back(path == found.map_name ? "map.toml" : path.substr(folder.size()), bytes);
    }
    return files;
}

int make_new(const Voice& voice, const std::string& name, const std::string& folder_wanted,
             const std::string& map) {
    base::RealFileSystem fs;
    const std::string folder = folder_wanted.empty() ? name : folder_wanted;
    const auto room = can_become_folder(folder_wanted.empty() ? "" : "--out", folder, false);
    if (!folder_wanted.empty() && !room.ok()) return complain(voice, room.error());
    const base::Result<Files> files = map.empty() ? scenario::new_scenario(name) : battle_on(fs, name, map);
    if (!files.ok()) return complain(voice, files.error());
    if (!room.ok()) return complain(voice, room.error());  // only now is the name known to be one
    if (const auto made = fs.make_dirs(folder); !made.ok()) return complain(voice, made.error());
    for (const auto& [file, text] : files.value()) {
        const auto bytes = std::as_bytes(std::span<const char>(text.data(), text.size()));
        if (const auto written = base::atomic_write(fs, folder + "/" + file, bytes); !written.ok()) {
            for (const auto& [made, unused] : files.value())
                if (fs.exists(folder + "/" + made)) (void)fs.remove(folder + "/" + made);
            (void)::rmdir(folder.c_str());  // the folder was made here; half a scenario helps nobody
            return complain(voice, written.error());
        }
    }
    // With its slash: a folder may be called as a shipped battle is.
    const std::string word = lab::shell_word(folder + (folder.back() == '/' ? "" : "/"));
    say(voice, "A small battle lies in " + folder + ". Change it, then:\n  linghe check " + word +
                   "\n  linghe run " + word + " --out runs/" + name);
    if (voice.json) std::printf("{\"schema_version\":1,\"folder\":%s}\n", json_text(folder).c_str());
    return kOk;
}

int list(const Voice& voice) {
    std::string json;
    for (const auto& name : scenario::builtin_scenarios()) {
        const auto sources = scenario::builtin_sources(name);
        std::vector<scenario::Problem> problems;
        const auto loaded = sources.ok() ? scenario::read_scenario(sources.value(), {}, problems)
                                         : base::Result<scenario::Loaded>(sources.error());
        if (!loaded.ok()) continue;
        const auto& model = loaded.value().model;
        if (voice.json) {
            json += (json.empty() ? "" : ",") + ("{\"name\":" + json_text(name) + "," + title_json(model) +
                                                 ",\"men\":" + std::to_string(model.men.size()) + "}");
        } else {
            std::printf("%-18s %6zu men  %s  %s\n", name.c_str(), model.men.size(), model.title.en.c_str(),
                        model.title.zh.c_str());
        }
    }
    if (voice.json) std::printf("{\"schema_version\":1,\"scenarios\":[%s]}\n", json.c_str());
    return kOk;
}

}  // namespace

void add_check(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand(
        "check", "read a scenario and tell every mistake: file, line, column, key, reason, remedy");
    auto what = std::make_shared<std::string>();
    verb->add_option("scenario", *what, "name of a shipped scenario, a folder, or a scenario.toml")
        ->required();
    add_manners(*verb, desk);
    verb->callback([&desk, what] { desk.code = check(desk.voice(), *what); });
}

void add_new(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("new", "write a small commented battle to begin with");
    auto name = std::make_shared<std::string>();
    auto out = std::make_shared<std::string>();
    auto map = std::make_shared<std::string>();
    verb->add_option("name", *name, "its name: a-z, 0-9 and '-'")->required();
    verb->add_option("--out", *out, "folder to write (default: the name)");
    verb->add_option("--map", *map,
                     "fight on this map: a folder that `linghe terrain import` wrote, or a map.toml");
    add_manners(*verb, desk);
    verb->callback([&desk, name, out, map] { desk.code = make_new(desk.voice(), *name, *out, *map); });
}

void add_list(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("list", "the battles that come with Linghe");
    add_manners(*verb, desk);
    verb->callback([&desk] { desk.code = list(desk.voice()); });
}

void add_schema(CLI::App& app, Desk& desk) {
    auto* verb =
        app.add_subcommand("schema", "the JSON Schema of scenario.toml (or of the map), for editors");
    auto map = std::make_shared<bool>(false);
    verb->add_flag("--map", *map, "of map.toml instead");
    add_manners(*verb, desk);  // it is JSON in any case, and nothing else is said
    verb->callback([&desk, map] {
        std::printf("%s\n", (*map ? scenario::map_schema_json() : scenario::scenario_schema_json()).c_str());
        desk.code = kOk;
    });
}

void add_limits(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("limits", "how large a battle may be, and what happens beyond");
    add_manners(*verb, desk);
    verb->callback([&desk] {
        std::string json;
        std::vector<base::Limit> all(base::kLimits.begin(), base::kLimits.end());
        all.insert(all.end(), serve::kLimits.begin(), serve::kLimits.end());
        for (const auto& limit : all) {
            json +=
                (json.empty() ? "" : ",") +
                ("{\"name\":" + json_text(limit.name) + ",\"value\":" + std::to_string(limit.value) +
                 ",\"unit\":" + json_text(limit.unit) + ",\"on_excess\":" + json_text(limit.on_excess) + "}");
            if (desk.json) continue;
            std::printf("%-34s %14llu %-8s %s\n", std::string(limit.name).c_str(),
                        static_cast<unsigned long long>(limit.value), std::string(limit.unit).c_str(),
                        std::string(limit.on_excess).c_str());
        }
        if (desk.json) std::printf("{\"schema_version\":1,\"limits\":[%s]}\n", json.c_str());
        desk.code = kOk;
    });
}

}  // namespace linghe::app
