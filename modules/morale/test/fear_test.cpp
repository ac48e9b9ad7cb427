#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "field.hpp"

using namespace linghe;
using morale_test::Field;
using morale_test::frozen;
using morale_test::shipped;
using world::Morale;

namespace {

/// What percept would tell everybody: mean fear shown, the leader (row 0) counting for `weight` men.
void show_all(Field& f, float weight) {
    double sum = static_cast<double>(weight) * f.world.men.shown_q16[0], men = static_cast<double>(weight);
    for (std::uint32_t i = 1; i < f.size(); ++i) sum += f.world.men.shown_q16[i], men += 1.0;
    for (std::uint32_t i = 0; i < f.size(); ++i) {
        f.world.men.shown_around_q16[i] = static_cast<std::uint16_t>(sum / men);
        f.world.men.contagion_q8[i] = 26;
    }
}
int booked(const world::SoldierTable& m, std::uint32_t i) {
    return m.cause_enemy[i] + m.cause_shock[i] + m.cause_fallen[i] + m.cause_flight[i] + m.cause_smoke[i] +
           m.cause_alone[i] + m.cause_calm[i] + m.cause_leader[i] + m.cause_chief[i] + m.cause_drum[i] +
           m.cause_safe[i] + m.cause_crowd[i] + m.cause_fire[i];
}
/// A face of many percepts at once, so that every cause works.
void feed_everything(world::SoldierTable& m, std::uint32_t i) {
    m.enemy_near_q8[i] = 60, m.enemy_range_m[i] = 80, m.shock_q8[i] = 8, m.fallen_near_q8[i] = 20,
    m.sight_m[i] = 40;
    m.friends_near[i] = 6, m.leader_near_q8[i] = 120, m.chief_near_q8[i] = 40, m.chief_calm_q8[i] = 200;
    m.banner_seen_q8[i] = 50, m.safe_q8[i] = 100, m.formed_near_q8[i] = 150, m.drum_tick[i] = 0,
    m.drum_snr_db[i] = 6;
    m.shown_around_q16[i] = 20'000, m.contagion_q8[i] = 40;
}

}  // namespace

TEST_CASE("What is booked by cause adds up to the change of fear") {
    Field f(1, 200, shipped());
    f.all(0, 200, Morale::wavering, 0.5F);
    f.model.parameters.morale.break_rate_per_s = 0.0F;
    f.model.parameters.morale.wavering_off = 0.0F;  // no change of state: nothing is halved
    f.model.parameters.morale.rally_self_presence = 0.0F;
    for (std::uint32_t i = 0; i < 200; ++i) {
        feed_everything(f.world.men, i);
        f.model.men.composure_q8[i] = static_cast<std::uint8_t>(i);
    }
    std::vector<float> before;
    for (std::uint32_t i = 0; i < 200; ++i) before.push_back(f.fear(i));
    for (int s = 0; s < 120; ++s) f.second();
    for (std::uint32_t i = 0; i < 200; ++i) {
        const float change = f.fear(i) - before[i];
        CHECK(std::abs(static_cast<float>(booked(f.world.men, i)) / 1024.0F - change) < 0.02F);
    }
    CHECK(f.world.men.cause_enemy[0] > 0);
    CHECK(f.world.men.cause_smoke[0] > 0);
    CHECK(f.world.men.cause_leader[1] < 0);
    CHECK(f.world.men.cause_leader[0] == 0);  // he is the leader
    CHECK(f.world.men.cause_drum[1] < 0);
}

