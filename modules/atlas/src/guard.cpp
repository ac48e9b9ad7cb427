#include "guard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <utility>

#include "linghe/base/bytes.hpp"
#include "linghe/base/text.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define LINGHE_ATLAS_NO_MEMORY_LIMIT 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LINGHE_ATLAS_NO_MEMORY_LIMIT 1
#endif
#endif

namespace linghe::atlas {
namespace {

constexpr std::size_t kMostTalk = 4000;  // bytes of the child's talk that are kept: its end

base::Error system_error(const std::string& what) {
    return {base::ErrorCode::io, "terrain import", what + ": " + std::strerror(errno),
            "try again; is the machine out of memory?"};
}

void put_all(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(to, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

/// 'V' and the bytes, or 'E' and the error.
std::string packed(const base::Result<std::string>& result) {
    if (result.ok()) return "V" + result.value();
    base::ByteWriter out;
    out.u32(static_cast<std::uint32_t>(result.error().code));
    for (const std::string* text : {&result.error().where, &result.error().message, &result.error().hint})
        out.string(*text);
    const auto bytes = out.view();
    return "E" + std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

base::Result<std::string> unpacked(const std::string& bytes) {
    if (bytes.front() == 'V') return bytes.substr(1);
    base::ByteReader in(std::as_bytes(std::span<const char>(bytes).subspan(1)));
    base::Error error;
    error.code = static_cast<base::ErrorCode>(in.u32());
    error.where = in.string(), error.message = in.string(), error.hint = in.string();
    return error;
}

/// The pipes between the two: the result, what the library says, how far the work is.
struct Pipes {
    enum Kind : std::size_t { answer, talk, news, count };
    std::array<std::array<int, 2>, count> ends{{{-1, -1}, {-1, -1}, {-1, -1}}};
    bool open() {
        for (auto& pair : ends)
            if (::pipe2(pair.data(), O_CLOEXEC) != 0) return false;
        return true;
    }
    void close_side(std::size_t side) {
        for (auto& pair : ends)
            if (int& fd = pair.at(side); fd >= 0) ::close(std::exchange(fd, -1));
    }
    ~Pipes() { close_side(0), close_side(1); }
};

[[noreturn]] void be_child(int answer, int talk, int news, const GuardLimits& limits, const Work& work) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // who asked is gone: so is the work
    // A handler of the parent's would speak for a child that is not its own: it dies of its faults plainly.
    for (const int fault : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT, SIGXCPU})
        ::signal(fault, SIG_DFL);
    ::signal(SIGPIPE, SIG_IGN);  // a parent that no longer listens is told nothing
    ::dup2(talk, STDOUT_FILENO);
    ::dup2(talk, STDERR_FILENO);
    rlimit seconds{limits.seconds, limits.seconds + 5}, core{0, 0};
    ::setrlimit(RLIMIT_CPU, &seconds);
    ::setrlimit(RLIMIT_CORE, &core);
#ifndef LINGHE_ATLAS_NO_MEMORY_LIMIT
    rlimit memory{limits.megabytes << 20, limits.megabytes << 20};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    const Tell tell = [news](double share, const std::string& doing) {
        put_all(news, std::to_string(static_cast<int>(share * 1000)) + " " + doing + "\n");
    };
    std::string bytes;
    try {
        bytes = packed(work(tell));
    } catch (const std::bad_alloc&) {
        bytes = packed(base::Error{base::ErrorCode::limit, "terrain import",
                                   "there is not enough memory for this map",
                                   "give a smaller --extent or a larger --cell"});
    } catch (const std::exception& fault) {
        bytes = packed(base::Error{base::ErrorCode::run_failed, "terrain import",
                                   std::string("a fault of the program itself: ") + fault.what(),
                                   "please report it"});
    }
    put_all(answer, bytes);
    ::_exit(0);
}

/// Hands whole lines of news, "permille what", to the watch; what has no end yet is kept.
void hand_on(std::string& news, const Watch& watch) {
    for (std::size_t end = news.find('\n'); end != std::string::npos; end = news.find('\n')) {
        const std::size_t space = news.find(' ');
        const auto permille = base::parse_int(std::string_view(news).substr(0, std::min(space, end)));
        if (watch.at && permille.ok() && space < end)
            watch.at(static_cast<double>(permille.value()) / 1000, news.substr(space + 1, end - space - 1));
        news.erase(0, end + 1);
    }
}

struct Heard {
    std::string bytes, words, news;
    bool stopped = false;
};

/// Reads the pipes to their ends; a watch that says stop is obeyed at once.
Heard listen(const Pipes& pipes, const Watch& watch) {
    Heard heard;
    std::array<pollfd, Pipes::count> ears{};
    for (std::size_t i = 0; i < ears.size(); ++i) ears.at(i) = {pipes.ends.at(i)[0], POLLIN, 0};
    std::array<std::string*, Pipes::count> into = {&heard.bytes, &heard.words, &heard.news};
    std::array<char, 65536> buffer{};
    constexpr int kLookMs = 200;
    const auto any_open = [&] {
        return std::any_of(ears.begin(), ears.end(), [](const pollfd& e) { return e.fd >= 0; });
    };
    while (any_open()) {
        if (watch.stop && watch.stop()) {
            heard.stopped = true;
            return heard;
        }
        if (::poll(ears.data(), ears.size(), kLookMs) < 0) {
            if (errno == EINTR) continue;
            return heard;
        }
        for (std::size_t i = 0; i < ears.size(); ++i) {
            pollfd& ear = ears.at(i);
            if (ear.fd < 0 || ear.revents == 0) continue;
            const ssize_t n = ::read(ear.fd, buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) {
                ear.fd = -1;
                continue;
            }
            into.at(i)->append(buffer.data(), static_cast<std::size_t>(n));
            if (i == Pipes::talk && heard.words.size() > 2 * kMostTalk)
                heard.words.erase(0, heard.words.size() - kMostTalk);
            if (i == Pipes::news) hand_on(heard.news, watch);
        }
    }
    return heard;
}

base::Error ended_badly(const std::string& what, int status, const std::string& words) {
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const std::string said =
        words.empty() ? "" : "; it said: " + words.substr(words.size() > 300 ? words.size() - 300 : 0);
    if (signal == SIGXCPU || signal == SIGKILL)
        return {base::ErrorCode::limit, what, "reading it took too long or too much memory" + said,
                "give a smaller --extent; if the file is small, it is damaged"};
    return {
        base::ErrorCode::corrupt, what,
        "the library that reads this format broke down on it (signal " + std::to_string(signal) + ")" + said,
        "the file is damaged: take another copy, or convert it with gdal_translate first"};
}

}  // namespace

base::Result<std::string> in_a_watched_child(const std::string& what, const GuardLimits& limits,
                                             const Watch& watch, const Work& work) {
    Pipes pipes;
    if (!pipes.open()) return system_error("no pipe");
    const pid_t child = ::fork();
    if (child < 0) return system_error("no child process");
    if (child == 0) {
        pipes.close_side(0);
        be_child(pipes.ends[Pipes::answer][1], pipes.ends[Pipes::talk][1], pipes.ends[Pipes::news][1], limits,
                 work);
    }
    pipes.close_side(1);
    const Heard heard = listen(pipes, watch);
    if (heard.stopped) ::kill(child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    // A signal from the keyboard goes to the child too, and may reach it first.
    if (heard.stopped || (watch.stop && watch.stop()))
        return base::Error{base::ErrorCode::run_failed, what, "stopped on request", "begin it again"};
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || heard.bytes.empty())
        return ended_badly(what, status, heard.words);
    return unpacked(heard.bytes);
}

base::Result<std::string> in_a_child(const std::string& what, const GuardLimits& limits,
                                     const std::function<base::Result<std::string>()>& work) {
    return in_a_watched_child(what, limits, {}, [&work](const Tell&) { return work(); });
}

}  // namespace linghe::atlas
