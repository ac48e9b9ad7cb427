// What: who is in the house: every connection, its deadline, and the news for those who listen.
// Who: the server owns one; HTTP sessions and WebSockets enter and leave it.
// Never: lets one guest wait for another.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "routes.hpp"

namespace linghe::serve {

[[nodiscard]] inline std::int64_t steady_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// One connection.
class Guest : public std::enable_shared_from_this<Guest> {
public:
    virtual ~Guest() = default;
    /// Called a few times a second: those who are late are dropped.
    virtual void look(std::int64_t now_ms) = 0;
    /// The server shuts down.
    virtual void leave() = 0;
    /// Since when it waits for a request; 0 when it is at work.
    [[nodiscard]] virtual std::int64_t idle_since() const { return 0; }
    /// News, for those who listen.
    virtual void tell(const std::shared_ptr<const std::string>&) {}
    [[nodiscard]] virtual bool is_socket() const { return false; }
};

class Hall {
public:
    Hall(Routes& to, std::string secret) : routes(to), token(std::move(secret)) {}

    std::uint64_t enter(const std::weak_ptr<Guest>& guest) {
        guests_[++next_] = guest;
        return next_;
    }
    void go(std::uint64_t number) { guests_.erase(number); }
    [[nodiscard]] std::size_t count() const { return guests_.size(); }
    [[nodiscard]] std::size_t sockets() const;
    /// Closes the connection that has waited longest for a request; false when all are at work.
    bool drop_an_idle_one();
    void tell_all(std::string news);
    void look(std::int64_t now_ms);
    void leave_all();

    Routes& routes;
    const std::string token;
    std::uint16_t port = 0;
    bool closing = false;

private:
    std::map<std::uint64_t, std::weak_ptr<Guest>> guests_;
    std::uint64_t next_ = 0;
};

}  // namespace linghe::serve
