// What: a small Model and State made by hand, and a motion that needs no engine: men run, turn, fall, change
// their colours.
// Who: tests and the benchmark of this room.
// Never: a battle; it only moves every column that a record holds.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/math/rng.hpp"
#include "linghe/sim/engine.hpp"
#include "linghe/world/smoke_grid.hpp"

namespace linghe::record::test {

struct Shape {
    std::uint32_t units = 4, men_per_unit = 25;
    std::int32_t cells = 64;  ///< ground of cells x cells squares of 10 m
    double share_running = 0.5;
};

inline model::Model little_model(const Shape& shape = {}) {
    model::Model m;
    m.scenario_id = "little-battle";
    m.title = {"A little battle", "小战"};
    m.scenario_hash = 0x1234567890abcdefu;
    m.seed = 18446744073709551557u;
    m.end_tick = 3000;
    m.parameters.element.smoke_cell_m = 40.0F;
    m.ground.nx = m.ground.ny = shape.cells;
    const std::size_t cells = static_cast<std::size_t>(shape.cells) * static_cast<std::size_t>(shape.cells);
    m.ground.height_mm.resize(cells);
    m.ground.water_mm.resize(cells);
    m.ground.cover.resize(cells);
    m.ground.bank.resize(cells);
    for (std::size_t c = 0; c < cells; ++c) {
        m.ground.height_mm[c] = static_cast<std::int32_t>(c % 97) * 130 - 4000;
        m.ground.water_mm[c] = static_cast<std::int16_t>(c % 7 == 0 ? 1200 : 0);
        m.ground.cover[c] = static_cast<std::uint8_t>(c % 9);
    }
    m.ground.rivers.push_back({"little-ling", {{0, 10}, {100, 20}}, 60, 40, 1.2F, 2, "Little Ling", "小凌"});
    m.sides = {{"jin", {"Jin", "金"}, 0, 0, {}}, {"ming", {"Ming", "明"}, 0, 0, {}}};
    m.colours = {{"plain-red", {"Plain Red", "正红"}, 0, "#AE362B", "", "#CC4A3A", ""}};
    m.troops.resize(1);
    m.troops[0].id = "horse";
    m.forces.push_back({"host", {"The host", "全军"}, {}, 0, {0}});
    const std::uint32_t men = shape.units * shape.men_per_unit;
    m.men.resize(men);
    for (std::uint32_t u = 0; u < shape.units; ++u) {
        model::Unit unit;
        unit.id = "niru-" + std::to_string(u);
        unit.name = {"Niru " + std::to_string(u), "牛录"};
        unit.force = {0};
        unit.side = static_cast<std::uint8_t>(u % 2);
        unit.first_man = u * shape.men_per_unit;
        unit.men = shape.men_per_unit;
        unit.leader = {u};
        m.units.push_back(unit);
        model::Person p;
        p.id = "person-" + std::to_string(u);
        p.name = {"Person " + std::to_string(u), "某"};
        p.named = u < 2;
        p.side = unit.side;
        p.rides_with = {u};
        p.man = unit.first_man;
        m.persons.push_back(p);
        for (std::uint32_t k = 0; k < shape.men_per_unit; ++k) {
            m.men.home_unit[unit.first_man + k] = static_cast<std::uint16_t>(u);
            m.men.number[unit.first_man + k] = static_cast<std::uint16_t>(k);
            m.men.side[unit.first_man + k] = unit.side;
            m.men.luck[unit.first_man + k] = unit.first_man + k;
        }
    }
    return m;
}

inline sim::State little_state(const model::Model& m) {
    sim::State s;
    auto& w = s.world;
    w.clock.resize(1);
    w.clock.next_event[0] = 1;
    w.men.resize(m.men.size());
    w.units.resize(m.units.size());
    w.persons.resize(m.persons.size());
    w.smoke.resize(world::smoke_grid(m).size());
    const math::Rng rng{m.seed};
    const std::int32_t extent_mm = m.ground.nx * m.ground.cell_mm;
    for (std::uint32_t i = 0; i < m.men.size(); ++i) {
        const double at = rng.uniform(i, 0, math::Purpose::test, 0);
        w.men.x_mm[i] = static_cast<std::int32_t>(at * extent_mm / 2) + extent_mm / 4;
        w.men.y_mm[i] = extent_mm / 2 + static_cast<std::int32_t>(i % 50) * 1500;
        w.men.unit[i] = m.men.home_unit[i];
    }
    for (std::size_t p = 0; p < m.persons.size(); ++p) {
        w.persons.man[p] = m.persons[p].man;
        w.persons.alive[p] = 1;
    }
    s.beliefs.rows.resize(m.persons.size() * 8);
    for (std::size_t r = 0; r < s.beliefs.rows.size(); ++r)
        s.beliefs.rows.owner[r] = static_cast<std::uint16_t>(r / 8);
    s.beliefs.self.resize(m.persons.size());
    for (std::size_t p = 0; p <= m.persons.size(); ++p)
        s.beliefs.first.push_back(static_cast<std::uint32_t>(p * 8));
    s.intents.units.resize(m.units.size());
    s.intents.persons.resize(m.persons.size());
    return s;
}

inline void little_event(sim::State& s, world::EventKind kind, std::uint8_t subject_kind,
                         std::uint32_t subject, std::int32_t value) {
    auto& e = s.world.events;
    const std::size_t k = e.size();
    e.resize(k + 1);
    const std::uint32_t id = s.world.clock.next_event[0]++;
    e.id[k] = id;
    e.tick[k] = static_cast<std::int32_t>(s.world.tick());
    e.kind[k] = static_cast<std::uint8_t>(kind);
    e.subject_kind[k] = subject_kind;
    e.subject[k] = subject;
    e.other[k] = id % 3 == 0 ? world::kNobody : id % 11;
    e.x_mm[k] = static_cast<std::int32_t>(id * 700 % 9000);
    e.y_mm[k] = -static_cast<std::int32_t>(id * 300 % 9000);
    e.value[k] = value;
    e.cause_1[k] = static_cast<std::uint8_t>(world::Cause::flight);
    e.share_1[k] = 120;
    e.cause_2[k] = static_cast<std::uint8_t>(world::Cause::smoke);
    e.share_2[k] = 60;
    e.parent[k] = id > 4 ? id - 3 : 0;
}

/// One tick: the event tick is that of the step, then the clock advances, as the engine does it.
inline void little_step(const model::Model& m, sim::State& s, double share_running = 0.5) {
    auto& w = s.world;
    const math::Rng rng{m.seed};
    const auto tick = static_cast<std::uint32_t>(w.tick());
    w.events.resize(0);
    for (std::uint32_t i = 0; i < w.men.size(); ++i) {
        const bool turns = (tick + i * 7) % 40 == 0;
        if (turns && w.men.status[i] == 0) {
            const double luck = rng.uniform(i, tick, math::Purpose::test, 1);
            const bool runs = luck < share_running;
            const double turn = rng.uniform(i, tick, math::Purpose::test, 2);
            const double vx = turn < 0.5 ? 4.0 * turn - 1.0 : 3.0 - 4.0 * turn,
                         vy = turn < 0.25 ? 4 * turn : 1 - turn;
            w.men.vx_mm_s[i] = static_cast<std::int16_t>(runs ? vx * 4000 : 0);
            w.men.vy_mm_s[i] = static_cast<std::int16_t>(runs ? vy * 3000 : 0);
            w.men.facing[i] = static_cast<std::uint16_t>(turn * 65535);
            const double state = rng.uniform(i, tick, math::Purpose::test, 3);
            if (state < 0.05) {
                w.men.morale[i] = static_cast<std::uint8_t>(i % 8);
                w.men.doing[i] = static_cast<std::uint8_t>(tick % 9);
                w.men.goal_kind[i] = static_cast<std::uint8_t>(tick % 7);
                w.men.fear_q16[i] = static_cast<std::uint16_t>(state * 20 * 65535);
                little_event(s, world::EventKind::man_state, 0, i, w.men.morale[i]);
            }
            if (state > 0.99)
                w.men.unit[i] = static_cast<std::uint16_t>((w.men.unit[i] + 1) % w.units.size());
            if (state > 0.995) {
                w.men.status[i] = static_cast<std::uint8_t>(world::Status::dead);
                little_event(s, world::EventKind::man_dead, 0, i, 0);
            }
            if (i == 3) w.men.x_mm[i] += 90'000;  // a jump that no small number holds
        }
        if (w.men.status[i] != 0) continue;
        w.men.x_mm[i] += w.men.vx_mm_s[i] / 10;
        w.men.y_mm[i] += w.men.vy_mm_s[i] / 10;
    }
    for (std::uint32_t u = 0; u < w.units.size(); ++u) {
        w.units.x_mm[u] = static_cast<std::int32_t>(tick * 100 + u);
        w.units.in_hand[u] = 25 - tick % 20;
        w.units.fleeing[u] = tick % 20;
        w.units.broken[u] = tick % 600 > 300;
        if (tick % 600 == 301) little_event(s, world::EventKind::unit_breaks, 1, u, 13);
    }
    const bool drum = tick % 100 > 50;
    if ((w.persons.drum_on[0] != 0) != drum) {
        little_event(s, drum ? world::EventKind::drum_begins : world::EventKind::drum_ends, 2, 0, 0);
    }
    w.persons.drum_on[0] = drum ? 1 : 0;
    w.clock.wind_x_mm_s[0] = static_cast<std::int32_t>(tick * 10 % 5000);
    if (tick % 10 == 0) {
        for (std::size_t c = 0; c < w.smoke.size(); ++c) {
            w.smoke.black_um[c] = static_cast<std::int32_t>((c * 131 + tick) % 90'000);
        }
        auto& b = s.beliefs.rows;
        const std::size_t r = tick / 10 % b.size();
        b.subject_kind[r] = static_cast<std::uint8_t>(tick % 30 == 0 ? 0 : 1);
        b.subject[r] = tick % 3;
        b.x_mm[r] = static_cast<std::int32_t>(tick) * 500;
        b.men[r] = tick % 50 == 0 ? 0xffffffffu : tick;
        b.confidence_q16[r] = static_cast<std::uint16_t>(tick * 37);
    }
    w.couriers.resize(tick % 400 > 200 ? 1 : 0);
    if (w.couriers.size() == 1) w.couriers.x_mm[0] = static_cast<std::int32_t>(tick * 900);
    w.arrows.resize(tick % 300 > 250 ? 40 : 0);
    for (std::size_t k = 0; k < w.arrows.size(); ++k)
        w.arrows.x_mm[k] = static_cast<std::int32_t>(k % 4) * 60'000;
    ++w.clock.tick[0];
}

}  // namespace linghe::record::test
