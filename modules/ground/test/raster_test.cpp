// The grid file of an imported map: whole or refused.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "ground_figures.hpp"
#include "linghe/ground/raster.hpp"

using namespace linghe::ground;

namespace {

Raster hilly(std::int32_t nx = 40, std::int32_t ny = 25) {
    Raster r;
    r.nx = nx, r.ny = ny;
    for (std::int32_t y = 0; y < ny; ++y)
        for (std::int32_t x = 0; x < nx; ++x) {
            r.height_mm.push_back(100'000 + x * 731 - y * 219 + (x * y) % 17 * 40);
            r.cover.push_back(static_cast<std::uint8_t>(x < 20   ? Cover::crop
                                                        : y < 10 ? Cover::wood
                                                                 : Cover::bare));
        }
    return r;
}

}  // namespace

TEST_CASE("A grid file gives back every height and cover") {
    const Raster r = hilly();
    const auto bytes = encode_raster(r);
    REQUIRE(bytes.ok());
    CHECK(bytes.value() == encode_raster(r).value());
    CHECK(bytes.value().size() < 3 * r.height_mm.size());
    const auto back = decode_raster(bytes.value(), "land.grid");
    REQUIRE(back.ok());
    CHECK(back.value().height_mm == r.height_mm);
    CHECK(back.value().cover == r.cover);
    CHECK(back.value().nx == 40);
    CHECK(back.value().cell_mm == 10'000);
}

TEST_CASE("A grid file cut anywhere, or changed in any byte, is refused") {
    const auto whole = encode_raster(hilly()).take();
    for (std::size_t n = 0; n < whole.size(); ++n)
        CHECK_FALSE(decode_raster(std::span(whole).first(n), "land.grid").ok());
    for (std::size_t n = 0; n < whole.size(); ++n) {
        auto bad = whole;
        bad[n] ^= std::byte{0x20};
        CHECK_FALSE(decode_raster(bad, "land.grid").ok());
    }
}

TEST_CASE("An imported plain with a sketched river is dug where the river runs and nowhere else") {
    Sketch s = ground_test::river_plain();
    auto raster = std::make_shared<Raster>();
    raster->x0_mm = -600'000, raster->y0_mm = -400'000, raster->nx = 120, raster->ny = 80;
    raster->height_mm.assign(9600, 50'000);
    raster->cover.assign(9600, static_cast<std::uint8_t>(Cover::crop));
    s.raster = raster;
    const auto drawn = rasterise(s);
    REQUIRE(drawn.ok());
    const Ground& g = drawn.value();
    CHECK(g.height_at_mm(0, 300'000) == 50'000);
    CHECK(g.cover[static_cast<std::size_t>(g.cell(0, 300'000))] == static_cast<std::uint8_t>(Cover::crop));
    CHECK(g.height_at_mm(0, 5'000) == 50'000 - 1500 - 600);
    CHECK(g.water_at_mm(0, 5'000) == 600);
}

TEST_CASE("A grid file of another frame than its map is refused with both frames") {
    Sketch s = ground_test::river_plain();
    s.raster = std::make_shared<Raster>(hilly());
    const auto drawn = rasterise(s);
    REQUIRE_FALSE(drawn.ok());
    CHECK(drawn.error().message.find("40 x 25 cells of 10 m") != std::string::npos);
}
