#include "river.hpp"

#include <cmath>

#include "linghe/ground/sketch.hpp"

namespace linghe::lab {
namespace {

/// The place on a river's line which lies `along_m` from its first point.
Station station_at(const ground::River& river, double along_m) {
    Station out;
    out.half_bed_m = static_cast<double>(river.channel_width_m) / 2;
    for (std::size_t i = 0; i + 1 < river.centre.size(); ++i) {
        const double x = static_cast<double>(river.centre[i].x_m),
                     y = static_cast<double>(river.centre[i].y_m);
        const double ux = static_cast<double>(river.centre[i + 1].x_m) - x,
                     uy = static_cast<double>(river.centre[i + 1].y_m) - y;
        const double length = std::hypot(ux, uy);
        if (length <= 0) continue;
        const bool last = i + 2 == river.centre.size();
        if (along_m <= length || last) {
            const double t = along_m < length ? along_m : length;
            out.x_m = x + t * ux / length, out.y_m = y + t * uy / length;
            out.across_x = -uy / length, out.across_y = ux / length;
            return out;
        }
        along_m -= length;
    }
    return out;
}

double length_of(const ground::River& river) {
    double length = 0;
    for (std::size_t i = 0; i + 1 < river.centre.size(); ++i)
        length += std::hypot(
            static_cast<double>(river.centre[i + 1].x_m) - static_cast<double>(river.centre[i].x_m),
            static_cast<double>(river.centre[i + 1].y_m) - static_cast<double>(river.centre[i].y_m));
    return length;
}

}  // namespace

std::vector<Station> stations(const ground::Ground& g, double every_m) {
    std::vector<Station> out;
    for (const auto& river : g.rivers) {
        const double length = length_of(river);
        for (double along = every_m / 2; along < length; along += every_m) {
            const Station at = station_at(river, along);
            if (g.inside(mm_of(at.x_m), mm_of(at.y_m))) out.push_back(at);
        }
    }
    return out;
}

std::vector<Station> crossings(const ground::Ground& g, double every_m) {
    std::vector<Station> out;
    for (const auto& ramp : g.ramps) {
        const ground::River* nearest = nullptr;
        ground::Foot foot;
        for (const auto& river : g.rivers) {
            const auto f = ground::foot_on(river.centre, static_cast<double>(ramp.at.x_m),
                                           static_cast<double>(ramp.at.y_m));
            if (nearest != nullptr && f.distance_m >= foot.distance_m) continue;
            nearest = &river;
            foot = f;
        }
        if (nearest == nullptr) continue;
        const Station at = station_at(*nearest, foot.along_m);
        if (g.inside(mm_of(at.x_m), mm_of(at.y_m))) out.push_back(at);
    }
    return out.empty() ? stations(g, every_m) : out;
}

std::vector<char> bed_of_rivers(const ground::Ground& g) {
    std::vector<char> bed(static_cast<std::size_t>(g.nx) * static_cast<std::size_t>(g.ny));
    const double cell_m = g.cell_mm / 1000.0;
    for (const Station& at : stations(g, cell_m / 2))
        for (double off = -at.half_bed_m; off <= at.half_bed_m; off += cell_m / 2) {
            const auto x = mm_of(at.x_m + off * at.across_x), y = mm_of(at.y_m + off * at.across_y);
            if (g.inside(x, y)) bed[static_cast<std::size_t>(g.cell(x, y))] = 1;
        }
    return bed;
}

}  // namespace linghe::lab
