// Under the map: the key strip (forms of states, sides, signals), the clock, event marks and the host's
// resolve as a
// stacked ribbon; what lies ahead is paled.
#include <algorithm>
#include <cmath>

#include "furniture.hpp"
#include "labels.hpp"
#include "linghe/world/states.hpp"
#include "men_paint.hpp"
#include "signals_paint.hpp"
#include "words.hpp"

namespace linghe::draw {
namespace {

const Style kSmall{Face::sans, 12, 400, false, 0};
const Style kAxis{Face::sans, 11.5F, 400, false, 0};

/// The sign of a state in the key: the rider's form.
void state_sign(const Canvas& c, float x, float y, Word state) {
    cairo_t* cr = c.cr();
    c.colour(c.pal().ink2);
    cairo_set_line_width(cr, 1.4);
    const auto ring = [&](double r) {
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, r, 0, 6.2832);
    };
    const double dash[2] = {3, 2};
    switch (state) {
        case Word::steady:
            ring(4);
            cairo_fill(cr);
            break;
        case Word::shaken:
            ring(4);
            c.colour(c.pal().ink2, 0.35F);
            cairo_fill_preserve(cr);
            c.colour(c.pal().ink2);
            cairo_set_dash(cr, dash, 2, 0);
            cairo_stroke(cr);
            cairo_set_dash(cr, nullptr, 0, 0);
            break;
        case Word::wavering:
            ring(4);
            cairo_set_dash(cr, dash, 2, 0);
            cairo_stroke(cr);
            cairo_set_dash(cr, nullptr, 0, 0);
            cairo_arc(cr, x, y, 3.4, 1.5708, 4.7124);
            cairo_fill(cr);
            break;
        case Word::routing:
            ring(3.6);
            cairo_stroke(cr);
            cairo_move_to(cr, x - 9, y);
            cairo_line_to(cr, x - 4, y);
            cairo_set_line_width(cr, 0.9);
            cairo_stroke(cr);
            break;
        case Word::rallying:
            ring(4);
            cairo_stroke(cr);
            ring(1.8);
            cairo_fill(cr);
            break;
        default:
            cairo_move_to(cr, x - 4, y + 2);
            cairo_line_to(cr, x + 4, y - 2);
            cairo_set_line_width(cr, 1.6);
            cairo_stroke(cr);
            break;
    }
}

[[nodiscard]] const ColourSet* first_of_side(const Sheet& sheet, std::uint8_t side) noexcept {
    for (const ColourSet& c : sheet.colours) {
        if (c.side == side) return &c;
    }
    return nullptr;
}

void side_sign(const Canvas& c, float x, float y, const ColourSet& set) {
    const Rgb fill = parse_rgb(c.theme() == Theme::dusk ? set.fill_dusk : set.fill_light, c.pal().ink3);
    cairo_t* cr = c.cr();
    if (set.side == 0) {
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, 4.4, 0, 6.2832);
        c.colour(fill);
        cairo_fill_preserve(cr);
        c.colour(c.pal().outline);
        cairo_set_line_width(cr, 1.8);
        cairo_stroke(cr);
        return;
    }
    c.fill_box({x - 5, y - 5, 10, 10}, c.theme() == Theme::dusk ? rgb(0x0B0E12) : c.pal().ink3);
    c.fill_box({x - 4.2F, y - 4.2F, 8.4F, 8.4F}, c.pal().pale);
    c.fill_box({x - 2.8F, y - 2.8F, 5.6F, 5.6F}, fill);
}

