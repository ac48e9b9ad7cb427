#include "linghe/serve/server.hpp"

#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <optional>

#include "linghe/serve/guard.hpp"
#include "linghe/serve/limits.hpp"
#include "sessions.hpp"
#include "system_children.hpp"

namespace linghe::serve {
namespace {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;

constexpr std::chrono::milliseconds kBeat{200};
constexpr int kGalleryBeats = 25;  // 5 s
constexpr int kKilled = 130;

class Server {
public:
    Server(base::FileSystem& fs, const Options& options, WebFiles web, std::string token)
        : web_(std::move(web)),
          gallery_(fs, with_runs(options)),
          desk_(fs, options.scenarios),
          routes_(House{&fs, &gallery_, nullptr, nullptr, &web_, &desk_, options.runs, options.release,
                        options.build, [this] { hall_.tell_all("{\"type\":\"gallery\"}"); }}),
          hall_(routes_, std::move(token)),
          children_(system_children(io_, options.program)),
          jobs_(*children_, options.jobs, [this](const Job& job) { job_changed(job); }),
          clerk_(*children_),
          here_(io_),
          here_too_(io_),
          beat_(io_),
          signals_(io_, SIGINT, SIGTERM) {
        routes_.staff(&jobs_, &clerk_);
        struct sigaction hang_up = {};  // ignored under nohup: then a closed terminal is no wish to stop
        if (::sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
            signals_.add(SIGHUP);
    }

    ~Server() { routes_.forget_waiting(); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    base::Result<void> open(std::uint16_t port) {
        LINGHE_CHECK_OK(listen(here_, Tcp::endpoint(asio::ip::address_v4::loopback(), port)));
        hall_.port = here_.local_endpoint().port();
        // "localhost" may mean this one; where the system has it not, the other is enough.
        if (!listen(here_too_, Tcp::endpoint(asio::ip::address_v6::loopback(), hall_.port)).ok()) {
            ErrorCode ignored;
            here_too_.close(ignored);
        }
        return {};
    }

    int run() {
        gallery_.scan();
        routes_.read_scenarios();
        accept(here_);
        if (here_too_.is_open()) accept(here_too_);
        wait_for_signal();
        beat();
        io_.run();
        return code_;
    }
    [[nodiscard]] Address address() const {
        return {hall_.port, "http://127.0.0.1:" + std::to_string(hall_.port) + "/#token=" + hall_.token,
                hall_.token};
    }

private:
    static std::vector<std::string> with_runs(const Options& options) {
        auto folders = options.folders;
        folders.push_back(options.runs);
        folders.push_back(options.scenarios);
        return folders;
    }

    static base::Result<void> listen(Tcp::acceptor& at, const Tcp::endpoint& where) {
        ErrorCode error;
        at.open(where.protocol(), error);
        if (!error) at.set_option(Tcp::acceptor::reuse_address(true), error);
        if (!error && where.protocol() == Tcp::v6()) at.set_option(asio::ip::v6_only(true), error);
        if (!error) at.bind(where, error);
        if (!error) at.listen(static_cast<int>(limits::kConnections), error);
        if (!error) return {};
        const bool taken = error == asio::error::address_in_use;
        return base::Error{base::ErrorCode::io, "port " + std::to_string(where.port()),
                           taken ? "another program listens there already" : error.message(),
                           taken ? "name another --port, or none: then a free one is taken"
                                 : "ports below 1024 are for the system; name another --port, or none"};
    }

    void accept(Tcp::acceptor& at) {
        at.async_accept([this, &at](ErrorCode error, Tcp::socket socket) {
            if (hall_.closing) return;
            if (!error) welcome(std::move(socket));
            // Out of descriptors: not again at once, the next beat comes soon.
            if (error == asio::error::no_descriptors) {
                starved_ = true;
                return;
            }
            accept(at);
        });
    }

    void welcome(Tcp::socket socket) {
        const bool full = hall_.count() >= limits::kConnections;
        if (full && !hall_.drop_an_idle_one()) return turn_away(socket);
        ErrorCode ignored;
        socket.set_option(Tcp::no_delay(true), ignored);
        begin_http(hall_, std::move(socket));
    }

    static void turn_away(Tcp::socket& socket) {
        const std::string body =
            error_reply(503, "too many connections", "close some pages of this server").body;
        Reply reply = json_reply(body, 503);
        const std::string text = head_of(reply, "127.0.0.1", false) + body;
        ErrorCode ignored;
        socket.non_blocking(true, ignored);
        (void)::send(socket.native_handle(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        socket.shutdown(Tcp::socket::shutdown_send, ignored);
    }

    void beat() {
        beat_.expires_after(kBeat);
        beat_.async_wait([this](ErrorCode error) {
            if (error) return;
            const std::int64_t now = steady_ms();
            jobs_.turn(now);
            clerk_.turn(now);
            hall_.look(now);
            if (starved_) {
                starved_ = false;
                accept(here_);
                if (here_too_.is_open()) accept(here_too_);
            }
            if (++beats_ % kGalleryBeats == 0 && hall_.sockets() > 0 && gallery_.scan())
                hall_.tell_all("{\"type\":\"gallery\"}");
            if (hall_.closing && jobs_.running() == 0 && (hall_.count() == 0 || now > leave_by_ms_))
                return io_.stop();
            beat();
        });
    }

    void job_changed(const Job& job) {
        hall_.tell_all("{\"type\":\"job\",\"job\":" + job_json(job) + "}");
        if (job.state == JobState::queued || (job.state == JobState::running && job.progress > 0)) return;
        if (gallery_.scan()) hall_.tell_all("{\"type\":\"gallery\"}");
    }

    void wait_for_signal() {
        signals_.async_wait([this](ErrorCode error, int signal) {
            if (error) return;
            if (hall_.closing && signal != SIGHUP) {
                code_ = kKilled;
                jobs_.kill_all();
                return io_.stop();
            }
            if (!hall_.closing) close();
            wait_for_signal();
        });
    }

    void close() {
        hall_.closing = true;
        leave_by_ms_ = steady_ms() + 3'000;
        ErrorCode ignored;
        here_.close(ignored);
        here_too_.close(ignored);
        clerk_.kill_all();
        jobs_.close(steady_ms());
        hall_.leave_all();
    }

    // Whoever is told about by another stands above it; the loop's callbacks die with io_, before all they speak to.
    WebFiles web_;
    Gallery gallery_;
    ScenarioDesk desk_;
    Routes routes_;
    Hall hall_;
    asio::io_context io_{1};
    std::unique_ptr<Children> children_;
    JobBoard jobs_;
    Clerk clerk_;
    Tcp::acceptor here_, here_too_;
    asio::steady_timer beat_;
    asio::signal_set signals_;
    std::int64_t leave_by_ms_ = 0;
    int beats_ = 0, code_ = 0;
    bool starved_ = false;
};

}  // namespace

base::Result<int> serve(base::FileSystem& fs, const Options& options,
                        const std::function<void(const Address&)>& ready) {
    WebFiles web;
    if (!options.web.empty()) {
        LINGHE_TRY(web, WebFiles::read(options.web));
    }
    LINGHE_TRY(std::string token, new_token());
    Server server(fs, options, std::move(web), std::move(token));
    LINGHE_CHECK_OK(server.open(options.port));
    ready(server.address());
    return server.run();
}

}  // namespace linghe::serve
