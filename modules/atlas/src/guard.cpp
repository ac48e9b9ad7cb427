#include "guard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>

#include "linghe/base/bytes.hpp"

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

[[noreturn]] void be_child(int answer, int talk, const GuardLimits& limits,
                           const std::function<base::Result<std::string>()>& work) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // who asked is gone: so is the work
    // A handler of the parent's would speak for a child that is not its own: it dies of its faults plainly.
    for (const int fault : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT, SIGXCPU})
        ::signal(fault, SIG_DFL);
    ::dup2(talk, STDOUT_FILENO);
    ::dup2(talk, STDERR_FILENO);
    rlimit seconds{limits.seconds, limits.seconds + 5}, core{0, 0};
    ::setrlimit(RLIMIT_CPU, &seconds);
    ::setrlimit(RLIMIT_CORE, &core);
#ifndef LINGHE_ATLAS_NO_MEMORY_LIMIT
    rlimit memory{limits.megabytes << 20, limits.megabytes << 20};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    std::string bytes;
    try {
        bytes = packed(work());
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

/// Reads both pipes to their ends.
void listen(int answer, int talk, std::string& bytes, std::string& words) {
    std::array<pollfd, 2> ears = {pollfd{answer, POLLIN, 0}, pollfd{talk, POLLIN, 0}};
    std::array<char, 65536> buffer{};
    while (ears[0].fd >= 0 || ears[1].fd >= 0) {
        if (::poll(ears.data(), ears.size(), -1) < 0) {
            if (errno == EINTR) continue;
            return;
        }
        for (std::size_t i = 0; i < ears.size(); ++i) {
            if (ears[i].fd < 0 || ears[i].revents == 0) continue;
            const ssize_t n = ::read(ears[i].fd, buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) {
                ears[i].fd = -1;
                continue;
            }
            std::string& into = i == 0 ? bytes : words;
            into.append(buffer.data(), static_cast<std::size_t>(n));
            if (i == 1 && words.size() > 2 * kMostTalk) words.erase(0, words.size() - kMostTalk);
        }
    }
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

base::Result<std::string> in_a_child(const std::string& what, const GuardLimits& limits,
                                     const std::function<base::Result<std::string>()>& work) {
    int answer[2], talk[2];
    if (::pipe2(answer, O_CLOEXEC) != 0) return system_error("no pipe");
    if (::pipe2(talk, O_CLOEXEC) != 0) {
        ::close(answer[0]), ::close(answer[1]);
        return system_error("no pipe");
    }
    const pid_t child = ::fork();
    if (child < 0) {
        for (const int fd : {answer[0], answer[1], talk[0], talk[1]}) ::close(fd);
        return system_error("no child process");
    }
    if (child == 0) {
        ::close(answer[0]), ::close(talk[0]);
        be_child(answer[1], talk[1], limits, work);
    }
    ::close(answer[1]), ::close(talk[1]);
    std::string bytes, words;
    listen(answer[0], talk[0], bytes, words);
    ::close(answer[0]), ::close(talk[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || bytes.empty())
        return ended_badly(what, status, words);
    return unpacked(bytes);
}

}  // namespace linghe::atlas
