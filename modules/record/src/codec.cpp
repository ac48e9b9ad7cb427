#include "codec.hpp"

#include <zstd.h>

#include <string>
#include <utility>

namespace linghe::record {

void put_bytes(Stream& s, std::span<const std::uint8_t> bytes) {
    s.insert(s.end(), bytes.begin(), bytes.end());
}

void put_block(Stream& s, std::span<const std::uint8_t> bytes) {
    put_varint(s, bytes.size());
    put_bytes(s, bytes);
}

void put_section(Stream& chunk, Section id, std::span<const std::uint8_t> bytes) {
    put_u16(chunk, static_cast<std::uint16_t>(id));
    put_u32(chunk, static_cast<std::uint32_t>(bytes.size()));
    put_bytes(chunk, bytes);
}

Zstd::Zstd() = default;
Zstd::~Zstd() {
    ZSTD_freeCCtx(pack_);
    ZSTD_freeDCtx(unpack_);
}
Zstd::Zstd(Zstd&& o) noexcept
    : pack_(std::exchange(o.pack_, nullptr)), unpack_(std::exchange(o.unpack_, nullptr)) {}
Zstd& Zstd::operator=(Zstd&& o) noexcept {
    std::swap(pack_, o.pack_);
    std::swap(unpack_, o.unpack_);
    return *this;
}

base::Result<void> Zstd::compress(std::span<const std::uint8_t> raw, int level, Stream& out) {
    if (pack_ == nullptr) pack_ = ZSTD_createCCtx();
    if (pack_ == nullptr)
        return base::Error{base::ErrorCode::limit, "zstd", "no memory for a compressor", ""};
    const std::size_t before = out.size();
    out.resize(before + ZSTD_compressBound(raw.size()));
    const std::size_t n =
        ZSTD_compressCCtx(pack_, out.data() + before, out.size() - before, raw.data(), raw.size(), level);
    if (ZSTD_isError(n) != 0) {
        out.resize(before);
        return base::Error{base::ErrorCode::run_failed, "zstd", ZSTD_getErrorName(n), ""};
    }
    out.resize(before + n);
    return {};
}

base::Result<void> Zstd::expand(std::span<const std::uint8_t> packed, std::uint64_t raw_bytes, Stream& out,
                                std::uint64_t most_bytes) {
    const auto corrupt = [](std::string why) {
        return base::Error{base::ErrorCode::corrupt, "compressed data", std::move(why),
                           "take another copy of the file"};
    };
    if (raw_bytes > most_bytes) return corrupt("tells a size of " + std::to_string(raw_bytes) + " bytes");
    if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != raw_bytes) {
        return corrupt("the zstd frame does not hold the " + std::to_string(raw_bytes) + " bytes announced");
    }
    if (unpack_ == nullptr) unpack_ = ZSTD_createDCtx();
    if (unpack_ == nullptr)
        return base::Error{base::ErrorCode::limit, "zstd", "no memory for a decompressor", ""};
    out.resize(static_cast<std::size_t>(raw_bytes));
    const std::size_t n = ZSTD_decompressDCtx(unpack_, out.data(), out.size(), packed.data(), packed.size());
    if (ZSTD_isError(n) != 0) return corrupt(ZSTD_getErrorName(n));
    if (n != raw_bytes) return corrupt("shorter than announced");
    return {};
}

}  // namespace linghe::record
