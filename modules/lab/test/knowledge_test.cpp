// Measures of what commanders believe, see, hear and come near to.
#include "bench.hpp"

using namespace lab_test;

namespace {

void believes(Bench& b, std::uint32_t owner, std::uint32_t about, double x_m, double y_m, double confidence) {
    auto& beliefs = b.state.beliefs;
    const auto row = beliefs.find_or_make(owner, belief::Subject::person, about);
    beliefs.rows.x_mm[row] = static_cast<std::int32_t>(x_m * 1000);
    beliefs.rows.y_mm[row] = static_cast<std::int32_t>(y_m * 1000);
    beliefs.rows.confidence_q16[row] = static_cast<std::uint16_t>(confidence * 65535);
    beliefs.rows.source[row] = static_cast<std::uint8_t>(belief::Source::eyes);
    beliefs.rows.tick[row] = static_cast<std::int32_t>(b.state.world.tick());
}

}  // namespace

TEST_CASE(
    "A commander errs about the chief by the distance of the place he takes for his, and by minutes above "
    "500 m") {
    Bench b({"belief_error_m_at_0.red_chief", "belief_wrong_min.red_chief", "believed_gone_min.red_chief"},
            false);
    const auto red = b.person("red_chief");
    b.put(b.model.persons[0].man, 0, kSouth);
    believes(b, red, 0, 0, kSouth + 100, 0.9);
    b.until(59.9);
    believes(b, red, 0, 0, kSouth + 800, 0.9);  // towards the place of retreat, in the north
    b.until(119.9);
    believes(b, red, 0, 0, kSouth + 800, 0.3);  // he doubts it
    b.until(179.9);
    b.happens(world::EventKind::drum_begins, 0);
    b.until(239.9);
    CHECK(b.value("belief_error_m_at_0.red_chief").number == doctest::Approx(800));
    CHECK(b.value("belief_wrong_min.red_chief").number == doctest::Approx(3));
    CHECK(b.value("believed_gone_min.red_chief").number == doctest::Approx(1));
}

TEST_CASE("Of the ring about the drum those downwind and those upwind are told apart") {
    Bench b({"drum_heard_share_ring_downwind", "drum_heard_share_ring_upwind"}, false);
    const auto red = b.men_of("red");
    for (const char* colours : {"red", "blue"})
        for (const std::uint32_t i : b.men_of(colours)) b.put(i, 0, 500);
    b.put(b.model.persons[0].man, 0, 500);
    for (std::size_t k = 50; k < 60; ++k) b.put(red[k], 1150, 500);
    for (std::size_t k = 60; k < 70; ++k) b.put(red[k], -1150, 500);
    for (std::size_t k = 70; k < 80; ++k) b.put(red[k], 1000, 500);  // too near for the ring
    b.state.world.clock.wind_x_mm_s[0] = 5000;
    b.until(99.9);
    b.happens(world::EventKind::drum_begins, 0);
    b.until(100);
    for (std::size_t k = 0; k < red.size(); ++k)
        b.state.world.men.drum_tick[red[k]] = k >= 50 && k < 58 ? 1200 : 500;
    b.state.world.men.status[red[69]] = static_cast<std::uint8_t>(world::Status::dead);
    b.until(410);
    CHECK(b.value("drum_heard_share_ring_downwind").number == doctest::Approx(0.8));
    CHECK(b.value("drum_heard_share_ring_upwind").number == 0);  // what was heard before T0 does not count
}

TEST_CASE("Sight and fresh knowledge are asked of the commanders who are fit on the chief's bank") {
    Bench b({"sight_least_m_at_0", "sight_median_m_at_0", "beliefs_renewed_share_at_0", "sight_least_m_at_10",
             "beliefs_renewed_share_at_10"});
    const auto red = b.person("red_chief"), blue = b.person("blue_chief");
    const auto red_man = b.model.persons[red].man, blue_man = b.model.persons[blue].man;
    for (const auto man : {b.model.persons[0].man, red_man, blue_man}) b.put(man, 0, kNorth);
    b.state.world.men.sight_m[red_man] = 40;
    b.state.world.men.sight_m[blue_man] = 80;
    for (const auto owner : {red, blue})
        for (std::uint32_t about = 0; about < 3; ++about)
            if (const auto row = b.state.beliefs.find(owner, belief::Subject::person, about); row >= 0)
                b.state.beliefs.rows.source[static_cast<std::size_t>(row)] =
                    static_cast<std::uint8_t>(belief::Source::prior);
    believes(b, red, 0, 0, 0, 0.9);
    believes(b, red, blue, 0, 0, 0.9);
    believes(b, blue, red, 0, 0, 0.9);  // and nothing new about the chief
    b.until(1);
    CHECK(b.value("sight_least_m_at_0").number == 40);
    CHECK(b.value("sight_median_m_at_0").number == 60);
    CHECK(b.value("beliefs_renewed_share_at_0").number == doctest::Approx(0.75));
    b.put(red_man, 0, kSouth);
    b.until(601);
    CHECK(b.value("sight_least_m_at_10").number == 80);
    CHECK(b.value("beliefs_renewed_share_at_10").number == 0);
}

TEST_CASE("An enemy is near only to one who has resolved to withdraw") {
    Bench b({"least_to_enemy_m.red_chief"});
    jobs::Jobs jobs{1};
    const auto red = b.person("red_chief");
    const auto man = b.model.persons[red].man;
    const auto foe = b.men_of("ming_horse")[0];
    for (const char* ming : {"ming_horse", "ming_foot"})
        for (const std::uint32_t i : b.men_of(ming)) b.put(i, 800, kSouth);
    const auto stands = [&](double away) {
        b.put(man, -800, kSouth);
        b.put(foe, -800 + away, kSouth);
        b.state.world.index.rebuild(b.model, b.state.world.men, jobs);
    };
    stands(5);
    b.until(9.9);
    CHECK(b.value("least_to_enemy_m.red_chief").why == "he never resolved to withdraw");
    stands(60);
    b.happens(world::EventKind::decides, red, static_cast<std::int32_t>(model::Verb::withdraw));
    b.until(19.9);
    CHECK(b.value("least_to_enemy_m.red_chief").number == doctest::Approx(60));
    stands(25);
    b.until(29.9);
    stands(90);
    b.until(39.9);
    CHECK(b.value("least_to_enemy_m.red_chief").number == doctest::Approx(25));
}

TEST_CASE(
    "Who gives himself even chances knows nothing, a whole bit of it; who is sure, next to nothing of a "
    "bit") {
    Bench b({"outcome_entropy_at_0", "outcome_entropy_at_10"});
    const auto red = b.person("red_chief"), blue = b.person("blue_chief");
    for (const auto p : {red, blue}) b.put(b.model.persons[p].man, 0, kNorth);
    auto& win = b.state.beliefs.self.outcome_q16;
    for (auto& w : win) w = 32'768;
    b.until(1);
    for (auto& w : win) w = 64'881;  // 0.99
    b.until(601);
    CHECK(b.value("outcome_entropy_at_0").number == doctest::Approx(1.0));
    CHECK(b.value("outcome_entropy_at_10").number == doctest::Approx(0.081).epsilon(0.02));
}
