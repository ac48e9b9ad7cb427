// Guard: does work in a child process, so that a library that crashes, hangs or eats memory on a broken file does no harm.
// Called by import_map only.
// Never lets the child's talk reach our own standard error: it is caught, and told where the work failed.
#pragma once
#include <functional>
#include <string>

#include "linghe/atlas/import.hpp"
#include "linghe/base/result.hpp"

namespace linghe::atlas {

struct GuardLimits {
    unsigned seconds = 600;          ///< of processor time
    unsigned long megabytes = 6144;  ///< of address space
};
/// What the work calls to say how far it is (0 to 1) and what it does; heard by the watch of the parent.
using Tell = std::function<void(double share, const std::string& doing)>;
using Work = std::function<base::Result<std::string>(const Tell&)>;
/// Runs work in a child; its bytes or its error come back. A watch that says stop ends the child (run_failed, "stopped").
/// @param what  names the work in errors.
[[nodiscard]] base::Result<std::string> in_a_watched_child(const std::string& what, const GuardLimits& limits,
                                                           const Watch& watch, const Work& work);
/// The same for short work that nobody waits for.
[[nodiscard]] base::Result<std::string> in_a_child(const std::string& what, const GuardLimits& limits,
                                                   const std::function<base::Result<std::string>()>& work);

}  // namespace linghe::atlas
