#include "furniture.hpp"

#include <algorithm>
#include <cmath>

#include "labels.hpp"
#include "men_paint.hpp"
#include "words.hpp"

namespace linghe::draw {
namespace {

const Style kTitle{Face::serif, 17.5F, 500, false, 0};
const Style kLead{Face::sans, 12.5F, 400, false, 0};
const Style kSmallest{Face::sans, 11.5F, 400, false, 0};
constexpr float kKeyHeight = 26, kFooterHeight = 88, kLeadLine = 17.5F, kNoteLine = 18;

[[nodiscard]] int notes_told(const Sheet& sheet, float at_s) {
    return static_cast<int>(
        std::count_if(sheet.notes.begin(), sheet.notes.end(), [&](const Note& n) { return n.at_s <= at_s; }));
}

/// A round length whose bar is about 150 long.
[[nodiscard]] float round_length(float about) noexcept {
    const float decade = std::pow(10.0F, std::floor(std::log10(about)));
    const float lead = about / decade;
    return decade * (lead < 1.5F ? 1.0F : lead < 3.5F ? 2.0F : lead < 7.5F ? 5.0F : 10.0F);
}

void plate(const Canvas& c, const Box& b) {
    c.fill_box({b.x - 3, b.y - 3, b.w + 6, b.h + 6}, c.pal().panel);
    c.stroke_box({b.x - 2.5F, b.y - 2.5F, b.w + 5, b.h + 5}, c.pal().rule, 1);
    c.stroke_box(b, c.pal().rule, 1);
}

void title_plate(const Sheet& sheet, const Scene& scene, const Plates& at, const Canvas& c) {
    const Palette& p = c.pal();
    plate(c, at.title);
    float y = at.title.y + 10;
    const float x = at.title.x + 14, width = at.title.w - 28;
    if (c.lang() == Lang::en) {
        c.text(in(sheet.title, c.lang()), x, y + 10, kTitle, p.ink);
        y += 25;
    }
    y += c.paragraph(in(scene.summary, c.lang()), x, y, width, kLead, kLeadLine, p.ink2, 6) + 6;
    const int told = notes_told(sheet, scene.at_s);
    if (told == 0) return;
    c.fill_box({x, y, width, 1}, p.hair);
    y += 8;
    int numeral = 0;
    for (const Note& note : sheet.notes) {
        ++numeral;
        if (note.at_s > scene.at_s) continue;
        paint_numeral(c, numeral, x + 7, y + kNoteLine / 2);
        c.text(in(note.text, c.lang()), x + 20, y + kNoteLine / 2, kLead, p.ink);
        y += kNoteLine;
    }
}

const Style kUpright{Face::serif, 18, 600, false, 0};

/// A letter that stands upright, or a run of Latin letters that lies along the column, as in a printed book.
struct TitlePiece {
    std::string text;
    bool lies = false;
    float length = 21;
};
[[nodiscard]] std::vector<TitlePiece> title_pieces(const Sheet& sheet, const Canvas& c) {
    const std::string title = in(sheet.title, Lang::zh) + std::string(say(Word::map_suffix, Lang::zh));
    std::vector<TitlePiece> out;
    for (std::size_t i = 0; i < title.size();) {
        const auto lead = static_cast<unsigned char>(title[i]);
        std::size_t n = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        while (lead < 0x80 && i + n < title.size() && static_cast<unsigned char>(title[i + n]) < 0x80) ++n;
        out.push_back({title.substr(i, n), lead < 0x80, 21});
        if (lead < 0x80) out.back().length = c.width_of(out.back().text, kUpright) + 6;
        i += n;
    }
    return out;
}
/// How much of its size a title keeps so that its slip stays within the map.
[[nodiscard]] float title_scale(const std::vector<TitlePiece>& pieces, float room) noexcept {
    float length = 0;
    for (const TitlePiece& p : pieces) length += p.length;
    return length > room ? room / length : 1.0F;
}
[[nodiscard]] float title_room(const Box& map) noexcept { return std::max(60.0F, map.h - 190); }

/// The upright title of an album leaf, with its seal.
void title_slip(const Sheet& sheet, const Plates& at, const Canvas& c) {
    plate(c, at.slip);
    float y = at.slip.y + 12;
    const float x = at.slip.x + at.slip.w / 2;
    const auto pieces = title_pieces(sheet, c);
    const float scale = title_scale(pieces, title_room(at.map));
    Style style = kUpright;
    style.size *= scale;
    for (const TitlePiece& p : pieces) {
        const float length = p.length * scale;
        cairo_save(c.cr());
        cairo_translate(c.cr(), x, y + length / 2 - (p.lies ? 0 : 0.5F * scale));
        if (p.lies) cairo_rotate(c.cr(), 1.5707963);
        c.text(p.text, 0, 0, style, c.pal().ink, Align::centre);
        cairo_restore(c.cr());
        y += length;
    }
    const Box seal{x - 11, y + 5, 22, 24};
    c.rounded(seal, 2);
    c.colour(c.pal().seal);
    cairo_fill(c.cr());
    const std::string_view words = say(Word::seal, Lang::zh);
    c.text(words.substr(0, 3), x, seal.y + 7, {Face::serif, 10, 600, false, 0}, rgb(0xFBF8F1), Align::centre);
    c.text(words.substr(3, 3), x, seal.y + 17.5F, {Face::serif, 10, 600, false, 0}, rgb(0xFBF8F1),
           Align::centre);
}

[[nodiscard]] std::string length_text(float m, Lang lang) {
    return m >= 1000
               ? say(Word::kilometres, lang,
                     {decimal(static_cast<double>(m) / 1000, m < 10000 && std::fmod(m, 1000.0F) > 0 ? 1 : 0)})
               : say(Word::metres, lang, {number(static_cast<std::int64_t>(m))});
}

void scale_plate(const Transform& at, const Plates& plates, const Canvas& c) {
    const Palette& p = c.pal();
    const Box& b = plates.scale;
    c.fill_box(b, p.panel);
    c.stroke_box(b, p.rule, 1);
    const float metres = round_length(150 * at.m_per_px);
    // One li of the Ming is 576 m here, a bu 1.6 m (360 to the li).
    constexpr float kLiM = 576, kBuM = 1.6F;
    const bool in_li = 170 * at.m_per_px >= kLiM * 0.9F;
    const float unit = in_li ? kLiM : kBuM;
    const float units =
        in_li ? std::max(1.0F, std::floor(170 * at.m_per_px / kLiM)) : round_length(130 * at.m_per_px / kBuM);
    const auto bar = [&](float y, float w, const std::string& text) {
        for (int i = 0; i < 4; i += 2)
            c.fill_box({b.x + 12 + w * static_cast<float>(i) / 4, y, w / 4, 4}, p.ink);
        c.stroke_box({b.x + 12, y, w, 4}, p.ink, 0.8F);
        c.text(text, b.x + 19 + w, y + 2.5F, kSmallest, p.ink);
    };
    bar(b.y + 10, metres / at.m_per_px, length_text(metres, c.lang()));
    bar(b.y + 25, units * unit / at.m_per_px,
        say(in_li ? Word::li : Word::bu, c.lang(), {number(static_cast<std::int64_t>(units))}));
}

void north_and_wind(const Scene& scene, const Plates& plates, const Canvas& c) {
    const Palette& p = c.pal();
    cairo_t* cr = c.cr();
    const Box& b = plates.wind;
    c.rounded(b, 2);
    c.colour(p.slip, 0.8F);
    cairo_fill(cr);
    const double nx = static_cast<double>(b.x) + 15, ny = static_cast<double>(b.y + b.h / 2) + 5;
    c.colour(p.ink);
    cairo_set_line_width(cr, 1.2);
    cairo_move_to(cr, nx, ny + 11);
    cairo_line_to(cr, nx, ny - 8);
    cairo_stroke(cr);
    cairo_move_to(cr, nx, ny - 14);
    cairo_line_to(cr, nx + 4, ny - 4);
    cairo_line_to(cr, nx, ny - 6.5);
    cairo_line_to(cr, nx - 4, ny - 4);
    cairo_close_path(cr);
    cairo_fill(cr);
    c.text(say(Word::north, c.lang()), b.x + 15, b.y + 7, {Face::sans, 10, 500, false, 0}, p.ink,
           Align::centre);
    const float speed = std::hypot(scene.wind_x_m_s, scene.wind_y_m_s);
    cairo_save(cr);
    cairo_translate(cr, static_cast<double>(b.x) + 46, static_cast<double>(b.y + b.h / 2));
    cairo_rotate(cr,
                 std::atan2(static_cast<double>(scene.wind_x_m_s), static_cast<double>(scene.wind_y_m_s)));
    for (const auto& [off, len] : {std::pair{-6.0, 11.0}, std::pair{0.0, 15.0}, std::pair{6.0, 11.0}}) {
        cairo_move_to(cr, off, len);
        cairo_curve_to(cr, off + 3, len * 0.3, off - 3, -len * 0.3, off, -len);
    }
    cairo_move_to(cr, -3.5, -10);
    cairo_line_to(cr, 0, -16);
    cairo_line_to(cr, 3.5, -10);
    cairo_set_line_width(cr, 1.2);
    cairo_stroke(cr);
    cairo_restore(cr);
    c.text(say(Word::wind, c.lang(), {decimal(static_cast<double>(speed), 0)}), b.x + 66, b.y + b.h / 2,
           {Face::serif, 13, 500, false, 0}, p.ink);
}

}  // namespace

Plates arrange(const Sheet& sheet, const Scene* scene, const View& view, const Canvas& c) {
    Plates at;
    const float w = static_cast<float>(view.width_px) / view.zoom,
                h = static_cast<float>(view.height_px) / view.zoom;
    const float below = view.furniture && view.timeline ? kKeyHeight + kFooterHeight : 0;
    at.map = {0, 0, w, h - below};
    if (below > 0) {
        at.key = {0, h - below, w, kKeyHeight};
        at.footer = {0, h - kFooterHeight, w, kFooterHeight};
    }
    if (!view.furniture) return at;
    const float left = at.map.x + 22, top = at.map.y + 21;
    const bool zh = view.lang == Lang::zh;
    float wide = 0;
    if (!zh) wide = c.width_of(in(sheet.title, view.lang), kTitle);
    for (const Note& n : sheet.notes) wide = std::max(wide, 20 + c.width_of(in(n.text, view.lang), kLead));
    wide = std::clamp(wide, 262.0F, 340.0F);
    at.title = {left, top, wide + 28, 0};
    if (zh) {
        const auto pieces = title_pieces(sheet, c);
        float length = 0;
        for (const TitlePiece& p : pieces) length += p.length;
        at.slip = {left, top, 38, 12 + length * title_scale(pieces, title_room(at.map)) + 40};
        at.title.x += 46;
    }
    float height = 10 + (zh ? 0.0F : 25.0F) + 6;
    if (scene != nullptr) {
        height += c.paragraph(in(scene->summary, view.lang), 0, 0, wide, kLead, kLeadLine, {}, 6, false);
        const int told = notes_told(sheet, scene->at_s);
        if (told > 0) height += 12 + kNoteLine * static_cast<float>(told);
    }
    at.title.h = height + 4;
    const float bottom = at.map.y + at.map.h;
    const float metres = round_length(150 * view.camera.m_per_px) / view.camera.m_per_px;
    at.scale = {left, bottom - 61, std::max(metres, 180.0F) + 76, 40};
    at.wind = {left + at.scale.w + 10, bottom - 61,
               72 + c.width_of(say(Word::wind, view.lang, {"10"}), {Face::serif, 13, 500, false, 0}), 40};
    return at;
}

void paint_margin(const Sheet& sheet, const Transform& at, const View& view, const Canvas& c) {
    (void)sheet;
    const Palette& p = c.pal();
    const Box& m = at.map;
    constexpr float kMargin = 11;
    c.fill_box({m.x, m.y, m.w, kMargin}, p.paper);
    c.fill_box({m.x, m.y + m.h - kMargin, m.w, kMargin}, p.paper);
    c.fill_box({m.x, m.y, kMargin, m.h}, p.paper);
    c.fill_box({m.x + m.w - kMargin, m.y, kMargin, m.h}, p.paper);
    const Rgb line = view.theme == Theme::dusk ? rgb(0x8F897B) : p.ink;
    c.stroke_box({m.x + 11.5F, m.y + 11.5F, m.w - 23, m.h - 23}, line, 1);
    c.stroke_box({m.x + 6.5F, m.y + 6.5F, m.w - 13, m.h - 13}, line, 0.6F);
    const float step = at.m_per_px > 5      ? 1000.0F
                       : at.m_per_px > 2    ? 500.0F
                       : at.m_per_px > 0.5F ? 100.0F
                                            : 20.0F;
    cairo_t* cr = c.cr();
    cairo_set_line_width(cr, 0.8);
    for (float x = std::ceil(at.to_x_m(m.x + 12) / step) * step; at.x(x) < m.x + m.w - 12; x += step) {
        for (const float y : {m.y + 6.5F, m.y + m.h - 11.5F}) {
            cairo_move_to(cr, at.x(x), y);
            cairo_line_to(cr, at.x(x), y + 5);
        }
    }
    for (float y = std::ceil(at.to_y_m(m.y + m.h - 12) / step) * step; at.y(y) > m.y + 12; y += step) {
        for (const float x : {m.x + 6.5F, m.x + m.w - 11.5F}) {
            cairo_move_to(cr, x, at.y(y));
            cairo_line_to(cr, x + 5, at.y(y));
        }
    }
    cairo_stroke(cr);
}

void paint_plates(const Sheet& sheet, const Scene& scene, const Transform& at, const View& view,
                  const Plates& plates, const Canvas& c) {
    (void)view;
    title_plate(sheet, scene, plates, c);
    if (c.lang() == Lang::zh) title_slip(sheet, plates, c);
    scale_plate(at, plates, c);
    north_and_wind(scene, plates, c);
}

}  // namespace linghe::draw
