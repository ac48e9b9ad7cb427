#include "stage_parts.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/model/verbs.hpp"
#include "linghe/world/states.hpp"
#include "palette.hpp"
#include "words.hpp"

namespace linghe::draw {

using record::Frame;
using record::kNoRow;
using record::ViewHeader;
using TellingKind = Telling::Kind;

namespace {

constexpr float kTrackS = 300;  // sweeping arrows tell the last five minutes
constexpr std::size_t kDirections = 24;

[[nodiscard]] TimeMark::Kind mark_of(TellingKind kind) noexcept {
    switch (kind) {
        case TellingKind::drum: return TimeMark::Kind::signal;
        case TellingKind::order: return TimeMark::Kind::order;
        case TellingKind::meets:
        case TellingKind::joins:
        case TellingKind::rally:
        case TellingKind::rallies:
        case TellingKind::arrives:
        case TellingKind::half:
        case TellingKind::turns: return TimeMark::Kind::rally;
        case TellingKind::rout:
        case TellingKind::breaks: return TimeMark::Kind::rout;
        case TellingKind::fire: return TimeMark::Kind::fire;
        default: return TimeMark::Kind::person;
    }
}

void places_of(const ViewHeader& h, Sheet& s) {
    const record::ViewMap& m = h.map;
    const float x1 = m.x0_m + static_cast<float>(m.nx) * m.cell_m,
                y1 = m.y0_m + static_cast<float>(m.ny) * m.cell_m;
    for (const ground::Ramp& r : m.ramps) {
        s.places.push_back({{r.name_en, r.name_zh},
                            r.at.x_m,
                            r.at.y_m + (m.rivers.empty() ? 0 : m.rivers.front().channel_width_m * 0.5F),
                            PlaceMark::Kind::ramp});
    }
    for (const record::ViewPlace& p : h.places) {
        if (p.name.en.empty() || p.is_line)
            continue;  // lines are what orders speak of, not names of the land
        const bool inside = p.x_m > m.x0_m && p.x_m < x1 && p.y_m > m.y0_m && p.y_m < y1;
        s.places.push_back({p.name, p.x_m, p.y_m, inside ? PlaceMark::Kind::place : PlaceMark::Kind::far});
    }
}

}  // namespace

Sheet sheet_of(const ViewHeader& h, const Course& c) {
    Sheet s;
    const auto tps = static_cast<float>(std::max(1, h.ticks_per_second));
    s.title = h.title;
    s.map = &h.map;
    s.has = c.has;
    for (const record::ViewColours& v : h.colours) {
        s.colours.push_back({v.name, v.side, v.fill_light, v.border_light, v.fill_dusk, v.border_dusk});
    }
    for (const record::ViewSide& v : h.sides) s.sides.push_back(v.name);
    places_of(h, s);
    if (!h.map.rivers.empty()) s.river = river_name(h.map.rivers.front());
    s.to_s = std::max(static_cast<float>(h.end_tick) / tps, c.moments.empty() ? 0.0F : c.moments.back().at_s);
    s.clock_zero_s = static_cast<float>(h.clock_zero_tick) / tps;
    for (const Telling& t : chosen(c, 6)) {
        s.notes.push_back(
            {t.at_s, t.text, t.x_m, t.y_m, t.body != kNoRow ? c.bodies[t.body].key : std::string()});
    }
    float last_order = -1e9F;
    for (const Telling& t : c.tellings) {
        Text words = t.mark;
        if (t.kind == TellingKind::order) {  // a volley of orders is one flag
            if (t.at_s < last_order + 120) words = {};
            if (!words.en.empty()) last_order = t.at_s;
        }
        s.marks.push_back({mark_of(t.kind), t.at_s, words, t.weight});
    }
    for (const record::ViewEvent& e : c.events) {
        if (e.subject_kind != 1 || (e.kind != 20 && e.kind != 21) || e.subject >= h.units.size() ||
            h.units[e.subject].side != c.host)
            continue;
        s.marks.push_back({e.kind == 20 ? TimeMark::Kind::rout : TimeMark::Kind::rally,
                           static_cast<float>(e.tick) / tps,
                           {},
                           0});
    }
    for (const Moment& m : c.moments) {
        double sum = 0;
        for (const std::uint32_t n : m.resolve) sum += n;
        std::array<float, kResolveParts> share{};
        for (std::size_t k = 0; k < kResolveParts; ++k)
            share[k] = sum > 0 ? static_cast<float>(m.resolve[k]) / static_cast<float>(sum) : 0;
        s.resolve.at_s.push_back(m.at_s);
        s.resolve.share.push_back(share);
    }
    return s;
}

void fill_men(const ViewHeader& h, const Sheet& sheet, const Frame& a, const Frame& b, float share,
              Men& men) {
    (void)sheet;
    const std::size_t n = std::min(a.x_m.size(), h.men.home_unit.size());
    record::between(a, b, share, men.x_m, men.y_m);
    men.heading = a.heading;
    men.status = a.status, men.morale = a.morale, men.wound = a.wound;
    men.mounted.resize(n), men.arm.resize(n), men.colours.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        men.mounted[i] = a.horse[i] == static_cast<std::uint8_t>(world::Horse::mounted) ? 1 : 0;
        const std::uint16_t u = h.men.home_unit[i];
        men.colours[i] = u < h.units.size() ? h.units[u].colours : 0;
        men.arm[i] = h.men.troop[i] < h.troops.size() ? h.troops[h.men.troop[i]].arm : 0;
        const int vx = a.vx_dm_s[i], vy = a.vy_dm_s[i];
        if (vx * vx + vy * vy > 100) {  // over 1 m/s he faces where he goes; the record's heading is coarser
            const float turn =
                std::atan2(static_cast<float>(vy), static_cast<float>(vx)) * (256 / 6.2831853F);
            men.heading[i] = static_cast<std::uint8_t>(static_cast<int>(std::lround(turn)) & 255);
        }
    }
}

