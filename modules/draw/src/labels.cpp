#include "labels.hpp"

#include <algorithm>
#include <cmath>

#include "men_paint.hpp"
#include "words.hpp"

namespace linghe::draw {
namespace {

const Style kName{Face::serif, 13.5F, 500, false, 0};
const Style kFigure{Face::sans, 12, 400, false, 0};
const Style kPlace{Face::serif, 13, 400, true, 0};
const Style kSmall{Face::sans, 12, 400, false, 0};

using Kind = PlacedLabel::Kind;

struct Wanted {
    Kind kind{};
    std::size_t index = 0;
    std::int32_t rank = 0, numeral = 0;
    float w = 0, h = 19, x = 0, y = 0;
    float reach = 10;  ///< how far the slip keeps from its anchor
};

[[nodiscard]] std::string figure_of(const Body& b, Lang lang) {
    std::string s = number(b.strength);
    const std::string& suffix = in(b.suffix, lang);
    if (!suffix.empty()) s += (lang == Lang::zh ? "，" : ", ") + suffix;
    return s;
}

[[nodiscard]] std::int32_t numeral_of(const Sheet& sheet, const Scene& scene, const std::string& key) {
    std::int32_t found = 0;
    for (std::size_t i = 0; i < sheet.notes.size(); ++i) {
        // A body that has two sentences bears the newer numeral.
        if (!key.empty() && sheet.notes[i].body == key && sheet.notes[i].at_s <= scene.at_s)
            found = static_cast<std::int32_t>(i) + 1;
    }
    return found;
}

[[nodiscard]] std::vector<Wanted> wishes(const Sheet& sheet, const Scene& scene, const Transform& at,
                                         const Canvas& c) {
    std::vector<Wanted> out;
    const Lang lang = c.lang();
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Body& b = scene.bodies[i];
        Wanted w{Kind::body, i, b.rank, numeral_of(sheet, scene, b.key), 0, 19, at.x(b.x_m), at.y(b.y_m), 14};
        w.w = 22 + c.width_of(in(b.name, lang), kName) + 5 + c.width_of(figure_of(b, lang), kFigure) + 7 +
              (w.numeral != 0 ? 18.0F : 0.0F);
        if (w.numeral != 0) w.rank -= 100;
        out.push_back(w);
    }
    for (std::size_t i = 0; i < scene.persons.size(); ++i) {
        if (!scene.persons[i].label) continue;
        out.push_back({Kind::person, i, 50, 0, 12 + c.width_of(in(scene.persons[i].name, lang), kName), 19,
                       at.x(scene.persons[i].x_m), at.y(scene.persons[i].y_m), 8});
    }
    for (std::size_t i = 0; i < scene.couriers.size(); ++i) {
        const std::string& s = in(scene.couriers[i].carries, lang);
        if (s.empty()) continue;
        out.push_back({Kind::courier, i, 60, 0, 12 + c.width_of(s, kPlace), 18, at.x(scene.couriers[i].x_m),
                       at.y(scene.couriers[i].y_m), 10});
    }
    for (std::size_t i = 0; i < scene.tags.size(); ++i) {
        out.push_back({Kind::tag, i, 55, 0, 12 + c.width_of(in(scene.tags[i].text, lang), kPlace), 18,
                       at.x(scene.tags[i].x_m), at.y(scene.tags[i].y_m), 2});
    }
    for (std::size_t i = 0; i < sheet.places.size(); ++i) {
        const PlaceMark& p = sheet.places[i];
        if (p.kind == PlaceMark::Kind::ramp && at.m_per_px > 6) continue;
        out.push_back({Kind::place, i, 80, 0, 12 + c.width_of(in(p.name, lang), kPlace), 18, at.x(p.x_m),
                       at.y(p.y_m), p.kind == PlaceMark::Kind::ramp ? 26.0F : 6.0F});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Wanted& a, const Wanted& b) { return a.rank < b.rank; });
    return out;
}

/// How many men stand where: slips keep off them while they can.
class Crowd {
public:
    Crowd(const Scene& scene, const Transform& at) : x0_(at.map.x), y0_(at.map.y) {
        wide_ = static_cast<std::size_t>(std::max(0.0F, at.map.w) / kCell) + 1;
        high_ = static_cast<std::size_t>(std::max(0.0F, at.map.h) / kCell) + 1;
        cells_.assign(wide_ * high_, 0);
        const Men& men = scene.men;
        for (std::size_t i = 0; i < men.size(); ++i) {
            const float x = at.x(men.x_m[i]), y = at.y(men.y_m[i]);
            if (men.status[i] == 0 && at.sees(x, y, -1)) ++cells_[row(y) * wide_ + column(x)];
        }
    }
    [[nodiscard]] std::uint32_t under(const Box& b) const noexcept {
        std::uint32_t sum = 0;
        for (std::size_t j = row(b.y); j <= row(b.y + b.h); ++j) {
            for (std::size_t i = column(b.x); i <= column(b.x + b.w); ++i) sum += cells_[j * wide_ + i];
        }
        return sum;
    }

private:
    static constexpr float kCell = 6;
    [[nodiscard]] std::size_t column(float x) const noexcept {
        return std::min(wide_ - 1, static_cast<std::size_t>(std::max(0.0F, x - x0_) / kCell));
    }
    [[nodiscard]] std::size_t row(float y) const noexcept {
        return std::min(high_ - 1, static_cast<std::size_t>(std::max(0.0F, y - y0_) / kCell));
    }
    float x0_, y0_;
    std::size_t wide_ = 1, high_ = 1;
    std::vector<std::uint32_t> cells_;
};

