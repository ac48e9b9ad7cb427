#include "story.hpp"

#include <algorithm>
#include <cmath>

#include "deeds.hpp"
#include "linghe/model/verbs.hpp"
#include "linghe/world/events.hpp"
#include "linghe/world/states.hpp"
#include "palette.hpp"
#include "words.hpp"

namespace linghe::draw {

using record::kNoRow;
using record::ViewEvent;
using record::ViewHeader;
using world::EventKind;
using Kind = Telling::Kind;

namespace {

[[nodiscard]] float second_of(const ViewHeader& h, const ViewEvent& e) noexcept {
    return static_cast<float>(e.tick) / static_cast<float>(std::max(1, h.ticks_per_second));
}
[[nodiscard]] bool named(const ViewHeader& h, std::uint32_t p) noexcept {
    return p < h.persons.size() && h.persons[p].named;
}
[[nodiscard]] std::uint32_t body_of(const Course& c, std::uint32_t person) noexcept {
    for (std::uint32_t b = 0; b < c.bodies.size(); ++b) {
        if (c.bodies[b].commander == person) return b;
    }
    return kNoRow;
}

[[nodiscard]] bool by_drum(const ViewEvent& e) noexcept {
    return std::any_of(e.cause.begin(), e.cause.end(),
                       [](std::uint8_t c) { return c == static_cast<std::uint8_t>(world::Cause::drum); });
}

[[nodiscard]] Word how_he_falls(std::int32_t status) noexcept {
    switch (static_cast<world::Status>(status)) {
        case world::Status::disabled: return Word::ev_struck;
        case world::Status::captured: return Word::ev_taken;
        case world::Status::drowned: return Word::ev_drowns;
        case world::Status::burnt: return Word::ev_burns;
        case world::Status::left_field: return Word::ev_leaves;
        default: return Word::ev_falls;
    }
}

class Teller {
public:
    Teller(const ViewHeader& h, Course& c) : h_(h), c_(c), deeds_(h, c) {}
    void capture(const ViewEvent& e) { deeds_.take(e); }

    void take(const ViewEvent& e) {
        deeds_.take(e);
        const float at = second_of(h_, e);
        switch (static_cast<EventKind>(e.kind)) {
            case EventKind::drum_begins: drum(e, at); break;
            case EventKind::drum_heard: heard(e, at); break;
            case EventKind::turns_back: turns(e, at); break;
            case EventKind::meets: meets(e, at); break;
            case EventKind::order_given: order(e, at); break;
            case EventKind::order_received: end_order(e, at); break;
            case EventKind::report_received: answer(e, at); break;
            case EventKind::order_done:
            case EventKind::order_failed: end_order(e, at); break;
            case EventKind::order_refused: refused(e, at); break;
            case EventKind::person_falls:
                if (named(h_, e.subject)) {
                    tell(Kind::falls, at, 92, tell_name(how_he_falls(e.value), e.subject),
                         tell_name(Word::mark_falls, e.subject), e, e.subject);
                }
                break;
            case EventKind::fire_out: last_fire_ = at, fire_ = e; break;
            default: break;
        }
    }
    void end() {
        if (last_fire_ >= 0)
            tell(Kind::fire, last_fire_, 40, draw::tell(Word::ev_fire_out), draw::tell(Word::mark_fire_out),
                 fire_, kNoRow);
        from_counts();
        deeds_.tell_all();
        std::stable_sort(c_.tellings.begin(), c_.tellings.end(),
                         [](const Telling& a, const Telling& b) { return a.at_s < b.at_s; });
    }

private:
    [[nodiscard]] const Text& name(std::uint32_t p) const noexcept { return h_.persons[p].name; }
    [[nodiscard]] Text tell_name(Word w, std::uint32_t p) const { return draw::tell(w, {name(p)}); }
    [[nodiscard]] float standing(std::uint32_t p) const noexcept {
        const std::uint32_t b = body_of(c_, p);
        return (p == c_.chief ? 6.0F : 0.0F) + (h_.persons[p].side == c_.host ? 6.0F : 0.0F) +
               (b != kNoRow ? 8.0F : 0.0F);
    }
    void tell(Kind kind, float at, float weight, Text text, Text mark, const ViewEvent& e,
              std::uint32_t person) {
        Telling t;
        t.kind = kind, t.at_s = at, t.weight = weight, t.text = std::move(text), t.mark = std::move(mark);
        t.x_m = e.x_m, t.y_m = e.y_m, t.person = person;
        if (person != kNoRow) t.body = body_of(c_, person);
        c_.tellings.push_back(std::move(t));
    }
    [[nodiscard]] bool told(Kind kind, std::uint32_t person, float since) const noexcept {
        return std::any_of(c_.tellings.begin(), c_.tellings.end(), [&](const Telling& t) {
            return t.kind == kind && t.person == person && t.at_s >= since;
        });
    }

