// A small battlefield built by hand, with the shipped parameters: men, persons, drums, banners, smoke.
// Used by tests of percept alone.
// Never a second source of numbers: parameters are read from data/parameters.
#pragma once
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>

#include "linghe/math/angle.hpp"
#include "linghe/percept/acoustics.hpp"
#include "linghe/percept/optics.hpp"
#include "linghe/percept/percept.hpp"
#include "linghe/world/smoke_grid.hpp"

namespace field {

using namespace linghe;

inline std::map<std::string, float> values_of(const std::string& path) {
    std::ifstream in(path);
    REQUIRE_MESSAGE(in.good(), path);
    std::map<std::string, float> values;
    std::string line, name;
    while (std::getline(in, line)) {
        if (!line.empty() && line.front() == '[') name = line.substr(1, line.find(']') - 1);
        if (line.rfind("value = ", 0) == 0) values[name] = std::stof(line.substr(8));
    }
    return values;
}
template <class Group>
void read_parameters(Group& group, const std::string& room) {
    const auto values = values_of(std::string(LINGHE_SOURCE_DIR) + "/data/parameters/" + room + ".toml");
    group.visit([&](std::string_view name, float& value) {
        const auto found = values.find(std::string(name));
        REQUIRE_MESSAGE(found != values.end(), std::string(name));
        value = found->second;
    });
}

/// Side 0 and side 1; units are declared first, then men are placed, then start() is called.
struct Field {
    model::Model model;
    world::World world;
    belief::Beliefs beliefs;
    intent::Intents intents;
    jobs::Jobs jobs;

    Field(std::int32_t wide_m, std::int32_t high_m, unsigned threads = 1,
          jobs::Mode mode = jobs::Mode::normal)
        : jobs(threads, mode, 5) {
        read_parameters(model.parameters.element, "element");
        read_parameters(model.parameters.percept, "percept");
        read_parameters(model.parameters.sound, "sound");
        auto& g = model.ground;
        g.nx = wide_m / 10;
        g.ny = high_m / 10;
        const auto cells = static_cast<std::size_t>(g.nx) * static_cast<std::size_t>(g.ny);
        g.height_mm.assign(cells, 0);
        g.water_mm.assign(cells, 0);
        g.cover.assign(cells, 0);
        g.bank.assign(cells, 0);
        g.region.assign(cells, 0);
        model.sides.resize(2);
        model.colours.resize(2);
        model.troops.resize(1);
        world.clock.resize(1);
        world.clock.next_event[0] = 1;
    }

