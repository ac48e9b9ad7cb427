// context: what every part of move is handed, and the small questions all parts ask.
// Called within modules/move only.
// Never owns anything; never outlives a step.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "kernel.hpp"
#include "linghe/ground/ground.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/vec.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::move {

/// What a body can do on level ground, unhurt and fresh.
struct Gait {
    float walk_m_s = 0, trot_m_s = 0, run_m_s = 0;
    float critical_m_s = 0, store_m = 0;
    float wade_limit_m = 0;
    bool horse = false;
    float half_width_m = 0;
    bool takes_water = false;  ///< rather than burn: no water is too deep, no bank too steep
    bool takes_bank = false;   ///< in need: no bank is too steep
};

struct Context {
    const model::Model& model;
    world::World& world;
    intent::Intents& intents;
    const model::MoveParameters& p;
    const Kernel& kernel;
    base::Tick now;
    const std::uint8_t* closed_now =
        nullptr;                    ///< by ground cell, not 0: shut at present; null when nothing is
    std::array<Gait, 256> gaits{};  ///< by SpatialIndex::body
    math::Vec2f aside{};            ///< unit vector at the angle of a step aside, to the left of (1, 0)
    bool fire = false;              ///< something flames
    bool banks = false;             ///< the ground has banks
    bool eased = false;             ///< mud or darkness slows men now
    bool worn = false;              ///< the men of some unit are hungry or cold
    std::array<float, ground::kCovers>
        ease{};  ///< pace kept in the mud and light of now, by cover; only when eased
};

[[nodiscard]] Gait gait_of(const Context& c, const model::TroopType& troop, bool unhorsed) noexcept;
[[nodiscard]] inline ground::Mobility mobility(const Gait& g) noexcept {
    return g.horse ? ground::Mobility::horse : ground::Mobility::foot;
}
/// Greatest speed on the ground of a cell (slope, cover, mud, water), for a wish of `speed_m_s`.
[[nodiscard]] float on_ground(const Context& c, const Gait& g, std::int32_t cell, float speed_m_s) noexcept;

/// What of that he makes up or down the slope in this direction, over the mean of both; 1 on level ground.
[[nodiscard]] float up_or_down(const Context& c, std::int32_t cell, math::Vec2f dir) noexcept;

/// Unit vector of the way to a place: by ramps and fords where it lies beyond them, else straight; zero when there.
[[nodiscard]] math::Vec2f way_to(const Context& c, math::Vec2i from, math::Vec2i to,
                                 ground::Mobility m) noexcept;
/// Among walls: the way found to the place, or straight where nothing bars it; false when neither is known.
[[nodiscard]] bool known_way(const Context& c, math::Vec2i from, math::Vec2i to, ground::Mobility m,
                             math::Vec2f& dir) noexcept;
/// Slow ticks, and after a load: which ways are wanted; finds those that are new or changed.
void find_ways(Context& c);
/// Nobody of his kind may enter the cell of this place.
[[nodiscard]] bool shut_to(const Context& c, const Gait& g, math::Vec2i at) noexcept;
/// Where a step ends: no closed cell is entered, he slides along it. A man inside one may leave it by any side.
[[nodiscard]] math::Vec2i step_on_ground(const Context& c, const Gait& g, math::Vec2i from,
                                         math::Vec2i by) noexcept;

/// What a man would do if he were alone in the world.
struct Wish {
    math::Vec2f dir{};  ///< unit vector, zero when he would stand
    float speed_m_s = 0;
    world::Doing doing = world::Doing::standing;
    bool faces = false;  ///< he turns to `face` when he stands
    std::uint16_t face = 0;
    bool steps_aside = true;  ///< goes round who stands in his way; false in the ranks
    bool in_place = false;    ///< goes with the ranks: they keep their own distance, in step
    bool backs = false;       ///< draws off backwards: keeps his face to `face` as he goes
    bool at_heels = false;    ///< runs an enemy down: keeps no distance
    std::int32_t stop_y_mm = INT32_MAX;
    world::Still why = world::Still::none;  ///< when he would stand
};
void wish_of(const Context& c, std::uint32_t row, std::uint32_t slot, const Gait& g, Wish& w) noexcept;

// banks.cpp: asked only where there are banks
/// Once a second: a man who must get away and cannot reach a ramp, or not in time, turns to the bank.
void weigh_bank(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g, const Wish& w,
                float dt_s) noexcept;
