// What: value noise for the grain of paper, grass and burnt ground. It decorates; it never stands for a fact.
// Who: the painters of the ground and of flames.
// Never: used for anything that a reader could take for data.
#pragma once
#include <cmath>
#include <cstdint>

namespace linghe::draw {

[[nodiscard]] inline float hash2(std::int32_t x, std::int32_t y) noexcept {
    std::uint32_t n = static_cast<std::uint32_t>(x) * 374761393u + static_cast<std::uint32_t>(y) * 668265263u;
    n = (n ^ (n >> 13)) * 1274126177u;
    n ^= n >> 16;
    return static_cast<float>(n >> 8) * (1.0F / 16777216.0F);
}
[[nodiscard]] inline float value_noise(float x, float y) noexcept {
    const float fx0 = std::floor(x), fy0 = std::floor(y);
    const auto ix = static_cast<std::int32_t>(fx0), iy = static_cast<std::int32_t>(fy0);
    const float fx = x - fx0, fy = y - fy0, u = fx * fx * (3 - 2 * fx), v = fy * fy * (3 - 2 * fy);
    const float a = hash2(ix, iy), b = hash2(ix + 1, iy), c = hash2(ix, iy + 1), d = hash2(ix + 1, iy + 1);
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}
/// Sum of octaves, 0..1.
[[nodiscard]] inline float fbm(float x, float y, int octaves) noexcept {
    float sum = 0, amplitude = 0.5F, norm = 0;
    for (int i = 0; i < octaves; ++i) {
        sum += amplitude * value_noise(x, y);
        norm += amplitude;
        x = x * 2.03F + 17.1F;
        y = y * 2.03F + 9.7F;
        amplitude *= 0.5F;
    }
    return sum / norm;
}

}  // namespace linghe::draw
