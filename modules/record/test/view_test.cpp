#include <doctest/doctest.h>

#include <cmath>
#include <span>

#include "fault_file_system.hpp"
#include "linghe/base/framed_log.hpp"
#include "linghe/record/view_reader.hpp"
#include "linghe/record/view_writer.hpp"
#include "little_battle.hpp"

using namespace linghe;
using namespace linghe::record;
using linghe::record::test::FaultFileSystem;

namespace {

/// Runs the little battle and keeps what a camera at every second would have seen.
struct Film {
    model::Model model = test::little_model();
    std::vector<sim::State> seconds;
    std::uint64_t record_hash = 0;
    std::size_t events = 0;
};

Film shoot(base::FileSystem& fs, const std::string& path, int ticks, test::Shape shape = {}) {
    Film film;
    film.model = test::little_model(shape);
    sim::State state = test::little_state(film.model);
    auto writer = ViewWriter::create(fs, path, film.model, state);
    REQUIRE(writer.ok());
    film.seconds.push_back(state);
    for (int t = 0; t < ticks; ++t) {
        test::little_step(film.model, state);
        film.events += state.world.events.size();
        REQUIRE(writer->after_step(state).ok());
        if (state.world.tick() % 10 == 0) film.seconds.push_back(state);
    }
    REQUIRE(writer->finish().ok());
    film.record_hash = writer->record_hash();
    return film;
}

void same_second(const Frame& f, const sim::State& s) {
    const auto& men = s.world.men;
    REQUIRE(f.x_m.size() == men.size());
    double worst = 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        const double dx = f.x_m[i] - men.x_mm[i] / 1000.0, dy = f.y_m[i] - men.y_mm[i] / 1000.0;
        worst = std::max(worst, std::sqrt(dx * dx + dy * dy));
        wrong += f.status[i] != men.status[i] || f.morale[i] != men.morale[i] || f.doing[i] != men.doing[i];
        wrong += f.unit[i] != men.unit[i] || f.goal[i] != men.goal_kind[i] || f.horse[i] != men.horse[i];
    }
    CHECK(worst <= 0.6);
    CHECK(wrong == 0);
    CHECK(std::abs(f.wind_x_m_s - static_cast<float>(s.world.clock.wind_x_mm_s[0]) / 1000.0F) <= 0.011F);
    CHECK(f.couriers.size() == s.world.couriers.size());
    std::uint32_t arrows = 0;
    for (const auto& a : f.arrows) arrows += a.count;
    CHECK(arrows == s.world.arrows.size());
    CHECK(f.persons[0].drum_on == (s.world.persons.drum_on[0] != 0));
}

bool same_frame(const Frame& a, const Frame& b) {
    return a.x_m == b.x_m && a.y_m == b.y_m && a.heading == b.heading && a.status == b.status &&
           a.morale == b.morale && a.unit == b.unit && a.fear == b.fear && a.smoke_black == b.smoke_black &&
           a.beliefs.size() == b.beliefs.size() && a.units.size() == b.units.size() &&
           a.wind_x_m_s == b.wind_x_m_s;
}

}  // namespace

TEST_CASE("A battle read back shows every man within 0.6 m of where he stood") {
    FaultFileSystem fs;
    const Film film = shoot(fs, "view.lgv", 1605);
    auto reader = ViewReader::open(fs, "view.lgv");
    REQUIRE(reader.ok());
    CHECK(reader->complete());
    REQUIRE(reader->seconds() == 161);
    for (std::uint32_t s = 0; s < reader->seconds(); ++s) {
        const auto frame = reader->at(s);
        REQUIRE(frame.ok());
        CHECK(frame.value()->second == s);
        same_second(*frame.value(), film.seconds[s]);
    }
    CHECK(reader->record_hash().value() == film.record_hash);
    CHECK(reader->at(161).error().code == base::ErrorCode::usage);
}

TEST_CASE("The header tells who stood there, and on what ground") {
    FaultFileSystem fs;
    const Film film = shoot(fs, "view.lgv", 20);
    auto reader = ViewReader::open(fs, "view.lgv");
    REQUIRE(reader.ok());
    const ViewHeader& h = reader->header();
    CHECK(h.title.zh == "小战");
    CHECK(h.seed == film.model.seed);
    CHECK(h.scenario_hash == film.model.scenario_hash);
    CHECK(h.men_count() == 100);
    CHECK(h.units.size() == 4);
    CHECK(h.persons[1].named);
    CHECK_FALSE(h.persons[2].named);
    CHECK(h.units[3].leader == 3);
    CHECK(h.persons[0].superior == kNoRow);
    CHECK(h.map.rivers.at(0).centre.at(1).x_m == 100);
    CHECK(h.map.rivers.at(0).name_en == "Little Ling");
    CHECK(h.map.rivers.at(0).name_zh == "小凌");
    CHECK(h.map.height_m[96] == doctest::Approx(film.model.ground.height_mm[96] / 1000.0).epsilon(0.002));
    CHECK(h.smoke.nx * h.smoke.ny == 16 * 16);
    const auto frame = reader->at(2);
    REQUIRE(frame.ok());
    const float k = smoke_per_m(frame.value()->smoke_black[5]);
    CHECK(k == doctest::Approx(film.seconds[0].world.smoke.black_um[5] * 1e-6).epsilon(0.02));
}

