#include "linghe/record/compare.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "linghe/world/events.hpp"

namespace linghe::record {
namespace {

constexpr float kApartM = 20.0F;
constexpr std::uint32_t kMinute = 60;

/// Rows of the second list by the rows of the first, found by id; kNoRow where it has none.
template <class List>
std::vector<std::uint32_t> rows_by_id(const List& a, const List& b) {
    std::map<std::string, std::uint32_t> at;
    for (std::uint32_t i = 0; i < b.size(); ++i) at[b[i].id] = i;
    std::vector<std::uint32_t> rows;
    for (const auto& item : a) {
        const auto found = at.find(item.id);
        rows.push_back(found == at.end() ? kNoRow : found->second);
    }
    return rows;
}

template <class List>
bool same_ids(const List& a, const List& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](const auto& x, const auto& y) { return x.id == y.id; });
}

float distance(float x0, float y0, float x1, float y1) {
    return std::sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
}

void add_strength(const ViewHeader& header, const Frame& frame, bool second, std::vector<StrengthRow>& rows,
                  std::size_t first) {
    for (std::size_t u = 0; u < frame.units.size() && u < header.units.size(); ++u) {
        const std::size_t side = header.units[u].side;
        if (first + side >= rows.size()) continue;
        Strength& s = second ? rows[first + side].b : rows[first + side].a;
        s.in_hand += frame.units[u].in_hand;
        s.fleeing += frame.units[u].fleeing;
        s.fallen += frame.units[u].fallen;
    }
}

Strength strength_of(const ViewUnitRow& u) { return {u.in_hand, u.fleeing, u.fallen}; }

struct Walk {
    const ViewHeader *ha, *hb;
    std::vector<std::uint32_t> units, persons;
    Comparison* out;

    void look(std::uint32_t second, const Frame& a, const Frame& b) {
        const std::size_t first = out->strengths.size();
        for (std::size_t s = 0; s < ha->sides.size(); ++s)
            out->strengths.push_back({second, static_cast<std::uint8_t>(s), {}, {}});
        add_strength(*ha, a, false, out->strengths, first);
        add_strength(*hb, b, true, out->strengths, first);
        for (std::size_t i = 0; i < out->units.size(); ++i) {
            if (units[i] == kNoRow || i >= a.units.size() || units[i] >= b.units.size()) continue;
            look_at_unit(second, a.units[i], b.units[units[i]], out->units[i]);
        }
        for (std::size_t i = 0; i < out->persons.size(); ++i) {
            if (persons[i] == kNoRow || i >= a.persons.size() || persons[i] >= b.persons.size()) continue;
            look_at_person(second, a.persons[i], b.persons[persons[i]], out->persons[i]);
        }
    }
    static void look_at_unit(std::uint32_t second, const ViewUnitRow& a, const ViewUnitRow& b,
                             UnitPair& pair) {
        pair.a = strength_of(a);
        pair.b = strength_of(b);
        pair.broken_a = a.broken, pair.broken_b = b.broken;
        pair.distance_m = distance(a.x_m, a.y_m, b.x_m, b.y_m);
        if (pair.apart_second < 0 && (pair.distance_m > kApartM || pair.a != pair.b))
            pair.apart_second = second;
    }
    static void look_at_person(std::uint32_t second, const ViewPersonRow& a, const ViewPersonRow& b,
                               PersonPair& pair) {
        pair.alive_a = a.alive, pair.alive_b = b.alive;
        pair.distance_m = distance(a.x_m, a.y_m, b.x_m, b.y_m);
        if (pair.apart_second < 0 && (pair.distance_m > kApartM || a.alive != b.alive))
            pair.apart_second = second;
    }
};

/// What of the record is worth a line: deeds and turns, not what everybody hears and thinks all the time.
bool worth_a_line(const ViewEvent& e) {
    using world::EventKind;
    switch (static_cast<EventKind>(e.kind)) {
        case EventKind::unit_breaks:
        case EventKind::unit_rallies:
        case EventKind::unit_arrives:
        case EventKind::order_given:
        case EventKind::order_done:
        case EventKind::order_failed:
        case EventKind::courier_lost:
        case EventKind::drum_begins:
        case EventKind::drum_ends:
        case EventKind::banner_up:
        case EventKind::banner_down:
        case EventKind::decides:
        case EventKind::turns_back:
        case EventKind::meets:
        case EventKind::person_falls:
        case EventKind::fire_lit:
        case EventKind::fire_out:
        case EventKind::fire_water:
        case EventKind::fire_breach:
        case EventKind::intervention: return true;
        default: return false;
    }
}

struct Told {
    std::int64_t tick;
    std::uint32_t id;
    Sentence words;
    std::string kind;
};
/// Events of one run under what they are about; those alike in order of time.
using Book = std::map<std::tuple<std::uint8_t, std::string, std::string, std::int32_t>, std::vector<Told>>;

std::string name_of(const ViewHeader& h, std::uint8_t kind, std::uint32_t row) {
    if (kind == 1 && row < h.units.size()) return "u:" + h.units[row].id;
    if (kind == 2 && row < h.persons.size()) return "p:" + h.persons[row].id;
    return row == kNoRow ? "" : std::to_string(kind) + ":" + std::to_string(row);
}

