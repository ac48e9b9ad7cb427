#include "deeds.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/world/events.hpp"
#include "linghe/world/states.hpp"
#include "words.hpp"

namespace linghe::draw {

using record::kNoRow;
using record::ViewEvent;
using world::EventKind;
using Kind = Telling::Kind;

namespace {

constexpr float kGapS = 90, kLongestS = 300;  // what happens closer together is one deed; none lasts longer
constexpr float kPlaceM = 120;                // a place is named when it is as near as this

/// How much a deed weighs when few may be told, without and with all the men of its side.
struct Weight {
    float least, most;
};
[[nodiscard]] Weight weight_of(Kind kind) noexcept {
    switch (kind) {
        case Kind::breaks: return {48, 66};
        case Kind::rallies: return {48, 66};
        case Kind::taken: return {40, 66};
        case Kind::joins: return {42, 56};
        case Kind::leaders: return {36, 52};
        default: return {30, 48};
    }
}

[[nodiscard]] float distance_m(const record::ViewPlace& p, float x, float y) noexcept {
    if (!p.is_line) return std::hypot(x - p.x_m, y - p.y_m);
    const float dx = p.x1_m - p.x_m, dy = p.y1_m - p.y_m, way = dx * dx + dy * dy;
    const float t = way > 0 ? std::clamp(((x - p.x_m) * dx + (y - p.y_m) * dy) / way, 0.0F, 1.0F) : 0.0F;
    return std::hypot(x - p.x_m - t * dx, y - p.y_m - t * dy);
}

[[nodiscard]] Text headed(Text t) {
    if (!t.en.empty() && t.en[0] >= 'a' && t.en[0] <= 'z') t.en[0] = static_cast<char>(t.en[0] - 'a' + 'A');
    return t;
}

}  // namespace

void Deeds::take(const ViewEvent& e) {
    const auto kind = static_cast<EventKind>(e.kind);
    if (kind == EventKind::man_captured) {
        if (e.subject < h_.men.side.size())
            add(Kind::taken, e, kNoRow, kNoRow, h_.men.side[e.subject], e.subject, 1);
        return;
    }
    if (e.subject_kind == 1 && e.subject < h_.units.size()) {
        const std::uint32_t body = c_.body_of_unit[e.subject];
        const std::uint8_t side = h_.units[e.subject].side;
        const std::uint32_t to = e.other < h_.persons.size() ? e.other : kNoRow;
        if (kind == EventKind::unit_breaks) add(Kind::breaks, e, body, kNoRow, side, e.subject, e.value);
        if (kind == EventKind::unit_rallies) add(Kind::rallies, e, body, kNoRow, side, e.subject, e.value);
        if (kind == EventKind::unit_arrives && e.value > 0)
            add(Kind::arrives, e, body, to, side, e.subject, e.value);
        return;
    }
    // Persons with names have sentences of their own.
    if (e.subject_kind != 2 || e.subject >= h_.persons.size() || h_.persons[e.subject].named) return;
    const record::ViewPerson& p = h_.persons[e.subject];
    const std::uint32_t body = p.rides_with < c_.body_of_unit.size() ? c_.body_of_unit[p.rides_with] : kNoRow;
    if (kind == EventKind::person_falls && e.value != static_cast<std::int32_t>(world::Status::left_field))
        add(Kind::leaders, e, body, kNoRow, p.side, e.subject, 0);
    if (kind == EventKind::meets && e.other < h_.persons.size() && h_.persons[e.other].named &&
        h_.persons[e.other].side == p.side && e.tick >= 20 * h_.ticks_per_second)
        add(Kind::joins, e, body, e.other, p.side, e.subject, 0);
}

void Deeds::add(Kind kind, const ViewEvent& e, std::uint32_t body, std::uint32_t other, std::uint8_t side,
                std::uint32_t who, std::int64_t men) {
    const float at = static_cast<float>(e.tick) / static_cast<float>(std::max(1, h_.ticks_per_second));
    Deed* deed = nullptr;
    for (auto it = deeds_.rbegin(); it != deeds_.rend() && deed == nullptr; ++it) {
        if (it->kind == kind && it->body == body && it->other == other && it->side == side &&
            at - it->last_s <= kGapS && at - it->from_s <= kLongestS)
            deed = &*it;
    }
    if (deed == nullptr) {
        deeds_.emplace_back();
        deed = &deeds_.back();
        deed->kind = kind, deed->body = body, deed->other = other, deed->side = side;
        deed->from_s = at, deed->first = who;
    }
    deed->last_s = at;
    deed->x_m += static_cast<double>(e.x_m), deed->y_m += static_cast<double>(e.y_m);
    ++deed->events;
    if (deed->who.insert(who).second) deed->men += men;  // who breaks twice is told once
}

bool Deeds::told_of_body(const Deed& d) const noexcept {
    const Kind whole = d.kind == Kind::breaks ? Kind::rout : Kind::rally;
    if (d.kind != Kind::breaks && d.kind != Kind::rallies) return false;
    return std::any_of(c_.tellings.begin(), c_.tellings.end(), [&](const Telling& t) {
        return t.kind == whole && t.body == d.body && t.at_s > d.from_s - kGapS && t.at_s < d.last_s + kGapS;
    });
}

Text Deeds::place_near(float x_m, float y_m) const {
    const record::ViewPlace* best = nullptr;
    float least = kPlaceM;
    for (const record::ViewPlace& p : h_.places) {
        const float off = distance_m(p, x_m, y_m);
        if (off < least && !p.name.en.empty()) least = off, best = &p;
    }
    return best != nullptr ? best->name : Text{};
}

Text Deeds::body_name(const Deed& d) const {
    if (d.body < c_.bodies.size()) return c_.bodies[d.body].force_name;
    return d.side < h_.sides.size() ? h_.sides[d.side].name : Text{"one side", "一方"};
}

Text Deeds::sentence(const Deed& d) const {
    const bool one = d.who.size() == 1;
    const Text count = number_text(static_cast<std::int64_t>(d.who.size())), men = number_text(d.men);
    const bool of_units = d.kind == Kind::breaks || d.kind == Kind::rallies || d.kind == Kind::arrives;
    const Text who = !one                    ? body_name(d)
                     : of_units              ? h_.units[d.first].name
                     : d.kind == Kind::taken ? body_name(d)
                                             : headed(h_.persons[d.first].name);
    const Text whom = d.other < h_.persons.size() ? h_.persons[d.other].name : Text{};
    switch (d.kind) {
        case Kind::breaks:
            return one ? tell(Word::ev_rout, {who, men}) : tell(Word::ev_breaks, {count, who, men});
        case Kind::rallies:
            return one ? tell(Word::ev_rally, {who, men}) : tell(Word::ev_rallies, {count, who, men});
        case Kind::taken:
            return one ? tell(Word::ev_one_taken, {who}) : tell(Word::ev_men_taken, {count, who});
        case Kind::leaders:
            return one ? tell(Word::ev_down, {who}) : tell(Word::ev_leaders_down, {count, who});
        case Kind::joins:
            return one ? tell(Word::ev_meets, {who, whom}) : tell(Word::ev_join, {count, who, whom});
        default: break;
    }
    if (d.other != kNoRow)
        return one ? tell(Word::ev_meets_with, {who, whom, men})
                   : tell(Word::ev_come, {count, who, whom, men});
    const double n = std::max(1u, d.events);
    const Text place = place_near(static_cast<float>(d.x_m / n), static_cast<float>(d.y_m / n));
    if (place.en.empty())
        return one ? tell(Word::ev_arrives, {who, men}) : tell(Word::ev_arrive, {count, who, men});
    return one ? tell(Word::ev_arrives_at, {who, place, men})
               : tell(Word::ev_arrive_at, {count, who, place, men});
}

void Deeds::tell_all() {
    std::vector<double> of_side(256, 0);
    for (const record::ViewUnit& u : h_.units) of_side[u.side] += u.men;
    for (const Deed& d : deeds_) {
        if (told_of_body(d)) continue;
        const double men = d.kind == Kind::leaders || d.kind == Kind::joins
                               ? static_cast<double>(d.who.size()) * 40
                               : static_cast<double>(d.men);
        const double share = std::clamp(men / std::max(1.0, of_side[d.side]), 0.0, 1.0), n = d.events;
        const Weight w = weight_of(d.kind);
        Telling t;
        t.kind = d.kind;
        t.at_s = d.from_s;
        t.weight = w.least + (w.most - w.least) * static_cast<float>(std::sqrt(share));
        t.text = sentence(d);
        if (d.kind == Kind::breaks)
            t.mark = tell(Word::mark_breaks, {d.who.size() == 1 ? h_.units[d.first].name : body_name(d)});
        t.x_m = static_cast<float>(d.x_m / n), t.y_m = static_cast<float>(d.y_m / n);
        c_.tellings.push_back(std::move(t));
    }
}

}  // namespace linghe::draw
