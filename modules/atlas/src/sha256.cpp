#include "sha256.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace linghe::atlas {
namespace {

// Fractional parts of the cube roots of the first 64 primes, FIPS 180-4 section 4.2.2.
constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void mix_block(const unsigned char* block, std::array<std::uint32_t, 8>& h) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
               std::uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + w[i - 7] +
               (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
    }
    auto v = h;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t e = v[4], a = v[0];
        const std::uint32_t t1 = v[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                 ((e & v[5]) ^ (~e & v[6])) + kRound[i] + w[i];
        const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                                 ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (std::size_t i = 0; i < 8; ++i) h[i] += v[i];
}

}  // namespace

void Sha256::take(std::string_view bytes) {
    bytes_ += bytes.size();
    if (!rest_.empty()) {
        const std::size_t more = std::min(64 - rest_.size(), bytes.size());
        rest_ += bytes.substr(0, more);
        bytes.remove_prefix(more);
        if (rest_.size() < 64) return;
        mix_block(reinterpret_cast<const unsigned char*>(rest_.data()), h_);
        rest_.clear();
    }
    for (; bytes.size() >= 64; bytes.remove_prefix(64))
        mix_block(reinterpret_cast<const unsigned char*>(bytes.data()), h_);
    rest_ = bytes;
}

std::string Sha256::hex() {
    const std::uint64_t bits = bytes_ * 8;
    std::string tail = "\x80";
    while ((rest_.size() + tail.size()) % 64 != 56) tail += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) tail += static_cast<char>(bits >> shift & 255u);
    take(tail);
    std::string out;
    for (const std::uint32_t word : h_)
        for (int shift = 28; shift >= 0; shift -= 4) out += "0123456789abcdef"[word >> shift & 15u];
    return out;
}

std::string sha256_hex(std::string_view bytes) {
    Sha256 sum;
    sum.take(bytes);
    return sum.hex();
}

}  // namespace linghe::atlas