struct Spot {
    float dx = 0, dy = 0;  ///< of the slip's middle from the anchor, in half widths and rows
};
// Above, below, right, left, the diagonals, then the same further out.
constexpr std::array<Spot, 20> kSpots{
    {{0, -1},    {0, 1},     {1, 0},        {-1, 0},        {0.7F, -1},      {-0.7F, -1},   {0.7F, 1},
     {-0.7F, 1}, {0, -2.4F}, {0, 2.4F},     {1.25F, -1.2F}, {-1.25F, -1.2F}, {1.25F, 1.2F}, {-1.25F, 1.2F},
     {0, -4},    {0, 4},     {1.6F, -2.6F}, {-1.6F, -2.6F}, {1.6F, 2.6F},    {-1.6F, 2.6F}}};

[[nodiscard]] Box box_at(const Wanted& w, const Spot& s) noexcept {
    const float x = w.x + s.dx * (w.w / 2 + w.reach * 0.7F), y = w.y + s.dy * (w.h / 2 + w.reach);
    return {x - w.w / 2, y - w.h / 2, w.w, w.h};
}
[[nodiscard]] std::uint64_t memory_key(const Sheet& sheet, const Scene& scene, const Wanted& w) {
    // By what it names, not by its row: rows of bodies may change from frame to frame.
    std::uint64_t h = 1469598103934665603ull ^ static_cast<std::uint64_t>(w.kind);
    const std::string& s = w.kind == Kind::body      ? scene.bodies[w.index].key
                           : w.kind == Kind::person  ? scene.persons[w.index].name.en
                           : w.kind == Kind::tag     ? scene.tags[w.index].text.en
                           : w.kind == Kind::courier ? scene.couriers[w.index].carries.en
                                                     : sheet.places[w.index].name.en;
    for (const char ch : s) h = (h ^ static_cast<unsigned char>(ch)) * 1099511628211ull;
    return h;
}

}  // namespace

Layout place_labels(const Sheet& sheet, const Scene& scene, const Transform& at, const std::vector<Box>& kept,
                    const Canvas& measure, const Layout* before) {
    Layout out;
    const Box inner{at.map.x + 12, at.map.y + 12, at.map.w - 24, at.map.h - 24};
    const Crowd crowd(scene, at);
    std::vector<Box> taken = kept;
    // The banners themselves are kept free: they are the largest thing on the table.
    for (const GreatBanner& b : scene.banners) taken.push_back({at.x(b.x_m) - 4, at.y(b.y_m) - 60, 56, 62});
    for (const Wanted& w : wishes(sheet, scene, at, measure)) {
        if (!at.sees(w.x, w.y, w.kind == Kind::place ? -4.0F : 0.0F)) continue;
        if (w.kind == Kind::tag &&
            std::any_of(out.labels.begin(), out.labels.end(), [&](const PlacedLabel& l) {
                return l.kind == Kind::tag && scene.tags[l.index].text.en == scene.tags[w.index].text.en;
            }))
            continue;  // said already at another place
        const std::uint64_t key = memory_key(sheet, scene, w);
        std::size_t first = kSpots.size();
        if (before != nullptr) {
            for (const auto& [k, spot] : before->memory) {
                if (k == key) first = spot;
            }
        }
        const auto room = [&](const Box& box) {
            return box.x >= inner.x && box.y >= inner.y && box.x + box.w <= inner.x + inner.w &&
                   box.y + box.h <= inner.y + inner.h &&
                   std::none_of(taken.begin(), taken.end(), [&](const Box& b) { return overlap(box, b, 2); });
        };
        std::size_t best = first;
        if (first >= kSpots.size() || !room(box_at(w, kSpots[first]))) {
            best = kSpots.size();
            float least = 0;
            for (std::size_t s = 0; s < kSpots.size(); ++s) {
                const Box box = box_at(w, kSpots[s]);
                if (!room(box)) continue;
                // Further out a slip needs a line, and a place's name has none.
                const float far = s < 8 ? 0.0F : w.kind == Kind::place || w.kind == Kind::tag ? 40.0F : 4.0F;
                const float cost = static_cast<float>(s) + far + 0.5F * static_cast<float>(crowd.under(box));
                if (best == kSpots.size() || cost < least) best = s, least = cost;
            }
        }
        if (best == kSpots.size()) continue;
        const Box box = box_at(w, kSpots[best]);
        taken.push_back(box);
        out.labels.push_back({w.kind, w.index, w.numeral, box, w.x, w.y,
                              best >= 8 && w.kind != Kind::place && w.kind != Kind::tag});
        out.memory.emplace_back(key, static_cast<std::uint8_t>(best));
    }
    for (std::size_t i = 0; i < sheet.notes.size(); ++i) {  // numerals that no slip bears stand alone
        const Note& note = sheet.notes[i];
        const auto numeral = static_cast<std::int32_t>(i) + 1;
        if (note.at_s > scene.at_s) continue;
        if (std::any_of(out.labels.begin(), out.labels.end(),
                        [&](const PlacedLabel& l) { return l.numeral == numeral; }))
            continue;
        if (std::any_of(sheet.notes.begin(), sheet.notes.end(), [&](const Note& o) {
                return &o > &note && o.at_s <= scene.at_s && !o.body.empty() && o.body == note.body;
            }))
            continue;
        const float x = at.x(note.x_m), y = at.y(note.y_m);
        if (!at.sees(x, y, -14)) continue;
        for (const Spot& s : kSpots) {
            const Box box{x - 8 + s.dx * 14, y - 8 + s.dy * 12, 16, 16};
            if (std::any_of(taken.begin(), taken.end(), [&](const Box& b) { return overlap(box, b, 1); }))
                continue;
            taken.push_back(box);
            out.labels.push_back({Kind::note, i, numeral, box, x, y, false});
            break;
        }
    }
    return out;
}

