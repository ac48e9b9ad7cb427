#include "frame.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/base/limits.hpp"
#include "linghe/base/text.hpp"

namespace linghe::atlas {
namespace {

using base::Error;
using base::ErrorCode;
using base::to_text;

struct Bounds {
    double west = 1e300, south = 1e300, east = -1e300, north = -1e300;
    void take(double x, double y) {
        west = std::min(west, x), east = std::max(east, x);
        south = std::min(south, y), north = std::max(north, y);
    }
};

/// Numbers parted by a comma or 'x'; false unless there are exactly `count`.
bool numbers(const std::string& text, char by, std::size_t count, std::vector<double>& out) {
    out.clear();
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(by, begin), text.size());
        std::string word = text.substr(begin, end - begin);
        while (!word.empty() && word.front() == ' ') word.erase(0, 1);
        while (!word.empty() && word.back() == ' ') word.pop_back();
        const auto v = base::parse_double(word);
        if (!v.ok()) return false;
        out.push_back(v.value());
        begin = end + 1;
    }
    return out.size() == count;
}

/// The edge of the raster, pixel by pixel where it is small, mapped; false when some of it cannot be mapped.
bool bounds_in(const SourceRaster& s, const Mapper& to, Bounds& b) {
    bool all = true;
    constexpr int kSteps = 64;
    for (int i = 0; i <= kSteps; ++i)
        for (int j = 0; j <= kSteps; ++j) {
            if (i % kSteps != 0 && j % kSteps != 0) continue;
            double x = 0, y = 0;
            s.place(static_cast<double>(s.width) * i / kSteps, static_cast<double>(s.height) * j / kSteps, x,
                    y);
            if (to.map(x, y))
                b.take(x, y);
            else
                all = false;
        }
    return all;
}

base::Result<void> find_centre(const SourceRaster& s, const Request& q, const Mapper& to_degrees, Frame& f) {
    std::vector<double> at;
    if (!q.centre.empty()) {
        if (!numbers(q.centre, ',', 2, at) || std::fabs(at[0]) > 90 || std::fabs(at[1]) > 360)
            return Error{ErrorCode::usage, "--centre", "'" + q.centre + "' is no latitude and longitude",
                         "as in --centre 41.1,121.35"};
        f.lat = at[0], f.lon = at[1];
        return {};
    }
    double x = 0, y = 0;
    s.place(static_cast<double>(s.width) / 2, static_cast<double>(s.height) / 2, x, y);
    if (!to_degrees.map(x, y))
        return Error{ErrorCode::invalid, s.file, "its middle has no latitude and longitude",
                     "is --source-crs right? Or give --centre LAT,LON"};
    f.lat = y, f.lon = x;
    return {};
}

/// How long a metre of the ground is on the grid, north and south of the middle: arc of the meridian of WGS 84 over 0.002
/// degrees against the distance of its images. Conformal systems stretch all directions alike.
bool measure_scale(Frame& f, const Mapper& from_degrees) {
    const double half = 0.001, lat = std::clamp(f.lat, -89.9, 89.9);
    double ax = f.lon, ay = lat - half, bx = f.lon, by = lat + half;
    if (!from_degrees.map(ax, ay) || !from_degrees.map(bx, by)) return false;
    constexpr double kA = 6378137.0, kE2 = 0.00669437999014, kDegree = 0.017453292519943295;
    const double s = std::sin(lat * kDegree), w = 1 - kE2 * s * s;
    const double arc = kA * (1 - kE2) / (w * std::sqrt(w)) * 2 * half * kDegree;
    f.scale = std::hypot(bx - ax, by - ay) / arc;
    return true;
}

