#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "fault_file_system.hpp"
#include "linghe/model/verbs.hpp"
#include "linghe/record/run_folder.hpp"
#include "linghe/record/view_reader.hpp"
#include "linghe/record/words.hpp"
#include "linghe/world/events.hpp"
#include "little_battle.hpp"

using namespace linghe;
using namespace linghe::record;
using linghe::record::test::Fault;
using linghe::record::test::FaultFileSystem;

namespace {

constexpr int kTicks = 1900;

struct Small {
    model::Model model;
    Small() {
        test::Shape shape;
        shape.men_per_unit = 5;
        shape.cells = 8;
        model = test::little_model(shape);
        model.end_tick = kTicks;
        model.persons[0].great_banner = true;
    }
};

RunInfo info() {
    RunInfo i;
    i.command = "linghe run little";
    i.keyframe_ticks = 600;
    i.warnings = {"a little warning"};
    return i;
}

std::vector<Probe> probes(const model::Model& m) { return builtin_probes(m); }

/// Steps to `until` and records each step; stops at the first error.
base::Result<void> go(RunFolder& run, const model::Model& m, sim::State& s, int until) {
    while (s.world.tick() < until) {
        test::little_step(m, s);
        LINGHE_CHECK_OK(run.after_step(s));
    }
    return {};
}

base::Result<void> whole_run(base::FileSystem& fs, const std::string& folder, const model::Model& m) {
    sim::State s = test::little_state(m);
    LINGHE_TRY(RunFolder run, RunFolder::create(fs, folder, m, s, info(), probes(m)));
    LINGHE_CHECK_OK(go(run, m, s, kTicks));
    return run.finish(s);
}

base::Result<void> rest_of_run(base::FileSystem& fs, const std::string& folder, const model::Model& m) {
    sim::State s;
    LINGHE_TRY(RunFolder run, RunFolder::resume(fs, folder, m, info(), probes(m), s));
    LINGHE_CHECK_OK(go(run, m, s, kTicks));
    return run.finish(s);
}

/// Rows of a query as text, "a|b\n".
std::string ask(const std::vector<std::byte>& file, const std::string& sql) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(":memory:", &db) == SQLITE_OK);
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(file.size()));
    for (std::size_t i = 0; i < file.size(); ++i) copy[i] = std::to_integer<unsigned char>(file[i]);
    const auto size = static_cast<sqlite3_int64>(file.size());
    REQUIRE(sqlite3_deserialize(db, "main", copy, size, size, SQLITE_DESERIALIZE_FREEONCLOSE) == SQLITE_OK);
    std::string out;
    const auto row = [](void* to, int n, char** values, char**) {
        for (int k = 0; k < n; ++k) {
            *static_cast<std::string*>(to) +=
                (k > 0 ? "|" : "") + std::string(values[k] == nullptr ? "NULL" : values[k]);
        }
        *static_cast<std::string*>(to) += "\n";
        return 0;
    };
    char* fault = nullptr;
    sqlite3_exec(db, sql.c_str(), row, &out, &fault);
    INFO(std::string(fault == nullptr ? "" : fault));
    CHECK(fault == nullptr);
    sqlite3_free(fault);
    sqlite3_close(db);
    return out;
}

}  // namespace

TEST_CASE("A finished run is a manifest and the files it names") {
    FaultFileSystem fs;
    const Small small;
    REQUIRE(whole_run(fs, "run", small.model).ok());
    const auto m = read_manifest(fs, "run");
    REQUIRE(m.ok());
    CHECK(m->state == "finished");
    CHECK(m->tick == kTicks);
    CHECK(m->seconds == 191);
    CHECK(m->seed == small.model.seed);
    CHECK(m->title_zh == "小战");
    CHECK(m->hashes.size() == 20);
    CHECK(m->warnings == std::vector<std::string>{"a little warning"});
    CHECK(m->files.size() == 4);
    for (const ManifestFile& f : m->files) CHECK(fs.bytes_of("run/" + f.name)->size() == f.bytes);
    CHECK(fs.names().size() == 5);  // no partial manifest, no temporary file
    {
        auto view = ViewReader::open(fs, "run/view.lgv");
        REQUIRE(view.ok());
        CHECK(view->record_hash().value() == m->record_hash);
    }
    const auto last = read_latest_valid(fs, "run/state.lgs");
    REQUIRE(last.ok());
    CHECK(last->tick == kTicks);
    CHECK(last->root_hash == m->root_hash);
    const auto fork = read_latest_valid(fs, "run/state.lgs", 1300);
    REQUIRE(fork.ok());
    CHECK(fork->tick == 1200);
    CHECK(sim::load_state(small.model, fork->state).ok());
    CHECK(fs.open_files() == 0);
}

