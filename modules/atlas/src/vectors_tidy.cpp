// Features put in order: pieces joined, gates given to their walls, rivers checked against the heights, covers burnt in.
#include <algorithm>
#include <cmath>

#include "linghe/base/text.hpp"
#include "linghe/ground/sketch.hpp"
#include "vectors.hpp"

namespace linghe::atlas {
namespace {

using base::Error;
using base::ErrorCode;
using base::to_text;
using ground::PointM;

bool near(PointM a, PointM b) { return std::hypot(a.x_m - b.x_m, a.y_m - b.y_m) <= 1.0F; }

/// Appends b to a where an end of one is an end of the other.
bool join(std::vector<PointM>& a, std::vector<PointM> b) {
    if (near(a.front(), b.front()) || near(a.front(), b.back())) std::reverse(a.begin(), a.end());
    if (near(a.back(), b.back())) std::reverse(b.begin(), b.end());
    if (!near(a.back(), b.front())) return false;
    a.insert(a.end(), b.begin() + 1, b.end());
    return true;
}

template <class T, class Same, class Line>
void join_all(std::vector<T>& list, Same same, Line line) {
    for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = i + 1; j < list.size();) {
            // A ring has no end to be gone on from.
            if (same(list[i], list[j]) && !near(line(list[i]).front(), line(list[i]).back()) &&
                join(line(list[i]), line(list[j]))) {
                list.erase(list.begin() + static_cast<std::ptrdiff_t>(j));
                j = i + 1;
            } else {
                ++j;
            }
        }
}

}  // namespace

base::Result<void> tidy(Features& f, std::vector<std::string>& notes) {
    std::vector<ground::Gate> gates;
    for (std::size_t i = 0; i < f.walls.size();) {
        if (f.walls[i].line.empty()) {
            gates.insert(gates.end(), f.walls[i].gates.begin(), f.walls[i].gates.end());
            f.walls.erase(f.walls.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    join_all(
        f.rivers,
        [](const ground::River& a, const ground::River& b) {
            return a.water_width_m == b.water_width_m && a.depth_m == b.depth_m &&
                   a.bank_height_m == b.bank_height_m && a.channel_width_m == b.channel_width_m &&
                   a.name_en == b.name_en;
        },
        [](ground::River& r) -> std::vector<PointM>& { return r.centre; });
    join_all(
        f.walls,
        [](const ground::Wall& a, const ground::Wall& b) {
            return a.height_m == b.height_m && a.thickness_m == b.thickness_m && a.name_en == b.name_en;
        },
        [](ground::Wall& w) -> std::vector<PointM>& { return w.line; });
    for (ground::Gate& gate : gates) {
        ground::Wall* nearest = nullptr;
        double best = 1e300;
        for (ground::Wall& w : f.walls) {
            const double d = ground::foot_on(w.line, gate.at.x_m, gate.at.y_m).distance_m;
            if (d < best) best = d, nearest = &w;
        }
        if (nearest == nullptr || best > static_cast<double>(nearest->thickness_m) / 2 + 5) {
            notes.push_back("gate " + gate.id + " was left out: no wall is within 5 m");
            continue;
        }
        nearest->gates.push_back(std::move(gate));
    }
    const auto far = [&](const ground::Ramp& ramp) {
        for (const auto& r : f.rivers)
            if (ground::foot_on(r.centre, ramp.at.x_m, ramp.at.y_m).distance_m <=
                static_cast<double>(r.channel_width_m) / 2 + 50)
                return false;
        for (const auto& d : f.ditches)
            if (ground::foot_on(d.line, ramp.at.x_m, ramp.at.y_m).distance_m <=
                static_cast<double>(d.width_m) / 2 + 20)
                return false;
        notes.push_back("ford " + ramp.id + " was left out: no river is within 50 m of it");
        return true;
    };
    f.ramps.erase(std::remove_if(f.ramps.begin(), f.ramps.end(), far), f.ramps.end());
    return {};
}

base::Result<void> check_fall(const Features& features, const Grid& heights, const Frame& f,
                              double most_rise_m, std::vector<std::string>& notes) {
    for (const ground::River& r : features.rivers) {
        std::vector<double> h;
        for (std::size_t i = 0; i + 1 < r.centre.size(); ++i) {
            const double ax = static_cast<double>(r.centre[i].x_m), ay = static_cast<double>(r.centre[i].y_m);
            const double ux = static_cast<double>(r.centre[i + 1].x_m) - ax,
                         uy = static_cast<double>(r.centre[i + 1].y_m) - ay;
            const int steps = static_cast<int>(std::hypot(ux, uy) / f.cell) + 1;
            for (int k = 0; k < steps; ++k) {
                const auto x = static_cast<std::int64_t>(std::floor((ax + ux * k / steps) / f.cell)),
                           y = static_cast<std::int64_t>(std::floor((ay + uy * k / steps) / f.cell));
                if (x >= 0 && y >= 0 && x < f.nx && y < f.ny)
                    h.push_back(static_cast<double>(heights[static_cast<std::size_t>(y * f.nx + x)]));
            }
        }
        double forth = 0, back = 0, low = 1e300;
        for (const double v : h) low = std::min(low, v), forth = std::max(forth, v - low);
        low = 1e300;
        for (auto it = h.rbegin(); it != h.rend(); ++it)
            low = std::min(low, *it), back = std::max(back, *it - low);
        const double rise = std::min(forth, back);
        if (rise > most_rise_m)
            return Error{ErrorCode::invalid, "river " + r.id,
                         "it runs uphill by " + base::to_text_fixed(rise, 1) + " m, whichever way it flows",
                         "is its line right, and do line and heights lie in the same system? Allow more with "
                         "--river-rise, or mend the heights with a patch"};
        if (rise > 1)
            notes.push_back("river " + r.id + " rises by " + base::to_text_fixed(rise, 1) +
                            " m on its way in the elevation raster (up to " + to_text(most_rise_m) +
                            " m is let pass)");
    }
    return {};
}

void burn(const std::vector<ground::CoverPatch>& patches, const Frame& f, CoverGrid& cover) {
    for (const ground::CoverPatch& patch : patches) {
        double west = 1e300, south = 1e300, east = -1e300, north = -1e300;
        for (const PointM p : patch.ring) {
            west = std::min<double>(west, p.x_m), east = std::max<double>(east, p.x_m);
            south = std::min<double>(south, p.y_m), north = std::max<double>(north, p.y_m);
        }
        const auto clamp_cell = [&](double m, std::int64_t n) {
            return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(m / f.cell)), 0, n - 1);
        };
        for (std::int64_t y = clamp_cell(south, f.ny); y <= clamp_cell(north, f.ny); ++y)
            for (std::int64_t x = clamp_cell(west, f.nx); x <= clamp_cell(east, f.nx); ++x)
                if (ground::inside_ring(patch.ring, (static_cast<double>(x) + 0.5) * f.cell,
                                        (static_cast<double>(y) + 0.5) * f.cell))
                    cover[static_cast<std::size_t>(y * f.nx + x)] = static_cast<std::uint8_t>(patch.cover);
    }
}

}  // namespace linghe::atlas
