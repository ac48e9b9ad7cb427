// A WebSocket: news of jobs and gallery, or the bytes of a recording while it grows. Callers have nothing to say here.
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "linghe/serve/limits.hpp"
#include "sessions.hpp"

namespace linghe::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kPiece = 256 << 10, kMostNews = 256, kMostSaid = 64 << 10, kMostReads = 4096;
constexpr std::int64_t kHandshakeMs = 10'000, kWriteMs = 20'000, kFarewellMs = 5'000, kPingMs = 30'000,
                       kSilentMs = 90'000;

class WebSocket final : public Guest {
public:
    WebSocket(Hall& hall, Tcp::socket socket, HttpRequest request, std::string live, std::uint64_t from)
        : hall_(hall),
          ws_(std::move(socket)),
          request_(std::move(request)),
          live_(std::move(live)),
          at_(from) {}
    ~WebSocket() override {
        if (number_ != 0) hall_.go(number_);
    }

    void begin() {
        number_ = hall_.enter(weak_from_this());
        websocket::stream_base::timeout none{};
        none.handshake_timeout = none.idle_timeout = websocket::stream_base::none();
        ws_.set_option(none);  // deadlines are ours, see look()
        ws_.set_option(websocket::stream_base::decorator([](websocket::response_type& answer) {
            answer.set(http::field::sec_websocket_protocol, "linghe.1");
            answer.set(http::field::server, "linghe");
        }));
        ws_.read_message_max(kMostSaid);
        ws_.auto_fragment(false);
        ws_.control_callback([self = weak()](websocket::frame_type, beast::string_view) {
            if (const auto socket = self.lock()) socket->heard_ms_ = steady_ms();
        });
        deadline_ms_ = steady_ms() + kHandshakeMs;
        ws_.async_accept(request_, [self = self()](ErrorCode error) {
            if (error) return self->drop();
            self->open_ = true;
            self->heard_ms_ = self->pinged_ms_ = steady_ms();
            self->deadline_ms_ = INT64_MAX;
            self->listen();
            self->pump();
        });
    }

    void look(std::int64_t now_ms) override {
        if (now_ms > deadline_ms_) return drop();
        if (!open_ || closing_) return;
        if (writing_ && now_ms > write_by_ms_)
            return farewell(websocket::close_code::policy_error, "reads too slowly");
        if (now_ms - heard_ms_ > kSilentMs) return drop();
        if (now_ms - pinged_ms_ > kPingMs && !pinging_) ping(now_ms);
        pump();
    }
    void leave() override {
        if (!open_) return drop();
        farewell(websocket::close_code::going_away, "the server ends");
    }
    [[nodiscard]] bool is_socket() const override { return true; }

    void tell(const std::shared_ptr<const std::string>& text) override {
        if (!live_.empty() || closing_) return;
        if (news_.size() >= kMostNews || queued_ + text->size() > limits::kSocketQueueBytes)
            return farewell(websocket::close_code::policy_error, "reads too slowly");
        news_.push_back(text);
        queued_ += text->size();
        if (open_) pump();
    }

private:
    std::shared_ptr<WebSocket> self() { return std::static_pointer_cast<WebSocket>(shared_from_this()); }
    std::weak_ptr<WebSocket> weak() { return self(); }

    void drop() {
        closing_ = true;
        ErrorCode ignored;
        ws_.next_layer().shutdown(Tcp::socket::shutdown_both, ignored);
        ws_.next_layer().close(ignored);
    }

    /// Says why, and goes; a caller who does not even read that is dropped soon after.
    void farewell(websocket::close_code code, const char* why) {
        if (closing_) return;
        closing_ = true;
        deadline_ms_ = steady_ms() + kFarewellMs;
        ws_.async_close({code, why}, [self = self()](ErrorCode) { self->drop(); });
    }

    void ping(std::int64_t now_ms) {
        pinging_ = true;
        pinged_ms_ = now_ms;
        ws_.async_ping({}, [self = self()](ErrorCode error) {
            self->pinging_ = false;
            if (error) self->drop();
        });
    }

