// What: the men of a scene one by one, the fallen, the trails, and blocks where the sheet is too small for
// men.
// Who: Painter.
// Never: leaves a man out because he is one of many.
#pragma once
#include "canvas.hpp"
#include "marks.hpp"
#include "transform.hpp"

namespace linghe::draw {

void paint_fallen(const Scene& scene, const Transform& at, const View& view, Image& into);
void paint_trails(const Sheet& sheet, const Scene& scene, const Transform& at, const View& view, Image& into);
void paint_marks(const Scene& scene, const Transform& at, const View& view, const MarkSet& marks,
                 Image& into);
/// Horse from above, rider, weapon, state: under 0.3 m a pixel.
void paint_riders(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& canvas);
/// A rectangle for each body: over 5 m a pixel.
void paint_blocks(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& canvas);
/// The sign of a body, as on slips: block with its arm.
void paint_sign(const Canvas& canvas, const ColourSet& colours, ArmSign arm, Box box, float alpha = 1);

}  // namespace linghe::draw
