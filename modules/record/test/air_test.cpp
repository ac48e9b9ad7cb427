// Dust, rain and light, and what couriers carry, in the view file: there when they are there, and nothing where not.
#include <doctest/doctest.h>

#include <functional>

#include "fault_file_system.hpp"
#include "linghe/record/view_reader.hpp"
#include "linghe/record/view_writer.hpp"
#include "little_battle.hpp"

using namespace linghe;
using namespace linghe::record;
using linghe::record::test::FaultFileSystem;

namespace {

constexpr std::uint32_t kDustFrom = 97, kDustUntil = 130, kRainFrom = 70;  // seconds

/// What lies over the little battle besides its own smoke; called after each of its steps.
using Air = std::function<void(sim::State&, std::uint32_t second)>;

void no_air(sim::State&, std::uint32_t) {}

void dust(sim::State& s, std::uint32_t second) {
    auto& k = s.world.smoke.dust_um;
    const bool hangs = second >= kDustFrom && second < kDustUntil;
    for (std::size_t c = 0; c < k.size(); ++c)
        k[c] = hangs ? static_cast<std::int32_t>((c * 977 + second * 31) % 80'000) : 0;
}

void rain(sim::State& s, std::uint32_t second) {
    s.world.clock.rain_um_h[0] = second < kRainFrom ? 0 : 4'200;
    s.world.clock.light_mlx[0] = 90'000'000 - second * 1'000;
}

/// One rider all the time: for the first 65 s with an order, then with a report of what came of it.
void riders(sim::State& s, std::uint32_t second) {
    auto& orders = s.intents.orders;
    orders.resize(2);
    orders.event[0] = 300'000;
    orders.event[1] = 17;
    orders.is_report[1] = 1;
    s.world.couriers.resize(1);
    s.world.couriers.order[0] = second < 65 ? 0 : 1;
}

void all_of_it(sim::State& s, std::uint32_t second) {
    dust(s, second);
    rain(s, second);
    riders(s, second);
}

struct Shot {
    std::vector<sim::State> seconds;
    std::uint64_t bytes = 0;
};

void step(const model::Model& model, sim::State& state, const Air& air) {
    test::little_step(model, state);
    air(state, static_cast<std::uint32_t>(state.world.tick() / 10));
}

Shot shoot(base::FileSystem& fs, const std::string& path, const model::Model& model, const Air& air,
           int ticks = 1990) {
    Shot shot;
    sim::State state = test::little_state(model);
    air(state, 0);
    auto writer = ViewWriter::create(fs, path, model, state);
    REQUIRE(writer.ok());
    shot.seconds.push_back(state);
    for (int t = 0; t < ticks; ++t) {
        step(model, state, air);
        REQUIRE(writer->after_step(state).ok());
        if (state.world.tick() % 10 == 0) shot.seconds.push_back(state);
    }
    REQUIRE(writer->finish().ok());
    shot.bytes = writer->bytes_written();
    return shot;
}

}  // namespace

TEST_CASE("Dust is shown where it hangs, and only in the minutes that have any") {
    FaultFileSystem fs;
    const model::Model model = test::little_model();
    const Shot shot = shoot(fs, "view.lgv", model, dust);
    auto reader = ViewReader::open(fs, "view.lgv");
    REQUIRE(reader.ok());
    for (std::uint32_t s = 0; s < reader->seconds(); ++s) {
        const auto frame = reader->at(s);
        REQUIRE(frame.ok());
        const auto& shown = frame.value()->dust;
        // Dust hangs from the middle of the second minute to the beginning of the third.
        if (s < 60 || s >= 180) {
            CHECK(shown.empty());
            continue;
        }
        const auto& there = shot.seconds[s - s % 5].world.smoke.dust_um;
        REQUIRE(shown.size() == there.size());
        std::size_t wrong = 0;
        for (std::size_t c = 0; c < shown.size(); ++c) {
            // Rounded to the nearest level.
            const double k = there[c] * 1e-6, level = 255.0 * k / (k + 0.05);
            wrong += shown[c] > level + 0.51 || shown[c] < level - 0.51 ? 1u : 0u;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("A jump into a minute shows the same dust as walking there") {
    FaultFileSystem fs;
    const model::Model model = test::little_model();
    shoot(fs, "view.lgv", model, all_of_it);
    auto walk = ViewReader::open(fs, "view.lgv"), jump = ViewReader::open(fs, "view.lgv");
    REQUIRE(walk.ok());
    REQUIRE(jump.ok());
    std::vector<Frame> frames;
    for (std::uint32_t s = 0; s < walk->seconds(); ++s) frames.push_back(*walk->at(s).value());
    for (std::uint32_t k = 0; k < 100; ++k) {
        const std::uint32_t s = k * 71 % walk->seconds();
        const auto frame = jump->at(s);
        REQUIRE(frame.ok());
        CHECK(frame.value()->dust == frames[s].dust);
        CHECK(frame.value()->rain_mm_h == frames[s].rain_mm_h);
        CHECK(frame.value()->light_lux == frames[s].light_lux);
    }
}

TEST_CASE("Rain and light are those of the sky, and light is not told where place and date are not known") {
    for (const bool known : {false, true}) {
        FaultFileSystem fs;
        model::Model model = test::little_model();
        model.sky.known = known;
        const Shot shot = shoot(fs, "view.lgv", model, rain);
        auto reader = ViewReader::open(fs, "view.lgv");
        REQUIRE(reader.ok());
        for (std::uint32_t s = 0; s < reader->seconds(); ++s) {
            const auto frame = reader->at(s);
            REQUIRE(frame.ok());
            const auto& clock = shot.seconds[s - s % 5].world.clock;
            CHECK(frame.value()->rain_mm_h == doctest::Approx(clock.rain_um_h[0] / 1000.0));
            if (known)
                CHECK(frame.value()->light_lux == doctest::Approx(clock.light_mlx[0] / 1000.0));
            else
                CHECK(frame.value()->light_lux < 0);
        }
    }
}

TEST_CASE("A battle without dust, rain and date has not a byte of them") {
    FaultFileSystem fs;
    const model::Model model = test::little_model();
    const Shot clear = shoot(fs, "clear.lgv", model, no_air);
    // Dust of 0.00005/m lies below the first level: three kilometres of it take a seventh of the light.
    shoot(fs, "thin.lgv", model, [](sim::State& s, std::uint32_t) {
        for (auto& k : s.world.smoke.dust_um) k = 50;
    });
    CHECK(*fs.bytes_of("thin.lgv") == *fs.bytes_of("clear.lgv"));
    auto reader = ViewReader::open(fs, "clear.lgv");
    REQUIRE(reader.ok());
    for (std::uint32_t s = 0; s < reader->seconds(); ++s) {
        const auto frame = reader->at(s);
        REQUIRE(frame.ok());
        CHECK(frame.value()->dust.empty());
        CHECK(frame.value()->rain_mm_h == 0);
        CHECK(frame.value()->light_lux < 0);
    }
    // Twelve samples of at most 2 + 5 bytes and the head of the section, in each of four minutes, before they are packed.
    model::Model dated = model;
    dated.sky.known = true;
    const Shot wet = shoot(fs, "wet.lgv", dated, rain);
    CHECK(wet.bytes > clear.bytes);
    CHECK(wet.bytes < clear.bytes + 4 * (12 * 7 + 6 + 10));
    const Shot dusty = shoot(fs, "dusty.lgv", model, dust);
    CHECK(dusty.bytes < clear.bytes + 2 * (12 * 16 * 16 + 6 + 10));
}

TEST_CASE("A rider is shown with the event of the order he carries, or of the report") {
    FaultFileSystem fs;
    const model::Model model = test::little_model();
    shoot(fs, "view.lgv", model, riders);
    auto reader = ViewReader::open(fs, "view.lgv");
    REQUIRE(reader.ok());
    for (std::uint32_t s = 0; s < reader->seconds(); ++s) {
        const auto frame = reader->at(s);
        REQUIRE(frame.ok());
        REQUIRE(frame.value()->couriers.size() == 1);
        const ViewCourier& rider = frame.value()->couriers[0];
        CHECK(rider.event == (s < 65 ? 300'000u : 17u));
        CHECK(rider.is_report == (s >= 65));
    }
}

TEST_CASE("A rider whose order is not in the table carries an event that is not known") {
    FaultFileSystem fs;
    const model::Model model = test::little_model();
    shoot(
        fs, "view.lgv", model,
        [](sim::State& s, std::uint32_t) {
            s.world.couriers.resize(1);
            s.world.couriers.order[0] = world::kNobody;
        },
        50);
    auto reader = ViewReader::open(fs, "view.lgv");
    REQUIRE(reader.ok());
    const auto frame = reader->at(3);
    REQUIRE(frame.ok());
    REQUIRE(frame.value()->couriers.size() == 1);
    CHECK(frame.value()->couriers[0].event == 0);
    CHECK_FALSE(frame.value()->couriers[0].is_report);
}

TEST_CASE("The header tells which signal a person has beside the drum") {
    FaultFileSystem fs;
    model::Model model = test::little_model();
    model.persons[0].horns = 3;
    model.persons[1].gongs = 2;
    shoot(fs, "view.lgv", model, no_air, 10);
    auto reader = ViewReader::open(fs, "view.lgv");
    REQUIRE(reader.ok());
    const auto& persons = reader->header().persons;
    CHECK(persons[0].horns == 3);
    CHECK(persons[0].gongs == 0);
    CHECK(persons[1].horns == 0);
    CHECK(persons[1].gongs == 2);
}

TEST_CASE("A battle broken off in dust and rain and taken up again leaves the same bytes") {
    FaultFileSystem fs;
    model::Model model = test::little_model();
    model.sky.known = true;
    shoot(fs, "straight.lgv", model, all_of_it);
    // In clear air before the first cloud of its minute, in the midst of dust, at the turn of a minute, behind it.
    for (const int stop : {3, 610, 850, 960, 1000, 1199, 1200, 1201, 1700}) {
        sim::State state = test::little_state(model);
        all_of_it(state, 0);
        const std::string path = "broken-" + std::to_string(stop) + ".lgv";
        std::vector<std::byte> saved;
        {
            auto writer = ViewWriter::create(fs, path, model, state);
            REQUIRE(writer.ok());
            for (int t = 0; t < stop; ++t) {
                step(model, state, all_of_it);
                REQUIRE(writer->after_step(state).ok());
            }
            saved = writer->save();
            REQUIRE(writer->flush().ok());
        }
        auto writer = ViewWriter::resume(fs, path, model, state, saved);
        REQUIRE(writer.ok());
        for (int t = stop; t < 1990; ++t) {
            step(model, state, all_of_it);
            REQUIRE(writer->after_step(state).ok());
        }
        REQUIRE(writer->finish().ok());
        CHECK(*fs.bytes_of(path) == *fs.bytes_of("straight.lgv"));
    }
}
