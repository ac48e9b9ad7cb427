// What: FpGuard sets floating point to the IEEE defaults for a scope; compile-time checks of the same.
// Who: sim at the creation of an engine and around a step; jobs in each worker.
// Never: left out where a host (Python, a plug-in built with fast-math) may have set flush-to-zero.
#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Linghe refuses fast-math: battles would differ between machines. Remove -ffast-math / -Ofast."
#endif
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
static_assert(FLT_EVAL_METHOD == 0, "extended precision (x87) gives other battles; build for SSE2 or arm64");
static_assert(std::endian::native == std::endian::little, "files and hashes are little-endian");

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace linghe::base {

/// The control word in force: MXCSR on x86-64, FPCR on arm64, 0 elsewhere. Sticky exception flags left out.
inline std::uint64_t fp_control() noexcept {
#if defined(__x86_64__)
    return _mm_getcsr() & ~0x3fu;
#elif defined(__aarch64__)
    std::uint64_t fpcr;
    asm volatile("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
#else
    return 0;
#endif
}

/// Round to nearest, denormals kept, exceptions masked.
inline constexpr std::uint64_t kFpDefault =
#if defined(__x86_64__)
    0x1f80;
#else
    0;
#endif

class FpGuard {
public:
    FpGuard() noexcept : saved_(read()) { write(kFpDefault); }
    ~FpGuard() { write(saved_); }
    FpGuard(const FpGuard&) = delete;
    FpGuard& operator=(const FpGuard&) = delete;

private:
    static std::uint64_t read() noexcept {
#if defined(__x86_64__)
        return _mm_getcsr();
#else
        return fp_control();
#endif
    }
    static void write([[maybe_unused]] std::uint64_t word) noexcept {
#if defined(__x86_64__)
        _mm_setcsr(static_cast<unsigned>(word));
#elif defined(__aarch64__)
        asm volatile("msr fpcr, %0" : : "r"(word) : "memory");
#endif
    }

    std::uint64_t saved_;
};

}  // namespace linghe::base
