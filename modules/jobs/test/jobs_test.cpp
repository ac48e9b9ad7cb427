// The counting allocator below replaces new and delete as a pair; g++ sees only one half of it.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "linghe/base/fp_guard.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/jobs/ordered_sum.hpp"
#include "linghe/math/rng.hpp"

using namespace linghe;
using jobs::Jobs;
using jobs::Mode;

namespace {

[[maybe_unused]] std::atomic<std::uint64_t> allocations{0};

// A crowd in small: each man reads the old generation of all around him and writes himself.
std::uint64_t crowd_hash(Jobs& pool) {
    constexpr std::size_t men = 20000;
    const math::Rng rng{11};
    std::vector<float> x(men);
    std::vector<float> next(men);
    for (std::uint32_t i = 0; i < men; ++i) x[i] = rng.normal(i, 0, math::Purpose::test);
    double total = 0;
    std::vector<double> part;
    for (int tick = 0; tick < 20; ++tick) {
        pool.for_chunks(men, 256, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                float push = 0;
                for (std::size_t k = 1; k <= 8; ++k)
                    push += (x[(i + k * 37) % men] - x[i]) / static_cast<float>(k);
                next[i] = x[i] + 0.05f * push +
                          0.01f * rng.uniform(static_cast<std::uint32_t>(i), tick, math::Purpose::test, 1);
            }
        });
        std::swap(x, next);
        total += jobs::ordered_sum(pool, std::span<const float>(x), part);
    }
    return base::hash_mix(base::hash_bytes(x.data(), men * sizeof(float)),
                          std::bit_cast<std::uint64_t>(total));
}

}  // namespace

// Sanitizers bring their own operators; without them ours count.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define LINGHE_SANITIZED
#endif
#endif
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) && !defined(LINGHE_SANITIZED)
#define LINGHE_COUNTS_ALLOCATIONS
void* operator new(std::size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* p = std::malloc(size ? size : 1)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
#endif

TEST_CASE("A crowd moves to the same bit on one thread and on seven, and in any order of chunks") {
    Jobs one(1);
    const std::uint64_t expected = crowd_hash(one);
    for (const unsigned threads : {2u, 3u, 7u, 16u}) {
        Jobs pool(threads);
        CHECK(pool.threads() == threads);
        CHECK(crowd_hash(pool) == expected);
        CHECK(crowd_hash(pool) == expected);
    }
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        Jobs shuffled(4, Mode::shuffled, seed);
        CHECK(shuffled.threads() == 1);
        CHECK(crowd_hash(shuffled) == expected);
    }
}

TEST_CASE(
    "A loop that hangs on the order of its chunks is shown up by shuffling, and the shuffle repeats itself") {
    const auto order_of = [](Jobs& pool) {
        std::uint64_t h = 0;
        pool.for_chunks(1000, 10, [&](std::size_t c, std::size_t, std::size_t) { h = base::hash_mix(h, c); });
        return h;
    };
    Jobs plain(1);
    Jobs a(1, Mode::shuffled, 5);
    Jobs a_again(1, Mode::shuffled, 5);
    Jobs b(1, Mode::shuffled, 6);
    const std::uint64_t first = order_of(a);
    CHECK(first != order_of(plain));
    CHECK(first == order_of(a_again));
    CHECK(first != order_of(b));
    CHECK(first != order_of(a));  // each loop has an order of its own
}

TEST_CASE("Every row is done once, whatever the sizes") {
    for (const unsigned threads : {1u, 2u, 5u}) {
        for (const Mode mode : {Mode::normal, Mode::shuffled}) {
            Jobs pool(threads, mode, 9);
            for (const std::size_t n : {0u, 1u, 2u, 63u, 64u, 65u, 1000u, 4096u}) {
                for (const std::size_t chunk : {1u, 7u, 64u, 5000u}) {
                    std::vector<int> done(n, 0);
                    std::atomic<std::size_t> chunks{0};
                    pool.for_chunks(n, chunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
                        if (begin != c * chunk || end <= begin || end - begin > chunk) std::abort();
                        for (std::size_t i = begin; i < end; ++i) ++done[i];
                        ++chunks;
                    });
                    REQUIRE(chunks == jobs::chunks_of(n, chunk));
                    REQUIRE(std::all_of(done.begin(), done.end(), [](int d) { return d == 1; }));
                }
            }
        }
    }
}

