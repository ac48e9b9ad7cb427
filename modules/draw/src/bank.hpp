// What: on which side of the first river a place lies.
// Who: course.
// Never: more than one river; a battle with two needs a better question.
#pragma once
#include <cmath>
#include <vector>

#include "linghe/record/view_types.hpp"

namespace linghe::draw {

/// +1 left of the river's line, -1 right of it, 0 in its channel.
class Bank {
public:
    explicit Bank(const record::ViewMap& map) : map_(map) {
        if (map.rivers.empty() || map.nx <= 0 || map.ny <= 0) return;
        const ground::River& r = map.rivers.front();
        side_.resize(static_cast<std::size_t>(map.nx) * static_cast<std::size_t>(map.ny));
        for (std::int32_t j = 0; j < map.ny; ++j) {
            for (std::int32_t i = 0; i < map.nx; ++i) {
                const float x = map.x0_m + (static_cast<float>(i) + 0.5F) * map.cell_m,
                            y = map.y0_m + (static_cast<float>(j) + 0.5F) * map.cell_m;
                side_[static_cast<std::size_t>(j) * static_cast<std::size_t>(map.nx) +
                      static_cast<std::size_t>(i)] = side_of(r, x, y);
            }
        }
    }
    [[nodiscard]] bool any() const noexcept { return !side_.empty(); }
    [[nodiscard]] int at(float x_m, float y_m) const noexcept {
        if (side_.empty()) return 0;
        const auto i = static_cast<std::int32_t>((x_m - map_.x0_m) / map_.cell_m),
                   j = static_cast<std::int32_t>((y_m - map_.y0_m) / map_.cell_m);
        const std::int32_t ci = i < 0          ? 0
                                : i >= map_.nx ? map_.nx - 1
                                               : i,
                           cj = j < 0          ? 0
                                : j >= map_.ny ? map_.ny - 1
                                               : j;
        return side_[static_cast<std::size_t>(cj) * static_cast<std::size_t>(map_.nx) +
                     static_cast<std::size_t>(ci)];
    }

private:
    [[nodiscard]] static std::int8_t side_of(const ground::River& r, float x, float y) noexcept {
        float best = 1e30F, cross = 0;
        for (std::size_t k = 0; k + 1 < r.centre.size(); ++k) {
            const float ax = r.centre[k].x_m, ay = r.centre[k].y_m, dx = r.centre[k + 1].x_m - ax,
                        dy = r.centre[k + 1].y_m - ay;
            const float l2 = dx * dx + dy * dy;
            if (l2 <= 0) continue;
            float t = ((x - ax) * dx + (y - ay) * dy) / l2;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            const float px = x - ax - t * dx, py = y - ay - t * dy, d = px * px + py * py;
            if (d < best) best = d, cross = dx * py - dy * px;
        }
        const float half = r.channel_width_m / 2;
        return best < half * half ? std::int8_t{0} : cross > 0 ? std::int8_t{1} : std::int8_t{-1};
    }
    const record::ViewMap& map_;
    std::vector<std::int8_t> side_;
};

}  // namespace linghe::draw
