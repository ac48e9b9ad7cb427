// Smoke: over burnt ground, across the water, and what it does to the pace of formed bodies.
#include <algorithm>
#include <cmath>

#include "linghe/intent/intents.hpp"
#include "linghe/world/smoke_grid.hpp"
#include "observers_fire.hpp"
#include "river.hpp"

namespace linghe::lab {
namespace {

constexpr std::int64_t kLookTicks = 10 * base::kTicksPerSecond, kSeldomTicks = 30 * base::kTicksPerSecond;
constexpr double kStationM = 200, kSampleM = 10, kHectare = 1e4;
constexpr double kBlindM = 50, kSeesM = 300, kInSmokeM = 60, kInClearM = 200, kAfterMin = 10;

double extinction_per_m(const Scene& s, const world::SmokeGrid& grid, std::int32_t x_mm, std::int32_t y_mm) {
    const auto& smoke = s.state.world.smoke;
    const auto cell = static_cast<std::size_t>(grid.cell(x_mm, y_mm));
    return cell < smoke.size() ? (static_cast<double>(smoke.black_um[cell]) + smoke.white_um[cell]) * 1e-6
                               : 0.0;
}

/// Mean extinction over ground that has burnt or smoulders; false below a hectare.
bool over_burnt_ground(const Scene& s, double& mean) {
    const auto& fire = s.state.world.fire;
    const auto& g = s.model.ground;
    const world::SmokeGrid grid = world::smoke_grid(s.model);
    double sum = 0, cells = 0;
    for (std::size_t c = 0; c < fire.size(); ++c) {
        if (fire.state[c] < static_cast<std::uint8_t>(world::FireState::smouldering)) continue;
        const auto i = static_cast<std::int32_t>(c % static_cast<std::size_t>(g.nx)),
                   j = static_cast<std::int32_t>(c / static_cast<std::size_t>(g.nx));
        sum += extinction_per_m(s, grid, g.x0_mm + i * g.cell_mm + g.cell_mm / 2,
                                g.y0_mm + j * g.cell_mm + g.cell_mm / 2);
        ++cells;
    }
    const double cell_m = g.cell_mm / 1000.0;
    if (cells * cell_m * cell_m < kHectare) return false;
    mean = sum / cells;
    return true;
}

class BurntGround final : public Observer {
public:
    explicit BurntGround(bool after) : after_(after) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() % kLookTicks != 0 || s.state.world.blazes.size() == 0) return;
        double mean = 0;
        if (!over_burnt_ground(s, mean)) return;
        if (mean > peak_) {
            peak_ = mean, at_ = s.run_tick();
            later_ = Value::none("the run ended before ten minutes after the peak");
        }
        if (s.run_tick() == at_ + base::ticks_from_s(kAfterMin * 60)) later_ = Value::of(mean / peak_);
    }
    Value value(const Scene&) override {
        if (peak_ <= 0) return Value::none("less than a hectare burnt, or without smoke");
        return after_ ? later_ : Value::of(peak_);
    }
    bool without_t0() const override { return true; }

private:
    bool after_;
    double peak_ = 0;
    std::int64_t at_ = 0;
    Value later_ = Value::none("the run ended before ten minutes after the peak");
};

class LeastSightAcross final : public Observer {
public:
    void run_second(const Scene& s) override {
        if (s.run_tick() % kLookTicks != 0) return;
        const double now = sight_across_m(s);
        if (!seen_ || now < least_) least_ = now;
        seen_ = true;
    }
    Value value(const Scene&) override { return Value::of(least_); }
    bool without_t0() const override { return true; }

private:
    double least_ = 0;
    bool seen_ = false;
};

class SightAcrossClears final : public Observer {
public:
    void run_second(const Scene& s) override {
        if (s.run_tick() % kLookTicks != 0) return;
        const double now = sight_across_m(s);
        if (now < kBlindM) blind_ = s.run_tick(), clear_ = -1;
        if (blind_ >= 0 && clear_ < 0 && now > kSeesM) clear_ = s.run_tick();
    }
    Value value(const Scene&) override {
        if (blind_ < 0) return Value::none("sight across the river was never under 50 m");
        if (clear_ < 0) return Value::none("sight across the river did not clear to 300 m again");
        return Value::of(base::seconds_of(clear_ - blind_) / 60);
    }
    bool without_t0() const override { return true; }

private:
    std::int64_t blind_ = -1, clear_ = -1;
};

