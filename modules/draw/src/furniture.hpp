// What: what lies around and on the map: margin and neatline, title plate, scale, north, wind, key strip,
// timeline.
// Who: Painter.
// Never: gradients, shadows, gauges; a plate wider than its words need.
#pragma once
#include "canvas.hpp"
#include "key.hpp"
#include "transform.hpp"

namespace linghe::draw {

struct Plates {
    Box map, key, footer;  ///< key and footer are empty without timeline
    Box title, slip, scale, wind;
};
[[nodiscard]] Plates arrange(const Sheet& sheet, const Scene* scene, const View& view, const Canvas& measure);
void paint_margin(const Sheet& sheet, const Transform& at, const View& view, const Canvas& canvas);
void paint_plates(const Sheet& sheet, const Scene& scene, const Transform& at, const View& view,
                  const Plates& plates, const Canvas& canvas);
void paint_key(const Sheet& sheet, const KeyShown& shown, const Plates& plates, const Canvas& canvas);
void paint_timeline(const Sheet& sheet, const Scene& scene, const Plates& plates, const Canvas& canvas);

}  // namespace linghe::draw
