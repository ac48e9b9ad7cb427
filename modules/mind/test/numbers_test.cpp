// mind cannot include the world, so it keeps a copy of a few of its numbers: here they are compared.
#include <doctest/doctest.h>

#include "linghe/world/events.hpp"
#include "office.hpp"

using namespace linghe;

TEST_CASE("What a commander notes bears the numbers that the ledger knows") {
    using mind::NoteCause;
    using mind::NoteKind;
    using world::Cause;
    using world::EventKind;
    const auto same = [](auto a, auto b) { return static_cast<int>(a) == static_cast<int>(b); };
    CHECK(same(NoteKind::order_given, EventKind::order_given));
    CHECK(same(NoteKind::order_done, EventKind::order_done));
    CHECK(same(NoteKind::order_failed, EventKind::order_failed));
    CHECK(same(NoteKind::order_refused, EventKind::order_refused));
    CHECK(same(NoteKind::order_doubted, EventKind::order_doubted));
    CHECK(same(NoteKind::order_silent, EventKind::order_silent));
    CHECK(same(NoteKind::persuaded, EventKind::persuaded));
    CHECK(same(NoteKind::belief_changes, EventKind::belief_changes));
    CHECK(same(NoteKind::decides, EventKind::decides));
    CHECK(same(NoteKind::turns_back, EventKind::turns_back));
    CHECK(same(NoteKind::meets, EventKind::meets));
    CHECK(same(NoteCause::none, Cause::none));
    CHECK(same(NoteCause::enemy, Cause::enemy));
    CHECK(same(NoteCause::fire, Cause::fire));
    CHECK(same(NoteCause::losses, Cause::losses));
    CHECK(same(NoteCause::example, Cause::example));
    CHECK(same(NoteCause::persuasion, Cause::persuasion));
    CHECK(same(NoteCause::kin, Cause::kin));
    CHECK(same(NoteCause::drum, Cause::drum));
    CHECK(same(NoteCause::order, Cause::order));
    CHECK(same(NoteCause::belief, Cause::belief));
    CHECK(same(NoteCause::sight, Cause::sight));
    CHECK(same(NoteCause::report, Cause::report));
    CHECK(same(NoteCause::deadline, Cause::deadline));
}
