// Yard: a bare field with hand-placed men, the shipped parameters, and the caches a step needs; nobody walks.
// Used by the tests of shoot and fight.
// Never a model of anything: it stands in for the stages that come before.
#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace yard {

using namespace linghe;

/// Reads "[name]" and "value = x" lines of a parameter file into a group; every name must be there.
template <class Group>
void read_parameters(const std::string& file, Group& group) {
    std::ifstream in(std::string(LINGHE_SOURCE_DIR) + "/data/parameters/" + file);
    REQUIRE(in.good());
    std::string line, name;
    int wanted = 0, found = 0;
    group.visit([&](std::string_view, float&) { ++wanted; });
    while (std::getline(in, line)) {
        if (line.size() > 2 && line[0] == '[') name = line.substr(1, line.find(']') - 1);
        if (line.rfind("value = ", 0) != 0) continue;
        group.visit([&](std::string_view n, float& v) {
            if (n == name) v = std::stof(line.substr(8)), ++found;
        });
    }
    REQUIRE(found == wanted);
}

/// A troop of data/arms.toml, by the figures that strokes and arrows need.
inline model::TroopType shipped(const std::string& id) {
    std::ifstream in(std::string(LINGHE_SOURCE_DIR) + "/data/arms.toml");
    REQUIRE(in.good());
    model::TroopType t;
    t.id = id;
    std::string line;
    bool here = false, found = false;
    while (std::getline(in, line)) {
        if (!line.empty() && line[0] == '[') here = line == "[" + id + "]", found = found || here;
        const auto eq = line.find(" = ");
        if (!here || eq == std::string::npos) continue;
        const std::string key = line.substr(0, eq), value = line.substr(eq + 3);
        if (key == "mounted") t.mounted = value == "true";
        if (key == "has_bow") t.has_bow = value == "true";
        if (key == "bow_kind") t.bow_kind = value == "\"bow\"" ? 0 : value == "\"crossbow_hand\"" ? 1 : 2;
        if (key == "arrows") t.arrows = static_cast<std::uint16_t>(std::stoi(value));
        const auto number = [&](const char* name, float& f) {
            if (key == name) f = std::stof(value);
        };
        number("mass_kg", t.mass_kg), number("body_length_m", t.body_length_m), number("reach_m", t.reach_m);
        number("body_half_width_m", t.body_half_width_m), number("wade_limit_m", t.wade_limit_m);
        number("blows_per_min", t.blows_per_min), number("blow_energy_j", t.blow_energy_j);
        number("melee_skill_elo", t.melee_skill_elo), number("armour_e50_j", t.armour_e50_j),
            number("armour_cover", t.armour_cover);
        number("arrow_mass_kg", t.arrow_mass_kg), number("arrow_speed_m_s", t.arrow_speed_m_s);
        number("arrow_drag_per_m", t.arrow_drag_per_m), number("shots_per_min", t.shots_per_min);
        number("helmet_e50_j", t.helmet_e50_j), number("shield_width_m", t.shield_width_m);
        number("shield_height_m", t.shield_height_m), number("shield_e50_j", t.shield_e50_j);
        number("weapon_breaks", t.weapon_breaks), number("side_reach_m", t.side_reach_m);
        number("side_energy_j", t.side_energy_j), number("draw_weight_n", t.draw_weight_n);
        number("draw_length_m", t.draw_length_m);
        number("cover_head", t.part_cover[0]), number("cover_trunk", t.part_cover[1]);
        number("cover_arm", t.part_cover[2]), number("cover_leg", t.part_cover[3]);
        number("aim_sigma_mrad", t.aim_sigma_mrad), number("bow_range_m", t.bow_range_m);
    }
    REQUIRE(found);
    return t;
}

/// A spearman like any: lamellar over cotton, spear in two hands.
inline model::TroopType spearman() {
    model::TroopType t;
    t.id = "spearman";
    t.mass_kg = 85;
    t.body_length_m = 0.4F, t.body_half_width_m = 0.25F;
    t.walk_m_s = 1.3F, t.trot_m_s = 2.2F, t.run_m_s = 3.5F;
    t.wade_limit_m = 1.2F;
    t.reach_m = 2.2F, t.blows_per_min = 12, t.blow_energy_j = 75;
    t.armour_e50_j = 120, t.armour_cover = 0.6F;
    return t;
}
inline model::TroopType archer() {
    model::TroopType t = spearman();
    t.id = "archer";
    t.has_bow = true;
    t.arrow_mass_kg = 0.09F, t.arrow_speed_m_s = 52;
    t.arrow_drag_per_m = 0.001069F;  // 1.225 * 2.0 * (pi 0.005^2) / (2 * 0.09)
    t.shots_per_min = 6, t.aim_sigma_mrad = 8, t.bow_range_m = 150;
    t.arrows = 30;
    return t;
}
inline model::TroopType horseman() {
    model::TroopType t = spearman();
    t.id = "horseman";
    t.mounted = true;
    t.body_length_m = 2.7F, t.body_half_width_m = 0.5F;
    t.run_m_s = 10;
    return t;
}

struct Yard {
    model::Model model;
    world::World world;
    intent::Intents intents;
    jobs::Jobs jobs;
    std::uint32_t events_of[256] = {};
    std::int32_t square_mm;

