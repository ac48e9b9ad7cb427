// One connection of a browser: requests read under limits and deadlines, judged before their body, answered in order.
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>

#include "linghe/base/text.hpp"
#include "linghe/serve/guard.hpp"
#include "linghe/serve/limits.hpp"
#include "sessions.hpp"

namespace linghe::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

constexpr std::int64_t kIdleMs = 60'000, kHeadMs = 10'000, kBodyMs = 30'000, kPieceMs = 30'000,
                       kLingerMs = 2'000, kAnswerMs = 150'000;
constexpr std::size_t kMostTarget = 8 << 10, kMostFields = 64, kMostRequests = 10'000, kPiece = 128 << 10,
                      kMostLinger = 4 << 20;

std::string_view view_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

class HttpSession final : public Guest {
public:
    HttpSession(Hall& hall, Tcp::socket socket) : hall_(hall), socket_(std::move(socket)) {}
    ~HttpSession() override {
        if (number_ != 0) hall_.go(number_);
    }

    void begin() {
        number_ = hall_.enter(weak_from_this());
        wait();
    }
    void look(std::int64_t now_ms) override {
        if (now_ms > deadline_ms_) late();
    }
    void leave() override {
        if (idle_since_ != 0 || hall_.closing) close();
    }
    [[nodiscard]] std::int64_t idle_since() const override { return idle_since_; }

private:
    std::shared_ptr<HttpSession> self() { return std::static_pointer_cast<HttpSession>(shared_from_this()); }
    void within(std::int64_t ms) { deadline_ms_ = steady_ms() + ms; }

    void close() {
        ErrorCode ignored;
        socket_.shutdown(Tcp::socket::shutdown_both, ignored);
        socket_.close(ignored);
    }

    void late() {
        // A half-sent request is told that it was too slow; everything else has nobody who would listen.
        if (!reading_) return close();
        reading_ = false;
        ErrorCode ignored;
        socket_.cancel(ignored);
        keep_ = false;
        send(error_reply(408, "the request came too slowly", "send it at once"));
    }

    void wait() {
        if (hall_.closing || ++requests_ > kMostRequests) return close();
        parser_.emplace();
        parser_->header_limit(static_cast<std::uint32_t>(limits::kRequestHeadBytes));
        parser_->body_limit(limits::kRequestBytes);
        request_ = {};
        if (buffer_.size() > 0) return read_head();
        idle_since_ = steady_ms();
        within(kIdleMs);
        socket_.async_wait(Tcp::socket::wait_read, [self = self()](ErrorCode error) {
            self->idle_since_ = 0;
            if (!error) self->read_head();
        });
    }

    void read_head() {
        reading_ = true;
        within(kHeadMs);
        http::async_read_header(socket_, buffer_, *parser_, [self = self()](ErrorCode error, std::size_t) {
            if (!self->reading_) return;
            self->reading_ = false;
            if (error) return self->bad(error);
            self->judge();
        });
    }

    void bad(const ErrorCode& error) {
        keep_ = false;
        if (error == http::error::header_limit || error == http::error::buffer_overflow)
            return send(error_reply(431, "the head of the request is too long", "at most 16 KiB"));
        if (error == http::error::body_limit)
            return send(error_reply(413, "the body of the request is too long", "at most 1 MiB"));
        if (error.category() == make_error_code(http::error::bad_method).category() &&
            error != http::error::end_of_stream && error != http::error::partial_message)
            return send(error_reply(400, "this is no HTTP that is understood here",
                                    "HTTP/1.1, one request after another"));
        close();
    }

