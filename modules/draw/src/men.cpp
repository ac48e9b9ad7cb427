// Order is texture: men in ranks close into solid colour, loose men are drawn under them as grain with
// trails.
#include <algorithm>
#include <cmath>

#include "linghe/world/states.hpp"
#include "men_paint.hpp"
#include "noise.hpp"

namespace linghe::draw {
namespace {

using world::Morale;
using world::Status;

[[nodiscard]] bool on_foot_or_horse(std::uint8_t status) noexcept {
    return status == static_cast<std::uint8_t>(Status::fit) ||
           status == static_cast<std::uint8_t>(Status::captured);
}
[[nodiscard]] bool fallen(std::uint8_t status) noexcept {
    return status == static_cast<std::uint8_t>(Status::disabled) ||
           status == static_cast<std::uint8_t>(Status::dead) ||
           status == static_cast<std::uint8_t>(Status::drowned) ||
           status == static_cast<std::uint8_t>(Status::burnt);
}
[[nodiscard]] bool loose(std::uint8_t morale) noexcept {
    return !world::in_ranks(morale) || morale == static_cast<std::uint8_t>(Morale::wavering);
}

}  // namespace

void paint_fallen(const Scene& scene, const Transform& at, const View& view, Image& into) {
    const Palette& p = palette(view.theme);
    const float z = view.zoom, half = (at.m_per_px > 2 ? 1.2F : 2.0F) * z;
    const Men& men = scene.men;
    const LineInk ink(p.dead, p.dead_alpha);
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (!fallen(men.status[i])) continue;
        const float x = at.x(men.x_m[i]), y = at.y(men.y_m[i]);
        if (!at.sees(x, y, 2)) continue;
        const float turn = hash2(static_cast<std::int32_t>(i), 77) * 3.14159F, dx = std::cos(turn) * half,
                    dy = std::sin(turn) * half;
        thin_line(into, x * z - dx, y * z - dy, x * z + dx, y * z + dy, ink);
    }
}

void paint_trails(const Sheet& sheet, const Scene& scene, const Transform& at, const View& view,
                  Image& into) {
    const Men& men = scene.men;
    if (men.tail_x_m.size() != men.size() || men.mid_x_m.size() != men.size()) return;
    const Palette& p = palette(view.theme);
    static constexpr std::array<float, kMoraleStates> kAlpha{0.15F, 0.15F, 0.22F, 0.26F,
                                                             0.34F, 0.1F,  0,     0.1F};
    struct Inks {
        std::array<LineInk, kMoraleStates> near, far;  // the last quarter of a minute, and the one before it
    };
    std::vector<Inks> inks;
    for (const ColourSet& c : sheet.colours) {
        Rgb ink = parse_rgb(view.theme == Theme::dusk ? c.fill_dusk : c.fill_light, p.ink3);
        // A white body's trail is grey on paper: white would not be seen there.
        if (view.theme == Theme::light && ink.r + ink.g + ink.b > 690) ink = rgb(0x6F6A60);
        inks.emplace_back();
        for (std::size_t k = 0; k < kMoraleStates; ++k) {
            inks.back().near[k] = LineInk(ink, kAlpha[k]);
            inks.back().far[k] = LineInk(ink, kAlpha[k] * 0.7F);
        }
    }
    const float z = view.zoom, longest_m = 300;
    for (std::size_t i = 0; i < men.size(); ++i) {
        const std::size_t morale = men.morale[i] & 7u;
        if (men.status[i] != 0 || men.colours[i] >= inks.size() || kAlpha[morale] <= 0) continue;
        const float dx = men.x_m[i] - men.tail_x_m[i], dy = men.y_m[i] - men.tail_y_m[i],
                    way = dx * dx + dy * dy;
        if (way < 64 || way > longest_m * longest_m) continue;
        const float x = at.x(men.x_m[i]) * z, y = at.y(men.y_m[i]) * z;
        if (!at.sees(x / z, y / z, 60)) continue;
        const float mx = at.x(men.mid_x_m[i]) * z, my = at.y(men.mid_y_m[i]) * z;
        thin_line(into, x, y, mx, my, inks[men.colours[i]].near[morale]);
        thin_line(into, mx, my, at.x(men.tail_x_m[i]) * z, at.y(men.tail_y_m[i]) * z,
                  inks[men.colours[i]].far[morale]);
    }
}

