#include "linghe/serve/guard.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace linghe::serve {
namespace {

/// Cuts the next item off a list with commas; spaces about it are left out.
std::string_view next_item(std::string_view& list) noexcept {
    const std::size_t comma = list.find(',');
    std::string_view item = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    while (!item.empty() && (item.front() == ' ' || item.front() == '\t')) item.remove_prefix(1);
    while (!item.empty() && (item.back() == ' ' || item.back() == '\t')) item.remove_suffix(1);
    return item;
}

/// "application/json", with or without parameters behind it.
bool is_json(std::string_view type) noexcept {
    constexpr std::string_view kJson = "application/json";
    type = type.substr(0, type.find(';'));
    while (!type.empty() && type.back() == ' ') type.remove_suffix(1);
    if (type.size() != kJson.size()) return false;
    for (std::size_t i = 0; i < type.size(); ++i) {
        const char c = type[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != kJson[i]) return false;
    }
    return true;
}

std::optional<Refusal> refuse_place(const Caller& caller, std::uint16_t port) {
    if (caller.hosts.size() != 1)
        return Refusal{400, "a request names its Host exactly once", "call the address that was printed"};
    if (!host_is_own(caller.hosts[0], port))
        return Refusal{421, "this server is not called by that name", "call the address that was printed"};
    if (caller.origins.size() > 1)
        return Refusal{400, "a request names at most one Origin", "call from the page of this server"};
    if (!caller.origins.empty() && !origin_is_own(caller.origins[0], caller.hosts[0]))
        return Refusal{403, "another page's requests are not answered", "open the viewer by its own address"};
    return std::nullopt;
}

}  // namespace

base::Result<std::string> new_token() {
    std::array<unsigned char, 16> luck{};
    std::size_t got = 0;
    while (got < luck.size()) {
        const ssize_t n = ::getrandom(luck.data() + got, luck.size() - got, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            return base::Error{base::ErrorCode::io, "token",
                               std::string("getrandom: ") + std::strerror(errno), "try again"};
        got += static_cast<std::size_t>(n);
    }
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    for (const unsigned char b : luck) {
        text += kHex[b >> 4];
        text += kHex[b & 15];
    }
    return text;
}

bool same_token(std::string_view kept, std::string_view given) noexcept {
    // An empty token must open nothing, also should none have been made.
    unsigned differs = kept.size() == given.size() && !kept.empty() ? 0u : 1u;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const unsigned a = kept.empty() ? 0u : static_cast<unsigned char>(kept[i % kept.size()]);
        differs |= a ^ static_cast<unsigned char>(given[i]);
    }
    return differs == 0;
}

bool host_is_own(std::string_view host, std::uint16_t port) noexcept {
    char digits[8];
    std::size_t n = 0;
    for (unsigned p = port; p != 0 && n < sizeof digits; p /= 10)
        digits[n++] = static_cast<char>('0' + p % 10);
    for (const std::string_view name : {"127.0.0.1:", "localhost:", "[::1]:"}) {
        if (host.size() != name.size() + n || host.substr(0, name.size()) != name) continue;
        bool same = n > 0;
        for (std::size_t i = 0; i < n; ++i) same = same && host[name.size() + i] == digits[n - 1 - i];
        if (same) return true;
    }
    return false;
}

bool origin_is_own(std::string_view origin, std::string_view host) noexcept {
    constexpr std::string_view kScheme = "http://";
    return origin.size() == kScheme.size() + host.size() && origin.substr(0, kScheme.size()) == kScheme &&
           origin.substr(kScheme.size()) == host;
}

std::string_view token_of_protocols(std::string_view list) noexcept {
    constexpr std::string_view kOurs = "linghe.1", kToken = "token.";
    std::string_view token;
    bool ours = false;
    while (!list.empty()) {
        const std::string_view item = next_item(list);
        if (item == kOurs) ours = true;
        if (item.substr(0, kToken.size()) == kToken) token = item.substr(kToken.size());
    }
    return ours ? token : std::string_view{};
}

bool needs_token(std::string_view path) noexcept {
    return path == "/api" || path == "/data" || path.substr(0, 5) == "/api/" || path.substr(0, 6) == "/data/";
}

std::optional<Refusal> refuse(const Caller& caller, std::uint16_t port, std::string_view token) {
    if (auto wrong = refuse_place(caller, port)) return wrong;
    if (!needs_token(caller.path)) {
        if (!caller.upgrade) return std::nullopt;
        return Refusal{404, "there is no WebSocket of that name", "/api/events or /api/live/RUN"};
    }
    if (!caller.fetch_site.empty() && caller.fetch_site != "same-origin" && caller.fetch_site != "none")
        return Refusal{403, "another page's requests are not answered", "open the viewer by its own address"};
    // Preflights carry no token; they are answered with what a path allows, and with no leave for another origin.
    if (caller.method == "OPTIONS" && !caller.upgrade) return std::nullopt;
    const std::string_view given =
        caller.upgrade && caller.token.empty() ? token_of_protocols(caller.protocols) : caller.token;
    if (!same_token(token, given))
        return Refusal{
            401, "the token is missing or wrong",
            "open the link that was printed when this server started; a new start makes a new one"};
    const bool changes = caller.method == "POST" || caller.method == "PUT" || caller.method == "PATCH";
    if ((changes || caller.body) && !caller.upgrade && !is_json(caller.content_type))
        return Refusal{415, "only application/json is read",
                       "send the body with Content-Type: application/json"};
    return std::nullopt;
}

}  // namespace linghe::serve
