// What: from the JSON of a request to the words of a command line.
// Who: the routes.
// Never: a word that could be read as another option, a path out of a request, or JSON nested without end.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "gallery.hpp"
#include "job_board.hpp"
#include "linghe/base/result.hpp"

namespace linghe::serve {

/// A JSON object of at most 32 levels. Error (usage) in words for the caller.
[[nodiscard]] base::Result<nlohmann::json> read_object(std::string_view body);

/// What a job is made of besides the request.
struct JobPlace {
    const Gallery* gallery = nullptr;
    const JobBoard* board = nullptr;
    std::string runs;  ///< folder of new runs
};
/// {kind:"run",scenario,seed?,until?,set?,without?,interventions?} | {kind:"resume",run} | {kind:"report",run}
[[nodiscard]] base::Result<Job> job_of(const nlohmann::json& asked, const JobPlace& place);
/// {run,at_s,change:{interventions?,set?,without?,seed?}}
[[nodiscard]] base::Result<Job> fork_of(const nlohmann::json& asked, const JobPlace& place);
/// A JSON object as an inline table of TOML: {"kind":"set_wind","speed_m_s":4} -> { kind = "set_wind", speed_m_s = 4 }.
[[nodiscard]] base::Result<std::string> inline_table(const nlohmann::json& value);

}  // namespace linghe::serve
