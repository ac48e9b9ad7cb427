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
constexpr std::uint32_t kFinishEvery =
    5;  // seconds between two looks of a fallen man's enemies, each in his own

/// What becomes of a man in this second; in the two high bits of his row (there are fewer men than 2^30).
enum class Fate : std::uint32_t { none = 0, ends = 1, drops = 2 };
constexpr std::uint32_t kRowBits = 30, kRowMask = (1u << kRowBits) - 1;

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

    /// He still stands with a wound that disables: loss of blood brings him down, at the latest when he dies of it.
    bool gives_way(std::uint32_t m, bool dies) const noexcept {
        auto& men = world.men;
        const bool mortal = men.severity[m] == static_cast<std::uint8_t>(world::Wound::mortal);
        const float rate = 1.0F / std::max(mortal ? p.drop_mortal_s : p.drop_serious_s, 1.0F);
        const auto threshold =
            math::exponential_threshold_q16(rng, model.men.luck[m], Purpose::drop_threshold, 0);
        return math::hazard_step(men.h_drop_q16[m], rate, kSecond, threshold) || dies;
    }

    /// Enemies over a man who lies on the field, who keep to their ranks and have nobody to fight; the first in slot order.
    std::uint32_t idle_enemies(std::uint32_t m, std::uint32_t& first) const {
        const auto& men = world.men;
        const auto& sectors = world.sectors;
        const std::int32_t entry =
            sectors.entry_of[static_cast<std::size_t>(sectors.sector_of(men.x_mm[m], men.y_mm[m]))];
        std::uint32_t all = 0, near = 0;
        if (entry >= 0)
            for (std::size_t s = 0; s < world::kMaxSides; ++s)
                all += s == model.men.side[m] ? 0U : sectors.sums[static_cast<std::size_t>(entry)][s].men;
        if (all == 0) return 0;  // nobody on his hundred square metres
        const auto r = math::round_to<std::int32_t>(p.finish_range_m * 1000.0F);
        world.index.for_each_near(men.x_mm[m], men.y_mm[m], r, [&](std::uint32_t slot) {
            const std::uint32_t e = world.index.man[slot];
            if (world.index.side[slot] == model.men.side[m] || !world::active(men.status[e])) return;
            if (!world::in_ranks(men.morale[e]) || men.foe[e] != world::kNobody) return;
            const std::int64_t dx = men.x_mm[e] - men.x_mm[m], dy = men.y_mm[e] - men.y_mm[m];
            if (dx * dx + dy * dy > std::int64_t{r} * r) return;
            if (near++ == 0) first = e;
        });
        return near;
    }

    /// The fallen on a lost field: killed by enemies who stand over him. Asked of all men before anybody's status changes.
    bool finished(std::uint32_t m, std::uint32_t second) const {
        auto& men = world.men;
        if (men.status[m] != static_cast<std::uint8_t>(world::Status::disabled)) return false;
        if ((second + m) % kFinishEvery != 0) return false;
        std::uint32_t by = world::kNobody;
        const std::uint32_t n = idle_enemies(m, by);
        if (n == 0) return false;
        const auto threshold =
            math::exponential_threshold_q16(rng, model.men.luck[m], Purpose::wound_threshold, men.strokes[m]);
        if (!math::hazard_step(men.h_wound_q16[m], p.finish_per_s * static_cast<float>(n),
                               kSecond * static_cast<float>(kFinishEvery), threshold))
            return false;
        men.killer[m] = by;
        return true;
    }

    /// One second of one man.
    Fate second_of(std::uint32_t m) const {
        auto& men = world.men;
        calm(m);
        const auto status = static_cast<world::Status>(men.status[m]);
        const bool fit = status == world::Status::fit, lies = status == world::Status::disabled;
        if (!fit && !lies) return Fate::none;
        if (drowns(m)) {
            men.status[m] = static_cast<std::uint8_t>(world::Status::drowned);
            return Fate::ends;
        }
        if (crushed(m)) {
            men.status[m] = static_cast<std::uint8_t>(world::Status::dead);
            return Fate::ends;
        }
        const auto wound = static_cast<world::Wound>(men.severity[m]);
        const bool dies = wound == world::Wound::mortal && bleeds_out(m);
        if (fit) return wound >= world::Wound::serious && gives_way(m, dies) ? Fate::drops : Fate::none;
        if (!dies) return Fate::none;
        men.status[m] = static_cast<std::uint8_t>(world::Status::dead);
        return Fate::ends;
    }
};

