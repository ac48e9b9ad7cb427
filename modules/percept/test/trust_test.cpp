// Whom a man believes: by name, rank, bond, and the fear in the teller's face.
#include "field.hpp"

using field::Field;
using namespace linghe;
using belief::Source;
using belief::Subject;

namespace {

struct Teller {
    float reputation = 0, bond = 0;
    bool superior = false;
    float shown = 0;
};

/// How sure a man is of where a third one is, after another has told him once.
double believes(const Teller& how) {
    Field f(4000, 4000);
    const auto u = f.unit(0), v = f.unit(0), w = f.unit(0);
    const auto man_a = f.man(u, 1000, 1000), man_b = f.man(v, 1020, 1000), man_c = f.man(w, 3500, 3500);
    const auto a = f.person(man_a), b = f.person(man_b), c = f.person(man_c);
    auto& teller = f.model.persons[b];
    teller.traits.reputation = how.reputation;
    if (how.superior) f.model.persons[a].superior = base::PersonId{b};
    if (how.bond > 0) f.model.persons[a].bonds = {{base::PersonId{b}, how.bond}};
    f.start();
    f.world.men.shown_q16[man_b] = static_cast<std::uint16_t>(how.shown * 65535.0F);
    belief::take_in(f.beliefs, b,
                    {Subject::person, c, 3'500'000, 3'500'000, 50'000, 700, 20.0F, false, 0, Source::eyes});
    f.run(31);
    const auto row = f.beliefs.find(a, Subject::person, c);
    REQUIRE(row >= 0);
    CHECK(f.beliefs.rows.told_by[static_cast<std::size_t>(row)] == b);
    return f.beliefs.rows.confidence_q16[static_cast<std::size_t>(row)] / 65536.0;
}

}  // namespace

TEST_CASE("A man of name is believed before one of none, and a superior and a brother before a stranger") {
    const double stranger = believes({}), name = believes({1.0F}), brother = believes({0.0F, 1.0F}),
                 superior = believes({0.0F, 0.0F, true});
    MESSAGE("sure of it from a stranger " << stranger << ", a man of name " << name << ", a brother "
                                          << brother << ", his superior " << superior);
    CHECK(name > stranger + 0.03);
    CHECK(brother > stranger + 0.03);
    CHECK(superior > stranger + 0.03);
}

TEST_CASE("Who comes in panic is believed less than who comes calm") {
    const double calm = believes({}), panic = believes({0.0F, 0.0F, false, 0.6F});
    MESSAGE("sure of it from a calm man " << calm << ", from one in panic " << panic);
    CHECK(panic < calm - 0.1);
}
