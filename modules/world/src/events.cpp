#include "linghe/world/events.hpp"

namespace linghe::world {

std::uint32_t write_event(EventTable& events, ClockTable& clock, const Event& event) {
    const std::uint32_t id = clock.next_event[0]++;
    const std::size_t row = events.size();
    events.resize(row + 1);
    events.id[row] = id;
    events.tick[row] = static_cast<std::int32_t>(clock.tick[0]);
    events.kind[row] = static_cast<std::uint8_t>(event.kind);
    events.subject_kind[row] = event.subject_kind;
    events.subject[row] = event.subject;
    events.other[row] = event.other;
    events.x_mm[row] = event.x_mm;
    events.y_mm[row] = event.y_mm;
    events.value[row] = event.value;
    events.cause_1[row] = static_cast<std::uint8_t>(event.cause_1);
    events.share_1[row] = event.share_1;
    events.cause_2[row] = static_cast<std::uint8_t>(event.cause_2);
    events.share_2[row] = event.share_2;
    events.cause_3[row] = static_cast<std::uint8_t>(event.cause_3);
    events.share_3[row] = event.share_3;
    events.parent[row] = event.parent;
    return id;
}

}  // namespace linghe::world
