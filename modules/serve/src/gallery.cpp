#include "gallery.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "linghe/base/hash.hpp"
#include "linghe/record/manifest.hpp"
#include "linghe/record/run_folder.hpp"

namespace linghe::serve {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kDepth = 3, kMostNames = 20'000;
constexpr std::uint64_t kMostManifest = std::uint64_t{8} << 20;

std::string stamp_of(const std::string& path) {
    struct stat s = {};
    if (::lstat(path.c_str(), &s) != 0 || !S_ISREG(s.st_mode)) return {};
    return std::to_string(s.st_ino) + "." + std::to_string(s.st_size) + "." +
           std::to_string(s.st_mtim.tv_sec) + "." + std::to_string(s.st_mtim.tv_nsec);
}

json run_json(const RunEntry& r) {
    std::uint64_t bytes = 0;
    for (const auto& [name, size] : r.files) bytes += size;
    const auto has = [&r](const char* name) { return r.files.count(name) != 0; };
    return {{"id", r.id},
            {"scenario_id", r.scenario_id},
            {"title", {{"en", r.title_en}, {"zh", r.title_zh}}},
            {"seed", r.seed},
            {"state", r.state},
            {"finished", r.state == "finished"},
            {"men", r.men},
            {"seconds", r.seconds},
            {"tick", r.tick},
            {"end_tick", r.end_tick},
            {"clock_zero_tick", r.clock_zero_tick},
            {"hash", r.hash},
            {"release", r.release},
            {"size", bytes},
            {"name", fs::path(r.folder).filename().string()},
            {"interventions", r.interventions},
            {"settings", r.settings},
            {"without", r.without},
            {"has",
             {{"view", has("view.lgv")},
              {"state", r.files.count(record::kStateName) != 0},
              {"gpkg", has("results.gpkg")},
              {"report", has("report.html")}}}};
}

std::string text_of(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string settled(const std::string& folder) {
    std::error_code ignored;
    fs::path path = fs::weakly_canonical(folder, ignored);
    if (ignored) path = fs::absolute(folder, ignored).lexically_normal();
    std::string text = path.string();
    while (text.size() > 1 && text.back() == '/') text.pop_back();
    return text;
}

}  // namespace

std::string Gallery::id_of(const std::string& folder) {
    return base::hex16(base::hash_text(settled(folder)));
}

bool Gallery::written_now(const std::string& folder) {
    struct stat s = {};
    if (::stat(folder.c_str(), &s) != 0) return false;
    // Not by trying the lock: a run that begins in that moment would be told that another holds it.
    std::ifstream locks("/proc/locks");
    const std::string inode = ":" + std::to_string(s.st_ino);
    for (std::string line; std::getline(locks, line);) {
        std::istringstream words(line);
        std::string number, kind, manner, access, pid, file;
        words >> number >> kind >> manner >> access >> pid >> file;
        if (kind == "FLOCK" && access == "WRITE" && file.size() > inode.size() &&
            file.compare(file.size() - inode.size(), inode.size(), inode) == 0)
            return true;
    }
    return false;
}

base::Result<RunEntry> Gallery::look_at(base::FileSystem& files, const std::string& folder) {
    std::string stamp = stamp_of(folder + "/" + record::kManifestName), name = record::kManifestName;
    if (stamp.empty()) stamp = stamp_of(folder + "/" + record::kPartialName), name = record::kPartialName;
    std::error_code ignored;
    const auto bytes = fs::file_size(folder + "/" + name, ignored);
    if (stamp.empty() || ignored || bytes > kMostManifest)
        return base::Error{base::ErrorCode::usage, folder, "this folder holds no run of Linghe",
                           "give the folder that was named with --out"};
    LINGHE_TRY(const record::Manifest m, record::read_manifest(files, folder));
    RunEntry r;
    r.folder = settled(folder);  // begins with a slash: no command line takes it for an option
    r.id = base::hex16(base::hash_text(r.folder));
    r.state = m.state == "running" && !written_now(folder) ? "broken" : m.state;
    r.scenario_id = m.scenario_id;
    r.title_en = m.title_en, r.title_zh = m.title_zh;
    r.seed = std::to_string(m.seed);
    r.hash = base::hex16(m.root_hash);
    r.release = m.release;
    r.men = m.men, r.seconds = m.seconds;
    r.tick = m.tick, r.end_tick = m.end_tick, r.clock_zero_tick = m.clock_zero_tick;
    r.interventions = m.interventions, r.settings = m.settings, r.without = m.without;
    std::vector<std::string> names(std::begin(kGiven), std::end(kGiven));
    names.emplace_back(record::kStateName);
    for (const auto& given : names) {
        const std::string path = folder + "/" + given;
        if (stamp_of(path).empty()) continue;
        const auto size = fs::file_size(path, ignored);
        if (!ignored) r.files[given] = size;
    }
    r.stamp = stamp + r.state + std::to_string(r.files.size());
    return r;
}

void Gallery::walk(const std::string& folder, int depth, int& names, std::map<std::string, RunEntry>& found) {
    auto run = look_at(*fs_, folder);
    if (run.ok()) {
        found[run->id] = run.take();
        return;
    }
    if (!stamp_of(folder + "/scenario.toml").empty()) {
        const std::string words = settled(folder) + "/";
        const bool known = std::any_of(scenarios_.begin(), scenarios_.end(),
                                       [&](const auto& s) { return s.second.words == words; });
        if (!known && std::find(unread_.begin(), unread_.end(), words) == unread_.end())
            unread_.push_back(words);
        return;
    }
    if (depth == 0) return;
    std::error_code error;
    std::vector<std::string> below;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        if (++names > kMostNames) break;
        std::error_code ignored;
        const std::string name = at->path().filename().string();
        if (name.empty() || name.front() == '.' || at->is_symlink(ignored) || !at->is_directory(ignored))
            continue;
        below.push_back(at->path().string());
    }
    std::sort(below.begin(), below.end());
    for (const auto& path : below) walk(path, depth - 1, names, found);
}

