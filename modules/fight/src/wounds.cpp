// Wounds: strokes that tell, how severe they are, what becomes of man and horse.
#include <algorithm>

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/math/rng.hpp"
#include "stages.hpp"

namespace linghe::fight {
namespace {

using math::Purpose;
// Draws of one stroke, told apart by the low three bits of k.
enum StrokeDraw : std::uint16_t { d_where = 0, d_severity, d_glance, d_horse, d_horse_fate, d_fall };

float uniform(const model::Model& model, const Stroke& s, StrokeDraw draw) noexcept {
    return math::Rng{model.seed}.uniform(model.men.luck[s.target], s.when, Purpose::wound_severity,
                                         static_cast<std::uint16_t>(s.k + draw), s.with);
}

std::uint32_t tell(world::World& world, world::EventKind kind, const Stroke& s, std::int32_t value) {
    world::Event e;
    e.kind = kind;
    e.subject = s.target;
    e.other = s.source;
    e.x_mm = world.men.x_mm[s.target];
    e.y_mm = world.men.y_mm[s.target];
    e.value = value;
    e.cause_1 = s.missile ? world::Cause::arrow : world::Cause::blow;
    e.share_1 = 255;
    e.parent = world.men.wound_event[s.target];
    return world::write_event(world.events, world.clock, e);
}

bool deal(const model::Model& model, world::World& world, const Stroke& s, world::Wound wound) {
    auto& men = world.men;
    const std::uint32_t t = s.target;
    if (men.wounds[t] < 255) ++men.wounds[t];
    men.severity[t] = std::max(men.severity[t], static_cast<std::uint8_t>(wound));
    raise_shock(world, t, model.parameters.fight.shock_wound);
    if (wound == world::Wound::light) {
        tell(world, world::EventKind::man_wounded, s, static_cast<std::int32_t>(wound));
        return false;
    }
    men.status[t] = static_cast<std::uint8_t>(world::Status::disabled);
    men.killer[t] = s.source;
    men.foe[t] = world::kNobody;
    men.in_bout[t] = 0;
    men.wound_event[t] = tell(world, world::EventKind::man_disabled, s, static_cast<std::int32_t>(wound));
    return true;
}

void capture(world::World& world, std::uint32_t t, std::uint32_t by) {
    auto& men = world.men;
    men.status[t] = static_cast<std::uint8_t>(world::Status::captured);
    men.doing[t] = static_cast<std::uint8_t>(world::Doing::captive);
    men.killer[t] = by;
    men.foe[t] = world::kNobody;
    men.in_bout[t] = 0;
    world::Event e;
    e.kind = world::EventKind::man_captured;
    e.subject = t;
    e.other = by;
    e.x_mm = men.x_mm[t];
    e.y_mm = men.y_mm[t];
    e.cause_1 = world::Cause::enemy;
    e.share_1 = 255;
    e.parent = men.last_event[t];  // his surrender, if that was an event
    world::write_event(world.events, world.clock, e);
}

/// The threshold is passed: horse or man, trunk or limb, by the draws of this stroke.
bool stroke_tells(const model::Model& model, world::World& world, const world::BlowRow& row) {
    const auto& p = model.parameters.fight;
    const auto& his = model.troops[model.men.troop[row.target]];
    Stroke s;
    s.target = row.target, s.source = row.source;
    s.through = static_cast<double>(row.through_q16) / 65536.0;
    s.shock_q8 = row.shock_q8;
    s.k = static_cast<std::uint16_t>(world.men.strokes[row.target] * 8U);
    if (world.men.strokes[row.target] < 255) ++world.men.strokes[row.target];
    const WoundChance w =
        wound_chance(static_cast<double>(his.armour_cover), s.through, static_cast<double>(p.vital_share));
    if (mounted(world, row.target)) {
        const double on_horse = static_cast<double>(p.horse_blow_share), on_man = (1.0 - on_horse) * w.any();
        if (static_cast<double>(uniform(model, s, d_horse)) * (on_horse + on_man) < on_horse)
            return wound_horse(model, world, s);
    }
    return wound_man(model, world, s, static_cast<double>(uniform(model, s, d_where)) * w.any() < w.vital);
}

}  // namespace

bool wound_man(const model::Model& model, world::World& world, const Stroke& s, bool vital) {
    const auto& p = model.parameters.fight;
    float mortal = vital ? p.vital_mortal_share : p.limb_mortal_share;
    if (s.missile) mortal *= p.arrow_mortal_factor;
    const float serious = vital ? p.vital_serious_share : p.limb_serious_share;
    const float u = uniform(model, s, d_severity);
    const auto wound = u < mortal             ? world::Wound::mortal
                       : u < mortal + serious ? world::Wound::serious
                                              : world::Wound::light;
    return deal(model, world, s, wound);
}

bool wound_horse(const model::Model& model, world::World& world, const Stroke& s) {
    const auto& p = model.parameters.fight;
    raise_shock(world, s.target, p.shock_horse);
    const float u = uniform(model, s, d_horse_fate);
    if (u >= p.horse_down_share + p.horse_wild_share) return false;  // it goes on
    world.men.horse[s.target] = static_cast<std::uint8_t>(world::Horse::lost);
    // A horse that drops throws its rider; an unmanageable one is left in time.
    if (u >= p.horse_down_share || uniform(model, s, d_fall) >= p.fall_hurt_share) return false;
    return deal(model, world, s, world::Wound::serious);
}

std::uint32_t apply_strokes(const model::Model& model, world::World& world) {
    auto& men = world.men;
    const math::Rng rng{model.seed};
    std::uint32_t ended = 0;
    for (const auto& row : world.scratch_fight.rows) {
        const std::uint32_t t = row.target;
        if (!world::active(men.status[t])) continue;
        if (row.kind == row_capture) {
            men.h_capture_q16[t] = math::add_sat(men.h_capture_q16[t], (row.hazard_q24 + 128) / 256);
            const auto spell = men.spell[t];
            if (math::reaches_threshold_q16(rng, model.men.luck[t], Purpose::capture_threshold, spell,
                                            men.h_capture_q16[t])) {
                capture(world, t, row.source);
                ++ended;
            }
            continue;
        }
        if (row.shock_q8 > men.shock_q8[t]) men.shock_q8[t] = row.shock_q8;
        // The sum is kept to 1/256 of a q16 unit: a blow in a tenth of a second is a slow hazard.
        const std::uint64_t sum =
            std::uint64_t{men.h_wound_q16[t]} * 256U + men.h_wound_frac[t] + row.hazard_q24;
        men.h_wound_q16[t] = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum / 256U, 0xffffffffU));
        men.h_wound_frac[t] = static_cast<std::uint8_t>(sum % 256U);
        if (!math::reaches_threshold_q16(rng, model.men.luck[t], Purpose::wound_threshold, men.strokes[t],
                                         men.h_wound_q16[t]))
            continue;
        men.h_wound_q16[t] = 0;
        men.h_wound_frac[t] = 0;
        if (stroke_tells(model, world, row)) ++ended;
    }
    return ended;
}

