#include "kernel.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "field.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/rng.hpp"

using namespace linghe;
using namespace linghe::move;

namespace {

struct Scene {
    std::vector<std::int32_t> x, y;
    std::vector<std::uint8_t> side, body;
    std::vector<std::uint16_t> corps;
    std::vector<float> width = std::vector<float>(256, 225.0F), length = std::vector<float>(256, 180.0F),
                       range = std::vector<float>(256, 450.0F);
    CrowdField field() const {
        return {x.data(),     y.data(),      side.data(),  body.data(), corps.data(),
                width.data(), length.data(), width.data(), range.data()};
    }
};

Scene random_scene(std::uint64_t seed, int n, std::uint32_t spread_mm) {
    Scene s;
    const math::Rng rng{seed};
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(n); ++i) {
        const bool twin = i > 0 && rng.below(8, i, 0, math::Purpose::test, 9) == 0;
        s.x.push_back(
            twin ? s.x.back()
                 : 7'000'000 + static_cast<std::int32_t>(rng.below(spread_mm, i, 0, math::Purpose::test, 0)));
        s.y.push_back(twin ? s.y.back()
                           : -3'000'000 + static_cast<std::int32_t>(
                                              rng.below(spread_mm, i, 0, math::Purpose::test, 1)));
        s.side.push_back(static_cast<std::uint8_t>(rng.below(3, i, 0, math::Purpose::test, 2)));
        s.body.push_back(static_cast<std::uint8_t>(rng.below(2, i, 0, math::Purpose::test, 3)));
        const std::uint32_t corps = rng.below(4, i, 0, math::Purpose::test, 4);
        s.corps.push_back(corps == 3 ? std::uint16_t{0xffff} : static_cast<std::uint16_t>(corps));
    }
    s.width[1] = 450.0F, s.length[1] = 1350.0F, s.range[1] = 750.0F;
    return s;
}

}  // namespace

TEST_CASE("The vector kernel and the scalar kernel see the same crowd to the last bit") {
    const Kernel* fast = avx2_kernel();
    if (fast == nullptr || !__builtin_cpu_supports("avx2")) {
        MESSAGE("no AVX2 here: nothing to compare");
        return;
    }
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Scene s = random_scene(seed, 90, seed % 2 == 0 ? 2'500 : 9'000);
        CrowdRanges ranges{};
        ranges.count = 3;
        ranges.begin[0] = 0, ranges.end[0] = 31, ranges.begin[1] = 31, ranges.end[1] = 40,
        ranges.begin[2] = 55, ranges.end[2] = 90;
        CrowdGroup a{}, b{};
        const math::Rng rng{seed + 1000};
        for (int l = 0; l < kLanes; ++l) {
            const std::uint32_t me = rng.below(90, static_cast<std::uint32_t>(l), 0, math::Purpose::test);
            a.x_mm[l] = s.x[me], a.y_mm[l] = s.y[me], a.side[l] = s.side[me];
            a.half_width_mm[l] = s.width[s.body[me]], a.half_length_mm[l] = s.length[s.body[me]],
            a.range_mm[l] = s.range[s.body[me]];
            const math::Vec2f e =
                math::unit_of(static_cast<std::uint16_t>(rng.u32(me, 1, math::Purpose::test)));
            a.lane_mm[l] = a.half_width_mm[l] * 0.8F;
            a.ex[l] = e.x, a.ey[l] = e.y;
            a.corps[l] = l % 2 == 0 ? static_cast<std::int32_t>(s.corps[me]) : -1;
            a.look2_mm2[l] = static_cast<float>(rng.below(6000, me, 2, math::Purpose::test)) * 3000.0F;
        }
        a.one_corps = seed % 3 == 0 ? static_cast<std::int32_t>(s.corps[0]) : -1;
        std::memcpy(&b, &a, sizeof a);
        const CrowdField f = s.field();
        CrowdNear near_a{}, near_b{};
        scalar_kernel().neighbours(f, ranges, 4.0e6F, 1500.0F * 1500.0F, 2.0e7F, a, near_a);
        fast->neighbours(f, ranges, 4.0e6F, 1500.0F * 1500.0F, 2.0e7F, b, near_b);
        REQUIRE(near_a.count == near_b.count);
        for (std::uint32_t i = 0; i < near_a.count; ++i) CHECK(near_a.slot[i] == near_b.slot[i]);
        scalar_kernel().headway(f, near_a, a), fast->headway(f, near_b, b);
        CrowdNear everybody{};
        for (int r = 0; r < ranges.count; ++r)
            for (std::uint32_t c = ranges.begin[r]; c < ranges.end[r] && everybody.count < CrowdNear::kMost;
                 ++c)
                everybody.slot[everybody.count++] = c;
        const bool mixed = seed % 2 == 0;
        scalar_kernel().enemies(f, everybody, 16.0e6F, mixed, a);
        fast->enemies(f, everybody, 16.0e6F, mixed, b);
        CHECK(std::memcmp(&a, &b, sizeof a) == 0);
    }
}

TEST_CASE("A whole crowd steps to the same places with either kernel and any number of threads") {
    const auto run = [](KernelChoice kernel, unsigned threads) {
        choose_kernel(kernel);
        test::Field f(60, 60, 10'000, threads);
        const auto u = f.unit(0, 0, 40.0F, model::Verb::march, 300'000, 400'000, math::kNorth);
        const auto v = f.unit(1, 1, 60.0F, model::Verb::attack, 300'000, 200'000, math::kSouth);
        for (int i = 0; i < 600; ++i) f.man(0, 0, 280'000 + i % 40 * 950, 290'000 - i / 40 * 1900, u);
        for (int i = 0; i < 300; ++i) f.man(1, 1, 275'000 + i % 50 * 1100, 310'000 + i / 50 * 3700, v);
        for (int i = 0; i < 300; ++i)
            f.goer(static_cast<std::uint8_t>(i % 2), 280'000 + (i * 7919) % 40'000,
                   260'000 + (i * 104729) % 30'000, 300'000, 500'000, true);
        for (int t = 0; t < 150; ++t) f.step(t < 50 ? 1 : 5);
        choose_kernel(KernelChoice::best);
        return std::pair{f.world.men.x_mm, f.world.men.y_mm};
    };
    const auto want = run(KernelChoice::scalar, 1);
    CHECK(run(KernelChoice::best, 1) == want);
    CHECK(run(KernelChoice::best, 2) == want);
    CHECK(run(KernelChoice::scalar, 3) == want);
}
