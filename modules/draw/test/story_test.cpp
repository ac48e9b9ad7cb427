// What the story makes of a question and its answer, put into the record of a real battle.
#include <doctest/doctest.h>

#include "linghe/base/file.hpp"
#include "linghe/draw/render.hpp"
#include "linghe/draw/stage.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/verbs.hpp"
#include "linghe/record/probes.hpp"
#include "linghe/record/run_folder.hpp"
#include "linghe/scenario/builtin.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"
#include "linghe/world/events.hpp"

using namespace linghe;

namespace {

/// Five seconds of `tiny` in which person 0 asks after person 1 at 1 s; who hears of it at 2 s; and then, or not, the answer.
draw::OrderRow question(bool found, bool answered) {
    base::RealFileSystem files;
    const std::string dir = "/tmp/linghe_story_test_" + std::to_string(files.sys_random());
    auto sources = scenario::builtin_sources("tiny");
    REQUIRE(sources.ok());
    std::vector<scenario::Problem> problems;
    const auto loaded = scenario::read_scenario(sources.value(), {}, problems);
    REQUIRE(loaded.ok());
    const model::Model& m = loaded.value().model;
    auto state = sim::make_state(m);
    REQUIRE(state.ok());
    REQUIRE(files.make_dirs(dir).ok());
    sim::State start = state.take();
    auto run = record::RunFolder::create(files, dir + "/run", m, start, {}, record::builtin_probes(m));
    REQUIRE(run.ok());
    jobs::Jobs jobs(1);
    sim::Engine engine(m, std::move(start), jobs);
    std::uint32_t asked = 0;
    const auto put = [&](world::EventKind kind, std::uint32_t who, std::uint32_t other) {
        auto& world = engine.mutable_state().world;
        world::Event event;
        event.kind = kind;
        event.subject_kind = 2;
        event.subject = who;
        event.other = other;
        event.value = static_cast<std::int32_t>(model::Verb::report);
        event.parent = asked;
        return world::write_event(world.events, world.clock, event);
    };
    while (engine.state().world.tick() < 50) {
        engine.step();
        const auto tick = engine.state().world.tick();
        if (tick == 10) asked = put(world::EventKind::order_given, 0, 1);
        if (tick == 20 && found) put(world::EventKind::report_received, 1, 0);
        if (tick == 30 && answered) put(world::EventKind::report_received, 0, 1);
        REQUIRE(run->after_step(engine).ok());
    }
    REQUIRE(run->suspend(engine.state()).ok());
    auto reader = record::ViewReader::open(files, dir + "/run/" + record::kViewName);
    REQUIRE(reader.ok());
    const auto course = draw::read_course(reader.value());
    REQUIRE(course.ok());
    for (const draw::OrderRow& o : course->orders)
        if (o.event == asked) return o;
    FAIL("the question is not in the story");
    return {};
}

}  // namespace

TEST_CASE("A question that finds nobody is told as not received; one that is answered, as done") {
    CHECK(question(false, false).received_s < 0);
    const auto found = question(true, false);
    CHECK(found.received_s > found.given_s);
    CHECK_FALSE(found.done);
    const auto answered = question(true, true);
    CHECK(answered.received_s > answered.given_s);
    CHECK(answered.ended_s > answered.received_s);
    CHECK(answered.done);
}