TEST_CASE("Fifty thousand small loops in a row lose no row and wake no ghost") {
    Jobs pool(3);
    std::vector<std::uint32_t> rows(64, 0);
    for (int i = 0; i < 50000; ++i) {
        pool.for_chunks(rows.size(), 8, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) ++rows[r];
        });
    }
    for (const std::uint32_t r : rows) CHECK(r == 50000);
}

TEST_CASE("The error of the lowest chunk comes out, and the pool lives on") {
    for (const unsigned threads : {1u, 2u, 7u}) {
        Jobs pool(threads);
        for (int round = 0; round < 200; ++round) {
            std::string caught;
            try {
                pool.for_chunks(1000, 10, [](std::size_t c, std::size_t, std::size_t) {
                    if (c == 37 || c == 38 || c == 90) throw std::runtime_error(std::to_string(c));
                });
            } catch (const std::runtime_error& e) {
                caught = e.what();
            }
            REQUIRE(caught == "37");
        }
        int sum = 0;
        pool.for_chunks(5, 5,
                        [&](std::size_t, std::size_t, std::size_t end) { sum = static_cast<int>(end); });
        CHECK(sum == 5);
    }
    Jobs shuffled(1, Mode::shuffled, 1);
    std::string caught;
    try {
        shuffled.for_chunks(1000, 10, [](std::size_t c, std::size_t, std::size_t) {
            if (c >= 37) throw std::runtime_error(std::to_string(c));
        });
    } catch (const std::runtime_error& e) {
        caught = e.what();
    }
    CHECK(caught == "37");
}

TEST_CASE("A loop within a loop runs where it is") {
    Jobs pool(4);
    std::vector<std::uint64_t> sums(100, 0);
    pool.for_chunks(100, 1, [&](std::size_t outer, std::size_t, std::size_t) {
        const std::thread::id here = std::this_thread::get_id();
        pool.for_chunks(1000, 10, [&](std::size_t, std::size_t begin, std::size_t end) {
            if (std::this_thread::get_id() != here) std::abort();
            for (std::size_t i = begin; i < end; ++i) sums[outer] += i;
        });
    });
    for (const std::uint64_t s : sums) CHECK(s == 499500);
}

TEST_CASE("Two callers may share a pool") {
    Jobs pool(3);
    std::atomic<std::uint64_t> total{0};
    const auto caller = [&] {
        for (int i = 0; i < 2000; ++i) {
            pool.for_chunks(100, 10,
                            [&](std::size_t, std::size_t begin, std::size_t end) { total += end - begin; });
        }
    };
    std::thread other(caller);
    caller();
    other.join();
    CHECK(total == 2u * 2000 * 100);
}

#ifdef LINGHE_COUNTS_ALLOCATIONS
TEST_CASE("A loop asks for no memory") {
    Jobs pool(3);
    std::vector<std::uint32_t> rows(10000, 0);
    const auto loop = [&] {
        pool.for_chunks(rows.size(), 100, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) ++rows[r];
        });
    };
    for (int i = 0; i < 10; ++i) loop();
    const std::uint64_t before = allocations;
    for (int i = 0; i < 1000; ++i) loop();
    CHECK(allocations == before);
    const std::vector<int> proof(1);
    CHECK(allocations > before);  // the count does count
}
#endif

#if defined(__x86_64__)
TEST_CASE("Workers keep small numbers though their host flushes them") {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040u);
    std::vector<double> out(64, 0.0);
    {
        Jobs pool(3);  // threads inherit the hostile state
        pool.for_chunks(out.size(), 1, [&](std::size_t, std::size_t begin, std::size_t) {
            volatile double tiny = 1e-300;
            out[begin] = tiny * 1e-10;
        });
    }
    const bool kept = (_mm_getcsr() & 0x8040u) == 0x8040u;
    _mm_setcsr(before);
    for (const double v : out) CHECK(v > 0.0);
    CHECK(kept);
}
#endif

TEST_CASE("A parallel sum equals the serial one to the bit") {
    std::vector<double> v(100001);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<double>(base::hash_mix(3, i)) * 1e-9;
    const double serial = math::ordered_sum(std::span<const double>(v));
    for (const unsigned threads : {1u, 2u, 3u, 7u}) {
        Jobs pool(threads);
        CHECK(jobs::ordered_sum(pool, std::span<const double>(v)) == serial);
    }
    Jobs shuffled(1, Mode::shuffled, 4);
    CHECK(jobs::ordered_sum(shuffled, std::span<const double>(v)) == serial);
    CHECK(jobs::ordered_sum(shuffled, std::span<const double>()) == 0.0);
}
