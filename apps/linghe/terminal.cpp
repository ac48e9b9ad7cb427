#include "terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "linghe/base/text.hpp"

namespace linghe::app {
namespace {

volatile std::sig_atomic_t stop_signals = 0;

extern "C" void on_stop(int signal) {
    // A closing terminal hangs up more than once; only a second word of the user means "at once".
    if (stop_signals != 0 && signal != SIGHUP) _exit(kKilled);
    stop_signals = 1;
}

std::string clock_text(double seconds) {
    if (!(seconds >= 0.0) || seconds > 359'999.0) return "?";
    const auto s = static_cast<long>(seconds + 0.5);
    char buffer[32];
    if (s >= 3600) {
        std::snprintf(buffer, sizeof buffer, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    } else {
        std::snprintf(buffer, sizeof buffer, "%ld:%02ld", s / 60, s % 60);
    }
    return buffer;
}

/// Columns that a text takes on a terminal; signs of East Asia take two.
std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        // Lead bytes from 0xe3 begin U+3000 and above; the blocks of the bar (0xe2) are narrow.
        width += u < 0x80 || (u >= 0xc0 && u < 0xe3) ? 1 : (u >= 0xe3 ? 2 : 0);
    }
    return width;
}

std::size_t columns() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// One line that fits: first the bar gives way, then the title, then the note; a line that wraps could not be redrawn.
std::string progress_line(const std::string& what, double share, const std::string& told, std::size_t room) {
    constexpr std::size_t kWidest = 28, kLeast = 5;
    const std::size_t rest = width_of(what) + width_of(told) + 3;
    if (rest + kLeast <= room) {
        const std::size_t width = std::min(kWidest, room - rest);
        const auto full = static_cast<std::size_t>(share * static_cast<double>(width));
        std::string bar;
        for (std::size_t i = 0; i < width; ++i) bar += i < full ? "█" : "░";
        return what + " " + bar + " " + told;
    }
    if (rest <= room) return what + " " + told;
    return told.substr(0, room > 1 ? room - 1 : 0);
}

}  // namespace

Voice voice_of(bool quiet, bool json) {
    Voice voice;
    voice.quiet = quiet;
    voice.json = json;
    const char* term = std::getenv("TERM");
    const bool terminal = isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
    voice.colour = terminal && std::getenv("NO_COLOR") == nullptr;
    voice.live = terminal && !quiet;
    return voice;
}

int complain(const Voice& voice, const base::Error& told) {
    base::Error error = told;
    if (error.code == base::ErrorCode::io && error.hint.empty())
        error.hint = "look at that path and the folder it lies in, then try again";
    const char* red = voice.colour ? "\033[31m" : "";
    const char* plain = voice.colour ? "\033[0m" : "";
    std::fprintf(stderr, "%slinghe:%s %s\n", red, plain, printable(error.text()).c_str());
    if (voice.json) {
        std::printf(
            "{\"schema_version\":1,\"error\":{\"code\":%d,\"kind\":%s,\"where\":%s,\"message\":%s,\"hint\":%"
            "s}}\n",
            static_cast<int>(error.code), json_text(base::name_of(error.code)).c_str(),
            json_text(error.where).c_str(), json_text(error.message).c_str(), json_text(error.hint).c_str());
    }
    return static_cast<int>(error.code);
}

std::string printable(std::string_view text) {
    std::string out;
    const auto escaped = [&out](const char* form, unsigned value) {
        char buffer[12];
        std::snprintf(buffer, sizeof buffer, form, value);
        out += buffer;
    };
    std::size_t bad = text.size();
    bool sound = base::utf8_valid(text, &bad);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto at = [&](std::size_t k) {
            return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u;
        };
        const unsigned c = at(0), next = at(1), third = at(2);
        if (!sound && i == bad) {
            escaped("\\x%02x", c);
            sound = base::utf8_valid(text.substr(i + 1), &bad);
            bad += i + 1;
        } else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) {
            escaped("\\x%02x", c);
        } else if (c == 0xc2 && next < 0xa0) {  // C1: U+0080 to U+009F
            escaped("\\u%04x", next);
            i += 1;
        } else if (c == 0xe2 && ((next == 0x80 && third >= 0xa8 && third <= 0xae) ||
                                 (next == 0x81 && third >= 0xa6 && third <= 0xa9))) {
            // U+2028 to U+202E, U+2066 to U+2069: line ends and directions of their own
            escaped("\\u%04x", 0x2000u + ((next & 0x3fu) << 6) + (third & 0x3fu));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

void hold_standard_descriptors() {
    for (int fd = 0; fd <= 2; ++fd) {
        // Read-only on purpose: what is printed to a closed standard output is not silently lost.
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && ::open("/dev/null", O_RDONLY) != fd) return;
    }
}

int close_output(int code) {
    errno = 0;
    const bool fine = std::ferror(stdout) == 0 && std::fflush(stdout) == 0;
    if (fine || code != kOk) return code;
    const int why = errno;
    return complain(voice_of(false, false), {base::ErrorCode::io, "standard output",
                                             std::string("cannot be written") +
                                                 (why != 0 ? std::string(": ") + std::strerror(why) : ""),
                                             "see where it goes to and whether there is room"});
}

void say(const Voice& voice, const std::string& line) {
    if (!voice.quiet) std::fprintf(stderr, "%s\n", printable(line).c_str());
}

Progress::Progress(const Voice& voice, std::string what, double total, bool lines)
    : voice_(voice),
      what_(printable(what)),
      total_(total > 0 ? total : 1),
      started_ms_(now_ms()),
      lines_(lines) {}

void Progress::at(double done, const std::string& note) {
    if (!voice_.live && !lines_) return;
    const std::int64_t now = now_ms();
    if (shown_ms_ != 0 && now - shown_ms_ < 200) return;
    shown_ms_ = now;
    const double share = done < total_ ? done / total_ : 1.0;
    const double spent = static_cast<double>(now - started_ms_) / 1000.0;
    if (lines_) {
        std::fprintf(stderr, "{\"progress\":%.4f,\"remaining_s\":%s,\"clock\":%s}\n", share,
                     share > 0.01 ? base::to_text_fixed(spent / share - spent, 1).c_str() : "null",
                     json_text(note).c_str());
        return;
    }
    drawn_ = true;
    const std::string left = share > 0.01 ? clock_text(spent / share - spent) + " left" : "";
    char percent[8];
    std::snprintf(percent, sizeof percent, "%3d%%", static_cast<int>(share * 100.0));
    const std::string line = progress_line(what_, share, percent + ("  " + left + "  " + note), columns());
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
}

void Progress::done() {
    if (!drawn_) return;
    std::fprintf(stderr, "\r\033[K");
    std::fflush(stderr);
    drawn_ = false;
}

void listen_for_stop() {
    struct sigaction action = {};
    action.sa_handler = on_stop;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction hang_up = {};  // ignored under nohup: then a closed terminal is no wish to stop
    if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);
}

bool stop_asked() { return stop_signals != 0; }

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
std::int64_t now_ms() { return now_ns() / 1'000'000; }

std::string json_text(std::string_view text) {
    std::string whole, out = "\"";
    for (std::size_t bad = 0; !base::utf8_valid(text, &bad); text.remove_prefix(bad + 1))
        whole.append(text.substr(0, bad)).append("\uFFFD");
    for (const char c : whole.append(text)) {
        const auto u = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (u < 0x20) {
            char buffer[8];
            std::snprintf(buffer, sizeof buffer, "\\u%04x", u);
            out += buffer;
        } else {
            out += c;
        }
    }
    return out + "\"";
}

}  // namespace linghe::app
