// A second of fire: what is lit, what burns out, what leaps a break, what is told.
#include "linghe/element/fire.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/world/events.hpp"

namespace linghe::element {
namespace {

using world::FireState;

constexpr std::uint8_t kSubjectBlaze = 5;
constexpr std::uint16_t kNoBlaze = 0xffff;
constexpr std::uint8_t kToldWater = 1, kToldOut = 2;
constexpr std::size_t kMostBlazes = 0xfff0;

FireState state_of(const world::FireTable& fire, std::size_t cell) noexcept {
    return static_cast<FireState>(fire.state[cell]);
}

world::Event event_of(const world::World& world, std::size_t blaze, world::EventKind kind) noexcept {
    world::Event event;
    event.kind = kind;
    event.subject_kind = kSubjectBlaze;
    event.subject = static_cast<std::uint32_t>(blaze);
    event.x_mm = world.blazes.x_mm[blaze];
    event.y_mm = world.blazes.y_mm[blaze];
    event.parent = world.blazes.event[blaze];
    return event;
}

struct Lighter {
    std::uint8_t by_kind = 0;
    std::uint32_t by = world::kNobody, parent = 0;
    world::Cause cause = world::Cause::none;
};

/// The blaze of whoever lights: what he goes on lighting while his fire burns is one fire.
std::size_t blaze_of(world::World& world, const Lighter& who, std::int32_t x_mm, std::int32_t y_mm) {
    auto& b = world.blazes;
    for (std::size_t k = 0; k < b.size(); ++k)
        if (who.by_kind != 0 && b.by_kind[k] == who.by_kind && b.by[k] == who.by &&
            (b.told[k] & kToldOut) == 0)
            return k;
    const std::size_t row = b.size();
    if (row >= kMostBlazes) return row - 1;
    b.resize(row + 1);
    b.by_kind[row] = who.by_kind;
    b.by[row] = who.by;
    b.x_mm[row] = x_mm;
    b.y_mm[row] = y_mm;
    world::Event event = event_of(world, row, world::EventKind::fire_lit);
    event.other = who.by;
    event.parent = who.parent;
    event.cause_1 = who.cause;
    event.share_1 = who.cause == world::Cause::none ? std::uint8_t{0} : std::uint8_t{255};
    b.event[row] = world::write_event(world.events, world.clock, event);
    return row;
}

/// Whether anything along the line can still take fire.
bool takes_fire(const model::Model& model, const world::World& world, std::int32_t x_mm, std::int32_t y_mm) {
    if (!model.ground.inside(x_mm, y_mm)) return false;
    const auto cell = static_cast<std::size_t>(model.ground.cell(x_mm, y_mm));
    return model.ground.fuel[cell] != ground::kNoFuel && state_of(world.fire, cell) == FireState::unburnt;
}

struct LineM {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    [[nodiscard]] double distance(double x, double y) const noexcept {
        const double ux = x1 - x0, uy = y1 - y0, l2 = ux * ux + uy * uy;
        double t = l2 > 0 ? ((x - x0) * ux + (y - y0) * uy) / l2 : 0.0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const double dx = x - x0 - t * ux, dy = y - y0 - t * uy;
        return std::sqrt(dx * dx + dy * dy);
    }
};

double head_m_s(const model::Model& model, const world::World& world, std::size_t cell) {
    const auto& fuel = model.fuels[model.ground.fuel[cell]];
    const FuelBed bed = fuel_bed(fuel, moisture_now(model, world, fuel));
    return spread(bed, midflame_wind(model, world, fuel), {}).head_m_min / 60.0;
}

/// Lays the field about a line that is lit: a strip a cell wide, and cells the line runs through.
void light_line(const model::Model& model, world::World& world, std::size_t blaze, const LineM& line) {
    const auto& g = model.ground;
    auto& fire = world.fire;
    const double dx = cell_m(model), reach = (kBandAhead + 1.0) * dx;
    const auto index = [&](double m, std::int32_t origin_mm, std::int32_t n) {
        return static_cast<std::int32_t>(std::clamp((m * 1000.0 - origin_mm) / g.cell_mm, 0.0, n - 1.0));
    };
    const std::int32_t i0 = index(std::min(line.x0, line.x1) - reach, g.x0_mm, g.nx),
                       i1 = index(std::max(line.x0, line.x1) + reach, g.x0_mm, g.nx),
                       j0 = index(std::min(line.y0, line.y1) - reach, g.y0_mm, g.ny),
                       j1 = index(std::max(line.y0, line.y1) + reach, g.y0_mm, g.ny);
    const std::int32_t cap = front_cap(model);
    const auto now = static_cast<std::int32_t>(world.tick());
    for (std::int32_t j = j0; j <= j1; ++j) {
        for (std::int32_t i = i0; i <= i1; ++i) {
            const auto cell =
                static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(i);
            if (g.fuel[cell] == ground::kNoFuel) continue;
            const double x = g.x0_mm * 0.001 + (i + 0.5) * dx, y = g.y0_mm * 0.001 + (j + 0.5) * dx;
            const double d = line.distance(x, y) - 0.5 * dx;
            const std::int32_t before = fire.front_um10[cell];
            const auto after = std::min(before, math::round_to<std::int32_t>(d / kFrontUnit));
            fire.front_um10[cell] = std::min(after, cap);
            if (before > 0 && after <= 0) {
                kindle(model, world, cell, now, head_m_s(model, world, cell), false);
                fire.blaze[cell] = static_cast<std::uint16_t>(blaze);
            }
        }
    }
    // A spot near the corner of its cell reaches no middle: its own cell is lit all the same.
    const auto own = static_cast<std::size_t>(g.cell(math::round_to<std::int32_t>(line.x0 * 1000.0),
                                                     math::round_to<std::int32_t>(line.y0 * 1000.0)));
    if (g.fuel[own] == ground::kNoFuel || fire.front_um10[own] <= 0) return;
    fire.front_um10[own] = 0;
    kindle(model, world, own, now, head_m_s(model, world, own), false);
    fire.blaze[own] = static_cast<std::uint16_t>(blaze);
}

void light_all(const model::Model& model, world::World& world, intent::Intents& intents) {
    const base::Tick now = world.tick();
    const model::Ignition* before = nullptr;  // pieces of one line are one fire
    std::size_t blaze = 0;
    for (const auto& fire : model.ignitions) {
        if (fire.tick > now) break;
        if (fire.tick <= now - base::kTicksPerSecond) continue;
        const Lighter who{fire.by.valid() ? std::uint8_t{2} : std::uint8_t{0}, fire.by.v, 0,
                          world::Cause::none};
        if (before == nullptr || before->id != fire.id) blaze = blaze_of(world, who, fire.x0_mm, fire.y0_mm);
        before = &fire;
        light_line(model, world, blaze,
                   {fire.x0_mm * 0.001, fire.y0_mm * 0.001, fire.x1_mm * 0.001, fire.y1_mm * 0.001});
    }
    auto& wanted = intents.ignitions;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        const std::int32_t x = wanted.x_mm[k], y = wanted.y_mm[k];
        if (!takes_fire(model, world, x, y)) continue;
        const auto cause = wanted.parent[k] != 0 ? world::Cause::order : world::Cause::none;
        blaze = blaze_of(world, {wanted.by_kind[k], wanted.by[k], wanted.parent[k], cause}, x, y);
        light_line(model, world, blaze, {x * 0.001, y * 0.001, x * 0.001, y * 0.001});
    }
    wanted.resize(0);
}

/// A break ahead of a cell: what lies between it and the next fuel, by the way the fire goes.
struct Break {
    double width_m = 0;
    bool water = false, open = false;  ///< open: fuel that can be lit lies beyond
    std::int32_t at_x_mm = 0, at_y_mm = 0, far_x_mm = 0, far_y_mm = 0;
};
Break break_ahead(const model::Model& model, const world::World& world, std::int32_t i, std::int32_t j) {
    const auto& g = model.ground;
    const double dx = g.cell_mm, step = dx / 8.0;
    const double look = static_cast<double>(model.parameters.element.fire_break_look_m) * 1000.0;
    const Advance a = advance_at(model, world, i, j);
    const double x0 = g.x0_mm + (i + 0.5) * dx, y0 = g.y0_mm + (j + 0.5) * dx;
    Break found;
    for (double d = step; d < 1.5 * dx + look; d += step) {
        const auto x = math::round_to<std::int32_t>(x0 + d * a.outwards.x);
        const auto y = math::round_to<std::int32_t>(y0 + d * a.outwards.y);
        if (!g.inside(x, y)) return found;
        const auto cell = static_cast<std::size_t>(g.cell(x, y));
        if (g.fuel[cell] == ground::kNoFuel) {
            if (found.width_m <= 0) found.at_x_mm = x, found.at_y_mm = y;
            found.width_m += step * 0.001;
            found.water = found.water || g.water_mm[cell] > 0;
            continue;
        }
        if (found.width_m <= 0) {
            if (d > 1.5 * dx) return found;
            continue;
        }
        found.open = state_of(world.fire, cell) == FireState::unburnt;
        found.far_x_mm = x, found.far_y_mm = y;
        return found;
    }
    return found;
}

/// Wilson's chance, against one draw for each stretch of the break: of two cells before the same stretch both leap or none.
void try_break(const model::Model& model, world::World& world, std::size_t cell, std::size_t blaze) {
    const auto& g = model.ground;
    const auto& p = model.parameters.element;
    const auto i = static_cast<std::int32_t>(cell % static_cast<std::size_t>(g.nx));
    const auto j = static_cast<std::int32_t>(cell / static_cast<std::size_t>(g.nx));
    bool edge = false;
    for (std::int32_t b = std::max(0, j - 1); b <= std::min(g.ny - 1, j + 1); ++b)
        for (std::int32_t a = std::max(0, i - 1); a <= std::min(g.nx - 1, i + 1); ++a)
            edge = edge || g.fuel[static_cast<std::size_t>(b) * static_cast<std::size_t>(g.nx) +
                                  static_cast<std::size_t>(a)] == ground::kNoFuel;
    if (!edge) return;
    const Break found = break_ahead(model, world, i, j);
    const double intensity = world.fire.intensity_kw_m[cell];
    if (found.water && (world.blazes.told[blaze] & kToldWater) == 0) {
        world.blazes.told[blaze] |= kToldWater;
        world::Event event = event_of(world, blaze, world::EventKind::fire_water);
        event.x_mm = found.at_x_mm, event.y_mm = found.at_y_mm;
        event.cause_1 = world::Cause::fire, event.share_1 = 255;
        world::write_event(world.events, world.clock, event);
    }
    if (!found.open || found.width_m > static_cast<double>(p.fire_break_look_m)) return;
    if (found.water &&
        found.width_m >= static_cast<double>(p.fire_water_gap_flames) * flame_length_m(intensity))
        return;
    const double front_mm = static_cast<double>(p.fire_break_front_m) * 1000.0;
    const auto block = [&](std::int32_t mm) { return static_cast<std::uint32_t>(mm / front_mm + 32768.0); };
    const std::uint32_t stretch = (block(found.at_y_mm) << 16) | (block(found.at_x_mm) & 0xffffu);
    const math::Rng rng{model.seed};
    if (!rng.chance(breach_chance(intensity, found.width_m), stretch, 0, math::Purpose::fire_breach)) return;
    world::Event event = event_of(world, blaze, world::EventKind::fire_breach);
    event.x_mm = found.far_x_mm, event.y_mm = found.far_y_mm;
    event.value = math::round_to<std::int32_t>(found.width_m * 10.0);
    event.cause_1 = world::Cause::fire, event.share_1 = 255;
    world::write_event(world.events, world.clock, event);
    const double x = found.far_x_mm * 0.001, y = found.far_y_mm * 0.001;
    light_line(model, world, blaze, {x, y, x, y});
}

/// The fire of the neighbour that has burnt longest.
std::uint16_t blaze_beside(const model::Model& model, const world::FireTable& fire,
                           std::size_t cell) noexcept {
    const auto& g = model.ground;
    const auto i = static_cast<std::int32_t>(cell % static_cast<std::size_t>(g.nx));
    const auto j = static_cast<std::int32_t>(cell / static_cast<std::size_t>(g.nx));
    std::uint16_t found = kNoBlaze;
    std::int32_t first = 0;
    for (std::int32_t b = std::max(0, j - 1); b <= std::min(g.ny - 1, j + 1); ++b) {
        for (std::int32_t a = std::max(0, i - 1); a <= std::min(g.nx - 1, i + 1); ++a) {
            const auto c =
                static_cast<std::size_t>(b) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(a);
            if (fire.blaze[c] == kNoBlaze || (found != kNoBlaze && fire.lit[c] >= first)) continue;
            found = fire.blaze[c];
            first = fire.lit[c];
        }
    }
    return found;
}

/// Cells reached in this second: whose fire it is, and whether it passes what lies ahead.
void follow_front(const model::Model& model, world::World& world) {
    auto& fire = world.fire;
    auto& kindled = world.scratch_element.kindled;
    for (std::size_t k = 0; k < kindled.size(); ++k) {  // grows where a break is leapt
        const std::size_t cell = kindled[k];
        if (fire.blaze[cell] == kNoBlaze) fire.blaze[cell] = blaze_beside(model, fire, cell);
        const std::size_t blaze = fire.blaze[cell] == kNoBlaze ? 0 : fire.blaze[cell];
        ++world.blazes.cells[blaze];
        try_break(model, world, cell, blaze);
    }
    kindled.clear();
}

/// Flames die, embers go out; blazes count what still flames.
void age(const model::Model& model, world::World& world) noexcept {
    auto& fire = world.fire;
    const auto end =
        static_cast<std::int32_t>(world.tick()) + static_cast<std::int32_t>(base::kTicksPerSecond);
    const auto smoulder =
        math::round_to<std::int32_t>(static_cast<double>(model.parameters.element.fire_smoulder_s) *
                                     static_cast<double>(base::kTicksPerSecond));
    for (std::size_t b = 0; b < world.blazes.size(); ++b) world.blazes.alight[b] = 0;
    for (std::size_t c = 0; c < fire.size(); ++c) {
        const FireState state = state_of(fire, c);
        if (state == FireState::unburnt || state == FireState::burnt) continue;
        const std::int32_t flames_end = fire.lit[c] + fire.flame_ticks[c];
        if (state == FireState::flaming && flames_end >= end) {
            if (fire.blaze[c] != kNoBlaze) ++world.blazes.alight[fire.blaze[c]];
        } else {
            fire.state[c] = static_cast<std::uint8_t>(flames_end + smoulder > end ? FireState::smouldering
                                                                                  : FireState::burnt);
        }
    }
}

/// Where nothing flames and nothing moves the fire is out, and what it did not reach is out of its reach for good.
void tell_out(const model::Model& model, world::World& world, bool moving) {
    std::uint32_t alight = 0;
    for (std::size_t b = 0; b < world.blazes.size(); ++b) alight += world.blazes.alight[b];
    if (moving || alight > 0) return;
    for (std::size_t b = 0; b < world.blazes.size(); ++b) {
        if ((world.blazes.told[b] & kToldOut) != 0) continue;
        world.blazes.told[b] |= kToldOut;
        world::Event event = event_of(world, b, world::EventKind::fire_out);
        event.value = static_cast<std::int32_t>(world.blazes.cells[b]);
        world::write_event(world.events, world.clock, event);
    }
    const std::int32_t cap = front_cap(model);
    for (std::size_t c = 0; c < world.fire.size(); ++c)
        if (world.fire.front_um10[c] > 0) world.fire.front_um10[c] = cap;
}

bool any_alive(const world::World& world) noexcept {
    for (std::size_t b = 0; b < world.blazes.size(); ++b)
        if ((world.blazes.told[b] & kToldOut) == 0) return true;
    return false;
}
bool any_embers(const world::World& world) noexcept {
    for (const std::uint8_t s : world.fire.state)
        if (s == static_cast<std::uint8_t>(FireState::smouldering)) return true;
    return false;
}

}  // namespace

