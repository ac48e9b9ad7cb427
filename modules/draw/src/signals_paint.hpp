// What: what men see and hear on the field, and how it moves: banners, flags, drum rings, riders, fire,
// arrows.
// Who: Painter.
// Never: cinnabar or violet as decoration.
#pragma once
#include "canvas.hpp"
#include "rings.hpp"
#include "transform.hpp"

namespace linghe::draw {

void paint_fires(const Scene& scene, const Transform& at, const Canvas& canvas);
void paint_arrows(const Scene& scene, const Transform& at, const Canvas& canvas);
void paint_flags(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& canvas);
void paint_rings(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& canvas);
void paint_sweeps(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& canvas);
void paint_couriers(const Sheet& sheet, const Scene& scene, const Transform& at, const Canvas& canvas);
void paint_persons(const Scene& scene, const Transform& at, const Canvas& canvas);
void paint_great_banner(const Canvas& canvas, float x, float y, float size, float phase);
void paint_drum(const Canvas& canvas, float x, float y, float size);

}  // namespace linghe::draw
