// Lands that are known as formulas, written as rasters in degrees, imported into metres, and compared with the formula again:
// heights, slopes, lines of sight.
#include <cmath>
#include <filesystem>
#include <functional>

#include "linghe/atlas/import.hpp"
#include "linghe/base/text.hpp"
#include "linghe/ground/sight.hpp"
#include "linghe/scenario/map.hpp"
#include "linghe/scenario/scenario.hpp"
#include "verify.hpp"

namespace {

using namespace linghe;
using verify::percent;
using verify::within;

constexpr double kLat = 41.1, kLon = 121.35;  // the Dalinghe
constexpr double kPi = 3.14159265358979323846;

/// UTM zone 51 north by the series of L. Krueger (1912), third order in n: below a millimetre. Not GDAL's own arithmetic.
void utm51(double lat, double lon, double& east, double& north) {
    constexpr double a = 6378137.0, f = 1 / 298.257223563, n = f / (2 - f);
    const double A = a / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64);
    const double alpha[3] = {n / 2 - 2 * n * n / 3 + 5 * n * n * n / 16, 13 * n * n / 48 - 3 * n * n * n / 5,
                             61 * n * n * n / 240};
    const double phi = lat * kPi / 180, lam = (lon - 123) * kPi / 180, e = 2 * std::sqrt(n) / (1 + n);
    const double t = std::sinh(std::atanh(std::sin(phi)) - e * std::atanh(e * std::sin(phi)));
    const double xi = std::atan2(t, std::cos(lam)), eta = std::atanh(std::sin(lam) / std::sqrt(1 + t * t));
    double x = eta, y = xi;
    for (int j = 0; j < 3; ++j) {
        x += alpha[j] * std::cos(2 * (j + 1) * xi) * std::sinh(2 * (j + 1) * eta);
        y += alpha[j] * std::sin(2 * (j + 1) * xi) * std::cosh(2 * (j + 1) * eta);
    }
    east = 500000 + 0.9996 * A * x, north = 0.9996 * A * y;
}

struct Land {
    ground::Ground ground;
    double x_m = 0, y_m = 0;  ///< where the formula's middle lies on the map
};

/// A raster of one second of arc with the heights of a formula of metres from its middle, imported with cells of 10 m.
base::Result<Land> imported(const std::string& name, double factor, const std::string& units,
                            const std::function<double(double, double)>& height) {
    base::RealFileSystem fs;
    double mid_e = 0, mid_n = 0;
    utm51(kLat, kLon, mid_e, mid_n);
    constexpr int kSide = 180;
    const double step = 1.0 / 3600, west = kLon - kSide / 2 * step, south = kLat - kSide / 2 * step;
    std::string text = "ncols 180\nnrows 180\nxllcorner " + base::to_text(west) + "\nyllcorner " +
                       base::to_text(south) + "\ncellsize " + base::to_text(step) + "\n";
    for (int row = kSide - 1; row >= 0; --row)
        for (int column = 0; column < kSide; ++column) {
            double e = 0, n = 0;
            utm51(south + (row + 0.5) * step, west + (column + 0.5) * step, e, n);
            text += base::to_text(height(e - mid_e, n - mid_n) * factor) + (column + 1 < kSide ? " " : "\n");
        }
    const std::string path =
        (std::filesystem::temp_directory_path() /
         ("linghe-verify-" + name + "-" + base::to_text(std::uint64_t{fs.sys_random() % 1000000}) + ".asc"))
            .string();
    LINGHE_CHECK_OK(base::atomic_write(fs, path, text));
    atlas::Request q;
    q.elevation = path, q.source_crs = "EPSG:4326", q.units = units;
    q.centre = base::to_text(kLat) + "," + base::to_text(kLon), q.size_km = "3.2";
    auto made = atlas::import_map(fs, q);
    (void)fs.remove(path);
    if (!made.ok()) return made.error();
    scenario::Sources sources;
    for (auto& [file, bytes] : made.value().files) sources.files.emplace(file, bytes);
    std::vector<scenario::Problem> problems;
    LINGHE_TRY(auto land, scenario::read_map(sources, "map.toml", problems));
    return Land{std::move(land.ground), mid_e - land.provenance.origin_east_m,
                mid_n - land.provenance.origin_north_m};
}

