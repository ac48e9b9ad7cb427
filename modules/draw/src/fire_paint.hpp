// What: the simulated grass fire: burnt ground under all else, flames along the front over the ground.
// Who: Painter.
// Never: draws where the record holds no fire; declared sources of smoke have their own flames (signals_paint.hpp).
#pragma once
#include "canvas.hpp"
#include "marks.hpp"
#include "transform.hpp"

namespace linghe::draw {

/// Burnt and smouldering ground, with a ragged edge and spared islands of grass.
void lay_burnt(const Sheet& sheet, const Scene& scene, const Transform& at, const View& view, Image& into);
/// Flames in the cells that flame, embers in some that smoulder: strokes blown by the wind, a soft halo under them.
void paint_front(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& canvas);

}  // namespace linghe::draw
