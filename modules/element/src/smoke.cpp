#include "linghe/element/smoke.hpp"

#include "linghe/element/rothermel.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::element {
namespace {

constexpr double kMicro = 1e6;          // extinction is kept in 1e-6 per m
constexpr double kMostCourant = 0.5;    // with the limiter a cell then gives at most 3/4 of its smoke
constexpr double kMostDiffusion = 0.1;  // D dt / dx^2: at most a fifth more along each axis
constexpr int kMostSubsteps = 64;

struct Box {
    std::int32_t i0 = 0, i1 = -1, j0 = 0, j1 = -1;  // cells, both ends included
    [[nodiscard]] bool empty() const noexcept { return i1 < i0; }
};

Box occupied(const world::SmokeGrid& grid, const base::Column<std::int32_t>& k) noexcept {
    Box box{grid.nx, -1, grid.ny, -1};
    for (std::int32_t j = 0; j < grid.ny; ++j) {
        const std::int32_t* row = k.data() + static_cast<std::ptrdiff_t>(j) * grid.nx;
        std::int32_t any = 0;
        for (std::int32_t i = 0; i < grid.nx; ++i) any |= row[i];
        if (any == 0) continue;
        if (j < box.j0) box.j0 = j;
        box.j1 = j;
        std::int32_t first = 0, last = grid.nx - 1;
        while (row[first] == 0) ++first;
        while (row[last] == 0) --last;
        if (first < box.i0) box.i0 = first;
        if (last > box.i1) box.i1 = last;
    }
    return box;
}

Box widened(const world::SmokeGrid& grid, Box b) noexcept {
    if (b.i0 > 0) --b.i0;
    if (b.j0 > 0) --b.j0;
    if (b.i1 < grid.nx - 1) ++b.i1;
    if (b.j1 < grid.ny - 1) ++b.j1;
    return b;
}

float smaller(float a, float b) noexcept { return a < b ? a : b; }
float larger(float a, float b) noexcept { return a > b ? a : b; }

// Monotonized central limiter: the slope of a cell, 0 at an extremum.
float limited_slope(float behind, float ahead) noexcept {
    const float mean = 0.5F * (behind + ahead);
    const float up = smaller(smaller(2.0F * behind, 2.0F * ahead), mean);
    const float down = larger(larger(2.0F * behind, 2.0F * ahead), mean);
    return larger(up, 0.0F) + smaller(down, 0.0F);
}

// Smoke that crosses the face between b and c in one substep, in whole units; a b | c d lie in a row along
// the axis.
struct Face {
    float courant = 0, half_rest = 0, diffusion = 0;
    bool forward = true;
    [[nodiscard]] std::int32_t flux(float a, float b, float c, float d) const noexcept {
        const float carried = forward ? courant * (b + half_rest * limited_slope(b - a, c - b))
                                      : -courant * (c - half_rest * limited_slope(c - b, d - c));
        return static_cast<std::int32_t>(carried) + static_cast<std::int32_t>(diffusion * (b - c));
    }
};

Face make_face(double u_m_s, double dt_s, double dx_m, double diffusion_m2_s) noexcept {
    const double courant = u_m_s * dt_s / dx_m;
    Face face;
    face.forward = courant >= 0;
    face.courant = static_cast<float>(courant < 0 ? -courant : courant);
    face.half_rest = 0.5F * (1.0F - face.courant);
    face.diffusion = static_cast<float>(diffusion_m2_s * dt_s / (dx_m * dx_m));
    return face;
}

template <bool kForward>
void row_faces(const Face& face, const float* k, std::int32_t n, std::int32_t* flux) noexcept {
    Face f = face;
    f.forward = kForward;  // a constant, so that the loop has no branch
    for (std::int32_t i = 0; i <= n; ++i) flux[i] = f.flux(k[i], k[i + 1], k[i + 2], k[i + 3]);
}

// k has two cells of margin before cell 0 and after cell n-1; flux[i] crosses the face west of cell i.
void sweep_row(const Face& face, const std::int32_t* in, std::int32_t* out, std::int32_t n, float* k,
               std::int32_t* flux) noexcept {
    k[0] = k[1] = k[n + 2] = k[n + 3] = 0.0F;
    for (std::int32_t i = 0; i < n; ++i) k[i + 2] = static_cast<float>(in[i]);
    if (face.forward) {
        row_faces<true>(face, k, n, flux);
    } else {
        row_faces<false>(face, k, n, flux);
    }
    for (std::int32_t i = 0; i < n; ++i) out[i] = in[i] + flux[i] - flux[i + 1];
}

template <bool kForward>
void column_faces(const Face& face, const std::int32_t* a, const std::int32_t* b, const std::int32_t* c,
                  const std::int32_t* d, std::int32_t n, std::int32_t* flux) noexcept {
    Face f = face;
    f.forward = kForward;
    for (std::int32_t i = 0; i < n; ++i) {
        flux[i] = f.flux(static_cast<float>(a[i]), static_cast<float>(b[i]), static_cast<float>(c[i]),
                         static_cast<float>(d[i]));
    }
}

// Smoke through the faces south of row j of the swept field; rows outside the map are empty.
void faces_south_of(std::int32_t j, const world::SmokeGrid& grid, const Box& box, const Face& face,
                    world::AirScratch& s, std::int32_t* flux) noexcept {
    const std::int32_t* nothing = s.swept.data() + grid.size();
    const auto row = [&](std::int32_t r) {
        return r < 0 || r >= grid.ny ? nothing
                                     : s.swept.data() + static_cast<std::ptrdiff_t>(r) * grid.nx + box.i0;
    };
    const std::int32_t n = box.i1 - box.i0 + 1;
    if (face.forward) {
        column_faces<true>(face, row(j - 2), row(j - 1), row(j), row(j + 1), n, flux);
    } else {
        column_faces<false>(face, row(j - 2), row(j - 1), row(j), row(j + 1), n, flux);
    }
}

void zero_rows(const world::SmokeGrid& grid, const Box& box, std::int32_t from, std::int32_t to,
               base::Column<std::int32_t>& field) noexcept {
    for (std::int32_t j = from; j <= to; ++j) {
        if (j < 0 || j >= grid.ny) continue;
        std::int32_t* row = field.data() + static_cast<std::ptrdiff_t>(j) * grid.nx;
        for (std::int32_t i = box.i0; i <= box.i1; ++i) row[i] = 0;
    }
}

void substep(const world::SmokeGrid& grid, const Face& along_x, const Face& along_y,
             base::Column<std::int32_t>& k, world::AirScratch& s) noexcept {
    const Box full = occupied(grid, k);
    if (full.empty()) return;
    const Box box = widened(grid, full);
    const std::int32_t n = box.i1 - box.i0 + 1;
    zero_rows(grid, box, box.j0 - 2, box.j1 + 2, s.swept);
    for (std::int32_t j = full.j0; j <= full.j1; ++j) {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(j) * grid.nx + box.i0;
        sweep_row(along_x, k.data() + at, s.swept.data() + at, n, s.line.data(), s.flux.data());
    }
    std::int32_t* south = s.flux_south.data();
    std::int32_t* north = s.flux_north.data();
    faces_south_of(box.j0, grid, box, along_y, s, south);
    for (std::int32_t j = box.j0; j <= box.j1; ++j) {
        faces_south_of(j + 1, grid, box, along_y, s, north);
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(j) * grid.nx + box.i0;
        const std::int32_t* swept = s.swept.data() + at;
        std::int32_t* out = k.data() + at;
        for (std::int32_t i = 0; i < n; ++i) out[i] = swept[i] + south[i] - north[i];
        std::int32_t* spent = south;
        south = north;
        north = spent;
    }
}

// First-order loss, rounded up to whole units so that the last wisps vanish.
void lose(const world::SmokeGrid& grid, double share, base::Column<std::int32_t>& k) noexcept {
    const auto lost = static_cast<float>(share);
    const auto cells = static_cast<std::ptrdiff_t>(grid.size());
    for (std::ptrdiff_t c = 0; c < cells; ++c) {
        const std::int32_t here = k[static_cast<std::size_t>(c)];
        const std::int32_t left = here - static_cast<std::int32_t>(static_cast<float>(here) * lost) - 1;
        k[static_cast<std::size_t>(c)] = left > 0 ? left : 0;
    }
}

// Calls add(cell, share of the cell covered) for the cells a box touches.
template <class F>
void over_box(const world::SmokeGrid& grid, std::int32_t x0, std::int32_t y0, std::int32_t x1,
              std::int32_t y1, F&& add) {
    const std::int32_t left = x0 < x1 ? x0 : x1, right = x0 < x1 ? x1 : x0;
    const std::int32_t low = y0 < y1 ? y0 : y1, high = y0 < y1 ? y1 : y0;
    if (grid.nx <= 0 || grid.ny <= 0) return;
    const double cell = grid.cell_mm;
    const auto covered = [&](std::int32_t from, std::int32_t to, std::int32_t origin, std::int32_t n) {
        const double a = origin + static_cast<double>(n) * cell, b = a + cell;
        const double lo = from > a ? from : a, hi = to < b ? to : b;
        return hi > lo ? (hi - lo) / cell : 0.0;
    };
    for (std::int32_t j = grid.row(low); j <= grid.row(high); ++j) {
        const double share_y = covered(low, high, grid.y0_mm, j);
        for (std::int32_t i = grid.column(left); i <= grid.column(right); ++i) {
            const double share = share_y * covered(left, right, grid.x0_mm, i);
            if (share > 0)
                add(static_cast<std::size_t>(j) * static_cast<std::size_t>(grid.nx) +
                        static_cast<std::size_t>(i),
                    share);
        }
    }
}

}  // namespace

