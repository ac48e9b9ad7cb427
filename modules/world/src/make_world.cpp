#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/model/interval.hpp"
#include "linghe/world/world.hpp"

namespace linghe::world {
namespace {

using math::Purpose;

constexpr std::uint16_t kPlacingTries =
    64;  // draws for a place on open ground before the scenario is refused

bool open_to(const model::Model& model, bool mounted, std::int32_t x_mm, std::int32_t y_mm) {
    const auto& ground = model.ground;
    if (!ground.inside(x_mm, y_mm)) return false;
    const auto cell = static_cast<std::size_t>(ground.cell(x_mm, y_mm));
    return ground.speed_q8[mounted ? 1 : 0][cell] != 0;
}

std::uint16_t files_of(const model::Unit& unit, const model::Interval& interval) {
    const float files = unit.frontage_m > 0
                            ? unit.frontage_m / interval.file_m
                            : std::sqrt(static_cast<float>(unit.men) * 4.0F);  // about four ranks
    const auto whole = math::round_to<std::uint16_t>(files);
    return whole == 0 ? std::uint16_t{1} : whole;
}

/// Place of man `number` of a unit in ranks, or strewn over the unit's box.
bool place_man(const model::Model& model, const model::Unit& unit, std::uint32_t number, std::uint16_t files,
               math::Vec2i& at) {
    const auto& troop = model.troops[unit.troop];
    if (unit.scatter_x_mm == 0 && unit.scatter_y_mm == 0) {
        const model::Interval gap = model::interval_of(model.parameters, troop);
        const math::Vec2d ahead = math::unit_of_d(unit.start_heading);
        const math::Vec2d left = math::perp(ahead);
        const double file = static_cast<double>(number % files) - 0.5 * static_cast<double>(files - 1);
        const double rank = static_cast<double>(number / files);
        const math::Vec2d offset = left * (file * static_cast<double>(gap.file_m)) -
                                   ahead * (rank * static_cast<double>(gap.rank_m));
        at = {unit.start_x_mm + math::round_to<std::int32_t>(offset.x * 1000.0),
              unit.start_y_mm + math::round_to<std::int32_t>(offset.y * 1000.0)};
        if (open_to(model, troop.mounted, at.x, at.y)) return true;
    }
    const math::Rng rng{model.seed};
    const std::uint32_t luck = model.men.luck[unit.first_man + number];
    // A rank that reaches over a bank or the map's edge is strewn about its place instead, over at least 10 m.
    const std::int32_t half_x = unit.scatter_x_mm > 0 ? unit.scatter_x_mm : 10'000;
    const std::int32_t half_y = unit.scatter_y_mm > 0 ? unit.scatter_y_mm : 10'000;
    for (std::uint16_t attempt = 0; attempt < kPlacingTries; ++attempt) {
        const float u =
            rng.uniform(luck, 0, Purpose::setup_position, static_cast<std::uint16_t>(2 * attempt));
        const float v =
            rng.uniform(luck, 0, Purpose::setup_position, static_cast<std::uint16_t>(2 * attempt + 1));
        at = {unit.start_x_mm + math::round_to<std::int32_t>((2.0F * u - 1.0F) * static_cast<float>(half_x)),
              unit.start_y_mm + math::round_to<std::int32_t>((2.0F * v - 1.0F) * static_cast<float>(half_y))};
        if (open_to(model, troop.mounted, at.x, at.y)) return true;
    }
    return false;
}

/// What a man feels at T0, and whether he is in flight.
void start_resolve(const model::Model& model, const model::Unit& unit, std::uint32_t row, SoldierTable& men) {
    const math::Rng rng{model.seed};
    const std::uint32_t luck = model.men.luck[row];
    const float timid = 1.0F - static_cast<float>(model.men.composure_q8[row]) / 255.0F;
    const bool in_flight = rng.uniform(luck, 0, Purpose::setup_trait, 100) < unit.start_fleeing_share;
    float fear = unit.start_fear + unit.start_fear_spread * rng.normal(luck, 0, Purpose::setup_trait, 101) +
                 0.2F * (timid - 0.5F);
    if (in_flight && fear < 0.7F) fear = 0.7F;
    if (!in_flight && fear > 0.65F) fear = 0.65F;
    fear = math::clamp(fear, 0.0F, 1.0F);
    men.fear_q16[row] = math::to_q16_u16(static_cast<double>(fear));
    men.shown_q16[row] = men.fear_q16[row];
    const Morale morale = in_flight      ? Morale::routing
                          : fear > 0.5F  ? Morale::wavering
                          : fear > 0.25F ? Morale::shaken
                                         : Morale::steady;
    men.morale[row] = static_cast<std::uint8_t>(morale);
    if (in_flight) {
        const auto& side = model.sides[unit.side];
        men.goal_kind[row] = static_cast<std::uint8_t>(Goal::retreat);
        men.goal_x_mm[row] = side.retreat_x_mm;
        men.goal_y_mm[row] = side.retreat_y_mm;
    }
}

void start_blank(const model::Model& model, const model::Unit& unit, std::uint32_t row, SoldierTable& men) {
    const auto& troop = model.troops[unit.troop];
    men.slot[row] = kNoSlot;
    men.level[row] = static_cast<std::uint8_t>(Level::moving);
    men.horse[row] = static_cast<std::uint8_t>(troop.mounted ? Horse::mounted : Horse::none);
    men.drum_tick[row] = -1;
    men.sound_tick[row] = -1;
    men.enemy_range_m[row] = kFar;
    men.own_body_unit[row] = kNoUnit;
    men.near_enemy[row] = kNobody;
    men.near_enemy_cm[row] = kFar;
    men.foe[row] = kNobody;
    men.killer[row] = kNobody;
    men.sight_m[row] = kFar;
    men.stamina_q16[row] = math::to_q16_u16(static_cast<double>(unit.start_stamina));
    men.arrows[row] = static_cast<std::uint8_t>(troop.arrows > 255 ? 255 : troop.arrows);
}

base::Result<void> place_unit(const model::Model& model, std::uint32_t u, World& world) {
    const auto& unit = model.units[u];
    auto& men = world.men;
    const std::uint16_t files =
        files_of(unit, model::interval_of(model.parameters, model.troops[unit.troop]));
    const math::Vec2d ahead = math::unit_of_d(unit.start_heading);
    for (std::uint32_t k = 0; k < unit.men; ++k) {
        const std::uint32_t row = unit.first_man + k;
        math::Vec2i at;
        if (!place_man(model, unit, k, files, at)) {
            return base::Error{
                base::ErrorCode::invalid, "unit '" + unit.id + "'",
                "no open ground for its man number " + std::to_string(k) + " where the scenario puts it",
                "move the unit, widen its box, or open the ground (deep water and banks are closed to "
                "horse)"};
        }
        start_blank(model, unit, row, men);
        men.x_mm[row] = at.x;
        men.y_mm[row] = at.y;
        men.vx_mm_s[row] =
            math::round_to<std::int16_t>(ahead.x * static_cast<double>(unit.start_speed_m_s) * 1000.0);
        men.vy_mm_s[row] =
            math::round_to<std::int16_t>(ahead.y * static_cast<double>(unit.start_speed_m_s) * 1000.0);
        men.facing[row] = unit.start_heading;
        men.unit[row] = static_cast<std::uint16_t>(u);
        start_resolve(model, unit, row, men);
    }
    world.units.anchor_x_mm[u] = unit.start_x_mm;
    world.units.anchor_y_mm[u] = unit.start_y_mm;
    world.units.heading[u] = unit.start_heading;
    world.units.files[u] = files;
    world.units.formed[u] = unit.formed_at_start ? 1 : 0;
    world.units.dressing[u] = 1;
    world.units.leader[u] = unit.men > 0 ? unit.first_man : kNobody;
    world.units.x_mm[u] = unit.start_x_mm;
    world.units.y_mm[u] = unit.start_y_mm;
    return {};
}

}  // namespace

base::Result<World> make_world(const model::Model& model) {
    World world;
    world.clock.resize(1);
    world.clock.next_event[0] = 1;
    world.men.resize(model.men.size());
    world.units.resize(model.units.size());
    for (std::uint32_t u = 0; u < model.units.size(); ++u) {
        if (auto placed = place_unit(model, u, world); !placed.ok()) return placed.error();
    }
    world.persons.resize(model.persons.size());
    for (std::uint32_t p = 0; p < model.persons.size(); ++p) {
        const auto& person = model.persons[p];
        world.persons.man[p] = person.man;
        world.persons.alive[p] = 1;
        world.persons.drum_since[p] = -1;
        world.persons.banner_up[p] = person.banner_side_m > 0 && !model.lacks(model::Without::banner) ? 1 : 0;
    }
    // Room for a bad second, so that a step allocates nothing once warm.
    const std::size_t men = model.men.size();
    world.events.reserve(men / 4), world.arrows.reserve(men / 4), world.hits.reserve(men / 8);
    return world;
}

}  // namespace linghe::world
