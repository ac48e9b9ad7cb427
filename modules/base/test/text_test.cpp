#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "linghe/base/hash.hpp"
#include "linghe/base/text.hpp"

using namespace linghe::base;

TEST_CASE("A slip of the pen is answered with the name that was meant") {
    const std::vector<std::string_view> keys = {"morale",  "march_order", "ammunition",
                                                "weather", "红夷炮",      "虎蹲炮"};
    CHECK(did_you_mean("morlae", keys) == "morale");
    CHECK(did_you_mean("amunition", keys) == "ammunition");
    CHECK(did_you_mean("march", keys) == "march_order");
    CHECK(did_you_mean("红衣炮", keys) == "红夷炮");
    CHECK(did_you_mean("xyz", keys) == std::nullopt);
    CHECK(did_you_mean("q", keys) == std::nullopt);
    CHECK(did_you_mean("", keys) == std::nullopt);
    CHECK(did_you_mean(std::string(100000, 'a'), keys) == std::nullopt);
    CHECK(edit_distance("ab", "ba") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("凌河", "凌江") == 1);
}

TEST_CASE("UTF-8 is told from what only looks like it") {
    std::size_t at = 99;
    CHECK(utf8_valid("凌河 ok \xf0\x9f\x8f\xaf"));
    CHECK(utf8_valid(""));
    CHECK(!utf8_valid("ab\xff", &at));
    CHECK(at == 2);
    CHECK(!utf8_valid("\xc0\xaf"));          // overlong
    CHECK(!utf8_valid("\xe0\x80\xaf"));      // overlong
    CHECK(!utf8_valid("\xed\xa0\x80"));      // surrogate
    CHECK(!utf8_valid("\xf4\x90\x80\x80"));  // above U+10FFFF
    CHECK(!utf8_valid("a\xe5\x87", &at));    // cut off
    CHECK(at == 1);
    CHECK(!utf8_valid("\x80"));
}

TEST_CASE("Numbers become the shortest text that reads back to the same bits") {
    CHECK(to_text(0.1) == "0.1");
    CHECK(to_text(0.1f) == "0.1");
    CHECK(to_text(1e30) == "1e+30");
    CHECK(to_text(-0.0) == "-0");
    CHECK(to_text(std::numeric_limits<double>::quiet_NaN()) == "null");
    CHECK(to_text(std::int64_t{-7}) == "-7");
    CHECK(to_text(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    CHECK(to_text_fixed(12.5, 2) == "12.50");
    CHECK(to_text_fixed(-0.001, 2) == "0.00");
    CHECK(to_text_fixed(1e308, 0).size() == 309);
    std::uint64_t draw = 5;
    for (int i = 0; i < 20000; ++i) {
        draw = hash_mix(draw, 1);
        double v;
        static_assert(sizeof v == sizeof draw);
        __builtin_memcpy(&v, &draw, sizeof v);
        if (!std::isfinite(v)) continue;
        if (parse_double(to_text(v)).value() != v) FAIL("not the same: " << to_text(v));
    }
}

TEST_CASE("A number is read whole or not at all") {
    CHECK(parse_double("12.5").value() == 12.5);
    CHECK(parse_double("-1e3").value() == -1000);
    for (const char* bad : {"", " 1", "1 ", "1,5", "1.5m", "+1", "0x10", "nan", "inf", "1e999", "--1", "."}) {
        CHECK_MESSAGE(!parse_double(bad).ok(), bad);
    }
    CHECK(parse_int("-3").value() == -3);
    for (const char* bad : {"", "3.0", "1e3", "9223372036854775808", "+3", " 3"}) {
        CHECK_MESSAGE(!parse_int(bad).ok(), bad);
    }
    CHECK(parse_double(std::string(1000, 'z')).error().message.size() < 100);
}
