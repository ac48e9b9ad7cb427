// What: the ground of the sheet: relief, contours, cover, water, banks, ramps, roads, tufts.
// Who: Painter, once for each camera.
// Never: draws men or signals.
#pragma once
#include "canvas.hpp"
#include "transform.hpp"

namespace linghe::draw {

/// How strongly a land is drawn: on a plain 2 m contours and full shade, on mountains fewer contours and less shade.
struct Tone {
    float contour_m = 2, shade = 1;
};
[[nodiscard]] Tone tone_of(const record::ViewMap& map);

/// Fills the pixels of the map box with relief and cover.
void paint_relief(const Sheet& sheet, const Transform& at, const View& view, Image& into);
/// Rivers, banks, ramps, roads, tufts as lines.
void paint_ground_lines(const Sheet& sheet, const Transform& at, const Canvas& canvas);

/// A polyline walked at a step: places with unit normals to the left of the way.
struct Walked {
    float x = 0, y = 0, nx = 0, ny = 0;
};
[[nodiscard]] std::vector<Walked> walk(const std::vector<ground::PointM>& line, float step_m);

}  // namespace linghe::draw