TEST_CASE("The raw and timid boy takes more fright than his steadier brother") {
    Field f(3, 1, shipped());
    const float composure[] = {0.2F, 0.6F, 0.6F},
                experience[] = {0.1F, 0.5F, 0.7F};  // Dodo, Dorgon, Ajige in kind
    for (std::uint32_t i = 0; i < 3; ++i) {
        f.model.men.composure_q8[i] = static_cast<std::uint8_t>(255.0F * composure[i]);
        f.model.men.experience_q8[i] = static_cast<std::uint8_t>(255.0F * experience[i]);
        f.world.men.enemy_near_q8[i] = 150, f.world.men.enemy_range_m[i] = 120, f.world.men.sight_m[i] = 40;
    }
    f.model.parameters.morale.break_rate_per_s = 0.0F;
    float peak[3] = {};
    for (int s = 0; s < 180; ++s) {
        f.second();
        for (std::uint32_t i = 0; i < 3; ++i) peak[i] = std::max(peak[i], f.fear(i));
    }
    CHECK(peak[0] > peak[1] + 0.1F);
    CHECK(peak[1] > peak[2]);
    // Out of danger with the chief beside them, all come to themselves, the steadier sooner.
    for (std::uint32_t i = 0; i < 3; ++i) {
        f.world.men.enemy_near_q8[i] = 0, f.world.men.enemy_range_m[i] = world::kFar,
        f.world.men.sight_m[i] = 500;
        f.world.men.chief_near_q8[i] = f.world.men.chief_calm_q8[i] = 255;
    }
    f.all(0, 3, Morale::wavering, 0.6F);
    for (int s = 0; s < 60; ++s) f.second();
    CHECK(f.fear(0) < 0.4F);
    CHECK(f.fear(2) < f.fear(0));
}

TEST_CASE("A frightened leader who shows calm lowers the fear of his men; felt fear alone does nothing") {
    const auto after = [](float honour, float felt) {
        auto p = frozen();
        p.contagion_gain = 1.0F;
        p.break_rate_per_s = 0.0F;
        Field f(1, 100, p);
        f.model.persons[0].traits.composure = f.model.persons[0].traits.honour = honour;
        f.all(0, 100, Morale::wavering, 0.6F);
        for (int s = 0; s < 60; ++s) {
            f.world.men.fear_q16[0] = static_cast<std::uint16_t>(felt * 65535.0F);
            show_all(f, 60.0F);
            f.second();
        }
        return f.mean_fear(1, 100);
    };
    const float masked = after(1.0F, 0.6F), open = after(0.0F, 0.6F);
    CHECK(masked - open <= -0.1F);
    // A wholly masked leader: his own dread makes little odds to those about him.
    auto p = frozen();
    CHECK(p.mask_leader > 0.5F);
    CHECK(std::abs(after(1.0F, 0.9F) - after(1.0F, 0.6F)) < 0.35F * (after(0.0F, 0.9F) - after(0.0F, 0.6F)));
}

TEST_CASE("Calm and flight reach a man only by what others show, and can be switched off") {
    Field f(1, 2, frozen());
    f.model.parameters.morale.contagion_gain = 1.0F;
    f.all(0, 2, Morale::shaken, 0.3F);
    f.world.men.contagion_q8[0] = f.world.men.contagion_q8[1] = 50;
    f.world.men.shown_around_q16[0] = 60'000;
    f.world.men.shown_around_q16[1] = 0;
    for (int s = 0; s < 5; ++s) f.second();
    CHECK(f.fear(0) > 0.4F);
    CHECK(f.fear(1) < 0.2F);
    CHECK(f.world.men.cause_flight[0] > 0);
    CHECK(f.world.men.cause_calm[1] < 0);
    f.model.without = static_cast<std::uint32_t>(model::Without::contagion);
    f.all(0, 2, Morale::shaken, 0.3F);
    for (int s = 0; s < 5; ++s) f.second();
    CHECK(f.fear(0) == doctest::Approx(0.3).epsilon(0.001));
}

