#include <algorithm>
#include <array>
#include <cmath>

#include "noise.hpp"
#include "smoke_paint.hpp"

namespace linghe::draw {

float wash_depth(float extinction_per_m) noexcept {
    // Light through 18 m of it: sight of 50 m (0.06/m) looks two thirds full, sight of 20 m nearly full.
    const float s = 1 - std::exp(-18.0F * extinction_per_m);
    const float steps =
        smooth(0.08F, 0.2F, s) * 0.3F + smooth(0.36F, 0.5F, s) * 0.3F + smooth(0.66F, 0.8F, s) * 0.4F;
    return 0.55F * s + 0.45F * steps;
}

Wash make_wash(const Scene& scene, const Transform& at, float zoom) {
    Wash w;
    const record::ViewGrid& g = scene.smoke;
    const std::size_t cells =
        static_cast<std::size_t>(std::max(0, g.nx)) * static_cast<std::size_t>(std::max(0, g.ny));
    if (cells == 0 || (scene.smoke_black.size() != cells && scene.smoke_white.size() != cells)) return w;
    std::array<float, 256> depth{};
    for (std::size_t i = 0; i < 256; ++i)
        depth[i] = 255 * wash_depth(record::smoke_per_m(static_cast<std::uint8_t>(i)));
    w.width = static_cast<std::int32_t>(at.map.w * zoom) / w.step + 3;
    w.height = static_cast<std::int32_t>(at.map.h * zoom) / w.step + 3;
    const float wind = std::sqrt(scene.wind_x_m_s * scene.wind_x_m_s + scene.wind_y_m_s * scene.wind_y_m_s);
    const float ux = wind > 0 ? scene.wind_x_m_s / wind : 0, uy = wind > 0 ? scene.wind_y_m_s / wind : 1;
    const auto fill = [&](const std::vector<std::uint8_t>& levels, std::vector<std::uint8_t>& out) {
        out.assign(static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height), 0);
        if (levels.size() != cells ||
            std::all_of(levels.begin(), levels.end(), [](std::uint8_t v) { return v == 0; }))
            return;
        w.any = true;
        for (std::int32_t j = 0; j < w.height; ++j) {
            for (std::int32_t i = 0; i < w.width; ++i) {
                const float x = at.to_x_m(at.map.x + static_cast<float>(i * w.step) / zoom);
                const float y = at.to_y_m(at.map.y + static_cast<float>(j * w.step) / zoom);
                // The grid knows smoke to a cell: within one, its edge is drawn ragged, where a declared box would be ruled.
                const float sway_x = 1.6F * (value_noise(x / 90 + 7, y / 90) - 0.5F) +
                                     0.6F * (value_noise(x / 31, y / 31 + 3) - 0.5F),
                            sway_y = 1.6F * (value_noise(x / 90, y / 90 + 11) - 0.5F) +
                                     0.6F * (value_noise(x / 31 + 5, y / 31) - 0.5F);
                const float gx =
                    std::clamp((x - g.x0_m) / g.cell_m - 0.5F + sway_x, 0.0F, static_cast<float>(g.nx - 1));
                const float gy =
                    std::clamp((y - g.y0_m) / g.cell_m - 0.5F + sway_y, 0.0F, static_cast<float>(g.ny - 1));
                const auto ix = std::min(static_cast<std::int32_t>(gx), std::max(0, g.nx - 2)),
                           iy = std::min(static_cast<std::int32_t>(gy), std::max(0, g.ny - 2));
                const float u = gx - static_cast<float>(ix), v = gy - static_cast<float>(iy);
                const std::size_t q = static_cast<std::size_t>(iy) * static_cast<std::size_t>(g.nx) +
                                      static_cast<std::size_t>(ix);
                const std::size_t right = g.nx > 1 ? 1 : 0,
                                  up = g.ny > 1 ? static_cast<std::size_t>(g.nx) : 0;
                const float d = mix(mix(depth[levels[q]], depth[levels[q + right]], u),
                                    mix(depth[levels[q + up]], depth[levels[q + up + right]], u), v);
                if (d < 0.5F) continue;
                // The brush runs along the wind; it moves the tone by a tenth, no more.
                const float along = x * ux + y * uy, across = x * uy - y * ux;
                const float brush = 0.88F + 0.24F * value_noise(across / 26, along / 210);
                out[static_cast<std::size_t>(j) * static_cast<std::size_t>(w.width) +
                    static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(std::min(255.0F, d * brush));
            }
        }
    };
    fill(scene.smoke_black, w.black);
    fill(scene.smoke_white, w.white);
    return w;
}

bool shows(const Wash& wash) noexcept {
    // Of the greatest cover of 0.38, ten in 255 are a change of tone that an eye can find.
    const auto seen = [](std::uint8_t v) { return v >= 10; };
    return wash.any && (std::any_of(wash.black.begin(), wash.black.end(), seen) ||
                        std::any_of(wash.white.begin(), wash.white.end(), seen));
}

void lay_wash(const Wash& wash, const Transform& at, const View& view, float black_share, float white_share,
              Image& into) {
    if (!wash.any) return;
    const Palette& p = palette(view.theme);
    const float z = view.zoom;
    // A wash of b and w: white over black.
    std::vector<std::uint32_t> blacks(256), whites(256);
    for (std::size_t i = 0; i < 256; ++i) {
        blacks[i] = premultiplied(p.smoke_black, black_share * static_cast<float>(i) / 255);
        whites[i] = premultiplied(p.smoke_white, white_share * static_cast<float>(i) / 255);
    }
    const auto x0 = std::max(0, static_cast<std::int32_t>(at.map.x * z)),
               y0 = std::max(0, static_cast<std::int32_t>(at.map.y * z));
    const auto x1 = std::min(into.width, static_cast<std::int32_t>((at.map.x + at.map.w) * z)),
               y1 = std::min(into.height, static_cast<std::int32_t>((at.map.y + at.map.h) * z));
    const auto wide = static_cast<std::size_t>(wash.width);
    std::vector<unsigned> black(wide), white(wide);  // one row, four times its value
    for (std::int32_t y = y0; y < y1; ++y) {
        const auto fy = static_cast<unsigned>((y - y0) & 3);
        const std::size_t row = static_cast<std::size_t>((y - y0) / 4) * wide, next = row + wide;
        for (std::size_t i = 0; i < wide; ++i) {
            black[i] = wash.black[row + i] * (4 - fy) + wash.black[next + i] * fy;
            white[i] = wash.white[row + i] * (4 - fy) + wash.white[next + i] * fy;
        }
        std::uint32_t* pixel =
            into.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(into.width) + x0;
        for (std::int32_t x = 0; x < x1 - x0; ++x, ++pixel) {
            const auto fx = static_cast<unsigned>(x & 3);
            const auto i = static_cast<std::size_t>(x / 4);
            const unsigned b = (black[i] * (4 - fx) + black[i + 1] * fx + 8) / 16,
                           w = (white[i] * (4 - fx) + white[i + 1] * fx + 8) / 16;
            if (b != 0) *pixel = over(blacks[b], *pixel);
            if (w != 0) *pixel = over(whites[w], *pixel);
        }
    }
}

}  // namespace linghe::draw
