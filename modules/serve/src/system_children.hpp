// What: children as processes of this system.
// Who: server.cpp.
// Never: waits; everything is told through the server's one loop.
#pragma once
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "children.hpp"

namespace linghe::serve {

/// @param program path of the program that is started. `io` outlives it.
[[nodiscard]] std::unique_ptr<Children> system_children(boost::asio::io_context& io, std::string program);

}  // namespace linghe::serve
