// What: all of Linghe's randomness: a pure function of (seed; who, when, what for, index, with whom).
// Who: L1 to L6. Thresholds of events are drawn with math/hazard.hpp, never a coin per step.
// Never: holds state, depends on the order of calls, or uses a distribution of the standard library.
#pragma once

#include <array>
#include <cstdint>

#include "linghe/base/units.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/philox.hpp"
#include "linghe/math/purpose.hpp"

namespace linghe::math {

/// Inverse of the standard normal distribution function; p in (0, 1), relative error below 2e-7.
/// Source: M. J. Wichura, Algorithm AS 241 (PPND7), Applied Statistics 37 (1988) 477-484.
double normal_quantile(double p) noexcept;

/// entity is the luck address of a man (base::luck_address), or an id; k tells apart several draws of one
/// purpose at one tick; `with` is the partner of a pair, or 0. Equal addresses give equal draws.
struct Rng {
    std::uint64_t seed = 0;

    /// The 128 bits at an address.
    constexpr std::array<std::uint32_t, 4> block(std::uint32_t entity, base::Tick tick, Purpose purpose,
                                                 std::uint16_t k = 0, std::uint32_t with = 0) const noexcept {
        const auto when = static_cast<std::uint64_t>(tick);
        const auto high = static_cast<std::uint32_t>(when >> 32);
        return philox4x32_10(
            {entity, static_cast<std::uint32_t>(when), (static_cast<std::uint32_t>(purpose) << 16) | k,
             with ^ ((high << 16) | (high >> 16))},
            {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    }
    constexpr std::uint32_t u32(std::uint32_t entity, base::Tick tick, Purpose purpose, std::uint16_t k = 0,
                                std::uint32_t with = 0) const noexcept {
        return block(entity, tick, purpose, k, with)[0];
    }
    constexpr std::uint64_t u64(std::uint32_t entity, base::Tick tick, Purpose purpose, std::uint16_t k = 0,
                                std::uint32_t with = 0) const noexcept {
        const auto b = block(entity, tick, purpose, k, with);
        return (std::uint64_t{b[1]} << 32) | b[0];
    }
    /// In (0, 1), never 0 nor 1: an odd multiple of 2^-24 (2^23 values), mean exactly 1/2.
    constexpr float uniform(std::uint32_t entity, base::Tick tick, Purpose purpose, std::uint16_t k = 0,
                            std::uint32_t with = 0) const noexcept {
        return static_cast<float>(((u32(entity, tick, purpose, k, with) >> 9) << 1) | 1u) * 0x1p-24f;
    }
    /// In (0, 1): an odd multiple of 2^-53.
    constexpr double uniform64(std::uint32_t entity, base::Tick tick, Purpose purpose, std::uint16_t k = 0,
                               std::uint32_t with = 0) const noexcept {
        return static_cast<double>(((u64(entity, tick, purpose, k, with) >> 12) << 1) | 1u) * 0x1p-53;
    }
    /// Standard normal by inversion of uniform64: monotone in the draw, |x| < 8.3.
    float normal(std::uint32_t entity, base::Tick tick, Purpose purpose, std::uint16_t k = 0,
                 std::uint32_t with = 0) const noexcept {
        return static_cast<float>(normal_quantile(uniform64(entity, tick, purpose, k, with)));
    }
    /// Exponential of mean 1: -ln of uniform64; in (0, 36.8).
    float exponential(std::uint32_t entity, base::Tick tick, Purpose purpose, std::uint16_t k = 0,
                      std::uint32_t with = 0) const noexcept {
        return static_cast<float>(-det::log(uniform64(entity, tick, purpose, k, with)));
    }
    /// 0 .. n-1, bias below n / 2^64; 0 when n is 0.
    constexpr std::uint32_t below(std::uint32_t n, std::uint32_t entity, base::Tick tick, Purpose purpose,
                                  std::uint16_t k = 0, std::uint32_t with = 0) const noexcept {
        const std::uint64_t r = u64(entity, tick, purpose, k, with);
        const std::uint64_t low = (r & 0xffffffffu) * n;
        return static_cast<std::uint32_t>(((r >> 32) * n + (low >> 32)) >> 32);
    }
    /// True with chance p; never for p <= 0 or NaN, always for p >= 1. For single events only (an arrow, a
    /// blow); what may happen in every step is a hazard.
    constexpr bool chance(double p, std::uint32_t entity, base::Tick tick, Purpose purpose,
                          std::uint16_t k = 0, std::uint32_t with = 0) const noexcept {
        return uniform64(entity, tick, purpose, k, with) < p;
    }
    /// Seed of run i of a study: depends on nothing but this seed and i.
    constexpr std::uint64_t run_seed(std::uint32_t run) const noexcept {
        return u64(run, 0, Purpose::batch_seed);
    }
};

}  // namespace linghe::math
