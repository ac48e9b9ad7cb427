// Every number of every model at the ends of what the reader lets pass, in a battle that is already joined.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"

using namespace linghe;

namespace {

constexpr base::Tick kJoinedTick = 250;  // 25 s into "tiny": arrows, contact and flight are under way
constexpr base::Tick kFirstTicks = 11;   // from the beginning: what is drawn or laid out once
constexpr base::Tick kLaterTicks = 11;   // and from the middle of the fight: two looks about each

base::Result<scenario::Loaded> load(const scenario::Options& options) {
    auto sources = scenario::builtin_sources("tiny");
    REQUIRE(sources.ok());
    std::vector<scenario::Problem> problems;
    return scenario::read_scenario(sources.value(), options, problems);
}

float* number_of(model::Parameters& parameters, const scenario::ParameterInfo& info) {
    float* found = nullptr;
    parameters.visit_groups([&](std::string_view group, auto& members) {
        members.visit([&](std::string_view name, float& value) {
            if (group == info.group && name == info.name) found = &value;
        });
    });
    return found;
}

/// What no number may bring about: a man off the map, or faster than an arrow; wind no weather knows.
void check_sane(const model::Model& model, const sim::State& state) {
    const auto& men = state.world.men;
    const auto& g = model.ground;
    std::size_t outside = 0, too_fast = 0;
    for (std::size_t row = 0; row < men.size(); ++row) {
        if (!g.inside(men.x_mm[row], men.y_mm[row])) ++outside;
        const auto fast = [](std::int32_t v_mm_s) { return v_mm_s > 30'000 || v_mm_s < -30'000; };
        if (fast(men.vx_mm_s[row]) || fast(men.vy_mm_s[row])) ++too_fast;
    }
    CHECK(outside == 0);
    CHECK(too_fast == 0);
    const auto gale = [](std::int32_t v_mm_s) { return v_mm_s > 200'000 || v_mm_s < -200'000; };
    CHECK_FALSE(gale(state.world.clock.wind_x_mm_s[0]));
    CHECK_FALSE(gale(state.world.clock.wind_y_mm_s[0]));
}

void fight_on(const model::Model& model, sim::State state, base::Tick ticks, jobs::Jobs& jobs) {
    sim::Engine engine{model, std::move(state), jobs};
    const base::Tick end = engine.state().world.tick() + ticks;
    while (engine.state().world.tick() < end) engine.step();
    check_sane(model, engine.state());
}

std::vector<float> ends_of(const scenario::ParameterInfo& info) {
    std::vector<float> ends{info.least, info.most};
    if (info.least < 0.0F && info.most > 0.0F) ends.push_back(0.0F);
    return ends;
}

/// Fights `first` ticks from the beginning and `later` from the joined battle with every number at its ends.
void try_all(base::Tick first, base::Tick later) {
    auto shipped = load({});
    REQUIRE(shipped.ok());
    model::Model& model = shipped->model;
    jobs::Jobs jobs{1};
    sim::State joined;
    {
        auto start = sim::make_state(model);
        REQUIRE(start.ok());
        sim::Engine engine{model, start.take(), jobs};
        while (engine.state().world.tick() < kJoinedTick) engine.step();
        joined = std::move(engine.mutable_state());
    }
    std::size_t tried = 0;
    for (const scenario::ParameterInfo& info : shipped->parameters) {
        float* number = number_of(model.parameters, info);
        if (number == nullptr) continue;  // of the land or of the muster: read once, see below
        const float before = *number;
        for (const float end : ends_of(info)) {
            const std::string what = info.group + "." + info.name + " = " + std::to_string(end);
            CAPTURE(what);
            *number = end;
            auto start = sim::make_state(model);
            REQUIRE(start.ok());
            fight_on(model, start.take(), first, jobs);
            if (later > 0) fight_on(model, joined, later, jobs);
            ++tried;
        }
        *number = before;
    }
    CHECK(tried > 600);
}

}  // namespace

TEST_CASE("No number of a model, at the ends of its bounds, throws the battle off the field") {
    try_all(kFirstTicks, kLaterTicks);
}

// test_sim --no-skip
TEST_CASE("Nor does it in the whole of the battle" * doctest::skip()) { try_all(600, 0); }

TEST_CASE("The land and the muster bear every number their bounds allow") {
    auto shipped = load({});
    REQUIRE(shipped.ok());
    jobs::Jobs jobs{1};
    std::size_t tried = 0;
    for (const scenario::ParameterInfo& info : shipped->parameters) {
        if (info.group != "ground" && info.group != "setup") continue;
        for (const float end : ends_of(info)) {
            scenario::Options options;
            options.set = {{"parameters." + info.group + "." + info.name, std::to_string(end)}};
            CAPTURE(options.set[0].first);
            CAPTURE(end);
            auto loaded = load(options);
            if (!loaded.ok()) {  // men who cannot stand where the scenario puts them: told, not fought
                CHECK(loaded.error().code == base::ErrorCode::invalid);
                continue;
            }
            auto start = sim::make_state(loaded->model);
            REQUIRE(start.ok());
            fight_on(loaded->model, start.take(), kFirstTicks + kLaterTicks, jobs);
            ++tried;
        }
    }
    CHECK(tried > 55);
}
