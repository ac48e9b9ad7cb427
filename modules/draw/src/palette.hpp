// What: the colours of the sheet in its two lights, and small arithmetic on colours.
// Who: every painter of this module.
// Never: a colour written anywhere else in the module (bodies bring their own).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "linghe/draw/scene.hpp"

namespace linghe::draw {

struct Rgb {
    float r = 0, g = 0, b = 0;  ///< 0..255
};
[[nodiscard]] constexpr Rgb rgb(std::uint32_t hex) noexcept {
    return {static_cast<float>((hex >> 16) & 255u), static_cast<float>((hex >> 8) & 255u),
            static_cast<float>(hex & 255u)};
}
[[nodiscard]] constexpr float clamp01(float v) noexcept { return v < 0 ? 0 : v > 1 ? 1 : v; }
[[nodiscard]] constexpr float mix(float a, float b, float t) noexcept { return a + (b - a) * t; }
[[nodiscard]] constexpr Rgb mix(Rgb a, Rgb b, float t) noexcept {
    return {mix(a.r, b.r, t), mix(a.g, b.g, t), mix(a.b, b.b, t)};
}
[[nodiscard]] constexpr float smooth(float from, float to, float v) noexcept {
    const float t = clamp01((v - from) / (to - from));
    return t * t * (3 - 2 * t);
}
[[nodiscard]] inline std::uint32_t pack(Rgb c) noexcept {
    const auto byte = [](float v) { return static_cast<std::uint32_t>(std::clamp(v, 0.0F, 255.0F) + 0.5F); };
    return 0xff000000u | byte(c.r) << 16 | byte(c.g) << 8 | byte(c.b);
}
/// "#RRGGBB"; anything else gives `otherwise`.
[[nodiscard]] Rgb parse_rgb(std::string_view hex, Rgb otherwise) noexcept;

struct Palette {
    Rgb paper, panel, ink, ink2, ink3, rule, hair, cinnabar, water_text;
    std::array<Rgb, kResolveParts> resolve;  ///< steady, shaken, wavering, routing, rallying, out
    Rgb grass, grass2, burnt, burnt2, sand, water, deep, wood, crop;
    Rgb light, shade;
    float light_share, shade_share;
    Rgb contour, road, tuft, hachure, waterline;
    float tuft_alpha, hachure_alpha, waterline_alpha;
    Rgb smoke_black, smoke_white;
    float smoke_under, smoke_over;
    Rgb flame, ember;
    Rgb outline, pale, halo, dead;
    float halo_alpha, dead_alpha;
    Rgb seal, slip;
    float slip_alpha;
    Rgb arrow_white;           ///< fill of the sweeping arrow of a white body
    std::array<Rgb, 6> coats;  ///< horses
};
[[nodiscard]] const Palette& palette(Theme theme) noexcept;
/// Reed: a field that stands in the wet.
[[nodiscard]] inline Rgb reed_colour(const Palette& p) noexcept {
    return mix(mix(p.crop, p.wood, 0.45F), p.water, 0.25F);
}

}  // namespace linghe::draw