class MarchSpeed final : public Observer {
public:
    explicit MarchSpeed(Air air) : air_(air) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() % kSeldomTicks != 0) return;
        const auto& men = s.state.world.men;
        const auto& units = s.state.world.units;
        const auto& goals = s.state.intents.units;
        for (std::size_t i = 0; i < men.size(); ++i) {
            const std::size_t unit = men.unit[i];
            if (unit >= goals.size() || units.formed[unit] == 0 || !world::active(men.status[i])) continue;
            if (men.doing[i] != static_cast<std::uint8_t>(world::Doing::marching)) continue;
            const double pace = ordered_pace(s, i, static_cast<intent::Pace>(goals.pace[unit]));
            const double sight = men.sight_m[i];
            if (pace <= 0 || (sight >= kInSmokeM && sight <= kInClearM)) continue;
            Mean& mean = sight < kInSmokeM ? smoke_ : clear_;
            mean.sum += std::hypot(static_cast<double>(men.vx_mm_s[i]), static_cast<double>(men.vy_mm_s[i])) /
                        1000 / pace;
            ++mean.n;
        }
    }
    Value value(const Scene&) override {
        if (air_ != Air::clear && smoke_.n == 0)
            return Value::none("no formed body marched where its men saw less than 60 m");
        if (air_ != Air::smoke && (clear_.n == 0 || clear_.sum <= 0))
            return Value::none("no formed body marched where its men saw more than 200 m");
        const double smoke = smoke_.n > 0 ? smoke_.sum / smoke_.n : 0,
                     clear = clear_.n > 0 ? clear_.sum / clear_.n : 0;
        return Value::of(air_ == Air::smoke ? smoke : air_ == Air::clear ? clear : smoke / clear);
    }
    bool without_t0() const override { return true; }

private:
    struct Mean {
        double sum = 0, n = 0;
    };
    static double ordered_pace(const Scene& s, std::size_t man, intent::Pace pace) {
        const auto& troop = s.model.troops[s.model.men.troop[man]];
        if (s.state.world.men.horse[man] == static_cast<std::uint8_t>(world::Horse::lost)) return 0;
        switch (pace) {
            case intent::Pace::walk: return static_cast<double>(troop.walk_m_s);
            case intent::Pace::trot: return static_cast<double>(troop.trot_m_s);
            case intent::Pace::run: return static_cast<double>(troop.run_m_s);
            case intent::Pace::stand: break;
        }
        return 0;
    }
    Air air_;
    Mean smoke_, clear_;
};

}  // namespace

double sight_across_m(const Scene& s) {
    const auto& p = s.model.parameters;
    const world::SmokeGrid grid = world::smoke_grid(s.model);
    double sum = 0, n = 0;
    for (const Station& at : crossings(s.model.ground, kStationM))
        for (double off = -at.half_bed_m; off <= at.half_bed_m; off += kSampleM) {
            sum += extinction_per_m(s, grid, mm_of(at.x_m + off * at.across_x),
                                    mm_of(at.y_m + off * at.across_y));
            ++n;
        }
    const double clear = static_cast<double>(p.element.clear_air_extinction_per_m);
    const double extinction = clear + (n > 0 ? sum / n : 0.0);
    const double most = static_cast<double>(p.percept.sight_most_m);
    if (extinction <= 0) return most;
    return std::min(most, -std::log(static_cast<double>(p.percept.contrast_threshold)) / extinction);
}

std::unique_ptr<Observer> burnt_ground_peak() { return std::make_unique<BurntGround>(false); }
std::unique_ptr<Observer> burnt_ground_after_10() { return std::make_unique<BurntGround>(true); }
std::unique_ptr<Observer> least_sight_across() { return std::make_unique<LeastSightAcross>(); }
std::unique_ptr<Observer> sight_across_clears() { return std::make_unique<SightAcrossClears>(); }
std::unique_ptr<Observer> march_speed(Air air) { return std::make_unique<MarchSpeed>(air); }

}  // namespace linghe::lab