TEST_CASE("Drum, banner, leader, chief and crowd each calm, and each only while it is not taken out") {
    const auto calm = [](void (*feed)(world::SoldierTable&), std::uint32_t without, float reputation) {
        Field f(1, 3, shipped());
        f.model.without = without;
        f.model.persons[0].great_banner = true;
        f.model.parameters.morale.break_rate_per_s = 0.0F;
        f.model.parameters.morale.fear_flight_per_s =
            0.0F;  // flight takes the crowd's calm away here, and no more
        f.model.persons[0].traits.reputation = reputation;
        f.all(0, 3, Morale::wavering, 0.5F);
        f.world.men.friends_near[2] = 200;
        f.world.men.fleeing_near_q8[2] = 255;
        for (int s = 0; s < 30; ++s) feed(f.world.men), f.second();
        return f.fear(2);
    };
    const auto nothing = [](world::SoldierTable&) {};
    const auto drum = [](world::SoldierTable& m) { m.drum_tick[2] = 10, m.drum_snr_db[2] = 12; };
    const auto banner = [](world::SoldierTable& m) { m.banner_seen_q8[2] = 255; };
    const auto leader = [](world::SoldierTable& m) { m.leader_near_q8[2] = 255; };
    const auto chief = [](world::SoldierTable& m) { m.chief_near_q8[2] = m.chief_calm_q8[2] = 255; };
    const auto crowd = [](world::SoldierTable& m) { m.fleeing_near_q8[2] = 0; };
    const float base = calm(nothing, 0, 0);
    const auto bit = [](model::Without w) { return static_cast<std::uint32_t>(w); };
    CHECK(calm(drum, 0, 0) < base - 0.03F);
    CHECK(calm(banner, 0, 0) < base - 0.05F);
    CHECK(calm(leader, 0, 0) < base - 0.05F);
    CHECK(calm(chief, 0, 0) < base - 0.1F);
    CHECK(calm(crowd, 0, 0) < base - 0.01F);
    CHECK(calm(drum, bit(model::Without::drum), 0) == base);
    CHECK(calm(banner, bit(model::Without::banner), 0) == base);
    CHECK(calm(leader, bit(model::Without::leader), 0) == base);
    CHECK(calm(crowd, bit(model::Without::social_proof), 0) == base);
    CHECK(calm(banner, 0, 1.0F) < calm(banner, 0, 0) - 0.02F);  // a name of victories calms by itself
}

TEST_CASE("A man at rest feels in five seconds what a moving man feels in five steps") {
    Field f(1, 200, shipped());
    f.model.parameters.morale.break_rate_per_s = 0.0F;
    f.all(0, 200, Morale::steady, 0.2F);
    for (std::uint32_t i = 0; i < 200; ++i) feed_everything(f.world.men, i);
    for (std::uint32_t i = 100; i < 200; ++i)
        f.world.men.level[i] = static_cast<std::uint8_t>(world::Level::rest);
    for (int s = 0; s < 61; ++s) f.second();
    CHECK(f.mean_fear(101, 200) == doctest::Approx(static_cast<double>(f.mean_fear(1, 100))).epsilon(0.05));
}

TEST_CASE("Nuances of fear do not chatter") {
    Field f(1, 1, frozen());
    f.all(0, 1, Morale::steady, 0.2F);
    std::uint32_t changes = 0;
    for (int s = 0; s < 100; ++s) {
        const float fear = s % 2 == 0 ? 0.29F : 0.25F;  // between off and on
        f.world.men.fear_q16[0] = static_cast<std::uint16_t>(fear * 65535.0F);
        f.second();
        changes += f.events_of(world::EventKind::man_state);
    }
    CHECK(changes == 0);
    f.all(0, 1, Morale::steady, 0.31F);
    f.model.parameters.morale.break_rate_per_s = 0.0F;
    f.second();
    CHECK(f.count(0, 1, Morale::shaken) == 1);
}

TEST_CASE(
    "A commander who has made up his mind grows calmer than one who still broods, and nobody else does") {
    const auto brood = [](std::int32_t decided) {
        Field f(2, 1, shipped());
        f.intents.persons.resize(2);
        f.intents.persons.decided[0] = decided;
        f.all(0, 2, Morale::steady, 0.8F);
        for (int s = 0; s < 120; ++s) f.second();
        return std::pair{f.fear(0), f.fear(1)};
    };
    const auto broods = brood(0), decided = brood(1);
    MESSAGE("fear after two minutes: " << decided.first << " decided, " << broods.first << " not");
    CHECK(decided.first < 0.8F * broods.first);
    CHECK(decided.first > 0.2F * broods.first);
    CHECK(decided.second == broods.second);
}