std::uint32_t apply_missiles(const model::Model& model, world::World& world) {
    const auto& p = model.parameters.fight;
    std::uint32_t ended = 0;
    for (std::size_t h = 0; h < world.hits.size(); ++h) {
        const std::uint32_t t = world.hits.target[h];
        if (!world::active(world.men.status[t])) continue;
        Stroke s;
        s.target = t, s.source = world.hits.shooter[h], s.missile = true;
        s.energy_j = static_cast<double>(world.hits.energy_dj[h]) * 0.1;
        s.when = world.tick();
        s.with = model.men.luck[s.source];
        if (mounted(world, t) && uniform(model, s, d_horse) < p.horse_missile_share) {
            if (s.energy_j >= static_cast<double>(p.horse_pass_energy_j) && wound_horse(model, world, s))
                ++ended;
            continue;
        }
        const auto& his = model.troops[model.men.troop[t]];
        // A slanting strike has to go through more: E50 / cos(angle), the angle spread evenly up to glance_deg.
        const double slant =
            static_cast<double>(p.glance_deg) * static_cast<double>(uniform(model, s, d_glance));
        const double e50 = static_cast<double>(his.armour_e50_j) / det::cos(slant * 0.017453292519943295);
        s.through = through_chance(s.energy_j, e50, static_cast<double>(p.pen_sigma));
        const WoundChance w = wound_chance(static_cast<double>(his.armour_cover), s.through,
                                           static_cast<double>(p.vital_share));
        const auto where = static_cast<double>(uniform(model, s, d_where));
        if (where >= w.any()) {
            raise_shock(world, t, p.shock_missile);
            continue;
        }
        if (wound_man(model, world, s, where < w.vital)) ++ended;
    }
    world.hits.resize(0);
    return ended;
}

}  // namespace linghe::fight