void paint_numeral(const Canvas& c, int numeral, float x, float y) {
    cairo_new_sub_path(c.cr());
    cairo_arc(c.cr(), x, y, 7, 0, 6.2832);
    c.colour(c.pal().ink);
    cairo_fill(c.cr());
    c.text(std::to_string(numeral), x, y, {Face::sans, 10.5F, 600, false, 0}, c.pal().panel, Align::centre);
}

void paint_label_lines(const Layout& layout, const Canvas& c) {
    for (const PlacedLabel& l : layout.labels) {
        if (!l.line) continue;
        const float x = std::clamp(l.anchor_x, l.box.x + 6, l.box.x + l.box.w - 6),
                    y = l.anchor_y < l.box.y ? l.box.y : l.box.y + l.box.h;
        c.colour(c.pal().ink);
        cairo_set_line_width(c.cr(), 0.8);
        cairo_move_to(c.cr(), x, y);
        cairo_line_to(c.cr(), l.anchor_x, l.anchor_y);
        cairo_stroke(c.cr());
        cairo_arc(c.cr(), l.anchor_x, l.anchor_y, 1.7, 0, 6.2832);
        cairo_fill(c.cr());
    }
}

void paint_labels(const Sheet& sheet, const Scene& scene, const Layout& layout, const Canvas& c) {
    const Palette& p = c.pal();
    for (const PlacedLabel& l : layout.labels) {
        if (l.kind == Kind::note) {
            cairo_new_sub_path(c.cr());
            cairo_arc(c.cr(), l.box.x + 8, l.box.y + 8, 8.2, 0, 6.2832);
            c.colour(p.panel);
            cairo_fill(c.cr());
            paint_numeral(c, l.numeral, l.box.x + 8, l.box.y + 8);
            continue;
        }
        const bool quiet = l.kind == Kind::place || l.kind == Kind::tag;
        c.rounded(l.box, 2);
        c.colour(p.slip, quiet ? 0.78F : p.slip_alpha);
        cairo_fill_preserve(c.cr());
        c.colour(p.ink, quiet ? 0.0F : 0.35F);
        cairo_set_line_width(c.cr(), 0.8);
        cairo_stroke(c.cr());
        float x = l.box.x + 6;
        const float y = l.box.y + l.box.h / 2;
        if (l.numeral != 0) {
            paint_numeral(c, l.numeral, x + 6, y);
            x += 18;
        }
        if (l.kind == Kind::body) {
            const Body& b = scene.bodies[l.index];
            if (b.colours < sheet.colours.size())
                paint_sign(c, sheet.colours[b.colours], b.arm, {x, y - 4.7F, 15, 9.4F});
            x += 20;
            x += c.text(in(b.name, c.lang()), x, y, kName, p.ink) + 5;
            c.text(figure_of(b, c.lang()), x, y + 0.5F, kFigure, p.ink2);
        } else if (l.kind == Kind::person) {
            c.text(in(scene.persons[l.index].name, c.lang()), x, y, kName, p.ink);
        } else if (l.kind == Kind::courier) {
            c.text(in(scene.couriers[l.index].carries, c.lang()), x, y, kPlace, p.ink);
        } else if (l.kind == Kind::tag) {
            c.text(in(scene.tags[l.index].text, c.lang()), x, y, kPlace,
                   scene.tags[l.index].signal ? p.cinnabar : p.ink2);
        } else {
            c.text(in(sheet.places[l.index].name, c.lang()), x, y, kPlace, p.ink2);
        }
    }
}

}  // namespace linghe::draw