/// Greatest error of height over the cells where `counts` holds.
double worst(const Land& land, const std::function<double(double, double)>& height,
             const std::function<bool(double, double)>& counts) {
    const ground::Ground& g = land.ground;
    double most = 0;
    for (std::int32_t y = 0; y < g.ny; ++y)
        for (std::int32_t x = 0; x < g.nx; ++x) {
            const double dx = (x + 0.5) * 10 - land.x_m, dy = (y + 0.5) * 10 - land.y_m;
            if (!counts(dx, dy)) continue;
            most = std::fmax(most, std::fabs(g.height_mm[static_cast<std::size_t>(y * g.nx + x)] * 0.001 -
                                             height(dx, dy)));
        }
    return most;
}
double slope_near(const Land& land, double dx, double dy) {
    return ground::slope_at(land.ground, static_cast<std::int32_t>((land.x_m + dx) / 10),
                            static_cast<std::int32_t>((land.y_m + dy) / 10));
}

double plane(double dx, double dy) { return 100 + 0.03 * dx + 0.02 * dy; }
double cone(double dx, double dy) { return 20 + 120 * std::fmax(0, 1 - std::hypot(dx, dy) / 1000); }
double hill(double dx, double dy) {
    const double d = std::hypot(dx, dy);
    return 20 + (d < 800 ? 40 * (1 + std::cos(kPi * d / 800)) : 0);
}
bool everywhere(double, double) { return true; }

/// Least height above the ground at which a mark 1200 m behind the top is seen by an eye of 1.7 m as far before it.
double least_seen_m(const Land& land) {
    double low = 0, high = 400;
    const double base = 20;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        const bool hidden = ground::hidden_by_heights(land.ground, {land.x_m - 1200, land.y_m, base + 1.7},
                                                      {land.x_m + 1200, land.y_m, base + middle});
        (hidden ? low : high) = middle;
    }
    return high;
}
/// The same from the formula of the hill: the steepest line from the eye over any of its points.
double least_seen_by_formula_m() {
    double steepest = 0;
    for (double x = -800; x <= 800; x += 0.1)
        steepest = std::fmax(steepest, (hill(x, 0) - 21.7) / (x + 1200));
    return 1.7 + 2400 * steepest;
}

bool told(verify::Points& p, const std::string& id, const std::string& what, const base::Result<Land>& land) {
    p.formula(id, what + " is imported", "1", 1, within(0), land.ok() ? 1 : 0);
    if (!land.ok()) p.note(land.error().text());
    return land.ok();
}

void measure(verify::Points& p) {
    double e = 0, n = 0;
    utm51(41, 123, e, n);
    p.formula("L.0", "easting of the central meridian", "m", 500000, within(0.001), e);
    if (const auto land = imported("plane", 1, "", plane);
        told(p, "L.1", "a plane of 1 second of arc", land)) {
        p.formula("L.1a", "plane: greatest error of height", "m", 0, within(0.005),
                  worst(land.value(), plane, everywhere));
        p.formula("L.1b", "plane: slope", "1", std::hypot(0.03, 0.02), percent(1),
                  slope_near(land.value(), 400, -300));
    }
    if (const auto land = imported("feet", 1 / 0.3048, "ft", plane);
        told(p, "L.2", "the same plane in feet", land))
        p.formula("L.2a", "plane in feet: greatest error of height", "m", 0, within(0.005),
                  worst(land.value(), plane, everywhere));
    if (const auto land = imported("cone", 1, "", cone);
        told(p, "L.3", "a cone 120 m high, 1000 m wide", land)) {
        const auto smooth = [](double x, double y) {
            const double d = std::hypot(x, y);
            return d > 100 && std::fabs(d - 1000) > 80;
        };
        p.formula("L.3a", "cone: greatest error of height away from top and foot", "m", 0, within(0.05),
                  worst(land.value(), cone, smooth));
        p.formula("L.3b", "cone: slope half-way up", "1", 0.12, percent(1),
                  slope_near(land.value(), 300, 400));
        p.note("cone: greatest error of height anywhere (the top is cut by pixels of 23 x 31 m): " +
               base::to_text_fixed(worst(land.value(), cone, everywhere), 2) + " m");
    }
    if (const auto land = imported("hill", 1, "", hill);
        told(p, "L.4", "a raised cosine 80 m high, 800 m wide", land)) {
        p.formula("L.4a", "hill: greatest error of height", "m", 0, within(0.05),
                  worst(land.value(), hill, everywhere));
        p.formula("L.4b", "hill: slope half-way up, pi h / 2 r", "1", kPi * 80 / (2 * 800), percent(1),
                  slope_near(land.value(), 240, 320));
        p.formula("L.4c", "hill: least height seen over it, 1200 m before and behind", "m",
                  least_seen_by_formula_m(), percent(1), least_seen_m(land.value()));
    }
}

const verify::Registered terrain{
    {"terrain-import", "closed forms: plane, cone, raised cosine; UTM by the series of Krueger (1912)",
     verify::Length::quick, measure}};

}  // namespace
