// T0 by the drum, and the measures of a host that crosses a river.
#include "bench.hpp"

using namespace lab_test;

namespace {
void put_chief(Bench& b, double y_m) { b.put(b.model.persons[0].man, 0, y_m); }
}  // namespace

TEST_CASE("Where the chief does not begin with a gathering, T0 is the first beat of his drum") {
    Bench b({"t0_min", "gathered_300m_at_0", "gathered_300m_at_5", "out_at_end.jin", "dead.jin"}, false);
    b.state.world.men.status[b.men_of("blue")[5]] = static_cast<std::uint8_t>(world::Status::dead);
    b.until(100);
    CHECK(b.value("gathered_300m_at_0").why == "the chief's drum was never beaten");
    CHECK(b.value("out_at_end.jin").number == 1);  // needs no T0
    CHECK(b.value("dead.jin").number == 1);
    b.until(123.3);
    b.happens(world::EventKind::drum_begins, b.person("red_chief"));  // not his
    b.until(123.4);
    CHECK_FALSE(b.value("t0_min").known);
    b.until(234.5);
    b.happens(world::EventKind::drum_begins, 0);
    b.until(234.6);
    CHECK(b.value("t0_min").number == doctest::Approx(234.6 / 60));
    CHECK(b.value("gathered_300m_at_0").known);
    CHECK(b.value("gathered_300m_at_5").why == "the run ended before");
    b.until(250);
    b.happens(world::EventKind::drum_begins, 0);  // beaten anew: T0 stays
    b.until(234.6 + 300);
    CHECK(b.value("gathered_300m_at_5").known);
    CHECK(b.value("t0_min").number == doctest::Approx(234.6 / 60));
}

TEST_CASE("Where the scenario itself has the chief gather, T0 is the clock's zero, drum or no drum") {
    std::vector<scenario::Problem> problems;
    for (const char* name : {"tiny", "ford", "drum-field", "xiaoling-rally", "xiaoling-fire"}) {
        CAPTURE(std::string{name});
        const auto read =
            scenario::read_scenario(scenario::builtin_sources(name).value(), {}, problems).take();
        CHECK(awaits_drum(read.model) == (std::string{name} == "xiaoling-fire"));
    }
}

TEST_CASE(
    "A banner is across when half its living men are on the chief's bank, and commanders are ranked by it") {
    Bench b({"half_across_min.red_chief", "half_across_min.blue_chief", "across_rank.red_chief",
             "across_rank.blue_chief", "colours_half_across_min.blue", "colours_across_at_0.red",
             "colours_across_at_0.blue", "across_at_0.jin", "behind_at_0.jin"},
            false);
    put_chief(b, kSouth);
    b.cross("red", 0);
    b.cross("blue", 0);
    put_chief(b, kSouth);
    b.until(60);
    b.cross("red", 0.45);
    put_chief(b, kSouth);
    b.until(120);
    b.cross("red", 0.75);
    b.until(300);
    b.cross("blue", 0.55);
    put_chief(b, kNorth);
    b.until(400);
    b.happens(world::EventKind::drum_begins, 0);
    b.until(410);
    const double red = static_cast<double>(b.men_of("red").size()),
                 blue = static_cast<double>(b.men_of("blue").size());
    CHECK(b.value("half_across_min.red_chief").number == doctest::Approx(130.0 / 60));
    CHECK(b.value("half_across_min.blue_chief").number == doctest::Approx(310.0 / 60));
    CHECK(b.value("colours_half_across_min.blue").number == doctest::Approx(310.0 / 60));
    CHECK(b.value("across_rank.red_chief").number == 1);
    CHECK(b.value("across_rank.blue_chief").number == 2);
    CHECK(b.value("colours_across_at_0.red").number == doctest::Approx(0.75 * red).epsilon(0.02));
    const double across = b.value("across_at_0.jin").number, behind = b.value("behind_at_0.jin").number;
    CHECK(across == b.value("colours_across_at_0.red").number + b.value("colours_across_at_0.blue").number);
    CHECK(across + behind == red + blue);
}

TEST_CASE("Where the chief gathers on the bank on which he began, nobody has crossed to him") {
    Bench b({"half_across_min.red_chief", "across_at_0.jin", "gathered_300m_at_0"}, false);
    put_chief(b, kSouth);
    b.until(20);
    b.happens(world::EventKind::drum_begins, 0);
    b.until(30);
    CHECK(b.value("half_across_min.red_chief").why == "the chief gathers on the bank where he began");
    CHECK(b.value("across_at_0.jin").why == "the chief gathers on the bank where he began");
    CHECK(b.value("gathered_300m_at_0").known);
}

