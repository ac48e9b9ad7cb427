#include <algorithm>
#include <cmath>

#include "men_paint.hpp"
#include "noise.hpp"
#include "signals_paint.hpp"

namespace linghe::draw {

std::vector<float> ring_radii_m(float at_s, float film_s, float sound_m_s) {
    constexpr int kRings = 6;
    constexpr float kFilmBeatS = 1.6F;  // how long a ring takes to reach the place of the next, in a film
    const float spacing = sound_m_s * kBeatS;
    const float turns = film_s >= 0 ? film_s / kFilmBeatS : at_s / kBeatS;
    float phase = turns - std::floor(turns);
    if (film_s < 0) phase = std::max(phase, 0.35F);  // a still shows its first ring open
    std::vector<float> out;
    for (int i = 0; i < kRings; ++i) out.push_back((phase + static_cast<float>(i)) * spacing);
    return out;
}

void paint_fires(const Scene& scene, const Transform& at, const Canvas& c) {
    cairo_t* cr = c.cr();
    const float size = at.m_per_px > 5 ? 0.65F : at.m_per_px > 2 ? 1.0F : 2.2F;
    const auto flicker = static_cast<std::int32_t>((scene.film_s >= 0 ? scene.film_s : scene.at_s) * 4);
    const float wind = std::sqrt(scene.wind_x_m_s * scene.wind_x_m_s + scene.wind_y_m_s * scene.wind_y_m_s);
    const float lean = wind > 0 ? scene.wind_x_m_s / wind : 0;
    for (const Fire& f : scene.fires) {
        if (f.strength <= 0) continue;
        const float x0 = at.x(std::min(f.x0_m, f.x1_m)), x1 = at.x(std::max(f.x0_m, f.x1_m));
        const float y0 = at.y(std::max(f.y0_m, f.y1_m)), y1 = at.y(std::min(f.y0_m, f.y1_m));
        int n = 0;
        for (float x = std::max(x0, at.map.x); x < std::min(x1, at.map.x + at.map.w); x += 1.7F, ++n) {
            // Flames stand in groups along the downwind edge; how many of them tells the strength.
            if (fbm(x / 44 + f.x0_m, 2.2F, 3) < 0.62F - 0.2F * f.strength) continue;
            const float q = hash2(n, 5 + flicker), depth = hash2(n, 9);
            const float y = mix(y0, y1, depth * depth * depth);
            const float length = (1.2F + 7 * q * q * f.strength) * size;
            c.colour(q < 0.5F ? c.pal().ember : c.pal().flame);
            cairo_set_line_width(cr, 1.15);
            cairo_move_to(cr, x, y);
            cairo_curve_to(cr, x + 1.0, y - length * 0.3, x + lean * 1.5, y - length * 0.6,
                           x + 0.5 + lean * length * 0.4, y - length);
            cairo_stroke(cr);
        }
    }
}

void paint_arrows(const Scene& scene, const Transform& at, const Canvas& c) {
    cairo_t* cr = c.cr();
    c.colour(c.pal().outline, 0.75F);
    cairo_set_line_width(cr, 0.6);
    for (const record::ViewArrows& a : scene.arrows) {
        const float x = at.x(a.x_m), y = at.y(a.y_m);
        if (!at.sees(x, y, 10)) continue;
        const float half = record::kViewArrowCellM / 2 / at.m_per_px;
        const auto strokes = static_cast<std::int32_t>(std::min(a.count, 40u));
        for (std::int32_t i = 0; i < strokes; ++i) {
            const auto cell = static_cast<std::int32_t>(a.x_m + 7 * a.y_m);
            const float sx = x + (hash2(i, cell) - 0.5F) * 2 * half,
                        sy = y + (hash2(cell, i) - 0.5F) * 2 * half;
            cairo_move_to(cr, sx, sy);
            cairo_line_to(cr, sx + 3.2, sy - 2.4);
        }
    }
    cairo_stroke(cr);
}

void paint_flags(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& c) {
    cairo_t* cr = c.cr();
    const Palette& p = c.pal();
    const double z = at.m_per_px > 2 ? 0.9 : at.m_per_px > 0.3F ? 1.7 : 3.2;
    for (const Flag& f : scene.flags) {
        const double x = at.x(f.x_m), y = at.y(f.y_m);
        if (!at.sees(static_cast<float>(x), static_cast<float>(y), 12) || f.colours >= sheet.colours.size())
            continue;
        const ColourSet& set = sheet.colours[f.colours];
        const bool dusk = c.theme() == Theme::dusk;
        const Rgb fill = parse_rgb(dusk ? set.fill_dusk : set.fill_light, p.ink3);
        const Rgb line = set.side == 1 ? p.pale : p.outline;
        const Rgb edge = parse_rgb(dusk ? set.border_dusk : set.border_light, line);
        const double wave = std::sin(static_cast<double>(scene.film_s >= 0 ? scene.film_s * 5 : 0) + x) * 0.5;
        c.colour(line);
        cairo_set_line_width(cr, 1);
        cairo_move_to(cr, x, y);
        cairo_line_to(cr, x, y - 9 * z);
        cairo_stroke(cr);
        cairo_move_to(cr, x, y - 9 * z);
        cairo_curve_to(cr, x + 2 * z, y - (9.8 + wave) * z, x + 4 * z, y - (8.0 - wave) * z, x + 6 * z,
                       y - 8.6 * z);
        cairo_line_to(cr, x + 5.4 * z, y - 4.6 * z);
        cairo_curve_to(cr, x + 4 * z, y - (4.2 - wave) * z, x + 2 * z, y - (5.4 + wave) * z, x, y - 4.6 * z);
        cairo_close_path(cr);
        c.colour(fill);
        cairo_fill_preserve(cr);
        c.colour(edge);
        cairo_set_line_width(cr, set.border_light.empty() ? 0.8 : 1.1);
        cairo_stroke(cr);
    }
}

void paint_rings(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& c) {
    cairo_t* cr = c.cr();
    const Palette& p = c.pal();
    const bool near = at.m_per_px < 0.3F;
    for (const Drum& d : scene.drums) {
        const double x = at.x(d.x_m), y = at.y(d.y_m);
        auto radii = ring_radii_m(scene.at_s, scene.film_s, sheet.sound_m_s);
        if (near) radii = {5, 18, 31};  // true beats lie 170 m apart: nothing of them would be on the sheet
        float fade = 1;
        for (std::size_t i = 0; i < radii.size(); ++i, fade *= 0.84F) {
            const double r = static_cast<double>(radii[i] / at.m_per_px);
            cairo_new_sub_path(cr);
            cairo_arc(cr, x, y, r, 0, 6.2832);
            c.colour(p.halo, 0.5F * fade);
            cairo_set_line_width(cr, std::max(1.5, 4 - 0.4 * static_cast<double>(i)));
            cairo_stroke_preserve(cr);
            c.colour(p.cinnabar, (near ? 0.75F : 0.95F) * fade);
            cairo_set_line_width(cr, std::max(0.9, 2.2 - 0.24 * static_cast<double>(i)));
            cairo_stroke(cr);
        }
        if (d.heard_m.size() >= 8 && !near) {
            const double dots[2] = {0.1, 5};
            cairo_set_dash(cr, dots, 2, 0);
            cairo_set_line_width(cr, 2.1);
            c.colour(p.cinnabar);
            const std::size_t n = d.heard_m.size();
            constexpr std::size_t kFine = 8;  // steps between two directions
            for (std::size_t i = 0; i <= n * kFine; ++i) {
                const std::size_t k = (i / kFine) % n;
                const float u = static_cast<float>(i % kFine) / kFine, s = u * u * (3 - 2 * u);
                const float r = mix(d.heard_m[k], d.heard_m[(k + 1) % n], s) / at.m_per_px;
                const double a = static_cast<double>(i) * 6.2831853 / static_cast<double>(n * kFine);
                const double px = x + std::cos(a) * static_cast<double>(r),
                             py = y - std::sin(a) * static_cast<double>(r);
                if (i == 0) {
                    cairo_move_to(cr, px, py);
                } else {
                    cairo_line_to(cr, px, py);
                }
            }
            cairo_stroke(cr);
            cairo_set_dash(cr, nullptr, 0, 0);
        }
        paint_drum(c, static_cast<float>(x), static_cast<float>(y), near ? 2.1F : 1.05F);
    }
}

void paint_drum(const Canvas& c, float x, float y, float size) {
    cairo_t* cr = c.cr();
    const auto disc = [&](double r, Rgb colour) {
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, r * static_cast<double>(size), 0, 6.2832);
        c.colour(colour);
        cairo_fill(cr);
    };
    disc(7.4, c.pal().halo);
    disc(6.4, rgb(0xA63A2B));
    disc(5.0, rgb(0x23262B));
    disc(4.4, rgb(0xEFE3C6));
    disc(1.5, rgb(0xA63A2B));
}

