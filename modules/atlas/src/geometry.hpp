// Geometry: outlines and lines of GDAL's, owned; how many points they have, and what of them lies in a box.
// Used by vectors.cpp, in the child process.
// Never changes what it is given.
#pragma once
#include <ogr_api.h>

#include <memory>
#include <string>

namespace linghe::atlas {

struct GeometryEnd {
    void operator()(void* g) const noexcept { OGR_G_DestroyGeometry(static_cast<OGRGeometryH>(g)); }
};
using Geometry = std::unique_ptr<void, GeometryEnd>;
[[nodiscard]] inline OGRGeometryH raw(const Geometry& g) { return static_cast<OGRGeometryH>(g.get()); }

/// Points of the longest line or ring within.
[[nodiscard]] int longest_line(OGRGeometryH g);
[[nodiscard]] int points_in(OGRGeometryH g);
/// What of it lies between (least, least) and (east, north); null or empty where nothing does.
[[nodiscard]] Geometry within_box(OGRGeometryH g, double least, double east, double north);
/// A name of at most so many bytes, no sign cut in two, in one line. @param cut  counts the names that were changed
[[nodiscard]] std::string fit_name(std::string text, std::size_t most_bytes, std::size_t& cut);

}  // namespace linghe::atlas
