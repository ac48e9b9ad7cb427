#include <doctest/doctest.h>

#include <cmath>

#include "linghe/belief/beliefs.hpp"
#include "linghe/belief/laws.hpp"

using namespace linghe;
using belief::Beliefs;
using belief::News;
using belief::Source;
using belief::Subject;

namespace {

struct Mind {
    Beliefs b;
    explicit Mind(std::uint32_t rows = 64) {
        b.first = {0, rows};
        b.rows.resize(rows);
        b.self.resize(1);
    }
    bool hear(std::uint32_t who, std::int32_t x_m, std::int32_t y_m, float likelihood, base::Tick tick,
              Source source = Source::eyes, std::uint32_t spread_m = 20, std::uint32_t men = 0xffffffffu,
              bool gone = false) {
        return belief::take_in(b, 0,
                               {Subject::person, who, x_m * 1000, y_m * 1000, spread_m * 1000, men,
                                likelihood, gone, tick, source, 0xffff});
    }
    [[nodiscard]] std::size_t row(std::uint32_t who) const {
        return static_cast<std::size_t>(b.find(0, Subject::person, who));
    }
    [[nodiscard]] double sure(std::uint32_t who) const { return b.rows.confidence_q16[row(who)] / 65536.0; }
    [[nodiscard]] double alive(std::uint32_t who) const { return b.rows.alive_q16[row(who)] / 65536.0; }
};

}  // namespace

TEST_CASE("Bayes: news of likelihood 20 lifts a chance of one half to 20 in 21") {
    CHECK(belief::bayes(0.5, 20) == doctest::Approx(20.0 / 21.0));
    CHECK(belief::bayes(0.2, 6) == doctest::Approx(0.6));
    CHECK(belief::bayes(0.7, 1) == doctest::Approx(0.7));
    CHECK(belief::bayes(0.7, 0.5) == doctest::Approx(0.35 / 0.65));
}

TEST_CASE("Two places that agree are joined by their precisions") {
    const auto e = belief::joined({0, 0, 10}, {30, 0, 20});
    CHECK(e.x_m == doctest::Approx(6.0));
    CHECK(e.spread_m == doctest::Approx(std::sqrt(80.0)));
    CHECK(belief::agree({0, 0, 10}, {30, 0, 20}));
    CHECK_FALSE(belief::agree({0, 0, 10}, {60, 0, 20}));
}

TEST_CASE("News that is older by its half-life has half its weight") {
    CHECK(belief::stale(9, belief::kStaleHalfLifeS) == doctest::Approx(5.0));
    CHECK(belief::stale(9, 0) == doctest::Approx(9.0));
}

