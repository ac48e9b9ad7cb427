#include "linghe/base/bytes.hpp"

#include <array>
#include <utility>

#include "linghe/base/text.hpp"

namespace linghe::base {
namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

// "Slicing by 8" (Kounavis and Berry 2005): table[k][b] is the checksum of byte b followed by k zero bytes.
constexpr CrcTables make_tables() noexcept {
    CrcTables t{};
    for (std::uint32_t b = 0; b < 256; ++b) {
        std::uint32_t c = b;
        for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ ((c & 1) ? 0x82f63b78u : 0u);
        t[0][b] = c;
    }
    for (std::size_t k = 1; k < 8; ++k) {
        for (std::size_t b = 0; b < 256; ++b) t[k][b] = (t[k - 1][b] >> 8) ^ t[0][t[k - 1][b] & 0xff];
    }
    return t;
}
constexpr CrcTables kCrc = make_tables();

std::uint32_t load32(const std::byte* p) noexcept {
    return std::to_integer<std::uint32_t>(p[0]) | (std::to_integer<std::uint32_t>(p[1]) << 8) |
           (std::to_integer<std::uint32_t>(p[2]) << 16) | (std::to_integer<std::uint32_t>(p[3]) << 24);
}

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
    std::uint32_t c = ~before;
    const std::byte* p = bytes.data();
    std::size_t n = bytes.size();
    for (; n >= 8; n -= 8, p += 8) {
        const std::uint32_t a = c ^ load32(p);
        const std::uint32_t b = load32(p + 4);
        c = kCrc[7][a & 0xff] ^ kCrc[6][(a >> 8) & 0xff] ^ kCrc[5][(a >> 16) & 0xff] ^ kCrc[4][a >> 24] ^
            kCrc[3][b & 0xff] ^ kCrc[2][(b >> 8) & 0xff] ^ kCrc[1][(b >> 16) & 0xff] ^ kCrc[0][b >> 24];
    }
    for (; n > 0; --n, ++p) c = (c >> 8) ^ kCrc[0][(c ^ std::to_integer<std::uint32_t>(*p)) & 0xff];
    return ~c;
}

void ByteWriter::varint(std::uint64_t v) {
    while (v >= 0x80) {
        bytes_.push_back(static_cast<std::byte>(v | 0x80));
        v >>= 7;
    }
    bytes_.push_back(static_cast<std::byte>(v));
}

void ByteWriter::raw(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + bytes.size());
    std::memcpy(bytes_.data() + at, bytes.data(), bytes.size());
}

void ByteWriter::string(std::string_view text) {
    varint(text.size());
    raw(std::as_bytes(std::span(text.data(), text.size())));
}

Result<std::vector<std::byte>> ByteWriter::finish() {
    const std::size_t at = not_finite_at_;
    std::vector<std::byte> out = std::move(bytes_);
    bytes_ = {};
    not_finite_at_ = kFinite;
    if (at != kFinite) {
        return Error{ErrorCode::run_failed, "byte " + to_text(std::uint64_t{at}),
                     "a number that is not finite was to be written", "look where the NaN or infinity arose"};
    }
    return out;
}

std::span<const std::byte> ByteReader::raw(std::size_t n) {
    if (failed_) return {};
    if (n > remaining()) {
        fail("the bytes end too early");
        return {};
    }
    const std::span<const std::byte> out = bytes_.subspan(offset_, n);
    offset_ += n;
    return out;
}

std::span<const std::byte> ByteReader::raw_items(std::size_t n, std::size_t item_bytes) {
    if (n > remaining() / item_bytes) {
        fail("the bytes end within a column");
        return {};
    }
    return raw(n * item_bytes);
}

float ByteReader::f32() {
    const auto v = std::bit_cast<float>(u32());
    if (std::isfinite(v)) return v;
    fail("a number is not finite");
    return 0.0f;
}

double ByteReader::f64() {
    const auto v = std::bit_cast<double>(u64());
    if (std::isfinite(v)) return v;
    fail("a number is not finite");
    return 0.0;
}

std::uint64_t ByteReader::varint() {
    std::uint64_t v = 0;
    for (int shift = 0; shift < 70; shift += 7) {
        const std::uint64_t b = u8();
        if (failed_) return 0;
        if (shift == 63 && b > 1) break;
        v |= (b & 0x7f) << shift;
        if (b < 0x80) return v;
    }
    fail("a varint has more than 64 bits");
    return 0;
}

std::string_view ByteReader::string_view(std::size_t max_bytes) {
    const std::uint64_t n = varint();
    if (failed_) return {};
    if (n > max_bytes) {
        fail("a string is longer than allowed");
        return {};
    }
    const std::span<const std::byte> b = raw(static_cast<std::size_t>(n));
    return {reinterpret_cast<const char*>(b.data()), b.size()};
}

std::size_t ByteReader::count(std::size_t min_item_bytes) {
    const std::uint64_t n = varint();
    if (failed_) return 0;
    if (n > remaining() / (min_item_bytes == 0 ? 1 : min_item_bytes)) {
        fail("a count is larger than what is left could hold");
        return 0;
    }
    return static_cast<std::size_t>(n);
}

void ByteReader::fail(std::string_view why) {
    if (failed_) return;
    failed_ = true;
    failed_at_ = offset_;
    why_ = why;
}

Error ByteReader::error() const {
    return Error{ErrorCode::corrupt, where_ + " at byte " + to_text(std::uint64_t{failed_at_}),
                 failed_ ? why_ : "no fault", "the data is damaged or of another format; make it again"};
}

Result<void> ByteReader::finish(bool must_end) const {
    if (failed_) return error();
    if (must_end && !at_end()) {
        return Error{ErrorCode::corrupt, where_ + " at byte " + to_text(std::uint64_t{offset_}),
                     to_text(std::uint64_t{remaining()}) + " bytes are left over",
                     "the data is of another format"};
    }
    return {};
}

}  // namespace linghe::base