void event_sign(const Canvas& c, float x, float y, TimeMark::Kind kind) {
    cairo_t* cr = c.cr();
    const Palette& p = c.pal();
    switch (kind) {
        case TimeMark::Kind::fire:
            cairo_move_to(cr, x - 4, y + 4);
            cairo_curve_to(cr, x - 4, y, x - 2, y - 2, x, y - 6);
            cairo_curve_to(cr, x + 2, y - 2, x + 4, y, x + 4, y + 4);
            cairo_close_path(cr);
            c.colour(p.resolve[3]);
            cairo_fill(cr);
            break;
        case TimeMark::Kind::signal:
            c.colour(p.cinnabar);
            cairo_new_sub_path(cr);
            cairo_arc(cr, x, y, 2, 0, 6.2832);
            cairo_fill(cr);
            cairo_new_sub_path(cr);
            cairo_arc(cr, x, y, 5, 0, 6.2832);
            cairo_set_line_width(cr, 1.4);
            cairo_stroke(cr);
            break;
        case TimeMark::Kind::order:
            c.colour(p.ink);
            cairo_set_line_width(cr, 1.3);
            cairo_move_to(cr, x - 3, y + 5);
            cairo_line_to(cr, x - 3, y - 5);
            cairo_line_to(cr, x + 5, y - 2.5);
            cairo_line_to(cr, x - 3, y);
            cairo_fill_preserve(cr);
            cairo_stroke(cr);
            break;
        case TimeMark::Kind::rally:
        case TimeMark::Kind::rout: {
            cairo_move_to(cr, x - 4.5, y + 3.5);
            cairo_line_to(cr, x, y - 4.5);
            cairo_line_to(cr, x + 4.5, y + 3.5);
            cairo_close_path(cr);
            const bool solid = kind == TimeMark::Kind::rally;
            c.colour(solid ? p.resolve[0] : p.resolve[3]);
            cairo_set_line_width(cr, 1.2);
            if (solid) cairo_fill_preserve(cr);
            cairo_stroke(cr);
            break;
        }
        case TimeMark::Kind::person:
            cairo_move_to(cr, x, y - 5);
            cairo_line_to(cr, x + 5, y);
            cairo_line_to(cr, x, y + 5);
            cairo_line_to(cr, x - 5, y);
            cairo_close_path(cr);
            c.colour(p.ink);
            cairo_set_line_width(cr, 1.3);
            cairo_stroke(cr);
            break;
    }
}

struct Axis {
    float x0 = 0, x1 = 0, from_s = 0, to_s = 1;
    [[nodiscard]] float x(float s) const noexcept {
        return x0 + (x1 - x0) * clamp01((s - from_s) / std::max(1.0F, to_s - from_s));
    }
};

void ribbon(const Sheet& sheet, const Scene& scene, const Axis& axis, float top, float bottom,
            const Canvas& c) {
    cairo_t* cr = c.cr();
    const Resolve& r = sheet.resolve;
    const std::size_t n = std::min(r.at_s.size(), r.share.size());
    if (n < 2) return;
    const float tall = bottom - top;
    std::vector<float> base(n, 0.0F);
    std::array<float, kResolveParts> widest{};
    std::array<std::size_t, kResolveParts> where{};
    std::array<float, kResolveParts> middle{};
    for (std::size_t k = 0; k < kResolveParts; ++k) {
        cairo_new_path(cr);
        for (std::size_t i = 0; i < n; ++i) cairo_line_to(cr, axis.x(r.at_s[i]), bottom - base[i] * tall);
        for (std::size_t i = n; i-- > 0;) {
            const float up = std::min(1.0F, base[i] + r.share[i][k]);
            cairo_line_to(cr, axis.x(r.at_s[i]), bottom - up * tall);
            if (r.share[i][k] > widest[k] && i > n / 12 && i + n / 10 < n)
                widest[k] = r.share[i][k], where[k] = i, middle[k] = (base[i] + up) / 2;
            base[i] = up;
        }
        cairo_close_path(cr);
        c.colour(c.pal().resolve[k]);
        cairo_fill(cr);
    }
    const float now = axis.x(scene.at_s);
    c.fill_box({now, top - 1, axis.x1 - now, tall + 2}, c.pal().paper, 0.55F);
    static constexpr std::array<Word, kResolveParts> kNames{Word::steady,  Word::shaken,   Word::wavering,
                                                            Word::routing, Word::rallying, Word::out};
    for (std::size_t k = 0; k < kResolveParts; ++k) {
        if (widest[k] * tall < 11) continue;
        const float half = c.width_of(say(kNames[k], c.lang()), kSmall) / 2 + 3;
        if (axis.x(r.at_s.front()) + 2 * half > axis.x(r.at_s[n - 1])) continue;
        const float x =
            std::clamp(axis.x(r.at_s[where[k]]), axis.x(r.at_s.front()) + half, axis.x(r.at_s[n - 1]) - half);
        const bool ahead = x > now;
        const Rgb fill = c.pal().resolve[k];
        const bool bright = ahead || fill.r * 0.3F + fill.g * 0.59F + fill.b * 0.11F > 125;
        const Rgb ink = c.theme() == Theme::dusk ? (ahead    ? c.pal().ink
                                                    : bright ? rgb(0x10161C)
                                                             : rgb(0xFFFFFF))
                        : bright                 ? rgb(0x23262B)
                                                 : rgb(0xFBF8F1);
        c.text(say(kNames[k], c.lang()), x, bottom - middle[k] * tall, kSmall, ink, Align::centre);
    }
}

