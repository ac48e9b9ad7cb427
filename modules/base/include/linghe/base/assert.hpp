// What: LINGHE_ASSERT, for our own mistakes; active with LINGHE_CHECKS or without NDEBUG, else free of cost.
// Who: every module, for invariants; apps catch BrokenInvariant at the edge of a run.
// Never: judges a user's input (that is an Error), never aborts the process: only the run dies.
#pragma once

#include <exception>
#include <string>

namespace linghe::base {

/// Thrown by LINGHE_ASSERT. A server or a study ends the run that threw it and goes on with the next.
struct BrokenInvariant : std::exception {
    BrokenInvariant(const char* file_, int line_, std::string msg_);
    const char* what() const noexcept override { return text_.c_str(); }

    const char* file;  ///< a string literal of the build
    int line;
    std::string msg;

private:
    std::string text_;
};

[[noreturn]] void throw_broken_invariant(const char* file, int line, const char* msg);
[[noreturn]] void throw_broken_invariant(const char* file, int line, const std::string& msg);

#if defined(LINGHE_CHECKS) || !defined(NDEBUG)
inline constexpr bool kAssertsActive = true;
#else
inline constexpr bool kAssertsActive = false;
#endif

}  // namespace linghe::base

#if defined(LINGHE_CHECKS) || !defined(NDEBUG)
#define LINGHE_ASSERT(cond, msg) \
    (static_cast<bool>(cond) ? static_cast<void>(0) \
                             : ::linghe::base::throw_broken_invariant(__FILE__, __LINE__, msg))
#else
#define LINGHE_ASSERT(cond, msg) static_cast<void>(sizeof(static_cast<bool>(cond)))
#endif
