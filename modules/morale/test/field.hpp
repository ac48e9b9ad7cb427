// A field built by hand for the tests of morale: men in units, percepts fed by the test, no other stage.
// Used by tests of this room only.
// Never a battle: nobody moves, nothing is heard but what the test writes.
#pragma once
#include <fstream>
#include <memory>
#include <string>

#include "linghe/jobs/jobs.hpp"
#include "linghe/morale/morale.hpp"

namespace linghe::morale_test {

/// The shipped values of data/parameters/morale.toml.
inline model::MoraleParameters shipped() {
    model::MoraleParameters p;
    std::ifstream file(std::string(LINGHE_SOURCE_DIR) + "/data/parameters/morale.toml");
    std::string line, name;
    while (std::getline(file, line)) {
        if (!line.empty() && line[0] == '[') name = line.substr(1, line.find(']') - 1);
        if (line.rfind("value = ", 0) != 0) continue;
        const float value = std::stof(line.substr(8));
        p.visit([&](std::string_view n, float& v) {
            if (n == name) v = value;
        });
    }
    return p;
}
/// The same with every rate of fear and calm at nought, so that fear stays where the test puts it.
inline model::MoraleParameters frozen() {
    model::MoraleParameters p = shipped();
    p.visit([](std::string_view n, float& v) {
        const bool rate =
            (n.rfind("fear_", 0) == 0 || n.rfind("calm_", 0) == 0) && n.find("_per_s") != n.npos;
        if (rate || n == "contagion_gain") v = 0.0F;
    });
    return p;
}

struct Field {
    model::Model model;
    world::World world;
    intent::Intents intents;
    std::unique_ptr<jobs::Jobs> jobs = std::make_unique<jobs::Jobs>(1U);

    /// `units` units of `men` men each, all of side 0; their leaders are the persons.
    Field(std::uint32_t units, std::uint32_t men, const model::MoraleParameters& p) {
        model.parameters.morale = p;
        model.seed = 7;
        model.sides.resize(2);
        model.sides[0].retreat_y_mm = 2'000'000;
        model.sides[1].retreat_y_mm = -2'000'000;
        model::TroopType troop;
        troop.loyalty = 0.5F;
        troop.wade_limit_m = 1.0F;
        model.troops.push_back(troop);
        const std::uint32_t all = units * men;
        model.men.resize(all);
        world.clock.resize(1);
        world.clock.next_event[0] = 1;
        world.men.resize(all);
        world.units.resize(units);
        intents.units.resize(units);
        for (std::uint32_t u = 0; u < units; ++u) add_unit(u, men);
        world.persons.resize(model.persons.size());
        for (std::uint32_t u = 0; u < units; ++u) world.persons.man[u] = u * men, world.persons.alive[u] = 1;
    }

    void add_unit(std::uint32_t u, std::uint32_t men) {
        model::Unit unit;
        unit.first_man = u * men;
        unit.men = men;
        unit.leader.v = u;
        model.units.push_back(unit);
        model::Person leader;
        leader.man = u * men;
        leader.rides_with.v = u;
        model.persons.push_back(leader);
        world.units.leader[u] = u * men;
        world.units.in_hand[u] = men;
        for (std::uint32_t k = 0; k < men; ++k) add_man(u, u * men + k, k);
    }
    void add_man(std::uint32_t u, std::uint32_t row, std::uint32_t number) {
        auto& who = model.men;
        who.luck[row] = row * 2654435761U + 12345U;
        who.home_unit[row] = static_cast<std::uint16_t>(u);
        who.number[row] = static_cast<std::uint16_t>(number);
        who.openness_q8[row] = who.expressiveness_q8[row] = who.composure_q8[row] = who.experience_q8[row] =
            128;
        auto& m = world.men;
        m.unit[row] = static_cast<std::uint16_t>(u);
        m.level[row] = static_cast<std::uint8_t>(world::Level::moving);
        m.drum_tick[row] = -1;
        m.enemy_range_m[row] = world::kFar;
        m.own_body_unit[row] = world::kNoUnit;
        m.sight_m[row] = world::kFar;
        m.friends_near[row] = 50;
    }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(world.men.size()); }
    void all(std::uint32_t from, std::uint32_t to, world::Morale morale, float fear) {
        for (std::uint32_t i = from; i < to; ++i) {
            world.men.morale[i] = static_cast<std::uint8_t>(morale);
            world.men.fear_q16[i] = world.men.shown_q16[i] = static_cast<std::uint16_t>(fear * 65535.0F);
        }
    }
    [[nodiscard]] float fear(std::uint32_t row) const {
        return static_cast<float>(world.men.fear_q16[row]) / 65535.0F;
    }
    [[nodiscard]] float mean_fear(std::uint32_t from, std::uint32_t to) const {
        double sum = 0;
        for (std::uint32_t i = from; i < to; ++i) sum += static_cast<double>(fear(i));
        return static_cast<float>(sum / (to - from));
    }
    [[nodiscard]] std::uint32_t count(std::uint32_t from, std::uint32_t to, world::Morale morale) const {
        std::uint32_t n = 0;
        for (std::uint32_t i = from; i < to; ++i)
            n += world.men.morale[i] == static_cast<std::uint8_t>(morale) ? 1 : 0;
        return n;
    }
    /// One second. Events stay in world.events until the next call when `keep` is set.
    void second(bool keep = false) {
        if (!keep) world.events.resize(0);
        morale::advance(model, world, intents, *jobs);
        world.clock.tick[0] += 10;
    }
    [[nodiscard]] std::uint32_t events_of(world::EventKind kind) const {
        std::uint32_t n = 0;
        for (const std::uint8_t k : world.events.kind) n += k == static_cast<std::uint8_t>(kind) ? 1 : 0;
        return n;
    }
};

}  // namespace linghe::morale_test
