// Problem: one thing wrong with a scenario: where it stands, why it is wrong, what would be right.
// Made by the reader; shown by `linghe check`, `linghe run`, editors and servers.
// Never thrown, never printed here; a scenario with one error makes no Model, warnings do not stop it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace linghe::scenario {

enum class Severity : std::uint8_t { error, warning };

struct Problem {
    Severity severity = Severity::error;
    std::string file;    ///< as named in Sources; "--set" or "--intervention" for what the command line gave
    int line = 0;        ///< from 1; 0 where there is no line
    int column = 0;      ///< from 1, in characters as TOML counts them
    std::string key;     ///< "person.dodo.traits.composure"; may be empty
    std::string reason;  ///< what is wrong, with the value found
    std::string remedy;  ///< what would be right; may be empty

    /// "file:line:column: error: key: reason" and, on a second line, "  remedy: ..."; no newline at the end.
    [[nodiscard]] std::string text() const;
};

/// True when any of them is an error.
[[nodiscard]] bool any_error(const std::vector<Problem>& problems) noexcept;

}  // namespace linghe::scenario
