// What: the seam to the file system, files that are whole or not there, logs that survive a power cut.
// Who: record, lab, account, serve, apps. Not in builds for the core only (LINGHE_CORE_ONLY).
// Never: leaves a half-written file under its final name; never ignores an answer of the system.
#pragma once

#ifdef LINGHE_CORE_ONLY
#error "base/file.hpp is not part of a core-only build"
#endif

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linghe/base/framed_log.hpp"
#include "linghe/base/result.hpp"

namespace linghe::base {

/// An open file of some FileSystem; plain number, closed by FileSystem::close.
struct File {
    int handle = -1;
    bool open() const noexcept { return handle >= 0; }
};

/// The seam. The sys_ calls mirror the system's and answer >= 0 or minus an errno; they may write short or
/// be interrupted. The other functions are what modules call: whole, retried where that is right, with
/// errors in words.
class FileSystem {
public:
    virtual ~FileSystem() = default;

    virtual int sys_open_excl(const std::string& path) = 0;    ///< new file; -EEXIST if it is there
    virtual int sys_open_append(const std::string& path) = 0;  ///< old file, writes go to its end
    virtual int sys_open_read(const std::string& path) = 0;
    virtual std::int64_t sys_write(int handle, std::span<const std::byte> bytes) = 0;
    virtual std::int64_t sys_read_at(int handle, std::uint64_t offset, std::span<std::byte> into) = 0;
    virtual std::int64_t sys_size(int handle) = 0;
    virtual int sys_truncate(int handle, std::uint64_t size_bytes) = 0;
    virtual int sys_fsync(int handle) = 0;
    virtual int sys_close(int handle) = 0;
    virtual int sys_rename(const std::string& from, const std::string& to) = 0;
    virtual int sys_fsync_dir(const std::string& dir) = 0;
    virtual int sys_remove(const std::string& path) = 0;
    virtual int sys_exists(const std::string& path) = 0;  ///< 1 or 0
    virtual int sys_make_dir(const std::string& path) = 0;
    virtual std::int64_t sys_free_bytes(const std::string& path) = 0;
    virtual std::uint64_t sys_random() = 0;  ///< for names of temporary files only

    Result<File> open_excl(const std::string& path);
    Result<File> open_append(const std::string& path);
    Result<File> open_read(const std::string& path);
    /// Writes all the bytes, going on after short and interrupted writes.
    Result<void> write(File file, std::span<const std::byte> bytes);
    /// Exactly into.size() bytes from offset; fewer is an error (corrupt).
    Result<void> read_at(File file, std::uint64_t offset, std::span<std::byte> into);
    Result<std::uint64_t> size(File file);
    Result<void> truncate(File file, std::uint64_t size_bytes);
    Result<void> fsync(File file);
    /// Closed in any case, also when interrupted; file.handle becomes -1.
    Result<void> close(File& file);
    Result<void> rename(const std::string& from, const std::string& to);
    Result<void> fsync_dir(const std::string& dir);
    Result<void> remove(const std::string& path);
    /// The whole file; an error (limit) beyond max_bytes, before memory is taken.
    Result<std::vector<std::byte>> read_all(const std::string& path, std::uint64_t max_bytes = kMaxRead);
    Result<std::string> read_text(const std::string& path, std::uint64_t max_bytes = kMaxRead);
    bool exists(const std::string& path) { return sys_exists(path) == 1; }
    /// Makes one directory; fine if it is there already as a directory.
    Result<void> make_dir(const std::string& path);
    /// Makes a directory and all above it.
    Result<void> make_dirs(const std::string& path);
    Result<std::uint64_t> free_bytes(const std::string& path);

    static constexpr std::uint64_t kMaxRead = std::uint64_t{1} << 32;
};

/// The file system of this machine. Stateless; any number may exist.
class RealFileSystem final : public FileSystem {
public:
    int sys_open_excl(const std::string& path) override;
    int sys_open_append(const std::string& path) override;
    int sys_open_read(const std::string& path) override;
    std::int64_t sys_write(int handle, std::span<const std::byte> bytes) override;
    std::int64_t sys_read_at(int handle, std::uint64_t offset, std::span<std::byte> into) override;
    std::int64_t sys_size(int handle) override;
    int sys_truncate(int handle, std::uint64_t size_bytes) override;
    int sys_fsync(int handle) override;
    int sys_close(int handle) override;
    int sys_rename(const std::string& from, const std::string& to) override;
    int sys_fsync_dir(const std::string& dir) override;
    int sys_remove(const std::string& path) override;
    int sys_exists(const std::string& path) override;
    int sys_make_dir(const std::string& path) override;
    std::int64_t sys_free_bytes(const std::string& path) override;
    std::uint64_t sys_random() override;
};

/// The directory part of a path; "." where there is none.
std::string dir_of(const std::string& path);

/// Replaces or creates `path` so that at every moment, also through a power cut, it holds the old bytes or
/// the new ones: temporary file of the same directory, write, fsync, close, rename, fsync of the directory.
/// On any error the temporary file is removed and the old file is as it was; only an error of the very last
/// step (fsync of the directory) leaves the new bytes in place, and is still told.
Result<void> atomic_write(FileSystem& fs, const std::string& path, std::span<const std::byte> bytes);
Result<void> atomic_write(FileSystem& fs, const std::string& path, std::string_view text);

/// Writes a framed log. After any error it takes nothing more (its tail may be torn); reopen() mends it.
class AppendLog {
public:
    /// A new log; an error if the file is there. The file system must outlive the log.
    static Result<AppendLog> create(FileSystem& fs, const std::string& path);
    /// An old log: reads it, cuts off the torn tail, goes on with the next sequence number.
    static Result<AppendLog> reopen(FileSystem& fs, const std::string& path);

    AppendLog(AppendLog&& other) noexcept;
    AppendLog& operator=(AppendLog&& other) noexcept;
    AppendLog(const AppendLog&) = delete;
    AppendLog& operator=(const AppendLog&) = delete;
    ~AppendLog();  ///< closes without flush: what was not flushed is what a cut may take

    Result<void> append(std::uint16_t type, std::span<const std::byte> payload);
    /// On return all that was appended survives a power cut.
    Result<void> flush();
    /// flush and close; the log takes nothing more.
    Result<void> finish();

    std::uint32_t next_sequence() const noexcept { return sequence_; }
    std::uint64_t size_bytes() const noexcept { return size_; }
    /// Bytes that reopen() cut off, and why.
    std::uint64_t dropped_bytes() const noexcept { return dropped_; }
    const std::string& dropped_why() const noexcept { return dropped_why_; }

private:
    AppendLog(FileSystem& fs, File file, std::string path) : fs_(&fs), file_(file), path_(std::move(path)) {}
    Result<void> broken(Error error);

    FileSystem* fs_;
    File file_;
    std::string path_;
    std::uint32_t sequence_ = 0;
    std::uint64_t size_ = 0;
    std::uint64_t dropped_ = 0;
    std::string dropped_why_;
    bool broken_ = false;
    std::vector<std::byte> frame_;
};

/// A log read from a file; the blocks point into `bytes`, which moves with it.
struct LogFile {
    std::vector<std::byte> bytes;
    LogContents contents;
};
Result<LogFile> read_log_file(FileSystem& fs, const std::string& path);

}  // namespace linghe::base
