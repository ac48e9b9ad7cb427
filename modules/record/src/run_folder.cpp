#include "linghe/record/run_folder.hpp"

#include <filesystem>

#include "codec.hpp"
#include "json.hpp"
#include "linghe/base/bytes.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/record/results.hpp"
#include "view_header.hpp"

namespace linghe::record {
namespace {

constexpr std::int64_t kHashTicks = 100;

std::string in(const std::string& folder, const char* name) { return folder + "/" + name; }

/// The seam knows no listing of directories; a real one is looked at, else the names of a run are.
bool holds_anything(base::FileSystem& fs, const std::string& folder) {
    for (const char* name :
         {kViewName, kStateName, kResultsName, kWarningsName, kManifestName, kPartialName}) {
        if (fs.exists(in(folder, name))) return true;
    }
    if (dynamic_cast<base::RealFileSystem*>(&fs) == nullptr) return false;
    std::error_code ignored;
    return std::filesystem::is_directory(folder, ignored) && !std::filesystem::is_empty(folder, ignored);
}

base::Result<ManifestFile> file_entry(base::FileSystem& fs, const std::string& folder, const char* name) {
    LINGHE_TRY(base::File file, fs.open_read(in(folder, name)));
    ManifestFile entry{name, 0, ""};
    std::uint32_t crc = 0;
    base::Result<void> done;
    const auto size = fs.size(file);
    if (!size.ok()) done = size.error();
    std::vector<std::byte> piece(std::size_t{1} << 20);
    while (done.ok() && entry.bytes < size.value()) {
        const std::uint64_t left = size.value() - entry.bytes;
        const std::span<std::byte> part(piece.data(),
                                        left < piece.size() ? static_cast<std::size_t>(left) : piece.size());
        done = fs.read_at(file, entry.bytes, part);
        crc = base::crc32c(part, crc);
        entry.bytes += part.size();
    }
    const auto closed = fs.close(file);
    LINGHE_CHECK_OK(done);
    LINGHE_CHECK_OK(closed);
    entry.crc32c = base::hex16(crc).substr(8);
    return entry;
}

Manifest begin_manifest(const model::Model& m, const RunInfo& info) {
    Manifest out;
    out.state = "running";
    out.release = info.release;
    out.build = info.build;
    out.command = info.command;
    out.scenario_path = info.scenario_path;
    out.settings = info.settings;
    out.interventions_given = info.interventions;
    out.warnings = info.warnings;
    out.scenario_id = m.scenario_id;
    out.title_en = m.title.en;
    out.title_zh = m.title.zh;
    out.scenario_hash = m.scenario_hash;
    out.seed = m.seed;
    ViewOptions none;
    out.without = make_view_header(m, 0, none).without;
    for (const auto& i : m.interventions) out.interventions.push_back(i.text);
    out.men = static_cast<std::uint32_t>(m.men.size());
    out.units = static_cast<std::uint32_t>(m.units.size());
    out.persons = static_cast<std::uint32_t>(m.persons.size());
    out.end_tick = m.end_tick;
    out.clock_zero_tick = m.clock_zero;
    out.keyframe_spacing_ticks = info.keyframe_ticks;
    return out;
}

base::Error usage(const std::string& folder, const std::string& what, const std::string& hint) {
    return {base::ErrorCode::usage, folder, what, hint};
}

base::Result<void> may_fork(const Manifest& old, const ForkFrom& from, const RunInfo& info) {
    if (old.release != info.release)
        return usage(from.folder,
                     "this run was fought by release " + old.release + "; this is " + info.release +
                         ", in which battles may differ",
                     "fork it with release " + old.release + ", or fight it again with this one");
    if (old.scenario_hash != from.model->scenario_hash)
        return usage(from.folder, "the scenario of this run, or its data, has changed since it was fought",
                     "give it back its old form, or fight the battle again");
    if (from.tick < 0 || from.tick > old.tick || from.tick >= old.end_tick)
        return usage(from.folder,
                     "this run holds no moment " + std::to_string(from.tick / base::kTicksPerSecond) +
                         " s after its first",
                     "it came to " + std::to_string(old.tick / base::kTicksPerSecond) + " s of " +
                         std::to_string(old.end_tick / base::kTicksPerSecond) + " s");
    return {};
}

}  // namespace

base::Result<Manifest> read_manifest(base::FileSystem& fs, const std::string& folder) {
    for (const char* name : {kManifestName, kPartialName}) {
        if (!fs.exists(in(folder, name))) continue;
        LINGHE_TRY(const std::string text, fs.read_text(in(folder, name), std::uint64_t{64} << 20));
        auto read = manifest_from_json(text);
        if (read.ok()) return read;
        base::Error error = read.error();
        error.where = name;  // of the two the one that was read
        return error;
    }
    return usage(folder, "this folder holds no run of Linghe", "give the folder that was named with --out");
}

base::Result<Manifest> resumable(base::FileSystem& fs, const std::string& folder) {
    LINGHE_TRY(Manifest m, read_manifest(fs, folder));
    if (m.state == "finished") return usage(folder, "this run is finished; there is nothing to resume", "");
    return m;
}

struct RunFolder::Impl {
    Impl(base::FileSystem& f, std::string dir, const model::Model& m, ViewWriter v, StateWriter s)
        : fs(&f), folder(std::move(dir)), model(&m), view(std::move(v)), states(std::move(s)) {}