SmokeStep smoke_step(const model::Model& model, const world::SmokeGrid& grid, Wind at_10_m) noexcept {
    return layer_step(model, grid, at_10_m, static_cast<double>(model.parameters.element.smoke_layer_m));
}

SmokeStep layer_step(const model::Model& model, const world::SmokeGrid& grid, Wind at_10_m,
                     double layer_m) noexcept {
    const auto& p = model.parameters.element;
    const double factor = layer_wind_factor(layer_m, static_cast<double>(p.wind_profile_height_m),
                                            static_cast<double>(p.wind_profile_exponent));
    SmokeStep step;
    step.u_x_m_s = at_10_m.x_m_s * factor;
    step.u_y_m_s = at_10_m.y_m_s * factor;
    const double speed = std::sqrt(step.u_x_m_s * step.u_x_m_s + step.u_y_m_s * step.u_y_m_s);
    step.diffusion_m2_s = static_cast<double>(p.smoke_diffusion_length_m) * speed +
                          static_cast<double>(p.smoke_diffusion_calm_m2_s);
    step.loss_per_s =
        static_cast<double>(p.smoke_loft_per_m) * speed + static_cast<double>(p.smoke_loft_per_s);
    const double dx = grid.cell_mm * 0.001;
    const double ux = step.u_x_m_s < 0 ? -step.u_x_m_s : step.u_x_m_s;
    const double uy = step.u_y_m_s < 0 ? -step.u_y_m_s : step.u_y_m_s;
    const double by_wind = (ux > uy ? ux : uy) / dx / kMostCourant;
    const double by_spread = step.diffusion_m2_s / (dx * dx) / kMostDiffusion;
    const double wanted = by_wind > by_spread ? by_wind : by_spread;
    step.substeps = 1;
    while (step.substeps < wanted && step.substeps < kMostSubsteps) ++step.substeps;
    return step;
}

