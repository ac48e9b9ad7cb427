// linghe-bench [--json] [--case NAME] [--threads N] [--ticks N] [--scalar] | --help: speed of the engine, case by case.
// Figures are of this machine and this hour; kernel_ratio is against a bare kernel timed in the same run.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "bare.hpp"
#include "battles.hpp"
#include "linghe/base/text.hpp"
#include "linghe/move/move.hpp"
#include "linghe/sim/engine.hpp"

// Counts every allocation of the program, to show that a step makes none once it is warm.
static std::atomic<std::uint64_t> allocations{0};
void* operator new(std::size_t n) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* p = std::malloc(n == 0 ? 1 : n)) return p;
    throw std::bad_alloc();
}
void* operator new(std::size_t n, std::align_val_t align) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    const auto a = static_cast<std::size_t>(align);
    if (void* p = std::aligned_alloc(a, (n + a - 1) / a * a)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace {

using namespace linghe;

/// Processor time of all threads of this program: what "per core-second" means, also on a machine with other work.
std::int64_t core_ns() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}
std::int64_t wall_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Wanted {
    bool json = false;
    std::string only;
    unsigned threads = 1;
    int ticks = 0;
};

struct Row {
    std::string name;
    std::size_t men = 0;
    double seconds = 0, core_seconds = 0, man_seconds = 0, active_steps = 0, ns_per_step = 0;
    std::vector<std::pair<std::string, double>> by_stage;
    double ns_per_man_tick = 0, bare_ns = 0, bare_scalar_ns = 0, ratio = 0, ratio_active = 0;
    double bytes_per_soldier = 0, allocations_per_tick = 0;
    std::uint64_t hash = 0;
    int ticks = 0;
};

/// Kilobytes of memory this process holds (Linux).
double resident_kb() {
    double pages = 0, resident = 0;
    if (std::FILE* f = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(f, "%lf %lf", &pages, &resident) != 2) resident = 0;
        std::fclose(f);
    }
    return resident * 4.0;
}

base::Result<Row> run_case(const bench::Case& c, const Wanted& wanted) {
    Row row;
    row.name = c.name;
    const double before_kb = resident_kb();
    LINGHE_TRY(const model::Model model, bench::model_of(c));
    jobs::Jobs jobs(wanted.threads);
    LINGHE_TRY(auto state, sim::make_state(model));
    sim::Engine engine(model, std::move(state), jobs);
    row.men = engine.state().world.men.size();
    for (int t = 0; t < c.warm_ticks; ++t) engine.step();
    sim::Engine timed(model, std::move(engine.mutable_state()), jobs);
    timed.measure(core_ns);
    timed.step();  // the first step of an engine may still grow its working memory
    const auto from_times = timed.times();
    const int ticks = wanted.ticks > 0 ? wanted.ticks : c.ticks;
    const std::uint64_t allocated = allocations.load();
    const std::int64_t from = core_ns(), wall_from = wall_ns();
    while (!timed.finished() && (ticks == 0 || row.ticks < ticks)) {
        timed.step();
        ++row.ticks;
    }
    const double ns = static_cast<double>(core_ns() - from);
    row.seconds = static_cast<double>(wall_ns() - wall_from) * 1e-9;
    row.allocations_per_tick = static_cast<double>(allocations.load() - allocated) / std::max(1, row.ticks);
    const auto& times = timed.times();
    const double steps = static_cast<double>(times.active_steps - from_times.active_steps);
    const double man_s = static_cast<double>(times.man_ticks - from_times.man_ticks) * 0.1;
    row.core_seconds = ns * 1e-9;
    row.man_seconds = man_s / row.core_seconds;
    row.active_steps = steps / row.core_seconds;
    row.ns_per_step = ns / std::max(1.0, steps);
    row.ns_per_man_tick = ns / std::max(1.0, man_s * 10.0);
    for (std::size_t i = 0; i < times.names.size(); ++i) {
        const double earlier = i < from_times.ns.size() ? static_cast<double>(from_times.ns[i]) : 0.0;
        row.by_stage.emplace_back(times.names[i],
                                  (static_cast<double>(times.ns[i]) - earlier) / std::max(1.0, steps));
    }
    row.bytes_per_soldier = (resident_kb() - before_kb) * 1024.0 / static_cast<double>(row.men);
    row.hash = sim::state_hash(timed.state());
    if (c.against_bare) {
        const int steps_bare = c.men > 500'000 ? 10 : 50, again = c.men > 500'000 ? 3 : 5;
        row.bare_ns = bench::time_bare(c.men, bench::has_avx2() ? bench::force_avx2 : bench::force_scalar,
                                       steps_bare, again);
        row.bare_scalar_ns = bench::time_bare(c.men, bench::force_scalar, steps_bare / 5, 3);
        // Both move every man of the field through the same time; the engine's men step as often as they need.
        row.ratio = row.ns_per_man_tick / row.bare_ns;
        row.ratio_active = row.ns_per_step / row.bare_ns;
    }
    return row;
}

