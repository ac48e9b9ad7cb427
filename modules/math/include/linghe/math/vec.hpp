// What: plane vectors: float (offsets within a cell), double (map metres), int32 (map millimetres).
// Who: every module above L0. x east, y north.
// Never: wider than needed in a table: columns keep x and y apart, vectors are for computing.
#pragma once

#include <cmath>
#include <cstdint>

namespace linghe::math {

template <class T>
struct Vec2 {
    T x{};
    T y{};

    friend constexpr bool operator==(Vec2, Vec2) noexcept = default;
    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) noexcept { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) noexcept { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator-(Vec2 a) noexcept { return {-a.x, -a.y}; }
    friend constexpr Vec2 operator*(Vec2 a, T s) noexcept { return {a.x * s, a.y * s}; }
    friend constexpr Vec2 operator*(T s, Vec2 a) noexcept { return {a.x * s, a.y * s}; }
    friend constexpr Vec2 operator/(Vec2 a, T s) noexcept { return {a.x / s, a.y / s}; }
    constexpr Vec2& operator+=(Vec2 b) noexcept { return *this = *this + b; }
    constexpr Vec2& operator-=(Vec2 b) noexcept { return *this = *this - b; }
    constexpr Vec2& operator*=(T s) noexcept { return *this = *this * s; }
};

using Vec2f = Vec2<float>;
using Vec2d = Vec2<double>;

constexpr float dot(Vec2f a, Vec2f b) noexcept { return a.x * b.x + a.y * b.y; }
constexpr double dot(Vec2d a, Vec2d b) noexcept { return a.x * b.x + a.y * b.y; }
/// z of the cross product: positive when b lies counter-clockwise of a.
constexpr float cross(Vec2f a, Vec2f b) noexcept { return a.x * b.y - a.y * b.x; }
constexpr double cross(Vec2d a, Vec2d b) noexcept { return a.x * b.y - a.y * b.x; }
/// A quarter turn counter-clockwise.
template <class T>
constexpr Vec2<T> perp(Vec2<T> a) noexcept {
    return {-a.y, a.x};
}
constexpr float length2(Vec2f a) noexcept { return dot(a, a); }
constexpr double length2(Vec2d a) noexcept { return dot(a, a); }
inline float length(Vec2f a) noexcept { return std::sqrt(dot(a, a)); }
inline double length(Vec2d a) noexcept { return std::sqrt(dot(a, a)); }
/// Unit vector; `if_zero` for the zero vector, lengths whose square underflows, and anything not finite.
inline Vec2f normalized(Vec2f a, Vec2f if_zero = {0.0f, 0.0f}) noexcept {
    const float n = length(a);
    return n > 1e-18f && n < 1e18f ? Vec2f{a.x / n, a.y / n} : if_zero;
}
inline Vec2d normalized(Vec2d a, Vec2d if_zero = {0.0, 0.0}) noexcept {
    const double n = length(a);
    return n > 1e-150 && n < 1e150 ? Vec2d{a.x / n, a.y / n} : if_zero;
}

/// Millimetres on the map, |x|, |y| <= 2^30 mm (1,073 km), so that differences fit.
struct Vec2i {
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend constexpr bool operator==(Vec2i, Vec2i) noexcept = default;
    friend constexpr Vec2i operator+(Vec2i a, Vec2i b) noexcept { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2i operator-(Vec2i a, Vec2i b) noexcept { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2i operator*(Vec2i a, std::int32_t s) noexcept { return {a.x * s, a.y * s}; }
    constexpr Vec2i& operator+=(Vec2i b) noexcept { return *this = *this + b; }
    constexpr Vec2i& operator-=(Vec2i b) noexcept { return *this = *this - b; }
};

constexpr std::int64_t dot(Vec2i a, Vec2i b) noexcept {
    return std::int64_t{a.x} * b.x + std::int64_t{a.y} * b.y;
}
constexpr std::int64_t cross(Vec2i a, Vec2i b) noexcept {
    return std::int64_t{a.x} * b.y - std::int64_t{a.y} * b.x;
}
constexpr std::int64_t length2(Vec2i a) noexcept { return dot(a, a); }
inline double length(Vec2i a) noexcept { return std::sqrt(static_cast<double>(dot(a, a))); }
constexpr Vec2d to_metres(Vec2i a) noexcept { return {a.x * 0.001, a.y * 0.001}; }

}  // namespace linghe::math