    std::uint32_t unit(std::uint8_t side, std::uint8_t colours = 0) {
        model::Unit u;
        u.id = "unit" + std::to_string(model.units.size());
        u.side = side;
        u.colours = colours;
        u.first_man = static_cast<std::uint32_t>(world.men.size());
        u.formed_at_start = false;  // he has no post that others were told of
        model.units.push_back(u);
        const std::size_t n = model.units.size();
        world.units.resize(n);
        intents.units.resize(n);
        world.units.leader[n - 1] = world::kNobody;
        intents.units.commander[n - 1] = 0xffff;
        return static_cast<std::uint32_t>(n - 1);
    }
    /// A steady man of a unit, composed, facing north, awake.
    std::uint32_t man(std::uint32_t unit, float x_m, float y_m) {
        const std::size_t n = world.men.size();
        world.men.resize(n + 1);
        model.men.resize(n + 1);
        auto& u = model.units[unit];
        model.men.luck[n] = static_cast<std::uint32_t>(n) * 2654435761u + 17u;
        model.men.home_unit[n] = static_cast<std::uint16_t>(unit);
        model.men.number[n] = static_cast<std::uint16_t>(++u.men);  // 0 is kept for its leader
        model.men.side[n] = u.side;
        model.men.openness_q8[n] = model.men.expressiveness_q8[n] = 128;
        auto& m = world.men;
        m.x_mm[n] = static_cast<std::int32_t>(x_m * 1000.0F);
        m.y_mm[n] = static_cast<std::int32_t>(y_m * 1000.0F);
        m.facing[n] = math::kNorth;
        m.unit[n] = static_cast<std::uint16_t>(unit);
        m.level[n] = static_cast<std::uint8_t>(world::Level::moving);
        m.drum_tick[n] = -1;
        m.sound_tick[n] = -1;
        m.near_enemy_cm[n] = world::kFar;
        ++world.units.in_hand[unit];
        return static_cast<std::uint32_t>(n);
    }
    /// Makes a man a person.
    std::uint32_t person(std::uint32_t row, bool named = true) {
        model::Person p;
        p.id = "person" + std::to_string(model.persons.size());
        p.named = named;
        p.man = row;
        p.side = model.men.side[row];
        p.rides_with.v = world.men.unit[row];
        if (named) p.commands.v = 0;
        if (model.forces.empty()) model.forces.emplace_back();
        model.persons.push_back(p);
        const std::size_t n = model.persons.size();
        world.persons.resize(n);
        world.persons.man[n - 1] = row;
        world.persons.alive[n - 1] = 1;
        world.persons.drum_since[n - 1] = -1;
        intents.persons.resize(n);
        return static_cast<std::uint32_t>(n - 1);
    }
    void beat(std::uint32_t person, float lw_db = 134.0F, std::uint8_t drums = 1) {
        model.persons[person].drums = drums;
        model.persons[person].drum_lw_db = lw_db;
        world.persons.drum_on[person] = 1;
        world.persons.drum_since[person] = static_cast<std::int32_t>(world.clock.tick[0]);
    }
    void raise(std::uint32_t person, float side_m = 3.0F) {
        model.persons[person].banner_side_m = side_m;
        model.persons[person].great_banner = true;
        world.persons.banner_up[person] = 1;
    }
    void wind(float towards_x_m_s, float towards_y_m_s) {
        world.clock.wind_x_mm_s[0] = static_cast<std::int32_t>(towards_x_m_s * 1000.0F);
        world.clock.wind_y_mm_s[0] = static_cast<std::int32_t>(towards_y_m_s * 1000.0F);
    }
    void smoke(float extinction_per_m, float x0_m = -1e6F, float x1_m = 1e6F) {
        const auto g = world::smoke_grid(model);
        if (world.smoke.size() != g.size()) world.smoke.resize(g.size());
        for (std::int32_t j = 0; j < g.ny; ++j) {
            for (std::int32_t i = 0; i < g.nx; ++i) {
                const float x = (static_cast<float>(i) + 0.5F) * static_cast<float>(g.cell_mm) * 0.001F;
                if (x >= x0_m && x < x1_m)
                    world.smoke.black_um[static_cast<std::size_t>(j * g.nx + i)] =
                        static_cast<std::int32_t>(extinction_per_m * 1e6F);
            }
        }
    }
    /// Sums that sim keeps by unit: mean place of the men in hand.
    void tally() {
        for (std::size_t u = 0; u < world.units.size(); ++u) {
            std::int64_t x = 0, y = 0, n = 0;
            for (std::size_t r = 0; r < world.men.size(); ++r) {
                if (world.men.unit[r] != u || !world::in_ranks(world.men.morale[r])) continue;
                x += world.men.x_mm[r];
                y += world.men.y_mm[r];
                ++n;
            }
            world.units.in_hand[u] = static_cast<std::uint32_t>(n);
            if (n == 0) continue;
            world.units.x_mm[u] = static_cast<std::int32_t>(x / n);
            world.units.y_mm[u] = static_cast<std::int32_t>(y / n);
        }
    }
    void start() {
        tally();
        percept::start(model, world, beliefs);
    }
    /// One tick of percept, with the caches sim would have built.
    void step() {
        world.index.rebuild(model, world.men, jobs);
        if (world.slow_tick()) world.sectors.rebuild(model, world.men, world.index, jobs);
        percept::advance(model, world, beliefs, intents, jobs);
        ++world.clock.tick[0];
    }
    void run(int seconds) {
        for (int t = 0; t < seconds * 10; ++t) step();
    }
    /// Until the next slow tick has just been done.
    void second() {
        do step();
        while (world.clock.tick[0] % 10 != 1);
    }
    [[nodiscard]] bool hears(std::uint32_t row) const {
        const std::int32_t heard = world.men.drum_tick[row];
        return heard >= 0 && world.clock.tick[0] - heard <= 10;
    }
    [[nodiscard]] int events(world::EventKind kind) const {
        int n = 0;
        for (std::size_t e = 0; e < world.events.size(); ++e)
            n += world.events.kind[e] == static_cast<std::uint8_t>(kind);
        return n;
    }
};

}  // namespace field