void print_json(const Row& r, bool first) {
    std::printf(
        "%s\n  {\"case\": \"%s\", \"men\": %zu, \"ticks\": %d, \"seconds\": %.3f, \"core_seconds\": %.3f, "
        "\"man_seconds_per_core_s\": %.0f, "
        "\"active_steps_per_core_s\": %.0f, \"ns_per_active_step\": %.1f, \"ns_per_man_tick\": %.1f, "
        "\"ns_by_stage\": {",
        first ? "" : ",", r.name.c_str(), r.men, r.ticks, r.seconds, r.core_seconds, r.man_seconds,
        r.active_steps, r.ns_per_step, r.ns_per_man_tick);
    for (std::size_t i = 0; i < r.by_stage.size(); ++i) {
        std::printf("%s\"%s\": %.1f", i == 0 ? "" : ", ", r.by_stage[i].first.c_str(), r.by_stage[i].second);
    }
    std::printf("}, ");
    if (r.bare_ns > 0) {
        std::printf(
            "\"kernel_ratio\": %.2f, \"kernel_ratio_active\": %.2f, \"bare_kernel_ns\": %.1f, "
            "\"bare_scalar_ns\": %.1f, ",
            r.ratio, r.ratio_active, r.bare_ns, r.bare_scalar_ns);
    } else {
        std::printf("\"kernel_ratio\": null, ");
    }
    std::printf("\"bytes_per_soldier\": %.0f, \"allocations_per_tick\": %.3f, \"hash\": \"%016llx\"}",
                r.bytes_per_soldier, r.allocations_per_tick, static_cast<unsigned long long>(r.hash));
}

void print_text(const Row& r) {
    std::printf("%-20s %9zu men  %6.2f M man-s/core-s  %6.2f M steps/core-s  %7.1f ns/step", r.name.c_str(),
                r.men, r.man_seconds * 1e-6, r.active_steps * 1e-6, r.ns_per_step);
    if (r.bare_ns > 0)
        std::printf("  ratio %.2f, by active steps %.2f (bare %.1f, scalar %.1f)", r.ratio, r.ratio_active,
                    r.bare_ns, r.bare_scalar_ns);
    std::printf("\n   ");
    for (const auto& [name, ns] : r.by_stage) std::printf(" %s %.1f", name.c_str(), ns);
    std::printf(
        "\n    %.0f bytes/man, %.3f allocations/tick, %d ticks in %.2f core-s (%.2f s), hash %016llx\n",
        r.bytes_per_soldier, r.allocations_per_tick, r.ticks, r.core_seconds, r.seconds,
        static_cast<unsigned long long>(r.hash));
}

const char* const kHelp =
    "Speed of the engine, case by case. Figures are of this machine and this hour.\n"
    "Usage: linghe-bench [OPTIONS]\n"
    "\n"
    "Options:\n"
    "  -h,--help                   this help\n"
    "  --version                   the release\n"
    "  --case NAME                 one case only (default: all of them)\n"
    "  --threads N                 1-64 threads (default: 1)\n"
    "  --ticks N                   so many steps of 0.1 s after the warm-up (default: as the case says)\n"
    "  --scalar                    without vector instructions; the hash is the same\n"
    "  --json                      a list with one object a case, on standard output\n"
    "\n"
    "Cases:\n";