    [[nodiscard]] Caller caller() const {
        const auto& head = parser_->get();
        Caller c;
        c.method = view_of(head.method_string());
        c.path = request_.path;
        const auto all = [&head](http::field field, std::vector<std::string_view>& to) {
            const auto range = head.equal_range(field);
            for (auto at = range.first; at != range.second; ++at) to.push_back(view_of(at->value()));
        };
        all(http::field::host, c.hosts);
        all(http::field::origin, c.origins);
        c.fetch_site = view_of(head["Sec-Fetch-Site"]);
        c.content_type = view_of(head[http::field::content_type]);
        c.token = view_of(head["X-Linghe-Token"]);
        c.protocols = view_of(head[http::field::sec_websocket_protocol]);
        c.upgrade = beast::websocket::is_upgrade(head);
        c.body = parser_->chunked() || parser_->content_length().value_or(0) > 0;
        return c;
    }

    void judge() {
        const auto& head = parser_->get();
        keep_ = head.keep_alive();
        head_only_ = head.method() == http::verb::head;
        const std::string_view target = view_of(head.target());
        std::size_t fields = 0;
        for (auto at = head.begin(); at != head.end(); ++at) ++fields;
        const std::size_t mark = target.find('?');
        request_.method = std::string(view_of(head.method_string()));
        request_.path = std::string(target.substr(0, mark));
        request_.query = mark == std::string_view::npos ? "" : std::string(target.substr(mark + 1));
        if (target.size() > kMostTarget)
            return refuse(error_reply(414, "the address is too long", "at most 8 KiB"));
        if (fields > kMostFields) return refuse(error_reply(431, "too many header lines", "at most 64"));
        if (target.empty() || target.front() != '/')
            return refuse(error_reply(400, "the target is no path", "begin it with /"));
        if (head.version() != 11 && head.version() != 10)
            return refuse(error_reply(400, "HTTP/1.1 is spoken here", ""));
        // Two lengths, or one that is not the only coding: what one reader takes for a body, another takes for a request.
        if (head.count(http::field::transfer_encoding) + head.count(http::field::content_length) > 1)
            return refuse(
                error_reply(400, "the length of the body is told twice", "Content-Length or chunked"));
        if (auto no = serve::refuse(caller(), hall_.port, hall_.token))
            return refuse(error_reply(no->status, no->what, no->how));
        request_.host = std::string(view_of(head[http::field::host]));
        request_.range = std::string(view_of(head[http::field::range]));
        request_.if_range = std::string(view_of(head[http::field::if_range]));
        request_.if_none_match = std::string(view_of(head[http::field::if_none_match]));
        request_.if_match = std::string(view_of(head[http::field::if_match]));
        if (head.count(http::field::range) > 1) request_.range.clear();
        if (beast::websocket::is_upgrade(head)) return become_socket();
        const auto length = parser_->content_length();
        if (length && *length > limits::kRequestBytes)
            return refuse(error_reply(413, "the body of the request is too long", "at most 1 MiB"));
        if (head.count(http::field::expect) > 0) return go_on_then_read();
        read_body();
    }

    /// The body is not read: the connection is of no more use.
    void refuse(Reply reply) {
        if (parser_->chunked() || parser_->content_length().value_or(0) > 0 || parser_->upgrade())
            keep_ = false;
        if (reply.status == 400 || reply.status == 421 || reply.status == 431) keep_ = false;
        send(std::move(reply));
    }

    void go_on_then_read() {
        static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
        within(kPieceMs);
        asio::async_write(socket_, asio::buffer(kGoOn.data(), kGoOn.size()),
                          [self = self()](ErrorCode error, std::size_t) {
                              if (error) return self->close();
                              self->read_body();
                          });
    }

    void read_body() {
        reading_ = true;
        within(kBodyMs);
        http::async_read(socket_, buffer_, *parser_, [self = self()](ErrorCode error, std::size_t) {
            if (!self->reading_) return;
            self->reading_ = false;
            if (error) return self->bad(error);
            self->request_.body = std::move(self->parser_->get().body());
            self->within(kAnswerMs);
            self->hall_.routes.handle(self->request_, [self](Reply reply) { self->send(std::move(reply)); });
        });
    }

