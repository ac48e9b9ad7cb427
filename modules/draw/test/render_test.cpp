// Pictures, a film and a report from the record of a real battle of some two hundred men.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "html.hpp"
#include "linghe/base/file.hpp"
#include "linghe/draw/render.hpp"
#include "linghe/draw/stage.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/record/probes.hpp"
#include "linghe/record/run_folder.hpp"
#include "linghe/scenario/files.hpp"
#include "linghe/scenario/scenario.hpp"
#include "linghe/sim/engine.hpp"
#include "well_formed.hpp"

using namespace linghe;
using namespace linghe::draw;

namespace {

base::RealFileSystem files;

/// The battle `tiny`, fought once for all tests of this file.
const std::string& run_folder() {
    static const std::string folder = [] {
        const std::string dir = "/tmp/linghe_draw_test_" + std::to_string(files.sys_random());
        const auto sources =
            scenario::load_sources(files, std::string(LINGHE_SOURCE_DIR) + "/scenarios/tiny");
        REQUIRE(sources.ok());
        scenario::Options options;
        std::vector<scenario::Problem> problems;
        const auto loaded = scenario::read_scenario(sources.value(), options, problems);
        REQUIRE(loaded.ok());
        const model::Model& m = loaded.value().model;
        auto state = sim::make_state(m);
        REQUIRE(state.ok());
        sim::State start = state.take();
        REQUIRE(files.make_dirs(dir).ok());
        record::RunInfo info;
        info.command = "linghe run '../my battles/tiny' --set minutes=1";
        auto run = record::RunFolder::create(files, dir + "/run", m, start, info, record::builtin_probes(m));
        REQUIRE(run.ok());
        jobs::Jobs jobs(1);
        sim::Engine engine(m, std::move(start), jobs);
        while (engine.state().world.tick() < m.end_tick && engine.state().world.tick() < 600) {
            engine.step();
            REQUIRE(run->after_step(engine).ok());
        }
        const bool whole = engine.state().world.tick() >= m.end_tick;
        REQUIRE((whole ? run->finish(engine.state()) : run->suspend(engine.state())).ok());
        return dir + "/run";
    }();
    return folder;
}
record::ViewReader reader() {
    auto r = record::ViewReader::open(files, run_folder() + "/" + record::kViewName);
    REQUIRE(r.ok());
    return r.take();
}
std::string out(const std::string& name) { return run_folder() + "/../" + name; }

}  // namespace

TEST_CASE("The course counts every man of the host once, at every moment") {
    auto r = reader();
    const auto course = read_course(r);
    REQUIRE(course.ok());
    std::uint32_t host = 0;
    for (const auto side : r.header().men.side) host += side == course->host ? 1u : 0u;
    REQUIRE(host > 20);
    for (const Moment& m : course->moments) {
        std::uint32_t sum = 0;
        for (const auto n : m.resolve) sum += n;
        CHECK(sum == host);
        CHECK(m.bank_in_hand + m.bank_fleeing <= m.bank_active);
        CHECK(m.near_banner <= host);
        // Table 1 of the report: who is neither there nor lost has left the field, and is counted, too.
        for (std::size_t b = 0; b < course->bodies.size(); ++b)
            CHECK(m.bodies[b].own_active + m.bodies[b].own_out + m.bodies[b].own_left ==
                  course->bodies[b].men);
    }
    // In the first frame the counts are those of the frame itself, recounted here by another way.
    const auto frame = r.at(0);
    REQUIRE(frame.ok());
    std::uint32_t fleeing = 0;
    for (std::size_t i = 0; i < (*frame)->x_m.size(); ++i) {
        fleeing +=
            r.header().men.side[i] == course->host && (*frame)->status[i] == 0 && (*frame)->morale[i] == 3
                ? 1u
                : 0u;
    }
    CHECK(course->moments.front().resolve[3] == fleeing);
}