model::FuelMoisture moisture_now(const model::Model& model, const world::World& world,
                                 const model::FuelModel& fuel) noexcept {
    model::FuelMoisture moisture = model.fuel_moisture;
    const double water_kg_m2 = world.clock.wetness_um[0] * 1e-3, grass_kg_m2 = burnt_kg_m2(fuel);
    if (water_kg_m2 > 0 && grass_kg_m2 > 0) moisture.dead_1h += static_cast<float>(water_kg_m2 / grass_kg_m2);
    return moisture;
}

math::Vec2d midflame_wind(const model::Model& model, const world::World& world,
                          const model::FuelModel& fuel) noexcept {
    const double factor = open_wind_factor(static_cast<double>(fuel.depth_ft)) /
                          static_cast<double>(model.parameters.element.fire_wind_10m_over_20ft);
    return math::Vec2d{world.clock.wind_x_mm_s[0] * 0.001, world.clock.wind_y_mm_s[0] * 0.001} * factor;
}

void lay_fuel(const model::Model& model, world::World& world) {
    const auto& g = model.ground;
    bool bears = false;
    for (const std::uint8_t fuel : g.fuel) bears = bears || fuel != ground::kNoFuel;
    if (!model.can_burn || !bears || model.lacks(model::Without::fire)) return;
    auto& fire = world.fire;
    fire.resize(g.fuel.size());
    for (std::size_t c = 0; c < fire.size(); ++c) {
        fire.front_um10[c] = front_cap(model);
        fire.lit[c] = -1;
        fire.blaze[c] = kNoBlaze;
    }
}