base::Result<Book> book_of(ViewReader& view, std::uint32_t seconds) {
    Book book;
    const ViewHeader& h = view.header();
    const WordNames names = word_names(h);
    for (std::uint32_t at = 0; at < seconds; at += kMinute) {
        LINGHE_TRY(const auto events, view.events(at, std::min(at + kMinute, seconds)));
        for (const ViewEvent& e : events) {
            if (!worth_a_line(e)) continue;
            const auto kind = static_cast<world::EventKind>(e.kind);
            // A verb belongs to what is meant; a count of men does not.
            const bool verb = kind == world::EventKind::order_given || kind == world::EventKind::decides;
            const std::uint8_t of_other = kind == world::EventKind::unit_leader ? 0 : 2;
            book[{e.kind, name_of(h, e.subject_kind, e.subject), name_of(h, of_other, e.other),
                  verb ? e.value : 0}]
                .push_back({e.tick, e.id, sentence_of(names, e), kind_name(e.kind)});
        }
    }
    return book;
}

void pair_up(const std::vector<Told>& a, const std::vector<Told>& b, std::vector<EventPair>& out) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        EventPair pair;
        if (i < a.size()) pair = {a[i].tick, -1, a[i].id, 0, a[i].kind, a[i].words};
        if (i < b.size()) {
            if (i >= a.size()) pair.kind = b[i].kind, pair.words = b[i].words;
            pair.tick_b = b[i].tick;
            pair.id_b = b[i].id;
        }
        if (pair.tick_a != pair.tick_b) out.push_back(std::move(pair));
    }
}

base::Result<void> compare_events(ViewReader& a, ViewReader& b, Comparison& out) {
    LINGHE_TRY(const Book first, book_of(a, out.seconds));
    LINGHE_TRY(const Book second, book_of(b, out.seconds));
    static const std::vector<Told> kNone;
    for (const auto& [key, told] : first) {
        const auto other = second.find(key);
        pair_up(told, other == second.end() ? kNone : other->second, out.events);
    }
    for (const auto& [key, told] : second)
        if (first.count(key) == 0) pair_up(kNone, told, out.events);
    const auto when = [](const EventPair& e) {
        return e.tick_a < 0 ? e.tick_b : e.tick_b < 0 ? e.tick_a : std::min(e.tick_a, e.tick_b);
    };
    std::stable_sort(out.events.begin(), out.events.end(),
                     [&](const EventPair& x, const EventPair& y) { return when(x) < when(y); });
    if (out.events.size() > Comparison::kMostEvents) {
        out.events_left_out = out.events.size() - Comparison::kMostEvents;
        out.events.resize(Comparison::kMostEvents);
    }
    return {};
}

/// "a: --set x=1" for what only the first has, "b: ..." for the second.
void tell_changes(const std::vector<std::string>& a, const std::vector<std::string>& b,
                  const std::string& option, std::vector<std::string>& out) {
    for (const auto& word : a)
        if (std::find(b.begin(), b.end(), word) == b.end()) out.push_back("a: " + option + word);
    for (const auto& word : b)
        if (std::find(a.begin(), a.end(), word) == a.end()) out.push_back("b: " + option + word);
}

void compare_heads(const Manifest& a, const Manifest& b, Comparison& out) {
    tell_changes(a.settings, b.settings, "--set ", out.changes);
    tell_changes(a.without, b.without, "--without ", out.changes);
    tell_changes(a.interventions, b.interventions, "", out.changes);
    if (a.seed != b.seed)
        out.changes.push_back("seeds " + std::to_string(a.seed) + " and " + std::to_string(b.seed));
    if (a.release != b.release) out.changes.push_back("releases " + a.release + " and " + b.release);
    std::map<std::int64_t, std::uint64_t> hashes;
    for (const TickHash& h : a.hashes) hashes[h.tick] = h.root;
    bool any = false;
    for (const TickHash& h : b.hashes) {
        const auto same = hashes.find(h.tick);
        if (same == hashes.end()) continue;
        any = true;
        if (same->second == h.root) continue;
        out.parted_tick = h.tick;
        break;
    }
    out.alike = any && out.parted_tick < 0 && a.tick == b.tick && a.root_hash == b.root_hash;
}

}  // namespace

base::Result<Comparison> compare(const Manifest& first, ViewReader& a, const Manifest& second,
                                 ViewReader& b) {
    Comparison out;
    Walk walk{&a.header(), &b.header(), rows_by_id(a.header().units, b.header().units),
              rows_by_id(a.header().persons, b.header().persons), &out};
    if (std::all_of(walk.units.begin(), walk.units.end(), [](std::uint32_t row) { return row == kNoRow; }))
        return base::Error{base::ErrorCode::usage, "compare",
                           "these are two battles without a unit in common: " + a.header().scenario_id +
                               " and " + b.header().scenario_id,
                           "compare runs of one battle, or a run and its fork"};
    out.same_order =
        same_ids(a.header().units, b.header().units) && same_ids(a.header().persons, b.header().persons);
    out.seconds = std::min(a.seconds(), b.seconds());
    for (const auto& side : a.header().sides) out.sides.push_back(side.name);
    for (const auto& u : a.header().units) out.units.push_back({u.id, u.name, -1, {}, {}, false, false, 0});
    for (const auto& p : a.header().persons) out.persons.push_back({p.id, p.name, -1, false, false, 0});
    compare_heads(first, second, out);
    for (std::uint32_t at = 0; at < out.seconds;) {
        LINGHE_TRY(const Frame* frame_a, a.at(at));
        LINGHE_TRY(const Frame* frame_b, b.at(at));
        walk.look(at, *frame_a, *frame_b);
        if (at + 1 == out.seconds) break;
        at = std::min(at + kMinute, out.seconds - 1);
    }
    LINGHE_CHECK_OK(compare_events(a, b, out));
    return out;
}

}  // namespace linghe::record
