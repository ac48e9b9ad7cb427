#include <doctest/doctest.h>

#include <algorithm>

#include "linghe/jobs/jobs.hpp"
#include "linghe/lab/batch.hpp"
#include "linghe/lab/summary.hpp"
#include "linghe/scenario/builtin.hpp"
#include "observers.hpp"

using namespace linghe;
using namespace linghe::lab;

namespace {

model::Model model_of(const char* scenario) {
    std::vector<scenario::Problem> problems;
    return std::move(
        scenario::read_scenario(scenario::builtin_sources(scenario).value(), {}, problems).take().model);
}

Prepared prepared_of(const char* scenario, const char* seeds, double until_s,
                     std::vector<std::string> measures, const char* arm) {
    Plan plan;
    plan.scenario = scenario;
    plan.sources = scenario::builtin_sources(scenario).take();
    plan.seeds = parse_seeds(seeds).take();
    plan.until_s = until_s;
    plan.measures = std::move(measures);
    REQUIRE(add_arm(plan.arms, arm).ok());
    std::vector<scenario::Problem> problems;
    return prepare(std::move(plan), problems).take();
}

}  // namespace

TEST_CASE("Riding within 45 degrees of the chief is heading for him; standing, or riding by, is not") {
    CHECK(heads_towards(1000, 0, 5, 0));
    CHECK(heads_towards(1000, 999, 5, 0));
    CHECK_FALSE(heads_towards(1000, 1001, 5, 0));
    CHECK_FALSE(heads_towards(-1000, 0, 5, 0));
    CHECK_FALSE(heads_towards(299, 0, 5, 0));
    CHECK_FALSE(heads_towards(0, 0, 5, 0));
}

TEST_CASE("Every measure has a name of its own, a meaning in both languages, and a value or a reason") {
    for (const char* scenario : {"tiny", "drum-field", "ford"}) {
        const auto model = model_of(scenario);
        const auto all = measures_of(model, 1e12);
        std::vector<std::string> names;
        for (const auto& info : all) {
            CHECK_FALSE(info.en.empty());
            CHECK_FALSE(info.zh.empty());
            names.push_back(info.name);
        }
        auto sorted = names;
        std::sort(sorted.begin(), sorted.end());
        CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
        Observation observation{model, names};
        const auto state = sim::make_state(model).take();
        observation.look(state);
        for (const Value& v : observation.values(state)) CHECK(v.known != !v.why.empty());
    }
}

TEST_CASE("The umpire counts heads, fugitives and the chief's bank by the state alone") {
    const auto model = model_of("tiny");
    REQUIRE(chief_of(model) == 0);
    auto state = sim::make_state(model).take();
    auto& men = state.world.men;
    const std::size_t chief = model.persons[0].man;
    std::size_t fugitives = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        const bool out = men.morale[i] == 3 || men.morale[i] == 4;
        if (model.men.side[i] != 0 || !out || i == chief) continue;
        ++fugitives;
        const bool there = fugitives <= 3;  // three beside the chief, the others where they are, all standing
        if (there)
            men.x_mm[i] = men.x_mm[chief], men.y_mm[i] = men.y_mm[chief];
        else
            men.x_mm[i] = men.x_mm[chief] + 150'000, men.y_mm[i] = men.y_mm[chief];
        men.vx_mm_s[i] = men.vy_mm_s[i] = 0;
    }
    REQUIRE(fugitives > 10);
    men.status[5] = static_cast<std::uint8_t>(world::Status::dead);  // one of the household
    Observation observation{model,
                            {"gathered_300m_at_0", "dead.jin", "dead.ming", "no_such", "arrival_s.captain"}};
    observation.look(state);
    const auto values = observation.values(state);
    std::size_t near = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        const double dx = (men.x_mm[i] - men.x_mm[chief]) / 1000.0,
                     dy = (men.y_mm[i] - men.y_mm[chief]) / 1000.0;
        near += men.status[i] == 0 && model.men.side[i] == 0 && dx * dx + dy * dy <= 300.0 * 300.0 ? 1 : 0;
    }
    CHECK(values[0].number == near);
    CHECK(values[1].number == 1);
    CHECK(values[2].number == 0);
    CHECK_FALSE(values[3].known);
    Field field;
    field.chief = 0;
    for (std::uint32_t i = 0; i < men.size(); ++i)
        if (model.men.side[i] == 0 && (men.morale[i] == 3 || men.morale[i] == 4) && i != chief) {
            field.fugitives.push_back(i);
            field.in_disc.push_back(1);
        }
    const Scene scene{model, state, field, 0};
    CHECK(heading_share(scene, Reach::all, 100).number ==
          doctest::Approx(3.0 / static_cast<double>(fugitives)));
    CHECK(heading_share(scene, Reach::all, 300).number == 1);
    CHECK_FALSE(heading_share(scene, Reach::beyond, 100).known);
    men.vx_mm_s[field.fugitives[4]] = -3000;  // a fourth rides for him
    CHECK(heading_share(scene, Reach::all, 100).number ==
          doctest::Approx(4.0 / static_cast<double>(fugitives)));
}

TEST_CASE("Watching a battle changes nothing in it") {
    const auto p = prepared_of("tiny", "3", 20, {}, "few:set minutes=1.0");
    auto q = p;
    q.measures.clear();
    CHECK(run_one(p, 0).hash == run_one(q, 0).hash);
}

// T0 is the first beat, 10 s after the start. Two crowds of 400: one 450 m downwind of the drum, one 1,900 m upwind. Over seeds 1-20 the paired differences in the
// near crowd were 0.265 on average with a standard deviation of 0.024; with that spread six pairs find a true
// difference of 0.10 with a power above 0.99 (non-central t, 5 degrees of freedom, non-centrality 10).
TEST_CASE("The drum turns those who can hear it, and those who cannot do not turn") {
    const auto p =
        prepared_of("drum-field", "1-6", 315, {"share_to_chief_disc_at_5", "share_to_chief_beyond_at_5"},
                    "no-drum:without drum");
    base::RealFileSystem fs;
    const auto out = run_batch(fs, p, {});
    REQUIRE(out.ok());
    for (const auto& row : out.value().rows) REQUIRE_MESSAGE(row.ok(), row.failure);
    const auto summary = summarize(p, out.value().rows);
    const auto& near = summary.pairs[0];
    CHECK(near.verdict == Verdict::base_higher);
    CHECK(near.paired.above == 6);
    REQUIRE(near.paired.mean.interval);
    CHECK(near.paired.mean.interval->low > 0.1);
    const auto& far = summary.pairs[1];
    CHECK(far.paired.mean.n == 6);
    for (const Row& row : out.value().rows) {
        if (p.arm_of(row.run) != 0) continue;
        const double with = row.values[1].number, without = out.value().rows[row.run + 1].values[1].number;
        CHECK(with == doctest::Approx(without).epsilon(0.02));
    }
    MESSAGE("near: " << near.paired.mean.mean << " [" << near.paired.mean.interval->low << ", "
                     << near.paired.mean.interval->high << "], far: " << far.paired.mean.mean);
}
