// What: finds a place for every paper slip so that none covers another or a plate, and draws them.
// Who: Painter.
// Never: lets two slips overlap; a slip that finds no room is left out, least important first.
#pragma once
#include "canvas.hpp"
#include "transform.hpp"

namespace linghe::draw {

/// @param kept boxes no slip may touch (plates). @param before layout of the frame before, or null.
[[nodiscard]] Layout place_labels(const Sheet& sheet, const Scene& scene, const Transform& at,
                                  const std::vector<Box>& kept, const Canvas& measure, const Layout* before);
void paint_label_lines(const Layout& layout, const Canvas& canvas);
void paint_labels(const Sheet& sheet, const Scene& scene, const Layout& layout, const Canvas& canvas);
void paint_numeral(const Canvas& canvas, int numeral, float x, float y);

}  // namespace linghe::draw
