#include "linghe/element/rain.hpp"

#include <cmath>

#include "linghe/element/wind.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::element {
namespace {

constexpr double kDryingHeightM = 2.0;
constexpr double kSecondsPerHour = 3600.0, kSecondsPerDay = 86400.0;
constexpr std::int64_t kParts =
    1'000'000;  // of a micrometre: a second's rain is less than a unit of the column

// What one second adds or takes, in whole micrometres: the part below one comes due in the second in which the sum of all
// seconds so far passes a whole one, so that no memory beside the clock is needed.
std::int32_t whole_um(double um_per_s, std::int64_t second) noexcept {
    const auto parts = static_cast<std::int64_t>(um_per_s * static_cast<double>(kParts));
    return static_cast<std::int32_t>((parts * (second + 1)) / kParts - (parts * second) / kParts);
}

std::int32_t between(std::int64_t v, double most_mm) noexcept {
    const std::int64_t most = math::round_to<std::int32_t>(most_mm * 1000.0);
    return static_cast<std::int32_t>(v < 0 ? 0 : (v > most ? most : v));
}

}  // namespace

double rain_mm_h(const model::Model& model, base::Tick tick) noexcept {
    const auto& legs = model.rain;
    if (legs.empty()) return 0.0;
    if (tick <= legs.front().tick) return static_cast<double>(legs.front().mm_h);
    for (std::size_t i = 1; i < legs.size(); ++i) {
        if (tick >= legs[i].tick) continue;
        const auto a = static_cast<double>(legs[i - 1].mm_h), b = static_cast<double>(legs[i].mm_h);
        return a + (b - a) * static_cast<double>(tick - legs[i - 1].tick) /
                       static_cast<double>(legs[i].tick - legs[i - 1].tick);
    }
    return static_cast<double>(legs.back().mm_h);
}

double rain_extinction_per_m(const model::ElementParameters& p, double mm_h) noexcept {
    if (!(mm_h > 0)) return 0.0;
    return static_cast<double>(p.rain_extinction_per_m) *
           det::pow(mm_h, static_cast<double>(p.rain_extinction_power));
}

double saturation_hpa(double temperature_c) noexcept {
    return 6.108 * det::exp(17.27 * temperature_c / (temperature_c + 237.3));
}

double evaporation_mm_day(const model::ElementParameters& p, double temperature_c, double humidity_percent,
                          double wind_2_m_s) noexcept {
    const double lack_hpa = saturation_hpa(temperature_c) * (1.0 - 0.01 * humidity_percent);
    return static_cast<double>(p.evaporation_mm_day_hpa) *
           (1.0 + static_cast<double>(p.evaporation_per_m_s) * wind_2_m_s) * (lack_hpa > 0 ? lack_hpa : 0.0);
}

void wet(const model::Model& model, world::World& world) noexcept {
    auto& clock = world.clock;
    if (model.rain.empty()) return;  // a dry battle costs nothing
    const auto& p = model.parameters.element;
    const base::Tick tick = world.tick();
    const std::int64_t second = tick / base::kTicksPerSecond;
    const double rate = rain_mm_h(model, tick);
    clock.rain_um_h[0] = math::round_to<std::int32_t>(rate * 1000.0);
    const double wx = clock.wind_x_mm_s[0] * 0.001, wy = clock.wind_y_mm_s[0] * 0.001;
    const double wind = std::sqrt(wx * wx + wy * wy) *
                        log_wind_factor(kDryingHeightM, static_cast<double>(p.wind_profile_height_m),
                                        static_cast<double>(p.wind_roughness_m));
    // Where it rains the air at the drops is full of vapour: nothing dries.
    const double drying = rate > 0
                              ? 0.0
                              : 1000.0 / kSecondsPerDay *
                                    evaporation_mm_day(p, static_cast<double>(model.temperature_c),
                                                       static_cast<double>(model.humidity_percent), wind);
    const auto caught = static_cast<double>(p.fuel_catch_share);
    const auto grass_most = static_cast<double>(p.fuel_water_most_mm),
               ground_most = static_cast<double>(p.ground_water_most_mm);
    const double falls = rate * 1000.0 / kSecondsPerHour;
    const std::int32_t on_grass = whole_um(falls * caught, second),
                       on_ground = whole_um(falls * (1.0 - caught), second);
    // Grass gives off its water as an open surface does; the ground the less the drier it is.
    const double wet_share = clock.ground_um[0] / (1000.0 * ground_most);
    const std::int64_t grass = std::int64_t{clock.wetness_um[0]} + on_grass;
    const std::int32_t held = between(grass, grass_most);
    const std::int64_t drips = grass - held;
    clock.wetness_um[0] = between(std::int64_t{held} - whole_um(drying, second), grass_most);
    clock.ground_um[0] =
        between(std::int64_t{clock.ground_um[0]} + on_ground + drips - whole_um(drying * wet_share, second),
                ground_most);
    const auto begin = static_cast<double>(p.mud_begin_share);
    const double mud = (clock.ground_um[0] / (1000.0 * ground_most) - begin) / (1.0 - begin);
    clock.mud_q16[0] = math::round_to<std::uint16_t>(mud > 0 ? mud * 65535.0 : 0.0);
}

}  // namespace linghe::element