TEST_CASE("No earlier run is overwritten") {
    FaultFileSystem fs;
    const Small small;
    REQUIRE(whole_run(fs, "run", small.model).ok());
    const auto before = *fs.bytes_of("run/view.lgv");
    const auto again = whole_run(fs, "run", small.model);
    REQUIRE_FALSE(again.ok());
    CHECK(again.error().code == base::ErrorCode::usage);
    CHECK(again.error().message.find("holds a run already") != std::string::npos);
    CHECK(*fs.bytes_of("run/view.lgv") == before);
    CHECK(rest_of_run(fs, "run", small.model).error().message.find("finished") != std::string::npos);
    CHECK(rest_of_run(fs, "elsewhere", small.model).error().code == base::ErrorCode::usage);
}

TEST_CASE("A battle suspended at any tick and resumed leaves the record of one that was not") {
    FaultFileSystem fs;
    const Small small;
    REQUIRE(whole_run(fs, "straight", small.model).ok());
    for (const int stop : {1, 355, 600, 1234, 1899, kTicks}) {
        const std::string folder = "stopped-" + std::to_string(stop);
        sim::State s = test::little_state(small.model);
        auto run = RunFolder::create(fs, folder, small.model, s, info(), probes(small.model));
        REQUIRE(run.ok());
        REQUIRE(go(run.value(), small.model, s, stop).ok());
        REQUIRE(run->suspend(s).ok());
        CHECK(read_manifest(fs, folder)->state == "suspended");
        CHECK(read_manifest(fs, folder)->tick == stop);
        CHECK(ViewReader::open(fs, folder + "/view.lgv")->seconds() ==
              static_cast<std::uint32_t>(stop / 10 + 1));
        REQUIRE(rest_of_run(fs, folder, small.model).ok());
        const auto a = read_manifest(fs, "straight"), b = read_manifest(fs, folder);
        CHECK(a->record_hash == b->record_hash);
        CHECK(a->root_hash == b->root_hash);
        CHECK(a->hashes.size() == b->hashes.size());
        CHECK(*fs.bytes_of("straight/view.lgv") == *fs.bytes_of(folder + "/view.lgv"));
        CHECK(*fs.bytes_of("straight/results.gpkg") == *fs.bytes_of(folder + "/results.gpkg"));
    }
}

TEST_CASE("A battle whose machine loses its power resumes to the same record, or says that it cannot") {
    const Small small;
    FaultFileSystem straight;
    REQUIRE(whole_run(straight, "run", small.model).ok());
    const std::int64_t calls = straight.calls();
    const auto want = read_manifest(straight, "run");
    int resumed = 0, nothing = 0, finished = 0;
    for (std::int64_t n = 0; n < calls; ++n) {
        FaultFileSystem fs;
        fs.fail_at(n, Fault::power_cut);
        CHECK_FALSE(whole_run(fs, "run", small.model).ok());
        fs.power_cut(static_cast<std::uint64_t>(n));
        const auto m = read_manifest(fs, "run");
        if (!m.ok()) {
            ++nothing;  // cut before the first keyframe: there is no run yet
            continue;
        }
        if (m->state == "finished") {
            ++finished;
        } else {
            const auto rest = rest_of_run(fs, "run", small.model);
            INFO("cut at call ", n, rest.ok() ? "" : rest.error().text());
            REQUIRE(rest.ok());
            ++resumed;
        }
        const auto got = read_manifest(fs, "run");
        CHECK(got->record_hash == want->record_hash);
        CHECK(got->root_hash == want->root_hash);
        CHECK(*fs.bytes_of("run/view.lgv") == *straight.bytes_of("run/view.lgv"));
    }
    CHECK(resumed > 20);
    CHECK(nothing > 0);
    CHECK(finished < 10);
}

TEST_CASE(
    "A full or failing disk ends the record with an error, and nothing half-written under a final name") {
    const Small small;
    FaultFileSystem straight;
    REQUIRE(whole_run(straight, "run", small.model).ok());
    const std::int64_t calls = straight.calls();
    for (const Fault fault : {Fault::disk_full, Fault::io_error}) {
        int told = 0;
        for (std::int64_t n = 0; n < calls; ++n) {
            FaultFileSystem fs;
            fs.fail_at(n, fault);
            const auto done = whole_run(fs, "run", small.model);
            if (done.ok()) continue;  // a close or a removal of what nobody needs
            ++told;
            CHECK(done.error().code == base::ErrorCode::io);
            const auto m = read_manifest(fs, "run");
            if (m.ok() && m->state == "finished") {
                for (const ManifestFile& f : m->files) CHECK(fs.bytes_of("run/" + f.name)->size() == f.bytes);
            }
            for (const std::string& name : fs.names()) CHECK(name.find("tmp") == std::string::npos);
        }
        CHECK(told > 60);
    }
}