TEST_CASE("A scene stands between two seconds where its men ride") {
    auto r = reader();
    auto stage = ViewStage::open(r);
    REQUIRE(stage.ok());
    const auto a = stage->at(20, -1, 1), half = stage->at(20.5, -1, 1), b = stage->at(21, -1, 1);
    REQUIRE(a.ok());
    REQUIRE(half.ok());
    REQUIRE(b.ok());
    double moved = 0;
    for (std::size_t i = 0; i < a->men.size(); ++i) {
        const float mid = (a->men.x_m[i] + b->men.x_m[i]) / 2;
        if (std::fabs(a->men.x_m[i] - b->men.x_m[i]) < 20) CHECK(std::fabs(half->men.x_m[i] - mid) < 0.75F);
        moved += std::fabs(static_cast<double>(a->men.y_m[i] - b->men.y_m[i]));
    }
    CHECK(moved > 1);
    CHECK_FALSE(stage->at(1e6, -1, 1).ok());
    CHECK(stage->at(1e6, -1, 1).error().code == base::ErrorCode::usage);
    // Going back gives the same scene as going forward did.
    const auto again = stage->at(20, -1, 1);
    REQUIRE(again.ok());
    CHECK(again->men.x_m == a->men.x_m);
    CHECK(again->men.tail_x_m == a->men.tail_x_m);
}

TEST_CASE("A river bears the name its map gives it, in both languages") {
    auto r = reader();
    auto stage = ViewStage::open(r);
    REQUIRE(stage.ok());
    CHECK(stage->sheet().river.en == "the stream");
    CHECK(stage->sheet().river.zh == "溪");
}

TEST_CASE("The drum stands beside him who has it beaten, from near as from far") {
    auto r = reader();
    auto stage = ViewStage::open(r);
    REQUIRE(stage.ok());
    for (const float m_per_px : {0.1F, 0.6F, 3.0F}) {
        const auto scene = stage->at(30, -1, m_per_px);
        REQUIRE(scene.ok());
        REQUIRE(scene->drums.size() == 1);
        const auto chief = std::find_if(scene->persons.begin(), scene->persons.end(),
                                        [](const PersonMark& p) { return p.first_in_command; });
        REQUIRE(chief != scene->persons.end());
        const float off = std::hypot(scene->drums[0].x_m - chief->x_m, scene->drums[0].y_m - chief->y_m);
        CHECK(off > 3 * m_per_px);
        CHECK(off < 13 * m_per_px);
        CHECK(off < 25);
    }
}