void marks_row(const Sheet& sheet, const Axis& axis, float y, float tick_y, float top, const Canvas& c) {
    std::vector<const TimeMark*> order;
    for (const TimeMark& m : sheet.marks) order.push_back(&m);
    std::stable_sort(order.begin(), order.end(),
                     [](const TimeMark* a, const TimeMark* b) { return a->weight > b->weight; });
    std::vector<Box> taken;
    for (const TimeMark* m : order) {
        const float x = axis.x(m->at_s);
        const std::string& words = in(m->text, c.lang());
        if (words.empty()) {
            if (m->kind != TimeMark::Kind::rally && m->kind != TimeMark::Kind::rout) continue;
            c.fill_box({x - 0.5F, tick_y, 1, 4},
                       m->kind == TimeMark::Kind::rally ? c.pal().resolve[0] : c.pal().resolve[3]);
            continue;
        }
        const float w = c.width_of(words, kSmall);
        Box box{x - 7, y - 8, 16 + w + 6, 16};
        bool leftward = false;
        const auto clash = [&](const Box& b) {
            return b.x < axis.x0 - 8 || b.x + b.w > axis.x1 + 8 ||
                   std::any_of(taken.begin(), taken.end(), [&](const Box& t) { return overlap(b, t); });
        };
        if (clash(box)) {
            box = {x - 9 - w - 6, y - 8, 16 + w + 6, 16};
            leftward = true;
        }
        const Box sign{x - 6, y - 8, 12, 16};
        if (clash(box)) {
            if (clash(sign)) continue;
            taken.push_back(sign);
        } else {
            taken.push_back(box);
            c.text(words, leftward ? x - 9 : x + 9, y, kSmall, c.pal().ink,
                   leftward ? Align::right : Align::left);
        }
        c.fill_box({x - 0.5F, y + 7, 1, top - y - 9}, c.pal().rule);
        event_sign(c, x, y, m->kind);
    }
}

