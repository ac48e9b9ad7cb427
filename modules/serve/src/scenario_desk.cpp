#include "scenario_desk.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "disk_file.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/base/text.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/serve/limits.hpp"

namespace linghe::serve {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kFirst = "scenario.toml";
constexpr std::string_view kToml = ".toml";
constexpr std::size_t kMostFiles = 8, kMostName = 64, kMostOthers = 8, kMostListed = 256;
constexpr std::uint64_t kMostCopied = std::uint64_t{64} << 20;

base::Error wrong(const std::string& what, const std::string& how) {
    return {base::ErrorCode::usage, "request", what, how};
}

bool made_of(std::string_view text, std::string_view letters) {
    return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos;
}

/// A file beside scenario.toml: no folder, nothing hidden, nothing that a command line takes for an option.
bool plain_file(std::string_view name) {
    return name.size() <= kMostName && name.front() != '.' && name.front() != '-' &&
           made_of(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
}

bool is_text(std::string_view name) {
    return name.size() > kToml.size() && name.substr(name.size() - kToml.size()) == kToml;
}

bool is_shipped(std::string_view name) {
    const auto shipped = scenario::builtin_scenarios();
    return std::find(shipped.begin(), shipped.end(), name) != shipped.end();
}

/// Names of the plain files directly in a folder, sorted; links and folders are none.
std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        std::error_code ignored;
        const std::string name = at->path().filename().string();
        if (names.size() >= kMostListed) break;
        if (!name.empty() && plain_file(name) && !at->is_symlink(ignored) && at->is_regular_file(ignored))
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The same bytes under another name; a copy where the disk knows no second name.
base::Result<void> bring(const std::string& from, const std::string& to) {
    std::error_code error;
    fs::create_hard_link(from, to, error);
    if (!error) return {};
    const auto bytes = fs::file_size(from, error);
    if (!error && bytes <= kMostCopied && fs::copy_file(from, to, error) && !error) return {};
    return base::Error{base::ErrorCode::io, to, "the grid file of the map could not be brought along",
                       "copy it into the new folder, then save again"};
}

void put_away(const std::string& folder) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

}  // namespace

base::Result<void> good_battle_name(std::string_view name) {
    if (name.size() > kMostName || !made_of(name, "abcdefghijklmnopqrstuvwxyz0123456789-") ||
        name.front() < 'a')
        return wrong("that is no name for a battle",
                     "a letter first, then a-z, 0-9 and '-', at most 64 in all");
    if (is_shipped(name))
        return wrong("a battle that comes with Linghe bears that name", "choose another name");
    return {};
}

base::Result<Draft> draft_of(const json& asked) {
    Draft draft;
    for (const auto& [key, to] : {std::pair{"name", &draft.name}, std::pair{"base", &draft.base}}) {
        if (!asked.contains(key) || asked[key].is_null()) continue;
        if (!asked[key].is_string()) return wrong(std::string(key) + " is no text", "give a text");
        *to = asked[key].get<std::string>();
    }
    if (!asked.contains("files") || !asked["files"].is_object() || asked["files"].size() > kMostFiles)
        return wrong("files is missing, or holds more than 8",
                     "{\"files\":{\"scenario.toml\":...,\"map.toml\":...}}");
    for (const auto& [name, text] : asked["files"].items()) {
        if (name.empty() || !plain_file(name) || !is_text(name))
            return wrong("a file has a name that cannot be used",
                         "letters, digits and _ . -, with .toml behind");
        if (!text.is_string()) return wrong("a file is no text", "give its text");
        draft.texts[name] = text.get<std::string>();
    }
    if (draft.texts.count(kFirst) == 0) return wrong("scenario.toml is missing", "give its text");
    return draft;
}

ScenarioDesk::ScenarioDesk(base::FileSystem& files, std::string folder)
    : fs_(&files), folder_(std::move(folder)) {}

bool ScenarioDesk::own(const ScenarioEntry& battle) const {
    if (battle.shipped || battle.words.empty() || battle.words.back() != '/') return false;
    std::error_code error;
    const fs::path path = fs::path(battle.words).parent_path();
    const fs::path home = fs::weakly_canonical(folder_, error);
    if (error || path.parent_path() != home) return false;
    const auto kind = fs::symlink_status(path, error).type();
    return !error && kind == fs::file_type::directory && !is_shipped(path.filename().string());
}

base::Result<Texts> ScenarioDesk::texts_of(const ScenarioEntry& battle) const {
    Texts texts;
    if (battle.shipped) {
        LINGHE_TRY(auto sources, scenario::builtin_sources(battle.words));
        texts[kFirst] = std::move(sources.scenario_toml);
        for (auto& [name, bytes] : sources.files)
            if (is_text(name)) texts[name] = std::move(bytes);
        return texts;
    }
    std::uint64_t bytes = 0;
    for (const std::string& name : files_in(battle.words)) {
        if (!is_text(name)) continue;
        LINGHE_TRY(const auto file, DiskFile::open(battle.words + name));
        bytes += file.size();
        if (bytes > limits::kRequestBytes || texts.size() >= kMostFiles)
            return base::Error{base::ErrorCode::limit, "", "that battle is too large to be changed here",
                               "at most 8 files of 1 MiB in all; change it with an editor of texts"};
        std::string& text = texts[name];
        text.resize(static_cast<std::size_t>(file.size()));
        text.resize(file.read_at(0, text.data(), text.size()));
    }
    if (texts.count(kFirst) == 0)
        return base::Error{base::ErrorCode::io, "", "that battle can no longer be read",
                           "is it still there?"};
    return texts;
}

std::string ScenarioDesk::tag_of(const Texts& texts) {
    std::string all;
    for (const auto& [name, text] : texts)
        all += base::hex16(base::hash_text(name)) + base::hex16(base::hash_text(text));
    return '"' + base::hex16(base::hash_text(all)) + '"';
}

std::vector<std::string> ScenarioDesk::others_of(const ScenarioEntry& battle) {
    std::vector<std::string> names;
    if (battle.shipped) return names;
    for (const std::string& name : files_in(battle.words)) {
        const bool words = is_text(name) || name.find(".md") != std::string::npos;
        if (!words && names.size() < kMostOthers) names.push_back(name);
    }
    return names;
}

base::Result<void> ScenarioDesk::write(const std::string& folder, const Texts& texts) {
    // scenario.toml last: where it stands, everything that it names stands too.
    for (const bool first : {false, true})
        for (const auto& [name, text] : texts)
            if ((name == kFirst) == first)
                LINGHE_CHECK_OK(base::atomic_write(*fs_, folder + name, std::string_view(text)));
    return {};
}

base::Result<std::string> ScenarioDesk::keep_new(const Draft& draft, const ScenarioEntry* like) {
    LINGHE_CHECK_OK(good_battle_name(draft.name));
    LINGHE_CHECK_OK(fs_->make_dirs(folder_));
    std::error_code error;
    const std::string home = fs::weakly_canonical(folder_, error).string() + "/";
    const std::string folder = home + draft.name;
    if (error || fs::exists(fs::symlink_status(folder, error)))
        return wrong("there is a folder of that name already", "choose another name");
    std::string made = home + ".new-XXXXXX";  // hidden, so that no scan of the gallery takes it for a battle
    if (::mkdtemp(made.data()) == nullptr)
        return base::Error{base::ErrorCode::io, home, "the folder could not be made", "is the disk full?"};
    base::Result<void> kept = write(made + "/", draft.texts);
    if (like != nullptr)
        for (const std::string& name : others_of(*like))
            if (kept.ok()) kept = bring(like->words + name, made + "/" + name);
    if (kept.ok()) {
        fs::permissions(made,
                        fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                            fs::perms::others_read | fs::perms::others_exec,
                        error);
        // No folder that holds anything is ever replaced by this: the system refuses it.
        kept = fs_->rename(made, folder);
    }
    if (kept.ok()) kept = fs_->fsync_dir(home);
    if (!kept.ok()) {
        put_away(made);
        return kept.error();
    }
    return folder + "/";
}

base::Result<void> ScenarioDesk::keep(const ScenarioEntry& battle, const Texts& texts) {
    if (!own(battle)) return wrong("that battle cannot be written over", "save it under another name");
    std::error_code ignored;
    for (const auto& [name, text] : texts)
        if (fs::is_symlink(fs::symlink_status(battle.words + name, ignored)))
            return wrong("a file of that battle is a link to another", "save it under another name");
    return write(battle.words, texts);
}

base::Result<std::string> ScenarioDesk::lay_down(const Draft& draft, const ScenarioEntry* like) {
    std::error_code error;
    std::string folder = (fs::temp_directory_path(error) / "linghe-draft-XXXXXX").string();
    if (error || ::mkdtemp(folder.data()) == nullptr)
        return base::Error{base::ErrorCode::io, "", "no room for a draft", "is the disk full?"};
    folder += "/";
    base::Result<void> laid = write(folder, draft.texts);
    if (like != nullptr)
        for (const std::string& name : others_of(*like))
            if (laid.ok()) fs::create_symlink(like->words + name, folder + name, error);
    if (laid.ok()) return folder;
    put_away(folder);
    return laid.error();
}

void ScenarioDesk::forget_draft(const std::string& folder) { put_away(folder); }

std::string check_told(const std::string& out, const std::string& folder) {
    const json told = json::parse(out, nullptr, false);
    const auto clean = [&folder](const json& from, const char* key) {
        std::string text = from.contains(key) && from[key].is_string() ? from[key].get<std::string>() : "";
        for (std::size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
        return text;
    };
    const auto number = [](const json& from, const char* key) {
        return from.contains(key) && from[key].is_number_unsigned() ? from[key].get<std::uint64_t>() : 0;
    };
    json answer = {{"ok", told.is_object() && told.value("ok", false)}, {"problems", json::array()}};
    answer["men"] = told.is_object() ? number(told, "men") : 0;
    answer["units"] = told.is_object() ? number(told, "units") : 0;
    if (told.is_object() && told.contains("problems") && told["problems"].is_array()) {
        for (const json& p : told["problems"])
            answer["problems"].push_back({{"severity", clean(p, "severity")},
                                          {"file", clean(p, "file")},
                                          {"line", number(p, "line")},
                                          {"column", number(p, "column")},
                                          {"key", clean(p, "key")},
                                          {"reason", clean(p, "reason")},
                                          {"remedy", clean(p, "remedy")}});
    } else {
        // Refused before it was read: the error names its place as "FILE:LINE:COLUMN: KEY".
        const json error = told.is_object() && told.contains("error") ? told["error"] : json::object();
        std::string where = clean(error, "where");
        const auto cut = [&where] {
            const std::size_t colon = where.find(':');
            std::string part = where.substr(0, colon);
            where = colon == std::string::npos ? "" : where.substr(colon + 1);
            return part;
        };
        const std::string file = cut();
        const auto line = base::parse_int(cut()), column = base::parse_int(cut());
        const std::string reason = clean(error, "message");
        answer["problems"].push_back({{"severity", "error"},
                                      {"file", is_text(file) ? file : kFirst},
                                      {"line", line.ok() ? line.value() : 0},
                                      {"column", column.ok() ? column.value() : 0},
                                      {"key", where.empty() ? "" : where.substr(1)},
                                      {"reason", reason.empty() ? "it could not be read" : reason},
                                      {"remedy", clean(error, "hint")}});
    }
    return answer.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace linghe::serve
