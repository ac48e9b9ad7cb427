// What: turn16, a direction as uint16: 65536 to the full turn, 0 = east, counter-clockwise (16384 = north).
// Who: every module that keeps a facing, a bearing or a wind in a column.
// Never: degrees or radians in a column; differences always by turn_diff, which knows the wrap.
#pragma once

#include <cstdint>

#include "linghe/math/detmath.hpp"
#include "linghe/math/vec.hpp"

namespace linghe::math {

using turn16 = std::uint16_t;

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTurnPerRadian = 65536.0 / (2.0 * kPi);
inline constexpr turn16 kEast = 0;
inline constexpr turn16 kNorth = 16384;
inline constexpr turn16 kWest = 32768;
inline constexpr turn16 kSouth = 49152;

/// Nearest turn16 to an angle in radians, |radians| <= 1e9; 0 for NaN and beyond.
inline turn16 turn_from_radians(double radians) noexcept {
    if (!(radians >= -1e9 && radians <= 1e9)) return 0;
    const double t = radians * kTurnPerRadian;
    return static_cast<turn16>(static_cast<std::int64_t>(t < 0 ? t - 0.5 : t + 0.5));
}
/// In [-pi, pi).
constexpr double radians_of(turn16 t) noexcept {
    return static_cast<double>(static_cast<std::int16_t>(t)) * (2.0 * kPi / 65536.0);
}
/// Direction of a vector of any length; `if_zero` for the zero vector and for NaN.
inline turn16 turn_of(Vec2d v, turn16 if_zero = 0) noexcept {
    if ((v.x == 0 && v.y == 0) || !(v.x == v.x) || !(v.y == v.y)) return if_zero;
    return turn_from_radians(det::atan2(v.y, v.x));
}
inline turn16 turn_of(Vec2f v, turn16 if_zero = 0) noexcept {
    if ((v.x == 0 && v.y == 0) || !(v.x == v.x) || !(v.y == v.y)) return if_zero;
    return turn_from_radians(static_cast<double>(det::atan2(v.y, v.x)));
}
inline turn16 turn_of(Vec2i v, turn16 if_zero = 0) noexcept {
    return turn_of(Vec2d{static_cast<double>(v.x), static_cast<double>(v.y)}, if_zero);
}
/// Direction of a vector that is not zero, within a quarter of a step and far more cheaply than by atan2:
/// M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions (1964), 4.4.47 (error 1e-5 radians).
inline turn16 quick_turn_of(Vec2f v) noexcept {
    const float ax = v.x < 0.0F ? -v.x : v.x, ay = v.y < 0.0F ? -v.y : v.y;
    const float z = ax > ay ? ay / ax : ax / ay, z2 = z * z;
    const float atan =
        z * (0.9998660F + z2 * (-0.3302995F + z2 * (0.1801410F + z2 * (-0.0851330F + z2 * 0.0208351F))));
    float turn = atan * 10430.378F;  // 65536 / (2 pi)
    if (ay > ax) turn = 16384.0F - turn;
    if (v.x < 0.0F) turn = 32768.0F - turn;
    if (v.y < 0.0F) turn = 65536.0F - turn;
    return static_cast<turn16>(static_cast<std::int32_t>(turn + 0.5F) & 0xffff);
}
inline Vec2f unit_of(turn16 t) noexcept {
    const double a = radians_of(t);
    return {static_cast<float>(det::cos(a)), static_cast<float>(det::sin(a))};
}
inline Vec2d unit_of_d(turn16 t) noexcept {
    const double a = radians_of(t);
    return {det::cos(a), det::sin(a)};
}
/// The smallest signed turn that leads from `from` to `to`, in [-32768, 32767]; exactly opposite is -32768.
constexpr std::int32_t turn_diff(turn16 from, turn16 to) noexcept {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(to - from));
}
constexpr turn16 turn_add(turn16 t, std::int32_t by) noexcept {
    return static_cast<turn16>(static_cast<std::uint32_t>(t) + static_cast<std::uint32_t>(by));
}

}  // namespace linghe::math