    void drum(const ViewEvent& e, float at) {
        if (e.subject >= h_.persons.size() || told(Kind::drum, e.subject, at - 600)) return;
        const bool banner = h_.persons[e.subject].great_banner;
        tell(Kind::drum, at, 100, tell_name(banner ? Word::ev_drum : Word::ev_drum_plain, e.subject),
             draw::tell(Word::mark_drum), e, e.subject);
    }
    void heard(const ViewEvent& e, float at) {
        if (e.subject >= h_.persons.size() || e.other >= h_.persons.size()) return;
        const Moment& m = c_.at(at);
        for (std::size_t k = 0; k < c_.named.size(); ++k) {
            if (c_.named[k] != e.other || k >= m.persons.size()) continue;
            c_.hearings.push_back({at, e.x_m, e.y_m,
                                   std::hypot(e.x_m - m.persons[k].x_m, e.y_m - m.persons[k].y_m), e.subject,
                                   e.other});
        }
    }
    void turns(const ViewEvent& e, float at) {
        if (!named(h_, e.subject) || told(Kind::turns, e.subject, 0)) return;
        tell(Kind::turns, at, 76 + standing(e.subject) * 0.5F,
             tell_name(by_drum(e) ? Word::ev_turns_drum : Word::ev_turns, e.subject), {}, e, e.subject);
    }
    void meets(const ViewEvent& e, float at) {
        std::uint32_t who = e.subject, whom = e.other;
        if (who == c_.chief) std::swap(who, whom);
        if (whom != c_.chief || !named(h_, who) || at < 20 || told(Kind::meets, who, 0)) return;
        const std::uint32_t b = body_of(c_, who);
        const std::uint32_t with =
            b != kNoRow && b < c_.at(at).bodies.size() ? c_.at(at).bodies[b].in_hand : 0;
        const Text text = with >= 20
                              ? draw::tell(Word::ev_meets_with, {name(who), name(whom), number_text(with)})
                              : draw::tell(Word::ev_meets, {name(who), name(whom)});
        tell(Kind::meets, at, 72 + standing(who) * 0.5F + std::min(8.0F, static_cast<float>(with) / 400),
             text, tell_name(Word::mark_in, who), e, who);
    }
    void order(const ViewEvent& e, float at) {
        c_.orders.push_back(
            {at, -1, -1, e.subject, e.other, static_cast<std::uint8_t>(e.value), 0, false, e.id});
        if (!named(h_, e.subject) || !named(h_, e.other) || e.subject == e.other) return;
        if (e.value == static_cast<std::int32_t>(model::Verb::report)) {  // a question, no order
            tell(Kind::order, at, 40 + standing(e.subject),
                 draw::tell(Word::ev_asks, {name(e.subject), name(e.other)}), {}, e, e.other);
            return;
        }
        const Text verb = draw::tell(verb_word(static_cast<std::uint8_t>(e.value)));
        tell(Kind::order, at, 50 + standing(e.subject),
             draw::tell(Word::ev_order, {name(e.subject), name(e.other), verb}),
             e.subject == c_.chief ? draw::tell(Word::mark_orders) : Text{}, e, e.other);
    }
    /// A question reaches whom it seeks, or its answer him who asked: both name the question as their parent.
    void answer(const ViewEvent& e, float at) {
        for (OrderRow& o : c_.orders) {
            if (e.parent == 0 || o.event != e.parent) continue;
            if (o.to == e.subject && o.received_s < 0) o.received_s = at;
            if (o.from == e.subject && o.ended_s < 0) o.ended_s = at, o.done = true;
            return;
        }
    }
    /// Its value is the verb; in the list of orders it stands with those that could not be done.
    void refused(const ViewEvent& e, float at) {
        for (OrderRow& o : c_.orders) {
            if (e.parent == 0 || o.event != e.parent || o.ended_s >= 0) continue;
            o.ended_s = at, o.done = false, o.failed = 4;
        }
    }
    void end_order(const ViewEvent& e, float at) {
        const auto kind = static_cast<EventKind>(e.kind);
        for (auto it = c_.orders.rbegin(); it != c_.orders.rend(); ++it) {
            // What an order leads to names the order as its parent; what is told without one goes to the
            // latest.
            const bool its = e.parent != 0 && it->event == e.parent;
            if (!its && it->to != e.subject) continue;
            if (kind == EventKind::order_received) {
                if (it->received_s >= 0 || (!its && e.parent != 0) ||
                    (e.value != 0 && it->verb != static_cast<std::uint8_t>(e.value)))
                    continue;
                it->received_s = at;
                return;
            }
            if (it->ended_s >= 0) continue;
            it->ended_s = at;
            it->done = kind == EventKind::order_done;
            if (!it->done) it->failed = static_cast<std::uint8_t>(std::clamp(e.value, 1, 4));
            break;
        }
        if (kind != EventKind::order_failed || !named(h_, e.subject)) return;
        static constexpr std::array<Word, 4> kWhy{Word::fail_deadline, Word::fail_courier,
                                                  Word::fail_addressee, Word::fail_feasible};
        const Text why = draw::tell(kWhy[static_cast<std::size_t>(std::clamp(e.value, 1, 4) - 1)]);
        tell(Kind::failed, at, 46, draw::tell(Word::ev_order_failed, {name(e.subject), why}), {}, e,
             e.subject);
    }

