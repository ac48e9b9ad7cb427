// Heat on men and horses: the dose of each second, and what comes of it.
// Called by fight.cpp on slow ticks, only in battles where something has been lit.
// Never moves a man out of the fire: he does so himself (move), if he can.
#include <algorithm>
#include <cmath>

#include "linghe/fight/burns.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "linghe/model/heat.hpp"
#include "linghe/world/fire_near.hpp"
#include "shade.hpp"
#include "stages.hpp"

namespace linghe::fight {
namespace {

using math::Purpose;
using world::Burn;
constexpr std::size_t kManChunk = 4096;  // part of the determinism contract
constexpr int kLooks = 10;               // places of the past second at which he is looked at
constexpr float kSecond = 1.0F;
constexpr double kDoseUnit = 256.0;  // men.burn_dose_q8
constexpr float kHeatUnit = 100.0F;  // men.heat_dw_m2, fire.heat_dw_m2
enum BurnDraw : std::uint16_t { d_fatal = 0, d_horse = 8 };

struct Skin {
    const model::Model& model;
    world::World& world;
    const model::FightParameters& p;

    [[nodiscard]] bool feels(std::uint32_t m) const noexcept {
        const auto status = static_cast<world::Status>(world.men.status[m]);
        return status == world::Status::fit || status == world::Status::disabled;
    }

    /// Far from all flames: the element's heat between the middles of four cells.
    [[nodiscard]] float far_heat_kw_m2(float x_mm, float y_mm) const noexcept {
        const auto& g = model.ground;
        const auto size = static_cast<float>(g.cell_mm);
        const float u = (x_mm - static_cast<float>(g.x0_mm)) / size - 0.5F,
                    v = (y_mm - static_cast<float>(g.y0_mm)) / size - 0.5F;
        const float fu = std::floor(u), fv = std::floor(v);
        float sum = 0;
        for (int k = 0; k < 4; ++k) {
            const auto i = std::clamp(static_cast<std::int32_t>(fu) + (k & 1), 0, g.nx - 1);
            const auto j = std::clamp(static_cast<std::int32_t>(fv) + (k >> 1), 0, g.ny - 1);
            const float weight =
                ((k & 1) != 0 ? u - fu : 1.0F - (u - fu)) * ((k >> 1) != 0 ? v - fv : 1.0F - (v - fv));
            sum += weight *
                   static_cast<float>(
                       world.fire.heat_dw_m2[static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) +
                                             static_cast<std::size_t>(i)]);
        }
        return sum / kHeatUnit;
    }

    /// Heat on an upright man at a place as it was `late_s` ago, of which so much comes through the crowd.
    [[nodiscard]] float heat_kw_m2(const world::FireNear& near, float x_mm, float y_mm, float late_s,
                                   float through) const noexcept {
        const float far = world::to_flames_m(model, world, near, x_mm, y_mm, late_s);
        if (!(far > 0)) return p.burn_contact_kw_m2;
        return through * near.power_kw_m2 * model::wall_view_factor(near.height_m, far);
    }

    /// Share of him that stands out of the water: none where it is as deep as he can wade, for then he ducks.
    [[nodiscard]] float above_water(std::uint32_t m) const noexcept {
        const auto& men = world.men;
        const float depth_m = static_cast<float>(model.ground.water_mm[static_cast<std::size_t>(
                                  model.ground.cell(men.x_mm[m], men.y_mm[m]))]) *
                              0.001F;
        const float wades_m = model.troops[model.men.troop[m]].wade_limit_m;
        return depth_m <= 0 ? 1.0F : depth_m >= wades_m ? 0.0F : 1.0F - depth_m / wades_m;
    }

