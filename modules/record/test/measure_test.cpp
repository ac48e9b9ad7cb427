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
}  // namespace

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
