// Wounds: strokes that tell, how severe they are, what becomes of man and horse.
#include <algorithm>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/math/rng.hpp"
#include "stages.hpp"

namespace linghe::fight {
namespace {

using math::Purpose;
// Draws of one stroke, told apart by the low three bits of k.
enum StrokeDraw : std::uint16_t {
    d_where = 0,
    d_severity,
    d_glance,
    d_horse,
    d_horse_fate,
    d_fall,    // of a rider whose horse drops; else whether a wounded man keeps his feet
    d_shield,  // whether the missile meets the shield and goes through
    d_armour
};

float uniform(const model::Model& model, const Stroke& s, StrokeDraw draw) noexcept {
    return math::Rng{model.seed}.uniform(model.men.luck[s.target], s.when, Purpose::wound_severity,
                                         static_cast<std::uint16_t>(s.k + draw), s.with);
}

std::uint32_t tell(world::World& world, world::EventKind kind, const Stroke& s, std::int32_t value,
                   world::Cause cause = world::Cause::blow) {
    world::Event e;
    e.kind = kind;
    e.subject = s.target;
    e.other = s.source;
    e.x_mm = world.men.x_mm[s.target];
    e.y_mm = world.men.y_mm[s.target];
    e.value = value;
    e.cause_1 = s.missile ? world::Cause::arrow : cause;
    e.share_1 = 255;
    e.parent = world.men.wound_event[s.target];
    return world::write_event(world.events, world.clock, e);
}

/// Out of the fight now.
void fell(world::World& world, std::uint32_t t) noexcept {
    auto& men = world.men;
    men.status[t] = static_cast<std::uint8_t>(world::Status::disabled);
    men.foe[t] = world::kNobody;
    men.in_bout[t] = 0;
}

/// Share of the men with a disabling wound of this part who drop at once.
float at_once(const model::FightParameters& p, world::Part part) noexcept {
    if (part == world::Part::head) return p.drop_head_share;
    return part == world::Part::trunk ? p.drop_trunk_share : p.drop_limb_share;
}

/// `drops`: he falls at once, when the wound disables.
bool deal(const model::Model& model, world::World& world, const Stroke& s, world::Wound wound,
          world::Part part, bool drops) {
    auto& men = world.men;
    const std::uint32_t t = s.target;
    const auto grade = static_cast<std::uint8_t>(wound), before = men.severity[t];
    if (men.wounds[t] < 255) ++men.wounds[t];
    if (grade > before) men.severity[t] = grade, men.part[t] = static_cast<std::uint8_t>(part);
    raise_shock(world, t, model.parameters.fight.shock_wound);
    if (wound == world::Wound::light) {
        tell(world, world::EventKind::man_wounded, s, static_cast<std::int32_t>(wound));
        return false;
    }
    men.killer[t] = s.source;
    if (!drops && before < static_cast<std::uint8_t>(world::Wound::serious)) {
        men.wound_event[t] = tell(world, world::EventKind::man_wounded, s, static_cast<std::int32_t>(wound));
        return false;  // he fights on for a while
    }
    fell(world, t);
    men.wound_event[t] = tell(world, world::EventKind::man_disabled, s, men.severity[t]);
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

/// Which part, of those that tell in proportion to `weight`.
world::Part part_by(const ByPart& weight, double u) noexcept {
    double left = u * (weight[0] + weight[1] + weight[2] + weight[3]);
    for (std::size_t k = 0; k + 1 < weight.size(); ++k) {
        if (left < weight[k]) return static_cast<world::Part>(k);
        left -= weight[k];
    }
    return world::Part::leg;
}

/// The threshold is passed: horse or man, which part of him, by the draws of this stroke.
bool stroke_tells(const model::Model& model, world::World& world, const world::BlowRow& row) {
    const auto& p = model.parameters.fight;
    const auto& his = model.troops[model.men.troop[row.target]];
    const bool rides = mounted(world, row.target);
    Stroke s;
    s.target = row.target, s.source = row.source;
    s.energy_j = static_cast<double>(row.energy_dj) * 0.1;
    s.shock_q8 = row.shock_q8;
    s.k = static_cast<std::uint16_t>(world.men.strokes[row.target] * 8U);
    if (world.men.strokes[row.target] < 255) ++world.men.strokes[row.target];
    const ByPart share = part_shares(p, 0.0, rides);
    const ByPart chance =
        wound_chances(p, his, s.energy_j, behind_shield(model, world, row.target, row.from), 1.0);
    if (rides) {
        const double on_horse = static_cast<double>(p.horse_blow_share),
                     on_man = (1.0 - on_horse) * product(share, chance);
        if (static_cast<double>(uniform(model, s, d_horse)) * (on_horse + on_man) < on_horse)
            return wound_horse(model, world, s);
    }
    ByPart weight{};
    for (std::size_t k = 0; k < weight.size(); ++k) weight[k] = share[k] * chance[k];
    return wound_man(model, world, s, part_by(weight, static_cast<double>(uniform(model, s, d_where))));
}

/// From where the missile comes, seen by him it strikes: 0 within the guard of his shield, 2 from elsewhere.
int missile_from(const model::Model& model, const world::World& world, std::uint32_t t,
                 std::uint16_t bearing) noexcept {
    const auto against = static_cast<std::uint16_t>(bearing + 32768U);
    const std::int32_t off = math::turn_diff(world.men.facing[t], against);
    const auto half =
        math::round_to<std::int32_t>(model.parameters.fight.shield_half_angle_deg * (65536.0F / 360.0F));
    return (off < 0 ? -off : off) <= half ? 0 : 2;
}

/// A missile has struck the man squarely: shield, armour, flesh. True when he falls.
bool missile_strikes(const model::Model& model, world::World& world, Stroke& s, std::uint16_t bearing,
                     double fall_rad) {
    const auto& p = model.parameters.fight;
    const auto& his = model.troops[model.men.troop[s.target]];
    const auto sigma = static_cast<double>(p.pen_sigma);
    const auto u = [&](StrokeDraw draw) { return static_cast<double>(uniform(model, s, draw)); };
    const world::Part part = part_by(part_shares(p, fall_rad, mounted(world, s.target)), u(d_where));
    const auto k = static_cast<std::size_t>(part);
    const double behind =
        behind_shield(model, world, s.target, missile_from(model, world, s.target, bearing))[k];
    const double at = u(d_shield);
    if (at < behind) {  // the rest of the draw says whether it goes through; the shield takes its energy
        const auto shield = static_cast<double>(his.shield_e50_j);
        if (at >= behind * through_chance(s.energy_j, shield, sigma)) {
            raise_shock(world, s.target, p.shock_missile);
            return false;
        }
        s.energy_j -= shield;
    }
    // A slanting strike has to go through more: E50 / cos(angle), the angle spread evenly up to glance_deg.
    const double slant = det::cos(static_cast<double>(p.glance_deg) * u(d_glance) * 0.017453292519943295);
    const double stops =
        part_covers(p, his)[k] * (1.0 - through_chance(s.energy_j, part_e50_j(his, part) / slant, sigma));
    if (s.energy_j <= 0 || u(d_armour) < stops) {
        raise_shock(world, s.target, p.shock_missile);
        return false;
    }
    return wound_man(model, world, s, part);
}

}  // namespace

ByPart behind_shield(const model::Model& model, const world::World& world, std::uint32_t m,
                     int from) noexcept {
    const auto& troop = model.troops[model.men.troop[m]];
    if (!(troop.shield_width_m > 0) || from == 2 || !world::in_ranks(world.men.morale[m])) return {};
    ByPart cover = shield_covers(model.parameters.fight, troop,
                                 static_cast<double>(model.parameters.shoot.man_height_m));
    if (from == 1)
        for (double& c : cover) c *= static_cast<double>(model.parameters.fight.shield_flank_share);
    return cover;
}

void drop(world::World& world, std::uint32_t m) {
    fell(world, m);
    Stroke s;
    s.target = m, s.source = world.men.killer[m];
    world.men.wound_event[m] =
        tell(world, world::EventKind::man_disabled, s, world.men.severity[m], world::Cause::bleeding);
}

bool wound_man(const model::Model& model, world::World& world, const Stroke& s, world::Part part) {
    const auto& p = model.parameters.fight;
    const bool vital = part == world::Part::head || part == world::Part::trunk;
    float mortal = vital ? p.vital_mortal_share : p.limb_mortal_share;
    if (s.missile) mortal *= p.arrow_mortal_factor;
    const float serious = vital ? p.vital_serious_share : p.limb_serious_share;
    const float u = uniform(model, s, d_severity);
    const auto wound = u < mortal             ? world::Wound::mortal
                       : u < mortal + serious ? world::Wound::serious
                                              : world::Wound::light;
    return deal(model, world, s, wound, part, uniform(model, s, d_fall) < at_once(p, part));
}

bool wound_horse(const model::Model& model, world::World& world, const Stroke& s) {
    const auto& p = model.parameters.fight;
    raise_shock(world, s.target, p.shock_horse);
    const float u = uniform(model, s, d_horse_fate);
    if (u >= p.horse_down_share + p.horse_wild_share) return false;  // it goes on
    world.men.horse[s.target] = static_cast<std::uint8_t>(world::Horse::lost);
    // A horse that drops throws its rider; an unmanageable one is left in time.
    if (u >= p.horse_down_share || uniform(model, s, d_fall) >= p.fall_hurt_share) return false;
    return deal(model, world, s, world::Wound::serious, world::Part::leg, true);
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
        if (missile_strikes(model, world, s, world.hits.bearing[h],
                            static_cast<double>(world.hits.fall_mrad[h]) * 0.001))
            ++ended;
    }
    world.hits.resize(0);
    return ended;
}

}  // namespace linghe::fight
