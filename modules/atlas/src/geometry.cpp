#include "geometry.hpp"

#include <algorithm>
#include <utility>

namespace linghe::atlas {

int longest_line(OGRGeometryH g) {
    int most = OGR_G_GetPointCount(g);
    for (int i = 0; i < OGR_G_GetGeometryCount(g); ++i)
        most = std::max(most, longest_line(OGR_G_GetGeometryRef(g, i)));
    return most;
}

int points_in(OGRGeometryH g) {
    int sum = OGR_G_GetPointCount(g);
    for (int i = 0; i < OGR_G_GetGeometryCount(g); ++i) sum += points_in(OGR_G_GetGeometryRef(g, i));
    return sum;
}

Geometry within_box(OGRGeometryH g, double least, double east, double north) {
    OGREnvelope e;
    OGR_G_GetEnvelope(g, &e);
    if (e.MinX >= least && e.MinY >= least && e.MaxX <= east && e.MaxY <= north)
        return Geometry(OGR_G_Clone(g));
    Geometry box(OGR_G_CreateGeometry(wkbPolygon));
    OGRGeometryH rim = OGR_G_CreateGeometry(wkbLinearRing);
    for (const auto& [x, y] : {std::pair{least, least}, std::pair{east, least}, std::pair{east, north},
                               std::pair{least, north}, std::pair{least, least}})
        OGR_G_AddPoint_2D(rim, x, y);
    OGR_G_AddGeometryDirectly(raw(box), rim);
    return Geometry(OGR_G_Intersection(g, raw(box)));
}

std::string fit_name(std::string text, std::size_t most_bytes, std::size_t& cut) {
    const std::string given = text;
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    if (text.size() > most_bytes) {
        std::size_t end = most_bytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
        text.resize(end);
    }
    if (text != given) ++cut;
    return text;
}

}  // namespace linghe::atlas