/// `code`, or 74 when what was printed could not be written.
int ended(int code) {
    if (std::ferror(stdout) == 0 && std::fflush(stdout) == 0) return code;
    std::fputs("linghe-bench: standard output: cannot be written\n", stderr);
    return static_cast<int>(base::ErrorCode::io);
}

int help() {
    std::fputs(kHelp, stdout);
    for (const auto& c : bench::cases()) {
        if (c.men > 0)
            std::printf("  %-26s  %zu men\n", c.name.c_str(), static_cast<std::size_t>(c.men));
        else
            std::printf("  %s\n", c.name.c_str());
    }
    std::printf("\nExit codes: 0 ok, 1 a case failed, 2 usage, 74 input/output (docs/exit-codes.md).\n");
    return ended(0);
}

base::Error usage(const std::string& where, const std::string& what, const std::string& hint) {
    return {base::ErrorCode::usage, where, what, hint};
}

base::Result<int> number(const std::string& option, const std::string& text, int least, int most) {
    const auto value = base::parse_int(text);
    if (value.ok() && value.value() >= least && value.value() <= most) return static_cast<int>(value.value());
    return usage(
        option,
        "'" + text + "' is no whole number from " + std::to_string(least) + " to " + std::to_string(most),
        "linghe-bench --help tells the options");
}

base::Result<Wanted> read_words(const std::vector<std::string>& words) {
    Wanted wanted;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--json") {
            wanted.json = true;
        } else if (word == "--scalar") {
            move::choose_kernel(move::KernelChoice::scalar);
        } else if (word != "--case" && word != "--threads" && word != "--ticks") {
            const auto near = base::did_you_mean(
                word, {"--json", "--scalar", "--case", "--threads", "--ticks", "--help", "--version"});
            return usage(
                word, "is not understood",
                (near ? "did you mean \"" + *near + "\"? " : "") + "linghe-bench --help tells the options");
        } else if (++i == words.size()) {
            return usage(word, "needs a value", "linghe-bench --help tells the options");
        } else if (word == "--case") {
            wanted.only = words[i];
        } else if (word == "--threads") {
            LINGHE_TRY(const int threads, number(word, words[i], 1, 64));
            wanted.threads = static_cast<unsigned>(threads);
        } else {
            LINGHE_TRY(wanted.ticks, number(word, words[i], 1, 1'000'000));
        }
    }
    std::vector<std::string> names;
    for (const auto& c : bench::cases()) names.push_back(c.name);
    if (wanted.only.empty() || std::find(names.begin(), names.end(), wanted.only) != names.end())
        return wanted;
    const auto near = base::did_you_mean(wanted.only, {names.begin(), names.end()});
    std::string all;
    for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
    return usage("--case", "there is no case '" + wanted.only + "'",
                 (near ? "did you mean \"" + *near + "\"? " : "") + "cases: " + all);
}

int run_all(const Wanted& wanted) {
    bool any = false, bad = false;
    if (wanted.json) std::printf("[");
    for (const auto& c : bench::cases()) {
        if (!wanted.only.empty() && c.name != wanted.only) continue;
        auto row = run_case(c, wanted);
        if (!row) {
            std::fprintf(stderr, "linghe-bench: %s: %s\n", c.name.c_str(), row.error().text().c_str());
            bad = true;
            continue;
        }
        if (wanted.json) {
            print_json(*row, !any);
        } else {
            print_text(*row);
        }
        std::fflush(stdout);
        any = true;
    }
    if (wanted.json) std::printf("\n]\n");
    return ended(bad ? 1 : 0);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    for (const auto& word : words) {
        if (word == "-h" || word == "--help") return help();
        if (word == "--version") return ended(std::printf("linghe-bench %s\n", LINGHE_VERSION) < 0 ? 74 : 0);
    }
    const auto wanted = read_words(words);
    if (!wanted.ok()) {
        std::fprintf(stderr, "linghe-bench: %s\n", wanted.error().text().c_str());
        return static_cast<int>(wanted.error().code);
    }
    return run_all(wanted.value());
}
