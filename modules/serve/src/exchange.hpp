// What: a request and its answer as plain values, so that the routes need no HTTP library.
// Who: routes make answers of requests; the HTTP session reads the one and writes the other.
// Never: holds a path of the disk that came from a request.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "disk_file.hpp"
#include "linghe/base/error.hpp"

namespace linghe::serve {

struct Request {
    std::string method, path, query;  ///< the target, cut at its first '?'
    std::string host, range, if_range, if_none_match, if_match;
    std::string body;
};

struct Reply {
    int status = 200;
    std::string type = "application/json; charset=utf-8";
    std::string body;
    std::shared_ptr<DiskFile> file;  ///< where set, `length` bytes from `from` are the body
    std::uint64_t from = 0, length = 0;
    std::vector<std::pair<std::string, std::string>> headers;  ///< further ones; no line ends in them
    [[nodiscard]] std::uint64_t bytes() const noexcept { return file != nullptr ? length : body.size(); }
};
using Answer = std::function<void(Reply)>;

/// {"error":{"what":...,"how":...}}
[[nodiscard]] Reply error_reply(int status, std::string_view what, std::string_view how);
/// The same of an error of the house; what it says of paths is left out.
[[nodiscard]] Reply error_reply(int status, const base::Error& error);
[[nodiscard]] Reply json_reply(std::string body, int status = 200);
/// "Not Found" and the like.
[[nodiscard]] std::string_view reason_of(int status) noexcept;
/// Status line and headers of an answer, to the empty line. @param host the Host that was asked, checked before
[[nodiscard]] std::string head_of(const Reply& reply, std::string_view host, bool keep_alive);
/// The value of `name` in a query ("run=ab12&event=3"); empty when it is missing. Nothing is decoded: our values are plain.
[[nodiscard]] std::string_view query_value(std::string_view query, std::string_view name) noexcept;

}  // namespace linghe::serve
