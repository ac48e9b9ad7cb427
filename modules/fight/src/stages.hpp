// The parts of the room fight: strokes exchanged, wounds dealt, the slow ends (bleeding, water).
// Called by fight.cpp alone.
// Never included from outside this room.
#pragma once
#include "linghe/fight/body.hpp"
#include "linghe/fight/strokes.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::fight {

enum RowKind : std::uint8_t { row_blow = 0, row_capture = 1 };

/// Each man in contact chooses his foe, keeps or leaves his bout, and what he does is gathered by chunk.
void strike(const model::Model& model, world::World& world, jobs::Jobs& jobs);
/// The gathered rows in the order (target, source): hazards grow, thresholds are crossed, wounds are dealt.
/// Returns how many men fell or were taken.
std::uint32_t apply_strokes(const model::Model& model, world::World& world);
/// Missiles that struck in this step; empties the table. Returns how many men fell.
std::uint32_t apply_missiles(const model::Model& model, world::World& world);
/// Slow ticks: those who lie under enemies with nobody to fight are killed. Returns how many died.
std::uint32_t finish_fallen(const model::Model& model, world::World& world, jobs::Jobs& jobs);
/// Slow ticks: shock dies away, the wounded drop and die, water takes its own. Returns how many men ended.
std::uint32_t slow_ends(const model::Model& model, world::World& world, jobs::Jobs& jobs);
/// Slow ticks: the heat of flames on men and horses. Returns how many men fell.
std::uint32_t burn_men(const model::Model& model, world::World& world, jobs::Jobs& jobs);
/// Slow ticks: bouts and lulls of whole bodies, and the chase, from what their men have before them.
void clash(const model::Model& model, world::World& world, const intent::Intents& intents);
/// Commanders among those who fell cease to command.
void note_persons(const model::Model& model, world::World& world);

/// One stroke that told: by what, how severe by which draws.
struct Stroke {
    std::uint32_t target = 0, source = 0;
    double energy_j = 0;
    bool missile = false;
    std::uint8_t shock_q8 = 0;
    base::Tick when = 0;  ///< address of its luck
    std::uint16_t k = 0;
    std::uint32_t with = 0;
};
/// A stroke has told on this part of the man himself. True when he falls.
bool wound_man(const model::Model& model, world::World& world, const Stroke& stroke, world::Part part);
/// ... or on his horse.
bool wound_horse(const model::Model& model, world::World& world, const Stroke& stroke);

[[nodiscard]] inline bool mounted(const world::World& world, std::uint32_t m) noexcept {
    return world.men.horse[m] == static_cast<std::uint8_t>(world::Horse::mounted);
}
inline void raise_shock(world::World& world, std::uint32_t m, float share) noexcept {
    const float v = share * 255.0F;
    const auto q = static_cast<std::uint8_t>(v < 0 ? 0 : v > 255.0F ? 255 : v);
    if (world.men.shock_q8[m] < q) world.men.shock_q8[m] = q;
}

/// His body has drawn off. Men without a body (in tests) never have.
[[nodiscard]] inline bool drawn_off(const world::World& world, std::uint16_t unit) noexcept {
    return unit < world.units.size() &&
           world.units.clash[unit] == static_cast<std::uint8_t>(world::Clash::lull);
}
/// Share of each part of him behind his shield, against what comes from `from`: 0 front, 1 flank, 2 rear. He who flees or
/// has given up holds it before nobody.
[[nodiscard]] ByPart behind_shield(const model::Model& model, const world::World& world, std::uint32_t man,
                                   int from) noexcept;
/// He drops of the wound he stood with. For slow_ends.
void drop(world::World& world, std::uint32_t man);

}  // namespace linghe::fight