    /// Reads, so that pings, pongs and closing are seen; what is said is not wanted.
    void listen() {
        ws_.async_read_some(heard_, kMostSaid, [self = self()](ErrorCode error, std::size_t) {
            if (error) {
                if (!self->closing_) self->drop();
                return;
            }
            self->heard_ms_ = steady_ms();
            self->heard_.consume(self->heard_.size());
            if (++self->reads_ > kMostReads)
                self->farewell(websocket::close_code::policy_error, "says too much");
            self->listen();
        });
    }

    void write(asio::const_buffer bytes, bool binary, std::function<void()> then) {
        writing_ = true;
        write_by_ms_ = steady_ms() + kWriteMs;
        ws_.binary(binary);
        ws_.async_write(bytes, [self = self(), then = std::move(then)](ErrorCode error, std::size_t) {
            self->writing_ = false;
            if (error) {
                if (!self->closing_) self->drop();
                return;
            }
            then();
        });
    }

    void pump() {
        if (!open_ || writing_ || closing_) return;
        if (live_.empty()) return pump_news();
        pump_live();
    }

    void pump_news() {
        if (news_.empty()) return;
        now_ = news_.front();
        news_.pop_front();
        write(asio::buffer(*now_), false, [this] {
            queued_ -= now_->size();
            pump();
        });
    }

    /// One piece of the growing file at a time: the file itself is the queue, so a slow reader costs nothing.
    void pump_live() {
        if (!file_) {
            auto opened = DiskFile::open(live_ + "/view.lgv");
            if (opened.ok()) file_.emplace(opened.take());
        }
        const std::uint64_t size = file_ ? file_->size_now() : 0;
        if (file_ && size < at_)
            return farewell(websocket::close_code::service_restart, "cut back: begin again");
        if (size > at_) {
            quiet_ = 0;
            piece_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size - at_, kPiece)));
            piece_.resize(file_->read_at(at_, piece_.data(), piece_.size()));
            if (piece_.empty())
                return farewell(websocket::close_code::internal_error, "the recording cannot be read");
            return write(asio::buffer(piece_), true, [this] {
                at_ += piece_.size();
                pump();
            });
        }
        if (ended_) return;
        // Nothing new: over, when nobody writes any more, in two looks at least a second apart.
        const std::int64_t now = steady_ms();
        if (now - looked_ms_ < 1'000) return;
        looked_ms_ = now;
        if (Gallery::written_now(live_) || !hall_.routes.is_over(live_)) {
            quiet_ = 0;
            return;
        }
        if (++quiet_ < 2) return;
        ended_ = true;
        static constexpr std::string_view kEnd = "{\"end\":true}";
        write(asio::buffer(kEnd.data(), kEnd.size()), false,
              [this] { farewell(websocket::close_code::normal, "the end"); });
    }

    Hall& hall_;
    websocket::stream<Tcp::socket> ws_;
    HttpRequest request_;
    const std::string live_;
    std::uint64_t at_ = 0, number_ = 0;
    std::optional<DiskFile> file_;
    std::string piece_;
    std::deque<std::shared_ptr<const std::string>> news_;
    std::shared_ptr<const std::string> now_;
    std::size_t queued_ = 0, reads_ = 0;
    beast::flat_buffer heard_{kMostSaid};
    std::int64_t deadline_ms_ = INT64_MAX, write_by_ms_ = 0, heard_ms_ = 0, pinged_ms_ = 0, looked_ms_ = 0;
    int quiet_ = 0;
    bool open_ = false, writing_ = false, closing_ = false, pinging_ = false, ended_ = false;
};

}  // namespace

void begin_socket(Hall& hall, Tcp::socket socket, HttpRequest request, const std::string& live,
                  std::uint64_t from) {
    std::make_shared<WebSocket>(hall, std::move(socket), std::move(request), live, from)->begin();
}

}  // namespace linghe::serve
