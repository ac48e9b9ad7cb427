// A leader who is beside himself is talked into answering the drum by the men about him who stand.
#include <doctest/doctest.h>

#include "mind_field.hpp"

using namespace linghe;
using model::Verb;
using test::Field;

namespace {

constexpr std::uint8_t kPersuaded = 38;

/// Seconds until a prince beside himself with fear rides to the drum he hears; `most` when he does not.
int rides_after(std::uint64_t seed, std::uint32_t stand, std::uint32_t run, int most, bool hears = true) {
    Field f;
    f.model.seed = seed;
    f.model.parameters.mind.persuade_per_min = 0.5F;
    f.beliefs.self.fear_q16[Field::kPrince] = math::to_q16_u16(0.9);
    f.beliefs.self.in_hand[Field::kPrince] = stand;
    f.beliefs.self.fleeing[Field::kPrince] = run;
    int s = 0;
    for (; s < most && f.verb(Field::kPrince) != Verb::join; ++s) {
        if (hears) f.hear_drum(Field::kPrince);
        f.second();
    }
    CHECK(f.notes(kPersuaded, Field::kPrince) <= 1);
    if (s < most) CHECK(f.notes(kPersuaded, Field::kPrince) == 1);  // nobody rides who was not talked round
    return s;
}

}  // namespace

TEST_CASE(
    "Among guards who stand a frightened prince is talked round in some minutes; among men who run, late or "
    "not at all") {
    int stands = 0, runs = 0;
    double sum_s = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const int s = rides_after(seed, 1'000, 0, 600);
        stands += s < 600;
        sum_s += s;
        runs += rides_after(seed, 100, 900, 600) < 600;
    }
    CHECK(stands > 95);       // 1 - exp(-5)
    CHECK(sum_s / 100 > 90);  // two minutes, and his time to decide
    CHECK(sum_s / 100 < 170);
    CHECK(runs > 25);  // 1 - exp(-0.5)
    CHECK(runs < 55);
}

TEST_CASE("Nobody talks a prince into riding to a drum he has not heard, and alone nobody talks to him") {
    CHECK(rides_after(1, 1'000, 0, 600, false) == 600);
    CHECK(rides_after(1, 0, 0, 600) == 600);
}
