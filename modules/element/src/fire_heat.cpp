// Radiant heat of the flames: each burning cell an upright strip of solid flame, summed as vectors over the cells near it.
#include <algorithm>
#include <cmath>

#include "linghe/element/fire.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::element {
namespace {

constexpr float kUnit = 100.0F;  // fire.heat_dw_m2 a kW/m2

void gather_strips(const model::Model& model, world::World& world) {
    const auto& fire = world.fire;
    const auto& g = model.ground;
    auto& strips = world.scratch_element.strips;
    strips.clear();
    const double dx = cell_m(model);
    for (std::size_t c = 0; c < fire.size(); ++c) {
        if (fire.state[c] != static_cast<std::uint8_t>(world::FireState::flaming) || fire.flame_ticks[c] == 0)
            continue;
        // Of the time there are flames in the cell the front itself takes a part: so much of it stands in it now.
        const double share =
            fire.pass_ticks[c] > 0 ? static_cast<double>(fire.pass_ticks[c]) / fire.flame_ticks[c] : 1.0;
        const double stay = static_cast<double>(fire.flame_ticks[c]) - fire.pass_ticks[c];
        const double depth = fire.pass_ticks[c] > 0 ? dx * stay / fire.pass_ticks[c] : dx;
        world::FireStrip s;
        s.i = static_cast<std::int32_t>(c % static_cast<std::size_t>(g.nx));
        s.j = static_cast<std::int32_t>(c / static_cast<std::size_t>(g.nx));
        s.width_m = static_cast<float>(dx * share);
        s.height_m = static_cast<float>(flame_length_m(fire.intensity_kw_m[c]));
        s.power_kw_m2 = static_cast<float>(emissive_power_kw_m2(model, depth));
        strips.push_back(s);
    }
}

struct Box {
    std::int32_t i0 = 0, j0 = 0, i1 = -1, j1 = -1;
};

std::int32_t reach_of(const model::Model& model, const world::FireStrip& s) noexcept {
    const double far = static_cast<double>(model.parameters.element.fire_heat_reach_flames) *
                       static_cast<double>(s.height_m) / cell_m(model);
    return std::clamp(static_cast<std::int32_t>(far) + 1, 1, 64);
}

Box box_of(const model::Model& model, const base::Column<world::FireStrip>& strips) noexcept {
    const auto& g = model.ground;
    Box box{g.nx, g.ny, -1, -1};
    for (const auto& s : strips) {
        const std::int32_t r = reach_of(model, s);
        box.i0 = std::min(box.i0, s.i - r), box.i1 = std::max(box.i1, s.i + r);
        box.j0 = std::min(box.j0, s.j - r), box.j1 = std::max(box.j1, s.j + r);
    }
    box.i0 = std::max(box.i0, 0), box.j0 = std::max(box.j0, 0);
    box.i1 = std::min(box.i1, g.nx - 1), box.j1 = std::min(box.j1, g.ny - 1);
    return box;
}

}  // namespace

float strip_view_factor(float width_m, float height_m, float distance_m) noexcept {
    if (!(distance_m > 0)) return 1.0F;
    const float slant = std::sqrt(height_m * height_m + distance_m * distance_m);
    const float rise = det::atan2(height_m, distance_m);
    const float wide = 2.0F * det::atan2(0.5F * width_m, distance_m);
    const float sin_cos = height_m * distance_m / (slant * slant);
    return 0.5F * (rise + sin_cos) * wide / static_cast<float>(math::kPi);
}

double emissive_power_kw_m2(const model::Model& model, double depth_m) noexcept {
    const auto& p = model.parameters.element;
    return static_cast<double>(p.fire_emissive_kw_m2) *
           (1.0 - det::exp(-static_cast<double>(p.fire_emissivity_per_m) * depth_m));
}

void radiate(const model::Model& model, world::World& world) {
    auto& fire = world.fire;
    auto& s = world.scratch_element;
    std::fill(fire.heat_dw_m2.begin(), fire.heat_dw_m2.end(), std::uint16_t{0});
    gather_strips(model, world);
    if (s.strips.empty()) return;
    const Box box = box_of(model, s.strips);
    const auto wide = static_cast<std::size_t>(box.i1 - box.i0 + 1);
    const std::size_t size = wide * static_cast<std::size_t>(box.j1 - box.j0 + 1);
    for (auto* sum : {&s.front, &s.half})
        if (sum->size() < size) sum->resize(size);
    std::fill(s.front.begin(), s.front.begin() + static_cast<std::ptrdiff_t>(size), 0.0F);
    std::fill(s.half.begin(), s.half.begin() + static_cast<std::ptrdiff_t>(size), 0.0F);
    const auto dx = static_cast<float>(cell_m(model));
    const auto nx = static_cast<std::size_t>(model.ground.nx);
    for (const auto& strip : s.strips) {
        const std::int32_t r = reach_of(model, strip);
        for (std::int32_t j = std::max(box.j0, strip.j - r); j <= std::min(box.j1, strip.j + r); ++j) {
            for (std::int32_t i = std::max(box.i0, strip.i - r); i <= std::min(box.i1, strip.i + r); ++i) {
                const auto x = static_cast<float>(i - strip.i), y = static_cast<float>(j - strip.j);
                const float cells = std::sqrt(x * x + y * y);
                if (!(cells > 0)) continue;
                const float q =
                    strip.power_kw_m2 * strip_view_factor(strip.width_m, strip.height_m, cells * dx) / cells;
                const std::size_t k =
                    static_cast<std::size_t>(j - box.j0) * wide + static_cast<std::size_t>(i - box.i0);
                s.front[k] += q * x;
                s.half[k] += q * y;
            }
        }
    }
    for (std::int32_t j = box.j0; j <= box.j1; ++j) {
        for (std::int32_t i = box.i0; i <= box.i1; ++i) {
            const std::size_t k =
                static_cast<std::size_t>(j - box.j0) * wide + static_cast<std::size_t>(i - box.i0);
            const float q = std::sqrt(s.front[k] * s.front[k] + s.half[k] * s.half[k]);
            if (q > 0)
                fire.heat_dw_m2[static_cast<std::size_t>(j) * nx + static_cast<std::size_t>(i)] =
                    math::round_to<std::uint16_t>(q * kUnit);
        }
    }
    for (const auto& strip : s.strips) {  // within the flames
        auto& here =
            fire.heat_dw_m2[static_cast<std::size_t>(strip.j) * nx + static_cast<std::size_t>(strip.i)];
        here = std::max(here, math::round_to<std::uint16_t>(strip.power_kw_m2 * kUnit));
    }
}

}  // namespace linghe::element
