#include "job_words.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "linghe/base/text.hpp"
#include "linghe/record/run_folder.hpp"

namespace linghe::serve {
namespace {

using nlohmann::json;

constexpr std::size_t kMostWords = 64, kMostWordBytes = 4096;
constexpr std::int64_t kMostSeed = 9'000'000'000'000'000;
constexpr double kMostSeconds = 1e7;

base::Error wrong(const std::string& what, const std::string& how) {
    return {base::ErrorCode::usage, "request", what, how};
}

bool printable(const std::string& text) {
    return std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

base::Result<std::string> key_of(const std::string& key) {
    const bool plain = !key.empty() && key.size() <= 64 && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
    if (!plain) return wrong("a key of an intervention is no plain word", "letters, digits and _");
    return key;
}

base::Result<std::string> toml_of(const json& value, int depth) {
    if (depth > 6) return wrong("an intervention is nested too deep", "see linghe schema");
    if (value.is_boolean() || value.is_number()) return value.dump();
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        if (!printable(text)) return wrong("a text holds a control character", "plain text");
        return value.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    if (!value.is_array() && !value.is_object())
        return wrong("an intervention holds null", "leave that key out");
    std::string out = value.is_array() ? "[" : "{ ";
    bool first = true;
    for (const auto& [key, item] : value.items()) {
        if (!first) out += ", ";
        first = false;
        if (value.is_object()) {
            LINGHE_TRY(const std::string name, key_of(key));
            out += name + " = ";
        }
        LINGHE_TRY(const std::string text, toml_of(item, depth + 1));
        out += text;
    }
    return out + (value.is_array() ? "]" : " }");
}

/// Adds "--option=word" for each item of a list of texts (or of tables, for interventions).
base::Result<void> add_list(const json& asked, const char* key, const std::string& option,
                            std::vector<std::string>& words) {
    if (!asked.contains(key)) return {};
    const json& list = asked[key];
    if (!list.is_array() || list.size() > kMostWords)
        return wrong(std::string(key) + " is no list of at most 64", "leave it out, or give a list");
    for (const json& item : list) {
        std::string word;
        if (item.is_string()) {
            word = item.get<std::string>();
        } else if (item.is_object() && option == "--intervention") {
            LINGHE_TRY(word, inline_table(item));
        } else {
            return wrong(std::string(key) + " holds something that is no text",
                         "texts as on the command line");
        }
        if (word.empty() || word.size() > kMostWordBytes || !printable(word))
            return wrong(std::string(key) + " holds an empty, overlong or unprintable text",
                         "at most 4096 bytes");
        words.push_back(option + "=" + word);
    }
    return {};
}

/// The seed as it was asked for, or nothing.
base::Result<std::string> seed_of(const json& asked) {
    if (!asked.contains("seed") || asked["seed"].is_null()) return std::string();
    const json& seed = asked["seed"];
    const auto told = seed.is_string() ? base::parse_int(seed.get<std::string>())
                      : seed.is_number_integer() && seed <= kMostSeed
                          ? base::Result<std::int64_t>(seed.get<std::int64_t>())
                          : base::Result<std::int64_t>(wrong("", ""));
    if (!told.ok() || told.value() < 1 || told.value() > kMostSeed)
        return wrong("seed is no whole number from 1 to 9e15", "for instance 7");
    return std::to_string(told.value());
}

base::Result<double> seconds_of(const json& asked, const char* key) {
    const bool there = asked.contains(key) && asked[key].is_number();
    const double s = there ? asked[key].get<double>() : -1;
    if (!(s >= 0) || s > kMostSeconds)
        return wrong(std::string(key) + " is no number of seconds", "seconds since the first of the record");
    return s;
}

const RunEntry* run_in(const json& asked, const JobPlace& place) {
    return asked.contains("run") && asked["run"].is_string()
               ? place.gallery->run(asked["run"].get<std::string>())
               : nullptr;
}

base::Error no_run() { return wrong("there is no such run", "take an id out of /api/gallery"); }

/// A folder of that name which is not there and which no job of ours will write.
std::string free_folder(const JobPlace& place, const std::string& name) {
    std::error_code ignored;
    const std::string base = std::filesystem::absolute(place.runs, ignored).lexically_normal().string();
    for (int k = 1;; ++k) {
        const std::string folder =
            (std::filesystem::path(base) / (k == 1 ? name : name + "-" + std::to_string(k))).string();
        if (!std::filesystem::exists(std::filesystem::symlink_status(folder, ignored)) &&
            !place.board->writes_to(folder))
            return folder;
    }
}

void finish(Job& job) {
    job.run = Gallery::id_of(job.folder);
    for (const char* word : {"--json", "--quiet"}) job.words.emplace_back(word);
}

base::Result<Job> run_of(const json& asked, const JobPlace& place) {
    const ScenarioEntry* scenario = asked.contains("scenario") && asked["scenario"].is_string()
                                        ? place.gallery->scenario(asked["scenario"].get<std::string>())
                                        : nullptr;
    if (scenario == nullptr) return wrong("there is no such battle", "take an id out of /api/gallery");
    Job job;
    job.kind = "run";
    job.title = scenario->title_en;
    job.words = {"run", scenario->words, "--progress-lines"};
    LINGHE_TRY(const std::string seed, seed_of(asked));
    if (!seed.empty()) job.words.push_back("--seed=" + seed);
    if (asked.contains("until") && !asked["until"].is_null()) {
        std::string until;
        if (asked["until"].is_string()) {
            until = asked["until"].get<std::string>();
        } else {
            LINGHE_TRY(const double s, seconds_of(asked, "until"));
            until = base::to_text(s);
        }
        if (until.empty() || until.size() > 16 || !printable(until))
            return wrong("until is no time", "MM:SS");
        job.words.push_back("--until=" + until);
    }
    LINGHE_CHECK_OK(add_list(asked, "set", "--set", job.words));
    LINGHE_CHECK_OK(add_list(asked, "without", "--without", job.words));
    LINGHE_CHECK_OK(add_list(asked, "interventions", "--intervention", job.words));
    std::filesystem::path named = scenario->words;
    if (!named.has_filename()) named = named.parent_path();
    job.folder = free_folder(place, named.filename().string() + "-" + (seed.empty() ? "1" : seed));
    job.words.push_back("--out=" + job.folder);
    finish(job);
    return job;
}

}  // namespace

base::Result<json> read_object(std::string_view body) {
    int depth = 0;
    bool text = false, escaped = false;
    for (const char c : body) {
        if (text) {
            text = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        if (c == '"') text = true;
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        if (depth > 32) return wrong("the JSON is nested deeper than 32 levels", "send less");
    }
    json read = json::parse(body, nullptr, false);
    if (!read.is_object())
        return wrong("the body is no JSON object", "for instance {\"kind\":\"run\",\"scenario\":\"tiny\"}");
    return read;
}

base::Result<std::string> inline_table(const json& value) { return toml_of(value, 0); }

base::Result<Job> job_of(const json& asked, const JobPlace& place) {
    const std::string kind =
        asked.contains("kind") && asked["kind"].is_string() ? asked["kind"].get<std::string>() : "";
    if (kind == "run") return run_of(asked, place);
    if (kind != "resume" && kind != "report")
        return wrong("there is no such kind of job", "run, resume or report");
    const RunEntry* run = run_in(asked, place);
    if (run == nullptr) return no_run();
    if (place.board->writes_to(run->folder))
        return wrong("that run is being written", "wait until it has ended");
    Job job;
    job.kind = kind;
    job.title = run->title_en;
    job.folder = run->folder;
    if (kind == "resume") {
        if (run->state == "finished") return wrong("that run is finished", "there is nothing to go on with");
        job.words = {"run", "--resume=" + run->folder, "--progress-lines"};
    } else {
        job.words = {"report", run->folder, "--out=" + run->folder + "/report.html"};
    }
    finish(job);
    return job;
}

base::Result<Job> fork_of(const json& asked, const JobPlace& place) {
    const RunEntry* run = run_in(asked, place);
    if (run == nullptr) return no_run();
    LINGHE_TRY(const double at_s, seconds_of(asked, "at_s"));
    if (!asked.contains("change") || !asked["change"].is_object())
        return wrong("change is missing", "{\"interventions\":[...]} or {\"set\":[...]} or {\"seed\":7}");
    const json& change = asked["change"];
    Job job;
    job.kind = "fork";
    job.title = run->title_en;
    job.words = {"fork", run->folder, "--at-s=" + base::to_text(at_s), "--progress-lines"};
    LINGHE_TRY(const std::string seed, seed_of(change));
    if (!seed.empty()) job.words.push_back("--seed=" + seed);
    LINGHE_CHECK_OK(add_list(change, "set", "--set", job.words));
    LINGHE_CHECK_OK(add_list(change, "without", "--without", job.words));
    LINGHE_CHECK_OK(add_list(change, "interventions", "--intervention", job.words));
    job.folder = free_folder(place, std::filesystem::path(run->folder).filename().string() + "-fork");
    job.words.push_back("--out=" + job.folder);
    finish(job);
    return job;
}

}  // namespace linghe::serve
