// linghe run: fights one battle and keeps its record in a run folder; goes on with a stopped one.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "build_string.hpp"
#include "commands.hpp"
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
    std::uint64_t seed = 0;
    std::vector<std::string> set, without, interventions;
    unsigned threads = 0;
    bool hash_only = false;
    double until_s = -1;  // below zero: to the end
    std::string command;
};

std::string clock_text(const model::Model& model, base::Tick tick) {
    const double s = base::seconds_of(tick - model.clock_zero);
    const long whole = static_cast<long>(s < 0 ? -s : s);
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%c%02ld:%02ld", s < 0 ? '-' : '+', whole / 60, whole % 60);
    return buffer;
}

/// Steps to the end, to `until`, or to a stop; the record keeps up. Exit code.
int fight(const Voice& voice, const Words& words, const model::Model& model, sim::Engine& engine,
          record::RunFolder* folder) {
    base::Tick end = model.end_tick;
    if (words.until_s >= 0) end = std::min(end, model.clock_zero + base::ticks_from_s(words.until_s));
    Progress progress(voice, model.title.en, static_cast<double>(end));
    const std::int64_t started = now_ms();
    while (engine.state().world.tick() < end) {
        if (stop_asked()) break;
        engine.step();
        if (folder != nullptr) {
            if (const auto kept = folder->after_step(engine); !kept.ok()) {
                progress.done();
                return complain(voice, kept.error());
            }
        }
        const base::Tick now = engine.state().world.tick();
        if (now % 10 == 0) progress.at(static_cast<double>(now), clock_text(model, now));
    }
    progress.done();
    const base::Tick now = engine.state().world.tick();
    const bool whole = now >= model.end_tick;
    const double seconds = static_cast<double>(now_ms() - started) / 1000.0;
    if (folder != nullptr) {
        const auto closed = whole ? folder->finish(engine.state()) : folder->suspend(engine.state());
        if (!closed.ok()) return complain(voice, closed.error());
    }
    const std::string hash = base::hex16(sim::state_hash(engine.state()));
    const std::string where = folder != nullptr ? (words.resume.empty() ? words.out : words.resume) : "";
    if (voice.json) {
        std::printf(
            "{\"schema_version\":1,\"run\":%s,\"state\":%s,\"clock\":%s,\"tick\":%lld,\"seed\":%llu,\"root_"
            "hash\":\"%s\",\"wall_s\":%.1f}\n",
            json_text(where).c_str(), json_text(whole ? "finished" : "suspended").c_str(),
            json_text(clock_text(model, now)).c_str(), static_cast<long long>(now),
            static_cast<unsigned long long>(model.seed), hash.c_str(), seconds);
    } else if (folder == nullptr) {
        std::printf("hash %s\n", hash.c_str());
    }
    char took[64];
    std::snprintf(took, sizeof took, "%.0f s", seconds);
    if (whole) {
        say(voice, "Fought to " + clock_text(model, now) + " in " + took + ", hash " + hash +
                       (where.empty() ? "" : ". The run lies in " + where));
    } else if (stop_asked() || folder != nullptr) {
        say(voice, "Stopped at " + clock_text(model, now) +
                       (where.empty() ? "" : "; go on with: linghe run --resume " + lab::shell_word(where)));
    }
    return whole || (!stop_asked() && folder == nullptr) ? kOk : (stop_asked() ? kStopped : kOk);
}

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
        words.interventions = m.interventions;
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
    const model::Model& model = loaded.value().loaded.model;
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
    return fight(voice, words, model, engine, folder ? &*folder : nullptr);
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
    verb->add_flag("--hash-only", words->hash_only, "keep no record; print the state hash");
    add_manners(*verb, desk);
    verb->callback([&desk, words] {
        words->command = command_of(*words);
        desk.code = run(desk.voice(), *words);
    });
}

}  // namespace linghe::app
