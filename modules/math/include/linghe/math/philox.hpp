// What: Philox4x32-10, a counter-based random function: 128 bits out of a 128-bit counter and a 64-bit key.
// Who: math/rng.hpp, and nobody else; models draw from Rng with an address.
// Never: holds state. Changing one constant changes every battle ever recorded.
#pragma once

#include <array>
#include <cstdint>

namespace linghe::math {

/// Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
/// SC '11 (2011), doi 10.1145/2063384.2063405. Pinned by the known answers of the Random123 library.
constexpr std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> c,
                                                     std::array<std::uint32_t, 2> k) noexcept {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p = std::uint64_t{0xD2511F53u} * c[0];
        const std::uint64_t q = std::uint64_t{0xCD9E8D57u} * c[2];
        c = {static_cast<std::uint32_t>(q >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(q),
             static_cast<std::uint32_t>(p >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(p)};
        k[0] += 0x9E3779B9u;
        k[1] += 0xBB67AE85u;
    }
    return c;
}

}  // namespace linghe::math