void kindle(const model::Model& model, world::World& world, std::size_t cell, std::int32_t lit,
            double rate_m_s, bool passed) noexcept {
    auto& fire = world.fire;
    const auto& fuel = model.fuels[model.ground.fuel[cell]];
    const FuelBed bed = fuel_bed(fuel, moisture_now(model, world, fuel));
    static constexpr double kMostTicks = 60'000;
    const auto ticks = [](double s) {
        return math::round_to<std::uint16_t>(
            std::min(s * static_cast<double>(base::kTicksPerSecond), kMostTicks));
    };
    const double pass_s = passed && rate_m_s > 0 ? cell_m(model) / rate_m_s : 0.0;
    fire.state[cell] = static_cast<std::uint8_t>(FireState::flaming);
    fire.lit[cell] = lit;
    fire.pass_ticks[cell] = ticks(pass_s);
    fire.flame_ticks[cell] = ticks(pass_s + bed.residence_min * 60.0);
    fire.intensity_kw_m[cell] = math::round_to<std::int32_t>(fireline_intensity_kw_m(bed, rate_m_s * 60.0));
    world.scratch_element.kindled.push_back(static_cast<std::uint32_t>(cell));
}

void burn(const model::Model& model, world::World& world, intent::Intents& intents) {
    if (world.fire.size() != model.ground.fuel.size() || world.fire.size() == 0) {
        intents.ignitions.resize(0);
        return;
    }
    world.scratch_element.kindled.clear();
    light_all(model, world, intents);
    const bool alive = any_alive(world);
    if (!alive && !any_embers(world)) return;
    const bool moving = alive && move_front(model, world);
    follow_front(model, world);
    age(model, world);
    radiate(model, world);
    if (alive) tell_out(model, world, moving);
}

}  // namespace linghe::element
