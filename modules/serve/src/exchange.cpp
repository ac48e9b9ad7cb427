#include "exchange.hpp"

#include <nlohmann/json.hpp>

namespace linghe::serve {
namespace {

using nlohmann::json;

/// What a page of ours may do: nothing but its own scripts, styles, pictures, workers and its own server.
std::string policy(std::string_view host) {
    return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: "
           "blob:; "
           "font-src 'self'; media-src 'self' blob:; worker-src 'self' blob:; manifest-src 'self'; "
           "connect-src 'self' ws://" +
           std::string(host) +
           "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
}

}  // namespace

Reply json_reply(std::string body, int status) {
    Reply reply;
    reply.status = status;
    reply.body = std::move(body);
    return reply;
}

Reply error_reply(int status, std::string_view what, std::string_view how) {
    const json j = {{"error", {{"what", what}, {"how", how}}}};
    return json_reply(j.dump(-1, ' ', false, json::error_handler_t::replace), status);
}

Reply error_reply(int status, const base::Error& error) {
    const auto plain = [](const std::string& text) {
        return text.find('/') == std::string::npos ? text : std::string();
    };
    const std::string what = plain(error.message);
    return error_reply(status, what.empty() ? "it could not be done" : what, plain(error.hint));
}

std::string_view reason_of(int status) noexcept {
    switch (status) {
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 206: return "Partial Content";
        case 304: return "Not Modified";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 412: return "Precondition Failed";
        case 413: return "Payload Too Large";
        case 414: return "URI Too Long";
        case 415: return "Unsupported Media Type";
        case 416: return "Range Not Satisfiable";
        case 417: return "Expectation Failed";
        case 421: return "Misdirected Request";
        case 422: return "Unprocessable Entity";
        case 426: return "Upgrade Required";
        case 428: return "Precondition Required";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 501: return "Not Implemented";
        case 503: return "Service Unavailable";
        case 504: return "Gateway Timeout";
        default: return "Answer";
    }
}

std::string head_of(const Reply& reply, std::string_view host, bool keep_alive) {
    std::string head =
        "HTTP/1.1 " + std::to_string(reply.status) + " " + std::string(reason_of(reply.status)) + "\r\n";
    const auto line = [&head](std::string_view name, std::string_view value) {
        head.append(name).append(": ").append(value).append("\r\n");
    };
    if (reply.status != 204 && reply.status != 304) {
        line("Content-Type", reply.type);
        line("Content-Length", std::to_string(reply.bytes()));
    }
    bool cache = false, own_policy = false;
    for (const auto& [name, value] : reply.headers) {
        line(name, value);
        cache = cache || name == "Cache-Control";
        own_policy = own_policy || name == "Content-Security-Policy";
    }
    if (!cache) line("Cache-Control", "no-store");
    if (!own_policy) line("Content-Security-Policy", policy(host));
    line("X-Content-Type-Options", "nosniff");
    line("X-Frame-Options", "DENY");
    line("Referrer-Policy", "no-referrer");
    line("Cross-Origin-Opener-Policy", "same-origin");
    line("Cross-Origin-Resource-Policy", "same-origin");
    line("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    line("Connection", keep_alive ? "keep-alive" : "close");
    return head + "\r\n";
}

std::string_view query_value(std::string_view query, std::string_view name) noexcept {
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view pair = query.substr(0, end);
        query = end == std::string_view::npos ? std::string_view{} : query.substr(end + 1);
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos && pair.substr(0, equals) == name)
            return pair.substr(equals + 1);
    }
    return {};
}

}  // namespace linghe::serve
