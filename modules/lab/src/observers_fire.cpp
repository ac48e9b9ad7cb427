#include "observers_fire.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "river.hpp"

namespace linghe::lab {
namespace {

constexpr std::int64_t kNearTicks = 2 * base::kTicksPerSecond;
constexpr double kNearMostM = 500, kStationM = 200;

double minutes_of(std::int64_t ticks) { return base::seconds_of(ticks) / 60; }

bool is(std::uint8_t state, world::FireState what) { return state == static_cast<std::uint8_t>(what); }

bool flames(const Scene& s) {
    for (const std::uint32_t cells : s.state.world.blazes.alight)
        if (cells > 0) return true;
    return false;
}
bool was_lit(const Scene& s) { return s.state.world.blazes.size() > 0; }
Value nothing_burnt() { return Value::none("nothing burnt"); }

struct Point {
    double x = 0, y = 0;
};
Point middle_of(const ground::Ground& g, std::size_t cell) {
    const auto nx = static_cast<std::size_t>(g.nx);
    return {(g.x0_mm + (static_cast<double>(cell % nx) + 0.5) * g.cell_mm) / 1000,
            (g.y0_mm + (static_cast<double>(cell / nx) + 0.5) * g.cell_mm) / 1000};
}

/// From the mean of the places of its lighting to the mean of what burnt; false when the two fall together.
bool growth_of(const Scene& s, Point& growth) {
    const auto& world = s.state.world;
    Point from, to;
    double lit = 0, burnt = 0;
    for (std::size_t b = 0; b < world.blazes.size(); ++b) {
        from.x += world.blazes.x_mm[b] / 1000.0, from.y += world.blazes.y_mm[b] / 1000.0;
        ++lit;
    }
    for (std::size_t c = 0; c < world.fire.size(); ++c) {
        if (is(world.fire.state[c], world::FireState::unburnt)) continue;
        const Point at = middle_of(s.model.ground, c);
        to.x += at.x, to.y += at.y;
        ++burnt;
    }
    if (lit == 0 || burnt == 0) return false;
    growth = {to.x / burnt - from.x / lit, to.y / burnt - from.y / lit};
    return std::hypot(growth.x, growth.y) >= 1;
}

double azimuth_deg(Point way) {
    const double deg = std::atan2(way.x, way.y) * 180 / std::numbers::pi;
    return deg < 0 ? deg + 360 : deg;
}

class FlameTimes final : public Observer {
public:
    explicit FlameTimes(bool last) : last_(last) {}
    void run_second(const Scene& s) override {
        if (!flames(s)) return;
        if (at_ < 0 || last_) at_ = s.run_tick();
    }
    Value value(const Scene& s) override {
        if (at_ < 0) return nothing_burnt();
        if (last_ && flames(s)) return Value::none("it still burns at the end");
        return Value::of(minutes_of(at_));
    }
    bool without_t0() const override { return true; }

private:
    bool last_;
    std::int64_t at_ = -1;
};

class OutAtFirstFlame final : public Observer {
public:
    OutAtFirstFlame(std::shared_ptr<Census> census, Group group)
        : census_(std::move(census)), group_(std::move(group)) {}
    void run_second(const Scene& s) override {
        if (seen_.known || !flames(s)) return;
        census_->count(s);
        seen_ = Value::of(census_->out(group_));
    }
    Value value(const Scene&) override { return seen_; }
    bool without_t0() const override { return true; }

private:
    std::shared_ptr<Census> census_;
    Group group_;
    Value seen_ = nothing_burnt();
};

class SpreadOffWind final : public Observer {
public:
    void run_second(const Scene& s) override {
        if (!flames(s)) return;
        wind_.x += s.state.world.clock.wind_x_mm_s[0];
        wind_.y += s.state.world.clock.wind_y_mm_s[0];
    }
    Value value(const Scene& s) override {
        Point growth;
        if (!growth_of(s, growth)) return nothing_burnt();
        if (wind_.x == 0 && wind_.y == 0) return Value::none("no wind blew");
        const double apart = std::fabs(azimuth_deg(growth) - azimuth_deg(wind_));
        return Value::of(apart > 180 ? 360 - apart : apart);
    }
    bool without_t0() const override { return true; }

private:
    Point wind_;
};

class LeastToFlames final : public Observer {
public:
    explicit LeastToFlames(std::uint32_t person) : person_(person) {}
    void run_second(const Scene& s) override {
        const auto& world = s.state.world;
        const std::size_t me = s.model.persons[person_].man;
        if (s.run_tick() % kNearTicks != 0 || !flames(s) || !world::active(world.men.status[me])) return;
        const auto& g = s.model.ground;
        const double cell_m = g.cell_mm / 1000.0;
        const double x = (static_cast<double>(world.men.x_mm[me]) - g.x0_mm) / 1000,
                     y = (static_cast<double>(world.men.y_mm[me]) - g.y0_mm) / 1000;
        const auto reach = static_cast<std::int32_t>(std::min(least_, kNearMostM) / cell_m) + 1;
        const auto cx = static_cast<std::int32_t>(x / cell_m), cy = static_cast<std::int32_t>(y / cell_m);
        for (std::int32_t j = std::max(0, cy - reach); j <= std::min(g.ny - 1, cy + reach); ++j)
            for (std::int32_t i = std::max(0, cx - reach); i <= std::min(g.nx - 1, cx + reach); ++i) {
                if (!is(world.fire.state[static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) +
                                         static_cast<std::size_t>(i)],
                        world::FireState::flaming))
                    continue;
                const double dx = std::max({i * cell_m - x, x - (i + 1) * cell_m, 0.0}),
                             dy = std::max({j * cell_m - y, y - (j + 1) * cell_m, 0.0});
                least_ = std::min(least_, std::hypot(dx, dy));
            }
    }
    Value value(const Scene& s) override {
        if (!was_lit(s)) return nothing_burnt();
        return least_ > kNearMostM ? Value::none("no flames came within 500 m of him") : Value::of(least_);
    }
    bool without_t0() const override { return true; }

private:
    std::uint32_t person_;
    double least_ = 1e9;
};

}  // namespace

