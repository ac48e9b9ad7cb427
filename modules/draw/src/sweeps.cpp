// What moves: tapered arrows of the last five minutes of each body, riders, and the rings of those who lead.
#include <algorithm>
#include <cmath>

#include "men_paint.hpp"
#include "signals_paint.hpp"

namespace linghe::draw {
namespace {

struct P {
    float x = 0, y = 0;
};

/// Catmull-Rom through the points at q in 0..1.
[[nodiscard]] P curve(const std::vector<P>& pts, float q) noexcept {
    const auto n = static_cast<int>(pts.size());
    const float k = q * static_cast<float>(n - 1);
    const int i = std::min(n - 2, static_cast<int>(k));
    const float u = k - static_cast<float>(i);
    const auto g = [&](int j) { return pts[static_cast<std::size_t>(std::clamp(j, 0, n - 1))]; };
    const P a = g(i - 1), b = g(i), c = g(i + 1), d = g(i + 2);
    const auto h = [u](float a0, float b0, float c0, float d0) {
        return 0.5F * (2 * b0 + (c0 - a0) * u + (2 * a0 - 5 * b0 + 4 * c0 - d0) * u * u +
                       (3 * b0 - a0 - 3 * c0 + d0) * u * u * u);
    };
    return {h(a.x, b.x, c.x, d.x), h(a.y, b.y, c.y, d.y)};
}

void sweep(const Canvas& c, const std::vector<P>& pts, float width, Rgb fill) {
    cairo_t* cr = c.cr();
    const P tip = curve(pts, 1);
    float k = 1, length = 0;
    const float head = width * 2.3F;
    while (k > 0.02F && length < head) {
        k -= 0.004F;
        const P q = curve(pts, k);
        length = std::hypot(q.x - tip.x, q.y - tip.y);
    }
    constexpr int kSteps = 44;
    std::vector<P> left, right;
    for (int i = 0; i <= kSteps; ++i) {
        const float share = static_cast<float>(i) / kSteps, q = k * share;
        const P a = curve(pts, q), b = curve(pts, std::min(1.0F, q + 0.01F));
        const float turn = std::atan2(b.y - a.y, b.x - a.x), r = mix(0.5F, width / 2, std::pow(share, 0.8F));
        left.push_back({a.x - std::sin(turn) * r, a.y + std::cos(turn) * r});
        right.push_back({a.x + std::sin(turn) * r, a.y - std::cos(turn) * r});
    }
    const P neck = curve(pts, k);
    const float turn = std::atan2(tip.y - neck.y, tip.x - neck.x), wing = width * 1.15F;
    cairo_new_path(cr);
    for (const P& q : left) cairo_line_to(cr, q.x, q.y);
    cairo_line_to(cr, neck.x - std::sin(turn) * wing, neck.y + std::cos(turn) * wing);
    cairo_line_to(cr, tip.x, tip.y);
    cairo_line_to(cr, neck.x + std::sin(turn) * wing, neck.y - std::cos(turn) * wing);
    for (auto it = right.rbegin(); it != right.rend(); ++it) cairo_line_to(cr, it->x, it->y);
    cairo_close_path(cr);
    c.colour(c.pal().halo, 0.8F);
    cairo_set_line_width(cr, 3.2);
    cairo_stroke_preserve(cr);
    c.colour(fill, 0.9F);
    cairo_fill_preserve(cr);
    c.colour(c.pal().outline, 0.9F);
    cairo_set_line_width(cr, 0.8);
    cairo_stroke(cr);
}

/// Some of the track's points, smoothed, and its length on the sheet.
[[nodiscard]] std::vector<P> drawn_track(const std::vector<ground::PointM>& track, const Transform& at,
                                         float& length) {
    constexpr std::size_t kPoints = 6;
    std::vector<P> out;
    const std::size_t n = track.size();
    for (std::size_t i = 0; i < kPoints; ++i) {
        const std::size_t k = i * (n - 1) / (kPoints - 1), from = k >= 2 ? k - 2 : 0,
                          to = std::min(n - 1, k + 2);
        P sum;
        for (std::size_t j = from; j <= to; ++j) sum.x += track[j].x_m, sum.y += track[j].y_m;
        const auto count = static_cast<float>(to - from + 1);
        out.push_back({at.x(sum.x / count), at.y(sum.y / count)});
    }
    length = 0;
    for (std::size_t i = 1; i < out.size(); ++i)
        length += std::hypot(out[i].x - out[i - 1].x, out[i].y - out[i - 1].y);
    return out;
}

}  // namespace

void paint_sweeps(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& c) {
    if (at.m_per_px < 1.5F) return;
    for (const Body& body : scene.bodies) {
        if (body.track.size() < 8 || body.colours >= sheet.colours.size()) continue;
        float length = 0;
        const auto pts = drawn_track(body.track, at, length);
        const float straight = std::hypot(pts.back().x - pts.front().x, pts.back().y - pts.front().y);
        if (length < 42 || straight < 30) continue;
        const ColourSet& set = sheet.colours[body.colours];
        Rgb fill = parse_rgb(c.theme() == Theme::dusk ? set.fill_dusk : set.fill_light, c.pal().ink3);
        if (fill.r + fill.g + fill.b > 690) fill = c.pal().arrow_white;
        const float width =
            std::clamp(3.2F + 1.6F * std::log10(1 + static_cast<float>(body.strength) / 100), 3.5F, 8.0F);
        sweep(c, pts, width, fill);
    }
}

void paint_couriers(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& c) {
    cairo_t* cr = c.cr();
    for (const CourierMark& m : scene.couriers) {
        const double x = at.x(m.x_m), y = at.y(m.y_m), fx = at.x(m.from_x_m), fy = at.y(m.from_y_m);
        const double tx = at.x(m.to_x_m), ty = at.y(m.to_y_m);
        // Only who carries an order has his whole way drawn: dozens ride with questions and would cover the field.
        const bool order = !m.carries.en.empty() && !m.lost;
        const double way = std::hypot(x - fx, y - fy), tail = order    ? way
                                                              : m.lost ? 0.0
                                                                       : std::min(way, 22.0);
        if (tail > 0) {
            cairo_move_to(cr, x + (fx - x) * tail / way, y + (fy - y) * tail / way);
            cairo_line_to(cr, x, y);
            c.colour(c.pal().halo, 0.7F);
            cairo_set_line_width(cr, 3.2);
            cairo_stroke_preserve(cr);
            c.colour(c.pal().ink);
            cairo_set_line_width(cr, 1.2);
            cairo_stroke(cr);
        }
        if (m.lost) {
            c.colour(c.pal().ink);
            cairo_set_line_width(cr, 1.6);
            for (const double s : {-1.0, 1.0}) {
                cairo_move_to(cr, x - 4, y - 4 * s);
                cairo_line_to(cr, x + 4, y + 4 * s);
            }
            cairo_stroke(cr);
            continue;
        }
        if (order) {
            const double dots[2] = {0.5, 4};
            cairo_set_dash(cr, dots, 2, 0);
            cairo_set_line_width(cr, 1.4);
            cairo_move_to(cr, x, y);
            cairo_line_to(cr, tx, ty);
            cairo_stroke(cr);
            cairo_set_dash(cr, nullptr, 0, 0);
            cairo_new_sub_path(cr);
            cairo_arc(cr, tx, ty, 2.6, 0, 6.2832);
            cairo_set_line_width(cr, 1.2);
            cairo_stroke(cr);
        }
        const ColourSet* set = m.colours < sheet.colours.size() ? &sheet.colours[m.colours] : nullptr;
        const Rgb fill =
            set == nullptr
                ? c.pal().ink3
                : parse_rgb(c.theme() == Theme::dusk ? set->fill_dusk : set->fill_light, c.pal().ink3);
        cairo_save(cr);
        cairo_translate(cr, x, y);
        cairo_rotate(cr, std::atan2(ty - y, tx - x));
        cairo_move_to(cr, 8.5, 0);
        cairo_line_to(cr, -4.2, -4.6);
        cairo_line_to(cr, -1.6, 0);
        cairo_line_to(cr, -4.2, 4.6);
        cairo_close_path(cr);
        c.colour(m.side == 1 ? c.pal().pale : c.pal().outline);
        cairo_set_line_width(cr, 2.4);
        cairo_stroke_preserve(cr);
        c.colour(fill);
        cairo_fill(cr);
        cairo_restore(cr);
    }
}

void paint_persons(const Scene& scene, const Transform& at, const Canvas& c) {
    cairo_t* cr = c.cr();
    const double r = at.m_per_px > 2      ? 4.6
                     : at.m_per_px > 0.3F ? 6
                                          : 0.56 * 1.85 / static_cast<double>(at.m_per_px);
    for (const PersonMark& m : scene.persons) {
        const double x = at.x(m.x_m), y = at.y(m.y_m);
        if (!at.sees(static_cast<float>(x), static_cast<float>(y), 10)) continue;
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, r, 0, 6.2832);
        c.colour(c.pal().halo, 0.9F);
        cairo_set_line_width(cr, 3.2);
        cairo_stroke_preserve(cr);
        c.colour(m.first_in_command ? c.pal().cinnabar : c.pal().ink);
        cairo_set_line_width(cr, 1.4);
        cairo_stroke(cr);
        if (at.m_per_px > 0.3F) {
            cairo_new_sub_path(cr);
            cairo_arc(cr, x, y, 1.7, 0, 6.2832);
            cairo_fill(cr);
        }
    }
}

}  // namespace linghe::draw