void tell_end(world::World& world, std::uint32_t m, bool killed) {
    const auto& men = world.men;
    const bool bled = men.severity[m] == static_cast<std::uint8_t>(world::Wound::mortal);
    const bool water = men.status[m] == static_cast<std::uint8_t>(world::Status::drowned);
    world::Event e;
    e.kind = water ? world::EventKind::man_drowned : world::EventKind::man_dead;
    e.subject = m;
    e.other = men.killer[m];
    e.x_mm = men.x_mm[m];
    e.y_mm = men.y_mm[m];
    e.cause_1 = water    ? world::Cause::water
                : killed ? world::Cause::blow
                : bled   ? world::Cause::bleeding
                         : world::Cause::trampled;
    e.share_1 = 255;
    e.parent = men.wound_event[m];
    world::write_event(world.events, world.clock, e);
}

}  // namespace

std::uint32_t finish_fallen(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& killed = world.scratch_fight.ends;
    const auto& p = model.parameters.fight;
    if (!(p.finish_per_s > 0)) return 0;
    const std::size_t n = world.men.size(), chunks = jobs::chunks_of(n, kManChunk);
    jobs::lists_for(killed, chunks, kManChunk / 16);
    const Ends ends{model, world, p, math::Rng{model.seed}, 0.0F};
    const auto second = static_cast<std::uint32_t>(world.tick() / base::kTicksPerSecond);
    jobs.for_chunks(n, kManChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        killed[c].clear();
        for (auto m = static_cast<std::uint32_t>(begin); m < end; ++m)
            if (ends.finished(m, second)) killed[c].push_back(m);
    });
    std::uint32_t ended = 0;
    for (std::size_t c = 0; c < chunks; ++c)
        for (const std::uint32_t m : killed[c]) {
            world.men.status[m] = static_cast<std::uint8_t>(world::Status::dead);
            tell_end(world, m, true);
            ++ended;
        }
    return ended;
}

std::uint32_t slow_ends(const model::Model& model, world::World& world, jobs::Jobs& jobs) {
    auto& ends = world.scratch_fight.ends;
    const auto& p = model.parameters.fight;
    const std::size_t n = world.men.size(), chunks = jobs::chunks_of(n, kManChunk);
    jobs::lists_for(ends, chunks, kManChunk / 16);
    const Ends second{model, world, p, math::Rng{model.seed},
                      det::exp(-kSecond / std::max(p.shock_tau_s, 0.1F))};
    jobs.for_chunks(n, kManChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
        ends[c].clear();
        for (auto m = static_cast<std::uint32_t>(begin); m < end; ++m) {
            const Fate fate = second.second_of(m);
            if (fate != Fate::none) ends[c].push_back(m | static_cast<std::uint32_t>(fate) << kRowBits);
        }
    });
    std::uint32_t ended = 0;
    for (std::size_t c = 0; c < chunks; ++c)
        for (const std::uint32_t row : ends[c]) {
            const std::uint32_t m = row & kRowMask;
            const auto fate = static_cast<Fate>(row >> kRowBits);
            ++ended;
            if (fate == Fate::drops) {
                drop(world, m);
                continue;
            }
            world.men.foe[m] = world::kNobody;
            world.men.in_bout[m] = 0;
            tell_end(world, m, false);
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
