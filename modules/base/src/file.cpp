#ifndef LINGHE_CORE_ONLY
#include "linghe/base/file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include "linghe/base/hash.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"

namespace linghe::base {
namespace {

const char* words_of(int error_number) noexcept {
    switch (error_number) {
        case ENOENT: return "there is no such file or directory";
        case EEXIST: return "it exists already";
        case EACCES:
        case EPERM: return "permission is refused";
        case ENOSPC:
        case EDQUOT: return "the disk is full";
        case EROFS: return "the file system is read-only";
        case EIO: return "the disk reports an error";
        case ENOTDIR: return "a part of the path is not a directory";
        case EISDIR: return "it is a directory";
        case EMFILE:
        case ENFILE: return "too many files are open";
        case ENAMETOOLONG: return "the name is too long";
        case EFBIG: return "the file would be too large";
        case ENOTEMPTY: return "the directory is not empty";
        case ELOOP: return "its symbolic links lead round in a circle";
        case EBUSY: return "it is in use";
        case ESPIPE:
        case ENXIO: return "it is a pipe or a device, no file";
        default: return nullptr;
    }
}

Error io_error(const std::string& path, const char* doing, std::int64_t answer) {
    const int number = static_cast<int>(-answer);
    const char* words = words_of(number);
    std::string hint;
    if (number == ENOSPC || number == EDQUOT) hint = "free some space, or write elsewhere";
    if (number == EACCES || number == EPERM || number == EROFS)
        hint = "choose a directory that you may write to";
    if (number == ENOENT) hint = "check the path, or make the directory first";
    return Error{ErrorCode::io, path,
                 std::string("cannot ") + doing + ": " +
                     (words ? std::string(words) : "error number " + to_text(std::int64_t{number})),
                 hint};
}

// The system may interrupt any call before it has done anything; a bound keeps a broken seam from hanging us.
template <class Call>
std::int64_t uninterrupted(Call&& call) {
    std::int64_t answer = -EINTR;
    for (int tries = 0; answer == -EINTR && tries < 1000; ++tries) answer = call();
    return answer;
}

Result<void> done(std::int64_t answer, const std::string& path, const char* doing) {
    if (answer < 0) return io_error(path, doing, answer);
    return {};
}
Result<File> opened(std::int64_t answer, const std::string& path, const char* doing) {
    if (answer < 0) return io_error(path, doing, answer);
    return File{static_cast<int>(answer)};
}

}  // namespace

Result<File> FileSystem::open_excl(const std::string& path) {
    return opened(uninterrupted([&] { return sys_open_excl(path); }), path, "make the file");
}
Result<File> FileSystem::open_append(const std::string& path) {
    return opened(uninterrupted([&] { return sys_open_append(path); }), path,
                  "open the file to go on writing");
}
Result<File> FileSystem::open_read(const std::string& path) {
    return opened(uninterrupted([&] { return sys_open_read(path); }), path, "open the file");
}

Result<void> FileSystem::write(File file, std::span<const std::byte> bytes) {
    int idle = 0;
    while (!bytes.empty()) {
        const std::int64_t n = sys_write(file.handle, bytes);
        if (n < 0 && n != -EINTR) return io_error("write", "write to the file", n);
        if (n <= 0 && ++idle >= 1000) return io_error("write", "write to the file", -EIO);
        if (n > 0) {
            idle = 0;
            const auto wrote = static_cast<std::size_t>(n);
            bytes = bytes.subspan(wrote < bytes.size() ? wrote : bytes.size());
        }
    }
    return {};
}

Result<void> FileSystem::read_at(File file, std::uint64_t offset, std::span<std::byte> into) {
    int idle = 0;
    while (!into.empty()) {
        const std::int64_t n = sys_read_at(file.handle, offset, into);
        if (n == 0) {
            return Error{ErrorCode::corrupt, "byte " + to_text(offset), "the file ends too early",
                         "it was cut off; make it again"};
        }
        if (n < 0 && n != -EINTR) return io_error("read", "read the file", n);
        if (n < 0) {
            if (++idle >= 1000) return io_error("read", "read the file", -EIO);
            continue;
        }
        idle = 0;
        offset += static_cast<std::uint64_t>(n);
        into = into.subspan(static_cast<std::size_t>(n));
    }
    return {};
}

Result<std::uint64_t> FileSystem::size(File file) {
    const std::int64_t n = uninterrupted([&] { return sys_size(file.handle); });
    if (n < 0) return io_error("size", "learn the size of the file", n);
    return static_cast<std::uint64_t>(n);
}
Result<void> FileSystem::truncate(File file, std::uint64_t size_bytes) {
    return done(uninterrupted([&] { return sys_truncate(file.handle, size_bytes); }), "truncate",
                "cut the file");
}
Result<void> FileSystem::fsync(File file) {
    return done(uninterrupted([&] { return sys_fsync(file.handle); }), "fsync", "bring the file to the disk");
}
Result<void> FileSystem::close(File& file) {
    const int handle = std::exchange(file.handle, -1);
    const int answer = sys_close(handle);
    // On Linux an interrupted close has closed. Whoever needs the bytes on the disk has called fsync before.
    return done(answer == -EINTR ? 0 : answer, "close", "close the file");
}
Result<void> FileSystem::rename(const std::string& from, const std::string& to) {
    return done(uninterrupted([&] { return sys_rename(from, to); }), to, "give the file its name");
}
Result<void> FileSystem::fsync_dir(const std::string& dir) {
    return done(uninterrupted([&] { return sys_fsync_dir(dir); }), dir, "bring the directory to the disk");
}
Result<void> FileSystem::remove(const std::string& path) {
    return done(uninterrupted([&] { return sys_remove(path); }), path, "remove it");
}

Result<std::vector<std::byte>> FileSystem::read_all(const std::string& path, std::uint64_t max_bytes) {
    LINGHE_TRY(File file, open_read(path));
    std::vector<std::byte> bytes;
    Result<void> read;
    auto length = size(file);
    if (!length.ok()) {
        read = length.error();
    } else if (length.value() > max_bytes) {
        read = Error{ErrorCode::limit, path,
                     "the file has " + to_text(length.value()) + " bytes, more than " + to_text(max_bytes),
                     "give a smaller file; `linghe limits` lists all limits"};
    } else {
        bytes.resize(static_cast<std::size_t>(length.value()));
        read = read_at(file, 0, bytes);
    }
    LINGHE_CHECK_OK(close(file));
    if (!read.ok()) {
        Error error = read.error();
        error.where = path;
        return error;
    }
    return bytes;
}
Result<std::string> FileSystem::read_text(const std::string& path, std::uint64_t max_bytes) {
    LINGHE_TRY(const auto bytes, read_all(path, max_bytes));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<void> FileSystem::make_dir(const std::string& path) {
    const std::int64_t answer = uninterrupted([&] { return sys_make_dir(path); });
    if (answer == -EEXIST) return {};
    return done(answer, path, "make the directory");
}
Result<void> FileSystem::make_dirs(const std::string& path) {
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
        const std::string part = path.substr(0, at);
        if (!exists(part)) LINGHE_CHECK_OK(make_dir(part));
    }
    return make_dir(path);
}
Result<std::uint64_t> FileSystem::free_bytes(const std::string& path) {
    const std::int64_t n = uninterrupted([&] { return sys_free_bytes(path); });
    if (n < 0) return io_error(path, "learn the free space", n);
    return static_cast<std::uint64_t>(n);
}

std::string dir_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

namespace {

// A fresh file next to `path`. Another writer may hold a name; sixteen tries of 64 random bits are plenty.
Result<File> open_temporary(FileSystem& fs, const std::string& path, std::string& tmp) {
    for (int tries = 0; tries < 16; ++tries) {
        tmp = path + ".tmp-" + hex16(fs.sys_random());
        const std::int64_t answer = uninterrupted([&] { return fs.sys_open_excl(tmp); });
        if (answer != -EEXIST) return opened(answer, path, "make a temporary file beside it");
    }
    return io_error(path, "make a temporary file beside it", -EEXIST);
}

Error at_path(Error error, const std::string& path) {
    error.where = path;
    return error;
}

}  // namespace

Result<void> atomic_write(FileSystem& fs, const std::string& path, std::span<const std::byte> bytes) {
    std::string tmp;
    LINGHE_TRY(File file, open_temporary(fs, path, tmp));
    Result<void> step = fs.write(file, bytes);
    if (step.ok()) step = fs.fsync(file);
    Result<void> closed = fs.close(file);
    if (step.ok()) step = std::move(closed);
    if (step.ok()) step = fs.rename(tmp, path);
    if (!step.ok()) {
        // The first error is the one to tell; a temporary file that cannot be removed harms nobody.
        static_cast<void>(fs.remove(tmp).ok());
        return at_path(step.error(), path);
    }
    return fs.fsync_dir(dir_of(path));
}
Result<void> atomic_write(FileSystem& fs, const std::string& path, std::string_view text) {
    return atomic_write(fs, path, std::as_bytes(std::span(text.data(), text.size())));
}

Result<AppendLog> AppendLog::create(FileSystem& fs, const std::string& path) {
    LINGHE_TRY(File file, fs.open_excl(path));
    AppendLog log(fs, file, path);
    if (Result<void> synced = fs.fsync_dir(dir_of(path)); !synced.ok()) {
        static_cast<void>(fs.remove(path).ok());
        return synced.error();
    }
    return log;
}

Result<AppendLog> AppendLog::reopen(FileSystem& fs, const std::string& path) {
    LINGHE_TRY(LogFile old, read_log_file(fs, path));
    LINGHE_TRY(File file, fs.open_append(path));
    AppendLog log(fs, file, path);
    log.sequence_ = static_cast<std::uint32_t>(old.contents.blocks.size());
    log.size_ = old.contents.valid_bytes;
    log.dropped_ = old.contents.dropped_bytes;
    log.dropped_why_ = old.contents.dropped_why;
    if (log.dropped_ > 0) {
        LINGHE_CHECK_OK(fs.truncate(log.file_, log.size_));
        LINGHE_CHECK_OK(fs.fsync(log.file_));
    }
    return log;
}

AppendLog::AppendLog(AppendLog&& other) noexcept
    : fs_(other.fs_),
      file_(std::exchange(other.file_, File{})),
      path_(std::move(other.path_)),
      sequence_(other.sequence_),
      size_(other.size_),
      dropped_(other.dropped_),
      dropped_why_(std::move(other.dropped_why_)),
      broken_(other.broken_),
      frame_(std::move(other.frame_)) {}

AppendLog& AppendLog::operator=(AppendLog&& other) noexcept {
    std::swap(fs_, other.fs_);
    std::swap(file_, other.file_);
    std::swap(path_, other.path_);
    std::swap(sequence_, other.sequence_);
    std::swap(size_, other.size_);
    std::swap(dropped_, other.dropped_);
    std::swap(dropped_why_, other.dropped_why_);
    std::swap(broken_, other.broken_);
    std::swap(frame_, other.frame_);
    return *this;
}

AppendLog::~AppendLog() {
    if (file_.open()) static_cast<void>(fs_->close(file_).ok());
}

Result<void> AppendLog::broken(Error error) {
    broken_ = true;
    return at_path(std::move(error), path_);
}

Result<void> AppendLog::append(std::uint16_t type, std::span<const std::byte> payload) {
    if (broken_ || !file_.open()) {
        return Error{ErrorCode::io, path_, "the log takes nothing more after an error or its end",
                     "open it again; its torn tail is then cut off"};
    }
    LINGHE_CHECK_OK(within_limit("log_block_bytes", payload.size(), path_));
    const auto header = log_header(type, sequence_, payload);
    frame_.assign(header.begin(), header.end());
    frame_.insert(frame_.end(), payload.begin(), payload.end());
    if (Result<void> wrote = fs_->write(file_, frame_); !wrote.ok()) return broken(wrote.error());
    size_ += frame_.size();
    ++sequence_;
    return {};
}

Result<void> AppendLog::flush() {
    if (broken_ || !file_.open()) {
        return Error{ErrorCode::io, path_, "the log cannot be flushed after an error or its end",
                     "open it again"};
    }
    // After a failed fsync the system may have dropped the pages: what is on the disk is not known any more.
    if (Result<void> synced = fs_->fsync(file_); !synced.ok()) return broken(synced.error());
    return {};
}

Result<void> AppendLog::finish() {
    Result<void> flushed = flush();
    if (!file_.open()) return flushed;
    Result<void> closed = fs_->close(file_);
    if (!flushed.ok()) return flushed;
    if (!closed.ok()) return broken(closed.error());
    return {};
}

Result<LogFile> read_log_file(FileSystem& fs, const std::string& path) {
    LINGHE_TRY(std::vector<std::byte> bytes, fs.read_all(path));
    LogFile out;
    out.bytes = std::move(bytes);
    out.contents = read_log(out.bytes);
    return out;
}

}  // namespace linghe::base
#endif
