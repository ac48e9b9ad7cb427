// The sheet of a map: the land on the left, what was understood of it on the right, English and Chinese side by side.
#include "linghe/draw/map_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "canvas.hpp"
#include "ground_paint.hpp"
#include "linghe/base/text.hpp"
#include "palette.hpp"
#include "words.hpp"

namespace linghe::draw {
namespace {

constexpr float kWidth = 1500, kHeight = 1000, kZoom = 1.4F;
constexpr float kMapX = 52, kMapY = 40, kMapW = 900, kMapH = 910, kPanelX = 1000, kPanelW = 470,
                kBottom = 968;
const Style kTitle{Face::serif, 24, 500, false, 0}, kHead{Face::serif, 14.5F, 600, false, 0},
    kText{Face::sans, 12, 400, false, 0}, kTick{Face::sans, 10, 400, false, 0},
    kName{Face::serif, 15, 400, true, 1.5F}, kMark{Face::sans, 11, 500, false, 0};
constexpr float kLine = 17;

std::string whole(double v) { return number(static_cast<std::int64_t>(std::llround(v))); }
std::string percent(double share) { return decimal(100 * share, 1) + "%"; }
/// "heights 高程".
std::string both(Word word) {
    return std::string(say(word, Lang::en)) + "  " + std::string(say(word, Lang::zh));
}

Rgb cover_colour(const Palette& p, ground::Cover cover) {
    using ground::Cover;
    switch (cover) {
        case Cover::bare: return mix(p.grass, mix(p.sand, p.grass2, 0.6F), 0.6F);
        case Cover::dry_grass: return mix(p.grass, p.grass2, 0.5F);
        case Cover::burnt: return mix(p.burnt, p.burnt2, 0.5F);
        case Cover::sand: return p.sand;
        case Cover::water: return p.water;
        case Cover::crop: return p.crop;
        case Cover::reed: return reed_colour(p);
        case Cover::wood: return p.wood;
        case Cover::road: return p.road;
    }
    return p.grass;
}
Word cover_name(std::size_t cover) {
    static constexpr Word kNames[] = {Word::cover_bare, Word::cover_grass, Word::cover_burnt,
                                      Word::cover_sand, Word::cover_water, Word::cover_crop,
                                      Word::cover_reed, Word::cover_wood,  Word::cover_road};
    return kNames[cover];
}

/// The column of words on the right, written from the top down; what does not fit is not begun.
class Panel {
public:
    explicit Panel(const Canvas& c) : c_(c) {}
    [[nodiscard]] bool room(float lines = 1) const { return y_ + lines * kLine < kBottom; }
    void title(const std::string& text) {
        c_.text(text, kPanelX, y_ + 14, kTitle, c_.pal().ink);
        y_ += 40;
    }
    void head(Word word) {
        if (!room(2.5F)) return;
        y_ += 7;
        c_.text(both(word), kPanelX, y_ + kLine / 2, kHead, c_.pal().ink);
        y_ += kLine + 3;
        c_.fill_box({kPanelX, y_ - 2, kPanelW, 1}, c_.pal().rule);
        y_ += 3;
    }
    void pair(Word word, const std::string& value) {
        if (!room()) return;
        c_.text(both(word), kPanelX, y_ + kLine / 2, kText, c_.pal().ink2);
        c_.text(value, kPanelX + kPanelW, y_ + kLine / 2, kText, c_.pal().ink, Align::right);
        y_ += kLine;
    }
    void text(const std::string& words, int most_lines = 2) {
        if (!room()) return;
        const float height =
            c_.paragraph(words, kPanelX, y_, kPanelW, kText, kLine, c_.pal().ink, most_lines, false);
        if (y_ + height > kBottom) return;
        y_ += c_.paragraph(words, kPanelX, y_, kPanelW, kText, kLine, c_.pal().ink, most_lines);
    }
    void more(std::size_t left) {
        if (left == 0) return;
        text(say(Word::map_more, Lang::en, {whole(static_cast<double>(left))}) + "  " +
             say(Word::map_more, Lang::zh, {whole(static_cast<double>(left))}));
    }
    float y_ = kMapY;

private:
    const Canvas& c_;
};

void frame_part(Panel& panel, const scenario::MapLand& land) {
    const ground::Ground& g = land.ground;
    const auto& p = land.provenance;
    panel.head(Word::map_frame);
    if (p.imported) {
        panel.pair(Word::map_system,
                   p.crs + (p.crs_name.empty() || p.crs_name == p.crs ? "" : "  " + p.crs_name));
        panel.pair(Word::map_centre,
                   decimal(std::fabs(p.centre_lat), 4) + (p.centre_lat < 0 ? "° S  " : "° N  ") +
                       decimal(std::fabs(p.centre_lon), 4) + (p.centre_lon < 0 ? "° W" : "° E"));
        panel.pair(Word::map_corner, "E " + whole(p.origin_east_m) + "  N " + whole(p.origin_north_m) + " m");
        panel.pair(Word::map_stretch, decimal(p.scale_factor, 4) + " m");
    } else {
        panel.pair(Word::map_system, std::string(say(Word::map_sketch, Lang::en)) + "  " +
                                         std::string(say(Word::map_sketch, Lang::zh)));
    }
    const double cell = g.cell_mm * 0.001;
    panel.pair(Word::map_extent,
               decimal(g.nx * cell / 1000, 2) + " x " + decimal(g.ny * cell / 1000, 2) + " km");
    panel.pair(Word::map_cell, base::to_text(cell) + " m,  " + whole(g.nx) + " x " + whole(g.ny));
}

Rgb slope_colour(const Palette& p, std::size_t band) {
    return mix(p.light, p.shade, 0.1F + 0.2F * static_cast<float>(band));
}

void height_part(Panel& panel, const LandFacts& f, const record::ViewMap& map, const Canvas& c) {
    panel.head(Word::map_heights);
    panel.pair(Word::map_high, "\u25B2 " + decimal(f.high_m, 1) + " m");
    panel.pair(Word::map_low, "\u25BD " + decimal(f.low_m, 1) + " m");
    panel.pair(Word::map_contours, whole(static_cast<double>(tone_of(map).contour_m)) + " m");
    panel.pair(Word::map_slope, percent(f.mean_slope) + ",  " + percent(f.steepest));
    if (!panel.room(3)) return;
    static constexpr const char* kBands[] = {"0-5%", "5-10%", "10-20%", "20-40%", "> 40%"};
    float x = kPanelX;
    for (std::size_t i = 0; i < kSlopeBands; ++i) {
        const float w = kPanelW * static_cast<float>(f.slope_share[i]);
        c.fill_box({x, panel.y_ + 3, w, 10}, slope_colour(c.pal(), i));
        x += w;
    }
    c.stroke_box({kPanelX, panel.y_ + 3, kPanelW, 10}, c.pal().ink3, 0.6F);
    panel.y_ += 18;
    // Each band with a swatch of its own: the bar is divided by area and no label stands under its part.
    for (std::size_t i = 0; i < kSlopeBands; ++i) {
        const Box b{kPanelX + kPanelW * static_cast<float>(i) / 5, panel.y_ + 2, 9, 8};
        c.fill_box(b, slope_colour(c.pal(), i));
        c.stroke_box(b, c.pal().ink3, 0.6F);
        c.text(std::string(kBands[i]) + ": " + percent(f.slope_share[i]), b.x + 13, panel.y_ + 6, kTick,
               c.pal().ink2);
    }
    panel.y_ += 14;
}

/// A cover as the map beside it shows it: a road is two fine lines with paper between.
void swatch(const Canvas& c, const Box& b, ground::Cover cover) {
    const bool road = cover == ground::Cover::road;
    c.fill_box(b, cover_colour(c.pal(), road ? ground::Cover::dry_grass : cover));
    if (road) {
        c.fill_box({b.x, b.y + 3, b.w, 5}, c.pal().paper);
        c.fill_box({b.x, b.y + 3, b.w, 0.8F}, c.pal().road);
        c.fill_box({b.x, b.y + 7.2F, b.w, 0.8F}, c.pal().road);
    }
    c.stroke_box(b, c.pal().ink3, 0.6F);
}

void cover_part(Panel& panel, const LandFacts& f, const Canvas& c) {
    panel.head(Word::map_cover);
    int column = 0;
    for (std::size_t i = 0; i < f.cover_share.size(); ++i) {
        if (f.cover_share[i] <= 0 || !panel.room()) continue;
        const float x = kPanelX + static_cast<float>(column % 2) * kPanelW / 2;
        swatch(c, {x, panel.y_ + 3, 20, 11}, static_cast<ground::Cover>(i));
        c.text(both(cover_name(i)) + "  " + percent(f.cover_share[i]), x + 27, panel.y_ + kLine / 2, kText,
               c.pal().ink);
        if (++column % 2 == 0) panel.y_ += kLine;
    }
    if (column % 2 != 0) panel.y_ += kLine;
    panel.pair(Word::map_closed, percent(f.closed_foot_share) + ",  " + percent(f.closed_horse_share));
}

std::string length(float m) {
    return base::to_text_fixed(static_cast<double>(m), m < 10 && m != std::floor(m) ? 1 : 0);
}

void water_part(Panel& panel, const ground::Ground& g) {
    panel.head(Word::map_water);
    constexpr std::size_t kMost = 4;
    const auto tell = [&](Word word, const Text& name, std::vector<std::string> rest) {
        rest.insert(rest.begin(), name.en);
        panel.text(say(word, Lang::en, rest) + "  " + (name.zh != name.en ? name.zh + " " : "") +
                       say(word, Lang::zh, rest),
                   2);
    };
    for (std::size_t i = 0; i < std::min(kMost, g.rivers.size()); ++i) {
        const auto& r = g.rivers[i];
        tell(Word::map_river, {r.name_en.empty() ? r.id : r.name_en, r.name_zh.empty() ? r.id : r.name_zh},
             {length(r.water_width_m), length(r.depth_m), length(r.bank_height_m)});
    }
    panel.more(g.rivers.size() - std::min(kMost, g.rivers.size()));
    for (std::size_t i = 0; i < std::min(kMost, g.ramps.size()); ++i) {
        const auto& r = g.ramps[i];
        tell(r.depth_m >= 0 ? Word::map_ford : Word::map_ramp, {r.name_en, r.name_zh},
             {length(r.width_m), length(std::max(0.0F, r.depth_m))});
    }
    panel.more(g.ramps.size() - std::min(kMost, g.ramps.size()));
    for (std::size_t i = 0; i < std::min(kMost, g.walls.size()); ++i) {
        const auto& w = g.walls[i];
        tell(Word::map_wall, {w.name_en, w.name_zh},
             {length(w.height_m), length(w.thickness_m), whole(static_cast<double>(w.gates.size()))});
    }
    panel.more(g.walls.size() - std::min(kMost, g.walls.size()));
    for (std::size_t i = 0; i < std::min(kMost, g.ditches.size()); ++i)
        tell(Word::map_ditch, {g.ditches[i].id, g.ditches[i].id},
             {length(g.ditches[i].width_m), length(g.ditches[i].depth_m)});
    double roads_m = 0;
    for (const auto& r : g.roads)
        for (std::size_t i = 0; i + 1 < r.line.size(); ++i)
            roads_m += static_cast<double>(
                std::hypot(r.line[i + 1].x_m - r.line[i].x_m, r.line[i + 1].y_m - r.line[i].y_m));
    const std::vector<std::string> roads = {whole(static_cast<double>(g.roads.size())),
                                            decimal(roads_m / 1000, 1)};
    if (!g.roads.empty())
        panel.text(say(Word::map_roads, Lang::en, roads) + "  " + say(Word::map_roads, Lang::zh, roads));
    if (g.rivers.empty() && g.walls.empty() && g.roads.empty() && g.ditches.empty())
        panel.text(std::string(say(Word::map_none, Lang::en)) + "  " +
                   std::string(say(Word::map_none, Lang::zh)));
}

void origin_part(Panel& panel, const scenario::Provenance& p) {
    if (!p.imported) return;
    panel.head(Word::map_sources);
    for (const auto& s : p.sources)
        panel.text(s.file + ": " + s.role + (s.crs.empty() ? "" : ", " + s.crs) +
                       (s.licence.empty() ? "" : ". " + s.licence),
                   2);
    if (!p.edits.empty()) panel.head(Word::map_edits);
    for (const auto& e : p.edits) panel.text(e.what + ": " + e.source, 2);
    if (!p.notes.empty()) panel.head(Word::map_notes);
    for (std::size_t at = 0; at < p.notes.size();) {
        const std::size_t end = std::min(p.notes.find('\n', at), p.notes.size());
        panel.text(p.notes.substr(at, end - at), 3);
        at = end + 1;
    }
}

float round_step(float about) {
    const float decade = std::pow(10.0F, std::floor(std::log10(about)));
    const float lead = about / decade;
    return decade * (lead < 1.5F ? 1.0F : lead < 3.5F ? 2.0F : lead < 7.5F ? 5.0F : 10.0F);
}

void margin(const record::ViewMap& map, const Transform& at, const Canvas& c) {
    const Box& b = at.map;
    c.stroke_box(b, c.pal().ink, 1);
    c.stroke_box({b.x - 4, b.y - 4, b.w + 8, b.h + 8}, c.pal().ink, 0.6F);
    const float step = round_step(static_cast<float>(map.nx) * map.cell_m / 8);
    cairo_set_line_width(c.cr(), 0.8);
    const float east = map.x0_m + static_cast<float>(map.nx) * map.cell_m,
                north = map.y0_m + static_cast<float>(map.ny) * map.cell_m;
    c.colour(c.pal().ink);
    for (float x = std::ceil(map.x0_m / step) * step; x <= east + 0.1F; x += step) {
        cairo_move_to(c.cr(), static_cast<double>(at.x(x)), static_cast<double>(b.y + b.h));
        cairo_rel_line_to(c.cr(), 0, 8);
        cairo_stroke(c.cr());
        c.text(whole(static_cast<double>(x)), at.x(x), b.y + b.h + 15, kTick, c.pal().ink2, Align::centre);
    }
    for (float y = std::ceil(map.y0_m / step) * step; y <= north + 0.1F; y += step) {
        c.colour(c.pal().ink);
        cairo_move_to(c.cr(), static_cast<double>(b.x), static_cast<double>(at.y(y)));
        cairo_rel_line_to(c.cr(), -8, 0);
        cairo_stroke(c.cr());
        c.text(whole(static_cast<double>(y)), b.x - 10, at.y(y), kTick, c.pal().ink2, Align::right);
    }
}

/// Scale in metres and in li of the Ming (576 m), and a north arrow; on the map's south-west corner.
void scale(const Transform& at, const Canvas& c) {
    const Palette& p = c.pal();
    const float metres = round_step(160 * at.m_per_px);
    const Box b{at.map.x + 14, at.map.y + at.map.h - 60, std::max(200.0F, metres / at.m_per_px + 90), 46};
    c.fill_box(b, p.panel, 0.94F);
    c.stroke_box(b, p.rule, 1);
    const auto bar = [&](float y, float length_m, const std::string& text) {
        const float w = length_m / at.m_per_px;
        c.fill_box({b.x + 34, y, w / 2, 4}, p.ink);
        c.stroke_box({b.x + 34, y, w, 4}, p.ink, 0.8F);
        c.text(text, b.x + 40 + w, y + 2.5F, kTick, p.ink);
    };
    constexpr float kLiM = 576;
    const auto twice = [](Word word, double v) {
        const std::vector<std::string> n = {whole(v)};
        return say(word, Lang::en, n) + "  " + say(word, Lang::zh, n);
    };
    bar(b.y + 12, metres,
        metres >= 1000 ? twice(Word::kilometres, static_cast<double>(metres) / 1000)
                       : twice(Word::metres, static_cast<double>(metres)));
    const float li = std::max(1.0F, std::floor(160 * at.m_per_px / kLiM));
    if (160 * at.m_per_px >= kLiM) bar(b.y + 29, li * kLiM, twice(Word::li, static_cast<double>(li)));
    c.colour(p.ink);
    const double nx = static_cast<double>(b.x) + 17, ny = static_cast<double>(b.y) + 27;
    cairo_move_to(c.cr(), nx, ny - 13);
    cairo_line_to(c.cr(), nx + 5, ny + 11);
    cairo_line_to(c.cr(), nx, ny + 6);
    cairo_line_to(c.cr(), nx - 5, ny + 11);
    cairo_close_path(c.cr());
    cairo_fill(c.cr());
    c.text(both(Word::north), b.x + 17, b.y + 8, kTick, p.ink, Align::centre);
}

void names(const record::ViewMap& map, const LandFacts& f, const Transform& at, const Canvas& c) {
    std::vector<Box> taken;
    const auto write = [&](const std::string& text, float x_m, float y_m, const Style& style, Rgb colour,
                           float dy) {
        const float w = c.width_of(text, style);
        const float x = std::clamp(at.x(x_m), at.map.x + w / 2 + 4, at.map.x + at.map.w - w / 2 - 4);
        const Box box{x - w / 2, at.y(y_m) + dy - 8, w, 16};
        if (!at.sees(at.x(x_m), at.y(y_m), 0) || box.y < at.map.y || box.y + box.h > at.map.y + at.map.h)
            return;
        for (const Box& b : taken)
            if (overlap(b, box, 2)) return;
        taken.push_back(box);
        c.halo_text(text, x, at.y(y_m) + dy, style, colour, Align::centre);
    };
    write("\u25B2 " + decimal(f.high_m, 0), static_cast<float>(f.high_at_m[0]),
          static_cast<float>(f.high_at_m[1]), kMark, c.pal().ink, 0);
    write("\u25BD " + decimal(f.low_m, 0), static_cast<float>(f.low_at_m[0]),
          static_cast<float>(f.low_at_m[1]), kMark, c.pal().water_text, 0);
    const auto named = [](const std::string& en, const std::string& zh) {
        return zh.empty() || zh == en ? en : en + " " + zh;
    };
    for (const auto& r : map.ramps)
        write(named(r.name_en, r.name_zh), r.at.x_m, r.at.y_m, kMark, c.pal().ink, -14);
    for (const auto& w : map.walls) {
        for (const auto& g : w.gates)
            write(named(g.name_en, g.name_zh), g.at.x_m, g.at.y_m, kMark,
                  g.open ? c.pal().ink : c.pal().cinnabar, -12);
        if (!w.line.empty())
            write(named(w.name_en, w.name_zh), w.line[w.line.size() / 2].x_m, w.line[w.line.size() / 2].y_m,
                  kMark, c.pal().ink, 14);
    }
    for (const auto& r : map.rivers) {
        if (r.name_en.empty() && r.name_zh.empty()) continue;
        const auto way = walk(r.centre, 20);
        for (const float share : {0.5F, 0.35F, 0.65F}) {
            const std::size_t before = taken.size();
            if (!way.empty()) {
                const Walked& q = way[static_cast<std::size_t>(share * static_cast<float>(way.size() - 1))];
                write(named(r.name_en, r.name_zh), q.x, q.y, kName, c.pal().water_text, -2);
            }
            if (taken.size() > before) break;
        }
    }
}

}  // namespace

base::Result<Image> map_sheet(const std::string& name, const scenario::MapLand& land, Theme theme) {
    if (land.ground.nx < 1 || land.ground.ny < 1)
        return base::Error{base::ErrorCode::usage, "sheet", "the map has no cells",
                           "give a map with an area"};
    const record::ViewMap map = record::view_map_of(land.ground);
    Sheet sheet;
    sheet.map = &map;
    View view;
    view.zoom = kZoom, view.theme = theme;
    view.width_px = static_cast<std::int32_t>(kWidth * kZoom),
    view.height_px = static_cast<std::int32_t>(kHeight * kZoom);
    const float w = static_cast<float>(map.nx) * map.cell_m, h = static_cast<float>(map.ny) * map.cell_m;
    view.camera = {map.x0_m + w / 2, map.y0_m + h / 2, std::max(w / kMapW, h / kMapH)};
    const float mpp = view.camera.m_per_px;
    const Transform at(view.camera,
                       {kMapX + (kMapW - w / mpp) / 2, kMapY + (kMapH - h / mpp) / 2, w / mpp, h / mpp});
    Image image;
    image.resize(view.width_px, view.height_px);
    std::fill(image.pixels.begin(), image.pixels.end(), pack(palette(theme).paper));
    paint_relief(sheet, at, view, image);
    const Canvas c(image, kZoom, Lang::en, theme);
    const LandFacts facts = facts_of(land.ground);
    cairo_save(c.cr());
    cairo_rectangle(c.cr(), static_cast<double>(at.map.x), static_cast<double>(at.map.y),
                    static_cast<double>(at.map.w), static_cast<double>(at.map.h));
    cairo_clip(c.cr());
    paint_ground_lines(sheet, at, c);
    names(map, facts, at, c);
    cairo_restore(c.cr());
    margin(map, at, c);
    scale(at, c);
    Panel panel(c);
    panel.title(name);
    frame_part(panel, land);
    height_part(panel, facts, map, c);
    cover_part(panel, facts, c);
    water_part(panel, land.ground);
    origin_part(panel, land.provenance);
    cairo_surface_flush(cairo_get_target(c.cr()));
    return image;
}

}  // namespace linghe::draw
