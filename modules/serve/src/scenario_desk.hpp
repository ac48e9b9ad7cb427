// What: battles as texts: read to be changed, laid down as a draft to be checked, kept as a folder of the scenarios' folder.
// Who: the routes under /api/scenario.
// Never: makes a path out of more than a name that was checked letter by letter; writes outside the scenarios' folder (drafts: outside
// a folder of this program's own); writes over a shipped battle, over a file that changed in between, or through a symbolic link.
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "gallery.hpp"
#include "linghe/base/file.hpp"

namespace linghe::serve {

/// The texts of a battle by the names of their files; "scenario.toml" is among them.
using Texts = std::map<std::string, std::string>;

/// What is asked to be checked or kept.
struct Draft {
    std::string name;  ///< of a new folder; empty where none is asked for
    std::string base;  ///< id of the battle it was made from, whose grid file it uses; may be empty
    Texts texts;
};

/// A folder name for a battle: a letter, then a-z, 0-9 and '-', at most 64; none that a shipped battle has.
[[nodiscard]] base::Result<void> good_battle_name(std::string_view name);
/// {"name":..., "base":..., "files":{"scenario.toml":..., "map.toml":...}}. Errors: usage, in words.
[[nodiscard]] base::Result<Draft> draft_of(const nlohmann::json& asked);

class ScenarioDesk {
public:
    /// @param folder in which battles are kept; made when the first one is. `fs` outlives the desk.
    ScenarioDesk(base::FileSystem& fs, std::string folder);

    /// True for a battle that lies directly in the scenarios' folder and bears no shipped name: only such are written over.
    [[nodiscard]] bool own(const ScenarioEntry& battle) const;
    /// The texts of a battle of the gallery. Errors: limit (larger than a request may be), io.
    [[nodiscard]] base::Result<Texts> texts_of(const ScenarioEntry& battle) const;
    /// Changes with any of the texts; with its quotes.
    [[nodiscard]] static std::string tag_of(const Texts& texts);

    /// A new folder with these texts, whole or not there. @param like whose grid file goes along; may be null.
    /// @return the folder with its last slash, as the gallery names it. Errors: usage (name, taken), io.
    [[nodiscard]] base::Result<std::string> keep_new(const Draft& draft, const ScenarioEntry* like);
    /// Writes over the texts of an own battle, each file whole; the map comes before what names it.
    [[nodiscard]] base::Result<void> keep(const ScenarioEntry& battle, const Texts& texts);

    /// A folder for one check, readable by this user only; with its last slash. To be given to forget_draft().
    [[nodiscard]] base::Result<std::string> lay_down(const Draft& draft, const ScenarioEntry* like);
    static void forget_draft(const std::string& folder);

private:
    /// Files of a battle that are no texts: what a map names as its grid.
    [[nodiscard]] static std::vector<std::string> others_of(const ScenarioEntry& battle);
    [[nodiscard]] base::Result<void> write(const std::string& folder, const Texts& texts);

    base::FileSystem* fs_;
    std::string folder_;
};

/// What `linghe check --json` said of a draft, for the browser: {"ok", "men", "units", "problems"}; no path of this machine in it.
[[nodiscard]] std::string check_told(const std::string& out, const std::string& folder);

}  // namespace linghe::serve
