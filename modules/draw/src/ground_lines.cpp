// The ground as lines: sand channel and water with waterlines, hachures on the banks with gaps at the ramps
// and four
// converging strokes in each gap, roads as two fine lines with paper between, tufts bent by the wind.
#include <algorithm>
#include <cmath>

#include "ground_paint.hpp"
#include "noise.hpp"

namespace linghe::draw {

std::vector<Walked> walk(const std::vector<ground::PointM>& line, float step_m) {
    std::vector<Walked> out;
    if (line.size() < 2 || !(step_m > 0)) return out;
    float left = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const float dx = line[i + 1].x_m - line[i].x_m, dy = line[i + 1].y_m - line[i].y_m;
        const float length = std::sqrt(dx * dx + dy * dy);
        if (length <= 0) continue;
        float along = left;
        for (; along < length; along += step_m) {
            out.push_back({line[i].x_m + dx * along / length, line[i].y_m + dy * along / length, -dy / length,
                           dx / length});
        }
        left = along - length;
    }
    return out;
}

namespace {

void polyline(const Canvas& c, const Transform& at, const std::vector<ground::PointM>& line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (i == 0) {
            cairo_move_to(c.cr(), at.x(line[i].x_m), at.y(line[i].y_m));
        } else {
            cairo_line_to(c.cr(), at.x(line[i].x_m), at.y(line[i].y_m));
        }
    }
}

/// A line beside the river at a signed distance, broken where `open` says so.
template <class Open>
void beside(const Canvas& c, const Transform& at, const std::vector<Walked>& way, float offset_m, Open open) {
    bool pen = false;
    for (const Walked& w : way) {
        if (open(w)) {
            pen = false;
            continue;
        }
        const float x = at.x(w.x + w.nx * offset_m), y = at.y(w.y + w.ny * offset_m);
        if (pen) {
            cairo_line_to(c.cr(), x, y);
        } else {
            cairo_move_to(c.cr(), x, y);
        }
        pen = true;
    }
    cairo_stroke(c.cr());
}

