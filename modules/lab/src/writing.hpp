// Writing: CSV fields and figures for people, the same on every machine whatever its locale.
// Used by tables.cpp and summary_text.cpp.
// Never rounds what rows.csv keeps; only summaries are rounded.
#pragma once
#include <string>
#include <string_view>

namespace linghe::lab {

/// A field of RFC 4180: quoted where it must be; a text that a spreadsheet would take for a formula stays
/// as it is.
[[nodiscard]] std::string csv_field(std::string_view text);
/// So many significant digits at most, no exponent between 1e-4 and 1e9.
[[nodiscard]] std::string figure(double value, int digits);

}  // namespace linghe::lab
