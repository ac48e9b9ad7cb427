// What a commander makes of the enemy's whole strength, and of how the battle will end.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using test::Field;

namespace {

struct Host : Field {
    Host() {
        give_khan_a_host(1'000);
        for (auto& unit : model.units) unit.force = base::ForceId{2};
        for (std::uint32_t p2 = 0; p2 < 4; ++p2) beliefs.self.in_hand[p2] = 1'000;
    }
    void see_enemies(std::uint32_t men) {
        belief::take_in(beliefs, kKhan,
                        {belief::Subject::enemy_area, 7, 0, -500'000, 100'000, men, 400.0F, false, now,
                         belief::Source::eyes});
    }
    void see_own() {
        for (const std::uint32_t p2 : {kPrince, kOfficer, kSecondPrince})
            for (int k = 0; k < 3; ++k) tell(kKhan, p2, 10'000, 20'000, belief::Source::eyes);
    }
    void think(int seconds) {
        for (int s = 0; s < seconds; ++s) second();
    }
    [[nodiscard]] double host() const { return beliefs.self.enemy_host[kKhan]; }
    [[nodiscard]] double chance() const { return beliefs.self.outcome_q16[kKhan] / 65536.0; }
};

}  // namespace

TEST_CASE("Before he sees an enemy a commander goes by what he reckoned, or by his own strength") {
    Host own, told;
    told.model.persons[Field::kKhan].enemy_reckoned = 2'000;
    own.think(1);
    told.think(1);
    CHECK(own.host() == doctest::Approx(4'000));
    CHECK(told.host() == doctest::Approx(2'000));
}

TEST_CASE("A few enemies change no reckoning, many more than were reckoned raise it above what is seen") {
    Host few, many;
    few.see_enemies(400);
    many.see_enemies(12'000);
    few.think(12);
    many.think(12);
    CHECK(few.host() == doctest::Approx(4'000).epsilon(0.01));
    CHECK(many.host() > 11'000);
    CHECK(many.host() < 15'000);
}

TEST_CASE("Who has heard of nobody gives himself even chances; who knows that he is the stronger, more") {
    Host blind, knows;
    for (Host* h : {&blind, &knows}) h->model.persons[Field::kKhan].enemy_reckoned = 1'000;
    knows.see_own();
    blind.think(1);
    knows.think(1);
    CHECK(blind.chance() == doctest::Approx(0.5).epsilon(0.02));
    CHECK(knows.chance() > 0.85);
}

TEST_CASE("He whose men run about him thinks the battle lost before any report says so") {
    Host stands, runs;
    for (Host* h : {&stands, &runs}) h->see_own();
    runs.beliefs.self.in_hand[Field::kKhan] = 200;
    runs.beliefs.self.fleeing[Field::kKhan] = 800;
    stands.think(1);
    runs.think(1);
    CHECK(stands.chance() == doctest::Approx(0.5).epsilon(0.02));
    CHECK(runs.chance() < 0.2);
}

TEST_CASE("A captain without a name reckons nothing") {
    Host h;
    h.model.persons[Field::kOfficer].named = false;
    h.think(30);
    CHECK(h.beliefs.self.outcome_q16[Field::kOfficer] == 0);
}
