// What: the two kinds of connection: a browser's requests, and its WebSockets.
// Who: server.cpp lets callers in; an HTTP session hands over what becomes a WebSocket.
// Never: included by more files than need Boost.Beast (each costs many seconds to compile).
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "hall.hpp"

namespace linghe::serve {

using Tcp = boost::asio::ip::tcp;
using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// Serves one connection until it ends. `hall` outlives it.
void begin_http(Hall& hall, Tcp::socket socket);
/// Makes a WebSocket of a connection whose request has been judged. @param live the folder whose view is sent; empty: news
void begin_socket(Hall& hall, Tcp::socket socket, HttpRequest request, const std::string& live,
                  std::uint64_t from);

}  // namespace linghe::serve
