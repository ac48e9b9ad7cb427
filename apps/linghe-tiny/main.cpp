// linghe-tiny SCENARIO --seed N --ticks N --threads N --mode normal|heavy|validate|shuffled
// Runs one shipped scenario, or one scenario.toml with its files beside it, and prints `hash 0123456789abcdef`.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/hash.hpp"
#include "linghe/base/text.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/modes.hpp"

namespace {

using namespace linghe;

int complain(const base::Error& error) {
    std::fprintf(stderr, "linghe-tiny: %s\n", error.text().c_str());
    return static_cast<int>(error.code);
}

struct Wanted {
    std::string scenario;
    std::uint64_t seed = 1;
    base::Tick ticks = 0;  // 0: to the scenario's end
    unsigned threads = 1;
    sim::Mode mode = sim::Mode::normal;
};

base::Result<std::uint64_t> whole(std::string_view option, std::string_view text) {
    const auto value = base::parse_double(text);
    if (!value || *value < 0 || *value > 9e15 ||
        *value != static_cast<double>(static_cast<std::uint64_t>(*value))) {
        return base::Error{base::ErrorCode::usage, std::string(option),
                           "'" + std::string(text) + "' is not a whole number", "give 0, 1, 2 ..."};
    }
    return static_cast<std::uint64_t>(*value);
}

base::Result<Wanted> read_words(const std::vector<std::string>& words) {
    Wanted wanted;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto& word = words[i];
        if (word.rfind("--", 0) != 0) {
            wanted.scenario = word;
            continue;
        }
        if (i + 1 >= words.size()) return base::Error{base::ErrorCode::usage, word, "needs a value", ""};
        const auto& value = words[++i];
        if (word == "--mode") {
            LINGHE_TRY(wanted.mode, sim::mode_named(value));
            continue;
        }
        LINGHE_TRY(const std::uint64_t number, whole(word, value));
        if (word == "--seed")
            wanted.seed = number;
        else if (word == "--ticks")
            wanted.ticks = static_cast<base::Tick>(number);
        else if (word == "--threads")
            wanted.threads = static_cast<unsigned>(number);
        else
            return base::Error{base::ErrorCode::usage, word, "no such option",
                               "use --seed, --ticks, --threads or --mode"};
    }
    if (wanted.scenario.empty())
        return base::Error{base::ErrorCode::usage, "command line", "which scenario?",
                           "give its name, for instance tiny"};
    return wanted;
}

/// A shipped scenario by name, or "path/to/scenarios/NAME/scenario.toml" read as the shipped one of that name would be:
/// this program opens no other files than through the bytes it carries.
std::string shipped_name(std::string name) {
    const std::string tail = "/scenario.toml";
    if (name.size() > tail.size() && name.compare(name.size() - tail.size(), tail.size(), tail) == 0) {
        name.resize(name.size() - tail.size());
        if (const auto slash = name.rfind('/'); slash != std::string::npos) name.erase(0, slash + 1);
    }
    return name;
}

base::Result<std::uint64_t> run(const Wanted& wanted) {
    LINGHE_TRY(const auto sources, scenario::builtin_sources(shipped_name(wanted.scenario)));
    std::vector<scenario::Problem> problems;
    scenario::Options options;
    options.seed = wanted.seed;
    LINGHE_TRY(const auto loaded, scenario::read_scenario(sources, options, problems));
    const base::Tick ticks = wanted.ticks > 0 ? wanted.ticks : loaded.model.end_tick;
    LINGHE_TRY(const auto result, sim::run_in_mode(loaded.model, ticks, wanted.mode, wanted.threads));
    if (!result.trouble.empty()) {
        return base::Error{base::ErrorCode::run_failed, "validate",
                           "two steps from one state differ: " + result.trouble,
                           "some stage reads what is not in the state"};
    }
    return base::hash_mix(result.hash, result.event_hash);
}

}  // namespace

int main(int argc, char** argv) {
    const auto wanted = read_words(std::vector<std::string>(argv + 1, argv + argc));
    if (!wanted.ok()) return complain(wanted.error());
    const auto hash = run(wanted.value());
    if (!hash.ok()) return complain(hash.error());
    std::printf("hash %s\n", base::hex16(hash.value()).c_str());
    return 0;
}
