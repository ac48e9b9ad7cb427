// Figures, not verdicts: run by hand with  test_record -ns -tc="What*"  (skipped in the suites).
#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>

#include "linghe/record/view_reader.hpp"
#include "linghe/record/view_writer.hpp"
#include "little_battle.hpp"

using namespace linghe;
using namespace linghe::record;

namespace {
double now_s() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
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
    for (int t = 0; t < 30'000; ++t) {
        test::little_step(model, state, 0.4);
        events += state.world.events.size();
        const double before = now_s();
        REQUIRE(writer->after_step(state).ok());
        spent += now_s() - before;
    }
    REQUIRE(writer->finish().ok());
    std::printf("written %.1f MB in %.2f s, %zu events\n", static_cast<double>(writer->bytes_written()) / 1e6, spent, events);
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
