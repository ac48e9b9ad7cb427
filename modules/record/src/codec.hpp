// What: the bricks of the record's files: block types, sections, short numbers, zstd with limits.
// Who: the writers and readers of this room only.
// Never: reads past an end or trusts a size that a file tells.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "linghe/base/result.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace linghe::record {

// Blocks of a view file (types of the framed log).
inline constexpr std::uint16_t kBlockViewHeader = 1;
inline constexpr std::uint16_t kBlockViewChunk = 2;
inline constexpr std::uint16_t kBlockViewIndex = 3;
inline constexpr std::uint16_t kBlockViewFooter = 4;
inline constexpr std::string_view kViewMagic = "LGHVIEW\n";
inline constexpr std::string_view kViewEndMagic = "LGHVEND\n";
inline constexpr std::uint32_t kViewVersion = 1;
inline constexpr std::size_t kChunkPrefixBytes = 40;
inline constexpr std::size_t kFooterPayloadBytes = 16;

// Sections of an uncompressed chunk. Fixed numbers: append only.
enum class Section : std::uint16_t {
    time = 1,
    men_key = 2,
    men_counts = 3,
    rows = 10,
    flags = 11,
    dx = 12,
    dy = 13,
    dvx = 14,
    dvy = 15,
    dheading = 16,
    state_a = 17,
    state_b = 18,
    state_c = 19,
    unit = 20,
    wide = 21,
    wind = 30,
    smoke = 31,
    units = 32,
    persons = 33,
    couriers = 34,
    arrows = 35,
    beliefs = 36,
    events = 37,
    fire = 38,     ///< only where world.fire has rows
    weather = 39,  ///< only in minutes with rain, or where place and date are known
    dust = 40,     ///< only in minutes with dust
    errands = 41,  ///< only in minutes with couriers
};

// Bits of an update of a man.
inline constexpr std::uint8_t kMoved = 1, kState = 2, kUnit = 4, kWide = 8;

using Stream = std::vector<std::uint8_t>;

inline void put_u8(Stream& s, std::uint8_t v) { s.push_back(v); }
inline void put_u16(Stream& s, std::uint16_t v) {
    s.push_back(static_cast<std::uint8_t>(v));
    s.push_back(static_cast<std::uint8_t>(v >> 8));
}
inline void put_u32(Stream& s, std::uint32_t v) {
    for (int k = 0; k < 4; ++k) s.push_back(static_cast<std::uint8_t>(v >> (8 * k)));
}
inline void put_u64(Stream& s, std::uint64_t v) {
    for (int k = 0; k < 8; ++k) s.push_back(static_cast<std::uint8_t>(v >> (8 * k)));
}
inline void put_varint(Stream& s, std::uint64_t v) {
    while (v >= 0x80) {
        s.push_back(static_cast<std::uint8_t>(v | 0x80));
        v >>= 7;
    }
    s.push_back(static_cast<std::uint8_t>(v));
}
inline void put_zigzag(Stream& s, std::int64_t v) {
    put_varint(s, (static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63));
}
void put_bytes(Stream& s, std::span<const std::uint8_t> bytes);
/// varint length, then the bytes.
void put_block(Stream& s, std::span<const std::uint8_t> bytes);
void put_section(Stream& chunk, Section id, std::span<const std::uint8_t> bytes);

/// Reads what the functions above wrote; after the first fault every answer is 0 and ok is false.
struct Cursor {
    const std::uint8_t* at = nullptr;
    const std::uint8_t* end = nullptr;
    bool ok = true;

    Cursor() = default;
    explicit Cursor(std::span<const std::uint8_t> bytes)
        : at(bytes.data()), end(bytes.data() + bytes.size()) {}
    [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end - at); }
    std::uint8_t u8() noexcept {
        if (at == end) {
            ok = false;
            return 0;
        }
        return *at++;
    }
    std::uint64_t fixed(std::size_t bytes) noexcept {
        if (left() < bytes) {
            ok = false;
            at = end;
            return 0;
        }
        std::uint64_t v = 0;
        for (std::size_t k = 0; k < bytes; ++k) v |= static_cast<std::uint64_t>(at[k]) << (8 * k);
        at += bytes;
        return v;
    }
    std::uint16_t u16() noexcept { return static_cast<std::uint16_t>(fixed(2)); }
    std::uint32_t u32() noexcept { return static_cast<std::uint32_t>(fixed(4)); }
    std::uint64_t u64() noexcept { return fixed(8); }
    std::uint64_t varint() noexcept {
        std::uint64_t v = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            const std::uint8_t b = u8();
            v |= static_cast<std::uint64_t>(b & 0x7f) << (shift < 64 ? shift : 63);
            if (b < 0x80) return v;
        }
        ok = false;
        return 0;
    }
    std::int64_t zigzag() noexcept {
        const std::uint64_t v = varint();
        return static_cast<std::int64_t>((v >> 1) ^ (~(v & 1) + 1));
    }
    /// A count of items of at least item_bytes each; more than fit in what is left is a fault.
    std::size_t count(std::size_t item_bytes = 1) noexcept {
        const std::uint64_t n = varint();
        if (n > left() / (item_bytes == 0 ? 1 : item_bytes)) {
            ok = false;
            return 0;
        }
        return static_cast<std::size_t>(n);
    }
    std::span<const std::uint8_t> bytes(std::size_t n) noexcept {
        if (left() < n) {
            ok = false;
            at = end;
            return {};
        }
        const std::span<const std::uint8_t> s(at, n);
        at += n;
        return s;
    }
    std::span<const std::uint8_t> block() noexcept { return bytes(count(1)); }
};

/// One compressor and one decompressor, kept so that a chunk allocates little.
class Zstd {
public:
    Zstd();
    ~Zstd();
    Zstd(Zstd&&) noexcept;
    Zstd& operator=(Zstd&&) noexcept;
    /// Appends one zstd frame to `out`.
    base::Result<void> compress(std::span<const std::uint8_t> raw, int level, Stream& out);
    /// Exactly raw_bytes come out, or an error (corrupt). raw_bytes is checked against the frame and
    /// `most_bytes` first.
    base::Result<void> expand(std::span<const std::uint8_t> packed, std::uint64_t raw_bytes, Stream& out,
                              std::uint64_t most_bytes = std::uint64_t{1} << 30);

private:
    ZSTD_CCtx_s* pack_ = nullptr;
    ZSTD_DCtx_s* unpack_ = nullptr;
};

inline std::span<const std::uint8_t> as_u8(std::span<const std::byte> b) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(b.data()), b.size()};
}
inline std::span<const std::byte> as_bytes_of(const Stream& s) noexcept {
    return std::as_bytes(std::span<const std::uint8_t>(s));
}

/// Nearest decimetre, halves up.
constexpr std::int32_t dm_of_mm(std::int32_t mm) noexcept {
    const std::int64_t v = static_cast<std::int64_t>(mm) + 50;
    return static_cast<std::int32_t>(v >= 0 ? v / 100 : -((-v + 99) / 100));
}
constexpr std::uint8_t heading_of(std::uint16_t turn16) noexcept {
    return static_cast<std::uint8_t>((turn16 + 128u) >> 8);
}

}  // namespace linghe::record
