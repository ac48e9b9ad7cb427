// field: a small battlefield built by hand for the tests of move: ground, troops, men, and a clock that steps move alone.
// Used by the tests of this room and by the benchmark's smallest cases.
// Never a second engine: it calls the same index and the same move::advance as the step.
#pragma once
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "linghe/move/move.hpp"

namespace linghe::test {

/// Reads the values of data/parameters/move.toml (name in brackets, then "value = x").
inline void load_move_parameters(model::MoveParameters& p) {
    std::ifstream in(std::string(LINGHE_SOURCE_DIR) + "/data/parameters/move.toml");
    std::string line, name;
    while (std::getline(in, line)) {
        if (!line.empty() && line[0] == '[') name = line.substr(1, line.find(']') - 1);
        if (line.rfind("value = ", 0) != 0) continue;
        const float value = std::stof(line.substr(8));
        p.visit([&](std::string_view n, float& v) {
            if (n == name) v = value;
        });
    }
}

inline model::TroopType foot_troop() {
    model::TroopType t;
    t.id = "foot";
    t.body_length_m = 0.36F, t.body_half_width_m = 0.225F;
    t.walk_m_s = 1.34F, t.trot_m_s = 2.0F, t.run_m_s = 3.8F;
    t.critical_power_share = 0.8F, t.anaerobic_distance_m = 200.0F, t.wade_limit_m = 1.2F, t.reach_m = 1.5F;
    return t;
}
inline model::TroopType horse_troop() {
    model::TroopType t;
    t.id = "horse";
    t.mounted = true;
    t.body_length_m = 2.7F, t.body_half_width_m = 0.45F;
    t.walk_m_s = 1.6F, t.trot_m_s = 3.6F, t.run_m_s = 7.0F;
    t.critical_power_share = 0.85F, t.anaerobic_distance_m = 1600.0F, t.wade_limit_m = 1.5F, t.reach_m = 2.0F;
    return t;
}

struct Field {
    model::Model model;
    world::World world;
    intent::Intents intents;
    jobs::Jobs jobs;

    /// A level field of nx by ny cells from (0, 0); every cell open.
    Field(std::int32_t nx, std::int32_t ny, std::int32_t cell_mm, unsigned threads = 1) : jobs(threads) {
        load_move_parameters(model.parameters.move);
        auto& g = model.ground;
        g.nx = nx, g.ny = ny, g.cell_mm = cell_mm;
        const auto cells = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
        g.height_mm.assign(cells, 0), g.water_mm.assign(cells, 0), g.cover.assign(cells, 0),
            g.bank.assign(cells, 0);
        for (auto& q8 : g.speed_q8) q8.assign(cells, 255);
        g.region.assign(cells, 0);
        g.regions = 1;
        model.troops = {foot_troop(), horse_troop()};
        model.sides.resize(2);
        world.clock.resize(1);
        world.clock.next_event[0] = 1;
    }
    void close(std::int32_t cx, std::int32_t cy) {
        auto& g = model.ground;
        for (auto& q8 : g.speed_q8) q8[static_cast<std::size_t>(cy * g.nx + cx)] = 0;
    }
    void water(std::int32_t cx, std::int32_t cy, std::int16_t depth_mm) {
        model.ground.water_mm[static_cast<std::size_t>(cy * model.ground.nx + cx)] = depth_mm;
    }
    /// A unit with a leader in row 0 of it; its men are added by man().
    std::uint16_t unit(std::uint8_t side, std::uint8_t troop, float frontage_m, model::Verb verb,
                       std::int32_t x, std::int32_t y, std::uint16_t heading) {
        const auto u = static_cast<std::uint16_t>(model.units.size());
        model::Unit unit;
        unit.side = side, unit.troop = troop, unit.frontage_m = frontage_m;
        unit.first_man = static_cast<std::uint32_t>(world.men.size());
        model.units.push_back(unit);
        world.units.resize(u + 1u);
        world.units.heading[u] = heading, world.units.leader[u] = world::kNobody, world.units.dressing[u] = 1;
        intents.units.resize(u + 1u);
        intents.units.verb[u] = static_cast<std::uint8_t>(verb);
        intents.units.x_mm[u] = x, intents.units.y_mm[u] = y, intents.units.heading[u] = heading;
        intents.units.pace[u] = static_cast<std::uint8_t>(intent::Pace::walk);
        intents.units.formed[u] = 1;
        intents.units.stop_y_mm[u] = INT32_MAX;
        return u;
    }
    std::uint32_t man(std::uint8_t side, std::uint8_t troop, std::int32_t x, std::int32_t y,
                      std::uint16_t unit_row) {
        const auto r = static_cast<std::uint32_t>(world.men.size());
        world.men.resize(r + 1u);
        model.men.resize(r + 1u);
        model.men.side[r] = side, model.men.troop[r] = troop, model.men.luck[r] = r + 1;
        auto& m = world.men;
        m.x_mm[r] = x, m.y_mm[r] = y, m.unit[r] = unit_row, m.slot[r] = world::kNoSlot;
        m.horse[r] = troop == 1 ? 1 : 0;
        m.foe[r] = m.near_enemy[r] = world::kNobody, m.near_enemy_cm[r] = world::kFar;
        m.enemy_range_m[r] = world::kFar, m.sight_m[r] = world::kFar, m.stamina_q16[r] = 65535;
        if (unit_row < model.units.size()) ++model.units[unit_row].men;
        return r;
    }
    /// A man on his own errand: rallying, at a walk when near, or in flight at a run.
    std::uint32_t goer(std::uint8_t troop, std::int32_t x, std::int32_t y, std::int32_t gx, std::int32_t gy,
                       bool flees = false) {
        const std::uint32_t r = man(0, troop, x, y, world::kNoUnit);
        world.men.morale[r] =
            static_cast<std::uint8_t>(flees ? world::Morale::routing : world::Morale::rallying);
        world.men.goal_kind[r] = static_cast<std::uint8_t>(world::Goal::retreat);
        world.men.goal_x_mm[r] = gx, world.men.goal_y_mm[r] = gy;
        return r;
    }
    void tally() {
        auto& units = world.units;
        for (std::size_t u = 0; u < units.size(); ++u) {
            std::int64_t sx = 0, sy = 0, n = 0;
            for (std::size_t r = 0; r < world.men.size(); ++r) {
                if (world.men.unit[r] != u || !world::active(world.men.status[r]) ||
                    !world::in_ranks(world.men.morale[r]))
                    continue;
                sx += world.men.x_mm[r], sy += world.men.y_mm[r], ++n;
            }
            units.in_hand[u] = static_cast<std::uint32_t>(n);
            if (n > 0)
                units.x_mm[u] = static_cast<std::int32_t>(sx / n),
                units.y_mm[u] = static_cast<std::int32_t>(sy / n);
        }
    }
    /// One tick; everybody steps every `period` ticks.
    void step(int period = 1) {
        const base::Tick now = world.clock.tick[0];
        if (now % 10 == 0) tally();
        world.index.rebuild(model, world.men, jobs);
        world.stepping.rows.clear(), world.stepping.dt_ticks.clear();
        if (now % period == 0) {
            for (std::uint32_t s = 0; s < world.index.size(); ++s) {
                world.stepping.rows.push_back(world.index.man[s]);
                world.stepping.dt_ticks.push_back(static_cast<std::uint16_t>(period));
            }
        }
        world.events.resize(0);
        move::advance(model, world, intents, jobs);
        ++world.clock.tick[0];
    }
};

}  // namespace linghe::test
