#include "linghe/fight/body.hpp"

#include <algorithm>

#include "linghe/fight/strokes.hpp"
#include "linghe/math/detmath.hpp"

namespace linghe::fight {
namespace {

constexpr std::size_t kHead = 0, kTrunk = 1, kArm = 2, kLeg = 3;

/// Head, trunk and arms as given, the legs have what is left; held to a sum of 1.
ByPart with_legs(double head, double trunk, double arm) noexcept {
    const double sum = head + trunk + arm;
    if (sum >= 1.0) return {head / sum, trunk / sum, arm / sum, 0.0};
    return {head, trunk, arm, 1.0 - sum};
}

}  // namespace

ByPart part_shares(const model::FightParameters& p, double fall_rad, bool rider) noexcept {
    const ByPart front =
        with_legs(static_cast<double>(p.part_head_share), static_cast<double>(p.part_trunk_share),
                  static_cast<double>(p.part_arm_share));
    const ByPart top =
        with_legs(static_cast<double>(p.top_head_share), static_cast<double>(p.top_trunk_share),
                  static_cast<double>(p.top_arm_share));
    const double fall = std::clamp(fall_rad, 0.0, 1.5707963267948966);
    const double level = det::cos(fall), above = static_cast<double>(p.top_area_share) * det::sin(fall);
    ByPart share{};
    double sum = 0;
    for (std::size_t k = 0; k < share.size(); ++k) {
        share[k] = front[k] * level + top[k] * above;
        if (rider && k == kLeg) share[k] *= static_cast<double>(p.rider_leg_share);
        sum += share[k];
    }
    for (double& s : share) s /= sum;
    return share;
}

ByPart part_covers(const model::FightParameters& p, const model::TroopType& troop) noexcept {
    const auto& given = troop.part_cover;
    if (given[kHead] >= 0)
        return {static_cast<double>(given[kHead]), static_cast<double>(given[kTrunk]),
                static_cast<double>(given[kArm]), static_cast<double>(given[kLeg])};
    const ByPart share = part_shares(p, 0.0, false);
    const double vital = share[kHead] + share[kTrunk],
                 cover = std::clamp(static_cast<double>(troop.armour_cover), 0.0, 1.0);
    const double on_vital = std::min(cover, vital), on_limbs = cover - on_vital;
    const double v = vital > 0 ? on_vital / vital : 0.0, l = vital < 1 ? on_limbs / (1.0 - vital) : 0.0;
    return {v, v, l, l};
}

ByPart shield_covers(const model::FightParameters& p, const model::TroopType& troop,
                     double stature_m) noexcept {
    if (!(troop.shield_width_m > 0)) return {};
    const double half = 0.5 * static_cast<double>(troop.shield_height_m),
                 middle = static_cast<double>(p.shield_centre_m), hip = static_cast<double>(p.hip_height_m),
                 neck = static_cast<double>(p.neck_height_m);
    const double wide =
        std::min(1.0, static_cast<double>(troop.shield_width_m) / static_cast<double>(p.body_width_m));
    const auto share = [&](double from, double to) {
        const double both = std::min(to, middle + half) - std::max(from, middle - half);
        return both > 0 && to > from ? wide * both / (to - from) : 0.0;
    };
    const double trunk = share(hip, neck);
    return {share(neck, stature_m), trunk, trunk, share(0.0, hip)};
}

ByPart wound_chances(const model::FightParameters& p, const model::TroopType& troop, double energy_j,
                     const ByPart& behind, double slant) noexcept {
    const ByPart cover = part_covers(p, troop);
    const auto sigma = static_cast<double>(p.pen_sigma), shield = static_cast<double>(troop.shield_e50_j);
    const auto through_armour = [&](std::size_t k, double energy) {
        const double e50 = part_e50_j(troop, static_cast<world::Part>(k)) / slant;
        return 1.0 - cover[k] * (1.0 - through_chance(energy, e50, sigma));
    };
    ByPart out{};
    for (std::size_t k = 0; k < out.size(); ++k) {
        out[k] = (1.0 - behind[k]) * through_armour(k, energy_j);
        if (behind[k] > 0 && energy_j > shield)
            out[k] +=
                behind[k] * through_chance(energy_j, shield, sigma) * through_armour(k, energy_j - shield);
    }
    return out;
}

}  // namespace linghe::fight
