// What: the limits of the local server, in the form of base/limits.hpp.
// Who: this room enforces them; `linghe limits` and /api/about tell them.
// Never: raised by a request.
#pragma once
#include <array>

#include "linghe/base/limits.hpp"

namespace linghe::serve {

namespace limits {
inline constexpr std::uint64_t kRequestHeadBytes = std::uint64_t{16} << 10;
inline constexpr std::uint64_t kRequestBytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kConnections = 64;
inline constexpr std::uint64_t kSockets = 32;
inline constexpr std::uint64_t kSocketQueueBytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kQueuedRuns = 16;
inline constexpr std::uint64_t kNotesBytes = std::uint64_t{256} << 10;
}  // namespace limits

inline constexpr std::array kLimits = {
    base::Limit{"request_head_bytes", limits::kRequestHeadBytes, "bytes", "answered 431"},
    base::Limit{"request_bytes", limits::kRequestBytes, "bytes", "answered 413"},
    base::Limit{"connections", limits::kConnections, "connections",
                "the longest idle is closed, else answered 503"},
    base::Limit{"sockets", limits::kSockets, "WebSockets", "answered 503"},
    base::Limit{"socket_queue_bytes", limits::kSocketQueueBytes, "bytes",
                "the slow reader is dropped with code 1008"},
    base::Limit{"queued_runs", limits::kQueuedRuns, "runs", "answered 429"},
    base::Limit{"notes_bytes", limits::kNotesBytes, "bytes", "answered 413"},
};

}  // namespace linghe::serve
