// What: cairo and Pango behind a few small helpers: surfaces that end by themselves, text in the sheet's
// type.
// Who: the painters of this module. Cairo's headers are included here and nowhere else.
// Never: opens a window, reads a file, changes a locale.
#pragma once
#include <cairo.h>
#include <pango/pangocairo.h>

#include <memory>
#include <string>
#include <string_view>

#include "linghe/draw/painter.hpp"
#include "palette.hpp"

namespace linghe::draw {

struct CairoEnd {
    void operator()(cairo_t* c) const noexcept { cairo_destroy(c); }
    void operator()(cairo_surface_t* s) const noexcept { cairo_surface_destroy(s); }
    void operator()(PangoLayout* l) const noexcept { g_object_unref(l); }
};
using CairoPtr = std::unique_ptr<cairo_t, CairoEnd>;
using SurfacePtr = std::unique_ptr<cairo_surface_t, CairoEnd>;

enum class Face : std::uint8_t { serif, sans };
struct Style {
    Face face = Face::sans;
    float size = 12;
    int weight = 400;
    bool italic = false;  ///< Latin only; Chinese is never slanted
    float spacing = 0;    ///< between letters
};
enum class Align : std::uint8_t { left, centre, right };

/// Draws on an Image in units of length (zoom pixels each).
class Canvas {
public:
    Canvas(Image& image, float zoom, Lang lang, Theme theme);
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    ~Canvas();

    [[nodiscard]] cairo_t* cr() const noexcept { return cr_.get(); }
    [[nodiscard]] const Palette& pal() const noexcept { return *palette_; }
    [[nodiscard]] Lang lang() const noexcept { return lang_; }
    [[nodiscard]] Theme theme() const noexcept { return theme_; }
    [[nodiscard]] float zoom() const noexcept { return zoom_; }

    void colour(Rgb c, float alpha = 1) const noexcept;
    void fill_box(Box b, Rgb c, float alpha = 1) const noexcept;
    void stroke_box(Box b, Rgb c, float width, float alpha = 1) const noexcept;
    void rounded(Box b, float radius) const noexcept;

    [[nodiscard]] float width_of(std::string_view text, const Style& style) const;
    /// One line; y is the middle of the line. Returns its width.
    float text(std::string_view text, float x, float y, const Style& style, Rgb c,
               Align align = Align::left) const;
    /// The same with a halo of the ground's colour behind it.
    float halo_text(std::string_view text, float x, float y, const Style& style, Rgb c,
                    Align align = Align::left, float turn_rad = 0) const;
    /// A paragraph of at most max_lines lines; returns its height.
    float paragraph(std::string_view text, float x, float y, float width, const Style& style,
                    float line_height, Rgb c, int max_lines, bool draw = true) const;

private:
    [[nodiscard]] std::unique_ptr<PangoLayout, CairoEnd> line(std::string_view text,
                                                              const Style& style) const;
    SurfacePtr surface_;
    CairoPtr cr_;
    const Palette* palette_;
    Lang lang_;
    Theme theme_;
    float zoom_;
};

/// Measures text without an image (a canvas of one pixel).
class Measure {
public:
    explicit Measure(Lang lang);
    [[nodiscard]] float width_of(std::string_view text, const Style& style) const {
        return canvas_->width_of(text, style);
    }
    [[nodiscard]] const Canvas& canvas() const noexcept { return *canvas_; }

private:
    Image image_;
    std::unique_ptr<Canvas> canvas_;
};

}  // namespace linghe::draw
