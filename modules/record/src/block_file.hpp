// What: blocks of a framed log read one by one from an open file, each checked against its checksum.
// Who: the readers of view and state files.
// Never: takes memory for a length that does not fit in the file.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/framed_log.hpp"
#include "linghe/base/result.hpp"

namespace linghe::record {

struct Block {
    std::uint16_t type = 0;
    std::uint64_t offset = 0, end = 0;  ///< of the block, and of what follows it
    std::vector<std::byte> payload;
};

class BlockFile {
public:
    static base::Result<BlockFile> open(base::FileSystem& fs, const std::string& path);
    BlockFile(BlockFile&& o) noexcept
        : fs_(o.fs_),
          path_(std::move(o.path_)),
          file_(std::exchange(o.file_, base::File{})),
          size_(o.size_) {}
    BlockFile& operator=(BlockFile&& o) noexcept {
        std::swap(fs_, o.fs_);
        std::swap(path_, o.path_);
        std::swap(file_, o.file_);
        std::swap(size_, o.size_);
        return *this;
    }
    BlockFile(const BlockFile&) = delete;
    BlockFile& operator=(const BlockFile&) = delete;
    ~BlockFile() {
        if (file_.open()) fs_->sys_close(file_.handle);
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// The block at `offset`; corrupt when there is none, or when its checksum is wrong.
    base::Result<Block> at(std::uint64_t offset) const;
    /// The same; corrupt also when it is of another type.
    base::Result<Block> at(std::uint64_t offset, std::uint16_t type) const;
    [[nodiscard]] base::Error corrupt(const std::string& why) const {
        return {base::ErrorCode::corrupt, path_, why,
                "take another copy of the file, or run the battle again"};
    }

private:
    BlockFile(base::FileSystem& fs, std::string path, base::File file, std::uint64_t size)
        : fs_(&fs), path_(std::move(path)), file_(file), size_(size) {}

    base::FileSystem* fs_;
    std::string path_;
    base::File file_;
    std::uint64_t size_ = 0;
};

/// Cuts a framed log back to `bytes`; an error, and the file as it was, when it is shorter than that.
base::Result<void> cut_back(base::FileSystem& fs, const std::string& path, std::uint64_t bytes);

}  // namespace linghe::record