    /// What no single event tells: a body breaks or rallies, half are in hand, the smoke lifts.
    void from_counts() {
        for (std::uint32_t b = 0; b < c_.bodies.size(); ++b) {
            bool held = true, first = true;
            for (const Moment& m : c_.moments) {
                const BodyState& s = m.bodies[b];
                if (s.own_active < 100) continue;
                const float flees = static_cast<float>(s.own_fleeing) / static_cast<float>(s.own_active);
                if (first) held = flees < 0.5F, first = false;
                ViewEvent e;
                e.x_m = s.x_m, e.y_m = s.y_m;
                if (held && flees > 0.55F) {
                    held = false;
                    tell(Kind::rout, m.at_s, 58,
                         draw::tell(Word::ev_rout, {c_.bodies[b].force_name, number_text(s.own_fleeing)}),
                         draw::tell(Word::mark_breaks, {c_.bodies[b].force_name}), e, kNoRow);
                    c_.tellings.back().body = b;
                } else if (!held && flees < 0.3F && s.own_ranks * 5 > s.own_active * 2) {
                    held = true;
                    tell(Kind::rally, m.at_s, 60,
                         draw::tell(Word::ev_rally, {c_.bodies[b].force_name, number_text(s.own_ranks)}), {},
                         e, kNoRow);
                    c_.tellings.back().body = b;
                }
            }
        }
        bool half = true, thick = false;
        int clear = 0;
        for (std::size_t k = 0; k < c_.moments.size(); ++k) {
            const Moment& m = c_.moments[k];
            ViewEvent e;
            const bool now = m.bank_in_hand * 2 >= m.bank_active;
            if (k == 0) half = now;
            if (!half && now && m.bank_active > 0) {
                half = true;
                tell(Kind::half, m.at_s, 82, draw::tell(Word::ev_half, {number_text(m.bank_in_hand)}), {}, e,
                     c_.chief);
            }
            if (m.sight_m < 150) thick = true;
            clear = thick && m.sight_m > 300 ? clear + 1 : 0;
            if (clear == 12) {
                thick = false;
                tell(
                    Kind::lifts, m.at_s - 60, 74,
                    draw::tell(Word::ev_lifts, {number_text(static_cast<std::int64_t>(m.sight_m / 50) * 50)}),
                    draw::tell(Word::mark_smoke_off), e, c_.chief);
            }
        }
    }