/// He has turned to the bank.
[[nodiscard]] bool takes_bank(const Context& c, std::uint32_t row) noexcept;
/// Pace of man or horse over the bank of a cell.
[[nodiscard]] float on_bank(const Context& c, const Gait& g, std::size_t cell, float speed_m_s) noexcept;
/// By whose ways he goes: who takes the bank, by those of men on foot.
[[nodiscard]] inline ground::Mobility ways_of(const Context& c, std::uint32_t row, const Gait& g) noexcept {
    return c.banks && takes_bank(c, row) ? ground::Mobility::foot : mobility(g);
}

// going.cpp
/// What mud and darkness leave of the pace on each cover in this step.
void weigh_mud_and_dark(Context& c) noexcept;

// fire.cpp: asked only while something flames
/// Gives way before heat, shies, runs out of the flames: turns the wish.
void shun_fire(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g, Wish& w) noexcept;
/// Where a step really ends: not in flames, but for those who run through low ones.
[[nodiscard]] math::Vec2i keep_from_flames(const Context& c, std::uint32_t row, const Gait& g, const Wish& w,
                                           math::Vec2i from, math::Vec2i to) noexcept;
/// Flames on the way of a body, near enough for it to halt.
[[nodiscard]] bool front_bars(const Context& c, math::Vec2i at, math::Vec2f dir) noexcept;
/// In flight from near flames, or before heat that cannot be borne: deep water is a way.
[[nodiscard]] bool takes_to_water(const Context& c, std::uint32_t row, const Wish& w) noexcept;

/// Slow ticks: counts the ranks, deals places, leads the bodies on.
void lead_units(Context& c);
/// Every step: where each body is now.
void prepare_units(Context& c);
/// Slow ticks: riders set out, ride, find or miss.
void ride_couriers(Context& c);
/// One chunk of world.stepping.
void step_men(const Context& c, std::size_t begin, std::size_t end);

[[nodiscard]] inline float metres(std::int32_t mm) noexcept { return static_cast<float>(mm) * 0.001F; }
[[nodiscard]] inline float distance_m(math::Vec2i a, math::Vec2i b) noexcept {
    const float dx = static_cast<float>(b.x - a.x), dy = static_cast<float>(b.y - a.y);
    return std::sqrt(dx * dx + dy * dy) * 0.001F;
}
[[nodiscard]] inline math::Vec2i place_of_slot(const world::SpatialIndex& i, std::uint32_t slot) noexcept {
    return {i.x_mm[slot], i.y_mm[slot]};
}
[[nodiscard]] inline float ordered_pace(const Gait& g, intent::Pace pace) noexcept {
    if (pace == intent::Pace::run) return g.run_m_s;
    return pace == intent::Pace::trot ? g.trot_m_s : g.walk_m_s;
}
/// He is away from the ranks with a wounded man.
[[nodiscard]] inline bool carries(const world::SoldierTable& men, std::size_t row) noexcept {
    return men.goal_kind[row] == static_cast<std::uint8_t>(world::Goal::rear);
}
/// Share of sustained pace, and of the store above it, that hunger and cold have left the men of a unit.
[[nodiscard]] inline float vigour(const Context& c, std::uint32_t row) noexcept {
    if (!c.worn) return 1.0F;
    const auto& unit = c.model.units[c.model.men.home_unit[row]];
    return (1.0F - c.p.hunger_endurance * unit.hunger) * (1.0F - c.p.cold_endurance * unit.cold);
}
[[nodiscard]] inline bool stands(model::Verb v) noexcept {
    return v == model::Verb::none || v == model::Verb::hold || v == model::Verb::gather ||
           v == model::Verb::collect;
}
[[nodiscard]] inline bool is_about(const Context& c, std::uint16_t u, world::Clash clash) noexcept {
    return u < c.world.units.size() && c.world.units.clash[u] == static_cast<std::uint8_t>(clash);
}
[[nodiscard]] inline bool charges(model::Verb v) noexcept {
    return v == model::Verb::pursue || v == model::Verb::attack;
}
/// Place of a man in the ranks, relative to the anchor, mm: x ahead, y to the left.
[[nodiscard]] inline math::Vec2f rank_offset_mm(std::uint32_t slot, std::uint32_t files, float file_mm,
                                                float rank_mm) noexcept {
    const auto file = static_cast<float>(slot % files), rank = static_cast<float>(slot / files);
    return {-rank * rank_mm, (file - 0.5F * static_cast<float>(files - 1)) * file_mm};
}

}  // namespace linghe::move
