// folder_lock: only one linghe at a time writes into a folder.
// Used by run and batch.
// Never leaves anything in the folder: the lock is on the folder itself and ends with the program, however it ends.
#pragma once
#include <string>

#include "linghe/base/result.hpp"

namespace linghe::app {

class FolderLock {
public:
    /// An error (usage) when another program holds it. A folder that cannot be locked (some network drives) counts as
    /// free; one that is not there too.
    [[nodiscard]] static base::Result<FolderLock> take(const std::string& folder);

    FolderLock() = default;
    FolderLock(FolderLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    FolderLock& operator=(FolderLock&& other) noexcept;
    ~FolderLock();

private:
    int fd_ = -1;
};

}  // namespace linghe::app