    /// The second that has passed, along the way he came.
    void second_of(std::uint32_t m) const noexcept {
        auto& men = world.men;
        men.heat_dw_m2[m] = 0;
        if (!feels(m)) return;
        const auto own = static_cast<std::size_t>(model.ground.cell(men.x_mm[m], men.y_mm[m]));
        if (world.fire.heat_dw_m2[own] == 0) return;
        const world::FireNear near = world::fire_near(model, world, men.x_mm[m], men.y_mm[m]);
        const bool down = men.status[m] != 0;
        const float vx = down ? 0.0F : static_cast<float>(men.vx_mm_s[m]),
                    vy = down ? 0.0F : static_cast<float>(men.vy_mm_s[m]);
        const float part = (mounted(world, m) ? p.burn_rider_share : 1.0F) * above_water(m);
        if (!(part > 0)) return;
        const float through = through_crowd(model, world, men.x_mm[m], men.y_mm[m], mounted(world, m));
        double dose = 0;
        float heat = 0;
        const int looks = near.flames && (vx != 0 || vy != 0 || near.rate_m_s > 0) ? kLooks : 1;
        for (int k = 0; k < looks; ++k) {
            const float late_s = (static_cast<float>(k) + 0.5F) * kSecond / static_cast<float>(looks);
            const float x = static_cast<float>(men.x_mm[m]) - vx * late_s,
                        y = static_cast<float>(men.y_mm[m]) - vy * late_s;
            const float q = part * (near.flames ? heat_kw_m2(near, x, y, late_s, through)
                                                : through * far_heat_kw_m2(x, y));
            heat += q;
            if (q >= p.burn_least_kw_m2) dose += model::dose_per_s(static_cast<double>(q));
        }
        const float mean = heat / static_cast<float>(looks);
        men.heat_dw_m2[m] = math::round_to<std::uint16_t>(mean * kHeatUnit);
        const auto more =
            math::round_to<std::uint32_t>(dose / looks * static_cast<double>(kSecond) * kDoseUnit);
        men.burn_dose_q8[m] = math::add_sat(men.burn_dose_q8[m], more);
    }

