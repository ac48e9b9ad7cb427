#include "linghe/shoot/ballistics.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"

namespace linghe::shoot {
namespace {

constexpr double kStep_s = 0.02;
constexpr double kRadPerDeg = math::kPi / 180.0;

struct Point {
    double x, z, vx, vz;
};
struct Rate {
    double x, z, vx, vz;
};
Rate rate_of(const Point& p, double k) noexcept {
    const double v = std::sqrt(p.vx * p.vx + p.vz * p.vz);
    return {p.vx, p.vz, -k * v * p.vx, -k * v * p.vz - kGravity_m_s2};
}
Point moved(const Point& p, const Rate& r, double h) noexcept {
    return {p.x + h * r.x, p.z + h * r.z, p.vx + h * r.vx, p.vz + h * r.vz};
}
Point stepped(const Point& p, double k, double h) noexcept {
    const Rate a = rate_of(p, k);
    const Rate b = rate_of(moved(p, a, h / 2), k);
    const Rate c = rate_of(moved(p, b, h / 2), k);
    const Rate d = rate_of(moved(p, c, h), k);
    return {p.x + h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x), p.z + h / 6 * (a.z + 2 * b.z + 2 * c.z + d.z),
            p.vx + h / 6 * (a.vx + 2 * b.vx + 2 * c.vx + d.vx),
            p.vz + h / 6 * (a.vz + 2 * b.vz + 2 * c.vz + d.vz)};
}
Landing landing_at(const Point& p, double time_s) noexcept {
    return {p.x, time_s, std::sqrt(p.vx * p.vx + p.vz * p.vz), det::atan2(-p.vz, p.vx)};
}

struct Flight {
    Landing aim, ground;
};
/// One flight, noted at two heights.
Flight fly_both(const Launch& launch, double aim_height_m) noexcept {
    Point p{0, launch.height_m, launch.speed_m_s * det::cos(launch.elevation_rad),
            launch.speed_m_s * det::sin(launch.elevation_rad)};
    Flight out;
    bool aimed = false;
    for (int i = 0; i < 3000; ++i) {  // a minute: no arrow stays longer
        const double t = i * kStep_s;
        const Point next = stepped(p, launch.drag_per_m, kStep_s);
        if (!aimed && next.vz < 0 && next.z <= aim_height_m) {
            const double f = p.z > next.z && p.z > aim_height_m ? (p.z - aim_height_m) / (p.z - next.z) : 0.0;
            out.aim = landing_at(stepped(p, launch.drag_per_m, f * kStep_s), t + f * kStep_s);
            aimed = true;
        }
        if (next.vz < 0 && next.z <= 0) {
            const double f = p.z > next.z && p.z > 0 ? p.z / (p.z - next.z) : 0.0;
            out.ground = landing_at(stepped(p, launch.drag_per_m, f * kStep_s), t + f * kStep_s);
            break;
        }
        p = next;
    }
    return out;
}

void make_table(const float (&key)[9], world::BowTable& bow) {
    std::copy(std::begin(key), std::end(key), std::begin(bow.key));
    const double speed = key[0], drag = key[1], height = key[2], aim = key[3], loft = key[4] * kRadPerDeg;
    for (auto* v : {&bow.aim_range_m, &bow.range_m, &bow.time_s, &bow.speed_m_s, &bow.fall_rad})
        v->resize(kElevations);
    for (auto* v : {&bow.loft_aim_range_m, &bow.loft_range_m, &bow.loft_time_s, &bow.loft_speed_m_s,
                    &bow.loft_fall_rad})
        v->resize(kDraws);
    bow.best = 0;
    for (std::size_t i = 0; i < kElevations; ++i) {
        const double e = (kLowestElevation_deg + kElevationStep_deg * static_cast<double>(i)) * kRadPerDeg;
        const Flight f = fly_both({speed, drag, e, height}, aim);
        bow.aim_range_m[i] = static_cast<float>(f.aim.range_m);
        bow.range_m[i] = static_cast<float>(f.ground.range_m);
        bow.time_s[i] = static_cast<float>(f.ground.time_s);
        bow.speed_m_s[i] = static_cast<float>(f.ground.speed_m_s);
        bow.fall_rad[i] = static_cast<float>(f.ground.fall_rad);
        if (bow.aim_range_m[i] > bow.aim_range_m[bow.best]) bow.best = static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 0; i < kDraws; ++i) {
        const double share = kLeastDraw + kDrawStep * static_cast<double>(i);
        const Flight f = fly_both({speed * share, drag, loft, height}, aim);
        bow.loft_aim_range_m[i] = static_cast<float>(f.aim.range_m);
        bow.loft_range_m[i] = static_cast<float>(f.ground.range_m);
        bow.loft_time_s[i] = static_cast<float>(f.ground.time_s);
        bow.loft_speed_m_s[i] = static_cast<float>(f.ground.speed_m_s);
        bow.loft_fall_rad[i] = static_cast<float>(f.ground.fall_rad);
    }
}

/// Where `x` lies in a rising column of `n` entries: index of the lower entry and the share to the next.
struct Between {
    std::size_t i;
    float f;
};
Between find(const std::vector<float>& rising, std::size_t n, float x) noexcept {
    const auto begin = rising.begin(), end = begin + static_cast<std::ptrdiff_t>(n);
    const auto it = std::upper_bound(begin, end, x);
    if (it == begin) return {0, 0.0F};
    if (it == end) return {n - 2, 1.0F};
    const auto i = static_cast<std::size_t>(it - begin) - 1;
    const float span = rising[i + 1] - rising[i];
    return {i, span > 0 ? (x - rising[i]) / span : 0.0F};
}
Between at_step(float steps, std::size_t n) noexcept {
    if (!(steps > 0)) return {0, 0.0F};
    const auto last = static_cast<float>(n - 1);
    if (steps >= last) return {n - 2, 1.0F};
    const auto i = static_cast<std::size_t>(steps);
    return {i, steps - static_cast<float>(i)};
}
double mix(const std::vector<float>& v, Between b) noexcept {
    return static_cast<double>(v[b.i] + b.f * (v[b.i + 1] - v[b.i]));
}

}  // namespace

