// What: a regular file, open for reading, of which pieces are taken while it may still grow.
// Who: the routes that give recordings, the live view, the list of the viewer's files.
// Never: opens a symbolic link, a pipe, a device or a folder; never written.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "linghe/base/result.hpp"

namespace linghe::serve {

class DiskFile {
public:
    /// Errors: usage when there is no such file; io.
    [[nodiscard]] static base::Result<DiskFile> open(const std::string& path);
    DiskFile(DiskFile&& o) noexcept
        : fd_(std::exchange(o.fd_, -1)), size_(o.size_), inode_(o.inode_), changed_ns_(o.changed_ns_) {}
    DiskFile& operator=(DiskFile&& o) noexcept;
    DiskFile(const DiskFile&) = delete;
    DiskFile& operator=(const DiskFile&) = delete;
    ~DiskFile();

    /// Bytes at the opening.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// Bytes now; of a file that goes on growing.
    [[nodiscard]] std::uint64_t size_now() const noexcept;
    /// Strong entity tag with its quotes: another as soon as the file is replaced, grows or is written to.
    [[nodiscard]] std::string etag() const;
    /// Bytes read; fewer than asked for at the end of the file or on an error of the system.
    [[nodiscard]] std::size_t read_at(std::uint64_t offset, char* into, std::size_t bytes) const noexcept;

private:
    DiskFile() = default;
    int fd_ = -1;
    std::uint64_t size_ = 0, inode_ = 0;
    std::int64_t changed_ns_ = 0;
};

}  // namespace linghe::serve
