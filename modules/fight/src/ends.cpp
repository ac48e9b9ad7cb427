// What comes slowly: shock dies away, the mortally wounded bleed to death, water drowns; and commanders who fall.
#include <algorithm>

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/math/rng.hpp"
#include "stages.hpp"

namespace linghe::fight {
namespace {

using math::Purpose;
constexpr std::size_t kManChunk = 4096;  // part of the determinism contract
constexpr float kSecond = 1.0F;          // slow ticks are a second apart

struct Ends {
    const model::Model& model;
    world::World& world;
    const model::FightParameters& p;
    math::Rng rng;
    float keep_shock;

    void calm(std::uint32_t m) const noexcept {
        auto& s = world.men.shock_q8[m];
        if (s == 0) return;
        s = static_cast<std::uint8_t>(
            std::min(s - 1, math::round_to<std::int32_t>(static_cast<float>(s) * keep_shock)));
    }

    /// Death of the mortally wounded: the rate falls with the integral itself, which for one man measures his time.
    bool bleeds_out(std::uint32_t m) const noexcept {
        auto& men = world.men;
        const float h = static_cast<float>(men.h_death_q16[m]) / 65536.0F;
        const float fast_until = -det::log(1.0F - p.death_fast_share);
        // Two shares that leave none over: then nobody dies late.
        const float late = 1.0F - p.death_fast_share - p.death_slow_share;
        const float slow_until = -det::log(late > 1e-6F ? late : 1e-6F);
        const float rate = h < fast_until   ? p.death_fast_per_s
                           : h < slow_until ? p.death_slow_per_s
                                            : p.death_late_per_s;
        const auto threshold =
            math::exponential_threshold_q16(rng, model.men.luck[m], Purpose::death_threshold, 0);
        return math::hazard_step(men.h_death_q16[m], rate, kSecond, threshold);
    }

    /// Rate of drowning of a man who keeps, or has lost, his feet, in water of this depth.
    [[nodiscard]] float water_rate(std::uint32_t m, float depth_m) const noexcept {
        const auto& men = world.men;
        const auto& troop = model.troops[model.men.troop[m]];
        if (!world::active(men.status[m]))
            return depth_m >= p.drown_disabled_depth_m ? p.drown_disabled_per_s : 0.0F;
        if (depth_m < p.drown_min_depth_m) return 0.0F;
        float rate = 0.0F;
        if (depth_m > troop.wade_limit_m)
            rate += p.drown_deep_per_s * std::min(1.0F, (depth_m - troop.wade_limit_m) / p.drown_deep_m);
        const float press = static_cast<float>(men.press_q4[m]) / 16.0F;
        if (press > p.drown_press_per_m2) rate += p.drown_press_per_s * (press / p.drown_press_per_m2 - 1.0F);
        if (!mounted(world, m)) {
            const auto limit = static_cast<float>(stability_m2_s(static_cast<double>(troop.mass_kg),
                                                                 static_cast<double>(p.stability_a_per_kg),
                                                                 static_cast<double>(p.stability_b_m2_s)));
            const float hv = depth_m * p.current_m_s;
            if (hv > limit) rate += p.drown_fall_per_s * (hv / limit - 1.0F);
        }
        return rate;
    }

    bool drowns(std::uint32_t m) const noexcept {
        auto& men = world.men;
        const auto& ground = model.ground;
        if (ground.water_mm.empty()) return false;
        const std::int16_t depth_mm =
            ground.water_mm[static_cast<std::size_t>(ground.cell(men.x_mm[m], men.y_mm[m]))];
        if (depth_mm <= 0) return false;
        const float rate = water_rate(m, static_cast<float>(depth_mm) * 0.001F);
        if (!(rate > 0)) return false;
        const auto threshold =
            math::exponential_threshold_q16(rng, model.men.luck[m], Purpose::wade_threshold, 0);
        return math::hazard_step(men.h_drown_q16[m], rate, kSecond, threshold);
    }

