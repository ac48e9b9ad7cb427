#include "fight.hpp"

#include <algorithm>
#include <cstdio>

#include "linghe/base/hash.hpp"
#include "linghe/lab/plan.hpp"

namespace linghe::app {

std::string clock_text(const model::Model& model, base::Tick tick) {
    const double s = base::seconds_of(tick - model.clock_zero);
    const long whole = static_cast<long>(s < 0 ? -s : s);
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%c%02ld:%02ld", s < 0 ? '-' : '+', whole / 60, whole % 60);
    return buffer;
}

int fight(const Voice& voice, const Fight& how, sim::Engine& engine, record::RunFolder* folder) {
    const model::Model& model = engine.model();
    base::Tick end = model.end_tick;
    if (how.until_s >= 0) end = std::min(end, model.clock_zero + base::ticks_from_s(how.until_s));
    Progress progress(voice, model.title.en, static_cast<double>(end), how.progress_lines);
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
    const std::string& where = how.where;
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

}  // namespace linghe::app
