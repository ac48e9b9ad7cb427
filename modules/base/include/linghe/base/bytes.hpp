// What: little-endian bytes out (ByteWriter) and in (ByteReader), and the checksum CRC-32C.
// Who: snapshot, record, scenario bytes, logs.
// Never: undefined behaviour on any input; a reader past its end says so and gives zeros.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "linghe/base/fp_guard.hpp"
#include "linghe/base/result.hpp"

namespace linghe::base {

/// CRC-32C (Castagnoli, reflected polynomial 0x82f63b78; RFC 3720 B.4), in software. To go on over several
/// spans pass the last answer as `before`.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0) noexcept;

/// Appends to a growing array. Numbers that are not finite are refused: finish() then gives an error.
class ByteWriter {
public:
    ByteWriter() = default;
    explicit ByteWriter(std::size_t reserve_bytes) { bytes_.reserve(reserve_bytes); }

    void u8(std::uint8_t v) { fixed(v); }
    void u16(std::uint16_t v) { fixed(v); }
    void u32(std::uint32_t v) { fixed(v); }
    void u64(std::uint64_t v) { fixed(v); }
    void i8(std::int8_t v) { fixed(static_cast<std::uint8_t>(v)); }
    void i16(std::int16_t v) { fixed(static_cast<std::uint16_t>(v)); }
    void i32(std::int32_t v) { fixed(static_cast<std::uint32_t>(v)); }
    void i64(std::int64_t v) { fixed(static_cast<std::uint64_t>(v)); }
    void f32(float v) {
        note_not_finite(v);
        fixed(std::bit_cast<std::uint32_t>(v));
    }
    void f64(double v) {
        note_not_finite(v);
        fixed(std::bit_cast<std::uint64_t>(v));
    }
    /// LEB128: 7 bits a byte, low first, 1 to 10 bytes.
    void varint(std::uint64_t v);
    /// Signed numbers near 0 made short: 0, -1, 1, -2 ... become 0, 1, 2, 3 ..., then varint.
    void zigzag(std::int64_t v) {
        varint((static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63));
    }
    /// varint length, then the bytes.
    void string(std::string_view text);
    /// The bytes as they are, without length.
    void raw(std::span<const std::byte> bytes);
    /// A column of fixed-width numbers as they lie in memory, without length.
    template <class T>
        requires(std::is_arithmetic_v<T>)
    void column(std::span<const T> values) {
        if constexpr (std::is_floating_point_v<T>) {
            for (const T v : values) note_not_finite(v);
        }
        raw(std::as_bytes(values));
    }

    std::size_t size() const noexcept { return bytes_.size(); }
    std::span<const std::byte> view() const noexcept { return bytes_; }
    void clear() noexcept {
        bytes_.clear();
        not_finite_at_ = kFinite;
    }
    /// Moves the bytes out, or tells the offset of the first number that was not finite. The writer is then
    /// empty.
    Result<std::vector<std::byte>> finish();

private:
    static constexpr std::size_t kFinite = static_cast<std::size_t>(-1);

    template <class T>
    void note_not_finite(T v) {
        if (!std::isfinite(v) && not_finite_at_ == kFinite) not_finite_at_ = bytes_.size();
    }
    template <class U>
    void fixed(U v) {
        // The machine is little-endian (fp_guard.hpp refuses others). Not insert(): gcc 12 warns of overflows.
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof(U));
        std::memcpy(bytes_.data() + at, &v, sizeof(U));
    }

    std::vector<std::byte> bytes_;
    std::size_t not_finite_at_ = kFinite;
};

/// Reads from a span it does not own. After the first fault every read gives 0 or nothing, ok() is false and
/// error() tells the offset. Check ok() after a group of reads, and before a length is used to allocate.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes, std::string_view where = "bytes")
        : bytes_(bytes), where_(where) {}

    std::uint8_t u8() { return fixed<std::uint8_t>(); }
    std::uint16_t u16() { return fixed<std::uint16_t>(); }
    std::uint32_t u32() { return fixed<std::uint32_t>(); }
    std::uint64_t u64() { return fixed<std::uint64_t>(); }
    std::int8_t i8() { return static_cast<std::int8_t>(u8()); }
    std::int16_t i16() { return static_cast<std::int16_t>(u16()); }
    std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
    std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
    float f32();             ///< a number that is not finite is a fault
    double f64();            ///< a number that is not finite is a fault
    std::uint64_t varint();  ///< longer than 10 bytes, or more than 64 bits, is a fault
    std::int64_t zigzag() {
        const std::uint64_t v = varint();
        return static_cast<std::int64_t>((v >> 1) ^ (~(v & 1) + 1));
    }
    /// A string of at most max_bytes bytes; the view lives as long as the bytes do.
    std::string_view string_view(std::size_t max_bytes = kMaxString);
    std::string string(std::size_t max_bytes = kMaxString) { return std::string(string_view(max_bytes)); }
    /// The next n bytes, or an empty span and a fault.
    std::span<const std::byte> raw(std::size_t n);
    /// Fills a column of fixed-width numbers; a fault leaves it untouched. Floats are not checked to be
    /// finite.
    template <class T>
        requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    bool column(std::span<T> values) {
        const std::span<const std::byte> from = raw_items(values.size(), sizeof(T));
        if (!ok()) return false;
        std::byte* to = std::as_writable_bytes(values).data();
        for (std::size_t i = 0; i < from.size(); ++i) to[i] = from[i];
        return true;
    }
    /// A count that is followed by items of at least min_item_bytes each: refused when they cannot fit in
    /// what is left, so that a forged count never makes us allocate.
    std::size_t count(std::size_t min_item_bytes = 1);

    bool ok() const noexcept { return !failed_; }
    explicit operator bool() const noexcept { return ok(); }
    bool at_end() const noexcept { return offset_ == bytes_.size(); }
    std::size_t offset() const noexcept { return offset_; }
    std::size_t remaining() const noexcept { return bytes_.size() - offset_; }
    /// Marks a fault found by the caller (first fault wins).
    void fail(std::string_view why);
    /// The first fault as an Error (corrupt); only when !ok().
    Error error() const;
    /// ok(), or the error; with must_end also an error when bytes are left over.
    Result<void> finish(bool must_end = true) const;

    static constexpr std::size_t kMaxString = std::size_t{1} << 24;

private:
    std::span<const std::byte> raw_items(std::size_t n, std::size_t item_bytes);

    template <class U>
    U fixed() {
        const std::span<const std::byte> b = raw(sizeof(U));
        U v = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            v = static_cast<U>(
                v | static_cast<U>(static_cast<U>(std::to_integer<std::uint8_t>(b[i])) << (8 * i)));
        }
        return v;
    }

    std::span<const std::byte> bytes_;
    std::size_t offset_ = 0;
    bool failed_ = false;
    std::size_t failed_at_ = 0;
    std::string why_;
    std::string where_;
};

}  // namespace linghe::base
