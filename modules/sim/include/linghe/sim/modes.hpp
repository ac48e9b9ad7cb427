// modes: the ways of running one battle that must all end in one hash (normal, heavy, validate, shuffled; any threads).
// Used by every room's determinism tests, by linghe-tiny and by the determinism suite.
// Never used to produce results: heavy and validate cost several times a plain run.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "linghe/base/result.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::sim {

enum class Mode : std::uint8_t {
    normal,    ///< as users run it
    heavy,     ///< saved, destroyed and loaded again before every tick: what is not in the state is lost
    validate,  ///< every tick is done twice from one state; both must end alike
    shuffled,  ///< chunks in random order on one thread
};
[[nodiscard]] base::Result<Mode> mode_named(std::string_view name);

struct ModeRun {
    std::uint64_t hash = 0;        ///< state hash after the last tick
    std::uint64_t event_hash = 0;  ///< of all events of all ticks, in order
    std::string trouble;           ///< validate: first differences; empty when all is well
};

/// Runs `ticks` ticks from the state at T0. `watch` (may be empty) sees every state after its step.
/// @param threads 1..64; ignored by Mode::shuffled.
[[nodiscard]] base::Result<ModeRun> run_in_mode(const model::Model& model, base::Tick ticks, Mode mode,
                                                unsigned threads, std::uint64_t shuffle_seed = 1,
                                                const std::function<void(const State&)>& watch = {});

}  // namespace linghe::sim