void fill_field(const ViewHeader& h, const Frame& a, const Frame& b, float share, Scene& s) {
    s.smoke = h.smoke;
    s.smoke_black = a.smoke_black;
    s.smoke_white = a.smoke_white;
    s.burning = a.fire;
    s.wind_x_m_s = mix(a.wind_x_m_s, b.wind_x_m_s, share);
    s.wind_y_m_s = mix(a.wind_y_m_s, b.wind_y_m_s, share);
    s.arrows = a.arrows;
    const auto tick = static_cast<std::int64_t>(s.at_s * static_cast<float>(h.ticks_per_second));
    for (const record::ViewSmokeSource& f : h.smoke_sources) {
        if (!f.flaming || tick < f.from_tick || tick >= f.until_tick) continue;
        const float left = static_cast<float>(f.until_tick - tick) / static_cast<float>(h.ticks_per_second);
        s.fires.push_back({f.x0_m, f.y0_m, f.x1_m, f.y1_m, clamp01(0.25F + left / 300)});
    }
    for (std::size_t u = 0; u < a.units.size() && u < h.units.size(); ++u) {
        if (!a.units[u].formed || a.units[u].in_hand < 25) continue;
        s.flags.push_back({mix(a.units[u].x_m, b.units[u].x_m, share),
                           mix(a.units[u].y_m, b.units[u].y_m, share), h.units[u].colours});
    }
}