base::Result<void> take_system(const Request& q, Frame& f) {
    const bool automatic = q.crs == "auto";
    LINGHE_TRY(f.srs, srs_of(automatic ? "EPSG:" + to_text(epsg_of(f.lat, f.lon)) : q.crs, "--crs"));
    f.code = code_of(f.srs.get());
    const char* name = OSRGetName(f.srs.get());
    f.name = name != nullptr ? name : "";
    if (OSRIsProjected(f.srs.get()) == 0)
        return Error{
            ErrorCode::usage, "--crs", told(f.srs.get()) + " is in degrees; a battle needs metres",
            "leave it out (auto: EPSG:" + to_text(epsg_of(f.lat, f.lon)) + "), or give a projected system"};
    char* unit = nullptr;
    const double metres = OSRGetLinearUnits(f.srs.get(), &unit);
    if (std::fabs(metres - 1) > 1e-9)
        return Error{
            ErrorCode::usage, "--crs",
            told(f.srs.get()) + " is in units of " + to_text(metres) + " m; a battle needs metres",
            "leave it out (auto: EPSG:" + to_text(epsg_of(f.lat, f.lon)) + "), or give a system in metres"};
    if (f.code.empty()) f.code = "custom";
    Srs degrees;
    LINGHE_TRY(degrees, srs_of("EPSG:4326", "WGS 84"));
    LINGHE_TRY(const auto from_degrees, Mapper::between(degrees.get(), f.srs.get()));
    if (!measure_scale(f, from_degrees))
        return Error{ErrorCode::usage, "--crs",
                     told(f.srs.get()) + " does not reach to " + to_text(f.lat) + ", " + to_text(f.lon),
                     "leave it out (auto: EPSG:" + to_text(epsg_of(f.lat, f.lon)) + ")"};
    constexpr double kMostStretch = 0.02;
    if (std::fabs(f.scale - 1) > kMostStretch)
        return Error{ErrorCode::usage, "--crs",
                     told(f.srs.get()) + " makes a metre " + base::to_text_fixed(f.scale, 3) +
                         " m long here: every distance would be wrong",
                     "leave it out (auto: EPSG:" + to_text(epsg_of(f.lat, f.lon)) + ")"};
    return {};
}

base::Result<void> box_around(const Request& q, Frame& f, Bounds& box) {
    std::vector<double> size;
    if (!(numbers(q.size_km, 'x', 2, size) ||
          (numbers(q.size_km, 'x', 1, size) && (size.push_back(size[0]), true))) ||
        !(size[0] > 0 && size[1] > 0))
        return Error{ErrorCode::usage, "--size",
                     q.size_km.empty() ? "is missing" : "'" + q.size_km + "' is no size",
                     "kilometres, as in --size 8 or --size 8x6 (east-west x north-south)"};
    Srs degrees;
    LINGHE_TRY(degrees, srs_of("EPSG:4326", "WGS 84"));
    LINGHE_TRY(const auto from_degrees, Mapper::between(degrees.get(), f.srs.get()));
    double x = f.lon, y = f.lat;
    if (!from_degrees.map(x, y))
        return Error{ErrorCode::usage, "--centre", "lies outside " + told(f.srs.get()), "leave --crs out"};
    box = {x - size[0] * 500, y - size[1] * 500, x + size[0] * 500, y + size[1] * 500};
    // The corner on whole cells; the size as asked for, to the nearest cell.
    box.west = std::floor(box.west / f.cell) * f.cell, box.south = std::floor(box.south / f.cell) * f.cell;
    box.east = box.west + std::max(1.0, std::round(size[0] * 1000 / f.cell)) * f.cell;
    box.north = box.south + std::max(1.0, std::round(size[1] * 1000 / f.cell)) * f.cell;
    return {};
}