Landing fly(const Launch& launch, double height_m) noexcept { return fly_both(launch, height_m).aim; }

double flat_speed_m_s(double speed_m_s, double drag_per_m, double range_m) noexcept {
    return speed_m_s * det::exp(-drag_per_m * range_m);
}

void make_bow_tables(const model::Model& model, std::vector<world::BowTable>& bows) {
    const auto& p = model.parameters.shoot;
    if (bows.size() != model.troops.size()) bows.resize(model.troops.size());
    for (std::size_t t = 0; t < model.troops.size(); ++t) {
        const auto& troop = model.troops[t];
        if (!troop.has_bow) continue;
        const float height = troop.mounted ? p.launch_height_horse_m : p.launch_height_foot_m;
        const float key[9] = {troop.arrow_speed_m_s,
                              troop.arrow_drag_per_m,
                              height,
                              p.aim_height_m,
                              p.loft_deg,
                              troop.arrow_mass_kg,
                              0,
                              0,
                              1};
        if (!std::equal(std::begin(key), std::end(key), std::begin(bows[t].key))) make_table(key, bows[t]);
    }
}

float elevation_for(const world::BowTable& bow, float range_m) noexcept {
    const Between b = find(bow.aim_range_m, bow.best + 1, range_m);
    const double deg =
        kLowestElevation_deg + kElevationStep_deg * (static_cast<double>(b.i) + static_cast<double>(b.f));
    return static_cast<float>(deg * kRadPerDeg);
}

Landing landing_of(const world::BowTable& bow, float elevation_rad) noexcept {
    const double deg = static_cast<double>(elevation_rad) / kRadPerDeg;
    const Between b =
        at_step(static_cast<float>((deg - kLowestElevation_deg) / kElevationStep_deg), kElevations);
    return {mix(bow.range_m, b), mix(bow.time_s, b), mix(bow.speed_m_s, b), mix(bow.fall_rad, b)};
}

float draw_for(const world::BowTable& bow, float range_m) noexcept {
    if (range_m > bow.loft_aim_range_m[kDraws - 1]) return -1.0F;
    const Between b = find(bow.loft_aim_range_m, kDraws, range_m);
    return static_cast<float>(kLeastDraw + kDrawStep * (static_cast<double>(b.i) + static_cast<double>(b.f)));
}

Landing loft_landing_of(const world::BowTable& bow, float draw) noexcept {
    const Between b =
        at_step(static_cast<float>((static_cast<double>(draw) - kLeastDraw) / kDrawStep), kDraws);
    return {mix(bow.loft_range_m, b), mix(bow.loft_time_s, b), mix(bow.loft_speed_m_s, b),
            mix(bow.loft_fall_rad, b)};
}

}  // namespace linghe::shoot