    const ViewHeader& h_;
    Course& c_;
    Deeds deeds_;
    float last_fire_ = -1;
    ViewEvent fire_;
};

}  // namespace

base::Result<void> read_story(record::ViewReader& reader, Course& c) {
    const ViewHeader& h = reader.header();
    Teller teller(h, c);
    c.turned_per_min.assign(reader.seconds() / 60 + 1, 0);
    for (std::uint32_t from = 0; from < reader.seconds(); from += 60) {
        LINGHE_TRY(const auto events, reader.events(from, from + 60));
        for (const ViewEvent& e : events) {
            if (e.subject_kind == 0 && static_cast<EventKind>(e.kind) != EventKind::person_falls) {
                if (static_cast<EventKind>(e.kind) == EventKind::man_captured) teller.capture(e);
                const auto goal = static_cast<world::Goal>(e.value);
                if (static_cast<EventKind>(e.kind) == EventKind::man_turns &&
                    (goal == world::Goal::drum || goal == world::Goal::banner) &&
                    e.subject < h.men.side.size() && h.men.side[e.subject] == c.host) {
                    ++c.turned_per_min[from / 60];
                }
                continue;
            }
            c.events.push_back(e);
            teller.take(e);
        }
    }
    teller.end();
    return {};
}

std::vector<Telling> chosen(const Course& course, std::size_t most) {
    std::vector<const Telling*> order;
    for (const Telling& t : course.tellings) order.push_back(&t);
    std::stable_sort(order.begin(), order.end(),
                     [](const Telling* a, const Telling* b) { return a->weight > b->weight; });
    std::vector<Telling> out;
    for (const Telling* t : order) {
        if (out.size() >= most) break;
        const auto same =
            std::count_if(out.begin(), out.end(), [&](const Telling& o) { return o.kind == t->kind; });
        const auto person = std::count_if(out.begin(), out.end(), [&](const Telling& o) {
            return t->person != kNoRow && t->person != course.chief && o.person == t->person;
        });
        if (same >= (most > 6 ? 5 : 2) || person >= 2) continue;
        out.push_back(*t);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Telling& a, const Telling& b) { return a.at_s < b.at_s; });
    return out;
}

/// The side of the river on which the chief stands at this moment.
Text bank_name(const ViewHeader& h, const Course& c, const Moment& m) {
    if (!m.on_bank || h.map.rivers.empty()) return {};
    const auto& line = h.map.rivers.front().centre;
    float x = 0, y = 0;
    for (std::size_t k = 0; k < c.named.size(); ++k) {
        if (c.named[k] == c.chief) x = m.persons[k].x_m, y = m.persons[k].y_m;
    }
    float best = 1e30F, dx = 0, dy = 0;
    for (std::size_t k = 0; k + 1 < line.size(); ++k) {
        for (int q = 0; q <= 100; ++q) {
            const float t = static_cast<float>(q) / 100, px = mix(line[k].x_m, line[k + 1].x_m, t),
                        py = mix(line[k].y_m, line[k + 1].y_m, t);
            const float d = (x - px) * (x - px) + (y - py) * (y - py);
            if (d < best) best = d, dx = x - px, dy = y - py;
        }
    }
    const bool along_y = std::fabs(dy) >= std::fabs(dx);
    return tell(along_y   ? (dy >= 0 ? Word::dir_north : Word::dir_south)
                : dx >= 0 ? Word::dir_east
                          : Word::dir_west);
}

Text summary_of(const ViewHeader& h, const Course& c, float at_s) {
    const Moment& m = c.at(at_s);
    const float zero =
        static_cast<float>(h.clock_zero_tick) / static_cast<float>(std::max(1, h.ticks_per_second));
    const auto minutes = static_cast<std::int64_t>(std::floor((at_s - zero) / 60 + 0.02F));
    bool drum = false;
    for (const Telling& t : c.tellings)
        drum = drum || (t.kind == Kind::drum && std::fabs(t.at_s - zero) < 60);
    Text when = tell(Word::at_start);
    if (minutes != 0) {
        const Text span =
            minutes == 1 ? tell(Word::one_minute) : tell(Word::n_minutes, {number_text(minutes)});
        when = tell(drum ? Word::minutes_after_drum : Word::minutes_in, {span});
        if (!when.en.empty() && when.en[0] >= 'a' && when.en[0] <= 'z')
            when.en[0] = static_cast<char>(when.en[0] - 'a' + 'A');
    }
    const Text side = c.host < h.sides.size() ? h.sides[c.host].name : Text{};
    Text out = m.on_bank ? tell(Word::sum_bank, {when, number_text(m.bank_active), side, bank_name(h, c, m),
                                                 number_text(m.bank_in_hand), number_text(m.bank_fleeing)})
                         : tell(Word::sum_field, {when, number_text(m.bank_active), side,
                                                  number_text(m.bank_in_hand), number_text(m.bank_fleeing)});
    const auto append = [&](const Text& t) { out.en += t.en, out.zh += t.zh; };
    const bool banner = c.chief >= h.persons.size() || h.persons[c.chief].great_banner;
    if (m.sight_m < 400)
        append(tell(banner ? Word::sum_sight : Word::sum_sight_where,
                    {number_text(static_cast<std::int64_t>(
                         m.sight_m < 100 ? std::round(m.sight_m / 5) * 5 : std::round(m.sight_m / 20) * 20)),
                     banner ? Text{} : h.persons[c.chief].name}));
    return out;
}

}  // namespace linghe::draw
