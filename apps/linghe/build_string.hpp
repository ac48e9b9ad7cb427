// build_string: compiler and the flags that touch floating point, as every record carries them.
// Used by run and info.
// Never part of a hash: builds must agree whatever it says.
#pragma once
#include <string>

namespace linghe::app {

inline std::string build_string() {
#if defined(__clang__)
    std::string text = "clang " __clang_version__;
#else
    std::string text = "g++ " __VERSION__;
#endif
#ifdef NDEBUG
    text += ", optimised";
#else
    text += ", with assertions";
#endif
#if defined(__x86_64__)
    text += ", x86-64";
#elif defined(__aarch64__)
    text += ", arm64";
#endif
    return text + ", fp-contract off";
}

}  // namespace linghe::app
