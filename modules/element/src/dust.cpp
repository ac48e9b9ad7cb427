#include "linghe/element/dust.hpp"

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::element {
namespace {

constexpr double kMicro = 1e6;
constexpr double kSpeedUnitM_s = 16.0 * 0.001;  // sectors keep sums of speeds / 16
constexpr double kRainPower = 0.8;              // growth of washing out with the rain's rate

}  // namespace

double dust_g_s(const model::ElementParameters& p, double mass_kg, double speed_m_s) noexcept {
    return static_cast<double>(p.dust_lift_g_s_m2_kg) * mass_kg * speed_m_s * speed_m_s;
}

double dust_share(const model::ElementParameters& p, ground::Cover cover) noexcept {
    switch (cover) {
        case ground::Cover::bare:
        case ground::Cover::burnt:
        case ground::Cover::sand:
        case ground::Cover::road: return 1.0;
        case ground::Cover::dry_grass: return static_cast<double>(p.dust_grass_share);
        case ground::Cover::crop: return static_cast<double>(p.dust_crop_share);
        case ground::Cover::water:
        case ground::Cover::reed:
        case ground::Cover::wood: break;
    }
    return 0.0;
}

void raise_dust(const model::Model& model, const world::SmokeGrid& grid, world::World& world) noexcept {
    const auto& p = model.parameters.element;
    const auto& sectors = world.sectors;
    if (!(p.dust_lift_g_s_m2_kg > 0.0F) || sectors.sector.empty()) return;
    // Wet ground holds its dust: nothing rises once half of what its top can hold is there.
    const double full_um = 1000.0 * static_cast<double>(p.ground_water_most_mm);
    const double dry = 1.0 - 2.0 * world.clock.ground_um[0] / full_um;
    if (!(dry > 0)) return;
    const double cell_m = grid.cell_mm * 0.001;
    const double um_per_g = dry * static_cast<double>(p.dust_extinction_m2_g) * kMicro /
                            (cell_m * cell_m * static_cast<double>(p.dust_layer_m));
    const auto& ground = model.ground;
    const auto half = world::kSectorMm / 2;
    auto& dust = world.smoke.dust_um;
    for (std::size_t e = 0; e < sectors.sector.size(); ++e) {
        double grams = 0;
        for (const auto& sum : sectors.sums[e]) {
            if (sum.speed_mm_s == 0) continue;
            const double pace = kSpeedUnitM_s * sum.speed_mm_s / sum.men;
            const double mass = sum.mounted * static_cast<double>(p.dust_horse_kg) +
                                (sum.men - sum.mounted) * static_cast<double>(p.dust_foot_kg);
            grams += dust_g_s(p, mass, pace);
        }
        if (!(grams > 0)) continue;
        const std::int32_t x = sectors.x0_mm + (sectors.sector[e] % sectors.nx) * world::kSectorMm + half;
        const std::int32_t y = sectors.y0_mm + (sectors.sector[e] / sectors.nx) * world::kSectorMm + half;
        double share = 1.0;
        if (!ground.cover.empty())
            share = dust_share(
                p, static_cast<ground::Cover>(ground.cover[static_cast<std::size_t>(ground.cell(x, y))]));
        const auto um = math::round_to<std::int32_t>(grams * share * um_per_g);
        if (um == 0) continue;
        auto& k = dust[static_cast<std::size_t>(grid.cell(x, y))];
        k = math::saturate<std::int32_t>(std::int64_t{k} + um);
    }
}

SmokeStep dust_step(const model::Model& model, const world::SmokeGrid& grid, Wind at_10_m,
                    std::int32_t rain_um_h) noexcept {
    const auto& p = model.parameters.element;
    SmokeStep step = layer_step(model, grid, at_10_m, static_cast<double>(p.dust_layer_m));
    step.loss_per_s += static_cast<double>(p.dust_settling_m_s) / static_cast<double>(p.dust_layer_m);
    if (rain_um_h > 0)
        step.loss_per_s +=
            static_cast<double>(p.dust_washout_per_s) * det::pow(rain_um_h * 0.001, kRainPower);
    return step;
}

}  // namespace linghe::element
