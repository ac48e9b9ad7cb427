// The front: a level set moved by the ellipse of each cell's spread.
#include <algorithm>
#include <array>
#include <cmath>

#include "linghe/element/fire.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::element {
namespace {

constexpr double kMostCourant = 0.5;
constexpr int kStepsPerRound = 4;    // then the band is laid anew: the front has moved two cells at most
constexpr int kMostSteps = 1024;     // beyond that a step is cut short, not the fire
constexpr std::int32_t kMargin = 2;  // cells the differences reach beyond
constexpr double kLevel = 1e-4;      // gradient below which ground counts as level

/// What each fuel does in this second, reckoned when first met.
class Fuels {
public:
    Fuels(const model::Model& model, const world::World& world) : model_(model), world_(world) {}
    struct Entry {
        bool known = false;
        FuelBed bed;
        math::Vec2d wind;
        Spread level;
    };
    const Entry& at(std::uint8_t fuel) {
        Entry& e = entries_[fuel];
        if (e.known) return e;
        e.known = true;
        e.bed = fuel_bed(model_.fuels[fuel], moisture_now(model_, world_, model_.fuels[fuel]));
        e.wind = midflame_wind(model_, world_, model_.fuels[fuel]);
        e.level = spread(e.bed, e.wind, {});
        return e;
    }

private:
    const model::Model& model_;
    const world::World& world_;
    std::array<Entry, ground::kFuelOfCover> entries_{};
};

math::Vec2d uphill(const ground::Ground& g, std::int32_t i, std::int32_t j) noexcept {
    const auto h = [&](std::int32_t x, std::int32_t y) {
        x = std::clamp(x, 0, g.nx - 1), y = std::clamp(y, 0, g.ny - 1);
        return static_cast<double>(g.height_mm[static_cast<std::size_t>(y) * static_cast<std::size_t>(g.nx) +
                                               static_cast<std::size_t>(x)]);
    };
    const double across = 2.0 * g.cell_mm;
    return {(h(i + 1, j) - h(i - 1, j)) / across, (h(i, j + 1) - h(i, j - 1)) / across};
}

world::FireWavelet wavelet_of(const Spread& s) noexcept {
    world::FireWavelet w;
    const double head = s.head_m_min / 60.0, back = s.back_m_min / 60.0;
    w.a = static_cast<float>(0.5 * (head + back));
    w.c = static_cast<float>(0.5 * (head - back));
    w.b = static_cast<float>(s.flank_m_min / 60.0);
    w.ux = static_cast<float>(s.heading.x), w.uy = static_cast<float>(s.heading.y);
    w.east = static_cast<float>(s.towards(s.heading.x) / 60.0);
    w.west = static_cast<float>(s.towards(-s.heading.x) / 60.0);
    w.north = static_cast<float>(s.towards(s.heading.y) / 60.0);
    w.south = static_cast<float>(s.towards(-s.heading.y) / 60.0);
    return w;
}

world::FireWavelet wavelet_at(const model::Model& model, const world::World& world, Fuels& fuels,
                              std::int32_t i, std::int32_t j) {
    const auto& g = model.ground;
    const auto cell =
        static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(i);
    const Fuels::Entry& fuel = fuels.at(g.fuel[cell]);
    const math::Vec2d slope = uphill(g, i, j);
    const bool level = math::dot(slope, slope) < kLevel * kLevel;
    world::FireWavelet w = wavelet_of(level ? fuel.level : spread(fuel.bed, fuel.wind, slope));
    if (world.fire.lit[cell] >= 0)
        w.sink = world.fire.pass_ticks[cell] > 0
                     ? static_cast<float>(cell_m(model) * static_cast<double>(base::kTicksPerSecond) /
                                          world.fire.pass_ticks[cell])
                     : w.a - w.c;
    return w;
}

/// The part of the map about the front, with a margin on all sides.
struct Window {
    std::int32_t i0 = 0, j0 = 0, nx = 0, ny = 0, wide = 0;
    [[nodiscard]] std::size_t at(std::int32_t i, std::int32_t j) const noexcept {
        return static_cast<std::size_t>(j - j0 + kMargin) * static_cast<std::size_t>(wide) +
               static_cast<std::size_t>(i - i0 + kMargin);
    }
};

Window lay_window(const model::Model& model, const world::FireTable& fire, world::ElementScratch& s) {
    const auto& g = model.ground;
    const std::int32_t cap = front_cap(model);
    Window w{g.nx, g.ny, 0, 0, 0};
    std::int32_t i1 = -1, j1 = -1;
    for (std::int32_t j = 0; j < g.ny; ++j) {
        const std::int32_t* row = fire.front_um10.data() + static_cast<std::ptrdiff_t>(j) * g.nx;
        std::int32_t first = 0, last = g.nx - 1;
        while (first < g.nx && row[first] >= cap) ++first;
        if (first == g.nx) continue;
        while (row[last] >= cap) --last;
        w.i0 = std::min(w.i0, first), i1 = std::max(i1, last);
        w.j0 = std::min(w.j0, j), j1 = j;
    }
    if (j1 < 0) return {};
    w.i0 = std::max(0, w.i0 - 1), w.j0 = std::max(0, w.j0 - 1);  // the next cells of the band
    i1 = std::min(g.nx - 1, i1 + 1), j1 = std::min(g.ny - 1, j1 + 1);
    w.nx = i1 - w.i0 + 1, w.ny = j1 - w.j0 + 1, w.wide = w.nx + 2 * kMargin;
    const auto size = static_cast<std::size_t>(w.wide) * static_cast<std::size_t>(w.ny + 2 * kMargin);
    for (auto* field : {&s.front, &s.half, &s.slope})
        if (field->size() < size) field->resize(size);
    const auto top = static_cast<float>(cap * kFrontUnit);
    std::fill(s.front.begin(), s.front.begin() + static_cast<std::ptrdiff_t>(size), top);
    for (std::int32_t j = w.j0; j <= j1; ++j)
        for (std::int32_t i = w.i0; i <= i1; ++i)
            s.front[w.at(i, j)] = static_cast<float>(
                fire.front_um10[static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) +
                                static_cast<std::size_t>(i)] *
                kFrontUnit);
    std::copy(s.front.begin(), s.front.begin() + static_cast<std::ptrdiff_t>(size), s.half.begin());
    return w;
}

