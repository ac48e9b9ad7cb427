#include "linghe/sim/modes.hpp"

#include "linghe/base/hash.hpp"

namespace linghe::sim {
namespace {

std::uint64_t hash_events(const world::EventTable& events, std::uint64_t hash) {
    events.visit([&](const base::ColumnInfo&, const auto& column) {
        hash = base::hash_mix(
            hash, base::hash_bytes(column.data(), column.size() * sizeof(column[0]), column.size()));
    });
    return hash;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) text += (text.empty() ? "" : "; ") + line;
    return text;
}

}  // namespace

base::Result<Mode> mode_named(std::string_view name) {
    if (name == "normal") return Mode::normal;
    if (name == "heavy") return Mode::heavy;
    if (name == "validate") return Mode::validate;
    if (name == "shuffled") return Mode::shuffled;
    return base::Error{base::ErrorCode::usage, "mode '" + std::string(name) + "'", "no such mode",
                       "use normal, heavy, validate or shuffled"};
}

base::Result<ModeRun> run_in_mode(const model::Model& model, base::Tick ticks, Mode mode, unsigned threads,
                                  std::uint64_t shuffle_seed,
                                  const std::function<void(const State&)>& watch) {
    jobs::Jobs jobs(mode == Mode::shuffled ? 1u : threads,
                    mode == Mode::shuffled ? jobs::Mode::shuffled : jobs::Mode::normal, shuffle_seed);
    LINGHE_TRY(auto start, make_state(model));
    Engine engine(model, std::move(start), jobs);
    ModeRun run;
    for (base::Tick t = 0; t < ticks; ++t) {
        if (mode == Mode::heavy) {
            const auto bytes = save_state(engine.state());
            engine.mutable_state() = State{};
            LINGHE_TRY(engine.mutable_state(), load_state(model, bytes));
        }
        if (mode == Mode::validate) {
            const auto bytes = save_state(engine.state());
            LINGHE_TRY(auto again, load_state(model, bytes));
            Engine twin(model, std::move(again), jobs);
            twin.step();
            engine.step();
            const auto lines = diff(engine.state(), twin.state(), 3);
            if (!lines.empty() && run.trouble.empty())
                run.trouble = "tick " + std::to_string(t) + ": " + joined(lines);
        } else {
            engine.step();
        }
        run.event_hash = hash_events(engine.events(), run.event_hash);
        if (watch) watch(engine.state());
    }
    run.hash = state_hash(engine.state());
    return run;
}

}  // namespace linghe::sim
