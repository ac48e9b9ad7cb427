// Time levels in the running battle: nobody comes to blows out of a long step, and what the half seconds leave out does
// not decide a fight.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"

using namespace linghe;

namespace {

model::Model tiny(std::uint64_t seed, const std::vector<std::pair<std::string, std::string>>& set = {}) {
    auto sources = scenario::builtin_sources("tiny");
    REQUIRE(sources.ok());
    scenario::Options options;
    options.seed = seed;
    options.set = set;
    std::vector<scenario::Problem> problems;
    auto loaded = scenario::read_scenario(sources.value(), options, problems);
    REQUIRE(loaded.ok());
    return loaded.take().model;
}

struct Meetings {
    int met = 0;  ///< men who found a foe
    int by_half =
        0;  ///< of these, men who had last stepped half a second before: a foe who closes at more than some
            ///< 3 m/s comes from beyond the 4 m within which the nearest enemy is sought
    int too_late = 0;  ///< men who had last stepped a second or more before
};

Meetings meet(std::uint64_t seed) {
    const model::Model model = tiny(seed);
    auto state = sim::make_state(model);
    REQUIRE(state.ok());
    jobs::Jobs jobs{1};
    sim::Engine engine{model, state.take(), jobs};
    Meetings all;
    std::vector<std::uint32_t> foe;
    std::vector<std::uint8_t> level;
    for (int t = 0; t < 600; ++t) {
        const auto& men = engine.state().world.men;
        foe.assign(men.foe.begin(), men.foe.end());
        level.assign(men.level.begin(), men.level.end());
        engine.step();
        for (std::size_t row = 0; row < men.size(); ++row) {
            if (foe[row] != world::kNobody || men.foe[row] == world::kNobody) continue;
            ++all.met;
            const auto before = static_cast<world::Level>(level[row]);
            all.by_half += before == world::Level::moving ? 1 : 0;
            all.too_late += before > world::Level::moving ? 1 : 0;
        }
    }
    return all;
}

std::size_t fallen(std::uint64_t seed, const char* margin_m) {
    const model::Model model = tiny(seed, {{"parameters.sim.contact_margin_m", margin_m}});
    auto state = sim::make_state(model);
    REQUIRE(state.ok());
    jobs::Jobs jobs{1};
    sim::Engine engine{model, state.take(), jobs};
    while (!engine.finished()) engine.step();
    std::size_t n = 0;
    for (const std::uint8_t status : engine.state().world.men.status) n += world::active(status) ? 0u : 1u;
    return n;
}

}  // namespace

TEST_CASE("Nobody comes to blows out of a step longer than half a second") {
    Meetings all;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const Meetings one = meet(seed);
        all.met += one.met, all.by_half += one.by_half, all.too_late += one.too_late;
    }
    MESSAGE(all.met << " men found a foe: " << all.by_half << " after a step of half a second, "
                    << all.too_late << " after a longer one");
    CHECK(all.met > 100);
    CHECK(all.too_late == 0);
}

TEST_CASE("A fight costs as many men when everybody near an enemy is stepped by tenths") {
    // Pairs share seed and luck, but a fight of a minute has only two or three fallen: over 48 pairs some 120, with a
    // deviation of the difference of some 10. A rule that lost a third of the blows would be found.
    std::size_t by_rule = 0, all_near = 0;
    for (std::uint64_t seed = 1; seed <= 48; ++seed) {
        by_rule += fallen(seed, "0.5");
        all_near += fallen(seed, "2.0");
    }
    MESSAGE("fallen in 48 fights: " << by_rule << " by the rule, " << all_near << " with two metres more");
    CHECK(all_near > 80);
    CHECK(by_rule * 10 > all_near * 7);
    CHECK(by_rule * 7 < all_near * 10);
}
