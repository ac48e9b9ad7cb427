#include "linghe/base/framed_log.hpp"

#include "linghe/base/bytes.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"

namespace linghe::base {
namespace {

void put_u32(std::byte* to, std::uint32_t v) noexcept {
    for (int i = 0; i < 4; ++i) to[i] = static_cast<std::byte>(v >> (8 * i));
}

}  // namespace

std::array<std::byte, kLogHeaderBytes> log_header(std::uint16_t type, std::uint32_t sequence,
                                                  std::span<const std::byte> payload) noexcept {
    std::array<std::byte, kLogHeaderBytes> h;
    put_u32(&h[0], kLogMagic | type);
    put_u32(&h[4], static_cast<std::uint32_t>(payload.size()));
    put_u32(&h[8], sequence);
    put_u32(&h[12], crc32c(payload, crc32c(std::span(h).first(12))));
    return h;
}

bool LogCursor::stop(const char* what) {
    why_ = std::string(what) + " (block " + to_text(sequence_) + " at byte " + to_text(offset_) + ")";
    return false;
}

bool LogCursor::next(LogBlock& block) {
    if (!why_.empty()) return false;
    const std::span<const std::byte> rest = bytes_.subspan(static_cast<std::size_t>(offset_));
    if (rest.empty()) return false;
    if (rest.size() < kLogHeaderBytes) return stop("the log ends within a header");
    ByteReader header(rest.first(kLogHeaderBytes));
    const std::uint32_t word = header.u32();
    const std::uint32_t length = header.u32();
    const std::uint32_t sequence = header.u32();
    const std::uint32_t sum = header.u32();
    if ((word & 0xffff0000u) != kLogMagic) return stop("no block begins here");
    if (length > limits::kLogBlockBytes) return stop("the length is beyond the limit");
    if (length > rest.size() - kLogHeaderBytes) return stop("the log ends within a block");
    const std::span<const std::byte> payload = rest.subspan(kLogHeaderBytes, length);
    if (crc32c(payload, crc32c(rest.first(12))) != sum) return stop("the checksum is wrong");
    if (sequence != sequence_) return stop("the sequence number is wrong");
    block = {static_cast<std::uint16_t>(word & 0xffff), sequence, offset_, payload};
    offset_ += kLogHeaderBytes + length;
    ++sequence_;
    return true;
}

LogContents read_log(std::span<const std::byte> bytes) {
    LogCursor cursor(bytes);
    LogContents out;
    for (LogBlock block; cursor.next(block);) out.blocks.push_back(block);
    out.valid_bytes = cursor.valid_bytes();
    out.dropped_bytes = cursor.dropped_bytes();
    out.dropped_why = cursor.dropped_why();
    return out;
}

}  // namespace linghe::base
