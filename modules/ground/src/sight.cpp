// Lines of sight over heights by half cells, over walls by exact crossing of segments.
#include "linghe/ground/sight.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/ground/sketch.hpp"

namespace linghe::ground {
namespace {

double height_m(const Ground& g, std::int64_t x, std::int64_t y) noexcept {
    return g.height_mm[static_cast<std::size_t>(y * g.nx + x)] * 0.001;
}

/// How far along a-b (0..1) it crosses c-d; negative when it does not.
double crossing(const Point3M& a, const Point3M& b, PointM c, PointM d) noexcept {
    const double ux = b.x_m - a.x_m, uy = b.y_m - a.y_m;
    const double cx = static_cast<double>(c.x_m), cy = static_cast<double>(c.y_m);
    const double vx = static_cast<double>(d.x_m) - cx, vy = static_cast<double>(d.y_m) - cy;
    const double det = ux * vy - uy * vx;
    if (det == 0) return -1;
    const double wx = cx - a.x_m, wy = cy - a.y_m;
    const double t = (wx * vy - wy * vx) / det, s = (wx * uy - wy * ux) / det;
    return t >= 0 && t <= 1 && s >= 0 && s <= 1 ? t : -1;
}

bool through_open_gate(const Wall& wall, std::size_t first, double x, double y,
                       std::span<const std::uint8_t> open) noexcept {
    for (std::size_t i = 0; i < wall.gates.size(); ++i) {
        const Gate& gate = wall.gates[i];
        if (first + i < open.size() ? open[first + i] == 0 : !gate.open) continue;
        const double dx = x - static_cast<double>(gate.at.x_m), dy = y - static_cast<double>(gate.at.y_m);
        const double half = static_cast<double>(gate.width_m) / 2;
        if (dx * dx + dy * dy <= half * half) return true;
    }
    return false;
}

}  // namespace

double slope_at(const Ground& g, std::int32_t x, std::int32_t y) noexcept {
    const std::int32_t w = x > 0 ? x - 1 : x, e = x + 1 < g.nx ? x + 1 : x;
    const std::int32_t s = y > 0 ? y - 1 : y, n = y + 1 < g.ny ? y + 1 : y;
    const double cell_m = g.cell_mm * 0.001;
    const double gx = e > w ? (height_m(g, e, y) - height_m(g, w, y)) / (cell_m * (e - w)) : 0;
    const double gy = n > s ? (height_m(g, x, n) - height_m(g, x, s)) / (cell_m * (n - s)) : 0;
    return std::sqrt(gx * gx + gy * gy);
}

double height_between_m(const Ground& g, double x_m, double y_m) noexcept {
    const double cell_m = g.cell_mm * 0.001;
    double fx = (x_m - g.x0_mm * 0.001) / cell_m - 0.5, fy = (y_m - g.y0_mm * 0.001) / cell_m - 0.5;
    fx = std::clamp(fx, 0.0, static_cast<double>(g.nx - 1));
    fy = std::clamp(fy, 0.0, static_cast<double>(g.ny - 1));
    const auto x = static_cast<std::int64_t>(fx), y = static_cast<std::int64_t>(fy);
    const std::int64_t e = std::min<std::int64_t>(x + 1, g.nx - 1),
                       n = std::min<std::int64_t>(y + 1, g.ny - 1);
    const double tx = fx - static_cast<double>(x), ty = fy - static_cast<double>(y);
    const double south = height_m(g, x, y) + tx * (height_m(g, e, y) - height_m(g, x, y));
    const double north = height_m(g, x, n) + tx * (height_m(g, e, n) - height_m(g, x, n));
    return south + ty * (north - south);
}

bool hidden_by_heights(const Ground& g, const Point3M& a, const Point3M& b) noexcept {
    const double dx = b.x_m - a.x_m, dy = b.y_m - a.y_m;
    const auto steps = static_cast<int>(std::sqrt(dx * dx + dy * dy) / (g.cell_mm * 0.0005)) + 1;
    for (int i = 1; i < steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        if (height_between_m(g, a.x_m + t * dx, a.y_m + t * dy) > a.z_m + t * (b.z_m - a.z_m)) return true;
    }
    return false;
}

bool hidden_by_walls(const Ground& g, const Point3M& a, const Point3M& b,
                     std::span<const std::uint8_t> open) noexcept {
    const double west = std::min(a.x_m, b.x_m), east = std::max(a.x_m, b.x_m);
    const double south = std::min(a.y_m, b.y_m), north = std::max(a.y_m, b.y_m);
    std::size_t first = 0;
    for (const Wall& wall : g.walls) {
        for (std::size_t i = 0; i + 1 < wall.line.size(); ++i) {
            const PointM c = wall.line[i], d = wall.line[i + 1];
            if (static_cast<double>(std::max(c.x_m, d.x_m)) < west ||
                static_cast<double>(std::min(c.x_m, d.x_m)) > east ||
                static_cast<double>(std::max(c.y_m, d.y_m)) < south ||
                static_cast<double>(std::min(c.y_m, d.y_m)) > north)
                continue;
            const double t = crossing(a, b, c, d);
            if (t < 0) continue;
            const double x = a.x_m + t * (b.x_m - a.x_m), y = a.y_m + t * (b.y_m - a.y_m);
            const double top = height_between_m(g, x, y) + static_cast<double>(wall.height_m);
            if (top > a.z_m + t * (b.z_m - a.z_m) && !through_open_gate(wall, first, x, y, open)) return true;
        }
        first += wall.gates.size();
    }
    return false;
}

}  // namespace linghe::ground
