// Figures, not verdicts: run by hand with  test_record -ns -tc="What*"  (skipped in the suites).
#include <doctest/doctest.h>

#include <cstdio>
#include <ctime>

#include "linghe/record/results.hpp"
#include "linghe/record/view_reader.hpp"
#include "linghe/record/view_writer.hpp"
#include "little_battle.hpp"

using namespace linghe;
using namespace linghe::record;

namespace {
double now_s() {
    return static_cast<double>(std::clock()) /
           CLOCKS_PER_SEC;  // of this process: other programs do not count
}

/// Bytes and seconds of a view of 10 minutes over 10 km of ground in cells of 40 m.
struct Cost {
    double bytes = 0, seconds = 0;
};
Cost cost_of_air(bool dust, bool weather) {
    base::RealFileSystem fs;
    const std::string path = "/tmp/linghe-measure-air.lgv";
    if (fs.exists(path)) REQUIRE(fs.remove(path).ok());
    test::Shape shape;
    shape.cells = 1000;
    model::Model model = test::little_model(shape);
    model.sky.known = weather;
    sim::State state = test::little_state(model);
    auto writer = ViewWriter::create(fs, path, model, state);
    REQUIRE(writer.ok());
    Cost cost;
    for (int t = 0; t < 6'000; ++t) {
        test::little_step(model, state, 0.4);
        state.world.clock.rain_um_h[0] = weather ? 2'000 + t : 0;
        state.world.clock.light_mlx[0] = weather ? 80'000'000u - static_cast<std::uint32_t>(t) * 100u : 0;
        // A cloud of 40 x 10 cells that drifts east.
        auto& k = state.world.smoke.dust_um;
        for (std::size_t c = 0; dust && c < k.size(); ++c) {
            const std::size_t x = c % 250, y = c / 250, from = static_cast<std::size_t>(t) / 100;
            const bool in = x >= from && x < from + 40 && y >= 100 && y < 110;
            k[c] = in ? static_cast<std::int32_t>((x - from) * (y - 99) * 150) : 0;
        }
        const double before = now_s();
        REQUIRE(writer->after_step(state).ok());
        cost.seconds += now_s() - before;
    }
    REQUIRE(writer->finish().ok());
    cost.bytes = static_cast<double>(writer->bytes_written());
    REQUIRE(fs.remove(path).ok());
    return cost;
}
}  // namespace

TEST_CASE("What dust and weather add to the view" * doctest::skip()) {
    const Cost none = cost_of_air(false, false), dust = cost_of_air(true, false),
               weather = cost_of_air(false, true);
    std::printf("10 minutes, 62,500 cells: %.1f kB in %.2f s without\n", none.bytes / 1e3, none.seconds);
    std::printf("dust adds %.1f kB, %.2f s\n", (dust.bytes - none.bytes) / 1e3, dust.seconds - none.seconds);
    std::printf("weather adds %.1f kB, %.2f s\n", (weather.bytes - none.bytes) / 1e3,
                weather.seconds - none.seconds);
}

TEST_CASE("What the view of 58,800 men over 50 minutes costs" * doctest::skip()) {
    base::RealFileSystem fs;
    const std::string path = "/tmp/linghe-measure.lgv";
    if (fs.exists(path)) REQUIRE(fs.remove(path).ok());
    test::Shape shape;
    shape.units = 294;
    shape.men_per_unit = 200;
    shape.cells = 1000;
    const model::Model model = test::little_model(shape);
    sim::State state = test::little_state(model);
    auto writer = ViewWriter::create(fs, path, model, state);
    REQUIRE(writer.ok());
    double spent = 0;
    std::size_t events = 0;
    Ledger ledger(model, state, builtin_probes(model));
    double book = 0;
    for (int t = 0; t < 30'000; ++t) {
        test::little_step(model, state, 0.4);
        events += state.world.events.size();
        const double before = now_s();
        REQUIRE(writer->after_step(state).ok());
        const double after = now_s();
        spent += after - before;
        ledger.after_step(state);
        book += now_s() - after;
    }
    ledger.finish(state);
    REQUIRE(writer->finish().ok());
    std::printf("written %.1f MB in %.2f s, %zu events\n", static_cast<double>(writer->bytes_written()) / 1e6,
                spent, events);
    const double write = now_s();
    const auto results = results_gpkg(model, ledger, Manifest{});
    REQUIRE(results.ok());
    std::printf("ledger %.2f s; results %.1f MB in %.2f s\n", book,
                static_cast<double>(results->size()) / 1e6, now_s() - write);
    const double before = now_s();
    auto reader = ViewReader::open(fs, path);
    REQUIRE(reader.ok());
    for (std::uint32_t s = 0; s < reader->seconds(); ++s) REQUIRE(reader->at(s).ok());
    std::printf("read in %.2f s\n", now_s() - before);
    const double jump = now_s();
    for (std::uint32_t k = 1; k < 20; ++k) REQUIRE(reader->at(k * 997 % 3000).ok());
    std::printf("a jump in %.1f ms\n", (now_s() - jump) / 19 * 1000);
    REQUIRE(fs.remove(path).ok());
}
