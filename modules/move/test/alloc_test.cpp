#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "field.hpp"
#include "linghe/math/angle.hpp"

// Counts the allocations of this test program.
namespace {
std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t n, std::size_t align) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    void* p =
        align == 0 ? std::malloc(n == 0 ? 1 : n) : std::aligned_alloc(align, (n + align - 1) / align * align);
    if (p == nullptr) throw std::bad_alloc();
    return p;
}
}  // namespace

void* operator new(std::size_t n) { return counted(n, 0); }
void* operator new(std::size_t n, std::align_val_t a) { return counted(n, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

using namespace linghe;

TEST_CASE("Once warm, index and move allocate nothing, whatever the men do") {
    test::Field f(80, 80, 10'000, 2);
    const auto u = f.unit(0, 0, 40.0F, model::Verb::march, 400'000, 600'000, math::kNorth);
    const auto v = f.unit(1, 1, 60.0F, model::Verb::attack, 400'000, 300'000, math::kSouth);
    for (int i = 0; i < 800; ++i) f.man(0, 0, 380'000 + i % 40 * 950, 390'000 - i / 40 * 1900, u);
    for (int i = 0; i < 400; ++i) f.man(1, 1, 375'000 + i % 50 * 1100, 420'000 + i / 50 * 3700, v);
    for (int i = 0; i < 300; ++i)
        f.goer(0, 380'000 + i * 7919 % 40'000, 360'000 + i * 104729 % 30'000, 400'000, 100'000, true);
    f.world.stepping.rows.reserve(2000), f.world.stepping.dt_ticks.reserve(2000), f.world.events.reserve(64);
    for (int t = 0; t < 20; ++t) f.step();
    const std::uint64_t before = allocations.load();
    for (int t = 0; t < 200; ++t) {
        if (t == 50) f.world.men.status[7] = static_cast<std::uint8_t>(world::Status::dead);
        if (t == 60) f.world.units.dressing[u] = 1;
        f.step();
    }
    CHECK(allocations.load() == before);
}
