// Banks in need: who must get away and finds the ramp jammed, or the fire nearer than the ramp, goes down or up the bank.
// Called by crowd.cpp (each man's second) and wishes.cpp (by which ways he goes).
// Never lets a formed body leave its way, nor a horse take a face that it would refuse.
#include <algorithm>
#include <cmath>

#include "context.hpp"
#include "linghe/ground/terrain.hpp"
#include "linghe/math/rng.hpp"

namespace linghe::move {
namespace {

constexpr int kTakes = world::kTakesBank;
constexpr float kMmToM = 0.001F;

/// The usual face of the banks about him: that of the nearest river.
float slope_deg_near(const Context& c, math::Vec2i at) noexcept {
    const auto& g = c.model.ground;
    return static_cast<float>(g.bank_usual_deg(at.x, at.y));
}

bool horse_takes(const Context& c, std::uint32_t row, float slope_deg) noexcept {
    const float share = ground::bank_taken_share(c.model.ground.figures, slope_deg);
    if (share >= 1.0F) return true;
    return share > 0.0F &&
           math::Rng{c.model.seed}.uniform(c.model.men.luck[row], 0, math::Purpose::bank_horse) < share;
}

/// The fire will be here before he is at the nearest ramp, with a margin for the queue there.
bool ramp_hopeless(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g) noexcept {
    const auto& men = c.world.men;
    const auto& ground = c.model.ground;
    if (!c.fire || men.fire_range_dm[row] == world::kNoFlames || men.fire_closing_cm_s[row] <= 0)
        return false;
    const float fire_s = static_cast<float>(men.fire_range_dm[row]) * 0.1F /
                         (static_cast<float>(men.fire_closing_cm_s[row]) * 0.01F);
    float nearest_m = 1.0e9F;
    for (const auto& ramp : ground.ramps) {
        const float dx = ramp.at.x_m - static_cast<float>(at.x) * kMmToM,
                    dy = ramp.at.y_m - static_cast<float>(at.y) * kMmToM;
        nearest_m = std::min(nearest_m, std::sqrt(dx * dx + dy * dy));
    }
    return fire_s * g.trot_m_s < c.p.bank_ramp_margin * nearest_m;
}

/// In flight, out of the ranks, or in a body that goes as a crowd before a fire.
bool in_need(const Context& c, std::uint32_t row) noexcept {
    const auto& men = c.world.men;
    if (world::fleeing(men.morale[row])) return true;
    if (!c.fire || men.fire_range_dm[row] == world::kNoFlames) return false;
    const std::uint16_t u = men.unit[row];
    return !world::in_ranks(men.morale[row]) || u >= c.intents.units.size() || c.world.units.formed[u] == 0;
}

}  // namespace

bool takes_bank(const Context& c, std::uint32_t row) noexcept { return c.world.men.bank_s[row] >= kTakes; }

void weigh_bank(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g, const Wish& w,
                float dt_s) noexcept {
    auto& men = c.world.men;
    auto& bank_s = men.bank_s[row];
    const int seconds = std::max(1, static_cast<int>(dt_s + 0.5F));
    if (bank_s >= kTakes) {
        bank_s = static_cast<std::uint8_t>(bank_s - seconds >= kTakes ? bank_s - seconds : 0);
        if (bank_s != 0) return;
    }
    if (!(w.speed_m_s > 0.0F) || !in_need(c, row)) {
        bank_s = 0;
        return;
    }
    const float vx = static_cast<float>(men.vx_mm_s[row]), vy = static_cast<float>(men.vy_mm_s[row]);
    const bool held = std::sqrt(vx * vx + vy * vy) * kMmToM < c.p.bank_held_share * w.speed_m_s;
    int waited = held ? bank_s + seconds : bank_s - seconds;
    waited = std::clamp(waited, 0, kTakes - 1);
    const bool patient = static_cast<float>(waited) < c.p.bank_patience_s;
    if (patient && !ramp_hopeless(c, row, at, g)) {
        bank_s = static_cast<std::uint8_t>(waited);
        return;
    }
    const bool can = !g.horse || horse_takes(c, row, slope_deg_near(c, at));
    const int resolve = std::clamp(static_cast<int>(c.p.bank_resolve_s), 1, 255 - kTakes);
    bank_s = static_cast<std::uint8_t>(can ? kTakes + resolve : 0);
}

float on_bank(const Context& c, const Gait& g, std::size_t cell, float speed_m_s) noexcept {
    const auto& ground = c.model.ground;
    const float band_m = static_cast<float>(ground::kBankCells) * metres(ground.cell_mm);
    return speed_m_s *
           ground::bank_factor(ground.figures, metres(ground.bank_mm[cell]), band_m, speed_m_s, mobility(g));
}

}  // namespace linghe::move
