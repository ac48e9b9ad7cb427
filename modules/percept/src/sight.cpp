// Rays through the smoke and over the ground. Model: Beer-Lambert along the ray, eye's contrast threshold
// (Koschmieder).
#include <cmath>

#include "linghe/ground/sight.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/percept/optics.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

// Eight looks round, at distances that double: near smoke counts most for how far a man sees.
constexpr int kLooks = 8;
constexpr float kLookX[kLooks] = {1.0F,  0.70710678F,  0.0F, -0.70710678F,
                                  -1.0F, -0.70710678F, 0.0F, 0.70710678F};
constexpr float kLookY[kLooks] = {0.0F, 0.70710678F,  1.0F,  0.70710678F,
                                  0.0F, -0.70710678F, -1.0F, -0.70710678F};
constexpr float kFirstLookM = 20.0F;

bool behind_wall(const ground::Ground& g, PointF from, float from_height_m, PointF to,
                 float to_height_m) noexcept {
    const auto at = [&g](PointF p, float above_m) {
        const auto x = static_cast<double>(p.x), y = static_cast<double>(p.y);
        return ground::Point3M{x, y, ground::height_between_m(g, x, y) + static_cast<double>(above_m)};
    };
    return ground::hidden_by_walls(g, at(from, from_height_m), at(to, to_height_m));
}

}  // namespace

void Decay::build(float per_m) noexcept {
    const float step = det::exp(-per_m * kStepM);
    at[0] = 1.0F;
    for (int i = 1; i < kSteps; ++i) at[i] = at[i - 1] * step;
    at[kSteps] = 0.0F;
}

float optical_depth(const Room& room, PointF from, PointF to) noexcept {
    const float range = distance(from, to);
    if (!room.smoky) return range * room.clear_air;
    const float cell_m = static_cast<float>(room.grid.cell_mm) * kMmToM;
    const int steps = static_cast<int>(range / cell_m) + 1;
    const float step = range / static_cast<float>(steps);
    const float dx = (to.x - from.x) / static_cast<float>(steps),
                dy = (to.y - from.y) / static_cast<float>(steps);
    float depth = 0, x = from.x + 0.5F * dx, y = from.y + 0.5F * dy;
    for (int i = 0; i < steps; ++i, x += dx, y += dy) {
        depth += step * room.extinction(x, y);
        if (depth > room.most_depth) break;
    }
    return depth;
}

float sight_from(const Room& room, PointF at) noexcept {
    const float most = room.p.sight_most_m;
    if (!room.smoky) {
        const float clear = room.most_depth / room.clear_air;
        return clear < most ? clear : most;
    }
    float sum = 0;
    for (int k = 0; k < kLooks; ++k) {
        float depth = 0, from = 0, to = kFirstLookM;
        for (;;) {
            const float middle = 0.5F * (from + to);
            const float extinction = room.extinction(at.x + kLookX[k] * middle, at.y + kLookY[k] * middle);
            const float more = (to - from) * extinction;
            if (depth + more >= room.most_depth) {
                from += (room.most_depth - depth) / extinction;
                break;
            }
            depth += more;
            from = to;
            to = 2.0F * to;
            if (from >= most) break;
        }
        sum += from < most ? from : most;
    }
    return sum * (1.0F / kLooks);
}

bool hidden_by_ground(const Room& room, PointF from, float from_height_m, PointF to,
                      float to_height_m) noexcept {
    const auto& g = room.model.ground;
    if (!g.walls.empty() && behind_wall(g, from, from_height_m, to, to_height_m)) return true;
    if (!room.hilly) return false;
    const auto height_m = [&](float x, float y) {
        const auto c = g.cell(static_cast<std::int32_t>(x * 1000.0F), static_cast<std::int32_t>(y * 1000.0F));
        return static_cast<float>(g.height_mm[static_cast<std::size_t>(c)]) * kMmToM;
    };
    const float range = distance(from, to), step = 2.0F * static_cast<float>(g.cell_mm) * kMmToM;
    const float a = height_m(from.x, from.y) + from_height_m, b = height_m(to.x, to.y) + to_height_m;
    const int steps = static_cast<int>(range / step);
    for (int i = 1; i < steps; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(steps);
        const float bulge =
            static_cast<float>(curvature_drop_m(static_cast<double>(range), static_cast<double>(t)));
        if (height_m(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)) + bulge > a + t * (b - a))
            return true;
    }
    return false;
}

float clearness(const Room& room, PointF from, PointF to, float size_m, float height_m) noexcept {
    const auto& p = room.p;
    const float range = distance(from, to);
    const auto size = static_cast<double>(size_m * room.acuity);
    const auto colour_m = static_cast<float>(angular_range_m(size, static_cast<double>(p.colour_arcmin)));
    if (range > colour_m) return 0.0F;
    const float depth = optical_depth(room, from, to);
    if (depth > room.most_depth) return 0.0F;
    if (hidden_by_ground(room, from, p.eye_height_m, to, height_m)) return 0.0F;
    const float contrast = det::exp(-depth);
    const float by_air = (contrast - room.threshold) / (1.0F - room.threshold);
    const auto device_m = static_cast<float>(angular_range_m(
        size, static_cast<double>(p.recognise_cycles) * static_cast<double>(p.eye_cycle_arcmin)));
    // Device told: full. Between device and colour range only the colour is left of it.
    const float by_size = range <= device_m ? 1.0F : device_m / range;
    const float clear = by_air * by_size;
    constexpr float kLeast = 1.0F / 255.0F;  // seen at all is at least one part in the column
    return clear > kLeast ? clear : kLeast;
}

}  // namespace linghe::percept
