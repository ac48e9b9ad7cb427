// The three stages inside shoot: masses in sight, arrows loosed, arrows that land.
// Called by shoot.cpp alone.
// Never included from outside this room.
#pragma once
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::shoot {

/// Slow ticks: for every sector and side that has archers, the nearest mass of enemies within bowshot.
void find_masses(const model::Model& model, world::World& world, jobs::Jobs& jobs);
/// Slow ticks: the archers look, aim and loose; arrows due within the coming second leave the quivers.
void loose(const model::Model& model, world::World& world, jobs::Jobs& jobs);
/// Every tick: arrows whose time has come meet men or the ground.
void land(const model::Model& model, world::World& world, jobs::Jobs& jobs);

/// Height of a man's outline and half its width as seen along `bearing` (unit vector ux, uy), in metres.
struct Outline {
    float height_m, half_width_m;
};
[[nodiscard]] Outline outline_of(const model::Model& model, const world::World& world, std::uint32_t man,
                                 float ux, float uy) noexcept;

}  // namespace linghe::shoot