TEST_CASE("What he sees himself he believes, and seeing it again makes him surer") {
    Mind m;
    CHECK(m.hear(3, 100, 200, 20, 10));
    CHECK(m.sure(3) == doctest::Approx(5.0 / 6.0).epsilon(0.001));
    m.hear(3, 110, 200, 20, 20);
    CHECK(m.sure(3) > 0.98);
    CHECK(m.b.rows.x_mm[m.row(3)] == doctest::Approx(105'000));
    CHECK(m.b.rows.tick[m.row(3)] == 20);
}

TEST_CASE("A false belief yields to stronger evidence and stands against weaker") {
    Mind m;
    m.hear(0, 6000, 5500, 40, 0, Source::prior, 500);  // the khan is at Dalinghe: odds 10
    const double before = m.sure(0);
    CHECK_FALSE(m.b.rows.x_mm[m.row(0)] == 0);
    m.hear(0, 0, 450, 2, 100, Source::ears, 200);  // a noise by the river
    CHECK(m.b.rows.x_mm[m.row(0)] == 6'000'000);
    CHECK(m.sure(0) < before);
    const bool moved = m.hear(0, 0, 450, 20, 200, Source::eyes, 20);
    CHECK(moved);
    CHECK(m.b.rows.x_mm[m.row(0)] == 0);
    CHECK(m.b.rows.source[m.row(0)] == static_cast<std::uint8_t>(Source::eyes));
}

TEST_CASE("Repeated beats of the drum overcome a firm false belief in a few spells of attention") {
    Mind m;
    m.hear(0, 6000, 5500, 40, 0, Source::prior, 500);
    int beats = 0;
    while (m.b.rows.x_mm[m.row(0)] != 0 && beats < 20)
        m.hear(0, 0, 450, 12, 100 + 100 * beats++, Source::ears, 300);
    CHECK(beats <= 3);
}

TEST_CASE("Old news does not push out newer news") {
    Mind m;
    m.hear(5, 1000, 0, 20, 10'000);
    m.hear(5, -1000, 0, 6, 10, Source::told, 20);
    CHECK(m.b.rows.x_mm[m.row(5)] == 1'000'000);
    CHECK(m.b.rows.tick[m.row(5)] == 10'000);
}

TEST_CASE("An empty place lowers confidence in it, not the memory of where it was") {
    Mind m;
    m.hear(5, 1000, 0, 20, 10);
    const double before = m.sure(5);
    News nothing;
    nothing.kind = Subject::person;
    nothing.subject = 5;
    nothing.likelihood = 0.2F;
    nothing.tick = 10;
    nothing.source = Source::absence;
    belief::take_in(m.b, 0, nothing);
    CHECK(m.sure(5) == doctest::Approx(belief::bayes(before, 0.2)).epsilon(0.001));
    CHECK(m.b.rows.x_mm[m.row(5)] == 1'000'000);
    nothing.subject = 99;  // of whom he knows nothing: no row is made
    CHECK_FALSE(belief::take_in(m.b, 0, nothing));
    CHECK(m.b.find(0, Subject::person, 99) == -1);
}

TEST_CASE("News of a death lowers the belief that he lives; seeing him alive restores it") {
    Mind m;
    m.hear(5, 0, 0, 20, 10);
    CHECK(m.alive(5) > 0.9);
    m.hear(5, 0, 0, 3, 20, Source::fugitive, 100, 0xffffffffu, true);
    const double rumour = m.alive(5);
    CHECK(rumour < 0.99);
    for (int k = 0; k < 6; ++k) m.hear(5, 0, 0, 6, 30 + k, Source::told, 100, 0xffffffffu, true);
    CHECK(m.alive(5) < 0.2);
    for (int k = 0; k < 4; ++k) m.hear(5, 0, 0, 20, 100 + k);
    CHECK(m.alive(5) > 0.9);
}

TEST_CASE("Strength: what he counts himself stands, what he is told is weighed") {
    Mind m;
    m.hear(5, 0, 0, 6, 10, Source::told, 50, 1000);
    CHECK(m.b.rows.men[m.row(5)] == 1000);
    m.hear(5, 0, 0, 6, 20, Source::told, 50, 2000);
    CHECK(m.b.rows.men[m.row(5)] > 1000);
    CHECK(m.b.rows.men[m.row(5)] < 2000);
    CHECK(m.hear(5, 0, 0, 20, 30, Source::eyes, 20, 600));
    CHECK(m.b.rows.men[m.row(5)] == 600);
}

TEST_CASE(
    "A change is told when the place moved a hundred metres, the strength a fifth, or confidence a tenth") {
    Mind m;
    m.hear(5, 0, 0, 400, 10);
    CHECK_FALSE(m.hear(5, 5, 0, 400, 20));
    CHECK(m.hear(5, 900, 0, 2000, 30));
}

TEST_CASE("Confidence halves in its half-life, place grows vague, life tends to as likely as not") {
    Mind m;
    m.hear(5, 0, 0, 20, 0);
    m.hear(5, 0, 0, 20, 0);
    const double before = m.sure(5), alive = m.alive(5);
    for (int s = 2; s <= 601; ++s) belief::forget(m.b, 0, s * 10, 600.0F);
    CHECK(m.sure(5) == doctest::Approx(before / 2).epsilon(0.02));
    CHECK(m.b.rows.spread_mm[m.row(5)] == doctest::Approx(614'000).epsilon(0.01));
    CHECK(m.alive(5) == doctest::Approx(0.5 + (alive - 0.5) / 2).epsilon(0.02));
}

TEST_CASE("An enemy area nobody has seen for long is forgotten, and its row is free again") {
    Mind m(4);
    belief::take_in(m.b, 0,
                    {Subject::enemy_area, 7, 0, 0, 100'000, 500, 3.0F, false, 0, Source::eyes, 0xffff});
    for (int s = 2; s < 8000; ++s) belief::forget(m.b, 0, s * 10, 600.0F);
    CHECK(m.b.find(0, Subject::enemy_area, 7) == -1);
}

TEST_CASE("When the mind is full the least believed subject goes, of equals the oldest") {
    Mind m(20);
    for (std::uint32_t who = 0; who < 20; ++who)
        m.hear(who, 0, 0, who == 11 ? 2.0F : 20.0F, 100 + static_cast<base::Tick>(who));
    m.hear(50, 0, 0, 20, 500);
    CHECK(m.b.find(0, Subject::person, 11) == -1);
    CHECK(m.b.find(0, Subject::person, 50) >= 0);
    m.hear(51, 0, 0, 20, 501);
    CHECK(m.b.find(0, Subject::person, 0) == -1);
    for (std::uint32_t who = 1; who < 20; ++who) {
        if (who != 11) CHECK(m.b.find(0, Subject::person, who) >= 0);
    }
}

TEST_CASE("A person and a unit of the same number are two subjects") {
    Mind m;
    m.hear(5, 100, 0, 20, 10);
    belief::take_in(
        m.b, 0, {Subject::unit, 5, 900'000, 0, 20'000, 0xffffffffu, 20.0F, false, 10, Source::eyes, 0xffff});
    CHECK(m.b.rows.x_mm[static_cast<std::size_t>(m.b.find(0, Subject::person, 5))] == 100'000);
    CHECK(m.b.rows.x_mm[static_cast<std::size_t>(m.b.find(0, Subject::unit, 5))] == 900'000);
}
