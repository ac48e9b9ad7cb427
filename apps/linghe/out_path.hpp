// out_path: whether a name given by --out or --png can become what is to be written, told before the work and not after it.
// Called by every verb that writes, before it reads anything.
// Never makes or changes anything; what changes on the disk meanwhile is told when it is written.
#pragma once
#include <string>

#include "linghe/base/result.hpp"

namespace linghe::app {

/// A file that is made or replaced. Errors: usage (no name, a folder), io (dangling link, no folder to lie in, no permission).
[[nodiscard]] base::Result<void> can_become_file(const std::string& option, const std::string& path);
/// A folder that is made, or filled where `may_be_there`. Errors as above; usage where a file has the name.
[[nodiscard]] base::Result<void> can_become_folder(const std::string& option, const std::string& path,
                                                   bool may_be_there);

}  // namespace linghe::app
