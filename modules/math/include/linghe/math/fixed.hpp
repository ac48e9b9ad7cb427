// What: rounding of floating point to integer columns, always saturating, and fractions as q16 (65536 = 1).
// Who: whoever writes a column.
// Never: undefined behaviour: NaN becomes 0 and is told by the _checked forms.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace linghe::math {

inline constexpr std::int32_t kQ16One = 65536;

template <class T>
constexpr T clamp(T v, T low, T high) noexcept {
    return v < low ? low : (high < v ? high : v);
}

/// Nearest integer, halves away from zero, held to the range of I (at most 32 bits). NaN gives 0.
/// `fits` is set to false (never to true) when v was NaN or out of range.
template <class I, class F>
constexpr I round_to_checked(F v, bool& fits) noexcept {
    static_assert(std::is_integral_v<I> && sizeof(I) <= 4 && std::is_floating_point_v<F>);
    // Through double: it holds every value of I and a half exactly, and adding 0.5 to it does not round.
    const double d = static_cast<double>(v);
    constexpr double low = static_cast<double>(std::numeric_limits<I>::min());
    constexpr double high = static_cast<double>(std::numeric_limits<I>::max());
    if (d > low - 0.5 && d < high + 0.5) {
        // A float and its half away from zero are exact in double: no remainder to look at, no branch.
        if constexpr (std::is_same_v<F, float>)
            return static_cast<I>(static_cast<std::int64_t>(d + (d < 0 ? -0.5 : 0.5)));
        // 0.49999999999999994 + 0.5 rounds to 1 in double, so the half is tested on the remainder.
        const auto whole = static_cast<std::int64_t>(d);
        const double rest = d - static_cast<double>(whole);
        return static_cast<I>(rest >= 0.5 ? whole + 1 : (rest <= -0.5 ? whole - 1 : whole));
    }
    fits = false;
    if (!(d == d)) return I{0};
    return d < 0 ? std::numeric_limits<I>::min() : std::numeric_limits<I>::max();
}
template <class I, class F>
constexpr I round_to(F v) noexcept {
    bool fits = true;
    return round_to_checked<I>(v, fits);
}

/// v held to the range of I.
template <class I>
constexpr I saturate(std::int64_t v) noexcept {
    static_assert(std::is_integral_v<I> && sizeof(I) <= 4);
    constexpr std::int64_t low = std::numeric_limits<I>::min();
    constexpr std::int64_t high = std::numeric_limits<I>::max();
    return static_cast<I>(v < low ? low : (v > high ? high : v));
}
template <class I>
constexpr I add_sat(I a, std::int64_t b) noexcept {
    static_assert(std::is_integral_v<I> && sizeof(I) <= 4);
    constexpr std::int64_t far = std::int64_t{1} << 40;
    return saturate<I>(std::int64_t{a} + clamp(b, -far, far));
}

/// Fractions: value times 65536. q16_u16 is for 0 .. 65535/65536 (1 saturates to 65535).
constexpr std::uint16_t to_q16_u16(double v) noexcept { return round_to<std::uint16_t>(v * 65536.0); }
constexpr std::int32_t to_q16(double v) noexcept { return round_to<std::int32_t>(v * 65536.0); }
constexpr std::uint32_t to_q16_u32(double v) noexcept { return round_to<std::uint32_t>(v * 65536.0); }
template <class I>
constexpr float from_q16(I v) noexcept {
    static_assert(std::is_integral_v<I> && sizeof(I) <= 4);
    return static_cast<float>(static_cast<double>(v) * 0x1p-16);
}
/// a * b, both q16, halves away from zero, saturating.
constexpr std::int32_t mul_q16(std::int32_t a, std::int32_t b) noexcept {
    const std::int64_t p = std::int64_t{a} * b;
    return saturate<std::int32_t>((p < 0 ? p - 32768 : p + 32768) / 65536);
}

}  // namespace linghe::math
