// What: events as integrated hazards against one exponential draw, instead of a coin in every step.
// Who: every model in which something may happen to a man at any moment (break, rally, wound, be heard).
// Never: a fresh draw per step: the threshold belongs to (man, purpose, spell) and outlives changes of step.
#pragma once

#include <cstdint>

#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"

namespace linghe::math {

// The event comes when the integral H of its rate passes E, one exponential draw of mean 1. Then
// P(not yet) = P(E > H) = exp(-H): exact for any path of the rate and any cutting into steps (time change of
// a point process; D. J. Daley, D. Vere-Jones, An Introduction to the Theory of Point Processes I, 2nd ed.
// (2003), section 7.4). Two runs that differ only in step or in a neighbour's luck share E, so their
// difference is due to the change.
//
// Resolution. In q16 one step adds a multiple of 1/65536: rate * dt below 7.6e-6 vanishes, and below 4e-4
// the rounding can be more than 2%. With a step of 0.1 s use q16 for rates above 0.004/s and q24 for all
// below (2% down to 1.5e-5/s). Integral and threshold must be of the same kind.

namespace detail {
constexpr bool add_hazard(std::uint32_t& integral, double amount, std::uint32_t threshold) noexcept {
    if (!(amount > 0.0)) return integral >= threshold;  // negative rates and NaN add nothing
    const std::uint64_t sum = std::uint64_t{integral} + round_to<std::uint32_t>(amount);
    integral = sum > 0xffffffffu ? 0xffffffffu : static_cast<std::uint32_t>(sum);
    return integral >= threshold;
}
inline std::uint32_t threshold_of(double u, double one) noexcept {
    const auto units = round_to<std::uint32_t>(-det::log(u) * one);
    return units == 0 ? 1u : units;  // a threshold of 0 would fire without any hazard
}
inline std::uint32_t exponential_threshold(const Rng& rng, std::uint32_t entity, Purpose purpose,
                                           std::uint16_t spell, double one) noexcept {
    return threshold_of(rng.uniform64(entity, 0, purpose, spell), one);
}
}  // namespace detail

/// Adds round(rate * dt * 65536) to the integral (saturating). True when the integral has reached the
/// threshold; it stays true until the caller starts a new spell (integral = 0, next threshold).
/// rate_per_s >= 0 per second, dt_s >= 0 seconds.
inline bool hazard_step(std::uint32_t& integral_q16, float rate_per_s, float dt_s,
                        std::uint32_t threshold_q16) noexcept {
    return detail::add_hazard(
        integral_q16, static_cast<double>(rate_per_s) * static_cast<double>(dt_s) * 65536.0, threshold_q16);
}
/// The draw of a man for his spell-th spell (steady again after a rally is a new spell): 1 .. 2,407,000
/// (36.7).
inline std::uint32_t exponential_threshold_q16(const Rng& rng, std::uint32_t entity, Purpose purpose,
                                               std::uint16_t spell) noexcept {
    return detail::exponential_threshold(rng, entity, purpose, spell, 65536.0);
}

/// True when an integral has reached the threshold of that draw. Mostly it is far from it, which is told without a
/// logarithm: -ln u >= 1 - u.
inline bool reaches_threshold_q16(const Rng& rng, std::uint32_t entity, Purpose purpose, std::uint16_t spell,
                                  std::uint32_t integral_q16) noexcept {
    const double u = rng.uniform64(entity, 0, purpose, spell);
    if (static_cast<double>(integral_q16) + 1.0 <= (1.0 - u) * 65536.0) return false;
    return integral_q16 >= detail::threshold_of(u, 65536.0);
}

/// The same with 1/16777216 as unit, for slow hazards; the integral saturates at 256.
inline bool hazard_step_q24(std::uint32_t& integral_q24, float rate_per_s, float dt_s,
                            std::uint32_t threshold_q24) noexcept {
    return detail::add_hazard(integral_q24,
                              static_cast<double>(rate_per_s) * static_cast<double>(dt_s) * 16777216.0,
                              threshold_q24);
}
inline std::uint32_t exponential_threshold_q24(const Rng& rng, std::uint32_t entity, Purpose purpose,
                                               std::uint16_t spell) noexcept {
    return detail::exponential_threshold(rng, entity, purpose, spell, 16777216.0);
}

}  // namespace linghe::math
