// What: the folder of one run: view.lgv, state.lgs, results.gpkg, warnings.json, manifest.json; begun, kept,
// resumed, ended.
// Who: `linghe run`, `linghe demo`, bindings; whoever steps an engine and wants a record of it.
// Never: overwrites an earlier run; never leaves half a file under a final name; never changes State.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"
#include "linghe/record/ledger.hpp"
#include "linghe/record/manifest.hpp"
#include "linghe/record/state_file.hpp"
#include "linghe/record/view_writer.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::record {

inline constexpr const char* kViewName = "view.lgv";
inline constexpr const char* kStateName = "state.lgs";
inline constexpr const char* kResultsName = "results.gpkg";
inline constexpr const char* kWarningsName = "warnings.json";
inline constexpr const char* kManifestName = "manifest.json";
inline constexpr const char* kPartialName = "manifest.partial.json";

/// What the manifest tells besides what Model and State tell.
struct RunInfo {
    std::string release = "0.1.0", build, command, scenario_path;
    std::vector<std::string> settings;           ///< --set as given
    std::vector<std::string> interventions;      ///< --intervention as given
    std::vector<std::string> warnings;           ///< of the scenario reader
    base::Tick keyframe_ticks = kKeyframeTicks;  ///< a multiple of 600
};

/// The run that is left by a fork.
struct ForkFrom {
    std::string folder;
    base::Tick tick = 0;  ///< at which it is left
    const model::Model* model = nullptr;
};

class RunFolder {
public:
    /// Makes the folder and begins the record with the state at tick 0. Errors: usage when the folder holds
    /// anything
    /// already; io when it cannot be written.
    static base::Result<RunFolder> create(base::FileSystem& fs, const std::string& folder,
                                          const model::Model& model, const sim::State& state,
                                          const RunInfo& info, std::vector<Probe> probes);
    /// Goes on with a run that was suspended or killed: from its last keyframe that is whole and whose view
    /// is whole.
    /// `state` gets the state to go on from. Errors: usage when there is no run, when it is finished, or when
    /// `model` is of
    /// another scenario, seed or release; corrupt when no keyframe is whole.
    static base::Result<RunFolder> resume(base::FileSystem& fs, const std::string& folder,
                                          const model::Model& model, const RunInfo& info,
                                          std::vector<Probe> probes, sim::State& state);
    /// Begins a run that leaves another one at a tick: its record up to the nearest whole keyframe is copied, `state` gets
    /// the state of that keyframe. Step on with the old model to the tick, with after_step; then call part(), and step
    /// with `model`. Until then the folder holds no keyframe and cannot be resumed.
    /// Errors: usage (no run, another release, a tick it did not reach, a folder that holds anything); corrupt; io.
    static base::Result<RunFolder> fork(base::FileSystem& fs, const ForkFrom& from, const std::string& folder,
                                        const model::Model& model, const RunInfo& info, const ForkNote& note,
                                        std::vector<Probe> probes, sim::State& state);
    /// The moment of the fork: the first keyframe of this run.
    base::Result<void> part(const sim::State& state);
    RunFolder(RunFolder&&) noexcept;
    RunFolder& operator=(RunFolder&&) noexcept;
    ~RunFolder();

    /// Call once after every step. After an error the run cannot be recorded further; what is there stays
    /// readable.
    base::Result<void> after_step(const sim::Engine& engine) { return after_step(engine.state()); }
    base::Result<void> after_step(const sim::State& state);
    /// Keyframe at the present tick, view readable to here, manifest says "suspended".
    base::Result<void> suspend(const sim::State& state);
    /// results.gpkg, warnings, then the manifest as the last.
    base::Result<void> finish(const sim::State& state);

    [[nodiscard]] const Ledger& ledger() const noexcept;
    [[nodiscard]] const Manifest& manifest() const noexcept;

private:
    struct Impl;
    explicit RunFolder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Seed, --set and scenario path of a run that is to be resumed: what the caller needs to build its Model
/// again.
/// (read_manifest gives them; this only says whether the folder can be resumed, and why not.)
base::Result<Manifest> resumable(base::FileSystem& fs, const std::string& folder);

}  // namespace linghe::record
