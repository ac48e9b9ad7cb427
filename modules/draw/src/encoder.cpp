#include "encoder.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

extern char** environ;

namespace linghe::draw {

namespace {

[[nodiscard]] base::Error no_ffmpeg(int error) {
    return {base::ErrorCode::io, "ffmpeg",
            std::string("the film program cannot be started: ") + std::strerror(error),
            "install it (Debian: apt-get install ffmpeg), or render single pictures instead of a film"};
}

}  // namespace

base::Result<Encoder> Encoder::start(const std::string& path, std::int32_t width, std::int32_t height,
                                     std::int32_t fps) {
    // A socket instead of a pipe: writing to a dead ffmpeg is then an error, not a signal that ends the
    // program.
    int link[2], words[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) != 0) return no_ffmpeg(errno);
    if (::pipe2(words, O_CLOEXEC) != 0) {
        const int error = errno;
        ::close(link[0]);
        ::close(link[1]);
        return no_ffmpeg(error);
    }
    const std::string size = std::to_string(width) + "x" + std::to_string(height), rate = std::to_string(fps),
                      gop = std::to_string(fps * 4);
    std::vector<std::string> args{
        "ffmpeg",   "-hide_banner", "-loglevel", "error",    "-f",        "rawvideo",   "-pix_fmt",
        "bgra",     "-s",           size,        "-r",       rate,        "-i",         "pipe:0",
        "-an",      "-c:v",         "libx264",   "-preset",  "faster",    "-crf",       "22",
        "-pix_fmt", "yuv420p",      "-g",        gop,        "-movflags", "+faststart", "-map_metadata",
        "-1",       "-fflags",      "+bitexact", "-flags:v", "+bitexact", "-f",         "mp4",
        "-y",       "file:" + path};  // else "-x.mp4" were an option and "a:b.mp4" a protocol
    std::vector<char*> argv;
    for (std::string& a : args) argv.push_back(a.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, link[1], 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, words[1], 2);
    pid_t pid = -1;
    const int error = ::posix_spawnp(&pid, "ffmpeg", &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(link[1]);
    ::close(words[1]);
    if (error != 0) {
        ::close(link[0]);
        ::close(words[0]);
        return no_ffmpeg(error);
    }
    return Encoder(pid, link[0], words[0]);
}

Encoder::Encoder(Encoder&& other) noexcept : pid_(other.pid_), to_(other.to_), words_(other.words_) {
    other.pid_ = other.to_ = other.words_ = -1;
}

Encoder::~Encoder() {
    if (to_ >= 0) ::close(to_);
    if (words_ >= 0) ::close(words_);
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {}
    }
}

std::string Encoder::last_words() {
    std::string out;
    std::array<char, 512> part{};
    while (out.size() < 4000) {
        const auto n = ::read(words_, part.data(), part.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        out.append(part.data(), static_cast<std::size_t>(n));
    }
    while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
    return out;
}

base::Result<void> Encoder::put(const Image& image) {
    const auto* from = reinterpret_cast<const char*>(image.pixels.data());
    std::size_t left = image.pixels.size() * 4;
    while (left > 0) {
        const auto n = ::send(to_, from, left, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            return base::Error{base::ErrorCode::io, "ffmpeg", "stopped reading pictures: " + last_words(),
                               "see whether the disk is full"};
        from += n;
        left -= static_cast<std::size_t>(n);
    }
    return {};
}

base::Result<void> Encoder::finish() {
    ::close(to_);
    to_ = -1;
    const std::string words = last_words();
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
    pid_ = -1;
    // On a full disk ffmpeg 5.1 still ends with 0; at log level "error" any word of its is a failure.
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && words.empty()) return {};
    return base::Error{base::ErrorCode::io, "ffmpeg", words.empty() ? "failed without a word" : words,
                       "see whether the disk is full"};
}

}  // namespace linghe::draw