/// Cells of the band that can move; the greatest rate in it, m/s.
double lay_wavelets(const model::Model& model, world::World& world, const Window& w, Fuels& fuels) {
    auto& s = world.scratch_element;
    const auto& g = model.ground;
    const auto dx = static_cast<float>(cell_m(model));
    const float behind = -static_cast<float>(kBandBehind) * dx;
    const auto top = static_cast<float>(front_cap(model) * kFrontUnit);
    double fastest = 0;
    s.wavelets.clear();
    for (std::int32_t j = w.j0; j < w.j0 + w.ny; ++j) {
        for (std::int32_t i = w.i0; i < w.i0 + w.nx; ++i) {
            const std::size_t k = w.at(i, j), up = static_cast<std::size_t>(w.wide);
            const float here = s.front[k];
            if (here <= behind) continue;
            if (here >= top && s.front[k - 1] >= top && s.front[k + 1] >= top && s.front[k - up] >= top &&
                s.front[k + up] >= top)
                continue;
            const auto cell =
                static_cast<std::size_t>(j) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(i);
            if (g.fuel[cell] == ground::kNoFuel) continue;
            world::FireWavelet wave = wavelet_at(model, world, fuels, i, j);
            if (!(wave.a > 0)) continue;
            wave.cell = static_cast<std::uint32_t>(k);
            fastest = std::max(fastest, static_cast<double>(wave.a + wave.c));
            s.wavelets.push_back(wave);
        }
    }
    return fastest;
}

float gentler(float a, float b) noexcept {  // minmod
    if (a > 0 && b > 0) return a < b ? a : b;
    if (a < 0 && b < 0) return a > b ? a : b;
    return 0;
}

struct Sides {
    float behind = 0, ahead = 0;  ///< one-sided slopes of the field
};
Sides slopes(const float* f, std::ptrdiff_t step, float per_m) noexcept {
    const float ll = f[-2 * step], l = f[-step], m = f[0], r = f[step], rr = f[2 * step];
    const float bend_l = m - 2 * l + ll, bend = r - 2 * m + l, bend_r = rr - 2 * r + m;
    return {(m - l + 0.5F * gentler(bend_l, bend)) * per_m, (r - m - 0.5F * gentler(bend, bend_r)) * per_m};
}

/// Godunov's H at a cell: the greatest w . p over the ellipse, each quarter of it with the slopes it comes from.
struct Flux {
    float h = 0, px = 0, py = 0;
};
Flux flux_of(const world::FireWavelet& w, const Sides& x, const Sides& y) noexcept {
    Flux best;
    for (int q = 0; q < 4; ++q) {
        const bool east = (q & 1) != 0, north = (q & 2) != 0;
        const float px = east ? x.behind : x.ahead, py = north ? y.behind : y.ahead;
        const float rate_x = (east ? w.east : -w.west) * px, rate_y = (north ? w.north : -w.south) * py;
        if (rate_x > best.h) best = {rate_x, px, 0};
        if (rate_y > best.h) best = {rate_y, 0, py};
        const float along = w.a * (w.ux * px + w.uy * py), across = w.b * (w.ux * py - w.uy * px);
        const float root = std::sqrt(along * along + across * across);
        if (!(root > 0)) continue;
        const float ahead = w.c + w.a * along / root, aside = w.b * across / root;
        const float wx = ahead * w.ux - aside * w.uy, wy = ahead * w.uy + aside * w.ux;
        if ((wx >= 0) != east || (wy >= 0) != north) continue;
        const float h = wx * px + wy * py;
        if (h > best.h) best = {h, px, py};
    }
    return best;
}

Flux flux_at(const world::FireWavelet& w, const float* field, std::ptrdiff_t wide, float per_m) noexcept {
    const float* f = field + w.cell;
    return flux_of(w, slopes(f, 1, per_m), slopes(f, wide, per_m));
}

