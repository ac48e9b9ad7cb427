#include "linghe/record/why.hpp"

#include <algorithm>
#include <optional>

#include "linghe/base/text.hpp"
#include "linghe/world/events.hpp"

namespace linghe::record {
namespace {

constexpr std::uint32_t kMinute = 60;
constexpr std::size_t kMostLinks = 64;

/// Events of the minute that begins at `from`.
base::Result<std::vector<ViewEvent>> minute(ViewReader& view, std::uint32_t from) {
    return view.events(from, std::min(from + kMinute, view.seconds() + 1));
}

WhyLink link_of(const WordNames& names, const ViewEvent& e) {
    return {e, kind_name(e.kind), sentence_of(names, e)};
}

/// Numbers of events only grow, so the one behind another lies in its minute or in an earlier one: one walk back finds all.
base::Result<void> walk_back(ViewReader& view, std::uint32_t from, std::uint32_t wanted,
                             const WordNames& names, WhyChain& chain) {
    for (std::uint32_t at = from / kMinute * kMinute;; at -= kMinute) {
        LINGHE_TRY(const auto events, minute(view, at));
        for (auto e = events.rbegin(); e != events.rend() && wanted != 0; ++e) {
            if (e->id != wanted) continue;
            chain.links.push_back(link_of(names, *e));
            wanted = chain.links.size() < kMostLinks && e->parent < e->id ? e->parent : 0;
        }
        // The first event of a minute tells that what is wanted lies no further back.
        if (wanted == 0 || at == 0) break;
        if (!events.empty() && events.front().id < wanted && !chain.links.empty()) break;
    }
    chain.broken_off = wanted != 0;
    return {};
}

base::Result<void> walk_on(ViewReader& view, const ViewEvent& cause, const WordNames& names,
                           WhyChain& chain) {
    const auto from = static_cast<std::uint32_t>(std::max(cause.tick, 0) / 10) / kMinute * kMinute;
    for (std::uint32_t at = from; at < view.seconds(); at += kMinute) {
        LINGHE_TRY(const auto events, minute(view, at));
        for (const ViewEvent& e : events) {
            if (e.parent != cause.id || e.id == cause.id) continue;
            if (chain.effects.size() < WhyChain::kMostEffects) {
                chain.effects.push_back(link_of(names, e));
            } else {
                ++chain.effects_left_out;
            }
        }
    }
    return {};
}

/// Kind and row of a unit or person by its id.
std::optional<std::pair<std::uint8_t, std::uint32_t>> row_of(const ViewHeader& h, const std::string& id) {
    for (std::uint32_t i = 0; i < h.persons.size(); ++i)
        if (h.persons[i].id == id) return std::pair<std::uint8_t, std::uint32_t>{2, i};
    for (std::uint32_t i = 0; i < h.units.size(); ++i)
        if (h.units[i].id == id) return std::pair<std::uint8_t, std::uint32_t>{1, i};
    return std::nullopt;
}

/// What a person does or suffers, before what he merely hears and thinks.
bool a_deed(const ViewEvent& e) {
    using world::EventKind;
    const auto kind = static_cast<EventKind>(e.kind);
    return kind != EventKind::drum_heard && kind != EventKind::belief_changes &&
           kind != EventKind::report_received;
}

}  // namespace

base::Result<WhyChain> why_event(ViewReader& view, std::uint32_t id) {
    WhyChain chain;
    const WordNames names = word_names(view.header());
    const std::uint32_t last = view.seconds() == 0 ? 0 : view.seconds() - 1;
    LINGHE_CHECK_OK(walk_back(view, last, id, names, chain));
    if (chain.links.empty())
        return base::Error{base::ErrorCode::usage, "event " + std::to_string(id),
                           "this record holds no such event",
                           "numbers stand in the table events of results.gpkg and in the viewer"};
    LINGHE_CHECK_OK(walk_on(view, chain.links.front().event, names, chain));
    return chain;
}

base::Result<WhyChain> why_subject(ViewReader& view, const std::string& subject, std::int64_t until_tick) {
    const auto row = row_of(view.header(), subject);
    if (!row) {
        std::vector<std::string_view> known;
        for (const auto& p : view.header().persons) known.push_back(p.id);
        for (const auto& u : view.header().units) known.push_back(u.id);
        const auto near = base::did_you_mean(subject, known);
        return base::Error{base::ErrorCode::usage, subject, "this battle has no unit or person of that id",
                           near ? "did you mean \"" + *near + "\"?"
                                : "give the number of an event, or an id of the scenario"};
    }
    if (view.seconds() == 0) return base::Error{base::ErrorCode::corrupt, "view", "this record is empty", ""};
    const std::int64_t last_s = view.seconds() - 1;
    const std::int64_t until_s = std::clamp<std::int64_t>(until_tick / 10, 0, last_s);
    std::optional<ViewEvent> heard;
    for (std::int64_t at = until_s / kMinute * kMinute; at >= 0; at -= kMinute) {
        LINGHE_TRY(const auto events, minute(view, static_cast<std::uint32_t>(at)));
        for (auto e = events.rbegin(); e != events.rend(); ++e) {
            if (e->tick > until_tick || e->subject_kind != row->first || e->subject != row->second) continue;
            if (a_deed(*e)) return why_event(view, e->id);
            if (!heard) heard = *e;
        }
    }
    if (heard) return why_event(view, heard->id);
    return base::Error{base::ErrorCode::usage, subject, "nothing is told of it up to that moment",
                       "name a later --at, or the number of an event"};
}

}  // namespace linghe::record
