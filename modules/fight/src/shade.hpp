// shade: how much of the flames' heat reaches a man through the bodies that stand between.
// Called by burns.cpp for each man whom heat reaches.
// Never shades flames he stands in, nor heat that comes from nowhere.
#pragma once
#include "linghe/model/model.hpp"
#include "linghe/world/fire_near.hpp"
#include "linghe/world/world.hpp"

namespace linghe::fight {

/// Share (0..1) of the flames' heat that comes through to a man at a place, by Beer and Lambert's law along the level line
/// to where the heat comes from; 1 where it comes from nowhere.
[[nodiscard]] float through_crowd(const model::Model& model, const world::World& world, std::int32_t x_mm,
                                  std::int32_t y_mm, bool rides) noexcept;

}  // namespace linghe::fight