/// One of Heun's steps. Cells that the front reaches in it are lit.
bool heun(const model::Model& model, world::World& world, const Window& w, float dt_s, double from_s) {
    auto& s = world.scratch_element;
    const float dx = static_cast<float>(cell_m(model)), per_m = 1.0F / dx;
    const float top = static_cast<float>(front_cap(model) * kFrontUnit);
    bool moving = false;
    for (const auto& wave : s.wavelets) {
        s.slope[wave.cell] = std::max(wave.sink, flux_at(wave, s.front.data(), w.wide, per_m).h);
        s.half[wave.cell] = s.front[wave.cell] - dt_s * s.slope[wave.cell];
    }
    for (const auto& wave : s.wavelets) {
        const Flux flux = flux_at(wave, s.half.data(), w.wide, per_m);
        const float before = s.front[wave.cell];
        const float mean = 0.5F * (s.slope[wave.cell] + std::max(wave.sink, flux.h));
        const float after = std::min(top, before - dt_s * mean);
        s.slope[wave.cell] = after;
        if (before > 0 && before < 1.5F * dx && mean > 0) moving = true;
        if (!(before > 0 && after <= 0)) continue;
        const auto j =
            static_cast<std::int32_t>(wave.cell / static_cast<std::uint32_t>(w.wide)) - kMargin + w.j0;
        const auto i =
            static_cast<std::int32_t>(wave.cell % static_cast<std::uint32_t>(w.wide)) - kMargin + w.i0;
        const double share = static_cast<double>(before / (before - after));
        const double at_s = from_s + share * static_cast<double>(dt_s);
        const auto lit = static_cast<std::int32_t>(world.tick()) +
                         math::round_to<std::int32_t>(at_s * static_cast<double>(base::kTicksPerSecond));
        const float steep = std::sqrt(flux.px * flux.px + flux.py * flux.py);
        const auto cell = static_cast<std::size_t>(j) * static_cast<std::size_t>(model.ground.nx) +
                          static_cast<std::size_t>(i);
        kindle(model, world, cell, lit, steep > 0 ? static_cast<double>(flux.h / steep) : 0.0, true);
    }
    for (const auto& wave : s.wavelets) s.front[wave.cell] = s.half[wave.cell] = s.slope[wave.cell];
    return moving;
}

void keep_front(const model::Model& model, world::World& world, const Window& w) noexcept {
    const auto& s = world.scratch_element;
    for (const auto& wave : s.wavelets) {
        const auto j =
            static_cast<std::int32_t>(wave.cell / static_cast<std::uint32_t>(w.wide)) - kMargin + w.j0;
        const auto i =
            static_cast<std::int32_t>(wave.cell % static_cast<std::uint32_t>(w.wide)) - kMargin + w.i0;
        world.fire.front_um10[static_cast<std::size_t>(j) * static_cast<std::size_t>(model.ground.nx) +
                              static_cast<std::size_t>(i)] =
            math::round_to<std::int32_t>(static_cast<double>(s.front[wave.cell]) / kFrontUnit);
    }
}

}  // namespace

bool move_front(const model::Model& model, world::World& world) {
    auto& s = world.scratch_element;
    Fuels fuels(model, world);
    const double dx = cell_m(model);
    double done_s = 0;
    bool moving = false;
    for (int steps = 0; done_s < 1.0 && steps < kMostSteps;) {
        const Window w = lay_window(model, world.fire, s);
        if (w.nx == 0) return false;
        const double fastest = lay_wavelets(model, world, w, fuels);
        if (s.wavelets.empty()) return false;
        const double step_s = fastest > 0 ? kMostCourant * dx / fastest : 1.0;
        for (int k = 0; k < kStepsPerRound && done_s < 1.0; ++k, ++steps) {
            const double dt = std::min(step_s, 1.0 - done_s);
            moving = heun(model, world, w, static_cast<float>(dt), done_s) || moving;
            done_s = dt < step_s ? 1.0 : done_s + dt;
        }
        keep_front(model, world, w);
    }
    return moving;
}

Advance advance_at(const model::Model& model, const world::World& world, std::int32_t i,
                   std::int32_t j) noexcept {
    const auto& g = model.ground;
    const auto f = [&](std::int32_t x, std::int32_t y) {
        x = std::clamp(x, 0, g.nx - 1), y = std::clamp(y, 0, g.ny - 1);
        const auto c =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(g.nx) + static_cast<std::size_t>(x);
        return static_cast<double>(world.fire.front_um10[c]) * kFrontUnit;
    };
    // From where the fire came: on each axis the side that lies deeper behind the front.
    const double here = f(i, j), dx = cell_m(model);
    const auto side = [&](double low, double high) {
        return low <= high ? (low < here ? (here - low) / dx : 0.0)
                           : (high < here ? (high - here) / dx : 0.0);
    };
    Advance a;
    const math::Vec2d p{side(f(i - 1, j), f(i + 1, j)), side(f(i, j - 1), f(i, j + 1))};
    a.outwards = math::normalized(p, {1.0, 0.0});
    return a;
}

}  // namespace linghe::element
