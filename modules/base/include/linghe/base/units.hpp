// What: the tick (100 ms) and the old Chinese measures in metres and kilograms.
// Who: every module; scenario readers and reports convert with these and with no other figures.
// Never: adds up seconds in floating point; time is tick numbers, seconds are for people.
#pragma once

#include <cstdint>

#include "linghe/base/assert.hpp"
#include "linghe/base/result.hpp"

namespace linghe::base {

using Tick = std::int64_t;

inline constexpr std::int64_t kTickMs = 100;
inline constexpr std::int64_t kTicksPerSecond = 10;
inline constexpr double kMaxSeconds = 1e12;  ///< beyond it a time is a mistake, not a time

/// Nearest tick to a time in seconds, halves away from zero. |seconds| <= kMaxSeconds and not NaN: a breach
/// is BrokenInvariant in checked builds; else NaN gives 0 and the rest the nearest bound.
constexpr Tick ticks_from_s(double seconds) {
    LINGHE_ASSERT(seconds >= -kMaxSeconds && seconds <= kMaxSeconds, "time in seconds out of range");
    if (!(seconds == seconds)) return 0;
    if (seconds > kMaxSeconds) seconds = kMaxSeconds;
    if (seconds < -kMaxSeconds) seconds = -kMaxSeconds;
    const double ticks = seconds * static_cast<double>(kTicksPerSecond);
    return static_cast<Tick>(ticks < 0 ? ticks - 0.5 : ticks + 0.5);
}

/// The same for a user's number: an error instead of a broken invariant.
Result<Tick> checked_ticks_from_s(double seconds);

constexpr double seconds_of(Tick tick) noexcept {
    return static_cast<double>(tick) / static_cast<double>(kTicksPerSecond);
}

// Ming and early Qing measures. Lengths: the construction chi of 32 cm, 5 chi = 1 bu, 360 bu = 1 li; other
// chi of the time (land, cloth) run to 32.7 and 34 cm, so li of 576 to 589 m occur. Weight: jin of 16 liang.
// Source: Qiu Guangming, Zhongguo lidai duliangheng kao (Beijing: Kexue chubanshe, 1992). In brackets: the
// range that is plausible for a scenario.
inline constexpr double chi_m = 0.32;    ///< 尺, metres [0.311, 0.340]
inline constexpr double bu_m = 1.6;      ///< 步, 5 chi, a double pace, metres [1.55, 1.70]
inline constexpr double li_m = 576.0;    ///< 里, 360 bu, metres [560, 612]
inline constexpr double jin_kg = 0.590;  ///< 斤, kilograms [0.585, 0.600]
static_assert(li_m == 360 * bu_m);

}  // namespace linghe::base