TEST_CASE("A jump to any second shows the same as walking there") {
    FaultFileSystem fs;
    shoot(fs, "view.lgv", 1850);
    auto walk = ViewReader::open(fs, "view.lgv"), jump = ViewReader::open(fs, "view.lgv");
    REQUIRE(walk.ok());
    REQUIRE(jump.ok());
    std::vector<Frame> frames;
    for (std::uint32_t s = 0; s < walk->seconds(); ++s) frames.push_back(*walk->at(s).value());
    for (std::uint32_t k = 0; k < 200; ++k) {
        const std::uint32_t s = k * 71 % walk->seconds();
        const auto frame = jump->at(s);
        REQUIRE(frame.ok());
        CHECK(same_frame(*frame.value(), frames[s]));
    }
}

TEST_CASE("Every event of the battle is in its record once, in order, with its causes") {
    FaultFileSystem fs;
    const Film film = shoot(fs, "view.lgv", 1300);
    auto reader = ViewReader::open(fs, "view.lgv");
    REQUIRE(reader.ok());
    const auto all = reader->events(0, 1000);
    REQUIRE(all.ok());
    REQUIRE(all->size() == film.events);
    REQUIRE(film.events > 20);
    std::uint32_t before = 0;
    for (const ViewEvent& e : all.value()) {
        CHECK(e.id == before + 1);
        before = e.id;
        CHECK(e.cause[0] == static_cast<std::uint8_t>(world::Cause::flight));
        CHECK(e.share[1] == 60);
        CHECK(e.parent == (e.id > 4 ? e.id - 3 : 0));
    }
    std::size_t pieces = 0;
    for (std::uint32_t s = 0; s < 131; s += 10) pieces += reader->events(s, s + 10)->size();
    CHECK(pieces == film.events);
}

TEST_CASE("A record cut anywhere shows the battle up to its last whole minute") {
    FaultFileSystem fs;
    test::Shape shape;
    shape.men_per_unit = 5;
    shape.cells = 8;
    shoot(fs, "view.lgv", 1250, shape);
    const std::vector<std::byte> whole = *fs.bytes_of("view.lgv");
    std::uint32_t most = 0, opened = 0;
    for (std::size_t n = 0; n < whole.size(); n += n < 2000 || n + 300 > whole.size() ? 1 : 7) {
        fs.put("cut.lgv", {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)});
        auto reader = ViewReader::open(fs, "cut.lgv");
        if (!reader.ok()) {
            CHECK(reader.error().code == base::ErrorCode::corrupt);
            CHECK(opened == 0);  // a longer prefix never reads worse
            continue;
        }
        ++opened;
        CHECK_FALSE(reader->complete());
        CHECK(reader->seconds() >= most);
        most = reader->seconds();
        CHECK((most % 60 == 0 || most == 126));
        if (most > 0) CHECK(reader->at(most - 1).ok());
    }
    CHECK(opened > 100);
    CHECK(most == 126);
}

TEST_CASE("A record with any byte damaged is refused or shown in part, never wrongly") {
    FaultFileSystem fs;
    test::Shape shape;
    shape.men_per_unit = 5;
    shape.cells = 8;
    shoot(fs, "view.lgv", 1250, shape);
    const std::vector<std::byte> whole = *fs.bytes_of("view.lgv");
    fs.put("good.lgv", whole);
    auto good = ViewReader::open(fs, "good.lgv");
    REQUIRE(good.ok());
    std::vector<Frame> frames;
    for (std::uint32_t s = 0; s < good->seconds(); ++s) frames.push_back(*good->at(s).value());
    for (std::size_t n = 0; n < whole.size(); n += 5) {
        std::vector<std::byte> bad = whole;
        bad[n] ^= std::byte{0x41};
        fs.put("bad.lgv", bad);
        auto reader = ViewReader::open(fs, "bad.lgv");
        if (!reader.ok()) continue;
        for (std::uint32_t s = 0; s < reader->seconds(); s += 20) {
            const auto frame = reader->at(s);
            if (frame.ok()) CHECK(same_frame(*frame.value(), frames[s]));
        }
    }
}