void channel(const ground::River& river, const Transform& at, const Canvas& c) {
    const Palette& p = c.pal();
    cairo_set_line_join(c.cr(), CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(c.cr(), CAIRO_LINE_CAP_BUTT);
    const auto band = [&](float width_m, Rgb colour, float alpha) {
        c.colour(colour, alpha);
        cairo_set_line_width(c.cr(), std::max(1.0F, width_m / at.m_per_px));
        polyline(c, at, river.centre);
        cairo_stroke(c.cr());
    };
    if (river.channel_width_m > river.water_width_m) band(river.channel_width_m, p.sand, 0.55F);
    band(river.water_width_m, p.water, 0.95F);
    band(river.water_width_m * 0.62F, p.deep, 0.45F);
    band(river.water_width_m * 0.3F, p.deep, 0.45F);
    cairo_set_line_cap(c.cr(), CAIRO_LINE_CAP_ROUND);
}

void waterlines(const ground::River& river, const Transform& at, const Canvas& c) {
    const auto way = walk(river.centre, 3 * at.m_per_px);
    static constexpr std::array<std::array<float, 2>, 4> kLines{
        {{0.94F, 0.95F}, {0.70F, 0.6F}, {0.44F, 0.42F}, {0.14F, 0.3F}}};
    for (const auto& [share, alpha] : kLines) {
        for (const float sign : {1.0F, -1.0F}) {
            c.colour(c.pal().waterline, c.pal().waterline_alpha * alpha);
            cairo_set_line_width(c.cr(), share > 0.9F ? 1.1 : 0.7);
            beside(c, at, way, sign * share * river.water_width_m / 2, [](const Walked&) { return false; });
        }
    }
}

void sand_grains(const ground::River& river, const Transform& at, const Canvas& c) {
    c.colour(c.pal().hachure, c.pal().hachure_alpha * 0.45F);
    const auto way = walk(river.centre, 5 * at.m_per_px);
    int n = 0;
    for (const Walked& w : way) {
        for (int k = 0; k < 5; ++k, ++n) {
            const float across = (hash2(n, 8) - 0.5F) * river.channel_width_m * 0.96F;
            if (std::fabs(across) < river.water_width_m / 2 + 3) continue;
            cairo_rectangle(c.cr(), at.x(w.x + w.nx * across), at.y(w.y + w.ny * across), 0.9, 0.9);
        }
    }
    cairo_fill(c.cr());
}

void banks(const ground::River& river, const std::vector<ground::Ramp>& ramps, const Transform& at,
           const Canvas& c) {
    const Palette& p = c.pal();
    const auto at_ramp = [&](const Walked& w) {
        return std::any_of(ramps.begin(), ramps.end(), [&](const ground::Ramp& r) {
            const float dx = w.x - r.at.x_m, dy = w.y - r.at.y_m;
            return std::fabs(dx * w.ny - dy * w.nx) < r.width_m / 2 &&
                   dx * dx + dy * dy < river.channel_width_m * river.channel_width_m;
        });
    };
    const float edge = river.channel_width_m / 2 + 3;
    const float long_px = at.m_per_px > 2 ? 1.0F : 2.2F;
    for (const float sign : {1.0F, -1.0F}) {
        c.colour(p.hachure, p.hachure_alpha);
        cairo_set_line_width(c.cr(), 0.9);
        beside(c, at, walk(river.centre, 2 * at.m_per_px), sign * edge, at_ramp);
        cairo_set_line_width(c.cr(), 0.7);
        int n = 0;
        for (const Walked& w : walk(river.centre, 3.2F * at.m_per_px)) {
            ++n;
            if (at_ramp(w)) continue;
            const float x = at.x(w.x + w.nx * sign * edge), y = at.y(w.y + w.ny * sign * edge);
            const float length = (8 + 5 * hash2(n, static_cast<int>(sign) + 4)) * long_px;
            cairo_move_to(c.cr(), x, y);
            cairo_line_to(c.cr(), x + w.nx * sign * length + (hash2(n, 7) - 0.5F), y - w.ny * sign * length);
        }
        cairo_stroke(c.cr());
    }
}

void ramp_strokes(const ground::River& river, const std::vector<ground::Ramp>& ramps, const Transform& at,
                  const Canvas& c) {
    const auto way = walk(river.centre, 10);
    c.colour(c.pal().hachure, c.pal().hachure_alpha);
    cairo_set_line_width(c.cr(), 1);
    for (const ground::Ramp& r : ramps) {
        const Walked* nearest = nullptr;
        float best = 1e18F;
        for (const Walked& w : way) {
            const float d = (w.x - r.at.x_m) * (w.x - r.at.x_m) + (w.y - r.at.y_m) * (w.y - r.at.y_m);
            if (d < best) best = d, nearest = &w;
        }
        if (nearest == nullptr || best > river.channel_width_m * river.channel_width_m) continue;
        const Walked& w = *nearest;
        const float tx = w.ny, ty = -w.nx;  // along the river
        for (const float sign : {1.0F, -1.0F}) {
            for (const float e : {-0.5F, -0.17F, 0.17F, 0.5F}) {
                const float out = sign * (river.channel_width_m / 2 + 26),
                            in = sign * (river.channel_width_m / 2 - 38);
                const float a = e * r.width_m, b = a * 0.6F;
                cairo_move_to(c.cr(), at.x(w.x + w.nx * out + tx * a), at.y(w.y + w.ny * out + ty * a));
                cairo_line_to(c.cr(), at.x(w.x + w.nx * in + tx * b), at.y(w.y + w.ny * in + ty * b));
            }
        }
    }
    cairo_stroke(c.cr());
}

void road(const ground::Road& r, const Transform& at, const Canvas& c) {
    const float wide = at.m_per_px > 2 ? 3.2F : std::max(7.0F, r.width_m / at.m_per_px);
    c.colour(c.pal().road, 0.75F);
    cairo_set_line_width(c.cr(), wide);
    polyline(c, at, r.line);
    cairo_stroke(c.cr());
    c.colour(mix(c.pal().grass, c.pal().light, c.theme() == Theme::light ? 0.5F : 0.12F));
    cairo_set_line_width(c.cr(), wide - 1.4F);
    polyline(c, at, r.line);
    cairo_stroke(c.cr());
}

/// A dark line as thick as the wall, at least three units, with a pale core; gates are gaps, barred where they are shut.
void wall(const ground::Wall& w, const Transform& at, const Canvas& c) {
    const float wide = std::max(3.4F, w.thickness_m / at.m_per_px);
    const auto way = walk(w.line, std::max(0.5F, at.m_per_px));
    const auto gate_at = [&](const Walked& p) {
        return std::any_of(w.gates.begin(), w.gates.end(), [&](const ground::Gate& g) {
            const float half = std::max(g.width_m / 2, 2.5F * at.m_per_px);
            return (p.x - g.at.x_m) * (p.x - g.at.x_m) + (p.y - g.at.y_m) * (p.y - g.at.y_m) < half * half;
        });
    };
    cairo_set_line_cap(c.cr(), CAIRO_LINE_CAP_BUTT);
    c.colour(c.pal().ink, 0.9F);
    cairo_set_line_width(c.cr(), wide);
    beside(c, at, way, 0, gate_at);
    c.colour(c.pal().sand);
    cairo_set_line_width(c.cr(), std::max(1.0F, wide - 2.2F));
    beside(c, at, way, 0, gate_at);
    cairo_set_line_cap(c.cr(), CAIRO_LINE_CAP_ROUND);
    for (const ground::Gate& g : w.gates) {
        const float x = at.x(g.at.x_m), y = at.y(g.at.y_m);
        c.colour(g.open ? c.pal().panel : c.pal().cinnabar);
        cairo_rectangle(c.cr(), static_cast<double>(x - 3), static_cast<double>(y - 3), 6, 6);
        cairo_fill_preserve(c.cr());
        c.colour(c.pal().ink);
        cairo_set_line_width(c.cr(), 1);
        cairo_stroke(c.cr());
    }
}

/// Two lines with short strokes between them, pointing inwards.
void ditch(const ground::Ditch& d, const std::vector<ground::Ramp>& ramps, const Transform& at,
           const Canvas& c) {
    const float half = std::max(d.width_m / 2, 2.0F * at.m_per_px);
    const auto at_ramp = [&](const Walked& w) {
        return std::any_of(ramps.begin(), ramps.end(), [&](const ground::Ramp& r) {
            const float dx = w.x - r.at.x_m, dy = w.y - r.at.y_m;
            return dx * dx + dy * dy < r.width_m * r.width_m / 4;
        });
    };
    if (d.water_m > 0) {
        c.colour(c.pal().water);
        cairo_set_line_width(c.cr(), static_cast<double>(2 * half / at.m_per_px));
        beside(c, at, walk(d.line, at.m_per_px), 0, at_ramp);
    }
    c.colour(c.pal().hachure, 0.9F);
    cairo_set_line_width(c.cr(), 0.8);
    for (const float sign : {1.0F, -1.0F}) beside(c, at, walk(d.line, at.m_per_px), sign * half, at_ramp);
    for (const Walked& w : walk(d.line, 4 * at.m_per_px)) {
        if (at_ramp(w)) continue;
        for (const float sign : {1.0F, -1.0F}) {
            cairo_move_to(c.cr(), at.x(w.x + w.nx * sign * half), at.y(w.y + w.ny * sign * half));
            cairo_line_to(c.cr(), at.x(w.x + w.nx * sign * half * 0.25F),
                          at.y(w.y + w.ny * sign * half * 0.25F));
        }
    }
    cairo_stroke(c.cr());
}

void tufts(const Sheet& sheet, const Transform& at, const Canvas& c) {
    const record::ViewMap& map = *sheet.map;
    if (map.cover.empty()) return;
    const float step = std::max(at.m_per_px * 15, 2.0F);
    const float size = at.m_per_px < 0.3F ? 5.5F : 3.2F;
    const float speed = std::sqrt(sheet.wind_x_m_s * sheet.wind_x_m_s + sheet.wind_y_m_s * sheet.wind_y_m_s);
    const float lean = speed > 0 ? sheet.wind_x_m_s / speed * std::min(speed / 8, 1.0F) * 0.7F : 0;
    c.colour(c.pal().tuft, c.pal().tuft_alpha);
    cairo_set_line_width(c.cr(), at.m_per_px < 0.3F ? 1.0 : 0.75);
    const float left = at.to_x_m(at.map.x), right = at.to_x_m(at.map.x + at.map.w);
    const float low = at.to_y_m(at.map.y + at.map.h), high = at.to_y_m(at.map.y);
    for (auto gx = static_cast<std::int32_t>(left / step) - 1; static_cast<float>(gx) * step < right; ++gx) {
        for (auto gy = static_cast<std::int32_t>(low / step) - 1; static_cast<float>(gy) * step < high;
             ++gy) {
            if (hash2(gx, gy * 3 + 1) > 0.5F) continue;
            const float x = (static_cast<float>(gx) + hash2(gx + 9, gy)) * step,
                        y = (static_cast<float>(gy) + hash2(gx, gy + 9)) * step;
            const auto cx = static_cast<std::int32_t>(std::floor((x - map.x0_m) / map.cell_m));
            const auto cy = static_cast<std::int32_t>(std::floor((y - map.y0_m) / map.cell_m));
            if (cx < 0 || cy < 0 || cx >= map.nx || cy >= map.ny) continue;
            if (map.cover[static_cast<std::size_t>(cy) * static_cast<std::size_t>(map.nx) +
                          static_cast<std::size_t>(cx)] !=
                static_cast<std::uint8_t>(ground::Cover::dry_grass))
                continue;
            if (fbm(x / 230, y / 150, 3) < 0.42F) continue;
            const float px = at.x(x), py = at.y(y);
            for (const auto& [dx, tip, up] : {std::array{0.0F, 0.05F, 1.0F}, std::array{-1.0F, -0.35F, 0.8F},
                                              std::array{1.0F, 0.45F, 0.75F}}) {
                cairo_move_to(c.cr(), px + dx, py);
                cairo_line_to(c.cr(), px + dx + (tip + lean) * size, py - up * size);
            }
        }
    }
    cairo_stroke(c.cr());
}

}  // namespace

void paint_ground_lines(const Sheet& sheet, const Transform& at, const Canvas& canvas) {
    const record::ViewMap& map = *sheet.map;
    tufts(sheet, at, canvas);
    for (const ground::Road& r : map.roads) road(r, at, canvas);
    for (const ground::River& river : map.rivers) channel(river, at, canvas);
    for (const ground::River& river : map.rivers) {
        sand_grains(river, at, canvas);
        waterlines(river, at, canvas);
        banks(river, map.ramps, at, canvas);
        ramp_strokes(river, map.ramps, at, canvas);
    }
    for (const ground::Ditch& d : map.ditches) ditch(d, map.ramps, at, canvas);
    for (const ground::Wall& w : map.walls) wall(w, at, canvas);
}

}  // namespace linghe::draw
