#include "linghe/record/words.hpp"

#include <doctest/doctest.h>

#include "linghe/world/events.hpp"

using namespace linghe;
using namespace linghe::record;

namespace {

WordNames names() {
    WordNames n;
    n.units = {{"Riders 1", "马队1"}};
    n.persons = {{"The captain", "佐领"}, {"leader of Riders 1", "马队1头领"}};
    return n;
}
ViewEvent event(world::EventKind kind, std::uint8_t subject_kind, std::uint32_t subject, std::uint32_t other,
                std::int32_t value) {
    ViewEvent e;
    e.kind = static_cast<std::uint8_t>(kind);
    e.subject_kind = subject_kind;
    e.subject = subject;
    e.other = other;
    e.value = value;
    return e;
}

}  // namespace

TEST_CASE("A body that arrives is told apart from its number, and comes to nobody who is not there") {
    const auto alone = sentence_of(names(), event(world::EventKind::unit_arrives, 1, 0, kNoRow, 39));
    CHECK(alone.en == "Riders 1 has arrived with 39 men");
    CHECK(alone.zh == "马队1（39人）已到");
    const auto to = sentence_of(names(), event(world::EventKind::unit_arrives, 1, 0, 0, 39));
    CHECK(to.en == "Riders 1 comes in to the captain with 39 men");
    CHECK(to.zh == "马队1（39人）来到佐领处");
}

TEST_CASE("A name's article is small inside a sentence and large at its head") {
    CHECK(sentence_of(names(), event(world::EventKind::meets, 2, 1, 0, 0)).en ==
          "leader of Riders 1 meets the captain");
    CHECK(sentence_of(names(), event(world::EventKind::meets, 2, 0, 1, 0)).en ==
          "The captain meets leader of Riders 1");
    CHECK(sentence_of(names(), event(world::EventKind::drum_begins, 2, 0, kNoRow, 0)).en ==
          "the drum beside the captain begins to beat");
    CHECK(within_sentence("Theodore") == "Theodore");
    CHECK(within_sentence("A beile") == "a beile");
}
