// A question and its answer in the running battle: the same couriers, senses and ledger as in any scenario.
#include <doctest/doctest.h>

#include <string>

#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"
#include "linghe/world/events.hpp"

using namespace linghe;

namespace {

/// The tiny field without an enemy: the lord, and a prince of his who holds a post 640 m off, where the lord
/// knew him to be and cannot make him out.
constexpr const char* kBattle = R"(
format = 1
id = "search"
title = { en = "A prince is missed", zh = "寻人" }
about = { en = "Two bodies out of each other's sight.", zh = "两部不相见。" }
map = "map.toml"
minutes = 12.0
[weather]
temperature_c = 11
humidity_percent = 55
gust_share = 0
[[wind]]
at_s = 0
speed_m_s = 1
from_deg = 190
[[side]]
id = "jin"
name = { en = "Jin", zh = "后金" }
retreat = [0, 340]
[[side]]
id = "ming"
name = { en = "Ming", zh = "明军" }
retreat = [0, -340]
[[colours]]
id = "white"
name = { en = "Plain White", zh = "正白旗" }
side = "jin"
fill_light = "#FCFAF4"
fill_dusk = "#F6F2E8"
[[force]]
id = "jin"
name = { en = "Jin", zh = "后金" }
side = "jin"
[[force]]
id = "wing"
name = { en = "The wing", zh = "翼军" }
side = "jin"
parent = "jin"
[[person]]
id = "lord"
name = { en = "The lord", zh = "旗主" }
rides_with = "staff"
commands = "jin"
traits = { experience = 0.8, composure = 0.9, latency_s = 5 }
order = { verb = "hold" }
belief = { about = "prince", at = [320, 200], spread_m = 60, confidence = 0.8 }
[[person]]
id = "prince"
name = { en = "The prince", zh = "贝勒" }
rides_with = "guard"
commands = "wing"
superior = "lord"
traits = { experience = 0.8, composure = 0.9, latency_s = 5 }
order = { verb = "hold_line", at = [320, 200] }
[[unit]]
id = "staff"
name = { en = "Household", zh = "亲随" }
force = "jin"
colours = "white"
troop = "jin_staff"
men = 20
formed = false
at = [-320, 200]
heading_deg = 90
[[unit]]
id = "guard"
name = { en = "Guard", zh = "护军" }
force = "wing"
colours = "white"
troop = "jin_staff"
men = 20
formed = false
at = [320, 200]
heading_deg = 270
)";

struct Search {
    model::Model model;
    std::uint32_t lord = 0, prince = 0;

    explicit Search(const std::vector<std::string>& without = {}) {
        auto tiny = scenario::builtin_sources("tiny");
        REQUIRE(tiny.ok());
        scenario::Sources sources = tiny.take();
        sources.scenario_toml = kBattle;
        scenario::Options options;
        options.set = {{"parameters.mind.missing_after_s", "120"}};
        options.without = without;
        std::vector<scenario::Problem> problems;
        auto loaded = scenario::read_scenario(sources, options, problems);
        for (const auto& p : problems) MESSAGE(p.text());
        REQUIRE(loaded.ok());
        model = loaded.take().model;
        for (std::uint32_t p = 0; p < model.persons.size(); ++p) {
            if (model.persons[p].id == "lord") lord = p;
            if (model.persons[p].id == "prince") prince = p;
        }
    }
    /// First event of a kind about a person, by tick; id 0 when there is none.
    struct Told {
        std::uint32_t id = 0, parent = 0;
        base::Tick tick = 0;
    };
    struct Course {
        Told asked, found, answers, heard;
        bool lord_knows = false;
    };
    Course fight(int seconds) {
        auto state = sim::make_state(model);
        REQUIRE(state.ok());
        jobs::Jobs jobs{1};
        sim::Engine engine{model, state.take(), jobs};
        Course c;
        for (int t = 0; t < seconds * 10; ++t) {
            engine.step();
            const auto& e = engine.state().world.events;
            for (std::size_t i = 0; i < e.size(); ++i) {
                const auto take = [&](Told& told, world::EventKind kind, std::uint32_t who,
                                      std::uint32_t other) {
                    if (told.id == 0 && e.kind[i] == static_cast<std::uint8_t>(kind) && e.subject[i] == who &&
                        e.other[i] == other)
                        told = {e.id[i], e.parent[i], t};
                };
                take(c.asked, world::EventKind::order_given, lord, prince);
                take(c.found, world::EventKind::report_received, prince, lord);
                take(c.answers, world::EventKind::decides, prince, lord);
                take(c.heard, world::EventKind::report_received, lord, prince);
            }
        }
        const auto& b = engine.state().beliefs;
        const std::int64_t row = b.find(lord, belief::Subject::person, prince);
        c.lord_knows = row >= 0 && b.rows.source[static_cast<std::size_t>(row)] ==
                                       static_cast<std::uint8_t>(belief::Source::rider);
        return c;
    }
};

}  // namespace

TEST_CASE("In the field a missed prince is sought, found 640 m off, and his lord has word of him") {
    Search s;
    const auto c = s.fight(560);
    REQUIRE(c.asked.id != 0);
    CHECK(c.asked.tick >= 1200);
    REQUIRE(c.found.id != 0);
    // 640 m, found from 60 m off, at 4.5 m/s at most: the way there and back takes its time.
    CHECK(c.found.tick - c.asked.tick >= 1'200);
    CHECK(c.found.parent == c.asked.id);
    REQUIRE(c.answers.id != 0);
    CHECK(c.answers.parent == c.asked.id);
    REQUIRE(c.heard.id != 0);
    CHECK(c.heard.tick - c.answers.tick >= 1'200);
    CHECK(c.heard.parent == c.asked.id);
    CHECK(c.lord_knows);
}

TEST_CASE("Where no couriers ride, the lord asks in vain") {
    Search s{{"couriers"}};
    const auto c = s.fight(560);
    CHECK(c.asked.id != 0);
    CHECK(c.found.id == 0);
    CHECK(c.heard.id == 0);
    CHECK(!c.lord_knows);
}