void hang_clouds(const model::Model& model, const world::SmokeGrid& grid, world::SmokeTable& smoke) noexcept {
    for (const auto& s : model.smoke_starts) {
        auto& k = s.white ? smoke.white_um : smoke.black_um;
        over_box(grid, s.x0_mm, s.y0_mm, s.x1_mm, s.y1_mm, [&](std::size_t cell, double share) {
            const double um = static_cast<double>(s.extinction_per_m) * kMicro * share;
            k[cell] = math::saturate<std::int32_t>(std::int64_t{k[cell]} + math::round_to<std::int32_t>(um));
        });
    }
}

double burning_share(const model::SmokeSource& source, base::Tick tick) noexcept {
    if (tick < source.from || tick >= source.until) return 0.0;
    const base::Tick left = source.until - tick;
    if (source.fade <= 0 || left >= source.fade) return 1.0;
    return static_cast<double>(left) / static_cast<double>(source.fade);
}

void emit(const model::Model& model, const world::SmokeGrid& grid, base::Tick tick,
          world::SmokeTable& smoke) noexcept {
    const auto& p = model.parameters.element;
    for (const auto& s : model.smoke_sources) {
        const double share_burning = burning_share(s, tick);
        if (!(share_burning > 0)) continue;
        const auto lofted =
            static_cast<double>(s.flaming ? p.smoke_flaming_lofted_share : p.smoke_smouldering_lofted_share);
        const double um_per_s = static_cast<double>(s.emission_g_m2_s) *
                                static_cast<double>(s.extinction_m2_g) * (1.0 - lofted) /
                                static_cast<double>(p.smoke_layer_m) * kMicro * share_burning;
        auto& k = s.white ? smoke.white_um : smoke.black_um;
        over_box(grid, s.x0_mm, s.y0_mm, s.x1_mm, s.y1_mm, [&](std::size_t cell, double share) {
            k[cell] = math::saturate<std::int32_t>(std::int64_t{k[cell]} +
                                                   math::round_to<std::int32_t>(um_per_s * share));
        });
    }
}

