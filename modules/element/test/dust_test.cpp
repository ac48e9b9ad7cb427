#include "linghe/element/dust.hpp"
#include "air.hpp"

using namespace linghe;

namespace {

// A squadron in one sector, at a pace, over a cover: what one second of it puts into the air.
struct Squadron {
    air::Field f{1000, 1000, 0, 180};
    Squadron(ground::Cover cover, float pace_m_s, bool mounted) {
        auto& g = f.model.ground;
        g.cover.assign(static_cast<std::size_t>(g.nx) * static_cast<std::size_t>(g.ny),
                       static_cast<std::uint8_t>(cover));
        f.start();
        auto& s = f.world.sectors;
        s.nx = s.ny = 100;
        s.sector = {50 * 100 + 50};
        s.sums.resize(1);
        auto& sum = s.sums[0][0];
        sum.men = 10;
        sum.mounted = mounted ? 10 : 0;
        sum.speed_mm_s = static_cast<std::uint32_t>(10.0F * pace_m_s * 1000.0F / 16.0F);
    }
    std::int64_t raised() {
        element::raise_dust(f.model, f.grid(), f.world);
        std::int64_t sum = 0;
        for (const auto k : f.world.smoke.dust_um) sum += k;
        return sum;
    }
};

}  // namespace

TEST_CASE(
    "Horse raise more dust than foot, at a gallop more than at a walk, on bare ground more than on grass") {
    using ground::Cover;
    const auto dust = [](Cover cover, float pace, bool mounted) {
        return Squadron(cover, pace, mounted).raised();
    };
    CHECK(dust(Cover::bare, 5, true) > 4 * dust(Cover::bare, 5, false));
    CHECK(dust(Cover::bare, 6, true) > 10 * dust(Cover::bare, 1.5F, true));
    CHECK(dust(Cover::bare, 5, true) > 5 * dust(Cover::dry_grass, 5, true));
    CHECK(dust(Cover::dry_grass, 5, true) > 0);
    CHECK(dust(Cover::water, 5, true) == 0);
    CHECK(dust(Cover::bare, 0, true) == 0);
}

TEST_CASE("Wet ground gives no dust, and half-dry ground less than dry") {
    Squadron dry(ground::Cover::bare, 5, true), damp(ground::Cover::bare, 5, true),
        wet(ground::Cover::bare, 5, true);
    damp.f.world.clock.ground_um[0] = 3000;
    wet.f.world.clock.ground_um[0] = 6000;
    const auto a = dry.raised(), b = damp.raised();
    CHECK(b < a);
    CHECK(b > 0);
    CHECK(wet.raised() == 0);
}
