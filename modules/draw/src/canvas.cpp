#include "canvas.hpp"

#include <algorithm>
#include <cmath>

namespace linghe::draw {

Canvas::Canvas(Image& image, float zoom, Lang lang, Theme theme)
    : palette_(&palette(theme)), lang_(lang), theme_(theme), zoom_(zoom) {
    surface_.reset(cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(image.pixels.data()),
                                                       CAIRO_FORMAT_ARGB32, image.width, image.height,
                                                       image.width * 4));
    cr_.reset(cairo_create(surface_.get()));
    cairo_scale(cr_.get(), zoom, zoom);
    cairo_set_line_cap(cr_.get(), CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr_.get(), CAIRO_LINE_JOIN_ROUND);
}
Canvas::~Canvas() {
    cr_.reset();
    cairo_surface_flush(surface_.get());
}

void Canvas::colour(Rgb c, float alpha) const noexcept {
    cairo_set_source_rgba(cr_.get(), c.r / 255.0F, c.g / 255.0F, c.b / 255.0F, alpha);
}
void Canvas::fill_box(Box b, Rgb c, float alpha) const noexcept {
    colour(c, alpha);
    cairo_rectangle(cr_.get(), b.x, b.y, b.w, b.h);
    cairo_fill(cr_.get());
}
void Canvas::stroke_box(Box b, Rgb c, float width, float alpha) const noexcept {
    colour(c, alpha);
    cairo_set_line_width(cr_.get(), width);
    cairo_rectangle(cr_.get(), b.x, b.y, b.w, b.h);
    cairo_stroke(cr_.get());
}
void Canvas::rounded(Box b, float radius) const noexcept {
    constexpr double kQuarter = 1.5707963267948966;
    cairo_t* c = cr_.get();
    cairo_new_sub_path(c);
    cairo_arc(c, b.x + b.w - radius, b.y + radius, radius, -kQuarter, 0);
    cairo_arc(c, b.x + b.w - radius, b.y + b.h - radius, radius, 0, kQuarter);
    cairo_arc(c, b.x + radius, b.y + b.h - radius, radius, kQuarter, 2 * kQuarter);
    cairo_arc(c, b.x + radius, b.y + radius, radius, 2 * kQuarter, 3 * kQuarter);
    cairo_close_path(c);
}

std::unique_ptr<PangoLayout, CairoEnd> Canvas::line(std::string_view text, const Style& style) const {
    // The Latin face stands first so that figures, quotes and the middle dot keep their Latin width in
    // Chinese too.
    static constexpr const char* kSerif = "TeX Gyre Pagella, Noto Serif CJK SC, DejaVu Serif, serif";
    static constexpr const char* kSans = "Noto Sans CJK SC, DejaVu Sans, sans-serif";
    std::unique_ptr<PangoLayout, CairoEnd> layout(pango_cairo_create_layout(cr_.get()));
    PangoFontDescription* font = pango_font_description_new();
    pango_font_description_set_family_static(font, style.face == Face::serif ? kSerif : kSans);
    pango_font_description_set_absolute_size(font, static_cast<double>(style.size) * PANGO_SCALE);
    pango_font_description_set_weight(font, static_cast<PangoWeight>(style.weight));
    if (style.italic && lang_ == Lang::en) pango_font_description_set_style(font, PANGO_STYLE_ITALIC);
    pango_layout_set_font_description(layout.get(), font);
    pango_font_description_free(font);
    PangoAttrList* attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1,lnum=1"));
    pango_attr_list_insert(attributes, pango_attr_language_new(
                                           pango_language_from_string(lang_ == Lang::zh ? "zh-hans" : "en")));
    if (style.spacing > 0) {
        pango_attr_list_insert(
            attributes,
            pango_attr_letter_spacing_new(static_cast<int>(style.spacing * static_cast<float>(PANGO_SCALE))));
    }
    pango_layout_set_attributes(layout.get(), attributes);
    pango_attr_list_unref(attributes);
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
}

float Canvas::width_of(std::string_view text, const Style& style) const {
    const auto layout = line(text, style);
    int w = 0, h = 0;
    pango_layout_get_size(layout.get(), &w, &h);
    return static_cast<float>(w) / static_cast<float>(PANGO_SCALE);
}

float Canvas::text(std::string_view text, float x, float y, const Style& style, Rgb c, Align align) const {
    const auto layout = line(text, style);
    int w = 0, h = 0;
    pango_layout_get_size(layout.get(), &w, &h);
    const float width = static_cast<float>(w) / static_cast<float>(PANGO_SCALE);
    // The middle of a line is 0.34 em over the baseline, whatever the font's own leading (CJK fonts have
    // much).
    const float base =
        static_cast<float>(pango_layout_get_baseline(layout.get())) / static_cast<float>(PANGO_SCALE);
    const float x0 = align == Align::right ? x - width : align == Align::centre ? x - width / 2 : x;
    colour(c);
    cairo_move_to(cr_.get(), x0, y + 0.35F * style.size - base);
    pango_cairo_show_layout(cr_.get(), layout.get());
    return width;
}

float Canvas::halo_text(std::string_view text, float x, float y, const Style& style, Rgb c, Align align,
                        float turn_rad) const {
    const auto layout = line(text, style);
    int w = 0, h = 0;
    pango_layout_get_size(layout.get(), &w, &h);
    const float width = static_cast<float>(w) / static_cast<float>(PANGO_SCALE);
    const float base =
        static_cast<float>(pango_layout_get_baseline(layout.get())) / static_cast<float>(PANGO_SCALE);
    cairo_save(cr_.get());
    cairo_translate(cr_.get(), x, y);
    cairo_rotate(cr_.get(), turn_rad);
    cairo_move_to(cr_.get(),
                  align == Align::right    ? -width
                  : align == Align::centre ? -width / 2
                                           : 0,
                  0.35F * style.size - base);
    pango_cairo_layout_path(cr_.get(), layout.get());
    colour(palette_->halo, palette_->halo_alpha);
    cairo_set_line_width(cr_.get(), 3.6);
    cairo_stroke_preserve(cr_.get());
    colour(c);
    cairo_fill(cr_.get());
    cairo_restore(cr_.get());
    return width;
}

float Canvas::paragraph(std::string_view text, float x, float y, float width, const Style& style,
                        float line_height, Rgb c, int max_lines, bool draw) const {
    const auto layout = line(text, style);
    pango_layout_set_width(layout.get(), static_cast<int>(width * static_cast<float>(PANGO_SCALE)));
    pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
    const int lines = std::min(pango_layout_get_line_count(layout.get()), max_lines);
    if (draw) {
        colour(c);
        for (int i = 0; i < lines; ++i) {
            cairo_move_to(cr_.get(), x,
                          y + line_height * (static_cast<float>(i) + 0.5F) + 0.35F * style.size);
            pango_cairo_show_layout_line(cr_.get(), pango_layout_get_line_readonly(layout.get(), i));
        }
    }
    return line_height * static_cast<float>(lines);
}

Measure::Measure(Lang lang) {
    image_.resize(1, 1);
    canvas_ = std::make_unique<Canvas>(image_, 1.0F, lang, Theme::light);
}

}  // namespace linghe::draw
