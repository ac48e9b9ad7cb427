// linghe run: fights one battle and keeps its record in a run folder; goes on with a stopped one.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "build_string.hpp"
#include "commands.hpp"
#include "fight.hpp"
#include "folder_lock.hpp"
#include "linghe/base/file.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/lab/plan.hpp"
#include "linghe/record/probes.hpp"
#include "linghe/record/run_folder.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"
#include "option_words.hpp"
#include "out_path.hpp"
#include "run_source.hpp"
#include "scenario_source.hpp"

namespace linghe::app {
namespace {

struct Words {
    std::string scenario, out, resume, until;
    std::uint64_t seed = 0, luck = 0;  ///< luck: of a fork that took another than its men were made with
    std::vector<std::string> set, without, interventions;
    unsigned threads = 0;
    bool hash_only = false, progress_lines = false;
    double until_s = -1;  // below zero: to the end
    std::string command;
};

int run(const Voice& voice, Words words) {
    base::RealFileSystem fs;
    const bool resuming = !words.resume.empty();
    std::size_t known_warnings = 0;
    FolderLock lock;
    if (!words.until.empty()) {  // before anything is written
        const auto until = clock_s("--until", words.until);
        if (!until.ok()) return complain(voice, until.error());
        words.until_s = until.value();
    }
    if (resuming) {
        auto locked = FolderLock::take(words.resume);
        if (!locked.ok()) return complain(voice, locked.error());
        lock = locked.take();
        const auto manifest = resumable_of(fs, words.resume);
        if (!manifest.ok()) return complain(voice, manifest.error());
        const auto& m = manifest.value();
        words.scenario = m.scenario_path.empty() ? m.scenario_id : m.scenario_path;
        words.seed = m.seed;
        words.set = m.settings;
        words.without = m.without;
        words.interventions = m.interventions_given;
        if (m.fork.tick >= 0) words.seed = m.fork.setup_seed, words.luck = m.seed;
        known_warnings = m.warnings.size();
    } else if (words.scenario.empty()) {
        return complain(voice, {base::ErrorCode::usage, "linghe run", "which battle?",
                                "name one (linghe list shows them), or --resume a run"});
    } else if (words.out.empty() && !words.hash_only) {
        words.out = "runs/" + default_run_name(words.scenario, words.seed);
    }
    if (!resuming && !words.hash_only)
        if (const auto room = can_become_folder("--out", words.out, true); !room.ok())
            return complain(voice, room.error());
    auto loaded =
        load_scenario(fs, voice, {words.scenario, words.seed, words.set, words.without, words.interventions});
    if (!loaded.ok()) {
        base::Error error = loaded.error();
        if (resuming && error.code == base::ErrorCode::io)
            error.hint = "the run was begun with the scenario " + lab::shell_word(words.scenario) +
                         ": resume it from the folder in which it was begun";
        return complain(voice, error);
    }
    model::Model& model = loaded.value().loaded.model;
    if (words.luck != 0) model.seed = words.luck;
    listen_for_stop();  // before the folder is made: from then on a stop must leave a run that can be resumed
    auto start = sim::make_state(model);
    if (!start.ok()) return complain(voice, start.error());
    sim::State state = start.take();
    std::optional<record::RunFolder> folder;
    if (!words.hash_only) {
        record::RunInfo info;
        info.release = LINGHE_VERSION;
        info.build = build_string();
        info.command = words.command;
        info.scenario_path = words.scenario;
        info.settings = words.set;
        info.interventions = words.interventions;
        info.warnings = loaded.value().warnings;
        auto made = resuming ? record::RunFolder::resume(fs, words.resume, model, info,
                                                         record::builtin_probes(model), state)
                             : record::RunFolder::create(fs, words.out, model, state, info,
                                                         record::builtin_probes(model));
        if (!made.ok()) return complain(voice, made.error());
        folder.emplace(made.take());
        // What a resumed run warns of anew is what it found damaged.
        for (std::size_t i = known_warnings; resuming && i < folder->manifest().warnings.size(); ++i)
            say(voice, "linghe: warning: " + words.resume + ": " + folder->manifest().warnings[i]);
        if (!resuming) {
            auto locked = FolderLock::take(words.out);
            if (!locked.ok()) return complain(voice, locked.error());
            lock = locked.take();
        }
    }
    jobs::Jobs jobs(words.threads);
    sim::Engine engine(model, std::move(state), jobs);
    Fight how;
    how.where = words.hash_only ? "" : (resuming ? words.resume : words.out);
    how.until_s = words.until_s;
    how.progress_lines = words.progress_lines;
    return fight(voice, how, engine, folder ? &*folder : nullptr);
}

/// The command that fights this battle again, for the manifest. Threads and folder change nothing and stay out.
std::string command_of(const Words& words) {
    std::string text = "linghe run " + lab::shell_word(words.scenario);
    if (words.seed != 0) text += " --seed " + std::to_string(words.seed);
    for (const auto& s : words.set) text += " --set " + lab::shell_word(s);
    for (const auto& s : words.without) text += " --without " + lab::shell_word(s);
    for (const auto& s : words.interventions) text += " --intervention " + lab::shell_word(s);
    return text;
}

}  // namespace

void add_run(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("run", "fight one battle and keep its record");
    auto words = std::make_shared<Words>();
    verb->add_option("scenario", words->scenario, "name of a shipped battle, a folder, or a scenario.toml");
    verb->add_option("--seed", words->seed, "luck of the run, from 1 (default: the scenario's own, else 1)")
        ->check(whole_number(1, kMostSeed));
    verb->add_option("--out", words->out,
                     "folder of the run; must not be there yet (default: runs/NAME-SEED)");
    verb->add_option("--resume", words->resume, "go on with a run that was stopped or killed");
    verb->add_option("--until", words->until, "stop at this time, MM:SS after the start; can be resumed");
    // One word each, so that a scenario named after them is not swallowed.
    const auto list = [verb](const char* name, std::vector<std::string>& to, const char* help) {
        verb->add_option(name, to, help)->allow_extra_args(false)->type_name("TEXT");
    };
    list("--set", words->set,
         "path=value: change the scenario or a parameter, e.g. parameters.percept.ear_sd_db=3; may be given "
         "again");
    list("--without", words->without,
         "take a model out: drum, banner, smoke, contagion, leader, joining, couriers, wind, "
         "shoot, fight, fatigue, crowding, social_proof, fire");
    list("--intervention", words->interventions,
         "a change forced from outside: '{ id = \"hush\", at_s = 60, kind = \"silence_drum\", person = "
         "\"khan\" }'");
    verb->add_option("--threads", words->threads, "0: all cores (the result is the same for any number)")
        ->check(whole_number(0, 256));
    verb->add_flag("--progress-lines", words->progress_lines,
                   "progress as lines of JSON on standard error, at most five a second, for programs");
    verb->add_flag("--hash-only", words->hash_only, "keep no record; print the state hash");
    add_manners(*verb, desk);
    verb->callback([&desk, words] {
        words->command = command_of(*words);
        desk.code = run(desk.voice(), *words);
    });
}

}  // namespace linghe::app
