// The surface fire in the units of its authors (ft, lb, Btu, minutes); metres outside.
#include "linghe/element/rothermel.hpp"

#include <array>
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"

namespace linghe::element {
namespace {

// Constants of the model as printed (Andrews 2018, tables 3 to 6), and of its units.
constexpr double kLbFt2PerTonAcre = 2000.0 / 43560.0, kKgM2PerLbFt2 = 4.88242764;
constexpr double kParticleDensity = 32.0, kTotalMineral = 0.0555,
                 kMineralDamping = 0.41739;  // 0.174 x 0.01^-0.19
constexpr double kSavr10h = 109.0, kSavr100h = 30.0;
constexpr double kMPerFt = 0.3048, kFtMinPerMS = 60.0 / kMPerFt;
constexpr double kKwM2PerBtuFt2Min = 0.189275, kKjM2PerBtuFt2 = 11.3565;
constexpr double kMostLengthToWidth = 8.0;
constexpr std::size_t kDead = 4, kLive = 2;  // 1 h, 10 h, 100 h, cured herb; herb, woody

struct Particle {
    double load = 0, savr = 0, moisture = 0;
    [[nodiscard]] double area() const noexcept { return load * savr / kParticleDensity; }
    [[nodiscard]] double fine() const noexcept { return savr > 0 ? det::exp(-138.0 / savr) : 0.0; }
};

int size_class(double savr) noexcept {
    constexpr std::array<double, 5> least = {1200, 192, 96, 48, 16};
    for (int k = 0; k < 5; ++k)
        if (savr >= least[static_cast<std::size_t>(k)]) return k;
    return 5;
}

/// What the particles of one kind (dead or live) come to, weighted by their surface.
struct Kind {
    double area = 0, savr = 0, moisture = 0, net_load = 0, ignition = 0;
};

template <std::size_t kCount>
Kind weigh(const std::array<Particle, kCount>& all) noexcept {
    Kind kind;
    std::array<double, 6> by_size{};
    for (const Particle& p : all) kind.area += p.area();
    if (!(kind.area > 0)) return {};
    for (const Particle& p : all)
        by_size[static_cast<std::size_t>(size_class(p.savr))] += p.area() / kind.area;
    for (const Particle& p : all) {
        if (!(p.load > 0)) continue;
        const double f = p.area() / kind.area;
        kind.savr += f * p.savr;
        kind.moisture += f * p.moisture;
        kind.net_load +=
            by_size[static_cast<std::size_t>(size_class(p.savr))] * p.load * (1.0 - kTotalMineral);
        kind.ignition += f * p.fine() * (250.0 + 1116.0 * p.moisture);
    }
    return kind;
}

double moisture_damping(double moisture, double extinction) noexcept {
    if (!(extinction > 0)) return 0.0;
    double r = moisture / extinction;
    if (r >= 1.0) return 0.0;
    if (r < 0.0) r = 0.0;
    const double left = 1.0 - 2.59 * r + 5.11 * r * r - 3.52 * r * r * r;
    return left > 0.0 ? left : 0.0;
}

struct Bed {
    std::array<Particle, kDead> dead;
    std::array<Particle, kLive> live;
};

Bed particles(const model::FuelModel& f, const model::FuelMoisture& m) noexcept {
    const auto lb = [](float t_ac) { return static_cast<double>(t_ac) * kLbFt2PerTonAcre; };
    const double herb = lb(f.load_herb_t_ac);
    // 120 % all living, 30 % all cured; 1.333 is what the USDA library has where Andrews (2018) prints 1.33.
    double cured = f.dynamic ? 1.333 - 1.11 * static_cast<double>(m.herb) : 0.0;
    cured = cured < 0 ? 0 : cured > 1 ? 1 : cured;
    const auto d = [](float v) { return static_cast<double>(v); };
    Bed bed;
    bed.dead[0] = {lb(f.load_1h_t_ac), d(f.savr_1h_per_ft), d(m.dead_1h)};
    bed.dead[1] = {lb(f.load_10h_t_ac), kSavr10h, d(m.dead_10h)};
    bed.dead[2] = {lb(f.load_100h_t_ac), kSavr100h, d(m.dead_100h)};
    bed.dead[3] = {herb * cured, d(f.savr_herb_per_ft), d(m.dead_1h)};
    bed.live[0] = {herb * (1.0 - cured), d(f.savr_herb_per_ft), d(m.herb)};
    bed.live[1] = {lb(f.load_woody_t_ac), d(f.savr_woody_per_ft), d(m.woody)};
    return bed;
}

/// Moisture of extinction of the live fuel: what the fine dead fuel beside it can dry.
double live_extinction(const Bed& bed, double dead_extinction) noexcept {
    double dead = 0, live = 0, water = 0;
    for (const Particle& p : bed.dead) {
        dead += p.load * p.fine();
        water += p.load * p.fine() * p.moisture;
    }
    for (const Particle& p : bed.live)
        if (p.load > 0) live += p.load * det::exp(-500.0 / p.savr);
    if (!(live > 0) || !(dead > 0)) return dead_extinction;
    const double mx = 2.9 * (dead / live) * (1.0 - water / dead / dead_extinction) - 0.226;
    return mx > dead_extinction ? mx : dead_extinction;
}

}  // namespace

double burnt_kg_m2(const model::FuelModel& fuel) noexcept {
    return static_cast<double>(fuel.load_1h_t_ac + fuel.load_herb_t_ac) * kLbFt2PerTonAcre * kKgM2PerLbFt2;
}

FuelBed fuel_bed(const model::FuelModel& fuel, const model::FuelMoisture& moisture) noexcept {
    FuelBed out;
    const Bed bed = particles(fuel, moisture);
    const Kind dead = weigh(bed.dead), live = weigh(bed.live);
    const double area = dead.area + live.area, depth = static_cast<double>(fuel.depth_ft);
    if (!(area > 0) || !(depth > 0)) return out;
    const double dead_share = dead.area / area, live_share = live.area / area;
    double load = 0;
    for (const Particle& p : bed.dead) load += p.load;
    for (const Particle& p : bed.live) load += p.load;
    const double savr = dead_share * dead.savr + live_share * live.savr;
    const double packing = load / depth / kParticleDensity;
    const double relative = packing / (3.348 * det::pow(savr, -0.8189));

    const auto extinction = static_cast<double>(fuel.moisture_of_extinction);
    out.live_extinction = live_extinction(bed, extinction);
    const double s15 = savr * std::sqrt(savr), a = 133.0 * det::pow(savr, -0.7913);
    const double velocity =
        s15 / (495.0 + 0.0594 * s15) * det::pow(relative, a) * det::exp(a * (1.0 - relative));
    const double reaction = velocity * static_cast<double>(fuel.heat_btu_lb) * kMineralDamping *
                            (dead.net_load * moisture_damping(dead.moisture, extinction) +
                             live.net_load * moisture_damping(live.moisture, out.live_extinction));
    const double flux_ratio =
        det::exp((0.792 + 0.681 * std::sqrt(savr)) * (packing + 0.1)) / (192.0 + 0.2595 * savr);
    const double sink = load / depth * (dead_share * dead.ignition + live_share * live.ignition);

    out.savr_per_ft = savr;
    out.dead_moisture = dead.moisture;
    out.still_m_min = reaction * flux_ratio / sink * kMPerFt;
    out.reaction_kw_m2 = reaction * kKwM2PerBtuFt2Min;
    out.residence_min = 384.0 / savr;
    out.heat_per_area_kj_m2 = reaction * out.residence_min * kKjM2PerBtuFt2;
    out.wind_b = 0.02526 * det::pow(savr, 0.54);
    out.wind_c = 7.47 * det::exp(-0.133 * det::pow(savr, 0.55));
    out.wind_e = det::pow(relative, -0.715 * det::exp(-3.59e-4 * savr));
    out.slope_c = 5.275 * det::pow(packing, -0.3);
    return out;
}

double length_to_width(double wind_m_s) noexcept {
    const double ratio = 0.936 * det::exp(0.2566 * wind_m_s) + 0.461 * det::exp(-0.1548 * wind_m_s) - 0.397;
    return ratio > kMostLengthToWidth ? kMostLengthToWidth : ratio < 1.0 ? 1.0 : ratio;
}

double flame_length_m(double intensity_kw_m) noexcept {
    return intensity_kw_m > 0 ? 0.0775 * det::pow(intensity_kw_m, 0.46) : 0.0;
}

double fireline_intensity_kw_m(const FuelBed& bed, double rate_m_min) noexcept {
    return bed.heat_per_area_kj_m2 * rate_m_min / 60.0;
}

Spread spread(const FuelBed& bed, math::Vec2d wind_m_s, math::Vec2d uphill) noexcept {
    Spread fire;
    if (!(bed.wind_c > 0)) return fire;  // no fuel
    const double speed = math::length(wind_m_s), steep = math::length(uphill);
    const double by_wind =
        speed > 0 ? bed.wind_c * det::pow(speed * kFtMinPerMS, bed.wind_b) * bed.wind_e : 0.0;
    math::Vec2d push{};
    if (speed > 0) push += wind_m_s * (by_wind / speed);
    if (steep > 0) push += uphill * (bed.slope_c * steep);  // slope_c tan^2 along uphill / tan
    const double factor = math::length(push);
    if (factor > 0) fire.heading = push * (1.0 / factor);
    fire.head_m_min = bed.still_m_min * (1.0 + factor);
    fire.effective_wind_m_s =
        steep > 0 ? (factor > 0 ? det::pow(factor / (bed.wind_c * bed.wind_e), 1.0 / bed.wind_b) / kFtMinPerMS
                                : 0.0)
                  : speed;
    fire.length_to_width = length_to_width(fire.effective_wind_m_s);
    const double lw = fire.length_to_width, e = std::sqrt(lw * lw - 1.0) / lw;
    fire.back_m_min = fire.head_m_min * (1.0 - e) / (1.0 + e);
    fire.flank_m_min = (fire.head_m_min + fire.back_m_min) / (2.0 * lw);
    fire.intensity_kw_m = fireline_intensity_kw_m(bed, fire.head_m_min);
    fire.flame_m = flame_length_m(fire.intensity_kw_m);
    return fire;
}

double Spread::towards(double cosine) const noexcept {
    const double lw = length_to_width, e = std::sqrt(lw * lw - 1.0) / lw;
    return head_m_min * (1.0 - e) / (1.0 - e * cosine);
}

double ellipse_area_m2(const Spread& fire, double minutes) noexcept {
    return math::kPi * (fire.head_m_min + fire.back_m_min) / 2.0 * fire.flank_m_min * minutes * minutes;
}

double open_wind_factor(double depth_ft) noexcept {
    return 1.83 / det::log((20.0 + 0.36 * depth_ft) / (0.13 * depth_ft));
}
double sheltered_wind_factor(double filled, double height_ft) noexcept {
    return 0.555 / (std::sqrt(filled * height_ft) * det::log((20.0 + 0.36 * height_ft) / (0.13 * height_ft)));
}

namespace {
double cheney_moisture(double percent, double wind_km_h) noexcept {
    if (percent < 12.0) return det::exp(-0.108 * percent);
    const double left = wind_km_h > 10.0 ? 0.684 - 0.0342 * percent : 0.547 - 0.0228 * percent;
    return left > 0 ? left : 0.0;
}
}  // namespace

double cheney_natural_km_h(double wind, double moisture_percent) noexcept {
    const double dry = wind > 5.0 ? 1.4 + 0.838 * det::pow(wind - 5.0, 0.844) : 0.054 + 0.269 * wind;
    return dry * cheney_moisture(moisture_percent, wind);
}
double cheney_grazed_km_h(double wind, double moisture_percent) noexcept {
    const double dry = wind > 5.0 ? 1.1 + 0.715 * det::pow(wind - 5.0, 0.844) : 0.054 + 0.209 * wind;
    return dry * cheney_moisture(moisture_percent, wind);
}

double breach_chance(double intensity_kw_m, double width_m) noexcept {
    return 1.0 / (1.0 + det::exp(-(1.36 + 0.00036 * intensity_kw_m - 0.38 * width_m)));
}

}  // namespace linghe::element
