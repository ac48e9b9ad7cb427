// Engine: State (world + beliefs + intents), the step, and the ways to save, load, hash and compare it.
// Used by record, lab, apps, tests and bindings.
// Never reads a file, a clock or an environment variable; never prints.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/belief/beliefs.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::sim {

/// All that changes during a run.
struct State {
    world::World world;
    belief::Beliefs beliefs;
    intent::Intents intents;

    /// visitor(table name, table&) for every saved table, in fixed order.
    template <class V>
    void visit_tables(V&& visitor) {
        world.visit_tables(visitor);
        beliefs.visit_tables(visitor);
        intents.visit_tables(visitor);
    }
    template <class V>
    void visit_tables(V&& visitor) const {
        const_cast<State*>(this)->visit_tables(visitor);
    }
};

/// State at tick 0 as the model says.
[[nodiscard]] base::Result<State> make_state(const model::Model& model);

/// Hash of all saved tables (XXH3 of each column's bytes, combined in order). Padding and caches never enter.
[[nodiscard]] std::uint64_t state_hash(const State& state);
struct ColumnHash {
    std::string table, column;
    std::uint64_t hash = 0;
};
[[nodiscard]] std::vector<ColumnHash> column_hashes(const State& state);

/// Self-describing bytes (layout hash, table and column names, element sizes, raw little-endian data).
[[nodiscard]] std::vector<std::byte> save_state(const State& state);
/// Refuses another layout, a damaged buffer, or a state of another model; never guesses.
[[nodiscard]] base::Result<State> load_state(const model::Model& model, std::span<const std::byte> bytes);
/// First differences in words ("men.fear_q16: 3 rows, first 20117: 40121 / 40122"), at most `most` lines; empty when equal.
[[nodiscard]] std::vector<std::string> diff(const State& a, const State& b, std::size_t most = 20);

/// Nanoseconds by stage are measured only when the caller gives a clock (benchmarks); the engine has none of its own.
using NanoClock = std::int64_t (*)();
struct StageTimes {
    std::vector<std::string> names;
    std::vector<std::int64_t> ns;
    std::uint64_t active_steps = 0;  ///< men who stepped, sleepers not counted
    std::uint64_t man_ticks = 0;     ///< men on the field times ticks
};

class Engine {
public:
    /// @param model outlives the engine.
    Engine(const model::Model& model, State state, jobs::Jobs& jobs);
    void step();
    [[nodiscard]] const State& state() const noexcept { return state_; }
    [[nodiscard]] State& mutable_state() noexcept { return state_; }
    [[nodiscard]] const model::Model& model() const noexcept { return *model_; }
    [[nodiscard]] bool finished() const noexcept { return state_.world.tick() >= model_->end_tick; }
    /// Events of the last step (with the notes of mind turned into events); valid until the next step.
    [[nodiscard]] const world::EventTable& events() const noexcept { return state_.world.events; }
    void measure(NanoClock clock) { clock_ = clock; }
    [[nodiscard]] const StageTimes& times() const noexcept { return times_; }

private:
    const model::Model* model_;
    State state_;
    jobs::Jobs* jobs_;
    NanoClock clock_ = nullptr;
    StageTimes times_;
};

}  // namespace linghe::sim
