// Nobody with an order stands for a minute without a reason that the record can tell; nobody is in ground that is closed.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"

using namespace linghe;

namespace {

struct Watch {
    std::size_t minutes_without_reason = 0, longest_s = 0, entered_closed = 0, stood_s = 0;
};

/// Steps a shipped battle and looks at every man once a second.
Watch watch(const std::string& name, int seconds) {
    auto sources = scenario::builtin_sources(name);
    REQUIRE(sources.ok());
    std::vector<scenario::Problem> problems;
    auto loaded = scenario::read_scenario(sources.value(), {}, problems);
    REQUIRE(loaded.ok());
    const model::Model& model = loaded->model;
    jobs::Jobs jobs{2};
    auto state = sim::make_state(model);
    REQUIRE(state.ok());
    sim::Engine engine{model, state.take(), jobs};
    const auto& men = engine.state().world.men;
    std::vector<std::size_t> unexplained(men.size(), 0);
    std::vector<char> was_closed(men.size(), 1);
    Watch w;
    for (int s = 0; s < seconds && !engine.finished(); ++s) {
        for (int t = 0; t < 10; ++t) engine.step();
        for (std::size_t r = 0; r < men.size(); ++r) {
            if (!world::active(men.status[r])) continue;
            const bool horse = men.horse[r] == static_cast<std::uint8_t>(world::Horse::mounted);
            const std::int32_t cell = model.ground.cell(men.x_mm[r], men.y_mm[r]);
            // A bank is closed to riders by choice, but not in need.
            const bool bank = model.ground.bank[static_cast<std::size_t>(cell)] != 0;
            const bool closed =
                !bank && !model.ground.open(cell, horse ? ground::Mobility::horse : ground::Mobility::foot);
            w.entered_closed += closed && was_closed[r] == 0 && horse ? 1 : 0;
            was_closed[r] = closed ? 1 : 0;
            const bool still = men.vx_mm_s[r] == 0 && men.vy_mm_s[r] == 0;
            w.stood_s += still ? 1 : 0;
            const bool told = men.still_why[r] != static_cast<std::uint8_t>(world::Still::none);
            unexplained[r] = still && !told ? unexplained[r] + 1 : 0;
            w.longest_s = std::max(w.longest_s, unexplained[r]);
            w.minutes_without_reason += unexplained[r] == 60 ? 1 : 0;
        }
    }
    return w;
}

}  // namespace

TEST_CASE("Nobody stands for a minute without a reason, from the first minute of two battles") {
    for (const auto& [name, seconds] : {std::pair<std::string, int>{"tiny", 60}, {"ford", 240}}) {
        const Watch w = watch(name, seconds);
        MESSAGE(name << ": " << w.stood_s << " man-seconds stood, longest without a reason " << w.longest_s
                     << " s");
        CHECK(w.stood_s > 0);
        CHECK(w.minutes_without_reason == 0);
        CHECK(w.longest_s <= 6);
        CHECK(w.entered_closed == 0);
    }
}
