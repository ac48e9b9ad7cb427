#include "system_children.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>

namespace linghe::serve {
namespace {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kMostErr = 8 << 10, kMostLine = 64 << 10;

/// Only calls that are allowed between fork and exec.
[[noreturn]] void be_child(const char* program, char* const* words, int out, int err, pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG,
            SIGTERM);  // the server is gone: stop as asked by Ctrl-C, the run can be resumed
    if (::getppid() != parent) ::_exit(127);
    ::setpgid(0, 0);  // a Ctrl-C at the terminal is for the server, which passes it on once
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGQUIT}) ::signal(s, SIG_DFL);
    ::signal(SIGPIPE,
             SIG_IGN);  // when the server is gone nobody reads what it says: it stops in order all the same
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(out, STDOUT_FILENO) < 0 ||
        ::dup2(err, STDERR_FILENO) < 0)
        ::_exit(127);
    ::close_range(3, ~0u, 0);
    ::execv(program, words);
    ::_exit(127);
}

struct Child {
    explicit Child(asio::io_context& io) : out(io), err(io) {}
    pid_t pid = -1;
    asio::posix::stream_descriptor out, err;
    std::array<char, 16384> out_piece{}, err_piece{};
    std::string line;
    ChildEnd end;
    std::function<void(std::string_view)> on_line;
    std::function<void(ChildEnd)> on_end;
    int open = 2;  ///< pipes that still speak
    bool over = false;
};

class SystemChildren final : public Children {
public:
    SystemChildren(asio::io_context& io, std::string program)
        : io_(io), program_(std::move(program)), signals_(io, SIGCHLD) {
        wait();
    }
    ~SystemChildren() override {
        for (const auto& [pid, child] : children_) ::kill(pid, SIGTERM);
    }

    base::Result<int> start(const std::vector<std::string>& words,
                            std::function<void(std::string_view)> on_line,
                            std::function<void(ChildEnd)> on_end) override {
        const auto failed = [] {
            return base::Error{base::ErrorCode::io, "child",
                               std::string("no process could be started: ") + std::strerror(errno),
                               "are too many programs running?"};
        };
        std::vector<std::string> kept = words;
        std::vector<char*> list{program_.data()};
        for (auto& word : kept) list.push_back(word.data());
        list.push_back(nullptr);
        int out[2], err[2];
        if (::pipe2(out, O_CLOEXEC) != 0) return failed();
        if (::pipe2(err, O_CLOEXEC) != 0) {
            const auto error = failed();
            ::close(out[0]), ::close(out[1]);
            return error;
        }
        const pid_t parent = ::getpid(), pid = ::fork();
        if (pid == 0) be_child(program_.c_str(), list.data(), out[1], err[1], parent);
        const auto error = failed();
        ::close(out[1]), ::close(err[1]);
        if (pid < 0) {
            ::close(out[0]), ::close(err[0]);
            return error;
        }
        auto child = std::make_shared<Child>(io_);
        child->pid = pid;
        child->out.assign(out[0]);
        child->err.assign(err[0]);
        child->on_line = std::move(on_line);
        child->on_end = std::move(on_end);
        children_[pid] = child;
        read_out(child);
        read_err(child);
        return static_cast<int>(pid);
    }

    void signal(int child, int signal) override {
        if (children_.count(child) != 0 && !children_[child]->over) ::kill(child, signal);
    }

private:
    void read_out(const std::shared_ptr<Child>& child) {
        child->out.async_read_some(
            asio::buffer(child->out_piece), [this, child](ErrorCode error, std::size_t n) {
                if (error) return closed(child);
                const std::size_t room = kMostOut - std::min(kMostOut, child->end.out.size());
                child->end.cut = child->end.cut || n > room;
                child->end.out.append(child->out_piece.data(), std::min(n, room));
                read_out(child);
            });
    }

    void read_err(const std::shared_ptr<Child>& child) {
        child->err.async_read_some(
            asio::buffer(child->err_piece), [this, child](ErrorCode error, std::size_t n) {
                if (error) return closed(child);
                const std::string_view piece(child->err_piece.data(), n);
                child->end.err.append(piece);
                if (child->end.err.size() > 2 * kMostErr)
                    child->end.err.erase(0, child->end.err.size() - kMostErr);
                child->line.append(piece);
                for (std::size_t end; (end = child->line.find('\n')) != std::string::npos;) {
                    const std::string line = child->line.substr(0, end);
                    child->line.erase(0, end + 1);
                    child->on_line(line);
                }
                if (child->line.size() > kMostLine) child->line.clear();
                read_err(child);
            });
    }

    void closed(const std::shared_ptr<Child>& child) {
        --child->open;
        done(child);
    }

    /// Told once its exit is known and both pipes are read to their ends.
    void done(const std::shared_ptr<Child>& child) {
        if (!child->over || child->open > 0 || children_.erase(child->pid) == 0) return;
        child->on_end(std::move(child->end));
    }

    void wait() {
        signals_.async_wait([this](ErrorCode error, int) {
            if (error) return;
            wait();
            reap();
        });
    }

    void reap() {
        const auto all = children_;
        for (const auto& [pid, child] : all) {
            int status = 0;
            if (child->over || ::waitpid(pid, &status, WNOHANG) != pid) continue;
            child->over = true;
            child->end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            done(child);
        }
    }

    asio::io_context& io_;
    std::string program_;
    asio::signal_set signals_;
    std::map<int, std::shared_ptr<Child>> children_;
};

}  // namespace

std::unique_ptr<Children> system_children(asio::io_context& io, std::string program) {
    return std::make_unique<SystemChildren>(io, std::move(program));
}

}  // namespace linghe::serve
