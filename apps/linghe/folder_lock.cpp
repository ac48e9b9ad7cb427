#include "folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace linghe::app {

base::Result<FolderLock> FolderLock::take(const std::string& folder) {
    FolderLock lock;
    lock.fd_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock.fd_ < 0) return lock;
    while (::flock(lock.fd_, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return base::Error{base::ErrorCode::usage, folder, "another linghe is writing into this folder",
                               "wait until it has ended, or stop it"};
        if (errno != EINTR) break;
    }
    return lock;
}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}

FolderLock::~FolderLock() {
    if (fd_ >= 0) ::close(fd_);
}

}  // namespace linghe::app
