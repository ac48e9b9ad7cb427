// What: which runs and battles there are in the folders that the user named, each under an opaque id.
// Who: the routes and the job board.
// Never: looks for a name that a request holds: an id is looked up in the list of what a scan has found.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"

namespace linghe::serve {

struct RunEntry {
    std::string id, folder;
    std::string state;  ///< "running", "suspended", "finished", or "broken" where nobody writes on
    std::string scenario_id, title_en, title_zh, seed, hash, release;
    std::uint32_t men = 0, seconds = 0;
    std::int64_t tick = 0, end_tick = 0, clock_zero_tick = 0;
    std::vector<std::string> interventions, settings, without;
    std::map<std::string, std::uint64_t> files;  ///< name: bytes; those of kGiven that are there
    std::string stamp;                           ///< of its manifest, to see a change
};
struct ScenarioEntry {
    std::string id;
    std::string words;  ///< what `linghe run` is given
    std::string title_en, title_zh;
    std::uint64_t men = 0;
    double minutes = 0;
    bool shipped = false;
};

class Gallery {
public:
    /// @param folders each a run, a scenario, or a folder that holds some, three levels deep. `fs` outlives the gallery.
    Gallery(base::FileSystem& fs, std::vector<std::string> folders)
        : fs_(&fs), folders_(std::move(folders)) {}

    /// Looks again; true when anything differs from before. Bounded: at most 20,000 names, no links, nothing hidden.
    bool scan();
    /// Null when there is none.
    [[nodiscard]] const RunEntry* run(const std::string& id) const;
    [[nodiscard]] const ScenarioEntry* scenario(const std::string& id) const;
    [[nodiscard]] const std::map<std::string, RunEntry>& runs() const noexcept { return runs_; }
    /// Folders of battles whose title and men are not known yet.
    [[nodiscard]] std::vector<std::string> unread() const;
    /// Adds a battle, or tells what is known of one; `words` is its key.
    void know(ScenarioEntry entry);
    /// That battle was changed: its title and men are to be read again.
    void unknow(const std::string& words);
    /// {"scenarios":[...],"runs":[...]}
    [[nodiscard]] std::string json() const;
    /// {"runs":[...]} of one run, as the static export holds it.
    [[nodiscard]] static std::string json_of(const RunEntry& run);

    /// The id of a run folder, also of one that is not there yet.
    [[nodiscard]] static std::string id_of(const std::string& folder);
    /// What is told of one run folder. Error when it is none.
    [[nodiscard]] static base::Result<RunEntry> look_at(base::FileSystem& fs, const std::string& folder);
    /// Is another program writing into this folder? (It holds a lock on it; asking takes none.)
    [[nodiscard]] static bool written_now(const std::string& folder);

private:
    void walk(const std::string& folder, int depth, int& names, std::map<std::string, RunEntry>& found);

    base::FileSystem* fs_;
    std::vector<std::string> folders_;
    std::map<std::string, RunEntry> runs_;            ///< by id
    std::map<std::string, ScenarioEntry> scenarios_;  ///< by id
    std::vector<std::string> unread_;
};

/// Names under which the files of a run are given.
inline constexpr const char* kGiven[] = {"view.lgv", "manifest.json", "results.gpkg", "report.html"};

}  // namespace linghe::serve
