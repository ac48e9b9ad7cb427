// option_words: the words of a command line: whole numbers, times, names of files to write, and usage errors.
// Used by the commands of apps/linghe only.
// Never guesses: a word that is not quite right is refused, with what would be right.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "linghe/base/result.hpp"

namespace linghe::app {

/// As in a scenario: exact in every tool that reads numbers as doubles.
inline constexpr std::int64_t kMostSeed = 9'000'000'000'000'000;
/// A decimal whole number from `least` to `most`. (The parser itself takes hexadecimal, and cuts what is too large.)
[[nodiscard]] CLI::Validator whole_number(std::int64_t least, std::int64_t most);
/// A number from `least` to `most`; never nan or inf, which the parser itself lets pass through any range.
[[nodiscard]] CLI::Validator number_between(double least, double most);
/// An empty word is no value of any option of any verb: `--out "$unset"` must not mean "somewhere else".
void refuse_empty_words(CLI::App& app);
/// "MM:SS", "H:MM:SS" or seconds, as seconds from 0 to 1e7; minutes and seconds after a colon are below 60.
[[nodiscard]] base::Result<double> clock_s(const std::string& option, const std::string& text);
/// Refuses a name for a file to write that does not end as such files do: a slip must not replace a record, a scenario
/// or a device. `endings` as in ".html .htm"; capitals count as small letters.
[[nodiscard]] base::Result<void> ends_in(const std::string& option, const std::string& path,
                                         std::string_view endings);
/// What the parser found wrong, in the words of the house: which command, what, where help is.
[[nodiscard]] base::Error usage_error(const CLI::App& app, const CLI::ParseError& error, int argc,
                                      char** argv);

}  // namespace linghe::app