void paint_great_banner(const Canvas& c, float x, float y, float size, float phase) {
    cairo_t* cr = c.cr();
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, size, size);
    const Rgb dark = c.theme() == Theme::dusk ? rgb(0x0B0E12) : rgb(0x23262B);
    c.colour(c.pal().halo, 0.8F);
    cairo_set_line_width(cr, 3.4);
    cairo_move_to(cr, 0, 1);
    cairo_line_to(cr, 0, -40);
    cairo_stroke_preserve(cr);
    c.colour(dark);
    cairo_set_line_width(cr, 1.7);
    cairo_stroke(cr);
    c.colour(rgb(0xAE362B));
    cairo_arc(cr, 0, -41, 2.1, 0, 6.3);
    cairo_fill(cr);
    constexpr int kWide = 30;
    const double f = static_cast<double>(phase);
    const auto lift = [f](double q) { return 2.1 * std::sin(q / 6 - f) * std::min(1.0, 0.3 + q / 16); };
    const auto top = [&](double q) { return -38 + lift(q); };
    const auto bottom = [&](double q) { return -17 + lift(q + 2.4); };
    cairo_move_to(cr, 0, top(0));
    for (int q = 0; q <= kWide; ++q) cairo_line_to(cr, q, top(q));
    for (int i = 0; i <= 6; ++i) {  // the flame edge at the fly
        const double share = i / 6.0;
        cairo_line_to(cr, kWide + (i % 2 != 0 ? 4.2 : 0.6),
                      top(kWide) + (bottom(kWide) - top(kWide)) * share);
    }
    for (int q = kWide; q >= 0; q -= 2) cairo_line_to(cr, q + 1, bottom(q) + (q / 2 % 2 != 0 ? 2.8 : 0.4));
    cairo_close_path(cr);
    c.colour(c.pal().halo, 0.9F);
    cairo_set_line_width(cr, 4);
    cairo_stroke_preserve(cr);
    c.colour(rgb(0xAE362B));
    cairo_fill_preserve(cr);
    c.colour(dark);
    cairo_set_line_width(cr, 0.8);
    cairo_stroke(cr);
    cairo_move_to(cr, 0.6, top(0.6) + 2.4);
    for (double q = 0.6; q <= kWide - 2; q += 1) cairo_line_to(cr, q, top(q) + 2.4);
    for (double q = kWide - 2; q >= 0.6; q -= 1) cairo_line_to(cr, q, bottom(q) - 1.6);
    cairo_close_path(cr);
    c.colour(rgb(0xEBC04A));
    cairo_fill(cr);
    // The dragon: one line with claws and a whisker, riding on the cloth.
    const auto put = [&](double px, double py) { return py + lift(px) * 0.9; };
    c.colour(rgb(0x7A4A12));
    cairo_set_line_width(cr, 1.5);
    cairo_move_to(cr, 5, put(5, -23));
    cairo_curve_to(cr, 8, put(8, -37), 13, put(13, -33), 13, put(13, -27.5));
    cairo_curve_to(cr, 13, put(13, -21), 19, put(19, -20), 19.5, put(19.5, -27));
    cairo_curve_to(cr, 20, put(20, -33), 24, put(24, -33), 24.5, put(24.5, -29));
    cairo_stroke(cr);
    cairo_set_line_width(cr, 0.9);
    cairo_move_to(cr, 24.5, put(24.5, -29));
    cairo_line_to(cr, 27, put(27, -30.4));
    cairo_move_to(cr, 24.3, put(24.3, -28));
    cairo_line_to(cr, 26.8, put(26.8, -26.6));
    for (const auto& [a, b] : {std::pair{8.0, -31.0}, std::pair{13.0, -25.0}, std::pair{18.0, -22.6}}) {
        cairo_move_to(cr, a, put(a, b));
        cairo_line_to(cr, a + 2.4, put(a, b) + 3);
    }
    cairo_stroke(cr);
    cairo_restore(cr);
}

}  // namespace linghe::draw