TEST_CASE("The way ridden since the bank is counted from the far bank to the drum, turns and all") {
    Bench b({"ridden_on_bank_m_at_0.red_chief", "withdraws_min.red_chief", "withdraws_min.blue_chief"},
            false);
    const auto man = b.model.persons[b.person("red_chief")].man;
    put_chief(b, kSouth);
    b.put(man, 0, kSouth);
    b.until(10);
    b.happens(world::EventKind::decides, b.person("red_chief"), static_cast<std::int32_t>(model::Verb::hold));
    b.until(29.9);
    b.happens(world::EventKind::decides, b.person("red_chief"),
              static_cast<std::int32_t>(model::Verb::withdraw));
    b.until(30);
    b.put(man, 0, kNorth);  // reaches the bank
    b.until(40);
    b.put(man, 0, kNorth + 300);
    b.until(50);
    b.put(man, 400, kNorth + 300);
    b.until(60);
    put_chief(b, kNorth);
    b.happens(world::EventKind::drum_begins, 0);
    b.until(61);
    b.put(man, -600, kNorth);  // after the drum: not counted
    b.until(80);
    CHECK(b.value("ridden_on_bank_m_at_0.red_chief").number == doctest::Approx(700));
    CHECK(b.value("withdraws_min.red_chief").number == doctest::Approx(0.5).epsilon(0.01));
    CHECK(b.value("withdraws_min.blue_chief").why == "he never resolved to withdraw");
}

TEST_CASE("A jam is 20 horses or more in a 10 m square of the bed; men on foot and men ashore are none") {
    Bench b({"river_density_most", "river_jam_min"});
    const auto red = b.men_of("red");
    REQUIRE(red.size() > 40);
    for (const std::uint32_t i : red) b.put(i, -700 + 11.0 * (i % 30), kNorth);
    for (const std::uint32_t i : b.men_of("blue")) b.put(i, -700 + 11.0 * (i % 30), kNorth + 50);
    for (const char* ming : {"ming_horse", "ming_foot"})
        for (const std::uint32_t i : b.men_of(ming))
            b.put(i, -700 + 11.0 * (i % 30), kSouth - 11.0 * ((i / 30) % 30));
    b.until(9.9);
    CHECK(b.value("river_density_most").number == 0);
    for (std::size_t k = 0; k < 25; ++k) {
        b.put(red[k], 5, 5);
        b.state.world.men.horse[red[k]] =
            static_cast<std::uint8_t>(k < 24 ? world::Horse::mounted : world::Horse::none);
    }
    b.until(129.9);
    CHECK(b.value("river_density_most").number == doctest::Approx(0.24));
    CHECK(b.value("river_jam_min").number == doctest::Approx(2));
    for (std::size_t k = 0; k < 5; ++k) b.put(red[k], 25, 5);  // 19 are left in it
    b.until(300);
    CHECK(b.value("river_jam_min").number == doctest::Approx(2));
}

TEST_CASE(
    "The most that went out in an hour is a moving sum, and half a banner gathers when half its fit men "
    "stand by") {
    Bench b(
        {"out_most_in_60.jin", "colours_half_gathered_min.blue", "out_at_run_min_5.jin", "out_at_20.jin"});
    const auto blue = b.men_of("blue");
    put_chief(b, kNorth);
    b.cross("blue", 0);
    const auto fall = [&](std::size_t from, std::size_t to) {
        for (std::size_t k = from; k < to; ++k)
            b.state.world.men.status[blue[k]] = static_cast<std::uint8_t>(world::Status::captured);
    };
    b.until(60);
    fall(0, 10);
    b.until(3800);
    CHECK(b.value("out_at_run_min_5.jin").number == 10);
    CHECK(b.value("out_at_20.jin").number == 10);
    fall(10, 15);
    CHECK_FALSE(b.value("colours_half_gathered_min.blue").known);
    for (std::size_t k = 15; k < blue.size() / 2 + 10; ++k) b.put(blue[k], 50, kNorth);
    b.until(3900);
    CHECK(b.value("out_most_in_60.jin").number == 10);
    CHECK(b.value("colours_half_gathered_min.blue").number == doctest::Approx(3810.0 / 60).epsilon(0.01));
}
