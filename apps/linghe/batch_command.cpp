// linghe batch: many runs of one battle, arms under the same luck, one row a run, resumable.
#include <cstdio>
#include <memory>
#include <set>

#include "commands.hpp"
#include "folder_lock.hpp"
#include "linghe/base/file.hpp"
#include "linghe/lab/batch.hpp"
#include "linghe/lab/summary.hpp"
#include "option_words.hpp"
#include "out_path.hpp"
#include "scenario_source.hpp"

namespace linghe::app {
namespace {

struct Asked {
    std::string scenario, seeds = "1-10", until, out;
    std::vector<std::string> arms, set, without, interventions, measures;
    unsigned threads = 0;
    bool resume = false, list_measures = false;
    std::int64_t show_run = -1;
};

/// Each once, though every arm reads the scenario anew; how many of them are errors.
std::size_t tell_problems(const Voice& voice, const std::vector<scenario::Problem>& problems) {
    std::set<std::string> told;
    std::size_t errors = 0;
    for (const auto& problem : problems) {
        const bool error = problem.severity == scenario::Severity::error;
        if (!told.insert(problem.text()).second) continue;
        errors += error ? 1 : 0;
        if (error || !voice.quiet) std::fprintf(stderr, "%s\n", printable(problem.text()).c_str());
    }
    return errors;
}

base::Result<lab::Prepared> prepare(base::FileSystem& fs, const Voice& voice, const Asked& asked) {
    lab::Plan plan;
    plan.scenario = asked.scenario;
    plan.release = LINGHE_VERSION;
    LINGHE_TRY(plan.sources, sources_of(fs, asked.scenario));
    LINGHE_TRY(plan.seeds, lab::parse_seeds(asked.seeds));
    for (const auto& text : asked.set) {
        LINGHE_TRY(auto pair, lab::parse_set(text));
        plan.common.set.push_back(std::move(pair));
    }
    plan.common.without = asked.without;
    plan.common.interventions = asked.interventions;
    for (const auto& text : asked.arms) LINGHE_CHECK_OK(lab::add_arm(plan.arms, text));
    plan.measures = asked.measures;
    if (!asked.until.empty()) {
        LINGHE_TRY(plan.until_s, lab::parse_until_s(asked.until));
    }
    std::vector<scenario::Problem> problems;
    auto prepared = lab::prepare(std::move(plan), problems);
    const std::size_t mistakes = tell_problems(voice, problems);
    if (prepared.ok() || mistakes == 0) return prepared;
    base::Error error = prepared.error();
    error.where = error.where.substr(0, error.where.find("\": ") + 1);  // the arm; the place is told above
    error.message =
        std::to_string(mistakes) + (mistakes == 1 ? " mistake, told above" : " mistakes, told above");
    error.hint = "mend and try again; linghe check " + asked.scenario + " reads it without fighting";
    return error;
}

int list_measures(const Voice& voice, const lab::Prepared& prepared) {
    std::string json;
    for (const auto& info : prepared.measures) {
        if (voice.json)
            json += (json.empty() ? "" : ",") +
                    ("{\"name\":" + json_text(info.name) + ",\"unit\":" + json_text(info.unit) +
                     ",\"en\":" + json_text(info.en) + ",\"zh\":" + json_text(info.zh) +
                     ",\"serves\":" + json_text(info.serves) + "}");
        else
            std::printf("%-36s %-4s %s  %s\n", info.name.c_str(), info.unit.c_str(), info.en.c_str(),
                        info.zh.c_str());
    }
    if (voice.json) std::printf("{\"schema_version\":1,\"measures\":[%s]}\n", json.c_str());
    return kOk;
}

int show_run(const Voice& voice, const lab::Prepared& prepared, std::int64_t run) {
    const auto i = static_cast<std::size_t>(run);
    if (i >= prepared.runs())
        return complain(voice,
                        {base::ErrorCode::usage, "--show-run", "there is no run " + std::to_string(run),
                         "this batch has runs 0 to " + std::to_string(prepared.runs() - 1)});
    const std::string command = lab::command_of(prepared.plan, prepared.arm_of(i), prepared.seed_of(i));
    if (voice.json)
        std::printf("{\"schema_version\":1,\"run\":%zu,\"command\":%s}\n", i, json_text(command).c_str());
    else
        std::printf("%s\n", command.c_str());
    return kOk;
}

int tell(const Voice& voice, const lab::Prepared& prepared, const lab::Outcome& outcome, const Asked& asked) {
    std::size_t failed = 0;
    for (const auto& row : outcome.rows) {
        if (row.ok()) continue;
        if (++failed <= 5) {
            const std::string command =
                lab::command_of(prepared.plan, prepared.arm_of(row.run), prepared.seed_of(row.run));
            say(voice,
                "run " + std::to_string(row.run) + " failed: " + row.failure + "\n  again: " + command);
        }
    }
    if (failed > 5) say(voice, "and " + std::to_string(failed - 5) + " more runs failed");
    const auto summary = lab::summarize(prepared, outcome.rows);
    std::fputs((voice.json ? lab::summary_json(summary) : lab::summary_markdown(summary)).c_str(), stdout);
    if (!asked.out.empty()) say(voice, "Rows, summary and their description lie in " + asked.out + ".");
    return failed == outcome.rows.size() ? static_cast<int>(base::ErrorCode::run_failed) : kOk;
}

int batch(const Voice& voice, const Asked& asked) {
    base::RealFileSystem fs;
    if (asked.resume && asked.out.empty())
        return complain(voice, {base::ErrorCode::usage, "--resume", "says not which batch to go on with",
                                "give its folder by --out"});
    if (!asked.out.empty())
        if (const auto room = can_become_folder("--out", asked.out, true); !room.ok())
            return complain(voice, room.error());
    const auto prepared = prepare(fs, voice, asked);
    if (!prepared.ok()) return complain(voice, prepared.error());
    if (asked.list_measures) return list_measures(voice, prepared.value());
    if (asked.show_run >= 0) return show_run(voice, prepared.value(), asked.show_run);

    FolderLock lock;
    if (!asked.out.empty()) {
        if (const auto made = fs.make_dirs(asked.out); !made.ok()) return complain(voice, made.error());
        auto locked = FolderLock::take(asked.out);
        if (!locked.ok()) return complain(voice, locked.error());
        lock = locked.take();
    }
    listen_for_stop();
    Progress progress{voice, "batch", 1.0};
    lab::BatchOptions options;
    options.threads = asked.threads;
    options.folder = asked.out;
    options.resume = asked.resume;
    options.stop = [] { return stop_asked(); };
    options.progress = [&progress](const lab::Standing& s) {
        std::string note = std::to_string(s.runs) + "/" + std::to_string(s.of) + " runs";
        if (s.failed > 0) note += ", " + std::to_string(s.failed) + " failed";
        if (stop_asked()) note += "; stopping after the running ones";
        progress.at(s.done, note);
    };
    const auto outcome = lab::run_batch(fs, prepared.value(), options);
    progress.done();
    if (!outcome.ok()) return complain(voice, outcome.error());
    if (outcome.value().dropped_bytes > 0)
        say(voice,
            "The log's end was torn (" + outcome.value().dropped_why + "); what it held was run again.");
    if (!outcome.value().stopped) return tell(voice, prepared.value(), outcome.value(), asked);
    const std::string done = std::to_string(outcome.value().rows.size()) + " of " +
                             std::to_string(prepared.value().runs()) + " runs are done.";
    say(voice, "Stopped: " + done + (asked.out.empty() ? "" : " Go on with the same command and --resume."));
    if (voice.json)
        std::printf("{\"schema_version\":1,\"stopped\":true,\"runs\":%zu,\"of\":%zu}\n",
                    outcome.value().rows.size(), prepared.value().runs());
    return kStopped;
}

}  // namespace

void add_batch(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand(
        "batch", "fight a battle many times, and again with one thing changed, under the same luck");
    auto asked = std::make_shared<Asked>();
    verb->add_option("scenario", asked->scenario, "name of a shipped scenario, a folder, or a scenario.toml")
        ->required();
    verb->add_option("--seeds", asked->seeds, "seeds, as in 1-40 or 1,2,10-19")->capture_default_str();
    const auto words = [verb](const char* name, std::vector<std::string>& to, const char* help) {
        verb->add_option(name, to, help)->allow_extra_args(false)->type_name("TEXT");
    };
    words("--arm", asked->arms,
          "a condition beside base: NAME:\"without MODEL\", NAME:\"set PATH=VALUE\", NAME:\"intervention { "
          "... }\"; several parted by ';'");
    words("--set", asked->set, "PATH=VALUE in every arm");
    words("--without", asked->without, "take a model out of every arm");
    words("--intervention", asked->interventions,
          "an intervention in every arm: { id = \"hush\", at_s = 60, kind = \"silence_drum\", person = "
          "\"khan\" }");
    words("--measure", asked->measures,
          "a measure, or the beginning of several: \"arrival_*\" (default: all)");
    verb->add_option("--until", asked->until, "end each run at MM:SS after T0");
    verb->add_option("--threads", asked->threads, "runs at a time; 0, the default: one a core")
        ->check(whole_number(0, 256));
    verb->add_option("--out", asked->out, "folder for rows, summary and log");
    verb->add_flag("--resume", asked->resume, "go on with the batch in --out; begin it when there is none");
    verb->add_option("--show-run", asked->show_run, "print the command of one run, and run nothing")
        ->check(whole_number(0, 1'000'000'000));
    verb->add_flag("--list-measures", asked->list_measures,
                   "name the measures of this battle, and run nothing");
    add_manners(*verb, desk);
    verb->callback([&desk, asked] { desk.code = batch(desk.voice(), *asked); });
}

}  // namespace linghe::app
