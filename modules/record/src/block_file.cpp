#include "block_file.hpp"

#include <span>

namespace linghe::record {
namespace {

std::uint32_t u32_at(std::span<const std::byte> b, std::size_t at) {
    std::uint32_t v = 0;
    for (std::size_t k = 0; k < 4; ++k) v |= std::to_integer<std::uint32_t>(b[at + k]) << (8 * k);
    return v;
}

}  // namespace

base::Result<BlockFile> BlockFile::open(base::FileSystem& fs, const std::string& path) {
    LINGHE_TRY(base::File file, fs.open_read(path));
    const auto size = fs.size(file);
    if (!size.ok()) {
        fs.sys_close(file.handle);
        return size.error();
    }
    return BlockFile(fs, path, file, size.value());
}

base::Result<Block> BlockFile::at(std::uint64_t offset) const {
    std::vector<std::byte> head(base::kLogHeaderBytes);
    if (offset > size_ || size_ - offset < head.size()) return corrupt("ends in the middle of a block");
    LINGHE_CHECK_OK(fs_->read_at(file_, offset, head));
    if ((u32_at(head, 0) & 0xffff0000u) != base::kLogMagic) {
        return corrupt("no block at byte " + std::to_string(offset));
    }
    const std::uint32_t bytes = u32_at(head, 4);
    if (bytes > size_ - offset - head.size()) return corrupt("ends in the middle of a block");
    Block block{static_cast<std::uint16_t>(u32_at(head, 0)), offset, offset + head.size() + bytes, {}};
    block.payload.resize(bytes);
    LINGHE_CHECK_OK(fs_->read_at(file_, offset + head.size(), block.payload));
    const auto want = base::log_header(block.type, u32_at(head, 8), block.payload);
    if (!std::equal(want.begin(), want.end(), head.begin())) {
        return corrupt("the checksum of the block at byte " + std::to_string(offset) + " is wrong");
    }
    return block;
}

base::Result<Block> BlockFile::at(std::uint64_t offset, std::uint16_t type) const {
    LINGHE_TRY(Block block, at(offset));
    if (block.type != type) return corrupt("another kind of block at byte " + std::to_string(offset));
    return block;
}

base::Result<void> cut_back(base::FileSystem& fs, const std::string& path, std::uint64_t bytes) {
    LINGHE_TRY(base::File file, fs.open_append(path));
    const auto size = fs.size(file);
    base::Result<void> done;
    if (!size.ok()) {
        done = size.error();
    } else if (size.value() < bytes) {
        done = base::Error{base::ErrorCode::corrupt, path, "shorter than the keyframe to resume from",
                           "run the battle anew into another folder"};
    }
    if (done.ok() && size.value() > bytes) {
        done = fs.truncate(file, bytes);
        if (done.ok()) done = fs.fsync(file);
    }
    const auto closed = fs.close(file);
    return done.ok() ? closed : done;
}

}  // namespace linghe::record