void emit_fire(const model::Model& model, const world::SmokeGrid& grid, world::World& world) noexcept {
    const auto& fire = world.fire;
    if (fire.size() == 0 || world.blazes.size() == 0) return;
    const auto& p = model.parameters.element;
    const auto& g = model.ground;
    // Extinction in the layer by a kilogram of fuel on a square metre.
    const auto per_kg = [&](float emission, float lofted) {
        return static_cast<double>(emission) * static_cast<double>(p.fire_smoke_extinction_m2_g) *
               (1.0 - static_cast<double>(lofted)) / static_cast<double>(p.smoke_layer_m) * kMicro;
    };
    const auto flaming_share = static_cast<double>(p.fire_flaming_share);
    const double black = per_kg(p.fire_flaming_emission_g_kg, p.smoke_flaming_lofted_share) * flaming_share;
    const double white =
        per_kg(p.fire_smouldering_emission_g_kg, p.smoke_smouldering_lofted_share) * (1.0 - flaming_share);
    const double embers = static_cast<double>(p.fire_smoulder_s) * static_cast<double>(base::kTicksPerSecond);
    const double now = static_cast<double>(world.tick()),
                 end = now + static_cast<double>(base::kTicksPerSecond);
    const auto overlap = [&](double from, double until) {
        const double a = from > now ? from : now, b = until < end ? until : end;
        return b > a ? b - a : 0.0;
    };
    for (std::size_t c = 0; c < fire.size(); ++c) {
        if (fire.lit[c] < 0) continue;
        const double lit = fire.lit[c], out = lit + fire.flame_ticks[c];
        if (out + embers <= now || fire.flame_ticks[c] == 0) continue;
        const double mass = burnt_kg_m2(model.fuels[g.fuel[c]]);
        const double dark = black * mass * overlap(lit, out) / fire.flame_ticks[c];
        const double pale = white * mass * overlap(out, out + embers) / embers;
        const auto i = static_cast<std::int32_t>(c % static_cast<std::size_t>(g.nx));
        const auto j = static_cast<std::int32_t>(c / static_cast<std::size_t>(g.nx));
        const std::int32_t x = g.x0_mm + i * g.cell_mm, y = g.y0_mm + j * g.cell_mm;
        over_box(grid, x, y, x + g.cell_mm, y + g.cell_mm, [&](std::size_t cell, double share) {
            const auto add = [&](std::int32_t& k, double um) {
                k = math::saturate<std::int32_t>(std::int64_t{k} + math::round_to<std::int32_t>(um * share));
            };
            add(world.smoke.black_um[cell], dark);
            add(world.smoke.white_um[cell], pale);
        });
    }
}

void carry(const world::SmokeGrid& grid, const SmokeStep& step, base::Column<std::int32_t>& extinction_um,
           world::AirScratch& scratch) noexcept {
    const auto nx = static_cast<std::size_t>(grid.nx);
    // One empty row more than the map has: it stands for the rows beyond the edge.
    if (scratch.swept.size() < grid.size() + nx) scratch.swept.resize(grid.size() + nx);
    if (scratch.line.size() < nx + 4) scratch.line.resize(nx + 4);
    if (scratch.flux.size() < nx + 1) scratch.flux.resize(nx + 1);
    if (scratch.flux_south.size() < nx) scratch.flux_south.resize(nx);
    if (scratch.flux_north.size() < nx) scratch.flux_north.resize(nx);
    for (std::size_t i = 0; i < nx; ++i) scratch.swept[grid.size() + i] = 0;
    const double dt = 1.0 / step.substeps, dx = grid.cell_mm * 0.001;
    const Face along_x = make_face(step.u_x_m_s, dt, dx, step.diffusion_m2_s);
    const Face along_y = make_face(step.u_y_m_s, dt, dx, step.diffusion_m2_s);
    for (int sub = 0; sub < step.substeps; ++sub) substep(grid, along_x, along_y, extinction_um, scratch);
    if (step.loss_per_s > 0) lose(grid, 1.0 - det::exp(-step.loss_per_s), extinction_um);
}

}  // namespace linghe::element
