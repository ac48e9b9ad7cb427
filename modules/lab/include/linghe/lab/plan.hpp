// Plan: what a batch is asked to do: one scenario, seeds, arms (what each changes), measures, how long; and
// the words for it.
// Written by apps and bindings from what a person asked; read by batch.hpp.
// Never holds what changes the machine's work but not its result (threads, folders): those are BatchOptions.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/base/units.hpp"
#include "linghe/scenario/scenario.hpp"

namespace linghe::lab {

/// What an arm changes in the scenario, in the words of scenario::Options.
struct Change {
    std::vector<std::pair<std::string, std::string>> set;  ///< path, value
    std::vector<std::string> without;                      ///< models taken out
    std::vector<std::string> interventions;                ///< inline tables
};

/// One condition under which every seed is run.
struct Arm {
    std::string name;  ///< [a-z0-9_-]+, unique; the first is "base" and changes nothing of its own
    Change change;
};

struct Plan {
    std::string scenario;  ///< as the user named it; stands in the commands that run one run again
    scenario::Sources sources;
    Change common;  ///< holds in every arm
    std::vector<Arm> arms = {{"base", {}}};
    std::vector<std::uint64_t> seeds;
    std::vector<std::string>
        measures;         ///< names or beginnings ("arrival_*"); empty: all that the battle's length allows
    double until_s = 0;   ///< end, seconds after T0; 0: as long as the scenario says
    std::string release;  ///< of the program; a batch is never resumed by another
};

/// "1-40,50,60-64": seeds >= 1 in the order given. Errors (usage, limit): empty, 0, backwards, twice the
/// same, more than
/// limits::kStudyRuns.
[[nodiscard]] base::Result<std::vector<std::uint64_t>> parse_seeds(std::string_view text);

/// "NAME:set path=value", "NAME:without MODEL", "NAME:intervention { ... }", several parted by ';'. An arm
/// of that name
/// that is there already takes the changes in addition. Errors (usage): a bad name, "base", an unknown word.
[[nodiscard]] base::Result<void> add_arm(std::vector<Arm>& arms, std::string_view text);

/// "path=value" parted at the first '='. Error (usage) without one, and for "seed": seeds are the plan's.
[[nodiscard]] base::Result<std::pair<std::string, std::string>> parse_set(std::string_view text);

/// "MM:SS" or plain seconds; minutes may pass 59. Error (usage) for anything else, and for 0.
[[nodiscard]] base::Result<double> parse_until_s(std::string_view text);

/// What the reader of scenarios is told for one arm and seed.
[[nodiscard]] scenario::Options options_of(const Plan& plan, std::size_t arm, std::uint64_t seed);

/// A word as a POSIX shell takes it: quoted where that is needed.
[[nodiscard]] std::string shell_word(const std::string& word);

/// The command that runs one run alone and keeps its record, quoted for a POSIX shell.
[[nodiscard]] std::string command_of(const Plan& plan, std::size_t arm, std::uint64_t seed);

}  // namespace linghe::lab