    [[nodiscard]] double dose_of(std::uint32_t m) const noexcept {
        return static_cast<double>(world.men.burn_dose_q8[m]) / kDoseUnit;
    }
    /// What the dose has made of him, when it is more than before: told serially.
    [[nodiscard]] bool worse(std::uint32_t m) const noexcept {
        if (static_cast<float>(world.men.heat_dw_m2[m]) < p.burn_least_kw_m2 * kHeatUnit) return false;
        return dose_of(m) >= static_cast<double>(model.parameters.element.heat_dose_pain);
    }
};

/// The fire whose flames are nearest; else the first that burns.
std::uint32_t lighting_of(const model::Model& model, const world::World& world, std::uint32_t m) noexcept {
    const world::FireNear near = world::fire_near(model, world, world.men.x_mm[m], world.men.y_mm[m]);
    if (near.flames) {
        const std::uint16_t blaze = world.fire.blaze[static_cast<std::size_t>(near.cell)];
        if (blaze < world.blazes.size()) return world.blazes.event[blaze];
    }
    for (std::size_t b = 0; b < world.blazes.size(); ++b)
        if (world.blazes.alight[b] != 0) return world.blazes.event[b];
    return 0;
}

std::uint32_t tell(const model::Model& model, world::World& world, std::uint32_t m, world::EventKind kind,
                   std::int32_t value) {
    world::Event e;
    e.kind = kind;
    e.subject = m;
    e.x_mm = world.men.x_mm[m];
    e.y_mm = world.men.y_mm[m];
    e.value = value;
    e.cause_1 = world::Cause::fire;
    e.share_1 = 255;
    e.parent = lighting_of(model, world, m);
    return world::write_event(world.events, world.clock, e);
}

void fell(world::World& world, std::uint32_t m, world::Status to, std::uint32_t event) noexcept {
    auto& men = world.men;
    men.status[m] = static_cast<std::uint8_t>(to);
    men.foe[m] = world::kNobody;
    men.in_bout[m] = 0;
    men.wound_event[m] = event;
}

/// A burnt horse drops, bolts from under him, or goes on: by one draw, which tells at the second degree of its own skin,
/// and against which a horse burnt through is always lost.
bool horse_fate(const model::Model& model, world::World& world, std::uint32_t m, double dose) {
    const auto& p = model.parameters.fight;
    auto& men = world.men;
    if (!mounted(world, m)) return false;
    const double rider = det::pow(static_cast<double>(p.burn_rider_share), 4.0 / 3.0);
    const double its = dose / rider * det::pow(static_cast<double>(p.burn_horse_share), 4.0 / 3.0);
    const Burn burn = burn_of(its, model.parameters.element);
    if (burn < Burn::second) return false;
    raise_shock(world, m, p.shock_horse);
    const float u = math::Rng{model.seed}.uniform(model.men.luck[m], 0, Purpose::burn, d_horse);
    if (burn == Burn::second && u >= p.horse_burn_down_share + p.horse_burn_wild_share) return false;
    men.horse[m] = static_cast<std::uint8_t>(world::Horse::lost);
    const bool drops = u < p.horse_burn_down_share;
    if (!drops ||
        math::Rng{model.seed}.uniform(model.men.luck[m], 0, Purpose::burn, d_horse + 1) >= p.fall_hurt_share)
        return false;
    if (men.wounds[m] < 255) ++men.wounds[m];
    men.severity[m] = std::max(men.severity[m], static_cast<std::uint8_t>(world::Wound::serious));
    const auto serious = static_cast<std::int32_t>(world::Wound::serious);
    fell(world, m, world::Status::disabled, tell(model, world, m, world::EventKind::man_disabled, serious));
    return true;
}

/// Pain, wound or death by what the dose is now. True when he falls.
bool suffer(const model::Model& model, world::World& world, std::uint32_t m, double dose) {
    const auto& p = model.parameters.fight;
    const auto& e = model.parameters.element;
    auto& men = world.men;
    const bool stood = world::active(men.status[m]);
    const double cover = static_cast<double>(model.troops[model.men.troop[m]].armour_cover);
    const auto u =
        static_cast<double>(math::Rng{model.seed}.uniform(model.men.luck[m], 0, Purpose::burn, d_fatal));
    const Burn burn = burn_of(dose, e);
    raise_shock(world, m, burn >= Burn::second ? p.shock_burn : p.shock_burn_pain);
    const auto before = static_cast<Burn>(men.burn[m]);
    men.burn[m] = std::max(men.burn[m], static_cast<std::uint8_t>(burn));
    if (u < fatal_chance(telling_dose(dose, cover, p), p)) {
        fell(world, m, world::Status::burnt,
             tell(model, world, m, world::EventKind::man_burnt, math::round_to<std::int32_t>(dose)));
        return stood;
    }
    if (!stood) return false;
    const double share = burnt_share(dose, static_cast<double>(e.heat_dose_second_degree), cover, p);
    if (share >= static_cast<double>(p.burn_serious_share)) {
        if (men.wounds[m] < 255) ++men.wounds[m];
        men.severity[m] = std::max(men.severity[m], static_cast<std::uint8_t>(world::Wound::serious));
        const auto serious = static_cast<std::int32_t>(world::Wound::serious);
        fell(world, m, world::Status::disabled,
             tell(model, world, m, world::EventKind::man_disabled, serious));
        return true;
    }
    if (burn >= Burn::second && before < Burn::second) {
        if (men.wounds[m] < 255) ++men.wounds[m];
        men.severity[m] = std::max(men.severity[m], static_cast<std::uint8_t>(world::Wound::light));
        tell(model, world, m, world::EventKind::man_wounded, static_cast<std::int32_t>(world::Wound::light));
    }
    return horse_fate(model, world, m, dose);
}

}  // namespace

std::uint32_t burn_men(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    if (world.blazes.size() == 0) return 0;
    auto& men = world.men;
    auto& ends = world.scratch_fight.ends;
    const std::size_t n = men.size(), chunks = jobs::chunks_of(n, kManChunk);
    jobs::lists_for(ends, chunks, kManChunk / 16);
    const Skin skin{model, world, model.parameters.fight};
    jobs.for_chunks(n, kManChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        ends[c].clear();
        for (auto m = static_cast<std::uint32_t>(begin); m < end; ++m) {
            skin.second_of(m);
            if (skin.worse(m)) ends[c].push_back(m);
        }
    });
    std::uint32_t ended = 0;
    for (std::size_t c = 0; c < chunks; ++c)
        for (const std::uint32_t m : ends[c])
            if (suffer(model, world, m, skin.dose_of(m))) ++ended;
    return ended;
}

}  // namespace linghe::fight
