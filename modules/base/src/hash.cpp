#include "linghe/base/hash.hpp"

#include <utility>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 warns within its own AVX-512 headers
#endif
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#define XXH_INLINE_ALL
#include <xxhash.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace linghe::base {

std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed) noexcept {
    return XXH3_64bits_withSeed(size == 0 ? "" : data, size, seed);
}

std::uint32_t luck_address(std::string_view id, std::uint32_t number) noexcept {
    const std::uint64_t h = hash_mix(hash_text(id), number);
    return static_cast<std::uint32_t>(h >> 32);
}

std::string hex16(std::uint64_t value) {
    std::string out(16, '0');
    for (int i = 15; i >= 0; --i, value >>= 4)
        out[static_cast<std::size_t>(i)] = "0123456789abcdef"[value & 15];
    return out;
}

Result<std::uint64_t> parse_hex16(std::string_view text) {
    std::uint64_t value = 0;
    bool good = text.size() == 16;
    for (const char c : text) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) good = false;
        value = (value << 4) | static_cast<std::uint64_t>(digit < 0 ? 0 : digit);
    }
    if (!good) {
        std::string message = "not a hash: ";
        message += text.substr(0, 40);
        return Error{ErrorCode::invalid, "hash", std::move(message), "16 digits 0-9 and a-f"};
    }
    return value;
}

}  // namespace linghe::base
