#include <algorithm>
#include <cmath>

#include "palette.hpp"
#include "report_parts.hpp"

namespace linghe::draw {
namespace {

using record::kNoRow;

[[nodiscard]] std::string hex(Rgb c) {
    static constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out = "#";
    for (const float v : {c.r, c.g, c.b}) {
        const auto n = static_cast<unsigned>(std::clamp(v, 0.0F, 255.0F) + 0.5F);
        out += kDigits[n >> 4];
        out += kDigits[n & 15u];
    }
    return out;
}
[[nodiscard]] const Palette& pal() noexcept { return palette(Theme::light); }

[[nodiscard]] Chart blank(const ReportText& r, Word title, const std::vector<std::string>& parts = {}) {
    Chart c;
    c.title = r.word(title, parts);
    c.from = r.minute(0);
    c.to = r.minute(r.course.moments.empty() ? 60.0 : static_cast<double>(r.course.moments.back().at_s));
    c.unit = r.word(Word::minutes);
    for (const Telling& t : chosen(r.course, 6)) {
        if (!in(t.mark, r.lang).empty())
            c.marks.push_back({r.minute(static_cast<double>(t.at_s)), in(t.mark, r.lang)});
    }
    return c;
}

/// About a dozen rows of a chart's figures.
[[nodiscard]] std::string as_table(ReportText& r, const Chart& c, int decimals) {
    HtmlTable t;
    t.head.push_back(r.word(Word::rep_minute));
    std::vector<const std::vector<std::array<double, 2>>*> columns;
    std::vector<std::vector<std::array<double, 2>>> made;
    made.reserve(c.areas.size());
    for (const Area& a : c.areas) {
        made.emplace_back();
        for (const auto& p : a.points) made.back().push_back({p[0], (p[2] - p[1]) * 100});
        columns.push_back(&made.back());
        t.head.push_back(a.name + " %");
    }
    for (const Curve& v : c.curves) {
        if (v.dots || v.points.empty()) continue;
        columns.push_back(&v.points);
        t.head.push_back(v.name);
    }
    if (columns.empty()) return "";
    const double span = c.to - c.from, step = span > 40 ? 5 : span > 12 ? 2 : 1;
    for (double m = std::ceil(c.from / step) * step; m <= c.to + 0.05; m += step) {
        std::vector<std::string> row{clock(m * 60)};
        for (const auto* column : columns) {
            const std::array<double, 2>* best = nullptr;
            for (const auto& p : *column) {
                if (best == nullptr || std::fabs(p[0] - m) < std::fabs((*best)[0] - m)) best = &p;
            }
            row.push_back(best == nullptr || std::fabs((*best)[0] - m) > 1 ? ""
                          : decimals > 0                                   ? decimal((*best)[1], decimals)
                                         : number(static_cast<std::int64_t>(std::llround((*best)[1]))));
        }
        t.rows.push_back(std::move(row));
    }
    return "<details><summary>" + escaped(r.word(Word::rep_as_table)) + "</summary>" + to_html(t) +
           "</details>";
}

[[nodiscard]] std::string figure(ReportText& r, Chart c, int decimals = 0) {
    ++r.figures;
    for (const Curve& v :
         c.curves) {  // room for the names beside the curves; a Chinese letter is as wide as it is high
        double wide = 14;
        for (const char ch : v.name) wide += static_cast<unsigned char>(ch) < 0x80 ? 7.5 : 4.4;
        c.right = std::max(c.right, wide);
    }
    return "<figure class=\"chart\">" + to_svg(c, ++r.charts) + "<figcaption>" +
           escaped(r.word(Word::rep_figure, {std::to_string(r.figures), c.title})) + "</figcaption>" +
           as_table(r, c, decimals) + "</figure>\n";
}

[[nodiscard]] std::string resolve_chart(ReportText& r) {
    std::uint64_t men = 0;
    for (const std::uint32_t n : r.course.moments.front().resolve) men += n;
    Chart c = blank(r, Word::rep_resolve, {number(static_cast<std::int64_t>(men))});
    c.high = 1;
    c.decimals = 2;
    c.right = 40;
    static constexpr std::array<Word, kResolveParts> kNames{Word::steady,  Word::shaken,   Word::wavering,
                                                            Word::routing, Word::rallying, Word::out};
    for (std::size_t k = 0; k < kResolveParts; ++k) {
        const Rgb fill = pal().resolve[k];
        const bool bright = fill.r * 0.3F + fill.g * 0.59F + fill.b * 0.11F > 125;
        c.areas.push_back({r.word(kNames[k]), hex(fill), bright ? "#23262B" : "#FBF8F1", {}});
    }
    for (const Moment& m : r.course.moments) {
        double sum = 0, base = 0;
        for (const std::uint32_t n : m.resolve) sum += n;
        for (std::size_t k = 0; k < kResolveParts; ++k) {
            const double up = base + (sum > 0 ? m.resolve[k] / sum : 0);
            c.areas[k].points.push_back({r.minute(static_cast<double>(m.at_s)), base, up});
            base = up;
        }
    }
    return figure(r, c, 0);
}

[[nodiscard]] std::string near_chart(ReportText& r) {
    const std::uint32_t chief = r.course.chief;
    const bool there = chief < r.header.persons.size();
    const std::string what = !there || r.header.persons[chief].great_banner
                                 ? r.word(Word::rep_great_banner)
                                 : in(r.header.persons[chief].name, r.lang);
    Chart c = blank(r, Word::rep_near,
                    {what, r.word(r.course.has_bank ? Word::rep_that_bank : Word::rep_the_field)});
    Curve near{r.word(Word::rep_near_line, {what}), hex(pal().cinnabar), {}, false, false, true},
        hand{r.word(Word::rep_hand_line), hex(pal().resolve[0]), {}, false, false, false},
        flight{r.word(Word::rep_flight_line), hex(pal().resolve[3]), {}, true, false, false};
    double top = 0;
    for (const Moment& m : r.course.moments) {
        const double t = r.minute(static_cast<double>(m.at_s));
        near.points.push_back({t, static_cast<double>(m.near_banner)});
        hand.points.push_back({t, static_cast<double>(m.bank_in_hand)});
        flight.points.push_back({t, static_cast<double>(m.bank_fleeing)});
        top = std::max({top, near.points.back()[1], hand.points.back()[1], flight.points.back()[1]});
    }
    c.high = round_up(top);
    c.curves = {near, hand, flight};
    return figure(r, c);
}

[[nodiscard]] std::string losses_chart(ReportText& r) {
    Chart c = blank(r, Word::rep_losses);
    double top = 1;
    static constexpr std::array<std::string_view, 3> kInk{"#23262B", "#2F7F73", "#7A4E7E"};
    for (std::size_t s = 0; s < r.header.sides.size() && s < kInk.size(); ++s) {
        Curve v{in(r.header.sides[s].name, r.lang), std::string(kInk[s]), {}, s == 1, false, true};
        const auto sum = [](const SideState& q) {
            return q.dead + q.drowned + q.burnt + q.disabled + q.captured;
        };
        const std::uint32_t start =
            r.course.moments.front().sides.size() > s ? sum(r.course.moments.front().sides[s]) : 0;
        for (const Moment& m : r.course.moments) {
            if (m.sides.size() <= s) continue;
            v.points.push_back(
                {r.minute(static_cast<double>(m.at_s)), static_cast<double>(sum(m.sides[s])) - start});
            top = std::max(top, v.points.back()[1]);
        }
        c.curves.push_back(std::move(v));
    }
    c.high = round_up(top);
    HtmlTable t;
    t.head = {r.word(Word::rep_side),  r.word(Word::rep_dead),     r.word(Word::rep_drowned),
              r.word(Word::rep_burnt), r.word(Word::rep_disabled), r.word(Word::rep_taken)};
    for (std::size_t s = 0; s < r.header.sides.size() && s < r.course.moments.back().sides.size(); ++s) {
        const SideState& q = r.course.moments.back().sides[s];
        t.rows.push_back({in(r.header.sides[s].name, r.lang), number(q.dead), number(q.drowned),
                          number(q.burnt), number(q.disabled), number(q.captured)});
    }
    return figure(r, c) + to_html(t);
}

[[nodiscard]] std::string sight_chart(ReportText& r) {
    Chart c = blank(r, Word::rep_sight);
    Curve v{r.word(Word::smoke), "#424250", {}, false, false, true};
    double top = 100;
    for (const Moment& m : r.course.moments) {
        v.points.push_back({r.minute(static_cast<double>(m.at_s)), static_cast<double>(m.sight_m)});
        top = std::max(top, v.points.back()[1]);
    }
    v.name.clear();
    c.high = round_up(top);
    c.right = 40;
    c.height = 170;
    c.curves = {v};
    c.curves[0].name = "m";
    return figure(r, c);
}

[[nodiscard]] std::string drum_charts(ReportText& r) {
    Chart c = blank(r, Word::rep_drum);
    c.height = 160;
    Curve turns{r.word(Word::rep_turn_line), hex(pal().cinnabar), {}, false, false, true};
    double top = 1;
    for (std::size_t m = 0; m < r.course.turned_per_min.size(); ++m) {
        turns.points.push_back(
            {r.minute(static_cast<double>(m) * 60), static_cast<double>(r.course.turned_per_min[m])});
        top = std::max(top, turns.points.back()[1]);
    }
    c.high = round_up(top);
    c.curves = {turns};
    std::string out = figure(r, c);
    if (r.course.hearings.empty()) return out;
    Chart d = blank(r, Word::rep_drum);
    d.title = r.word(Word::rep_hear_line);
    d.marks.clear();
    d.height = 160;
    Curve dots{r.word(Word::rep_hear_line), hex(pal().cinnabar), {}, false, true, false};
    double far = 100;
    for (const Hearing& q : r.course.hearings) {
        if (q.drum_of != r.course.chief) continue;
        dots.points.push_back({r.minute(static_cast<double>(q.at_s)), static_cast<double>(q.from_m)});
        far = std::max(far, static_cast<double>(q.from_m));
    }
    if (dots.points.empty()) return out;
    d.high = round_up(far);
    d.curves = {dots};
    return out + figure(r, d);
}

[[nodiscard]] std::string fear_charts(ReportText& r) {
    ++r.figures;
    std::string out = "<figure class=\"chart\"><div class=\"small\">";
    HtmlTable t;
    t.head = {r.word(Word::rep_minute)};
    std::vector<std::size_t> shown;
    for (std::size_t k = 0; k < r.course.named.size(); ++k) {
        const record::ViewPerson& p = r.header.persons[r.course.named[k]];
        if (p.commands == kNoRow && shown.size() >= 9) continue;
        shown.push_back(k);
        Chart c = blank(r, Word::rep_fear);
        c.title = in(p.name, r.lang);
        c.marks.clear();
        c.width = 206, c.height = 118, c.right = 10, c.decimals = 2;
        Curve felt{"", hex(pal().cinnabar), {}, false, false, true},
            hidden{"", hex(pal().ink3), {}, true, false, false};
        for (std::size_t i = 0; i < r.course.moments.size(); i += 3) {
            const PersonState& s = r.course.moments[i].persons[k];
            if (!s.alive) break;
            const double m = r.minute(static_cast<double>(r.course.moments[i].at_s));
            felt.points.push_back({m, s.felt / 255.0});
            hidden.points.push_back({m, s.shown / 255.0});
        }
        c.curves = {hidden, felt};
        c.unit.clear();
        out += "<div class=\"one\"><p>" + escaped(c.title) + "</p>" + to_svg(c, ++r.charts) + "</div>";
        t.head.push_back(c.title);
    }
    const double length = r.course.moments.empty() ? 0.0 : static_cast<double>(r.course.moments.back().at_s);
    for (double s = 0; s <= length; s += length > 2400 ? 300 : 60) {
        std::vector<std::string> row{r.at(s)};
        for (const std::size_t k : shown) {
            const PersonState& p = r.course.at(static_cast<float>(s)).persons[k];
            row.push_back(p.alive ? decimal(p.felt / 255.0, 2) + " / " + decimal(p.shown / 255.0, 2)
                                  : "\xE2\x80\xA0");
        }
        t.rows.push_back(std::move(row));
    }
    return out + "</div><figcaption>" +
           escaped(r.word(Word::rep_figure, {std::to_string(r.figures), r.word(Word::rep_fear)})) +
           "</figcaption><details><summary>" + escaped(r.word(Word::rep_as_table)) + "</summary>" +
           to_html(t) + "</details></figure>\n";
}

[[nodiscard]] std::string belief_chart(ReportText& r) {
    Chart c = blank(r, Word::rep_belief);
    c.height = 260;
    double top = 50;
    static constexpr std::array<std::string_view, 6> kInk{"#6A4A90", "#A63A2B", "#2C5F9E",
                                                          "#35616B", "#B4592F", "#7A5C38"};
    for (std::size_t k = 0; k < r.course.named.size(); ++k) {
        const record::ViewPerson& p = r.header.persons[r.course.named[k]];
        if (p.side != r.course.host || (p.commands == kNoRow && c.curves.size() >= 8)) continue;
        const bool chief = r.course.named[k] == r.course.chief;
        Curve v{chief ? r.word(Word::rep_chief_line, {in(p.name, r.lang)}) : in(p.name, r.lang),
                std::string(kInk[c.curves.size() % kInk.size()]),
                {},
                c.curves.size() % 2 == 1,
                false,
                chief};
        for (const Moment& m : r.course.moments) {
            const float off = chief ? m.persons[k].sought_off_m : m.persons[k].believed_off_m;
            if (off < 0) continue;
            v.points.push_back({r.minute(static_cast<double>(m.at_s)), static_cast<double>(off)});
            top = std::max(top, v.points.back()[1]);
        }
        if (v.points.size() > 1) c.curves.push_back(std::move(v));
    }
    if (c.curves.empty()) return "";
    c.high = round_up(top);
    return figure(r, c);
}

}  // namespace

std::string charts_section(ReportText& r) {
    if (r.course.moments.empty()) return "";
    std::string out = "<section id=\"charts\"><h2>" + escaped(r.word(Word::rep_charts)) + "</h2>\n";
    // One after the other: each takes the next number.
    using Section = std::string (*)(ReportText&);
    for (const Section chart :
         {resolve_chart, near_chart, drum_charts, sight_chart, fear_charts, belief_chart, losses_chart})
        out += chart(r);
    return out + "</section>\n";
}

}  // namespace linghe::draw
