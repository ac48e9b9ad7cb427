// What: the framing of append-only logs: blocks {magic and type, length, sequence, checksum} + payload.
// Who: record, lab and file.hpp; pure functions over bytes, so that fuzzers and browsers may call them.
// Never: trusts a length; never reads past the longest valid prefix; says what it dropped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace linghe::base {

/// Upper half of a block's first word ("LG" in the file, after the type); the lower half is the caller's.
inline constexpr std::uint32_t kLogMagic = 0x474c0000u;
inline constexpr std::size_t kLogHeaderBytes = 16;

struct LogBlock {
    std::uint16_t type = 0;
    std::uint32_t sequence = 0;          ///< 0, 1, 2 ... from the beginning of the log
    std::uint64_t offset = 0;            ///< of the header, from the beginning of the log
    std::span<const std::byte> payload;  ///< lives as long as the bytes do
};

/// 16 bytes, little-endian u32: kLogMagic | type, payload length, sequence, crc32c over the first 12 bytes
/// and the payload.
std::array<std::byte, kLogHeaderBytes> log_header(std::uint16_t type, std::uint32_t sequence,
                                                  std::span<const std::byte> payload) noexcept;

/// Walks the blocks of a log in memory; stops at the first that is torn, damaged or out of sequence.
class LogCursor {
public:
    explicit LogCursor(std::span<const std::byte> bytes) : bytes_(bytes) {}
    /// False at the end of the valid prefix.
    bool next(LogBlock& block);
    std::uint64_t valid_bytes() const noexcept { return offset_; }
    std::uint64_t dropped_bytes() const noexcept { return bytes_.size() - offset_; }
    std::uint32_t next_sequence() const noexcept { return sequence_; }
    /// Why the walk ended before the end of the bytes ("the checksum is wrong (block 12 ...)"), or empty.
    const std::string& dropped_why() const noexcept { return why_; }

private:
    bool stop(const char* what);

    std::span<const std::byte> bytes_;
    std::uint64_t offset_ = 0;
    std::uint32_t sequence_ = 0;
    std::string why_;
};

struct LogContents {
    std::vector<LogBlock> blocks;
    std::uint64_t valid_bytes = 0;
    std::uint64_t dropped_bytes = 0;
    std::string dropped_why;
};

/// The longest valid prefix as a list. Never fails: damage only makes it shorter.
LogContents read_log(std::span<const std::byte> bytes);

}  // namespace linghe::base
