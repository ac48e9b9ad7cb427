#include "linghe/draw/painter.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "canvas.hpp"
#include "fire_paint.hpp"
#include "furniture.hpp"
#include "ground_paint.hpp"
#include "labels.hpp"
#include "marks.hpp"
#include "men_paint.hpp"
#include "signals_paint.hpp"
#include "smoke_paint.hpp"
#include "words.hpp"

namespace linghe::draw {

struct Painter::Impl {
    Sheet sheet;
    View view;
    Transform at;
    Image ground;  ///< painted once, copied under every scene
    std::unique_ptr<MarkSet> marks;
    std::unique_ptr<Measure> measure;
};

Painter::Painter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Painter::Painter(Painter&&) noexcept = default;
Painter& Painter::operator=(Painter&&) noexcept = default;
Painter::~Painter() = default;

base::Result<Painter> Painter::create(const Sheet& sheet, const View& view) {
    if (view.width_px < 320 || view.height_px < 240 || view.width_px > 16384 || view.height_px > 16384) {
        return base::Error{base::ErrorCode::usage, "picture size",
                           std::to_string(view.width_px) + " x " + std::to_string(view.height_px) +
                               " pixels cannot be drawn",
                           "take a width from 320 to 16384 and a height from 240 to 16384"};
    }
    if (!(view.zoom >= 0.5F && view.zoom <= 8) ||
        !(view.camera.m_per_px > 0.01F && view.camera.m_per_px < 1000)) {
        return base::Error{base::ErrorCode::usage, "picture scale",
                           "zoom or metres per pixel is out of range",
                           "zoom from 0.5 to 8, metres per pixel from 0.01 to 1000"};
    }
    if (sheet.map == nullptr || sheet.map->nx <= 0 || sheet.map->ny <= 0) {
        return base::Error{base::ErrorCode::usage, "picture", "there is no map to draw on",
                           "open a view file that holds its map"};
    }
    auto impl = std::make_unique<Impl>();
    impl->sheet = sheet;
    impl->view = view;
    impl->measure = std::make_unique<Measure>(view.lang);
    const Plates plates = arrange(sheet, nullptr, view, impl->measure->canvas());
    impl->at = Transform(view.camera, plates.map);
    impl->marks =
        std::make_unique<MarkSet>(sheet.colours, view.theme, mark_style(view.camera.m_per_px, view.zoom));
    impl->ground.resize(view.width_px, view.height_px);
    std::fill(impl->ground.pixels.begin(), impl->ground.pixels.end(), pack(palette(view.theme).paper));
    paint_relief(sheet, impl->at, view, impl->ground);
    const Canvas canvas(impl->ground, view.zoom, view.lang, view.theme);
    cairo_rectangle(canvas.cr(), plates.map.x, plates.map.y, plates.map.w, plates.map.h);
    cairo_clip(canvas.cr());
    paint_ground_lines(sheet, impl->at, canvas);
    return Painter(std::move(impl));
}

const View& Painter::view() const noexcept { return impl_->view; }
Box Painter::map_box() const noexcept { return impl_->at.map; }

Layout Painter::layout(const Scene& scene, const Layout* before) const {
    const Canvas& measure = impl_->measure->canvas();
    std::vector<Box> kept;
    if (impl_->view.furniture) {
        const Plates plates = arrange(impl_->sheet, &scene, impl_->view, measure);
        for (const Box& b : {plates.title, plates.slip, plates.scale, plates.wind}) {
            if (b.w > 0) kept.push_back({b.x - 4, b.y - 4, b.w + 8, b.h + 8});
        }
    }
    return place_labels(impl_->sheet, scene, impl_->at, kept, measure, before);
}

namespace {

/// The river's name along its water, on both halves of the sheet.
void river_names(const Sheet& sheet, const Transform& at, const Layout& layout, const std::vector<Box>& kept,
                 const Canvas& c) {
    const std::string& name = in(sheet.river, c.lang());
    if (name.empty() || sheet.map->rivers.empty()) return;
    const Style style{Face::serif, 18, 400, true, c.lang() == Lang::zh ? 4.0F : 3.0F};
    const float w = c.width_of(name, style);
    const auto way = walk(sheet.map->rivers.front().centre, 10);
    int written = 0;
    for (const float share : {0.12F, 0.88F, 0.5F, 0.3F, 0.7F}) {
        const float want = at.map.x + at.map.w * share;
        const Walked* best = nullptr;
        for (const Walked& q : way) {
            if (best == nullptr || std::fabs(at.x(q.x) - want) < std::fabs(at.x(best->x) - want)) best = &q;
        }
        if (best == nullptr || !at.sees(at.x(best->x), at.y(best->y), -20)) continue;
        const Box box{at.x(best->x) - w / 2, at.y(best->y) - 10, w, 20};
        const auto clash = [&](const Box& b) { return overlap(box, b, 3); };
        if (std::any_of(kept.begin(), kept.end(), clash)) continue;
        if (std::any_of(layout.labels.begin(), layout.labels.end(),
                        [&](const PlacedLabel& l) { return clash(l.box); }))
            continue;
        c.halo_text(name, at.x(best->x), at.y(best->y), style, c.pal().water_text, Align::centre,
                    std::atan2(-best->nx, best->ny) * -1.0F);
        if (++written == 2) break;
    }
}

}  // namespace

void Painter::paint(const Scene& scene, const Layout& layout, Image& into) const {
    const Impl& s = *impl_;
    const View& view = s.view;
    const Palette& p = palette(view.theme);
    into.resize(view.width_px, view.height_px);
    std::memcpy(into.pixels.data(), s.ground.pixels.data(), s.ground.pixels.size() * sizeof(std::uint32_t));
    const Level level = level_of(view.camera.m_per_px);
    lay_burnt(s.sheet, scene, s.at, view, into);
    const Wash wash = make_wash(scene, s.at, view.zoom);
    lay_wash(wash, s.at, view, p.smoke_under, p.smoke_under, into);
    const Canvas c(into, view.zoom, view.lang, view.theme);
    const Plates plates = arrange(s.sheet, &scene, view, c);
    cairo_save(c.cr());
    cairo_rectangle(c.cr(), plates.map.x, plates.map.y, plates.map.w, plates.map.h);
    cairo_clip(c.cr());
    paint_fires(scene, s.at, c);
    paint_front(s.sheet, scene, s.at, c);
    cairo_surface_flush(cairo_get_target(c.cr()));
    if (level == Level::man) {
        paint_fallen(scene, s.at, view, into);
        cairo_surface_mark_dirty(cairo_get_target(c.cr()));
        paint_riders(s.sheet, scene, s.at, c);
    } else if (level == Level::block) {
        cairo_surface_mark_dirty(cairo_get_target(c.cr()));
        paint_blocks(s.sheet, scene, s.at, c);
    } else {
        paint_fallen(scene, s.at, view, into);
        paint_trails(s.sheet, scene, s.at, view, into);
        paint_marks(scene, s.at, view, *s.marks, into);
    }
    cairo_surface_flush(cairo_get_target(c.cr()));
    lay_wash(wash, s.at, view, p.smoke_over, p.smoke_over * 0.6F, into);
    cairo_surface_mark_dirty(cairo_get_target(c.cr()));
    paint_arrows(scene, s.at, c);
    if (level != Level::block) paint_flags(s.sheet, scene, s.at, c);
    paint_sweeps(s.sheet, scene, s.at, c);
    paint_rings(s.sheet, scene, s.at, c);
    paint_couriers(s.sheet, scene, s.at, c);
    paint_persons(scene, s.at, c);
    for (const GreatBanner& b : scene.banners) {
        const float wind =
            std::sqrt(scene.wind_x_m_s * scene.wind_x_m_s + scene.wind_y_m_s * scene.wind_y_m_s);
        const float phase = scene.film_s >= 0 ? scene.film_s * std::min(9.0F, 2 + wind) : 0;
        paint_great_banner(c, s.at.x(b.x_m) + 6, s.at.y(b.y_m), level == Level::man ? 2.1F : 1.4F, phase);
    }
    std::vector<Box> kept;
    for (const Box& b : {plates.title, plates.slip, plates.scale, plates.wind}) {
        if (b.w > 0) kept.push_back(b);
    }
    river_names(s.sheet, s.at, layout, kept, c);
    paint_label_lines(layout, c);
    paint_labels(s.sheet, scene, layout, c);
    cairo_restore(c.cr());
    paint_margin(s.sheet, s.at, view, c);
    if (!view.furniture) return;
    paint_plates(s.sheet, scene, s.at, view, plates, c);
    if (plates.footer.h > 0) {
        paint_key(s.sheet, shown_on(s.sheet, scene, s.at, level == Level::block, shows(wash)), plates, c);
        paint_timeline(s.sheet, scene, plates, c);
    }
}

std::uint8_t grey_of(std::uint32_t pixel) noexcept {
    const float r = static_cast<float>((pixel >> 16) & 255u), g = static_cast<float>((pixel >> 8) & 255u),
                b = static_cast<float>(pixel & 255u);
    return static_cast<std::uint8_t>(0.2126F * r + 0.7152F * g + 0.0722F * b + 0.5F);
}

Image mark_sample(const ColourSet& colours, std::uint8_t morale, bool mounted, Theme theme, float m_per_px,
                  float zoom) {
    const MarkSet set({colours}, theme, mark_style(m_per_px, zoom));
    Image image;
    image.resize(set.side_px(), set.side_px());
    std::fill(image.pixels.begin(), image.pixels.end(), pack(palette(theme).paper));
    const float middle = static_cast<float>(set.side_px() / 2) + 0.75F;
    set.draw(image, middle, middle, 0, morale, mounted, false, 0);
    return image;
}

base::Result<std::vector<std::byte>> png_bytes(const Image& image) {
    auto* pixels = reinterpret_cast<unsigned char*>(const_cast<std::uint32_t*>(image.pixels.data()));
    const SurfacePtr surface(cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_RGB24, image.width,
                                                                 image.height, image.width * 4));
    std::vector<std::byte> out;
    const cairo_status_t status = cairo_surface_write_to_png_stream(
        surface.get(),
        [](void* closure, const unsigned char* data, unsigned length) {
            auto& bytes = *static_cast<std::vector<std::byte>*>(closure);
            const auto* from = reinterpret_cast<const std::byte*>(data);
            bytes.insert(bytes.end(), from, from + length);
            return CAIRO_STATUS_SUCCESS;
        },
        &out);
    if (status != CAIRO_STATUS_SUCCESS) {
        return base::Error{base::ErrorCode::run_failed, "PNG",
                           std::string("cairo cannot write the picture: ") + cairo_status_to_string(status),
                           ""};
    }
    return out;
}

}  // namespace linghe::draw
