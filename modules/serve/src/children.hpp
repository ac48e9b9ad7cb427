// What: programs started by the server: their words line by line, their end, and the signals sent to them.
// Who: the job board (runs) and the clerk (questions that take a while).
// Never: a shell; an open file of ours in a child; a child that outlives the server unnoticed.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"

namespace linghe::serve {

/// How a child ended. `code` is its exit code, or 128 and the signal that ended it.
struct ChildEnd {
    int code = 0;
    std::string out;   ///< standard output, cut at kMostOut
    std::string err;   ///< the last words on standard error
    bool cut = false;  ///< it said more than kMostOut
};
inline constexpr std::size_t kMostOut = std::size_t{8} << 20;

/// The seam: tests have children that never were.
class Children {
public:
    virtual ~Children() = default;
    /// Starts `program` of the server with these words. @param on_line each whole line of standard error.
    /// @return a number for signal(); on_end is called once, never from within start().
    [[nodiscard]] virtual base::Result<int> start(const std::vector<std::string>& words,
                                                  std::function<void(std::string_view)> on_line,
                                                  std::function<void(ChildEnd)> on_end) = 0;
    virtual void signal(int child, int signal) = 0;
};

}  // namespace linghe::serve
