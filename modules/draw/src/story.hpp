// What: from events to sentences: who halts, turns, comes in, orders, breaks, rallies.
// Who: read_course.
// Never: a sentence without an event or a count behind it.
#pragma once
#include "linghe/draw/course.hpp"

namespace linghe::draw {

/// Fills events, hearings, turned_per_min, orders and tellings; moments must be there.
[[nodiscard]] base::Result<void> read_story(record::ViewReader& reader, Course& course);

}  // namespace linghe::draw
