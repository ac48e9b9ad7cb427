// What: who is let in: the token, the Host, the Origin and the Sec-Fetch-Site of a request, judged before its body is read.
// Who: the HTTP and WebSocket sessions of this room.
// Never: answers by how much of a token was right; never judges by a prefix, a suffix or a part of a name.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"

namespace linghe::serve {

/// 128 bits of the system's luck as 32 hex digits. Error (io) where the system gives none.
[[nodiscard]] base::Result<std::string> new_token();
/// Equal, in a time that depends on the length of `given` only.
[[nodiscard]] bool same_token(std::string_view kept, std::string_view given) noexcept;

/// Exactly 127.0.0.1:P, localhost:P or [::1]:P; small letters, no dot behind, no user, no spaces.
[[nodiscard]] bool host_is_own(std::string_view host, std::uint16_t port) noexcept;
/// Exactly "http://" and the Host that the same request names.
[[nodiscard]] bool origin_is_own(std::string_view origin, std::string_view host) noexcept;
/// The token of a WebSocket's list of subprotocols ("linghe.1, token.T"); empty when there is none or "linghe.1" is missing.
[[nodiscard]] std::string_view token_of_protocols(std::string_view list) noexcept;

/// What of a request's head is judged.
struct Caller {
    std::string_view method, path;
    std::vector<std::string_view> hosts;    ///< every Host line
    std::vector<std::string_view> origins;  ///< every Origin line
    std::string_view fetch_site, content_type, token, protocols;
    bool upgrade = false;  ///< wants to become a WebSocket
    bool body = false;     ///< announces a body
};
struct Refusal {
    int status = 403;
    std::string what, how;
};
/// Nothing when the caller may go on. @param token the one that was printed at the start
[[nodiscard]] std::optional<Refusal> refuse(const Caller& caller, std::uint16_t port, std::string_view token);
/// True for paths that give or change data of the user: /api/... and /data/...
[[nodiscard]] bool needs_token(std::string_view path) noexcept;

}  // namespace linghe::serve