    /// Pressed to death: on foot, in a press as dense as Fruin's fluid mass.
    bool crushed(std::uint32_t m) const noexcept {
        auto& men = world.men;
        if (!world::active(men.status[m]) || mounted(world, m)) return false;
        const float rate =
            crush_rate_per_s(static_cast<float>(men.press_q4[m]) / 16.0F, p.crush_from_m2, p.crush_per_s);
        if (!(rate > 0)) return false;
        const auto threshold =
            math::exponential_threshold_q16(rng, model.men.luck[m], Purpose::crush_threshold, 0);
        return math::hazard_step(men.h_crush_q16[m], rate, kSecond, threshold);
    }

    /// One second of one man; true when it was his last.
    bool second_of(std::uint32_t m) const noexcept {
        auto& men = world.men;
        calm(m);
        const auto status = static_cast<world::Status>(men.status[m]);
        if (status != world::Status::fit && status != world::Status::disabled) return false;
        if (drowns(m)) {
            men.status[m] = static_cast<std::uint8_t>(world::Status::drowned);
            return true;
        }
        if (crushed(m)) {
            men.status[m] = static_cast<std::uint8_t>(world::Status::dead);
            return true;
        }
        const bool dying = status == world::Status::disabled &&
                           men.severity[m] == static_cast<std::uint8_t>(world::Wound::mortal);
        if (!dying || !bleeds_out(m)) return false;
        men.status[m] = static_cast<std::uint8_t>(world::Status::dead);
        return true;
    }
};

void tell_end(world::World& world, std::uint32_t m) {
    const auto& men = world.men;
    const bool bled = men.severity[m] == static_cast<std::uint8_t>(world::Wound::mortal);
    const bool water = men.status[m] == static_cast<std::uint8_t>(world::Status::drowned);
    world::Event e;
    e.kind = water ? world::EventKind::man_drowned : world::EventKind::man_dead;
    e.subject = m;
    e.other = men.killer[m];
    e.x_mm = men.x_mm[m];
    e.y_mm = men.y_mm[m];
    e.cause_1 = water ? world::Cause::water : bled ? world::Cause::bleeding : world::Cause::trampled;
    e.share_1 = 255;
    e.parent = men.wound_event[m];
    world::write_event(world.events, world.clock, e);
}

}  // namespace

std::uint32_t slow_ends(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& ends = world.scratch_fight.ends;
    const auto& p = model.parameters.fight;
    const std::size_t n = world.men.size(), chunks = jobs::chunks_of(n, kManChunk);
    jobs::lists_for(ends, chunks, kManChunk / 16);
    const Ends second{model, world, p, math::Rng{model.seed},
                      det::exp(-kSecond / std::max(p.shock_tau_s, 0.1F))};
    jobs.for_chunks(n, kManChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        ends[c].clear();
        for (auto m = static_cast<std::uint32_t>(begin); m < end; ++m)
            if (second.second_of(m)) ends[c].push_back(m);
    });
    std::uint32_t ended = 0;
    for (std::size_t c = 0; c < chunks; ++c)
        for (const std::uint32_t m : ends[c]) {
            world.men.foe[m] = world::kNobody;
            world.men.in_bout[m] = 0;
            tell_end(world, m);
            ++ended;
        }
    return ended;
}

void note_persons(const model::Model& model, world::World& world) {
    for (std::uint32_t i = 0; i < world.persons.size(); ++i) {
        if (world.persons.alive[i] == 0) continue;
        const std::uint32_t m = model.persons[i].man;
        if (m >= world.men.size() || world::active(world.men.status[m])) continue;
        if (world.men.status[m] == static_cast<std::uint8_t>(world::Status::left_field)) continue;
        world.persons.alive[i] = 0;
        world::Event e;
        e.kind = world::EventKind::person_falls;
        e.subject_kind = 2;
        e.subject = i;
        e.other = world.men.killer[m];
        e.x_mm = world.men.x_mm[m];
        e.y_mm = world.men.y_mm[m];
        e.value = world.men.status[m];
        e.cause_1 = world::Cause::wound;
        e.share_1 = 255;
        e.parent = world.men.wound_event[m];
        world.persons.last_event[i] = world::write_event(world.events, world.clock, e);
    }
}

}  // namespace linghe::fight
