#include <doctest/doctest.h>

#include "linghe/base/fp_guard.hpp"

using namespace linghe::base;

#if defined(__x86_64__)
TEST_CASE("A library that flushed small numbers to zero has no say while a battle is fought") {
    volatile double tiny = 1e-300;
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040u);  // flush to zero, denormals are zero: what -ffast-math start-up code does
    const double flushed = tiny * 1e-10;
    double guarded = 0;
    std::uint64_t inside = 0;
    {
        const FpGuard guard;
        guarded = tiny * 1e-10;
        inside = fp_control();
    }
    const bool restored = (_mm_getcsr() & 0x8040u) == 0x8040u;
    _mm_setcsr(before);
    CHECK(flushed == 0.0);  // the trap is real
    CHECK(guarded > 0.0);
    CHECK(inside == kFpDefault);
    CHECK(restored);
}

TEST_CASE("Rounding is to nearest within the guard, whatever the host has set") {
    const unsigned before = _mm_getcsr();
    volatile double one = 1.0;
    volatile double third = 3.0;
    const double nearest = one / third;
    _mm_setcsr((before & ~0x6000u) | 0x4000u);  // round up
    const double up = one / third;
    double guarded;
    {
        const FpGuard guard;
        guarded = one / third;
    }
    _mm_setcsr(before);
    CHECK(up > nearest);
    CHECK(guarded == nearest);
}
#endif