/// The entries behind the sides: leader, courier, drum beat, smoke.
void key_signs(const KeyShown& shown, const Canvas& c, float x, float y) {
    const Palette& p = c.pal();
    cairo_t* cr = c.cr();
    const auto word = [&](Word w) { x += c.text(say(w, c.lang()), x + 10, y, kSmall, p.ink2) + 27; };
    const auto ring = [&](double r, double width) {
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, r, 0, 6.2832);
        cairo_set_line_width(cr, width);
        cairo_stroke(cr);
    };
    const auto leader = [&](Rgb colour, Word w) {
        c.colour(colour);
        ring(4.4, 1.4);
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, 1.7, 0, 6.2832);
        cairo_fill(cr);
        word(w);
    };
    if (shown.chief) leader(p.cinnabar, Word::chief_in_key);
    if (shown.leader) leader(p.ink, Word::leader);
    if (shown.courier) {
        cairo_move_to(cr, x + 6, y);
        cairo_line_to(cr, x - 5, y - 4.5);
        cairo_line_to(cr, x - 2.5, y);
        cairo_line_to(cr, x - 5, y + 4.5);
        cairo_close_path(cr);
        c.colour(rgb(0xE2B33B));
        cairo_fill_preserve(cr);
        c.colour(p.outline);
        cairo_set_line_width(cr, 1.2);
        cairo_stroke(cr);
        word(Word::courier);
    }
    if (shown.drum) {
        c.colour(p.cinnabar);
        ring(2.0, 1.6);
        ring(5.6, 1.0);
        word(Word::drum_beat);
        if (shown.heard) {
            const double dots[2] = {0.1, 4};
            cairo_set_dash(cr, dots, 2, 0);
            ring(5.6, 2.0);
            cairo_set_dash(cr, nullptr, 0, 0);
            word(Word::drum_heard);
        }
    }
    if (shown.smoke) {
        c.fill_box({x - 6, y - 5, 13, 10}, p.smoke_black, 0.4F);
        word(Word::smoke);
    }
}

}  // namespace

KeyShown shown_on(const Sheet& sheet, const Scene& scene, const Transform& at, bool blocks, bool smoke) {
    KeyShown k;
    const Men& men = scene.men;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (!at.sees(at.x(men.x_m[i]), at.y(men.y_m[i]), 0)) continue;
        const auto status = static_cast<world::Status>(men.status[i]);
        if (status == world::Status::left_field) continue;
        const bool stands = status == world::Status::fit || status == world::Status::captured;
        if (!stands) k.fallen = k.fallen || !blocks;
        if (!stands || men.colours[i] >= sheet.colours.size()) continue;
        const std::uint8_t side = sheet.colours[men.colours[i]].side;
        if (side < k.sides.size()) k.sides[side] = true;
        // A last stand is drawn as a firm man with a heavy line, he who gave up as none of these.
        if (!blocks && status == world::Status::fit && men.morale[i] < k.states.size())
            k.states[men.morale[i]] = true;
    }
    const auto on_map = [&](float x, float y) { return at.sees(at.x(x), at.y(y), 0); };
    for (const PersonMark& p : scene.persons) {
        bool& kind = p.first_in_command ? k.chief : k.leader;
        kind = kind || on_map(p.x_m, p.y_m);
    }
    for (const CourierMark& m : scene.couriers) k.courier = k.courier || on_map(m.x_m, m.y_m);
    k.drum = !scene.drums.empty();
    for (const Drum& d : scene.drums) k.heard = k.heard || d.heard_m.size() >= 8;
    k.smoke = smoke;
    if (scene.film_s >= 0) {
        k.states.fill(true), k.sides.fill(true);
        k.leader = k.chief = true;
        k.fallen = sheet.has.fallen, k.courier = sheet.has.couriers;
        k.drum = k.heard = sheet.has.drum, k.smoke = sheet.has.smoke;
    }
    return k;
}

void paint_key(const Sheet& sheet, const KeyShown& shown, const Plates& plates, const Canvas& c) {
    const Palette& p = c.pal();
    const Box& b = plates.key;
    c.fill_box(b, p.paper);
    c.fill_box({b.x, b.y, b.w, 1}, p.rule);
    float x = b.x + 20;
    const float y = b.y + b.h / 2;
    const auto word = [&](std::string_view text) { x += c.text(text, x + 10, y, kSmall, p.ink2) + 27; };
    static constexpr std::array<Word, 6> kStates{Word::steady,  Word::shaken,   Word::wavering,
                                                 Word::routing, Word::rallying, Word::fallen};
    for (std::size_t k = 0; k < kStates.size(); ++k) {
        if (k < shown.states.size() ? !shown.states[k] : !shown.fallen) continue;
        state_sign(c, x, y, kStates[k]);
        word(say(kStates[k], c.lang()));
    }
    for (std::uint8_t side = 0; side < 2 && side < sheet.sides.size(); ++side) {
        if (const ColourSet* set = shown.sides[side] ? first_of_side(sheet, side) : nullptr) {
            side_sign(c, x, y, *set);
            word(say(side == 0 ? Word::first_side : Word::second_side, c.lang(),
                     {in(sheet.sides[side], c.lang())}));
        }
    }
    key_signs(shown, c, x, y);
}