Value burnt_hectares(const Scene& s) {
    const auto& state = s.state.world.fire.state;
    double cells = 0;
    for (const std::uint8_t c : state) cells += is(c, world::FireState::unburnt) ? 0 : 1;
    const double cell_m = s.model.ground.cell_mm / 1000.0;
    return cells > 0 ? Value::of(cells * cell_m * cell_m / 1e4) : nothing_burnt();
}

Value fire_beyond_water(const Scene& s) {
    const auto& world = s.state.world;
    const auto& g = s.model.ground;
    if (!was_lit(s)) return nothing_burnt();
    if (g.region.empty() || g.rivers.empty()) return Value::none("no water parts the ground");
    std::vector<char> own(256, 0);
    for (std::size_t b = 0; b < world.blazes.size(); ++b)
        own[g.region[static_cast<std::size_t>(g.cell(world.blazes.x_mm[b], world.blazes.y_mm[b]))]] = 1;
    // A river's bed is the piece of ground on which its middle lies.
    for (const Station& at : stations(g, kStationM))
        own[g.region[static_cast<std::size_t>(g.cell(mm_of(at.x_m), mm_of(at.y_m)))]] = 1;
    for (std::size_t c = 0; c < world.fire.size(); ++c)
        if (!is(world.fire.state[c], world::FireState::unburnt) && own[g.region[c]] == 0) return Value::of(1);
    return Value::of(0);
}

Value fire_reached_water(const Scene& s) {
    if (!was_lit(s)) return nothing_burnt();
    for (const std::uint8_t told : s.state.world.blazes.told)
        if ((told & 1) != 0) return Value::of(1);
    return Value::of(0);
}

Value spread_azimuth(const Scene& s) {
    Point growth;
    return growth_of(s, growth) ? Value::of(azimuth_deg(growth)) : nothing_burnt();
}

std::unique_ptr<Observer> first_flame() { return std::make_unique<FlameTimes>(false); }
std::unique_ptr<Observer> last_flame() { return std::make_unique<FlameTimes>(true); }
std::unique_ptr<Observer> out_at_first_flame(std::shared_ptr<Census> census, Group group) {
    return std::make_unique<OutAtFirstFlame>(std::move(census), std::move(group));
}
std::unique_ptr<Observer> spread_off_wind() { return std::make_unique<SpreadOffWind>(); }
std::unique_ptr<Observer> least_to_flames(std::uint32_t person) {
    return std::make_unique<LeastToFlames>(person);
}

}  // namespace linghe::lab