TEST_CASE("A picture of a recorded moment is a PNG of the size asked for") {
    auto r = reader();
    PngOptions o;
    o.width_px = 1280, o.height_px = 720;
    REQUIRE(render_png(files, r, 30, out("moment.png"), o).ok());
    const auto bytes = files.read_all(out("moment.png"));
    REQUIRE(bytes.ok());
    REQUIRE(bytes->size() > 20'000);
    CHECK(static_cast<char>((*bytes)[1]) == 'P');
    CHECK((static_cast<unsigned>((*bytes)[18]) << 8 | static_cast<unsigned>((*bytes)[19])) == 1280);
    CHECK((static_cast<unsigned>((*bytes)[22]) << 8 | static_cast<unsigned>((*bytes)[23])) == 720);
    o.close_up = CloseUp{0, 0, 60};
    CHECK(render_png(files, r, 30, out("near.png"), o).ok());
    o.close_up = CloseUp{0, 0, 0};
    CHECK_FALSE(render_png(files, r, 30, out("never.png"), o).ok());
    CHECK_FALSE(files.exists(out("never.png")));
}

TEST_CASE("A film has as many pictures as its span and speed ask, and is there whole or not at all") {
    auto r = reader();
    FilmOptions o;
    o.from_s = 5, o.to_s = 15, o.battle_s_per_film_s = 20, o.width_px = 640, o.height_px = 360;
    std::uint32_t last = 0;
    o.progress = [&](std::uint32_t done, std::uint32_t) {
        last = done;
        return true;
    };
    const auto film = render_film(files, r, out("film.mp4"), o);
    if (!film.ok()) MESSAGE(film.error().text());
    REQUIRE(film.ok());
    CHECK(film->frames == 13);  // half a second at 24 a second, and the first
    CHECK(last == film->frames);
    const auto bytes = files.read_all(out("film.mp4"));
    REQUIRE(bytes.ok());
    const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    CHECK(text.find("ftyp") == 4);
    CHECK(text.find("moov") < text.find("mdat"));  // plays before it is wholly loaded
    o.progress = [](std::uint32_t, std::uint32_t) { return false; };
    const auto stopped = render_film(files, r, out("stopped.mp4"), o);
    CHECK_FALSE(stopped.ok());
    CHECK_FALSE(files.exists(out("stopped.mp4")));
    CHECK_FALSE(files.exists(out("stopped.mp4.part")));
    o.width_px = 641;
    CHECK(render_film(files, r, out("odd.mp4"), o).error().code == base::ErrorCode::usage);
}

TEST_CASE("Without ffmpeg a film is refused with the way to get it") {
    auto r = reader();
    const char* path = std::getenv("PATH");
    const std::string kept = path == nullptr ? "" : path;
    ::setenv("PATH", "/nowhere", 1);
    FilmOptions o;
    o.from_s = 5, o.to_s = 6, o.width_px = 640, o.height_px = 360;
    const auto film = render_film(files, r, out("none.mp4"), o);
    ::setenv("PATH", kept.c_str(), 1);
    REQUIRE_FALSE(film.ok());
    CHECK(film.error().code == base::ErrorCode::io);
    CHECK(film.error().hint.find("ffmpeg") != std::string::npos);
    CHECK_FALSE(files.exists(out("none.mp4")));
}

TEST_CASE(
    "A report is one well-formed page with its sections, tables behind charts, and no link to anywhere") {
    for (const Lang lang : {Lang::en, Lang::zh}) {
        ReportOptions o;
        o.lang = lang;
        o.picture_width_px = 640, o.picture_height_px = 400;
        const std::string path = out(lang == Lang::en ? "report.html" : "report.zh.html");
        const auto made = render_report(files, run_folder(), path, o);
        if (!made.ok()) MESSAGE(made.error().text());
        REQUIRE(made.ok());
        const auto page = files.read_text(path);
        REQUIRE(page.ok());
        CHECK(well_formed::fault(*page) == "");
        for (const char* id : {"happened", "pictures", "figures", "charts", "orders", "run"}) {
            CHECK_MESSAGE(page->find("<section id=\"" + std::string(id) + "\"") != std::string::npos, id);
        }
        CHECK(page->find(lang == Lang::en ? "<html lang=\"en\"" : "<html lang=\"zh-Hans\"") !=
              std::string::npos);
        for (const char* alien : {"http:", "https:", "<script", "url(", "<link", "@import"})
            CHECK_MESSAGE(page->find(alien) == std::string::npos, alien);
        std::size_t pictures = 0, charts = 0, tables = 0;
        for (std::size_t i = page->find("<img alt=\""); i != std::string::npos;
             i = page->find("<img alt=\"", i + 1))
            ++pictures;
        for (std::size_t i = page->find("<svg role=\"img\""); i != std::string::npos;
             i = page->find("<svg role=\"img\"", i + 1))
            ++charts;
        for (std::size_t i = page->find("<table>"); i != std::string::npos; i = page->find("<table>", i + 1))
            ++tables;
        CHECK(pictures >= 4);
        CHECK(charts >= 5);
        CHECK(tables >= 6);
        CHECK(page->find("9223372036854775808") ==
              std::string::npos);  // what a number that is none would round to
    }
}

TEST_CASE("The report repeats a battle by the command that fought it, wherever its scenario lies") {
    ReportOptions o;
    o.picture_width_px = 640, o.picture_height_px = 400, o.pictures = 1;
    REQUIRE(render_report(files, run_folder(), out("repeat.html"), o).ok());
    const auto page = files.read_text(out("repeat.html"));
    REQUIRE(page.ok());
    CHECK(page->find("<code>linghe run &#39;../my battles/tiny&#39; --set minutes=1</code>") !=
          std::string::npos);
    CHECK(page->find("linghe run scenarios/") == std::string::npos);
}

TEST_CASE("The judge of pages finds what is wrong") {
    CHECK(well_formed::fault("<p>a &amp; b</p>") == "");
    CHECK(well_formed::fault("<p>a & b</p>") != "");
    CHECK(well_formed::fault("<p><b>a</p></b>") != "");
    CHECK(well_formed::fault("<p class=x>a</p>") != "");
    CHECK(well_formed::fault("<p>a") != "");
    CHECK(escaped("<Ming & \"Jin\">") == "&lt;Ming &amp; &quot;Jin&quot;&gt;");
    const std::string three = "Man";
    CHECK(base64(std::as_bytes(std::span(three.data(), 3))) == "TWFu");
    CHECK(base64(std::as_bytes(std::span(three.data(), 2))) == "TWE=");
}