    void become_socket() {
        constexpr std::string_view kLive = "/api/live/";
        std::string live;
        if (request_.path.rfind(kLive, 0) == 0) {
            const auto folder = hall_.routes.live_folder(request_.path.substr(kLive.size()));
            if (!folder)
                return refuse(error_reply(404, "there is no such run", "take an id out of /api/gallery"));
            live = *folder;
        } else if (request_.path != "/api/events") {
            return refuse(
                error_reply(404, "there is no WebSocket of that name", "/api/events or /api/live/RUN"));
        }
        if (hall_.sockets() >= limits::kSockets)
            return refuse(error_reply(503, "too many WebSockets are open", "close one"));
        const std::string_view from = query_value(request_.query, "from");
        const auto offset = base::parse_int(from.empty() ? "0" : std::string(from));
        if (!offset.ok() || offset.value() < 0)
            return refuse(error_reply(400, "from is no number of bytes", "from=0"));
        // A client speaks only after the answer; what came before it is no WebSocket.
        if (buffer_.size() > 0) return close();
        begin_socket(hall_, std::move(socket_), parser_->release(), live,
                     static_cast<std::uint64_t>(offset.value()));
    }

    void send(Reply reply) {
        if (!socket_.is_open()) return;
        reply_ = std::move(reply);
        head_ = head_of(reply_, request_.host.empty() ? "127.0.0.1" : request_.host, keep_);
        sent_ = 0;
        within(kPieceMs);
        const bool small =
            reply_.file == nullptr && !head_only_ && reply_.status != 204 && reply_.status != 304;
        const std::array<asio::const_buffer, 2> both = {asio::buffer(head_),
                                                        asio::buffer(small ? reply_.body : kNothing)};
        asio::async_write(socket_, both, [self = self()](ErrorCode error, std::size_t) {
            if (error) return self->close();
            if (self->reply_.file != nullptr && !self->head_only_) return self->send_piece();
            self->sent();
        });
    }

    void send_piece() {
        const std::uint64_t left = reply_.length - sent_;
        if (left == 0) return sent();
        piece_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left, kPiece)));
        // Cut short while we give it: the promised length cannot be kept, and the caller has to see that.
        if (reply_.file->read_at(reply_.from + sent_, piece_.data(), piece_.size()) != piece_.size())
            return close();
        within(kPieceMs);
        asio::async_write(socket_, asio::buffer(piece_), [self = self()](ErrorCode error, std::size_t bytes) {
            if (error) return self->close();
            self->sent_ += bytes;
            self->send_piece();
        });
    }

    void sent() {
        reply_ = {};
        if (keep_) return wait();
        ErrorCode ignored;
        socket_.shutdown(Tcp::socket::shutdown_send, ignored);
        within(kLingerMs);
        linger(0);
    }

    /// Reads on for a moment: closed at once, the answer could be lost with what the caller still sends.
    void linger(std::size_t read) {
        if (read > kMostLinger) return close();
        piece_.resize(kPiece);
        socket_.async_read_some(asio::buffer(piece_),
                                [self = self(), read](ErrorCode error, std::size_t bytes) {
                                    if (error) return self->close();
                                    self->linger(read + bytes);
                                });
    }

    inline static const std::string kNothing;
    Hall& hall_;
    Tcp::socket socket_;
    beast::flat_buffer buffer_{limits::kRequestHeadBytes + (64 << 10)};
    std::optional<http::request_parser<http::string_body>> parser_;
    Request request_;
    Reply reply_;
    std::string head_;
    std::vector<char> piece_;
    std::uint64_t number_ = 0, sent_ = 0;
    std::int64_t deadline_ms_ = INT64_MAX, idle_since_ = 0;
    std::size_t requests_ = 0;
    bool keep_ = false, head_only_ = false, reading_ = false;
};

}  // namespace

void begin_http(Hall& hall, Tcp::socket socket) {
    std::make_shared<HttpSession>(hall, std::move(socket))->begin();
}

}  // namespace linghe::serve
