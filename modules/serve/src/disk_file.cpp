#include "disk_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "linghe/base/hash.hpp"

namespace linghe::serve {

base::Result<DiskFile> DiskFile::open(const std::string& path) {
    DiskFile file;
    // Not blocking: a pipe in the place of a file would be waited for for ever.
    file.fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat s = {};
    if (file.fd_ < 0 || ::fstat(file.fd_, &s) != 0) {
        const auto code = errno == ENOENT ? base::ErrorCode::usage : base::ErrorCode::io;
        return base::Error{code, path, std::strerror(errno), ""};
    }
    if (!S_ISREG(s.st_mode)) return base::Error{base::ErrorCode::io, path, "this is no plain file", ""};
    file.size_ = static_cast<std::uint64_t>(s.st_size);
    file.inode_ = static_cast<std::uint64_t>(s.st_ino);
    file.changed_ns_ = std::int64_t{s.st_mtim.tv_sec} * 1'000'000'000 + s.st_mtim.tv_nsec;
    return file;
}

DiskFile& DiskFile::operator=(DiskFile&& o) noexcept {
    std::swap(fd_, o.fd_);
    size_ = o.size_;
    inode_ = o.inode_;
    changed_ns_ = o.changed_ns_;
    return *this;
}

DiskFile::~DiskFile() {
    if (fd_ >= 0) ::close(fd_);
}

std::uint64_t DiskFile::size_now() const noexcept {
    struct stat s = {};
    return ::fstat(fd_, &s) == 0 ? static_cast<std::uint64_t>(s.st_size) : 0;
}

std::string DiskFile::etag() const {
    std::uint64_t h = base::hash_mix(inode_, size_);
    h = base::hash_mix(h, static_cast<std::uint64_t>(changed_ns_));
    return '"' + base::hex16(h) + '"';
}

std::size_t DiskFile::read_at(std::uint64_t offset, char* into, std::size_t bytes) const noexcept {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n = ::pread(fd_, into + done, bytes - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
    }
    return done;
}

}  // namespace linghe::serve