void fill_bodies(const ViewHeader& h, const Course& c, const Frame& a, Scene& s) {
    (void)h, (void)a;
    const Moment& m = c.at(s.at_s);
    const Moment& next = c.at(s.at_s + kCourseStepS);
    const float share = clamp01((s.at_s - m.at_s) / kCourseStepS);
    for (std::size_t k = 0; k < c.bodies.size() && k < m.bodies.size(); ++k) {
        const BodyInfo& info = c.bodies[k];
        const BodyState& state = m.bodies[k];
        if (state.own_active == 0 && state.in_hand == 0) continue;
        Body body;
        body.key = info.key;
        body.name = info.name;
        body.colours = info.colours;
        body.arm = info.arm;
        body.x_m = mix(state.x_m, next.bodies[k].x_m, share);
        body.y_m = mix(state.y_m, next.bodies[k].y_m, share);
        body.rank = info.rank;
        body.spread = {state.half_length_m, state.half_depth_m, state.turn_rad};
        body.strength = state.in_hand;
        body.broken = state.own_fleeing * 2 > state.own_active;
        if (info.commander == kNoRow || state.in_hand < state.own_active / 5) {
            if (state.own_fleeing * 3 > state.own_active)
                body.strength = state.own_fleeing, body.suffix = tell(Word::in_flight);
        }
        if (body.strength < 15) continue;
        for (float t = std::max(0.0F, s.at_s - kTrackS); t < s.at_s; t += kCourseStepS * 2) {
            const BodyState& was = c.at(t).bodies[k];
            // A leap is a change of whom the mean is taken over, not a ride.
            if (!body.track.empty() &&
                std::hypot(was.x_m - body.track.back().x_m, was.y_m - body.track.back().y_m) > 130)
                body.track.clear();
            body.track.push_back({was.x_m, was.y_m});
        }
        if (body.track.size() > 1 &&
            std::hypot(body.x_m - body.track.back().x_m, body.y_m - body.track.back().y_m) > 130)
            body.track.clear();
        body.track.push_back({body.x_m, body.y_m});
        s.bodies.push_back(std::move(body));
    }
}

void fill_persons(const ViewHeader& h, const Course& c, const Frame& a, const Frame& b, float share,
                  float m_per_px, Scene& s) {
    const auto place = [&](std::uint32_t p) {
        return ground::PointM{mix(a.persons[p].x_m, b.persons[p].x_m, share),
                              mix(a.persons[p].y_m, b.persons[p].y_m, share)};
    };
    for (std::uint32_t p = 0; p < h.persons.size() && p < a.persons.size() && p < b.persons.size(); ++p) {
        const record::ViewPerson& person = h.persons[p];
        const record::ViewPersonRow& row = a.persons[p];
        if (!row.alive) continue;
        const ground::PointM at = place(p);
        if (person.named) {
            const bool has_body = std::any_of(s.bodies.begin(), s.bodies.end(),
                                              [&](const Body& x) { return x.name.en == person.name.en; });
            s.persons.push_back({person.name, at.x_m, at.y_m, person.side, p == c.chief,
                                 !has_body && (m_per_px < 2 || person.commands != kNoRow)});
        }
        if (row.banner_up && person.great_banner) s.banners.push_back({at.x_m, at.y_m});
        if (row.drum_on) {
            // Beside him, but never further than a mark's width: near, eighteen metres are half the sheet.
            const float off = std::min(18.0F, 9 * m_per_px);
            Drum drum{at.x_m - off, at.y_m - 0.78F * off, {}};
            if (person.great_banner || p == c.chief) drum.heard_m = heard_range(c, p, s.at_s);
            s.drums.push_back(std::move(drum));
        }
    }
    for (const record::ViewCourier& k : a.couriers) {
        if (k.from_person >= h.persons.size() || k.state == 2) continue;
        CourierMark m;
        m.side = h.persons[k.from_person].side;
        const std::uint32_t unit = h.persons[k.from_person].rides_with;
        m.colours = unit < h.units.size() ? h.units[unit].colours : 0;
        m.x_m = k.x_m, m.y_m = k.y_m, m.to_x_m = k.goal_x_m, m.to_y_m = k.goal_y_m;
        const ground::PointM from = place(k.from_person);
        m.from_x_m = from.x_m, m.from_y_m = from.y_m;
        m.lost = k.state >= 3;
        if (k.to_person < h.persons.size() && h.persons[k.to_person].named && h.persons[k.from_person].named)
            m.carries = courier_words(h, c, k);
        s.couriers.push_back(std::move(m));
    }
}

