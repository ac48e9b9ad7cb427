#include <doctest/doctest.h>

#include "fault_file_system.hpp"
#include "linghe/record/compare.hpp"
#include "linghe/record/run_folder.hpp"
#include "linghe/record/view_reader.hpp"
#include "linghe/record/why.hpp"
#include "little_battle.hpp"

using namespace linghe;
using namespace linghe::record;
using linghe::record::test::FaultFileSystem;

namespace {

constexpr int kTicks = 1900, kFork = 1330;

struct Field {
    FaultFileSystem fs;
    model::Model model;
    RunInfo info;
    Field() {
        test::Shape shape;
        shape.men_per_unit = 5;
        shape.cells = 8;
        model = test::little_model(shape);
        model.end_tick = kTicks;
        model.persons[0].great_banner = true;
        info.keyframe_ticks = 600;
    }
    base::Result<void> go(RunFolder& run, sim::State& s, int until) const {
        while (s.world.tick() < until) {
            test::little_step(model, s);
            LINGHE_CHECK_OK(run.after_step(s));
        }
        return {};
    }
    void fight(const std::string& folder) {
        sim::State s = test::little_state(model);
        auto run = RunFolder::create(fs, folder, model, s, info, builtin_probes(model));
        REQUIRE(run.ok());
        REQUIRE(go(run.value(), s, kTicks).ok());
        REQUIRE(run.value().finish(s).ok());
    }
    base::Result<RunFolder> leave(const std::string& to, base::Tick tick, sim::State& s) {
        ForkNote note;
        note.of = "first";
        note.tick = tick;
        note.setup_seed = model.seed;
        note.changes = {"--seed 9"};
        return RunFolder::fork(fs, {"first", tick, &model}, to, model, info, note, builtin_probes(model), s);
    }
};

}  // namespace

TEST_CASE("a fork that changes nothing has the record of the run it left") {
    Field field;
    field.fight("first");
    sim::State s;
    auto run = field.leave("second", kFork, s);
    REQUIRE(run.ok());
    CHECK(s.world.tick() == 1200);  // the nearest keyframe
    REQUIRE(field.go(run.value(), s, kFork).ok());
    REQUIRE(run.value().part(s).ok());
    REQUIRE(field.go(run.value(), s, kTicks).ok());
    REQUIRE(run.value().finish(s).ok());
    const auto first = read_manifest(field.fs, "first"), second = read_manifest(field.fs, "second");
    REQUIRE(first.ok());
    REQUIRE(second.ok());
    CHECK(second->root_hash == first->root_hash);
    CHECK(second->record_hash == first->record_hash);
    CHECK(second->hashes.size() == first->hashes.size());
    CHECK(second->fork.of == "first");
    CHECK(second->fork.tick == kFork);
    CHECK(second->fork.setup_seed == field.model.seed);
    CHECK(second->fork.changes.size() == 1);
    CHECK(first->fork.tick == -1);
    auto a = ViewReader::open(field.fs, "first/view.lgv"), b = ViewReader::open(field.fs, "second/view.lgv");
    REQUIRE(a.ok());
    REQUIRE(b.ok());
    CHECK(b->complete());
    CHECK(b->seconds() == a->seconds());
    CHECK(b->damaged_chunks().empty());
    const auto hash = b->record_hash();
    REQUIRE(hash.ok());
    CHECK(hash.value() == first->record_hash);
    const auto found = compare(first.value(), a.value(), second.value(), b.value());
    REQUIRE(found.ok());
    CHECK(found->alike);
    CHECK(found->parted_tick == -1);
    CHECK(found->events.empty());
    for (const auto& row : found->strengths) CHECK(row.a == row.b);
}

TEST_CASE("a fork holds no state from before its moment") {
    Field field;
    field.fight("first");
    sim::State s;
    auto run = field.leave("second", kFork, s);
    REQUIRE(run.ok());
    REQUIRE(field.go(run.value(), s, kFork).ok());
    auto states = read_state_file(field.fs, "second/state.lgs");
    REQUIRE(states.ok());
    CHECK(states->keyframes.empty());
    REQUIRE(run.value().part(s).ok());
    states = read_state_file(field.fs, "second/state.lgs");
    REQUIRE(states.ok());
    REQUIRE(states->keyframes.size() == 1);
    CHECK(states->keyframes[0].tick == kFork);
}

TEST_CASE("a moment that a run did not reach, another scenario and another release are refused") {
    Field field;
    field.fight("first");
    sim::State s;
    CHECK_FALSE(field.leave("second", kTicks, s).ok());
    CHECK_FALSE(field.leave("second", -1, s).ok());
    CHECK_FALSE(field.leave("first", 600, s).ok());
    field.info.release = "9.9.9";
    CHECK_FALSE(field.leave("second", 600, s).ok());
    field.info.release = RunInfo{}.release;
    field.model.scenario_hash ^= 1;
    CHECK_FALSE(field.leave("second", 600, s).ok());
    CHECK_FALSE(field.fs.exists("second/view.lgv"));
}

TEST_CASE("an event leads back to what lies behind it, and one that is not there is told") {
    Field field;
    field.fight("first");
    auto view = ViewReader::open(field.fs, "first/view.lgv");
    REQUIRE(view.ok());
    const auto events = view->events(0, view->seconds());
    REQUIRE(events.ok());
    if (!events->empty()) {
        const ViewEvent& last = events->back();
        const auto chain = why_event(view.value(), last.id);
        REQUIRE(chain.ok());
        CHECK(chain->links.front().event.id == last.id);
        for (std::size_t i = 1; i < chain->links.size(); ++i)
            CHECK(chain->links[i].event.id == chain->links[i - 1].event.parent);
    }
    CHECK_FALSE(why_event(view.value(), 4'000'000'000u).ok());
    CHECK_FALSE(why_subject(view.value(), "nobody", 100).ok());
}