TEST_CASE("A state file cut anywhere still gives its whole keyframes") {
    FaultFileSystem fs;
    const Small small;
    REQUIRE(whole_run(fs, "run", small.model).ok());
    const std::vector<std::byte> whole = *fs.bytes_of("run/state.lgs");
    std::size_t most = 0;
    for (std::size_t n = 0; n <= whole.size(); n += 11) {
        fs.put("cut.lgs", {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)});
        const auto file = read_state_file(fs, "cut.lgs");
        if (!file.ok()) {
            CHECK(most == 0);
            continue;
        }
        CHECK(file->keyframes.size() >= most);
        most = file->keyframes.size();
        const auto last = read_latest_valid(fs, "cut.lgs");
        CHECK(last.ok() == (most > 0));
        if (last.ok()) CHECK(sim::load_state(small.model, last->state).ok());
    }
    CHECK(most >= 4);
}

/// Where the blocks of a framed log begin, and its end.
static std::vector<std::size_t> borders_of(const std::vector<std::byte>& log) {
    std::vector<std::size_t> out;
    for (const base::LogBlock& block : base::read_log(log).blocks)
        out.push_back(static_cast<std::size_t>(block.offset));
    out.push_back(log.size());
    return out;
}

TEST_CASE(
    "A stopped battle whose record is damaged anywhere is refused as damaged, or ends as the whole one and "
    "says what it lost") {
    FaultFileSystem fs;
    const Small small;
    REQUIRE(whole_run(fs, "straight", small.model).ok());
    const auto want = read_manifest(fs, "straight");
    sim::State s = test::little_state(small.model);
    auto run = RunFolder::create(fs, "run", small.model, s, info(), probes(small.model));
    REQUIRE(run.ok());
    REQUIRE(go(run.value(), small.model, s, 1234).ok());
    REQUIRE(run->suspend(s).ok());
    const auto state = *fs.bytes_of("run/state.lgs"), view = *fs.bytes_of("run/view.lgv"),
               manifest = *fs.bytes_of("run/manifest.partial.json");
    int refused = 0, told = 0, silent = 0, harmless = 0;
    const auto try_with = [&](const std::string& name, const std::vector<std::byte>& bytes) {
        for (const char* old : {"manifest.json", "results.gpkg", "warnings.json"})
            if (fs.exists(std::string("run/") + old)) REQUIRE(fs.remove(std::string("run/") + old).ok());
        fs.put("run/state.lgs", state), fs.put("run/view.lgv", view),
            fs.put("run/manifest.partial.json", manifest);
        fs.put("run/" + name, bytes);
        const auto rest = rest_of_run(fs, "run", small.model);
        if (!rest.ok()) {
            ++refused;
            CHECK(rest.error().code == base::ErrorCode::corrupt);
            CHECK_FALSE(rest.error().hint.empty());
            return;
        }
        const auto got = read_manifest(fs, "run");
        REQUIRE(got.ok());
        CHECK(got->root_hash == want->root_hash);
        CHECK(got->record_hash == want->record_hash);
        CHECK(*fs.bytes_of("run/view.lgv") == *fs.bytes_of("straight/view.lgv"));
        const bool warned = got->warnings.size() > want->warnings.size();
        // Behind the last keyframe the view holds only its own table of contents.
        ++(warned ? told : name == "state.lgs" ? silent : harmless);
        if (warned) CHECK(got->warnings.back().find("the record was damaged") == 0);
    };
    for (const auto& [name, whole] :
         {std::pair{std::string("state.lgs"), state}, {std::string("view.lgv"), view}}) {
        CAPTURE(name);
        std::vector<std::size_t> spots, lengths;
        for (const std::size_t border : borders_of(whole)) {
            for (const int d : {-1, 0, 1, 5, 9, 13, 16, 20}) {
                const auto at = static_cast<std::int64_t>(border) + d;
                if (at < 0 || at >= static_cast<std::int64_t>(whole.size())) continue;
                spots.push_back(static_cast<std::size_t>(at));
                lengths.push_back(static_cast<std::size_t>(at));
            }
        }
        for (std::size_t k = 0; k < 40; ++k) spots.push_back(k * (whole.size() - 1) / 39);
        for (const std::size_t at : spots) {
            CAPTURE(at);
            auto bad = whole;
            bad[at] ^= std::byte{0x41};
            try_with(name, bad);
        }
        for (const std::size_t length : lengths) {
            CAPTURE(length);
            try_with(name, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
        }
    }
    CHECK(refused > 10);
    CHECK(told > 40);
    CHECK(silent == 0);
    CHECK(harmless < told);
    CHECK(fs.open_files() == 0);
}

TEST_CASE("A manifest that cannot be read is named as the file that it is") {
    FaultFileSystem fs;
    const std::string text = "garbage";
    const auto bytes = std::as_bytes(std::span<const char>(text));
    fs.put("run/manifest.partial.json", {bytes.begin(), bytes.end()});
    CHECK(read_manifest(fs, "run").error().where == "manifest.partial.json");
    fs.put("run/manifest.json", {bytes.begin(), bytes.end()});
    CHECK(read_manifest(fs, "run").error().where == "manifest.json");
}

TEST_CASE("An unfinished run that has lost a file is told as damaged, and which") {
    for (const std::string name : {"state.lgs", "view.lgv"}) {
        FaultFileSystem fs;
        const Small small;
        sim::State s = test::little_state(small.model);
        auto run = RunFolder::create(fs, "run", small.model, s, info(), probes(small.model));
        REQUIRE(run.ok());
        REQUIRE(go(run.value(), small.model, s, 50).ok());
        REQUIRE(run->suspend(s).ok());
        REQUIRE(fs.remove("run/" + name).ok());
        const auto resumed = rest_of_run(fs, "run", small.model);
        REQUIRE_FALSE(resumed.ok());
        CHECK(resumed.error().code == base::ErrorCode::corrupt);
        CHECK(resumed.error().where == "run/" + name);
    }
}

TEST_CASE("A question is told as one, not as an order to a chief") {
    WordNames names;
    names.persons = {{"Dodo", "多铎"}, {"the khan", "汗"}};
    ViewEvent asks;
    asks.kind = static_cast<std::uint8_t>(world::EventKind::order_given);
    asks.subject_kind = 2;
    asks.subject = 0;
    asks.other = 1;
    asks.value = static_cast<std::int32_t>(model::Verb::report);
    CHECK(sentence_of(names, asks).en == "Dodo sends a rider to ask after the khan");
    CHECK(sentence_of(names, asks).zh == "多铎遣骑往寻汗");
    asks.value = static_cast<std::int32_t>(model::Verb::gather);
    CHECK(sentence_of(names, asks).en == "Dodo orders the khan to gather the men");
}

TEST_CASE("A run is not resumed with another battle") {
    FaultFileSystem fs;
    Small small;
    sim::State s = test::little_state(small.model);
    auto run = RunFolder::create(fs, "run", small.model, s, info(), probes(small.model));
    REQUIRE(run.ok());
    REQUIRE(go(run.value(), small.model, s, 50).ok());
    REQUIRE(run->suspend(s).ok());
    small.model.seed = 2;
    const auto other = rest_of_run(fs, "run", small.model);
    REQUIRE_FALSE(other.ok());
    CHECK(other.error().code == base::ErrorCode::usage);
    CHECK(other.error().message.find("another scenario or seed") != std::string::npos);
}

TEST_CASE("The results open as a GeoPackage and tell what happened") {
    FaultFileSystem fs;
    const Small small;
    REQUIRE(whole_run(fs, "run", small.model).ok());
    const auto& file = *fs.bytes_of("run/results.gpkg");
    CHECK(ask(file, "PRAGMA application_id") == "1196444487\n");
    CHECK(ask(file, "PRAGMA integrity_check") == "ok\n");
    CHECK(ask(file, "SELECT count(*) FROM unit_minutes") == "16\n");  // 4 units, minutes 0..3
    CHECK(ask(file, "SELECT count(*) FROM side_minutes") == "8\n");
    CHECK(ask(file, "SELECT value FROM runs WHERE key = 'title_zh'") == "小战\n");
    CHECK(ask(file, "SELECT count(*) FROM events WHERE kind = 'unit_breaks'") ==
          "12\n");  // 4 units at ticks 301, 901, 1501
    CHECK(
        ask(file, "SELECT DISTINCT words_en FROM events WHERE kind = 'unit_breaks' AND unit_id = 'niru-2'") ==
        "Niru 2 breaks: 13 men in flight; flight seen 47 %, smoke 24 %\n");
    CHECK(ask(file, "SELECT hex(substr(geom, 1, 8)) FROM events LIMIT 1") == "47500001FFFFFFFF\n");
    CHECK(ask(file, "SELECT count(*) FROM tracks WHERE named = 1") == "2\n");
    CHECK(ask(file, "SELECT count(*) > 5 FROM beliefs") == "1\n");
    CHECK(ask(file,
              "SELECT min(second - lag) >= 10 FROM (SELECT second, lag(second) OVER (PARTITION BY person_id "
              "ORDER BY "
              "second) AS lag FROM track_points)") == "1\n");
    CHECK(ask(file,
              "SELECT count(*) FROM gpkg_geometry_columns g JOIN gpkg_contents c USING (table_name) WHERE "
              "data_type = "
              "'features'") == "4\n");
    // every column of every table is explained
    CHECK(
        ask(file,
            "SELECT count(*) FROM gpkg_contents c JOIN pragma_table_info(c.table_name) p LEFT JOIN columns k "
            "ON "
            "k.table_name = c.table_name AND k.column_name = p.name WHERE p.name NOT IN ('fid', 'geom') AND "
            "k.meaning_zh IS NULL") == "0\n");
    // the counted causes are the men's events
    CHECK(ask(file, "SELECT sum(events) > 0 FROM causes_by_unit_minute WHERE cause = 'flight'") == "1\n");
}

TEST_CASE("Fugitives who make for the drum are counted, others and other sides are not") {
    Small small;
    model::Model& m = small.model;
    sim::State s = test::little_state(m);
    auto& men = s.world.men;
    for (std::size_t i = 0; i < men.size(); ++i) {
        men.morale[i] = 0;
        men.x_mm[i] = 40'000;
        men.y_mm[i] = 40'000;
        men.vx_mm_s[i] = men.vy_mm_s[i] = 0;
    }
    // person 0 is man 0 of side 0 (units 0 and 2); men 1..4 flee from (40,60) m
    const auto set = [&](std::size_t i, std::int16_t vx, std::int16_t vy) {
        men.morale[i] = static_cast<std::uint8_t>(world::Morale::routing);
        men.y_mm[i] = 60'000;
        men.vx_mm_s[i] = vx;
        men.vy_mm_s[i] = vy;
    };
    set(1, 0, -3000);     // straight to him
    set(2, 2000, -3000);  // 34 degrees off
    set(3, 3000, -2000);  // 56 degrees off
    set(4, 0, 3000);      // away
    set(6, 0, -3000);     // another side
    Probe p;
    p.name = "to_khan";
    p.kind = ProbeKind::heading;
    p.side = 0;
    p.person = 0;
    p.radius_m = 5;
    Measures measures(m, {p});
    measures.after_step(s);
    CHECK(measures.value("to_khan.men", 0) == 4);
    CHECK(measures.value("to_khan.share", 0) == 0.5);
    CHECK(std::isnan(measures.value("to_khan.share", 60)));
}

TEST_CASE("A man who turns back is timed from his turn, not from a glance") {
    Small small;
    model::Model& m = small.model;
    sim::State s = test::little_state(m);
    auto& men = s.world.men;
    const std::uint32_t rider = m.persons[2].man, khan = m.persons[0].man;
    men.x_mm[khan] = men.y_mm[khan] = 0;
    men.x_mm[rider] = 900'000;
    men.y_mm[rider] = 0;
    men.status[rider] = men.status[khan] = 0;
    Probe turn, arrive;
    turn.name = "turn";
    turn.kind = ProbeKind::turn_back;
    turn.person = 2;
    turn.other = 0;
    arrive = turn;
    arrive.name = "arrive";
    arrive.kind = ProbeKind::arrival;
    arrive.radius_m = 100;
    Measures measures(m, {turn, arrive});
    for (int tick = 0; tick <= 3000; ++tick) {
        s.world.clock.tick[0] = tick;
        const bool glance = tick >= 100 && tick < 130;  // 3 s
        men.vx_mm_s[rider] = static_cast<std::int16_t>(tick >= 700 || glance ? -5000 : 5000);
        men.x_mm[rider] += men.vx_mm_s[rider] / 10;
        measures.after_step(s);
    }
    measures.finish(s);
    const double whole = std::numeric_limits<double>::quiet_NaN();
    CHECK(measures.value("turn.at_s", whole) == 70);
    // out at 900 + 350 - 30 = 1220 m at 70 s; 1120 m at 5 m/s: 224 s later
    CHECK(measures.value("arrive.at_s", whole) == doctest::Approx(294).epsilon(0.01));
}
