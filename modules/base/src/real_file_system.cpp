#ifndef LINGHE_CORE_ONLY
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <cerrno>

#include "linghe/base/file.hpp"

namespace linghe::base {
namespace {

int answer(int r) noexcept { return r < 0 ? -errno : r; }

}  // namespace

int RealFileSystem::sys_open_excl(const std::string& path) {
    return answer(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}
int RealFileSystem::sys_open_append(const std::string& path) {
    return answer(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
}
int RealFileSystem::sys_open_read(const std::string& path) {
    // Without O_NONBLOCK a pipe that nobody writes to would be waited for for ever; for files it means nothing.
    const int handle = answer(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (handle < 0) return handle;
    struct ::stat info;
    const int known = answer(::fstat(handle, &info));
    if (known >= 0 && (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)))
        return handle;  // reading tells EISDIR
    ::close(handle);
    return known < 0 ? known : -ESPIPE;
}
std::int64_t RealFileSystem::sys_write(int handle, std::span<const std::byte> bytes) {
    const ::ssize_t n = ::write(handle, bytes.data(), bytes.size());
    return n < 0 ? -errno : n;
}
std::int64_t RealFileSystem::sys_read_at(int handle, std::uint64_t offset, std::span<std::byte> into) {
    const ::ssize_t n = ::pread(handle, into.data(), into.size(), static_cast<::off_t>(offset));
    return n < 0 ? -errno : n;
}
std::int64_t RealFileSystem::sys_size(int handle) {
    struct ::stat info;
    if (::fstat(handle, &info) < 0) return -errno;
    if (S_ISDIR(info.st_mode)) return -EISDIR;
    return info.st_size;
}
int RealFileSystem::sys_truncate(int handle, std::uint64_t size_bytes) {
    return answer(::ftruncate(handle, static_cast<::off_t>(size_bytes)));
}
int RealFileSystem::sys_fsync(int handle) { return answer(::fsync(handle)); }
int RealFileSystem::sys_close(int handle) { return answer(::close(handle)); }
int RealFileSystem::sys_rename(const std::string& from, const std::string& to) {
    return answer(::rename(from.c_str(), to.c_str()));
}
int RealFileSystem::sys_fsync_dir(const std::string& dir) {
    const int handle = ::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) return -errno;
    const int synced = answer(::fsync(handle));
    ::close(handle);
    return synced == -EINVAL ? 0 : synced;  // some file systems do not sync directories
}
int RealFileSystem::sys_remove(const std::string& path) { return answer(::unlink(path.c_str())); }
int RealFileSystem::sys_exists(const std::string& path) {
    struct ::stat info;
    return ::stat(path.c_str(), &info) == 0 ? 1 : 0;
}
int RealFileSystem::sys_make_dir(const std::string& path) {
    if (::mkdir(path.c_str(), 0777) == 0) return 0;
    const int why = errno;
    struct ::stat info;
    if (why == EEXIST && ::stat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode)) return -ENOTDIR;
    return -why;
}
std::int64_t RealFileSystem::sys_free_bytes(const std::string& path) {
    struct ::statvfs info;
    if (::statvfs(path.c_str(), &info) < 0) return -errno;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize);
}
std::uint64_t RealFileSystem::sys_random() {
    std::uint64_t r = 0;
    if (::getrandom(&r, sizeof r, 0) != sizeof r) r = static_cast<std::uint64_t>(::getpid()) << 32;
    return r;
}

}  // namespace linghe::base
#endif