    explicit Yard(std::uint64_t seed = 1, unsigned threads = 1, std::int32_t cells = 60)
        : jobs(threads), square_mm(cells * 10'000) {
        model.seed = seed;
        read_parameters("shoot.toml", model.parameters.shoot);
        read_parameters("fight.toml", model.parameters.fight);
        model.sides.resize(2);
        auto& g = model.ground;
        g.nx = g.ny = cells;
        const auto n = static_cast<std::size_t>(cells) * static_cast<std::size_t>(cells);
        g.height_mm.assign(n, 0);
        g.water_mm.assign(n, 0);
        g.cover.assign(n, 0);
        world.clock.resize(1);
        world.clock.next_event[0] = 1;
    }
    std::uint8_t troop(const model::TroopType& t) {
        model.troops.push_back(t);
        return static_cast<std::uint8_t>(model.troops.size() - 1);
    }
    std::uint32_t man(std::uint8_t side, std::uint8_t troop_, double x_m, double y_m, math::turn16 facing) {
        const auto row = static_cast<std::uint32_t>(world.men.size());
        const auto& t = model.troops[troop_];
        world.men.resize(row + 1);
        model.men.resize(row + 1);
        model.men.luck[row] = (row + 1) * 2654435761U;
        model.men.troop[row] = troop_;
        model.men.side[row] = side;
        auto& m = world.men;
        m.x_mm[row] = static_cast<std::int32_t>(std::lround(x_m * 1000));
        m.y_mm[row] = static_cast<std::int32_t>(std::lround(y_m * 1000));
        m.facing[row] = facing;
        m.horse[row] = t.mounted ? 1 : 0;
        m.near_enemy[row] = m.foe[row] = m.killer[row] = world::kNobody;
        m.near_enemy_cm[row] = m.sight_m[row] = world::kFar;
        m.stamina_q16[row] = 65535;
        m.arrows[row] = static_cast<std::uint8_t>(t.arrows);
        // Only what says which arms a side has: archers are found by unit.
        model::Unit u;
        u.side = side, u.troop = troop_;
        bool known = false;
        for (const auto& k : model.units) known = known || (k.side == side && k.troop == troop_);
        if (!known) model.units.push_back(u);
        return row;
    }
    /// What move leaves: the nearest enemy on the field within `radius_mm`, ties to the lower row.
    void look_for_enemies(std::int32_t radius_mm) {
        auto& m = world.men;
        for (std::uint32_t s = 0; s < world.index.size(); ++s) {
            const std::uint32_t r = world.index.man[s];
            if (m.foe[r] != world::kNobody && world::active(m.status[m.foe[r]])) continue;  // he has his man
            m.near_enemy[r] = world::kNobody;
            m.near_enemy_cm[r] = world::kFar;
            double best = radius_mm;
            world.index.for_each_near(m.x_mm[r], m.y_mm[r], radius_mm, [&](std::uint32_t o) {
                const std::uint32_t t = world.index.man[o];
                if (model.men.side[t] == model.men.side[r]) return;
                const double d = std::hypot(m.x_mm[t] - m.x_mm[r], m.y_mm[t] - m.y_mm[r]);
                if (d < best || (d == best && t < m.near_enemy[r])) best = d, m.near_enemy[r] = t;
            });
            if (m.near_enemy[r] != world::kNobody) m.near_enemy_cm[r] = static_cast<std::uint16_t>(best / 10);
        }
    }
    /// One tick: index, stepping, sectors; then `stages(yard)`; then events are counted and cleared.
    template <class F>
    void tick(F&& stages, std::int32_t look_mm = 5'000) {
        world.events.resize(0);
        world.index.rebuild(model, world.men, jobs);
        if (world.slow_tick()) world.sectors.rebuild(model, world.men, world.index, jobs);
        world.stepping.rows.assign(world.index.man.begin(), world.index.man.end());
        world.stepping.dt_ticks.assign(world.index.size(), 1);
        if (look_mm > 0) look_for_enemies(look_mm);
        stages(*this);
        for (std::size_t e = 0; e < world.events.size(); ++e) ++events_of[world.events.kind[e]];
        ++world.clock.tick[0];
    }
    [[nodiscard]] int fit(std::uint8_t side) const {
        int n = 0;
        for (std::uint32_t r = 0; r < world.men.size(); ++r)
            n += model.men.side[r] == side && world.men.status[r] == 0;
        return n;
    }
    [[nodiscard]] int with(world::Status status) const {
        int n = 0;
        for (const auto s : world.men.status) n += s == static_cast<std::uint8_t>(status);
        return n;
    }
    [[nodiscard]] std::uint32_t count(world::EventKind kind) const {
        return events_of[static_cast<std::size_t>(kind)];
    }
    /// Fold of every soldier column and the tables in flight.
    [[nodiscard]] std::uint64_t fingerprint() const {
        std::uint64_t h = 1469598103934665603ULL;
        const auto fold = [&](const auto&, const auto& column) {
            for (const auto v : column) h = (h ^ static_cast<std::uint64_t>(v)) * 1099511628211ULL;
        };
        world.men.visit(fold);
        world.arrows.visit(fold);
        world.clock.visit(fold);
        return h;
    }
};

}  // namespace yard