void paint_timeline(const Sheet& sheet, const Scene& scene, const Plates& plates, const Canvas& c) {
    const Palette& p = c.pal();
    const Box& b = plates.footer;
    cairo_t* cr = c.cr();
    c.fill_box(b, p.paper);
    c.fill_box({b.x, b.y, b.w, 1}, p.rule);
    const float clock_w = c.text(clock(static_cast<double>(scene.at_s - sheet.clock_zero_s)), b.x + 20,
                                 b.y + 32, {Face::serif, 33, 400, false, 0}, p.ink);
    (void)clock_w;
    c.text(say(Word::of_clock, c.lang(), {clock(static_cast<double>(sheet.to_s - sheet.clock_zero_s))}),
           b.x + 22, b.y + 62, {Face::sans, 12.5F, 400, false, 0}, p.ink2);
    const Axis axis{b.x + 206, b.x + b.w - 26, sheet.from_s, sheet.to_s};
    const float marks_y = b.y + 15, top = b.y + 32, bottom = b.y + 67;
    c.text(say(Word::events, c.lang()), axis.x0 - 12, marks_y, kAxis, p.ink2, Align::right);
    c.text(say(Word::resolve, c.lang()), axis.x0 - 12, (top + bottom) / 2, kAxis, p.ink2, Align::right);
    ribbon(sheet, scene, axis, top, bottom, c);
    marks_row(sheet, axis, marks_y, top - 6, top, c);
    c.fill_box({axis.x0, bottom, axis.x1 - axis.x0, 1}, p.ink3);
    const float span_min = (sheet.to_s - sheet.from_s) / 60;
    const int step = span_min > 40 ? 10 : span_min > 12 ? 5 : 1;
    const int from =
        static_cast<int>(std::ceil((sheet.from_s - sheet.clock_zero_s) / 60 / static_cast<float>(step))) *
        step;
    for (int m = from; static_cast<float>(m) * 60 <= sheet.to_s - sheet.clock_zero_s; m += step) {
        const float x = axis.x(static_cast<float>(m) * 60 + sheet.clock_zero_s);
        c.fill_box({x - 0.5F, bottom, 1, 5}, p.ink3);
        if (x < axis.x1 - 30)
            c.text(m == 0 ? "0" : (m > 0 ? "+" : "\xE2\x88\x92") + std::to_string(std::abs(m)), x,
                   bottom + 13, kAxis, p.ink2, Align::centre);
    }
    c.text(say(Word::minutes, c.lang()), axis.x1, bottom + 13, kAxis, p.ink2, Align::right);
    const double x = axis.x(scene.at_s);
    c.colour(p.cinnabar);
    cairo_set_line_width(cr, 1.5);
    cairo_move_to(cr, x, b.y + 6);
    cairo_line_to(cr, x, bottom + 4);
    cairo_stroke(cr);
    cairo_move_to(cr, x - 5.5, b.y + 2);
    cairo_line_to(cr, x + 5.5, b.y + 2);
    cairo_line_to(cr, x + 5.5, b.y + 8);
    cairo_line_to(cr, x, b.y + 13);
    cairo_line_to(cr, x - 5.5, b.y + 8);
    cairo_close_path(cr);
    cairo_fill(cr);
}

}  // namespace linghe::draw
