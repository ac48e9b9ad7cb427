// What: from metres of the map to units of length of the sheet, and back.
// Who: every painter of this module.
// Never: knows pixels (zoom) or what is drawn.
#pragma once
#include "linghe/draw/painter.hpp"

namespace linghe::draw {

struct Transform {
    float middle_x = 0, middle_y = 0;  ///< of the map box on the sheet
    float x_m = 0, y_m = 0, m_per_px = 1;
    Box map;
    Transform() = default;
    Transform(const Camera& camera, Box box)
        : middle_x(box.x + box.w / 2),
          middle_y(box.y + box.h / 2),
          x_m(camera.x_m),
          y_m(camera.y_m),
          m_per_px(camera.m_per_px),
          map(box) {}
    [[nodiscard]] float x(float metres) const noexcept { return middle_x + (metres - x_m) / m_per_px; }
    [[nodiscard]] float y(float metres) const noexcept { return middle_y - (metres - y_m) / m_per_px; }
    [[nodiscard]] float to_x_m(float px) const noexcept { return x_m + (px - middle_x) * m_per_px; }
    [[nodiscard]] float to_y_m(float px) const noexcept { return y_m - (px - middle_y) * m_per_px; }
    [[nodiscard]] bool sees(float px, float py, float margin) const noexcept {
        return px > map.x - margin && px < map.x + map.w + margin && py > map.y - margin &&
               py < map.y + map.h + margin;
    }
};

/// Do two boxes touch, or come nearer than `gap`?
[[nodiscard]] inline bool overlap(const Box& a, const Box& b, float gap = 0) noexcept {
    return a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;
}

enum class Level : std::uint8_t { man, company, field, block };
[[nodiscard]] inline Level level_of(float m_per_px) noexcept {
    return m_per_px < 0.3F    ? Level::man
           : m_per_px < 2     ? Level::company
           : m_per_px <= 5.5F ? Level::field
                              : Level::block;
}

}  // namespace linghe::draw
