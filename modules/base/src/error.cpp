#include "linghe/base/error.hpp"

#include <utility>

#include "linghe/base/assert.hpp"
#include "linghe/base/fp_guard.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/base/units.hpp"

namespace linghe::base {

const char* name_of(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::run_failed: return "run_failed";
        case ErrorCode::usage: return "usage";
        case ErrorCode::invalid: return "invalid";
        case ErrorCode::io: return "io";
        case ErrorCode::limit: return "limit";
        case ErrorCode::corrupt: return "corrupt";
    }
    return "unknown";
}

std::string Error::text() const {
    std::string out = where;
    if (!where.empty() && !message.empty()) out += ": ";
    out += message;
    if (!hint.empty()) out += "\n  hint: " + hint;
    return out;
}

BrokenInvariant::BrokenInvariant(const char* file_, int line_, std::string msg_)
    : file(file_), line(line_), msg(std::move(msg_)) {
    text_ = std::string(file) + ":" + std::to_string(line) + ": broken invariant: " + msg;
}

void throw_broken_invariant(const char* file, int line, const char* msg) {
    throw BrokenInvariant(file, line, msg);
}
void throw_broken_invariant(const char* file, int line, const std::string& msg) {
    throw BrokenInvariant(file, line, msg);
}

Result<Tick> checked_ticks_from_s(double seconds) {
    if (seconds >= -kMaxSeconds && seconds <= kMaxSeconds) return ticks_from_s(seconds);
    return Error{ErrorCode::invalid, "time", to_text(seconds) + " seconds is not a time",
                 "a number between -1e12 and 1e12"};
}

Result<void> within_limit(std::string_view name, std::uint64_t found, std::string_view where) {
    for (const Limit& limit : kLimits) {
        if (limit.name != name) continue;
        if (found <= limit.value) return {};
        return Error{ErrorCode::limit, std::string(where),
                     std::string(name) + ": " + to_text(found) + " " + std::string(limit.unit) +
                         ", more than the limit of " + to_text(limit.value) + " (" +
                         std::string(limit.on_excess) + ")",
                     "make it smaller; `linghe limits` lists all limits"};
    }
    return Error{ErrorCode::usage, std::string(where), std::string("no such limit: ") + std::string(name),
                 "the names are those of base/limits.hpp"};
}

}  // namespace linghe::base
