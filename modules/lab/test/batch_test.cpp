#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "linghe/base/hash.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/lab/batch.hpp"
#include "linghe/lab/summary.hpp"
#include "linghe/scenario/builtin.hpp"

using namespace linghe;
using namespace linghe::lab;

namespace {

/// A folder of its own, gone at the end.
struct Folder {
    Folder() {
        char name[] = "/tmp/linghe-lab-XXXXXX";
        path = mkdtemp(name);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string path;
};

Plan plan_of(const char* scenario, const char* seeds, double until_s, std::vector<std::string> arms = {}) {
    Plan plan;
    plan.scenario = scenario;
    plan.sources = scenario::builtin_sources(scenario).take();
    plan.seeds = parse_seeds(seeds).take();
    plan.until_s = until_s;
    plan.release = "test";
    for (const auto& arm : arms) REQUIRE(add_arm(plan.arms, arm).ok());
    return plan;
}

Prepared prepared_of(Plan plan) {
    std::vector<scenario::Problem> problems;
    auto p = prepare(std::move(plan), problems);
    REQUIRE_MESSAGE(p.ok(), (p.ok() ? "" : p.error().text()));
    return p.take();
}

Outcome run(const Prepared& p, unsigned threads, const std::string& folder = {}, bool resume = false,
            Disturb disturb = {}) {
    base::RealFileSystem fs;
    BatchOptions options;
    options.threads = threads;
    options.folder = folder;
    options.resume = resume;
    options.disturb = std::move(disturb);
    auto out = run_batch(fs, p, options);
    REQUIRE_MESSAGE(out.ok(), (out.ok() ? "" : out.error().text()));
    return out.take();
}

const char* const kResults[] = {"rows.csv",     "missing.csv", "summary.csv",
                                "summary.json", "summary.md",  "datapackage.json"};

std::string text_of(const std::string& path) {
    base::RealFileSystem fs;
    return fs.read_text(path).value_or("(missing)");
}

}  // namespace

TEST_CASE("A battle fought fifty times is fifty battles") {
    const auto p = prepared_of(plan_of("tiny", "1-50", 12));
    const auto out = run(p, 2);
    std::set<std::uint64_t> hashes;
    for (const auto& row : out.rows) {
        CHECK_MESSAGE(row.ok(), row.failure);
        hashes.insert(row.hash);
    }
    CHECK(out.rows.size() == 50);
    CHECK(hashes.size() == 50);
}

TEST_CASE("Rows are the same for one, two and three workers, and run 17 alone is run 17 of the batch") {
    const auto p = prepared_of(plan_of("tiny", "1-10", 25, {"mute:without drum"}));
    Folder one, two, three;
    run(p, 1, one.path + "/b");
    run(p, 2, two.path + "/b");
    const auto out = run(p, 3, three.path + "/b");
    for (const char* name : kResults) {
        const std::string text = text_of(one.path + "/b/" + name);
        CHECK_MESSAGE(text.size() > 20, name);
        CHECK_MESSAGE(text == text_of(two.path + "/b/" + name), name);
        CHECK_MESSAGE(text == text_of(three.path + "/b/" + name), name);
    }
    const Row alone = run_one(p, 17);
    CHECK(alone.hash == out.rows[17].hash);
    // ... and as the scenario's own reader and engine make it, without the lab.
    std::vector<scenario::Problem> problems;
    scenario::Options options;
    options.seed = 9;  // run 17 = seed 9 under arm 1
    options.without = {"drum"};
    const auto loaded = scenario::read_scenario(p.plan.sources, options, problems);
    jobs::Jobs jobs{2};
    sim::Engine engine{loaded.value().model, sim::make_state(loaded.value().model).take(), jobs};
    for (int tick = 0; tick < 250; ++tick) engine.step();
    CHECK(sim::state_hash(engine.state()) == alone.hash);
    CHECK(text_of(one.path + "/b/rows.csv").find("linghe run tiny --seed 9 --without drum --until 00:25") !=
          std::string::npos);
}

TEST_CASE("A batch that was killed goes on, whatever byte its log ends in") {
    const auto p = prepared_of(plan_of("tiny", "1-4", 6, {"mute:without drum"}));
    Folder whole;
    run(p, 2, whole.path + "/b");
    const std::string log = text_of(whole.path + "/b/runs.log");
    for (const std::size_t keep :
         {std::size_t{0}, std::size_t{7}, std::size_t{60}, log.size() / 2, log.size() - 1, log.size()}) {
        Folder torn;
        std::ofstream(torn.path + "/runs.log", std::ios::binary)
            .write(log.data(), static_cast<std::streamsize>(keep));
        std::set<std::size_t> seen;
        const auto out = run(p, 1, torn.path, true, [&](std::size_t i, sim::Engine&) { seen.insert(i); });
        CHECK(out.rows.size() == 8);
        CHECK(out.resumed + seen.size() == 8);
        if (keep == log.size()) CHECK(seen.empty());
        for (const char* name : kResults)
            CHECK_MESSAGE(text_of(torn.path + "/" + name) == text_of(whole.path + "/b/" + name),
                          name << " after " << keep << " bytes");
    }
}

TEST_CASE("A stop leaves a batch that can be gone on with, and writes no summary of half of it") {
    const auto p = prepared_of(plan_of("tiny", "1-6", 6));
    Folder folder;
    base::RealFileSystem fs;
    BatchOptions options;
    options.threads = 1;
    options.folder = folder.path;
    std::atomic<bool> enough{false};
    options.disturb = [&](std::size_t i, sim::Engine&) { enough = enough || i == 1; };
    options.stop = [&] { return enough.load(); };
    const auto half = run_batch(fs, p, options);
    REQUIRE(half.ok());
    CHECK(half.value().stopped);
    CHECK(half.value().rows.size() < 6);
    CHECK_FALSE(fs.exists(folder.path + "/rows.csv"));
    CHECK(run_batch(fs, p, options).error().code == base::ErrorCode::usage);  // not overwritten unasked
    const auto rest = run(p, 2, folder.path, true);
    CHECK(rest.resumed == half.value().rows.size());
    CHECK(rows_csv(p, rest.rows) == rows_csv(p, run(p, 2).rows));
}

TEST_CASE("The log of another batch is refused") {
    Folder folder;
    run(prepared_of(plan_of("tiny", "1-2", 3)), 1, folder.path);
    base::RealFileSystem fs;
    BatchOptions options;
    options.folder = folder.path;
    options.resume = true;
    for (auto plan : {plan_of("tiny", "1-3", 3), plan_of("tiny", "1-2", 4),
                      plan_of("tiny", "1-2", 3, {"a:without drum"})})
        CHECK(run_batch(fs, prepared_of(plan), options).error().code == base::ErrorCode::invalid);
    auto other = plan_of("tiny", "1-2", 3);
    other.release = "another";
    CHECK(run_batch(fs, prepared_of(other), options).error().code == base::ErrorCode::invalid);
}

TEST_CASE("An arm that cannot be is refused before anything is fought") {
    std::vector<scenario::Problem> problems;
    const auto code = [&](Plan plan) { return prepare(std::move(plan), problems).error().code; };
    CHECK(code(plan_of("tiny", "1-2", 3, {"a:set person.lord.traits.composure=7"})) ==
          base::ErrorCode::invalid);
    CHECK(code(plan_of("tiny", "1-2", 3, {"a:set person.nobody.traits.composure=0.5"})) ==
          base::ErrorCode::invalid);
    CHECK_FALSE(prepare(plan_of("tiny", "1-2", 3, {"a:without drumm"}), problems).ok());
    CHECK(code(plan_of("tiny", "1-2", 61)) == base::ErrorCode::usage);
    auto plan = plan_of("tiny", "1-2", 3);
    plan.measures = {"gatherd_300m_at_0"};
    CHECK(prepare(plan, problems).error().hint.find("gathered_300m_at_0") != std::string::npos);
    plan.measures = {"gathered_300m_at_50"};
    CHECK(code(plan) == base::ErrorCode::usage);
    plan.measures = {"dead.*", "gathered_300m_at_0"};
    const auto p = prepared_of(plan);
    REQUIRE(p.measures.size() == 3);
    CHECK(p.measures[0].name == "gathered_300m_at_0");
}

TEST_CASE("A run that breaks an invariant is a failed row, and the others are fought") {
    const auto p = prepared_of(plan_of("tiny", "1-4", 6));
    const auto clean = run(p, 2);
    Folder folder;
    const auto out = run(p, 2, folder.path, false, [](std::size_t i, sim::Engine& engine) {
        if (engine.state().world.tick() != 30) return;
        if (i == 1) engine.mutable_state().world.men.y_mm[5] = 900'000'000;  // far off the map, and fit
        if (i == 2) throw std::runtime_error("a fault, as if of our own");
    });
    REQUIRE(out.rows.size() == 4);
    CHECK(out.rows[0].hash == clean.rows[0].hash);
    CHECK(out.rows[3].hash == clean.rows[3].hash);
    CHECK_FALSE(out.rows[1].ok());
    CHECK(out.rows[2].failure == "a fault, as if of our own");
    CHECK_FALSE(out.rows[2].values[0].known);
    const auto summary = summarize(p, out.rows);
    CHECK(summary.failed[0] == 2);
    CHECK(summary.figures[0].known.n == 2);
    CHECK(text_of(folder.path + "/rows.csv").find("failed: a fault, as if of our own") != std::string::npos);
    // A failure is a result: going on does not fight it again.
    std::atomic<int> again{0};
    run(p, 1, folder.path, true, [&](std::size_t, sim::Engine&) { ++again; });
    CHECK(again == 0);
}

TEST_CASE("What must always hold is checked: heads, states, units, the map's edge") {
    const auto p = prepared_of(plan_of("tiny", "1", 3));
    std::vector<scenario::Problem> problems;
    const auto loaded = scenario::read_scenario(p.plan.sources, {}, problems);
    const auto& model = loaded.value().model;
    const auto sound = sim::make_state(model).take();
    CHECK(breach(model, sound).empty());
    auto s = sound;
    s.world.men.status[3] = 200;
    CHECK(breach(model, s).find("man 3") == 0);
    s = sound;
    s.world.men.morale[4] = 8;
    CHECK_FALSE(breach(model, s).empty());
    s = sound;
    s.world.men.unit[4] = 60'000;
    CHECK_FALSE(breach(model, s).empty());
    s = sound;
    s.world.men.resize(199);
    CHECK(breach(model, s).find("heads") == 0);
}

TEST_CASE("An arm that changes nothing differs in nothing") {
    const auto p = prepared_of(plan_of("tiny", "1-8", 20, {"same:set minutes=1.0"}));
    const auto out = run(p, 2);
    for (std::size_t i = 0; i < out.rows.size(); i += 2) CHECK(out.rows[i].hash == out.rows[i + 1].hash);
    const auto summary = summarize(p, out.rows);
    CHECK(summary.pairs.size() == p.measures.size());
    std::size_t with_pairs = 0;
    for (const auto& pair : summary.pairs) {
        CHECK(pair.paired.above + pair.paired.below == 0);
        CHECK(pair.paired.mean.mean == 0);
        if (pair.paired.mean.n < 6) continue;
        ++with_pairs;
        CHECK(pair.verdict == Verdict::no_difference);
    }
    CHECK(with_pairs > 5);
}

TEST_CASE("A verdict needs six pairs and an interval without zero") {
    Prepared p;
    p.plan.arms = {{"base", {}}, {"a", {}}};
    p.measures.resize(1);
    const auto verdict = [&p](std::vector<double> differences) {
        p.plan.seeds.clear();
        std::vector<Row> rows;
        for (std::size_t i = 0; i < differences.size(); ++i) {
            p.plan.seeds.push_back(i + 1);
            rows.push_back({2 * i, 1, "", 0, {Value::of(differences[i])}});
            rows.push_back({2 * i + 1, 1, "", 0, {Value::of(0)}});
        }
        return summarize(p, rows).pairs[0].verdict;
    };
    CHECK(verdict({1, 1, 1, 1, 1}) == Verdict::too_few);
    CHECK(verdict({1, 1, 1, 1, 1, 1}) == Verdict::base_higher);
    CHECK(verdict({-1, -1.1, -1, -1, -1, -1}) == Verdict::base_lower);
    CHECK(verdict({-1, 1, -2, 2, -1, 1.5}) == Verdict::undecided);
    CHECK(verdict({0, 0, 0, 0, 0, 0}) == Verdict::no_difference);
}

TEST_CASE("A mean share and a difference of shares keep within what they can be, and the verdict stays") {
    Prepared p;
    p.plan.arms = {{"base", {}}, {"a", {}}};
    p.measures = {share({"held_share", "1", "", "", "", false, 0}), {"men", "men", "", "", "", false, 0}};
    std::vector<Row> rows;
    for (const double v : {1.0, 0.9, 1.0, 0.2, 1.0, 1.0, 0.9}) {
        p.plan.seeds.push_back(p.plan.seeds.size() + 1);
        rows.push_back({rows.size(), 1, "", 0, {Value::of(v), Value::of(v)}});
        rows.push_back({rows.size(), 1, "", 0, {Value::of(0.0), Value::of(0.0)}});
    }
    const auto summary = summarize(p, rows);
    const auto &cut = summary.figures[0].mean, &free = summary.figures[1].mean;
    CHECK(free.interval->high > 1);
    CHECK(cut.interval->high == 1);
    CHECK(cut.interval->low == free.interval->low);
    CHECK(summary.pairs[0].paired.mean.interval->high == 1);
    CHECK(summary.pairs[0].verdict == Verdict::base_higher);
}