bool Gallery::scan() {
    std::map<std::string, RunEntry> found;
    int names = 0;
    for (const auto& folder : folders_) walk(folder, kDepth, names, found);
    const bool same = found.size() == runs_.size() &&
                      std::equal(found.begin(), found.end(), runs_.begin(), [](const auto& a, const auto& b) {
                          return a.first == b.first && a.second.stamp == b.second.stamp;
                      });
    runs_ = std::move(found);
    return !same;
}

const RunEntry* Gallery::run(const std::string& id) const {
    const auto at = runs_.find(id);
    return at == runs_.end() ? nullptr : &at->second;
}

const ScenarioEntry* Gallery::scenario(const std::string& id) const {
    const auto at = scenarios_.find(id);
    return at == scenarios_.end() ? nullptr : &at->second;
}

std::vector<std::string> Gallery::unread() const { return unread_; }

void Gallery::know(ScenarioEntry entry) {
    unread_.erase(std::remove(unread_.begin(), unread_.end(), entry.words), unread_.end());
    if (entry.id.empty()) entry.id = entry.shipped ? entry.words : id_of(entry.words);
    scenarios_[entry.id] = std::move(entry);
}

void Gallery::unknow(const std::string& words) {
    if (std::find(unread_.begin(), unread_.end(), words) == unread_.end()) unread_.push_back(words);
}

std::string Gallery::json() const {
    nlohmann::json out = {{"scenarios", nlohmann::json::array()}, {"runs", nlohmann::json::array()}};
    for (const auto& [id, s] : scenarios_) {
        out["scenarios"].push_back({{"id", id},
                                    {"path_id", id},
                                    {"title", {{"en", s.title_en}, {"zh", s.title_zh}}},
                                    {"men", s.men},
                                    {"minutes", s.minutes},
                                    {"shipped", s.shipped}});
    }
    for (const auto& [id, r] : runs_) out["runs"].push_back(run_json(r));
    return text_of(out);
}

std::string Gallery::json_of(const RunEntry& run) {
    return text_of(
        {{"scenarios", nlohmann::json::array()}, {"runs", nlohmann::json::array({run_json(run)})}});
}

}  // namespace linghe::serve
