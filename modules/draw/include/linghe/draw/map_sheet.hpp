// A map by itself: what it holds in figures, as JSON, and as one sheet with shade, contours, water, cover and a legend in
// English and Chinese.
// Called by `linghe terrain sheet` and `linghe terrain import`.
// Never needs GDAL, a run or a screen.
#pragma once
#include <array>
#include <string>

#include "linghe/base/result.hpp"
#include "linghe/draw/painter.hpp"
#include "linghe/scenario/map.hpp"

namespace linghe::draw {

inline constexpr std::size_t kSlopeBands = 5;
/// Upper bounds of the bands, rise / run; the last is open.
inline constexpr std::array<double, kSlopeBands - 1> kSlopeBounds = {0.05, 0.10, 0.20, 0.40};

struct LandFacts {
    double low_m = 0, high_m = 0, mean_slope = 0, steepest = 0;
    std::array<double, 2> low_at_m{}, high_at_m{};  ///< middles of the cells, metres of the map
    std::array<double, kSlopeBands> slope_share{};
    std::array<double, 9> cover_share{};  ///< by ground::Cover
    double water_share = 0, closed_foot_share = 0, closed_horse_share = 0;
};
[[nodiscard]] LandFacts facts_of(const ground::Ground& ground);

/// One object with schema_version: frame, provenance, figures, vectors.
[[nodiscard]] std::string map_json(const std::string& name, const scenario::MapLand& land);

/// The sheet; `name` is its title. Errors: usage (a map without cells).
[[nodiscard]] base::Result<Image> map_sheet(const std::string& name, const scenario::MapLand& land,
                                            Theme theme = Theme::light);

}  // namespace linghe::draw
