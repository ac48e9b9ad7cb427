// terminal: how the program talks to a person: errors, progress with the time that remains, the stop signal, JSON.
// Used by the commands of apps/linghe only.
// Never writes data to standard error or talk to standard output.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "linghe/base/error.hpp"

namespace linghe::app {

inline constexpr int kOk = 0;
inline constexpr int kDiffer = 5;
inline constexpr int kStopped = 75;
inline constexpr int kKilled = 130;

/// What every command is told about how to speak.
struct Voice {
    bool quiet = false;
    bool json = false;
    bool colour = false;  ///< standard error is a terminal and NO_COLOR is not set
    bool live = false;    ///< progress may be redrawn in place
};
[[nodiscard]] Voice voice_of(bool quiet, bool json);

/// Prints an error (as JSON on standard output too when asked for) and returns its exit code.
int complain(const Voice& voice, const base::Error& error);
/// Text as a terminal may be given it: what would move its cursor, change its colours or turn the reading
/// direction is written out ("\\x1b"). Line ends and tabs stay.
[[nodiscard]] std::string printable(std::string_view text);
/// Descriptors 0 to 2 are taken, so that no file of ours is ever mistaken for standard output.
void hold_standard_descriptors();
/// Brings standard output to its end. `code`, or 74 when all went well but what was printed could not be written.
[[nodiscard]] int close_output(int code);
/// One line of talk.
void say(const Voice& voice, const std::string& line);

/// A bar with the time that remains; silent unless standard error is a terminal, or lines are asked for: then each is
/// {"progress":0..1,"remaining_s":...,"clock":...}.
class Progress {
public:
    Progress(const Voice& voice, std::string what, double total, bool lines = false);
    void at(double done, const std::string& note = {});
    void done();

private:
    const Voice& voice_;
    std::string what_;
    double total_;
    std::int64_t started_ms_ = 0, shown_ms_ = 0;
    bool drawn_ = false, lines_ = false;
};

/// First Ctrl-C, SIGTERM or hang-up (SIGHUP) asks to stop; a second Ctrl-C or SIGTERM ends at once with 130.
void listen_for_stop();
[[nodiscard]] bool stop_asked();

[[nodiscard]] std::int64_t now_ms();
[[nodiscard]] std::int64_t now_ns();
/// Text as a JSON string with its quotes; bytes that are not UTF-8 (a path may hold any) become U+FFFD.
[[nodiscard]] std::string json_text(std::string_view text);

}  // namespace linghe::app
