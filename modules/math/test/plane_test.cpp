#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linghe/base/hash.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/ordered_sum.hpp"
#include "linghe/math/vec.hpp"

using namespace linghe::math;
namespace base = linghe::base;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("Vectors add, turn and measure") {
    const Vec2d a{3, 4};
    CHECK(length(a) == 5.0);
    CHECK(length(normalized(a)) == doctest::Approx(1.0));
    CHECK(dot(a, perp(a)) == 0.0);
    CHECK(cross(a, perp(a)) == 25.0);
    CHECK((a + a - a * 2.0) == Vec2d{});
    Vec2f f{1, 2};
    f += {1, 1};
    f *= 2.0f;
    CHECK(f == Vec2f{4, 6});
    CHECK(length(Vec2i{3'000'000, -4'000'000}) == 5'000'000.0);
    CHECK(length2(Vec2i{1 << 30, 1 << 30}) == std::int64_t{1} << 61);
    CHECK(cross(Vec2i{1 << 30, 0}, Vec2i{0, 1 << 30}) == std::int64_t{1} << 60);
    CHECK(to_metres({1500, -250}) == Vec2d{1.5, -0.25});
}

TEST_CASE("A man who stands on the spot has a direction that was chosen for him, not a division by zero") {
    CHECK(normalized(Vec2f{}) == Vec2f{});
    CHECK(normalized(Vec2d{}, {1, 0}) == Vec2d{1, 0});
    CHECK(normalized(Vec2f{std::numeric_limits<float>::infinity(), 0}, {0, 1}) == Vec2f{0, 1});
    CHECK(normalized(Vec2d{kNan, 0}, {0, 1}) == Vec2d{0, 1});
    CHECK(turn_of(Vec2d{}, kNorth) == kNorth);
    CHECK(turn_of(Vec2d{kNan, 1}, kWest) == kWest);
}

TEST_CASE("East is 0, north a quarter, and every direction comes back from its own vector") {
    CHECK(turn_of(Vec2d{1, 0}) == kEast);
    CHECK(turn_of(Vec2d{0, 5}) == kNorth);
    CHECK(turn_of(Vec2i{-7, 0}) == kWest);
    CHECK(turn_of(Vec2f{0, -1}) == kSouth);
    CHECK(unit_of(kNorth).y == 1.0f);
    for (int t = 0; t < 65536; ++t) {
        const auto turn = static_cast<turn16>(t);
        if (turn_of(unit_of(turn)) != turn) FAIL("turn " << t);
        if (turn_of(unit_of_d(turn)) != turn) FAIL("turn " << t);
        if (turn_from_radians(radians_of(turn)) != turn) FAIL("turn " << t);
    }
    CHECK(turn_from_radians(5 * kPi) == kWest);
    CHECK(turn_from_radians(-kPi / 2) == kSouth);
    CHECK(turn_from_radians(kNan) == 0);
    CHECK(turn_from_radians(1e300) == 0);
}

TEST_CASE("The way round is the short one, across the seam too") {
    CHECK(turn_diff(65000, 1000) == 1536);
    CHECK(turn_diff(1000, 65000) == -1536);
    CHECK(turn_diff(kEast, kNorth) == 16384);
    CHECK(turn_diff(kEast, kSouth) == -16384);
    CHECK(turn_diff(0, 32768) == -32768);
    CHECK(turn_add(65000, 1536) == 1000);
    CHECK(turn_add(1000, -1536) == 65000);
    for (int from = 0; from < 65536; from += 911) {
        for (int to = 0; to < 65536; to += 733) {
            const std::int32_t d = turn_diff(static_cast<turn16>(from), static_cast<turn16>(to));
            REQUIRE(d >= -32768);
            REQUIRE(d <= 32767);
            REQUIRE(turn_add(static_cast<turn16>(from), d) == to);
        }
    }
}

