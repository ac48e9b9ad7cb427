// Batch: many runs of one scenario in one process: every arm under every seed, one row a run, resumable
// after any death.
// Called by apps/linghe, bindings and tests.
// Never lets a run depend on the worker that took it, on the runs before it or on how many there are.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/lab/measures.hpp"
#include "linghe/lab/plan.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::lab {

/// A plan that has been read and found sound. Run i is seed i / arms under arm i % arms, so that pairs end
/// together.
struct Prepared {
    Plan plan;
    std::vector<MeasureInfo> measures;
    std::int64_t end_tick = 0;      ///< of every run
    std::uint64_t fingerprint = 0;  ///< of all that decides a result; a log of another is not resumed
    std::size_t men = 0;
    [[nodiscard]] std::size_t runs() const noexcept { return plan.seeds.size() * plan.arms.size(); }
    [[nodiscard]] std::size_t arm_of(std::size_t run) const noexcept { return run % plan.arms.size(); }
    [[nodiscard]] std::uint64_t seed_of(std::size_t run) const noexcept {
        return plan.seeds[run / plan.arms.size()];
    }
};

/// Reads the scenario once for each arm. Errors: those of the reader (with the arm's name), unknown
/// measures with
/// did-you-mean (usage), a measure that needs a longer run (usage), an end after the battle's end (usage).
[[nodiscard]] base::Result<Prepared> prepare(Plan plan, std::vector<scenario::Problem>& problems);

/// One run as it stands in the log.
struct Row {
    std::uint64_t run = 0;
    std::uint64_t hash = 0;  ///< state hash at the end; 0 when it failed
    std::string failure;     ///< empty: ok
    double wall_s = 0;
    std::vector<Value> values;  ///< as Prepared::measures
    [[nodiscard]] bool ok() const noexcept { return failure.empty(); }
};

/// For tests: called after each step of a run with its engine; may throw, or spoil the state, as a bug would.
using Disturb = std::function<void(std::size_t run, sim::Engine& engine)>;
/// One run on the calling thread. Never throws: whatever goes wrong is the row's failure.
/// @param ticks_done  told every ten simulated seconds how many ticks more are done; may be empty.
[[nodiscard]] Row run_one(const Prepared& prepared, std::size_t run,
                          const std::function<void(std::int64_t)>& ticks_done = {},
                          const Disturb& disturb = {});

/// First breach of what must always hold (heads conserved, nobody fit off the map, states in range); empty
/// when sound.
[[nodiscard]] std::string breach(const model::Model& model, const sim::State& state);

struct Standing {
    double done = 0;  ///< share of all ticks, 0..1, resumed runs counted as done
    std::size_t runs = 0, failed = 0, of = 0;
};
struct BatchOptions {
    unsigned threads = 0;        ///< workers, 0: as many as the machine has cores
    std::string folder;          ///< empty: nothing is written
    bool resume = false;         ///< the folder's log is gone on with; else a folder with a log is refused
    std::function<bool()> stop;  ///< asked before each run; true: end after those that run
    std::function<void(const Standing&)> progress;  ///< called by the calling thread a few times a second
    Disturb disturb;                                ///< tests only
};
struct Outcome {
    std::vector<Row> rows;            ///< sorted by run
    bool stopped = false;             ///< some are missing: resume
    std::size_t resumed = 0;          ///< found in the log
    std::uint64_t dropped_bytes = 0;  ///< torn tail of the log that was cut off
    std::string dropped_why;
};
/// Writes folder/runs.log as runs end (each flushed), and at the end rows.csv, missing.csv, timings.csv,
/// summary.* and
/// datapackage.json, each whole or not at all. Only timings.csv depends on the machine.
[[nodiscard]] base::Result<Outcome> run_batch(base::FileSystem& fs, const Prepared& prepared,
                                              const BatchOptions& options);

/// The texts of the result files; the same for the same rows.
[[nodiscard]] std::string rows_csv(const Prepared& prepared, const std::vector<Row>& rows);
[[nodiscard]] std::string missing_csv(const Prepared& prepared, const std::vector<Row>& rows);
[[nodiscard]] std::string timings_csv(const Prepared& prepared, const std::vector<Row>& rows);
[[nodiscard]] std::string datapackage_json(const Prepared& prepared);

}  // namespace linghe::lab
