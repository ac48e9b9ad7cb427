// The ground pixel by pixel: hill shade from the north-west with warm light and umber shade, thin contours,
// cover in
// two tones with ragged edges. Drawn, not rendered: the shade keeps within the palette's shares. It is umber, not
// grey, and contours run through it: smoke has neither.
#include <algorithm>
#include <cmath>

#include "ground_paint.hpp"
#include "noise.hpp"

namespace linghe::draw {
namespace {

/// Samples a grid with uniform cubic B-splines: smooth slopes without facets at the cells' edges.
class SmoothGrid {
public:
    SmoothGrid(const std::vector<float>& values, const record::ViewMap& map) : values_(values), map_(map) {}
    [[nodiscard]] float at(float x_m, float y_m) const noexcept {
        if (values_.empty()) return 0;
        const float gx = (x_m - map_.x0_m) / map_.cell_m - 0.5F, gy = (y_m - map_.y0_m) / map_.cell_m - 0.5F;
        const float fx = std::floor(gx), fy = std::floor(gy);
        std::array<float, 4> wx{}, wy{};
        weights(gx - fx, wx);
        weights(gy - fy, wy);
        const auto ix = static_cast<std::int32_t>(fx), iy = static_cast<std::int32_t>(fy);
        float sum = 0;
        for (int j = 0; j < 4; ++j) {
            const std::int32_t y = std::clamp(iy + j - 1, 0, map_.ny - 1);
            float row = 0;
            for (int i = 0; i < 4; ++i) {
                const std::int32_t x = std::clamp(ix + i - 1, 0, map_.nx - 1);
                row += wx[static_cast<std::size_t>(i)] *
                       values_[static_cast<std::size_t>(y) * static_cast<std::size_t>(map_.nx) +
                               static_cast<std::size_t>(x)];
            }
            sum += wy[static_cast<std::size_t>(j)] * row;
        }
        return sum;
    }

private:
    static void weights(float t, std::array<float, 4>& w) noexcept {
        const float s = 1 - t;
        w = {s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6,
             t * t * t / 6};
    }
    const std::vector<float>& values_;
    const record::ViewMap& map_;
};

/// How much of a kind of cover lies at a place, 0..1, from the four cells around it.
[[nodiscard]] float share_of(const record::ViewMap& map, float x_m, float y_m, ground::Cover cover) noexcept {
    const float gx = (x_m - map.x0_m) / map.cell_m - 0.5F, gy = (y_m - map.y0_m) / map.cell_m - 0.5F;
    const float fx = std::floor(gx), fy = std::floor(gy);
    const auto is = [&](std::int32_t dx, std::int32_t dy) {
        const std::int32_t x = std::clamp(static_cast<std::int32_t>(fx) + dx, 0, map.nx - 1);
        const std::int32_t y = std::clamp(static_cast<std::int32_t>(fy) + dy, 0, map.ny - 1);
        const std::size_t cell =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(map.nx) + static_cast<std::size_t>(x);
        return map.cover[cell] == static_cast<std::uint8_t>(cover) ? 1.0F : 0.0F;
    };
    const float u = gx - fx, v = gy - fy;
    return mix(mix(is(0, 0), is(1, 0), u), mix(is(0, 1), is(1, 1), u), v);
}

struct Soil {
    Rgb colour;
    float water = 0, burnt = 0;
};

[[nodiscard]] Soil soil_at(const record::ViewMap& map, const Palette& p, float x, float y, float m_per_px,
                           bool has_cover) noexcept {
    Soil s;
    const float tone = clamp01(fbm(x / 230, y / 150, 3) * 1.3F - 0.15F);
    s.colour = mix(p.grass, p.grass2, tone);
    if (m_per_px < 2) s.colour = mix(s.colour, p.grass2, fbm(x / 14, y / 14, 2) * 0.35F);
    if (!has_cover) return s;
    using ground::Cover;
    // The grid's edge is ten metres coarse; a ragged line is drawn where the ragged thing is.
    const float rag_x = x + 22 * (fbm(x / 40 + 9, y / 40, 2) - 0.5F),
                rag_y = y + 22 * (fbm(x / 40, y / 40 + 5, 2) - 0.5F);
    const float sand = share_of(map, x, y, Cover::sand), bare = share_of(map, rag_x, rag_y, Cover::bare);
    if (bare > 0) s.colour = mix(s.colour, mix(p.sand, p.grass2, 0.6F), bare * 0.6F);
    const float wood = share_of(map, rag_x, rag_y, Cover::wood);
    if (wood > 0) s.colour = mix(s.colour, p.wood, smooth(0.3F, 0.7F, wood) * 0.9F);
    const float crop = share_of(map, x, y, Cover::crop), reed = share_of(map, rag_x, rag_y, Cover::reed);
    if (crop > 0) s.colour = mix(s.colour, p.crop, clamp01(crop));
    if (reed > 0) s.colour = mix(s.colour, reed_colour(p), smooth(0.3F, 0.7F, reed));
    s.burnt = smooth(0.25F, 0.75F, share_of(map, rag_x, rag_y, Cover::burnt));
    if (s.burnt > 0) {
        // Islands that the fire spared.
        if (fbm(x / 150 + 40, y / 110, 3) > 0.69F) s.burnt *= 0.25F;
        s.colour = mix(s.colour, mix(p.burnt, p.burnt2, clamp01(fbm(x / 120, y / 60, 4) * 1.6F - 0.3F)),
                       s.burnt * 0.93F);
    }
    if (sand > 0)
        s.colour =
            mix(s.colour, mix(p.sand, p.grass2, fbm(x / 70, y / 24, 3) * 0.5F), smooth(0.3F, 0.7F, sand));
    s.water = smooth(0.3F, 0.7F, share_of(map, x, y, Cover::water));
    if (s.water > 0) s.colour = mix(s.colour, p.water, s.water);
    return s;
}

[[nodiscard]] Rgb contoured(Rgb c, const Palette& p, float height, float slope_per_px, float burnt,
                            float contour_m) noexcept {
    const float f = height / contour_m, gap = slope_per_px / contour_m;
    if (gap < 2e-4F) return c;  // flat: a contour there would be a stain
    const float off = std::fabs(f - std::round(f)) / gap;
    if (off >= 1.1F) return c;
    const bool fifth = static_cast<int>(std::round(f)) % 5 == 0;
    return mix(c, p.contour, (1 - off / 1.1F) * (fifth ? 0.72F : 0.46F) * (1 - burnt * 0.6F));
}

}  // namespace

Tone tone_of(const record::ViewMap& map) {
    if (map.height_m.empty()) return {};
    const auto [low, high] = std::minmax_element(map.height_m.begin(), map.height_m.end());
    double sum = 0;
    std::size_t steps = 0;
    for (std::size_t i = 0; i + 1 < map.height_m.size(); ++i) {
        if ((i + 1) % static_cast<std::size_t>(map.nx) == 0) continue;
        sum += static_cast<double>(std::fabs(map.height_m[i + 1] - map.height_m[i]));
        ++steps;
    }
    const double mean_slope =
        steps > 0 ? sum / static_cast<double>(steps) / static_cast<double>(map.cell_m) : 0;
    Tone tone;
    const float most_lines = 26;
    for (const float interval : {2.0F, 5.0F, 10.0F, 20.0F, 50.0F, 100.0F}) {
        tone.contour_m = interval;
        if ((*high - *low) / interval <= most_lines) break;
    }
    constexpr double kFullShadeSlope = 0.03;  // gentler lands are shaded in full
    if (mean_slope > kFullShadeSlope)
        tone.shade = static_cast<float>(std::sqrt(kFullShadeSlope / mean_slope));
    return tone;
}

void paint_relief(const Sheet& sheet, const Transform& at, const View& view, Image& into) {
    const record::ViewMap& map = *sheet.map;
    const Palette& p = palette(view.theme);
    const SmoothGrid heights(map.height_m, map);
    const Tone tone = tone_of(map);
    const float z = view.zoom, mpp = at.m_per_px / z;
    const auto x0 = std::max(0, static_cast<std::int32_t>(at.map.x * z)),
               y0 = std::max(0, static_cast<std::int32_t>(at.map.y * z));
    const auto x1 = std::min(into.width, static_cast<std::int32_t>((at.map.x + at.map.w) * z + 1));
    const auto y1 = std::min(into.height, static_cast<std::int32_t>((at.map.y + at.map.h) * z + 1));
    if (x1 <= x0 || y1 <= y0) return;
    const std::size_t stride = static_cast<std::size_t>(x1 - x0) + 2;
    std::vector<float> h(stride * (static_cast<std::size_t>(y1 - y0) + 2));
    for (std::int32_t j = y0 - 1; j <= y1; ++j) {
        for (std::int32_t i = x0 - 1; i <= x1; ++i) {
            h[static_cast<std::size_t>(j - y0 + 1) * stride + static_cast<std::size_t>(i - x0 + 1)] =
                heights.at(at.to_x_m((static_cast<float>(i) + 0.5F) / z),
                           at.to_y_m((static_cast<float>(j) + 0.5F) / z));
        }
    }
    const float map_x1 = map.x0_m + static_cast<float>(map.nx) * map.cell_m,
                map_y1 = map.y0_m + static_cast<float>(map.ny) * map.cell_m;
    const bool has_cover = !map.cover.empty();
    const float relief = at.m_per_px > 2 ? 0.95F : at.m_per_px > 0.6F ? 0.8F : 0.5F;
    for (std::int32_t j = y0; j < y1; ++j) {
        for (std::int32_t i = x0; i < x1; ++i) {
            const float x = at.to_x_m((static_cast<float>(i) + 0.5F) / z),
                        y = at.to_y_m((static_cast<float>(j) + 0.5F) / z);
            const std::size_t q =
                static_cast<std::size_t>(j - y0 + 1) * stride + static_cast<std::size_t>(i - x0 + 1);
            const float east = (h[q + 1] - h[q - 1]) / (2 * mpp),
                        south = (h[q + stride] - h[q - stride]) / (2 * mpp);
            if (x < map.x0_m || y < map.y0_m || x > map_x1 || y > map_y1)
                continue;  // the table ends where the map ends
            const Soil soil = soil_at(map, p, x, y, at.m_per_px, has_cover);
            Rgb c = soil.colour;
            // Rising to the east and to the south faces the light in the north-west.
            const float lit = std::clamp((east + south) * 5.8F * relief * tone.shade, -1.0F, 1.0F) *
                              (1 - soil.water * 0.8F);
            c = lit > 0 ? mix(c, p.light, lit * p.light_share) : mix(c, p.shade, -lit * p.shade_share);
            if (soil.water < 0.05F)
                c = contoured(c, p, h[q], std::sqrt(east * east + south * south) * mpp, soil.burnt,
                              tone.contour_m);
            const float grain = !view.grain ? 0 : (hash2(i, j) - 0.5F) * (soil.burnt > 0.5F ? 9.0F : 5.0F);
            into.pixels[static_cast<std::size_t>(j) * static_cast<std::size_t>(into.width) +
                        static_cast<std::size_t>(i)] = pack({c.r + grain, c.g + grain, c.b + grain});
        }
    }
}

}  // namespace linghe::draw
