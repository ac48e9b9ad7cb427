// SHA-256 of FIPS 180-4, for the provenance of a map: a number anybody can check with sha256sum.
// Used by this room only.
// Never meant to guard secrets.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace linghe::atlas {
/// Piece by piece, so that a raster of many gigabytes needs no memory.
class Sha256 {
public:
    void take(std::string_view bytes);
    /// 64 lower-case hex digits; nothing is taken after it.
    [[nodiscard]] std::string hex();

private:
    std::array<std::uint32_t, 8> h_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::string rest_;  ///< fewer than 64 bytes
    std::uint64_t bytes_ = 0;
};
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
}  // namespace linghe::atlas
