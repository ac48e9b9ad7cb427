// linghe fork: leaves a run at a moment with something changed, and fights on from there into a folder of its own.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "build_string.hpp"
#include "commands.hpp"
#include "fight.hpp"
#include "folder_lock.hpp"
#include "linghe/base/file.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/base/text.hpp"
#include "linghe/lab/plan.hpp"
#include "linghe/record/probes.hpp"
#include "option_words.hpp"
#include "run_source.hpp"
#include "scenario_source.hpp"

namespace linghe::app {
namespace {

struct Words {
    std::string run, out, at;
    double at_s = -1;  // of the record; below zero: not given
    std::uint64_t seed = 0;
    std::vector<std::string> set, without, interventions;
    unsigned threads = 0;
    bool progress_lines = false;
};

/// An intervention without its moment or its name gets those of the fork.
std::string completed(std::string table, double at_s, std::size_t number) {
    const auto names = [&table](const std::string& key) {
        for (std::size_t at = table.find(key); at != std::string::npos; at = table.find(key, at + 1)) {
            const char before = at == 0 ? '{' : table[at - 1];
            const std::size_t behind = table.find_first_not_of(" \t", at + key.size());
            if ((before == '{' || before == ',' || before == ' ' || before == '\t') &&
                behind != std::string::npos && table[behind] == '=')
                return true;
        }
        return false;
    };
    const std::size_t open = table.find('{');
    if (open == std::string::npos) return table;  // the reader says what is wrong with it
    std::string more;
    if (!names("id")) more += " id = \"fork-" + std::to_string(number + 1) + "\",";
    if (!names("at_s")) more += " at_s = " + base::to_text(at_s) + ",";
    const std::size_t first = table.find_first_not_of(" \t", open + 1);
    if (first != std::string::npos && table[first] == '}' && !more.empty()) more.pop_back();
    return table.insert(open + 1, more);
}

/// The battle as it was, and as it goes on.
struct Pair {
    LoadedScenario old, changed;
    record::RunInfo info;
    record::ForkNote note;
    base::Tick tick = 0;
};

std::vector<std::string> joined(std::vector<std::string> list, const std::vector<std::string>& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
}

std::vector<std::string> told_changes(const Words& words, const std::vector<std::string>& interventions) {
    std::vector<std::string> changes;
    for (const auto& s : words.set) changes.push_back("--set " + s);
    for (const auto& s : words.without) changes.push_back("--without " + s);
    for (const auto& s : interventions) changes.push_back("--intervention " + s);
    if (words.seed != 0) changes.push_back("--seed " + std::to_string(words.seed));
    return changes;
}

/// Nothing forced from outside may have been due before the fork: it would never come.
base::Result<void> in_time(const model::Model& old, const model::Model& changed, base::Tick tick) {
    const auto due = [tick](const model::Model& m) {
        return std::count_if(m.interventions.begin(), m.interventions.end(),
                             [tick](const auto& v) { return v.tick < tick; });
    };
    if (due(old) == due(changed)) return {};
    return base::Error{
        base::ErrorCode::usage, "--intervention", "it is to come before the moment of the fork",
        "name an at_s of " + base::to_text(base::seconds_of(tick)) + " or later, or an earlier --at"};
}

base::Result<Pair> load_pair(base::FileSystem& fs, const Voice& voice, const Words& words,
                             const record::Manifest& m) {
    const std::uint64_t setup = m.fork.tick >= 0 ? m.fork.setup_seed : m.seed;
    const std::string scenario = m.scenario_path.empty() ? m.scenario_id : m.scenario_path;
    Pair pair;
    pair.tick = words.at_s >= 0 ? base::ticks_from_s(words.at_s) : 0;
    if (words.at_s < 0) {
        LINGHE_TRY(const double at, clock_s("--at", words.at));
        pair.tick = m.clock_zero_tick + base::ticks_from_s(at);
    }
    std::vector<std::string> added;
    for (std::size_t i = 0; i < words.interventions.size(); ++i)
        added.push_back(completed(words.interventions[i], base::seconds_of(pair.tick), i));
    LINGHE_TRY(pair.old, load_scenario(fs, voice_of(true, false),
                                       {scenario, setup, m.settings, m.without, m.interventions_given}));
    const auto all = joined(m.interventions_given, added);
    LINGHE_TRY(pair.changed, load_scenario(fs, voice,
                                           {scenario, setup, joined(m.settings, words.set),
                                            joined(m.without, words.without), all}));
    pair.old.loaded.model.seed = m.seed;
    pair.changed.loaded.model.seed = words.seed != 0 ? words.seed : m.seed;
    LINGHE_CHECK_OK(in_time(pair.old.loaded.model, pair.changed.loaded.model, pair.tick));
    pair.info.release = LINGHE_VERSION;
    pair.info.build = build_string();
    pair.info.scenario_path = scenario;
    pair.info.settings = joined(m.settings, words.set);
    pair.info.interventions = all;
    pair.info.warnings = pair.changed.warnings;
    pair.note.of = std::filesystem::path(words.run).lexically_normal().filename().string();
    pair.note.tick = pair.tick;
    pair.note.setup_seed = setup == 0 ? 1 : setup;
    pair.note.changes = told_changes(words, added);
    pair.info.command =
        "linghe fork " + lab::shell_word(words.run) + " --at-s " + base::to_text(base::seconds_of(pair.tick));
    for (const auto& change : pair.note.changes) {
        const auto space = change.find(' ');
        pair.info.command += " " + change.substr(0, space) + " " + lab::shell_word(change.substr(space + 1));
    }
    return pair;
}

constexpr int kGoOn = -1;

/// Steps the old battle to the moment, held against the hashes of its record. kGoOn, or an exit code.
int catch_up(const Voice& voice, const Words& words, const record::Manifest& m, base::Tick until,
             sim::Engine& engine, record::RunFolder& folder) {
    std::map<std::int64_t, std::uint64_t> wanted;
    for (const auto& h : m.hashes) wanted[h.tick] = h.root;
    Progress progress(voice, "To the moment of the fork", static_cast<double>(until), words.progress_lines);
    while (engine.state().world.tick() < until) {
        if (stop_asked()) {
            progress.done();
            say(voice,
                "Stopped before the moment of the fork; nothing is left of it. Give the command again.");
            return kStopped;
        }
        engine.step();
        if (const auto kept = folder.after_step(engine); !kept.ok()) return complain(voice, kept.error());
        const base::Tick now = engine.state().world.tick();
        progress.at(static_cast<double>(now), clock_text(engine.model(), now));
        const auto hash = wanted.find(now);
        if (hash == wanted.end() || hash->second == sim::state_hash(engine.state())) continue;
        progress.done();
        (void)complain(
            voice,
            {base::ErrorCode::run_failed, words.run,
             "fought again, this battle differs from its record at " + clock_text(engine.model(), now),
             "the record was made by another build of this release, or the program or machine is at fault: "
             "fight the battle again, and report it if it stays so"});
        return kDiffer;
    }
    progress.done();
    return kGoOn;
}

/// The folder of a fork that never came to its moment.
void take_away(const std::string& folder) {
    std::error_code ignored;
    for (const char* name : {record::kViewName, record::kStateName, record::kPartialName})
        std::filesystem::remove(folder + "/" + name, ignored);
    std::filesystem::remove(folder, ignored);
}

int fork(const Voice& voice, const Words& words) {
    base::RealFileSystem fs;
    if (words.at.empty() == (words.at_s < 0))
        return complain(voice, {base::ErrorCode::usage, "linghe fork", "at which moment?",
                                "--at MM:SS, after the start"});
    const auto manifest = manifest_of(fs, words.run);
    if (!manifest.ok()) return complain(voice, manifest.error());
    auto loaded = load_pair(fs, voice, words, manifest.value());
    if (!loaded.ok()) return complain(voice, loaded.error());
    Pair pair = loaded.take();
    if (pair.note.changes.empty())
        return complain(voice, {base::ErrorCode::usage, "linghe fork", "what is to be changed?",
                                "--intervention, --set, --without or --seed"});
    const model::Model &old = pair.old.loaded.model, &changed = pair.changed.loaded.model;
    listen_for_stop();
    sim::State state;
    const auto probes = record::builtin_probes(changed);
    auto made = record::RunFolder::fork(fs, {words.run, pair.tick, &old}, words.out, changed, pair.info,
                                        pair.note, probes, state);
    if (!made.ok()) return complain(voice, made.error());
    record::RunFolder folder = made.take();
    auto lock = FolderLock::take(words.out);
    if (!lock.ok()) return complain(voice, lock.error());
    jobs::Jobs jobs(words.threads);
    {
        sim::Engine before(old, std::move(state), jobs);
        const int code = catch_up(voice, words, manifest.value(), pair.tick, before, folder);
        if (code != kGoOn) {
            take_away(words.out);
            return code;
        }
        // By its saved form, which refuses a battle of other men: a change of numbers cannot be made in the midst of one.
        auto passed = sim::load_state(changed, sim::save_state(before.state()));
        if (!passed.ok()) {
            take_away(words.out);
            return complain(
                voice,
                {base::ErrorCode::usage, "linghe fork", "the change makes it another battle",
                 "men, units and persons stay as they are in a fork; for others, run the battle anew"});
        }
        state = passed.take();
    }
    if (const auto parted = folder.part(state); !parted.ok()) return complain(voice, parted.error());
    sim::Engine engine(changed, std::move(state), jobs);
    Fight how;
    how.where = words.out;
    how.progress_lines = words.progress_lines;
    return fight(voice, how, engine, &folder);
}

}  // namespace

void add_fork(CLI::App& app, Desk& desk) {
    auto* verb = app.add_subcommand("fork", "leave a run at a moment with something changed, and fight on");
    auto words = std::make_shared<Words>();
    verb->add_option("run", words->run, "folder of the run that is left")->required();
    verb->add_option("--at", words->at, "the moment, MM:SS after the start");
    verb->add_option("--at-s", words->at_s,
                     "the same in seconds since the first of the record, as at_s of interventions")
        ->check(CLI::Range(0.0, 1e7));
    verb->add_option("--out", words->out, "folder of the new run; must not be there yet")->required();
    verb->add_option("--seed", words->seed, "other luck from the moment on (the men stay who they are)")
        ->check(whole_number(1, kMostSeed));
    const auto list = [verb](const char* name, std::vector<std::string>& to, const char* help) {
        verb->add_option(name, to, help)->allow_extra_args(false)->type_name("TEXT");
    };
    list("--intervention", words->interventions,
         "a change forced from outside; without at_s at the moment itself: '{ kind = \"set_wind\", speed_m_s "
         "= 5, from_deg "
         "= 0 }'");
    list("--set", words->set,
         "path=value from the moment on: a parameter, e.g. parameters.percept.ear_sd_db=3");
    list("--without", words->without, "take a model out from the moment on: drum, banner, smoke ...");
    verb->add_option("--threads", words->threads, "0: all cores (the result is the same for any number)")
        ->check(whole_number(0, 256));
    verb->add_flag("--progress-lines", words->progress_lines,
                   "progress as lines of JSON on standard error, at most five a second, for programs");
    add_manners(*verb, desk);
    verb->callback([&desk, words] { desk.code = fork(desk.voice(), *words); });
}

}  // namespace linghe::app
