#include <doctest/doctest.h>

#include "linghe/lab/plan.hpp"
#include "row_log.hpp"
#include "writing.hpp"

using namespace linghe;
using namespace linghe::lab;

TEST_CASE("Seeds are read as ranges, and a doubtful list is refused") {
    CHECK(parse_seeds("1-3,7, 10-11").value() == std::vector<std::uint64_t>{1, 2, 3, 7, 10, 11});
    CHECK(parse_seeds("9000000000000000").ok());
    for (const char* bad :
         {"", "0", "3-1", "1-", "-4", "a", "1,,2", "1-3,3", "9000000000000001", "1.5", "1-2-3"})
        CHECK_MESSAGE(parse_seeds(bad).error().code == base::ErrorCode::usage, bad);
    CHECK(parse_seeds("1-100001").error().code == base::ErrorCode::limit);
    CHECK(parse_seeds("1-9000000000000000").error().code == base::ErrorCode::limit);
}

TEST_CASE("An arm says in words what it changes") {
    std::vector<Arm> arms = {{"base", {}}};
    REQUIRE(add_arm(arms, "mute:without drum; without banner;set weather.gust_share = 0").ok());
    REQUIRE(add_arm(arms, R"(shift:intervention { at_s = 5, kind = "set_wind", text = "a;b" })").ok());
    REQUIRE(add_arm(arms, "mute:set parameters.morale.x=0.5").ok());
    REQUIRE(arms.size() == 3);
    CHECK(arms[1].change.without == std::vector<std::string>{"drum", "banner"});
    CHECK(arms[1].change.set[0] == std::pair<std::string, std::string>{"weather.gust_share", "0"});
    CHECK(arms[1].change.set[1].second == "0.5");
    CHECK(arms[2].change.interventions.size() == 1);
    for (const char* bad : {"mute", "base:without drum", "Mute:without drum", "a:", "a:without",
                            "a:whithout drum", "a:set b", ":without drum"}) {
        const auto before = arms.size();
        CHECK_MESSAGE(add_arm(arms, bad).error().code == base::ErrorCode::usage, bad);
        CHECK(arms.size() == before);
    }
    CHECK(add_arm(arms, "a:whithout drum").error().hint.find("without") != std::string::npos);
}

TEST_CASE("A time of day is minutes and seconds") {
    CHECK(parse_until_s("06:00").value() == 360);
    CHECK(parse_until_s("90:05").value() == 5405);
    CHECK(parse_until_s("30.5").value() == 30.5);
    for (const char* bad : {"", "0", "00:00", "1:60", "1:2:3", "-1:00", "x", "1e300"})
        CHECK_FALSE(parse_until_s(bad).ok());
}

TEST_CASE("The command that runs one run again survives the shell") {
    Plan plan;
    plan.scenario = "my battles/it's one";
    plan.until_s = 65;
    plan.common.set = {{"weather.gust_share", "0.1"}};
    REQUIRE(add_arm(plan.arms, R"(a:without drum; intervention { at_s = 1, kind = "x" })").ok());
    plan.seeds = {4};
    CHECK(command_of(plan, 0, 4) ==
          R"(linghe run 'my battles/it'\''s one' --seed 4 --set weather.gust_share=0.1 --until 01:05)");
    CHECK(command_of(plan, 1, 4) ==
          R"(linghe run 'my battles/it'\''s one' --seed 4 --set weather.gust_share=0.1 --without drum )"
          R"(--intervention '{ at_s = 1, kind = "x" }' --until 01:05)");
}

TEST_CASE("Figures are short and never lose their size") {
    CHECK(figure(0.25, 4) == "0.25");
    CHECK(figure(123.456, 4) == "123.5");
    CHECK(figure(1234567, 4) == "1234567");
    CHECK(figure(0.00123456, 4) == "0.001235");
    CHECK(figure(-0.5, 4) == "-0.5");
    CHECK(figure(1e-9, 4) == "1e-09");
    CHECK(figure(1000, 4) == "1000");
    CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
}

TEST_CASE("A row comes back from the log as it went in, and a foreign one is refused") {
    Prepared p;
    p.plan.seeds = {1, 2};
    p.measures.resize(2);
    Row row;
    row.run = 1;
    row.hash = 0xfedcba9876543210u;
    row.wall_s = 0.1;
    row.values = {Value::of(1.0 / 3.0), Value::none("he never came")};
    const auto back = read_row(p, row_text(row));
    REQUIRE(back.ok());
    CHECK(back.value().hash == row.hash);
    CHECK(back.value().values[0].number == 1.0 / 3.0);
    CHECK_FALSE(back.value().values[1].known);
    CHECK(back.value().values[1].why == "he never came");
    CHECK_FALSE(read_row(p, "{}").ok());
    CHECK_FALSE(read_row(p, "").ok());
    row.run = 2;
    CHECK_FALSE(read_row(p, row_text(row)).ok());
    row.run = 0;
    row.values.pop_back();
    CHECK_FALSE(read_row(p, row_text(row)).ok());
}
