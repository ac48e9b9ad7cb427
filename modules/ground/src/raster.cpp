// The grid file: header, heights as differences from the plane through three neighbours, cover as runs, CRC-32C.
#include "linghe/ground/raster.hpp"

#include <string>

#include "linghe/base/bytes.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/ground.hpp"

namespace linghe::ground {
namespace {

constexpr std::string_view kMagic = "LINGHEG\x01";
constexpr std::size_t kHeaderBytes = 8 + 5 * 4 + 2 * 8;
constexpr std::size_t kChecksumBytes = 4;
constexpr std::uint8_t kLastCover = static_cast<std::uint8_t>(Cover::road);
constexpr std::int64_t kHighestMm = 20'000'000;  // no height lies further from the sea than 20 km

/// What three known neighbours say of the next height: the plane through them; at the edges the one that is known.
template <class Heights>
std::int64_t predicted(const Heights& h, std::size_t nx, std::size_t x, std::size_t y) {
    const auto at = [&](std::size_t px, std::size_t py) { return std::int64_t{h[py * nx + px]}; };
    if (x > 0 && y > 0) return at(x - 1, y) + at(x, y - 1) - at(x - 1, y - 1);
    if (x > 0) return at(x - 1, y);
    return y > 0 ? at(x, y - 1) : 0;
}

base::Error damaged(std::string_view where, const std::string& what) {
    return {base::ErrorCode::corrupt, std::string{where}, what,
            "take another copy of the file, or import the map again"};
}

void put_heights(const Raster& r, base::ByteWriter& out) {
    const auto nx = static_cast<std::size_t>(r.nx), ny = static_cast<std::size_t>(r.ny);
    for (std::size_t y = 0; y < ny; ++y)
        for (std::size_t x = 0; x < nx; ++x)
            out.zigzag(r.height_mm[y * nx + x] - predicted(r.height_mm, nx, x, y));
}

void put_cover(const Raster& r, base::ByteWriter& out) {
    for (std::size_t i = 0; i < r.cover.size();) {
        std::size_t end = i + 1;
        while (end < r.cover.size() && r.cover[end] == r.cover[i]) ++end;
        out.u8(r.cover[i]);
        out.varint(end - i);
        i = end;
    }
}

bool get_heights(base::ByteReader& in, Raster& r) {
    const auto nx = static_cast<std::size_t>(r.nx), ny = static_cast<std::size_t>(r.ny);
    for (std::size_t y = 0; y < ny && in.ok(); ++y)
        for (std::size_t x = 0; x < nx; ++x) {
            const std::int64_t step = in.zigzag();
            if (step < -4 * kHighestMm || step > 4 * kHighestMm) return false;
            const std::int64_t h = predicted(r.height_mm, nx, x, y) + step;
            if (h < -kHighestMm || h > kHighestMm) return false;
            r.height_mm[y * nx + x] = static_cast<std::int32_t>(h);
        }
    return in.ok() && in.at_end();
}

bool get_cover(base::ByteReader& in, Raster& r) {
    std::size_t i = 0;
    while (i < r.cover.size() && in.ok()) {
        const std::uint8_t cover = in.u8();
        const std::uint64_t run = in.varint();
        if (!in.ok() || cover > kLastCover || run == 0 || run > r.cover.size() - i) return false;
        for (std::uint64_t k = 0; k < run; ++k) r.cover[i++] = cover;
    }
    return in.ok() && in.at_end();
}

}  // namespace

base::Result<std::vector<std::byte>> encode_raster(const Raster& r) {
    const std::uint64_t cells = r.nx < 1 || r.ny < 1 ? 0 : std::uint64_t(r.nx) * std::uint64_t(r.ny);
    if (cells == 0 || r.height_mm.size() != cells || r.cover.size() != cells || r.cell_mm < 1)
        return base::Error{base::ErrorCode::invalid, "raster", "its columns do not fit its frame", ""};
    base::ByteWriter heights(static_cast<std::size_t>(cells) * 2), cover(1024), out;
    put_heights(r, heights);
    put_cover(r, cover);
    out.raw(std::as_bytes(std::span<const char>(kMagic.data(), kMagic.size())));
    for (const std::int32_t v : {r.x0_mm, r.y0_mm, r.cell_mm, r.nx, r.ny}) out.i32(v);
    out.u64(heights.size());
    out.u64(cover.size());
    out.raw(heights.view());
    out.raw(cover.view());
    out.u32(base::crc32c(out.view()));
    return out.finish();
}

base::Result<Raster> decode_raster(std::span<const std::byte> bytes, std::string_view where) {
    if (bytes.size() < kHeaderBytes + kChecksumBytes)
        return damaged(where, "it is too short for a grid file: " +
                                  base::to_text(std::uint64_t{bytes.size()}) + " bytes");
    base::ByteReader in(bytes, where);
    const auto magic = in.raw(kMagic.size());
    for (std::size_t i = 0; i + 1 < kMagic.size(); ++i)
        if (std::to_integer<char>(magic[i]) != kMagic[i])
            return damaged(where, "it is no grid file of Linghe");
    if (std::to_integer<char>(magic[kMagic.size() - 1]) != kMagic.back())
        return damaged(where, "it is a grid file of another version");
    const auto body = bytes.first(bytes.size() - kChecksumBytes);
    base::ByteReader tail(bytes.last(kChecksumBytes), where);
    if (tail.u32() != base::crc32c(body))
        return damaged(where, "its checksum is wrong: bytes were changed or lost");
    Raster r;
    r.x0_mm = in.i32(), r.y0_mm = in.i32(), r.cell_mm = in.i32(), r.nx = in.i32(), r.ny = in.i32();
    const std::uint64_t height_bytes = in.u64(), cover_bytes = in.u64();
    if (r.nx < 1 || r.ny < 1 || r.cell_mm < 1) return damaged(where, "its grid has no size");
    const std::uint64_t cells = std::uint64_t(r.nx) * std::uint64_t(r.ny);
    LINGHE_CHECK_OK(base::within_limit("map_cells", cells, where));
    const std::uint64_t body_left = body.size() - kHeaderBytes;
    if (height_bytes > body_left || cover_bytes != body_left - height_bytes || height_bytes < cells)
        return damaged(where, "its parts do not add up to its length");
    r.height_mm.resize(static_cast<std::size_t>(cells));
    r.cover.resize(static_cast<std::size_t>(cells));
    base::ByteReader heights(body.subspan(kHeaderBytes, static_cast<std::size_t>(height_bytes)), where);
    base::ByteReader cover(body.subspan(kHeaderBytes + static_cast<std::size_t>(height_bytes)), where);
    if (!get_heights(heights, r)) return damaged(where, "a height is out of range, or heights are missing");
    if (!get_cover(cover, r)) return damaged(where, "a cover is unknown, or covers are missing");
    return r;
}

}  // namespace linghe::ground