base::Result<void> take_box(const SourceRaster& s, const Request& q, Frame& f) {
    Bounds box;
    if (!q.extent.empty()) {
        std::vector<double> v;
        if (!numbers(q.extent, ',', 4, v) || !(v[2] > v[0] && v[3] > v[1]))
            return Error{ErrorCode::usage, "--extent", "'" + q.extent + "' is no box with an area",
                         "west,south,east,north in metres of " + f.code + ", west < east and south < north"};
        if (std::fabs(v[0]) <= 360 && std::fabs(v[2]) <= 360 && std::fabs(v[1]) <= 90 &&
            std::fabs(v[3]) <= 90)
            return Error{ErrorCode::usage, "--extent", "'" + q.extent + "' seems to be in degrees",
                         "give metres of " + f.code + ", or --centre LAT,LON --size KM"};
        box = {std::floor(v[0] / f.cell + 1e-9) * f.cell, std::floor(v[1] / f.cell + 1e-9) * f.cell,
               std::ceil(v[2] / f.cell - 1e-9) * f.cell, std::ceil(v[3] / f.cell - 1e-9) * f.cell};
    } else if (!q.centre.empty()) {
        LINGHE_CHECK_OK(box_around(q, f, box));
    } else {
        LINGHE_TRY(const auto to_grid, Mapper::between(s.srs.get(), f.srs.get()));
        if (!bounds_in(s, to_grid, box))
            return Error{ErrorCode::limit, s.file,
                         "it is too large for one grid in metres: part of it lies outside " + f.code,
                         "choose a part: --centre LAT,LON --size KM"};
        box = {std::floor(box.west / f.cell) * f.cell, std::floor(box.south / f.cell) * f.cell,
               std::ceil(box.east / f.cell) * f.cell, std::ceil(box.north / f.cell) * f.cell};
        f.whole = true;
    }
    f.west = box.west, f.south = box.south;
    const double nx = std::round((box.east - box.west) / f.cell),
                 ny = std::round((box.north - box.south) / f.cell);
    if (nx * ny > static_cast<double>(base::limits::kMapCells) || std::max(nx, ny) > 2e6)
        return Error{ErrorCode::limit, q.extent.empty() && q.centre.empty() ? s.file : "the map",
                     "it would have " + base::to_text_fixed(nx, 0) + " x " + base::to_text_fixed(ny, 0) +
                         " cells of " + to_text(f.cell) + " m (" +
                         base::to_text_fixed(nx * f.cell / 1000, 1) + " x " +
                         base::to_text_fixed(ny * f.cell / 1000, 1) + " km)",
                     "at most 16777216 cells: choose a part with --centre LAT,LON --size KM or --extent, or "
                     "a larger --cell"};
    f.nx = static_cast<std::int64_t>(nx), f.ny = static_cast<std::int64_t>(ny);
    return {};
}

}  // namespace

int epsg_of(double lat, double lon) noexcept {
    if (lat >= 84) return 32661;
    if (lat < -80) return 32761;
    double turned = std::fmod(lon + 180, 360);
    if (turned < 0) turned += 360;
    const double l = turned - 180;
    int zone = std::min(60, static_cast<int>(turned / 6) + 1);
    if (lat >= 56 && lat < 64 && l >= 3 && l < 12) zone = 32;
    if (lat >= 72 && lat < 84 && l >= 0 && l < 42) zone = l < 9 ? 31 : l < 21 ? 33 : l < 33 ? 35 : 37;
    return (lat >= 0 ? 32600 : 32700) + zone;
}

base::Result<Frame> frame_of(const SourceRaster& s, const Request& q) {
    Frame f;
    f.cell = q.cell_m;
    if (!(q.cell_m >= 5 && q.cell_m <= 20))
        return Error{ErrorCode::usage, "--cell", "a cell of " + to_text(q.cell_m) + " m",
                     "from 5 to 20; 10 is what battles are tested with"};
    if (!q.extent.empty() && !q.centre.empty())
        return Error{ErrorCode::usage, "--extent", "and --centre cannot both be given", "give one of them"};
    if (!q.size_km.empty() && q.centre.empty())
        return Error{ErrorCode::usage, "--size", "needs --centre LAT,LON",
                     "as in --centre 41.1,121.35 --size 8"};
    Srs degrees;
    LINGHE_TRY(degrees, srs_of("EPSG:4326", "WGS 84"));
    LINGHE_TRY(const auto to_degrees, Mapper::between(s.srs.get(), degrees.get()));
    LINGHE_CHECK_OK(find_centre(s, q, to_degrees, f));
    LINGHE_CHECK_OK(take_system(q, f));
    LINGHE_CHECK_OK(take_box(s, q, f));
    LINGHE_TRY(const auto back, Mapper::between(f.srs.get(), degrees.get()));
    LINGHE_TRY(const auto there, Mapper::between(degrees.get(), f.srs.get()));
    double x = (f.west + f.east()) / 2, y = (f.south + f.north()) / 2;
    if (back.map(x, y)) f.lon = x, f.lat = y;
    (void)measure_scale(f, there);
    if (q.crs == "auto" && f.code != "EPSG:" + to_text(epsg_of(f.lat, f.lon)))
        f.notes.push_back("the map reaches over the border of a UTM zone; " + f.code +
                          " is used for all of it");
    return f;
}

}  // namespace linghe::atlas
