// What: 64-bit hashes (XXH3) of bytes, mixing of hashes, and the address of a man's luck.
// Who: state hash, scenario hash, addressed randomness. The same on every machine and in every release.
// Never: std::hash; never hashes padding bytes, pointers or display names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "linghe/base/result.hpp"

namespace linghe::base {

/// XXH3_64bits_withSeed (xxHash 0.8, whose output is fixed since 0.8.0). data may be null when size is 0.
std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed = 0) noexcept;
inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) noexcept {
    return hash_bytes(text.data(), text.size(), seed);
}

/// One hash of two, in order: hash_mix(a, b) differs from hash_mix(b, a). Every bit of either changes half of
/// the bits of the answer. Finaliser: D. Stafford's variant 13, as in SplitMix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t hash_mix(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t x = a * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
    x = (x ^ (x >> 29)) + b;
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// The 32-bit address under which a man draws his luck: from the immutable id of his unit and his number in
/// it. Independent of the order of units and of rows. Two of n men share an address with chance about n^2 /
/// 2^33 (60,000 men: 0.34 pairs are to be expected); they would then share thresholds, which biases nothing.
std::uint32_t luck_address(std::string_view id, std::uint32_t number) noexcept;

/// 16 lower-case hex digits, as hashes are printed.
std::string hex16(std::uint64_t value);
/// The inverse: exactly 16 hex digits of either case.
Result<std::uint64_t> parse_hex16(std::string_view text);

}  // namespace linghe::base
