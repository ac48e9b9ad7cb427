// Which grid of metres a place on Earth has.
// Used by frame.cpp and by tests.
// Never knows GDAL.
#pragma once

namespace linghe::atlas {

/// The UTM zone of a place with the exceptions of Norway and Svalbard; the polar stereographic systems (UPS) beyond 84 N
/// and 80 S. Source: NGA.STND.0037, The Universal Grids and the Transverse Mercator and Polar Stereographic Map
/// Projections (2014).
[[nodiscard]] int epsg_of(double lat, double lon) noexcept;

}  // namespace linghe::atlas
