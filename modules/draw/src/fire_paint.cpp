#include "fire_paint.hpp"

#include <algorithm>
#include <cmath>

#include "noise.hpp"

namespace linghe::draw {
namespace {

constexpr std::uint8_t kFlaming = 1, kSmouldering = 2;

bool holds(const Sheet& sheet, const Scene& scene) noexcept {
    const record::ViewMap& m = *sheet.map;
    return !scene.burning.empty() &&
           scene.burning.size() == static_cast<std::size_t>(m.nx) * static_cast<std::size_t>(m.ny);
}

/// How much of the four cells about a place has burnt, 0..1: a cell in flames counts for half.
float burnt_share(const record::ViewMap& map, const std::vector<std::uint8_t>& burning, float x_m,
                  float y_m) noexcept {
    const float gx = (x_m - map.x0_m) / map.cell_m - 0.5F, gy = (y_m - map.y0_m) / map.cell_m - 0.5F;
    const auto fx = static_cast<std::int32_t>(std::floor(gx)), fy = static_cast<std::int32_t>(std::floor(gy));
    const auto is = [&](std::int32_t dx, std::int32_t dy) {
        const std::int32_t x = std::clamp(fx + dx, 0, map.nx - 1), y = std::clamp(fy + dy, 0, map.ny - 1);
        const std::uint8_t s = burning[static_cast<std::size_t>(y) * static_cast<std::size_t>(map.nx) +
                                       static_cast<std::size_t>(x)];
        return s == 0 ? 0.0F : s == kFlaming ? 0.5F : 1.0F;
    };
    const float u = gx - static_cast<float>(fx), v = gy - static_cast<float>(fy);
    return mix(mix(is(0, 0), is(1, 0), u), mix(is(0, 1), is(1, 1), u), v);
}

/// Cells of the map that the picture sees.
struct Seen {
    std::int32_t i0 = 0, i1 = -1, j0 = 0, j1 = -1;
};
Seen seen(const record::ViewMap& m, const Transform& at) noexcept {
    const auto column = [&](float px) {
        return static_cast<std::int32_t>(std::floor((at.to_x_m(px) - m.x0_m) / m.cell_m));
    };
    const auto row = [&](float px) {
        return static_cast<std::int32_t>(std::floor((at.to_y_m(px) - m.y0_m) / m.cell_m));
    };
    const std::int32_t a = column(at.map.x), b = column(at.map.x + at.map.w), c = row(at.map.y + at.map.h),
                       d = row(at.map.y);
    return {std::clamp(a, 0, m.nx - 1), std::clamp(b, 0, m.nx - 1), std::clamp(c, 0, m.ny - 1),
            std::clamp(d, 0, m.ny - 1)};
}

}  // namespace

void lay_burnt(const Sheet& sheet, const Scene& scene, const Transform& at, const View& view, Image& into) {
    if (!holds(sheet, scene) ||
        std::all_of(scene.burning.begin(), scene.burning.end(), [](std::uint8_t s) { return s == 0; }))
        return;
    const Palette& p = palette(view.theme);
    const record::ViewMap& map = *sheet.map;
    const float z = view.zoom;
    const auto x0 = std::max(0, static_cast<std::int32_t>(at.map.x * z)),
               y0 = std::max(0, static_cast<std::int32_t>(at.map.y * z));
    const auto x1 = std::min(into.width, static_cast<std::int32_t>((at.map.x + at.map.w) * z)),
               y1 = std::min(into.height, static_cast<std::int32_t>((at.map.y + at.map.h) * z));
    for (std::int32_t j = y0; j < y1; ++j) {
        for (std::int32_t i = x0; i < x1; ++i) {
            const float x = at.to_x_m((static_cast<float>(i) + 0.5F) / z),
                        y = at.to_y_m((static_cast<float>(j) + 0.5F) / z);
            float share = burnt_share(map, scene.burning, x, y);
            if (share <= 0) continue;
            // Ragged where the ragged thing is; here and there an island that the fire spared.
            share = smooth(0.25F, 0.75F, share + 0.35F * (fbm(x / 12, y / 12, 2) - 0.5F));
            if (fbm(x / 60 + 40, y / 45, 3) > 0.72F) share *= 0.3F;
            if (share <= 0) continue;
            const Rgb soot = mix(p.burnt, p.burnt2, clamp01(fbm(x / 120, y / 60, 3) * 1.6F - 0.3F));
            std::uint32_t& pixel =
                into.pixels[static_cast<std::size_t>(j) * static_cast<std::size_t>(into.width) +
                            static_cast<std::size_t>(i)];
            pixel = over(premultiplied(soot, share * 0.88F), pixel);
        }
    }
}

void paint_front(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& c) {
    if (!holds(sheet, scene)) return;
    cairo_t* cr = c.cr();
    const record::ViewMap& m = *sheet.map;
    const Seen box = seen(m, at);
    const float size = at.m_per_px > 5 ? 0.65F : at.m_per_px > 2 ? 1.0F : 2.2F;
    const float cell_px = m.cell_m / at.m_per_px;
    const int strokes = std::clamp(static_cast<int>(cell_px / 1.7F), 1, 12);
    const float wind = std::sqrt(scene.wind_x_m_s * scene.wind_x_m_s + scene.wind_y_m_s * scene.wind_y_m_s);
    const float lean = wind > 0 ? scene.wind_x_m_s / wind : 0, tilt = wind > 0 ? -scene.wind_y_m_s / wind : 0;
    const auto flicker = static_cast<std::int32_t>((scene.film_s >= 0 ? scene.film_s : scene.at_s) * 4);
    const auto state = [&](std::int32_t i, std::int32_t j) {
        return scene.burning[static_cast<std::size_t>(j) * static_cast<std::size_t>(m.nx) +
                             static_cast<std::size_t>(i)];
    };
    c.colour(c.pal().flame, c.theme() == Theme::dusk ? 0.20F : 0.13F);
    for (std::int32_t j = box.j0; j <= box.j1; ++j)
        for (std::int32_t i = box.i0; i <= box.i1; ++i) {
            if (state(i, j) != kFlaming) continue;
            const float x = at.x(m.x0_m + (static_cast<float>(i) + 0.5F) * m.cell_m),
                        y = at.y(m.y0_m + (static_cast<float>(j) + 0.5F) * m.cell_m);
            cairo_new_sub_path(cr);
            cairo_arc(cr, x, y, std::max(3.0F, cell_px), 0, 6.2832);
        }
    cairo_fill(cr);  // one path: halos that overlap do not add
    cairo_set_line_width(cr, 1.15);
    for (std::int32_t j = box.j0; j <= box.j1; ++j) {
        for (std::int32_t i = box.i0; i <= box.i1; ++i) {
            const std::uint8_t s = state(i, j);
            if (s != kFlaming && (s != kSmouldering || hash2(i, j) > 0.12F)) continue;
            for (int k = 0; k < (s == kFlaming ? strokes : 1); ++k) {
                const float q = hash2(i * 13 + k, j + flicker), u = hash2(i * 13 + k, j * 7 + 3),
                            v = hash2(j * 13 + k, i);
                const float x = at.x(m.x0_m + (static_cast<float>(i) + u) * m.cell_m),
                            y = at.y(m.y0_m + (static_cast<float>(j) + v) * m.cell_m);
                const float length = s == kFlaming ? (1.2F + 7 * q * q) * size : 1.2F * size;
                c.colour(q < 0.5F || s != kFlaming ? c.pal().ember : c.pal().flame);
                cairo_move_to(cr, x, y);
                cairo_curve_to(cr, x + 1.0, y - length * 0.3, x + lean * 1.5, y - length * 0.6,
                               x + 0.5 + lean * length * 0.4, y - length + tilt * length * 0.4);
                cairo_stroke(cr);
            }
        }
    }
}

}  // namespace linghe::draw
