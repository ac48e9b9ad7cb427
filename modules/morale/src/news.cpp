#include "news.hpp"

#include <cmath>

#include "linghe/math/fixed.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/morale/laws.hpp"

namespace linghe::morale {
namespace {

constexpr float kNone_m = static_cast<float>(world::kFar);

/// Nothing new: he is calm about it, and the enemy is where he may well be, or nowhere as before.
bool as_reckoned(const Round& round, const View& v, float dt_s) noexcept {
    const auto& men = round.world.men;
    if (round.tick == 0) return true;  // where they stand when the battle opens is no surprise to anybody
    if (men.surprise_q8[v.row] != 0) return false;
    const std::uint16_t range_m = men.enemy_range_m[v.row], aware_m = men.aware_m[v.row];
    if (range_m == world::kFar) return aware_m == world::kFar;
    const auto range = static_cast<float>(range_m);
    return range >= round.p.surprise_within_m ||
           range + round.p.surprise_least_m + round.p.surprise_pace_m_s * dt_s >= static_cast<float>(aware_m);
}

void be_surprised(const Round& round, View& v, float dt_s) {
    auto& men = round.world.men;
    if (as_reckoned(round, v, dt_s)) {
        men.aware_m[v.row] = men.enemy_range_m[v.row];
        return;
    }
    const float range_m = static_cast<float>(men.enemy_range_m[v.row]);
    const Awareness was{static_cast<float>(men.aware_m[v.row]), share_q8(men.surprise_q8[v.row])};
    const Awareness now = aware_step(was, range_m, kNone_m, dt_s, round.p);
    men.aware_m[v.row] = math::round_to<std::uint16_t>(now.aware_m);
    // Dithered: what fades by less than a unit a second would else never fade.
    men.surprise_q8[v.row] =
        math::saturate<std::uint8_t>(round_dithered(now.surprise * 255.0F, round.dither));
    v.surprise = share_q8(men.surprise_q8[v.row]);
}

void hear_of_leader(const Round& round, View& v, float dt_s) {
    auto& men = round.world.men;
    if (v.unit == world::kNoUnit) return;
    const auto mustered = round.model.units[v.unit].leader;
    const bool lives = !mustered.valid() || round.world.persons.alive[mustered.v] != 0;
    if (lives || men.knows_lost[v.row] != 0) return;
    const std::uint32_t his = round.model.persons[mustered.v].man;
    const double dx = static_cast<double>(men.x_mm[his]) - static_cast<double>(men.x_mm[v.row]),
                 dy = static_cast<double>(men.y_mm[his]) - static_cast<double>(men.y_mm[v.row]);
    const float far_m = static_cast<float>(std::sqrt(dx * dx + dy * dy) * 0.001);
    const float rate = news_rate(far_m, share_q8(round.world.units.news_q8[v.unit]), round.p);
    const auto threshold = math::exponential_threshold_q16(
        math::Rng{round.model.seed}, round.model.men.luck[v.row], math::Purpose::news_threshold, v.unit);
    if (!math::hazard_step(men.h_news_q16[v.row], rate, dt_s, threshold)) return;
    men.knows_lost[v.row] = 1;
    v.leader_lost = true;
}

}  // namespace

void learn(Round& round, View& v, float dt_s) {
    be_surprised(round, v, dt_s);
    hear_of_leader(round, v, dt_s);
}

}  // namespace linghe::morale