TEST_CASE("Rounding to a column goes to the nearest, halves away from zero, and saturates") {
    CHECK(round_to<std::int32_t>(2.5) == 3);
    CHECK(round_to<std::int32_t>(-2.5) == -3);
    CHECK(round_to<std::int32_t>(0.49999999999999994) == 0);
    CHECK(round_to<std::int32_t>(2147483647.4) == 2147483647);
    CHECK(round_to<std::int32_t>(-2147483648.4) == std::numeric_limits<std::int32_t>::min());
    CHECK(round_to<std::int16_t>(40000.0f) == 32767);
    CHECK(round_to<std::int16_t>(-1e30f) == -32768);
    CHECK(round_to<std::uint16_t>(-0.4) == 0);
    CHECK(round_to<std::uint16_t>(-3.0) == 0);
    CHECK(round_to<std::uint8_t>(254.6) == 255);
    CHECK(round_to<std::uint32_t>(4294967295.0) == 4294967295u);
    CHECK(round_to<std::uint32_t>(kInf) == 4294967295u);
    CHECK(round_to<std::int32_t>(kNan) == 0);
    bool fits = true;
    CHECK(round_to_checked<std::int32_t>(12.0f, fits) == 12);
    CHECK(fits);
    round_to_checked<std::int32_t>(kNan, fits);
    CHECK(!fits);
    fits = true;
    round_to_checked<std::uint16_t>(65535.5, fits);
    CHECK(!fits);
    for (std::uint64_t i = 0; i < 100000; ++i) {
        const double v = (static_cast<double>(base::hash_mix(1, i) >> 11) * 0x1p-53 - 0.5) * 100000;
        if (round_to<std::int32_t>(v) != static_cast<std::int32_t>(std::lround(v))) FAIL("value " << v);
    }
}

TEST_CASE("Fractions saturate instead of turning over") {
    CHECK(to_q16_u16(1.0) == 65535);
    CHECK(to_q16_u16(0.5) == 32768);
    CHECK(to_q16_u16(-0.1) == 0);
    CHECK(to_q16(-1.0) == -65536);
    CHECK(to_q16_u32(1e9) == 4294967295u);
    CHECK(from_q16(std::uint16_t{32768}) == 0.5f);
    CHECK(from_q16(std::int32_t{-65536}) == -1.0f);
    CHECK(mul_q16(to_q16(1.5), to_q16(-2.0)) == to_q16(-3.0));
    CHECK(mul_q16(1, 32768) == 1);
    CHECK(mul_q16(-1, 32768) == -1);
    CHECK(mul_q16(std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max()) ==
          std::numeric_limits<std::int32_t>::max());
    CHECK(saturate<std::uint16_t>(-5) == 0);
    CHECK(add_sat<std::uint16_t>(65000, 1000) == 65535);
    CHECK(add_sat<std::int32_t>(-5, std::numeric_limits<std::int64_t>::min()) ==
          std::numeric_limits<std::int32_t>::min());
    CHECK(clamp(5, 0, 3) == 3);
    CHECK(clamp(-5, 0, 3) == 0);
}

TEST_CASE("An ordered sum is the sum of its chunks in their order") {
    std::vector<double> v;
    for (std::uint64_t i = 0; i < 5000; ++i) v.push_back(static_cast<double>(base::hash_mix(3, i)) * 1e-10);
    double by_hand = 0;
    double naive = 0;
    for (std::size_t c = 0; c < 5; ++c) {
        double part = 0;
        for (std::size_t i = c * 1024; i < std::min<std::size_t>(5000, (c + 1) * 1024); ++i) part += v[i];
        by_hand += part;
    }
    for (const double x : v) naive += x;
    CHECK(ordered_sum(std::span<const double>(v)) == by_hand);
    CHECK(by_hand != naive);  // the order does matter, or the rule would be idle
    CHECK(ordered_sum(std::span<const double>()) == 0.0);
    const std::vector<float> ones(1025, 1.0f);
    CHECK(ordered_sum(std::span<const float>(ones)) == 1025.0);
}