TEST_CASE("A flipped bit is told with the minute in which it lies") {
    FaultFileSystem fs;
    test::Shape shape;
    shape.men_per_unit = 5;
    shape.cells = 8;
    shoot(fs, "view.lgv", 1250, shape);
    auto good = ViewReader::open(fs, "view.lgv");
    REQUIRE(good.ok());
    REQUIRE(good->chunks().size() == 3);
    CHECK(good->damaged_chunks().empty());
    for (std::size_t k = 0; k < 3; ++k) {
        std::vector<std::byte> bad = *fs.bytes_of("view.lgv");
        const ViewChunkInfo& c = good->chunks()[k];
        bad[c.offset + c.block_bytes / 2] ^= std::byte{0x10};
        fs.put("bad.lgv", bad);
        const auto reader = ViewReader::open(fs, "bad.lgv");
        REQUIRE(reader.ok());
        const auto told = reader->damaged_chunks();
        REQUIRE(told.size() == 1);
        CHECK(told[0].find("chunk " + std::to_string(k + 1) + " of 3 (" + std::to_string(k) + ":00 to ") ==
              0);
        CHECK(told[0].find("checksum") != std::string::npos);
    }
}

TEST_CASE("A minute that begins between two samples of smoke ends the record before it") {
    FaultFileSystem fs;
    shoot(fs, "view.lgv", 1250);
    auto good = ViewReader::open(fs, "view.lgv");
    REQUIRE(good.ok());
    REQUIRE(good->chunks().size() == 3);
    const std::vector<std::byte> whole = *fs.bytes_of("view.lgv");
    auto log = base::AppendLog::create(fs, "bad.lgv");
    REQUIRE(log.ok());
    const std::span<const std::byte> bytes(whole);
    const auto payload = [&](std::uint64_t offset, std::uint64_t block) {
        const auto body = bytes.subspan(offset + base::kLogHeaderBytes, block - base::kLogHeaderBytes);
        return std::vector<std::byte>(body.begin(), body.end());
    };
    REQUIRE(log->append(1, payload(0, good->chunks()[0].offset)).ok());
    for (std::size_t k = 0; k < 2; ++k) {
        auto chunk = payload(good->chunks()[k].offset, good->chunks()[k].block_bytes);
        chunk[k == 0 ? 4 : 0] = std::byte{59};  // the first minute has 59 s, so the second begins at 59 s
        REQUIRE(log->append(2, chunk).ok());
    }
    REQUIRE(log->finish().ok());
    const auto bad = ViewReader::open(fs, "bad.lgv");
    REQUIRE(bad.ok());
    CHECK(bad->seconds() == 59);
    CHECK(bad->dropped_why().find("does not follow") != std::string::npos);
}

TEST_CASE("What is no view file is refused in words") {
    FaultFileSystem fs;
    fs.put("noise", std::vector<std::byte>(500, std::byte{7}));
    fs.put("empty", {});
    for (const char* name : {"noise", "empty"}) {
        const auto reader = ViewReader::open(fs, name);
        REQUIRE_FALSE(reader.ok());
        CHECK(reader.error().code == base::ErrorCode::corrupt);
        CHECK(reader.error().message.find("no view file") != std::string::npos);
    }
    CHECK(ViewReader::open(fs, "missing").error().code == base::ErrorCode::io);
}

TEST_CASE("A battle broken off and taken up again leaves the same bytes") {
    FaultFileSystem fs;
    shoot(fs, "straight.lgv", 1900);
    for (const int stop : {3, 600, 777, 1199, 1200, 1201}) {
        const model::Model model = test::little_model();
        sim::State state = test::little_state(model);
        const std::string path = "broken-" + std::to_string(stop) + ".lgv";
        std::vector<std::byte> saved;
        {
            auto writer = ViewWriter::create(fs, path, model, state);
            REQUIRE(writer.ok());
            for (int t = 0; t < stop; ++t) {
                test::little_step(model, state);
                REQUIRE(writer->after_step(state).ok());
            }
            saved = writer->save();
            if (stop % 2 == 1)
                REQUIRE(writer->finish(true).ok());  // in order; else as if killed
            else
                REQUIRE(writer->flush().ok());
        }
        if (stop % 2 == 1) {
            auto reader = ViewReader::open(fs, path);
            REQUIRE(reader.ok());
            CHECK(reader->complete());
            CHECK(reader->seconds() == static_cast<std::uint32_t>(stop / 10 + 1));
            CHECK(reader->at(static_cast<std::uint32_t>(stop / 10)).ok());
        }
        auto writer = ViewWriter::resume(fs, path, model, state, saved);
        REQUIRE(writer.ok());
        for (int t = stop; t < 1900; ++t) {
            test::little_step(model, state);
            REQUIRE(writer->after_step(state).ok());
        }
        REQUIRE(writer->finish().ok());
        CHECK(*fs.bytes_of(path) == *fs.bytes_of("straight.lgv"));
    }
}