std::vector<float> heard_range(const Course& c, std::uint32_t drum_of, float at_s) {
    std::vector<float> out(kDirections, 0.0F);
    std::size_t heard = 0;
    for (const Hearing& q : c.hearings) {
        if (q.drum_of != drum_of || q.at_s > at_s || q.at_s < at_s - 900) continue;
        const Moment& m = c.at(q.at_s);
        for (std::size_t k = 0; k < c.named.size(); ++k) {
            if (c.named[k] != drum_of) continue;
            const float turn = std::atan2(q.y_m - m.persons[k].y_m, q.x_m - m.persons[k].x_m) / 6.2831853F;
            const auto sector =
                static_cast<std::size_t>((turn - std::floor(turn)) * static_cast<float>(kDirections)) %
                kDirections;
            out[sector] = std::max(out[sector], q.from_m);
            ++heard;
        }
    }
    if (heard < 10) return {};
    // Where nobody stood to hear it the line is drawn between the neighbours who did.
    std::vector<float> filled(kDirections);
    for (std::size_t k = 0; k < kDirections; ++k) {
        float sum = 0, weight = 0;
        for (std::size_t j = 0; j < kDirections; ++j) {
            if (out[j] <= 0) continue;
            const auto gap = static_cast<float>(
                std::min((k + kDirections - j) % kDirections, (j + kDirections - k) % kDirections));
            const float w = 1 / (0.15F + gap * gap * gap);
            sum += w * out[j], weight += w;
        }
        filled[k] = weight > 0 ? sum / weight : 0;
    }
    for (int pass = 0; pass < 2; ++pass) {  // single ears make no capes
        const std::vector<float> was = filled;
        for (std::size_t k = 0; k < kDirections; ++k) {
            filled[k] = 0.25F * was[(k + kDirections - 1) % kDirections] + 0.5F * was[k] +
                        0.25F * was[(k + 1) % kDirections];
        }
    }
    return filled;
}

Text courier_words(const ViewHeader& h, const Course& c, const record::ViewCourier& k) {
    // The rider carries the latest order between the two that has not been received.
    for (auto it = c.orders.rbegin(); it != c.orders.rend(); ++it) {
        if (it->from != k.from_person || it->to != k.to_person) continue;
        if (static_cast<model::Verb>(it->verb) == model::Verb::report) return {};  // a question, no order
        return tell(Word::courier_to, {h.persons[k.to_person].name, tell(verb_word(it->verb))});
    }
    return tell(Word::courier_report, {h.persons[k.to_person].name});
}

Text river_name(const ground::River& river) {
    if (!river.name_en.empty()) return {river.name_en, river.name_zh};
    std::string name = river.id;  // a map need not name its rivers
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return {name, name};
}

void fill_tags(const Course& c, Scene& s) {
    const Moment& m = c.at(std::floor(s.at_s / 60) * 60);  // a label that wanders each second cannot be read
    if (m.thick_sight_m < 400) {
        const float sight = m.thick_sight_m;
        const auto told = static_cast<std::int64_t>(sight < 60 ? std::max(5.0F, std::round(sight / 5) * 5)
                                                               : std::round(sight / 20) * 20);
        s.tags.push_back({tell(Word::sight, {number_text(told)}), m.thick_x_m, m.thick_y_m, false});
    }
    for (const Drum& d : s.drums) {
        if (d.heard_m.empty()) continue;
        const std::size_t n = d.heard_m.size();
        for (const std::size_t k :
             {n * 11 / 12, n / 12, n * 7 / 12, n / 4, n * 5 / 12}) {  // the first that finds room is kept
            const float a = static_cast<float>(k) * 6.2831853F / static_cast<float>(n);
            s.tags.push_back({tell(Word::heard_to_here), d.x_m + d.heard_m[k] * std::cos(a),
                              d.y_m + d.heard_m[k] * std::sin(a), true});
        }
    }
}

}  // namespace linghe::draw