    base::FileSystem* fs;
    std::string folder;
    const model::Model* model;
    ViewWriter view;
    StateWriter states;
    Ledger ledger;
    Manifest manifest;
    base::Tick last_keyframe = 0;
    base::Tick spacing = kKeyframeTicks;
    std::uint64_t next_doubling = base::limits::kStateFileBytes / 2;
    bool keyframes_full = false, held = false;  ///< held: a fork before its moment writes no keyframe

    void note_progress(const sim::State& state) {
        manifest.tick = state.world.tick();
        manifest.seconds = view.seconds();
        manifest.record_hash = view.record_hash();
        manifest.keyframe_spacing_ticks = spacing;
    }

    base::Result<void> write_partial() {
        return base::atomic_write(*fs, in(folder, kPartialName), std::string_view(manifest_json(manifest)));
    }

    Stream save_notes() const {
        Stream s;
        put_u64(s, static_cast<std::uint64_t>(spacing));
        put_u64(s, next_doubling);
        put_varint(s, manifest.hashes.size());
        for (const TickHash& h : manifest.hashes) {
            put_varint(s, static_cast<std::uint64_t>(h.tick));
            put_u64(s, h.root);
        }
        return s;
    }
    bool load_notes(std::span<const std::byte> bytes) {
        Cursor c(as_u8(bytes));
        spacing = static_cast<base::Tick>(c.u64());
        next_doubling = c.u64();
        manifest.hashes.resize(c.count(9));
        for (TickHash& h : manifest.hashes) {
            h.tick = static_cast<std::int64_t>(c.varint());
            h.root = c.u64();
        }
        return c.ok && spacing > 0;
    }

