#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "linghe/base/ids.hpp"
#include "linghe/base/limits.hpp"
#include "linghe/base/result.hpp"
#include "linghe/base/units.hpp"

using namespace linghe::base;

namespace {

Result<int> arrows_in(int quivers) {
    if (quivers < 0) return Error{ErrorCode::invalid, "army.toml:3:1 quivers", "-1 quivers", "0 or more"};
    return quivers * 30;
}
Result<int> twice(int quivers) {
    LINGHE_TRY(const int arrows, arrows_in(quivers));
    return 2 * arrows;
}
Result<void> check(int quivers) {
    LINGHE_CHECK_OK(arrows_in(quivers));
    LINGHE_CHECK_OK(twice(quivers));
    return Result<void>::success();
}

}  // namespace

TEST_CASE("An error travels up through every caller and keeps its place") {
    CHECK(twice(2).value() == 120);
    CHECK(*twice(2) == 120);
    CHECK(check(1).ok());
    REQUIRE(!check(-1).ok());
    CHECK(check(-1).error().code == ErrorCode::invalid);
    CHECK(twice(-1).error().text() == "army.toml:3:1 quivers: -1 quivers\n  hint: 0 or more");
    CHECK(twice(-1).value_or(7) == 7);
}

TEST_CASE("The parts of an error that are empty leave no trace in its text") {
    CHECK(Error{ErrorCode::io, "", "disk full", ""}.text() == "disk full");
    CHECK(Error{ErrorCode::io, "a", "", ""}.text() == "a");
    CHECK(Error{}.text().empty());
}

TEST_CASE("A result carries what can only be moved") {
    Result<std::unique_ptr<int>> r(std::make_unique<int>(5));
    const std::unique_ptr<int> taken = r.take();
    CHECK(*taken == 5);
    Result<std::string> s(std::string("abc"));
    CHECK(s->size() == 3);
}

TEST_CASE("Codes of errors are the exit codes and stay") {
    CHECK(static_cast<int>(ErrorCode::run_failed) == 1);
    CHECK(static_cast<int>(ErrorCode::usage) == 2);
    CHECK(static_cast<int>(ErrorCode::invalid) == 3);
    CHECK(static_cast<int>(ErrorCode::io) == 74);
    CHECK(static_cast<int>(ErrorCode::limit) == 6);
    CHECK(static_cast<int>(ErrorCode::corrupt) == 7);
    CHECK(std::string(name_of(ErrorCode::corrupt)) == "corrupt");
}

TEST_CASE("A broken invariant ends the run with file and line, and only in checked builds") {
    CHECK_THROWS_AS(throw_broken_invariant("f.cpp", 3, "two men in one body"), BrokenInvariant);
    try {
        throw_broken_invariant("f.cpp", 3, std::string("two men in one body"));
    } catch (const BrokenInvariant& e) {
        CHECK(std::string(e.what()) == "f.cpp:3: broken invariant: two men in one body");
        CHECK(e.line == 3);
    }
    int evaluated = 0;
    const auto broken = [&] {
        LINGHE_ASSERT(++evaluated < 0, "always broken");
        static_cast<void>(evaluated);
    };
    if (kAssertsActive) {
        CHECK_THROWS_AS(broken(), BrokenInvariant);
        CHECK(evaluated == 1);
    } else {
        CHECK_NOTHROW(broken());
        CHECK(evaluated == 0);
    }
}

TEST_CASE("An id of nobody is not valid, and ids keep the order of their numbers") {
    CHECK(!SoldierId{}.valid());
    CHECK(SoldierId{0}.valid());
    CHECK(UnitId{3} < UnitId{4});
    CHECK(UnitId{3} == UnitId{3});
    CHECK(sizeof(PersonId) == 4);
    static_assert(!std::is_convertible_v<SoldierId, UnitId>);
}

TEST_CASE("A time becomes the nearest tick, and an absurd time is refused") {
    static_assert(ticks_from_s(900.0) == 9000);
    CHECK(ticks_from_s(0.04) == 0);
    CHECK(ticks_from_s(0.05) == 1);
    CHECK(ticks_from_s(-0.05) == -1);
    CHECK(ticks_from_s(0.3) == 3);
    CHECK(checked_ticks_from_s(60.0).value() == 600);
    CHECK(!checked_ticks_from_s(1e13).ok());
    CHECK(!checked_ticks_from_s(0.0 / (kTickMs - 100.0)).ok());
    if (!kAssertsActive) {
        CHECK(ticks_from_s(1e300) == 10 * static_cast<Tick>(1e12));
        CHECK(ticks_from_s(0.0 / (kTickMs - 100.0)) == 0);
    } else {
        CHECK_THROWS_AS(ticks_from_s(1e300), BrokenInvariant);
    }
    // Every tenth of a second of a day is its own tick: no drift, no double.
    for (Tick t = 0; t < 864000; ++t) {
        if (ticks_from_s(seconds_of(t)) != t) FAIL("tick " << t);
    }
}

TEST_CASE("A li is 360 bu and a bu five chi") {
    CHECK(li_m == doctest::Approx(360 * 5 * chi_m));
    CHECK(bu_m == doctest::Approx(5 * chi_m));
    CHECK(jin_kg == doctest::Approx(0.590));
}

TEST_CASE("A limit passed is refused by name, with the figure found and the bound") {
    CHECK(within_limit("soldiers", 1'000'000, "army.toml").ok());
    const auto r = within_limit("soldiers", 1'000'001, "army.toml");
    REQUIRE(!r.ok());
    CHECK(r.error().code == ErrorCode::limit);
    CHECK(r.error().text().find("1000001 men, more than the limit of 1000000") != std::string::npos);
    CHECK(within_limit("no such", 1, "x").error().code == ErrorCode::usage);
    for (const Limit& a : kLimits) {
        CHECK(a.value > 0);
        CHECK(!a.on_excess.empty());
        int same = 0;
        for (const Limit& b : kLimits) same += a.name == b.name;
        CHECK(same == 1);
    }
    std::uint64_t p = 0;
    CHECK(checked_mul(1u << 31, 1u << 31, p));
    CHECK(!checked_mul(std::uint64_t{1} << 33, std::uint64_t{1} << 31, p));
}
