// What: near names ("did you mean"), UTF-8 check, numbers to the shortest text and strictly back.
// Who: readers of scenarios and accounts, the command line, writers of CSV, JSON and chronicles.
// Never: reads or sets the locale; never prints NaN or infinity as a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"

namespace linghe::base {

/// The nearest of `known` to `name`, or nothing when none is near: Damerau-Levenshtein distance (adjacent
/// swaps count one) over code points, at most max(1, length/3), or else a name that begins with `name` (of 3
/// and more). Ties by order in `known`.
std::optional<std::string> did_you_mean(std::string_view name, const std::vector<std::string_view>& known);

/// Optimal string alignment distance over code points.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// True when text is well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
/// Else *bad_offset, where given, is the byte offset of the first sequence that is not.
bool utf8_valid(std::string_view text, std::size_t* bad_offset = nullptr) noexcept;

/// Shortest text that reads back to the same number ("0.1", "1e+30"). Not finite: "null".
std::string to_text(double value);
std::string to_text(float value);
std::string to_text(std::int64_t value);
std::string to_text(std::uint64_t value);
inline std::string to_text(std::int32_t value) { return to_text(static_cast<std::int64_t>(value)); }
inline std::string to_text(std::uint32_t value) { return to_text(static_cast<std::uint64_t>(value)); }
/// Fixed number of decimals 0..9 for people ("12.50"); "-0.00" is written "0.00". Not finite: "null".
std::string to_text_fixed(double value, int decimals);

/// The whole of text as a finite number: no spaces, no '+', no hex, decimal point only, nothing left over.
Result<double> parse_double(std::string_view text);
/// The whole of text as a decimal integer.
Result<std::int64_t> parse_int(std::string_view text);

}  // namespace linghe::base
