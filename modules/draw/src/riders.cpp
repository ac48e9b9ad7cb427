// The nearest distance: the horse from above in six coats, the rider round (first side) or square (second),
// helmet,
// weapon; his state is told by how he is filled and by his line.
#include <algorithm>
#include <cmath>

#include "linghe/world/states.hpp"
#include "men_paint.hpp"
#include "noise.hpp"

namespace linghe::draw {
namespace {

using world::Morale;

void horse(const Canvas& c, double u, const Rgb& coat, bool second, float tail) {
    cairo_t* cr = c.cr();
    cairo_move_to(cr, -1.15 * u, 0);
    cairo_curve_to(cr, -1.1 * u, -0.42 * u, -0.8 * u, -0.42 * u, -0.5 * u, -0.4 * u);
    cairo_curve_to(cr, 0.1 * u, -0.3 * u, 0.3 * u, -0.3 * u, 0.55 * u, -0.3 * u);
    cairo_curve_to(cr, 0.85 * u, -0.24 * u, 1.1 * u, -0.16 * u, 1.25 * u, -0.12 * u);
    cairo_curve_to(cr, 1.42 * u, -0.05 * u, 1.42 * u, 0.05 * u, 1.25 * u, 0.12 * u);
    cairo_curve_to(cr, 1.1 * u, 0.16 * u, 0.85 * u, 0.24 * u, 0.55 * u, 0.3 * u);
    cairo_curve_to(cr, 0.3 * u, 0.3 * u, 0.1 * u, 0.3 * u, -0.5 * u, 0.4 * u);
    cairo_curve_to(cr, -0.8 * u, 0.42 * u, -1.1 * u, 0.42 * u, -1.15 * u, 0);
    c.colour(coat);
    cairo_fill_preserve(cr);
    c.colour(second ? c.pal().pale : c.pal().outline);
    cairo_set_line_width(cr, std::min(0.9, 0.2 * u));
    cairo_stroke(cr);
    cairo_move_to(cr, -1.1 * u, 0);
    cairo_curve_to(cr, -1.3 * u, 0.05 * u, -1.45 * u, 0.1 * u, -1.6 * u,
                   static_cast<double>(tail - 0.5F) * 0.4 * u);
    c.colour(coat);
    cairo_set_line_width(cr, 1.3);
    cairo_stroke(cr);
}

/// The rider's outline, grown by `by` pixels: round for the first side, square for the second.
void outline_of(cairo_t* cr, double u, double r, double by, bool second) {
    if (second) {
        cairo_rectangle(cr, -r * 0.85 - by, -r * 0.8 - by, r * 1.6 + 2 * by, r * 1.6 + 2 * by);
    } else {
        cairo_new_sub_path(cr);
        cairo_arc(cr, -0.05 * u, 0, std::max(0.1, r + by), 0, 6.2832);
    }
}

void rider(const Canvas& c, double u, const ColourSet& set, std::uint8_t morale) {
    cairo_t* cr = c.cr();
    const Palette& p = c.pal();
    const bool dusk = c.theme() == Theme::dusk, second = set.side == 1;
    const Rgb fill = parse_rgb(dusk ? set.fill_dusk : set.fill_light, p.ink3);
    const std::string& border = dusk ? set.border_dusk : set.border_light;
    const double r = 0.56 * u;
    const auto m = static_cast<Morale>(morale);
    const bool hollow =
        m == Morale::routing || m == Morale::rallying || m == Morale::resigned || m == Morale::surrendered;
    // The lines grow with the man: of a fixed width they would cover him where he is small, and with a pale
    // line and a pale border nothing of his colour would be left.
    const double line = std::min(1.7, 0.3 * r) * (m == Morale::last_stand ? 1.6 : 1),
                 edge = border.size() == 7 ? std::min(1.4, 0.16 * r) : 0.0;
    outline_of(cr, u, r, line / 2, second);
    const double dash[2] = {3.2, 2.2};
    if (m == Morale::shaken || m == Morale::wavering) cairo_set_dash(cr, dash, 2, 0);
    c.colour(second ? p.pale : p.outline);
    cairo_set_line_width(cr, line);
    cairo_stroke(cr);
    cairo_set_dash(cr, nullptr, 0, 0);
    const auto lay = [&](double in, const Rgb& colour) {
        outline_of(cr, u, r, -in, second);
        c.colour(colour);
        cairo_fill(cr);
    };
    if (edge > 0) lay(0, parse_rgb(border, fill));
    lay(edge, fill);
    if (hollow) lay(edge + std::min(1.7, 0.34 * r), p.paper);
    cairo_new_sub_path(cr);
    cairo_arc(cr, -0.05 * u, 0, r * (m == Morale::rallying ? 0.42 : 0.34), 0, 6.2832);
    if (m == Morale::rallying) {
        c.colour(fill);
        cairo_fill_preserve(cr);
        c.colour(p.outline);
        cairo_set_line_width(cr, 0.6);
        cairo_stroke(cr);
    } else if (!hollow) {
        c.colour(dusk ? rgb(0x15181C) : rgb(0x3B3633));
        cairo_fill(cr);
    } else {
        cairo_new_path(cr);
    }
}

}  // namespace

void paint_riders(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& c) {
    const Men& men = scene.men;
    cairo_t* cr = c.cr();
    const double u = 1.0 / static_cast<double>(at.m_per_px);
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (men.status[i] != 0 && men.status[i] != static_cast<std::uint8_t>(world::Status::captured))
            continue;
        const float x = at.x(men.x_m[i]), y = at.y(men.y_m[i]);
        if (!at.sees(x, y, 30) || men.colours[i] >= sheet.colours.size()) continue;
        const ColourSet& set = sheet.colours[men.colours[i]];
        const float luck = hash2(static_cast<std::int32_t>(i), 5);
        cairo_save(cr);
        cairo_translate(cr, x, y);
        cairo_rotate(cr, -static_cast<double>(men.heading[i]) * 6.2831853 / 256);
        if (men.mounted[i] != 0) {
            horse(c, u, c.pal().coats[static_cast<std::size_t>(luck * 5.99F)], set.side == 1,
                  hash2(static_cast<std::int32_t>(i), 6));
        }
        rider(c, u, set, men.morale[i]);
        c.colour(c.theme() == Theme::dusk ? rgb(0x0F1114) : rgb(0x3B2F24));
        cairo_set_line_width(cr, 0.9);
        if (luck < 0.6F) {
            cairo_new_sub_path(cr);
            cairo_arc(cr, 0.1 * u, 0.5 * u, 0.36 * u, 0.2, 2.9);
        } else {
            cairo_move_to(cr, -0.8 * u, 0.42 * u);
            cairo_line_to(cr, 1.7 * u, 0.55 * u);
        }
        cairo_stroke(cr);
        if (men.wound[i] != 0) {
            c.colour(c.pal().cinnabar);
            cairo_arc(cr, 0.3 * u, -0.45 * u, 1.8, 0, 6.3);
            cairo_fill(cr);
        }
        cairo_restore(cr);
    }
}

}  // namespace linghe::draw