void paint_marks(const Scene& scene, const Transform& at, const View& view, const MarkSet& marks,
                 Image& into) {
    const Men& men = scene.men;
    const float z = view.zoom;
    for (const bool pass_loose : {true, false}) {
        for (std::size_t i = 0; i < men.size(); ++i) {
            if (!on_foot_or_horse(men.status[i])) continue;
            const bool captive = men.status[i] == static_cast<std::uint8_t>(Status::captured);
            const std::uint8_t morale =
                captive ? static_cast<std::uint8_t>(Morale::surrendered) : men.morale[i];
            if (loose(morale) != pass_loose) continue;
            const float x = at.x(men.x_m[i]), y = at.y(men.y_m[i]);
            if (!at.sees(x, y, 4)) continue;
            marks.draw(into, x * z, y * z, men.colours[i], morale, men.mounted[i] != 0, men.wound[i] != 0,
                       men.heading[i]);
        }
    }
}

void paint_sign(const Canvas& c, const ColourSet& colours, ArmSign arm, Box b, float alpha) {
    const Palette& p = c.pal();
    const bool dusk = c.theme() == Theme::dusk, second = colours.side == 1;
    const Rgb fill = parse_rgb(dusk ? colours.fill_dusk : colours.fill_light, p.ink3);
    const std::string& border = dusk ? colours.border_dusk : colours.border_light;
    const float edge = 1.1F;
    c.fill_box({b.x - edge, b.y - edge, b.w + 2 * edge, b.h + 2 * edge}, second ? p.pale : p.outline, alpha);
    if (second && !dusk)
        c.stroke_box({b.x - edge, b.y - edge, b.w + 2 * edge, b.h + 2 * edge}, p.ink3, 0.5F, alpha * 0.6F);
    if (border.size() == 7) {
        c.fill_box(b, parse_rgb(border, fill), alpha);
        const float in = b.h > 12 ? 2.2F : 1.7F;
        c.fill_box({b.x + in, b.y + in, b.w - 2 * in, b.h - 2 * in}, fill, alpha);
    } else {
        c.fill_box(b, fill, alpha);
    }
    const bool bright = fill.r * 0.3F + fill.g * 0.59F + fill.b * 0.11F > 130;
    c.colour(bright ? rgb(0x23262B) : rgb(0xFBF8F1), alpha);
    cairo_set_line_width(c.cr(), 1);
    cairo_set_line_cap(c.cr(), CAIRO_LINE_CAP_BUTT);
    const float in = 1.4F;
    if (arm == ArmSign::horse || arm == ArmSign::foot) {
        cairo_move_to(c.cr(), b.x + in, b.y + b.h - in);
        cairo_line_to(c.cr(), b.x + b.w - in, b.y + in);
    }
    if (arm == ArmSign::foot) {
        cairo_move_to(c.cr(), b.x + in, b.y + in);
        cairo_line_to(c.cr(), b.x + b.w - in, b.y + b.h - in);
    }
    if (arm == ArmSign::wagons)
        cairo_rectangle(c.cr(), b.x + b.w * 0.3, b.y + b.h * 0.3, b.w * 0.4, b.h * 0.4);
    cairo_stroke(c.cr());
    if (arm == ArmSign::guns) {
        cairo_arc(c.cr(), b.x + b.w / 2, b.y + b.h / 2, 1.8, 0, 6.3);
        cairo_fill(c.cr());
    }
    cairo_set_line_cap(c.cr(), CAIRO_LINE_CAP_ROUND);
}

void paint_blocks(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& c) {
    for (const Body& body : scene.bodies) {
        if (body.colours >= sheet.colours.size() || body.strength == 0) continue;
        const float w = std::max(20.0F, 2 * body.spread[0] / at.m_per_px),
                    h = std::max(11.0F, 2 * body.spread[1] / at.m_per_px);
        cairo_save(c.cr());
        cairo_translate(c.cr(), at.x(body.x_m), at.y(body.y_m));
        cairo_rotate(c.cr(), -static_cast<double>(body.spread[2]));
        paint_sign(c, sheet.colours[body.colours], body.arm, {-w / 2, -h / 2, w, h},
                   body.broken ? 0.55F : 1.0F);
        cairo_restore(c.cr());
    }
}

}  // namespace linghe::draw
