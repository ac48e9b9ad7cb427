// Guard: does work in a child process, so that a library that crashes, hangs or eats memory on a broken file does no harm.
// Called by import_map only.
// Never lets the child's talk reach our own standard error: it is caught, and told where the work failed.
#pragma once
#include <functional>
#include <string>

#include "linghe/base/result.hpp"

namespace linghe::atlas {

struct GuardLimits {
    unsigned seconds = 600;          ///< of processor time
    unsigned long megabytes = 6144;  ///< of address space
};
/// Runs work() in a child; its bytes or its error come back. @param what  names the work in errors.
[[nodiscard]] base::Result<std::string> in_a_child(const std::string& what, const GuardLimits& limits,
                                                   const std::function<base::Result<std::string>()>& work);

}  // namespace linghe::atlas