    /// The view first, so that a keyframe never speaks of chunks that a cut could still take.
    base::Result<void> keyframe(const sim::State& state) {
        LINGHE_CHECK_OK(view.flush());
        Keyframe k;
        k.tick = state.world.tick();
        k.root_hash = sim::state_hash(state);
        k.state = sim::save_state(state);
        k.view = view.save();
        k.ledger = ledger.save();
        const Stream notes = save_notes();
        const auto bytes = as_bytes_of(notes);
        k.folder.assign(bytes.begin(), bytes.end());
        LINGHE_TRY(const bool written, states.append(k));
        if (!written && !keyframes_full) {
            keyframes_full = true;
            manifest.warnings.push_back("state.lgs is full (256 MB): no keyframes after tick " +
                                        std::to_string(last_keyframe));
        }
        if (written) last_keyframe = k.tick;
        while (states.bytes_written() >= next_doubling && spacing < (base::Tick{1} << 40)) {
            spacing *= 2;
            next_doubling += (base::limits::kStateFileBytes - next_doubling) / 2;
            if (next_doubling + 4096 > base::limits::kStateFileBytes) break;
        }
        manifest.root_hash = k.root_hash;
        note_progress(state);
        return write_partial();
    }
};

RunFolder::RunFolder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder& RunFolder::operator=(RunFolder&&) noexcept = default;
RunFolder::~RunFolder() = default;

base::Result<RunFolder> RunFolder::create(base::FileSystem& fs, const std::string& folder,
                                          const model::Model& model, const sim::State& state,
                                          const RunInfo& info, std::vector<Probe> probes) {
    if (holds_anything(fs, folder)) {
        const bool run = fs.exists(in(folder, kManifestName)) || fs.exists(in(folder, kPartialName));
        return usage(
            folder,
            run ? "this folder holds a run already; it is not overwritten" : "this folder is not empty",
            run ? "name another folder, or go on with --resume if that run was broken off"
                : "name a new folder");
    }
    LINGHE_CHECK_OK(fs.make_dirs(folder));
    LINGHE_TRY(StateWriter states, StateWriter::create(fs, in(folder, kStateName),
                                                       {info.release, model.scenario_hash, model.seed,
                                                        static_cast<std::uint32_t>(model.men.size())}));
    ViewOptions options;
    options.release = info.release;
    options.build = info.build;
    LINGHE_TRY(ViewWriter view, ViewWriter::create(fs, in(folder, kViewName), model, state, options));
    auto impl = std::make_unique<Impl>(fs, folder, model, std::move(view), std::move(states));
    impl->spacing = info.keyframe_ticks;
    impl->manifest = begin_manifest(model, info);
    impl->ledger = Ledger(model, state, std::move(probes));
    impl->manifest.hashes.push_back({0, sim::state_hash(state)});
    LINGHE_CHECK_OK(impl->keyframe(state));
    return RunFolder(std::move(impl));
}

base::Result<RunFolder> RunFolder::resume(base::FileSystem& fs, const std::string& folder,
                                          const model::Model& model, const RunInfo& info,
                                          std::vector<Probe> probes, sim::State& state) {
    LINGHE_TRY(const Manifest old, resumable(fs, folder));
    if (old.scenario_hash != model.scenario_hash || old.seed != model.seed) {
        return usage(
            folder, "this run is of another scenario or seed than the one given",
            "give scenario " + old.scenario_id + " as it was, with seed " + std::to_string(old.seed));
    }
    if (old.release != info.release) {
        return usage(folder,
                     "this run was begun by release " + old.release + "; this is " + info.release +
                         ", in which battles may differ",
                     "resume it with release " + old.release);
    }
    for (const char* name : {kStateName, kViewName}) {
        if (fs.exists(in(folder, name))) continue;
        return base::Error{base::ErrorCode::corrupt, in(folder, name), "the run has lost this file",
                           "put it back from a copy, or run the battle again into another folder"};
    }
    LINGHE_TRY(const StateFile file, read_state_file(fs, in(folder, kStateName)));
    std::string why = "it holds none";
    for (std::size_t k = file.keyframes.size(); k > 0; --k) {
        const KeyframeInfo& at = file.keyframes[k - 1];
        const auto keyframe = read_keyframe(fs, in(folder, kStateName), at);
        if (!keyframe.ok()) {
            why = keyframe.error().message;
            continue;
        }
        auto loaded = sim::load_state(model, keyframe->state);
        if (!loaded.ok()) return loaded.error();
        if (sim::state_hash(loaded.value()) != at.root_hash) {
            why = "its state does not give its root hash";
            continue;
        }
        ViewOptions options;
        options.release = info.release;
        options.build = info.build;
        auto view =
            ViewWriter::resume(fs, in(folder, kViewName), model, loaded.value(), keyframe->view, options);
        if (!view.ok()) {
            if (view.error().code == base::ErrorCode::io) return view.error();
            why = view.error().message;
            continue;
        }
        LINGHE_TRY(StateWriter states, StateWriter::resume(fs, in(folder, kStateName), at));
        auto impl = std::make_unique<Impl>(fs, folder, model, view.take(), std::move(states));
        impl->manifest = old;
        impl->manifest.state = "running";
        impl->ledger = Ledger(model, loaded.value(), std::move(probes));
        if (!impl->ledger.load(keyframe->ledger) || !impl->load_notes(keyframe->folder)) {
            return base::Error{base::ErrorCode::corrupt, in(folder, kStateName),
                               "the notes of its last keyframe do not fit (other probes, or damage)",
                               "resume with the settings of the run, or run the battle again"};
        }
        impl->last_keyframe = at.tick;
        impl->manifest.root_hash = at.root_hash;
        if (at.tick <
            old.tick)  // a keyframe is on the disk before the manifest tells of it: damage, not a cut
            impl->manifest.warnings.push_back("the record was damaged (" +
                                              (k < file.keyframes.size()  ? why
                                               : file.dropped_why.empty() ? std::string("its end is gone")
                                                                          : file.dropped_why) +
                                              "): gone on from second " + std::to_string(at.tick / 10) +
                                              ", what was fought up to second " +
                                              std::to_string(old.tick / 10) + " is fought again");
        impl->note_progress(loaded.value());
        LINGHE_CHECK_OK(impl->write_partial());
        state = loaded.take();
        return RunFolder(std::move(impl));
    }
    return base::Error{base::ErrorCode::corrupt, in(folder, kStateName),
                       "no keyframe can be resumed from: " + why, "run the battle again into another folder"};
}

base::Result<void> RunFolder::after_step(const sim::State& state) {
    Impl& m = *impl_;
    m.ledger.after_step(state);
    LINGHE_CHECK_OK(m.view.after_step(state));
    const base::Tick tick = state.world.tick();
    if (tick % kHashTicks == 0) m.manifest.hashes.push_back({tick, sim::state_hash(state)});
    if (tick % m.spacing == 0 && tick < m.model->end_tick && !m.held) return m.keyframe(state);
    return {};
}

base::Result<RunFolder> RunFolder::fork(base::FileSystem& fs, const ForkFrom& from, const std::string& folder,
                                        const model::Model& model, const RunInfo& info, const ForkNote& note,
                                        std::vector<Probe> probes, sim::State& state) {
    LINGHE_TRY(const Manifest old, read_manifest(fs, from.folder));
    LINGHE_CHECK_OK(may_fork(old, from, info));
    if (holds_anything(fs, folder))
        return usage(folder, "this folder is not empty; nothing of yours is overwritten",
                     "name a new folder");
    LINGHE_TRY(const StateFile file, read_state_file(fs, in(from.folder, kStateName)));
    std::string why = "it holds none so early";
    for (std::size_t k = file.keyframes.size(); k > 0; --k) {
        const KeyframeInfo& at = file.keyframes[k - 1];
        if (at.tick > from.tick) continue;
        const auto keyframe = read_keyframe(fs, in(from.folder, kStateName), at);
        if (!keyframe.ok()) {
            why = keyframe.error().message;
            continue;
        }
        LINGHE_TRY(sim::State loaded, sim::load_state(*from.model, keyframe->state));
        if (sim::state_hash(loaded) != at.root_hash) {
            why = "its state does not give its root hash";
            continue;
        }
        LINGHE_CHECK_OK(fs.make_dirs(folder));
        ViewOptions options;
        options.release = info.release;
        options.build = info.build;
        auto view = ViewWriter::fork(fs, in(from.folder, kViewName), in(folder, kViewName), model, loaded,
                                     keyframe->view, options);
        if (!view.ok()) return view.error();
        LINGHE_TRY(StateWriter states, StateWriter::create(fs, in(folder, kStateName),
                                                           {info.release, model.scenario_hash, model.seed,
                                                            static_cast<std::uint32_t>(model.men.size())}));
        auto impl = std::make_unique<Impl>(fs, folder, model, view.take(), std::move(states));
        impl->manifest = begin_manifest(model, info);
        impl->manifest.fork = note;
        impl->ledger = Ledger(model, loaded, std::move(probes));
        if (!impl->ledger.load(keyframe->ledger) || !impl->load_notes(keyframe->folder))
            return base::Error{base::ErrorCode::corrupt, in(from.folder, kStateName),
                               "the notes of its keyframe do not fit (other probes, or damage)",
                               "run the battle again into another folder"};
        impl->spacing = info.keyframe_ticks;  // its state file begins anew
        impl->next_doubling = base::limits::kStateFileBytes / 2;
        impl->held = true;
        state = std::move(loaded);
        return RunFolder(std::move(impl));
    }
    return base::Error{
        base::ErrorCode::corrupt, in(from.folder, kStateName), "no keyframe can be left from: " + why,
        "name a later moment (a fork holds no states from before it), or fork the run it came from"};
}

base::Result<void> RunFolder::part(const sim::State& state) {
    impl_->held = false;
    impl_->manifest.fork.root_hash = sim::state_hash(state);
    return impl_->keyframe(state);
}

base::Result<void> RunFolder::suspend(const sim::State& state) {
    Impl& m = *impl_;
    m.manifest.state = "suspended";
    if (m.last_keyframe != state.world.tick()) LINGHE_CHECK_OK(m.keyframe(state));
    LINGHE_CHECK_OK(m.view.finish(true));
    LINGHE_CHECK_OK(m.states.finish());
    m.note_progress(state);
    return m.write_partial();
}

base::Result<void> RunFolder::finish(const sim::State& state) {
    Impl& m = *impl_;
    // The last keyframe lets others fork from the end, and a run cut from here on be finished again.
    if (m.last_keyframe != state.world.tick()) LINGHE_CHECK_OK(m.keyframe(state));
    m.ledger.finish(state);
    LINGHE_CHECK_OK(m.view.finish());
    LINGHE_CHECK_OK(m.states.finish());
    m.note_progress(state);
    m.manifest.root_hash = sim::state_hash(state);
    m.manifest.state = "finished";
    std::string note;
    LINGHE_CHECK_OK(write_results(*m.fs, in(m.folder, kResultsName), *m.model, m.ledger, m.manifest, &note));
    if (!note.empty()) m.manifest.warnings.push_back(note);
    LINGHE_CHECK_OK(base::atomic_write(*m.fs, in(m.folder, kWarningsName),
                                       std::string_view(warnings_json(m.manifest.warnings))));
    for (const char* name : {kViewName, kStateName, kResultsName, kWarningsName}) {
        LINGHE_TRY(ManifestFile entry, file_entry(*m.fs, m.folder, name));
        m.manifest.files.push_back(std::move(entry));
    }
    LINGHE_CHECK_OK(
        base::atomic_write(*m.fs, in(m.folder, kManifestName), std::string_view(manifest_json(m.manifest))));
    return m.fs->remove(in(m.folder, kPartialName));
}

const Ledger& RunFolder::ledger() const noexcept { return impl_->ledger; }
const Manifest& RunFolder::manifest() const noexcept { return impl_->manifest; }

}  // namespace linghe::record
