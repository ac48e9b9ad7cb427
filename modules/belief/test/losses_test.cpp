// What a man thinks his side has lost.
#include <doctest/doctest.h>

#include "linghe/belief/beliefs.hpp"

using namespace linghe;
using belief::Source;
using belief::Subject;

namespace {

struct Mind {
    belief::Beliefs b;
    Mind() {
        b.rows.resize(8);
        b.index_owners(1);
    }
    bool hear(std::uint32_t lost, float likelihood, base::Tick tick, Source source) {
        return belief::take_losses(b, 0, {Subject::unit, 3, lost, likelihood, tick, source});
    }
    [[nodiscard]] std::size_t row() const { return static_cast<std::size_t>(b.find(0, Subject::unit, 3)); }
    [[nodiscard]] std::uint32_t lost() const { return b.rows.lost[row()]; }
    [[nodiscard]] double sure() const { return b.rows.lost_q16[row()] / 65536.0; }
};

}  // namespace

TEST_CASE("Losses told by one who ran are half believed; seen with his own eyes, they are what he saw") {
    Mind m;
    CHECK(m.hear(80, 2.5F, 100, Source::fugitive));
    CHECK(m.lost() == 80);
    CHECK(m.sure() == doctest::Approx(0.625 / 1.625).epsilon(0.001));  // odds 1 : 4 times 2.5
    CHECK(m.hear(30, 20.0F, 200, Source::eyes));
    CHECK(m.lost() == 30);
    CHECK(m.sure() > 0.9);
    CHECK(m.b.rows.lost_source[m.row()] == static_cast<std::uint8_t>(Source::eyes));
}

TEST_CASE("A wild tale does not overturn what a man has counted himself, but shakes it") {
    Mind m;
    m.hear(30, 20.0F, 100, Source::eyes);
    const double before = m.sure();
    m.hear(150, 2.5F, 200, Source::fugitive);
    CHECK(m.lost() == 30);
    CHECK(m.sure() < before);
    CHECK(m.b.rows.lost_tick[m.row()] == 100);
}

TEST_CASE("Two reports that agree make one number, and a surer one") {
    Mind m;
    m.hear(40, 6.0F, 100, Source::told);
    const double before = m.sure();
    m.hear(50, 6.0F, 200, Source::rider);
    CHECK(m.lost() > 40);
    CHECK(m.lost() < 50);
    CHECK(m.sure() > before);
}

TEST_CASE("Confidence in losses halves in its half-life, the number stays") {
    Mind m;
    m.hear(40, 20.0F, 0, Source::eyes);
    const double before = m.sure();
    for (int s = 2; s <= 601; ++s) belief::forget(m.b, 0, s * 10, 600.0F);
    CHECK(m.sure() == doctest::Approx(before / 2).epsilon(0.02));
    CHECK(m.lost() == 40);
}

TEST_CASE("To know what a body has lost is not to know where it is") {
    Mind m;
    m.hear(40, 20.0F, 0, Source::eyes);
    CHECK(m.b.rows.confidence_q16[m.row()] == 0);
    CHECK(m.b.rows.source[m.row()] == static_cast<std::uint8_t>(Source::none));
}
