// What: why a thing came about: an event, its causes, the event behind it, and so on to the first; and what came of it.
// Who: `linghe why`; the viewer by way of it.
// Never: guesses a cause; tells what the record holds and ends where it ends.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/record/view_reader.hpp"
#include "linghe/record/words.hpp"

namespace linghe::record {

struct WhyLink {
    ViewEvent event;
    std::string kind;
    Sentence words;
};
struct WhyChain {
    std::vector<WhyLink> links;  ///< the event asked for, then the one behind it, and so on back
    std::vector<WhyLink>
        effects;  ///< events that name the one asked for as behind them, at most kMostEffects
    std::size_t effects_left_out = 0;
    bool broken_off = false;  ///< an event behind the last one is named, but the record does not hold it
    static constexpr std::size_t kMostEffects = 50;
};

/// @param id number of the event. Errors: usage when the record holds none of it; corrupt; io.
[[nodiscard]] base::Result<WhyChain> why_event(ViewReader& view, std::uint32_t id);
/// The last event about a unit or a person (by id) at or before a tick, and why. Errors: usage when there is none.
[[nodiscard]] base::Result<WhyChain> why_subject(ViewReader& view, const std::string& subject,
                                                 std::int64_t until_tick);

}  // namespace linghe::record
