#include "linghe/jobs/jobs.hpp"

#include <exception>
#include <utility>
#include <vector>

#include "linghe/base/assert.hpp"
#include "linghe/base/fp_guard.hpp"
#include "linghe/base/hash.hpp"

#ifndef LINGHE_CORE_ONLY
#include <atomic>
#include <thread>
#endif

namespace linghe::jobs {
namespace {

void run_inline(std::size_t n, std::size_t chunk, void (*call)(void*, std::size_t, std::size_t, std::size_t),
                void* fn) {
    const base::FpGuard guard;
    std::size_t index = 0;
    for (std::size_t begin = 0; begin < n; ++index) {
        const std::size_t end = n - begin > chunk ? begin + chunk : n;
        call(fn, index, begin, end);
        begin = end;
    }
}

#ifndef LINGHE_CORE_ONLY
// Set while this thread runs a chunk of any pool: a loop started there runs inline.
thread_local bool in_chunk = false;

inline void relax() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}
#endif

}  // namespace

#ifdef LINGHE_CORE_ONLY

struct Jobs::Pool {};

Jobs::Jobs(unsigned, Mode mode, std::uint64_t shuffle_seed)
    : threads_(1), mode_(mode), shuffle_seed_(shuffle_seed) {}
Jobs::~Jobs() = default;

void Jobs::run(std::size_t n, std::size_t chunk, Call call, void* fn) {
    LINGHE_ASSERT(chunk > 0, "for_chunks needs a chunk size");
    if (n == 0 || chunk == 0) return;
    if (mode_ == Mode::shuffled) return run_shuffled(n, chunk, chunks_of(n, chunk), call, fn);
    run_inline(n, chunk, call, fn);
}

#else

// One loop at a time. state = loop number (high 32 bits) | open bit | helpers inside. The caller publishes
// the task, opens the loop and works; a helper joins only while the loop is open, by one compare-exchange
// that also proves it is still the same loop. So the caller waits for those who joined, never for a thread
// that the system has not yet scheduled.
struct Jobs::Pool {
    static constexpr std::uint64_t kOpen = std::uint64_t{1} << 31;
    static constexpr std::uint64_t kInside = kOpen - 1;

    // The task; written only while the loop is closed and nobody is inside.
    Call call = nullptr;
    void* fn = nullptr;
    std::size_t n = 0;
    std::size_t chunk = 1;
    std::size_t chunks = 0;

    alignas(64) std::atomic<std::uint64_t> next{
        0};  // chunks taken from the front; from behind, in the high half
    alignas(64) std::atomic<std::uint64_t> state{0};
    alignas(64) std::atomic<std::uint32_t> bell{0};  // rung for each loop; what sleeping helpers wait on
    std::atomic<std::uint32_t> left{0};              // changes when the last helper leaves a closed loop
    std::atomic<bool> busy{false};
    std::atomic<bool> stop{false};
    std::atomic<bool> fault_lock{false};
    std::exception_ptr fault;
    std::size_t fault_chunk = 0;
    std::vector<std::thread> helpers;

    void note_fault(std::size_t index) noexcept {
        while (fault_lock.exchange(true, std::memory_order_acquire)) relax();
        if (!fault || index < fault_chunk) {
            fault = std::current_exception();
            fault_chunk = index;
        }
        // The other chunks are still done: one below this may fail as well, and the lowest is what is told.
        fault_lock.store(false, std::memory_order_release);
    }

    // Chunks are taken from both ends. Neighbouring chunks are neighbouring men, whose rows lie in the same lines of the
    // cache: two threads that walk side by side would take them from each other at every write.
    void work(bool from_behind) noexcept {
        in_chunk = true;
        const std::uint64_t one = from_behind ? std::uint64_t{1} << 32 : 1;
        for (;;) {
            const std::uint64_t taken = next.fetch_add(one, std::memory_order_relaxed);
            const std::size_t front = taken & 0xffffffffu, behind = taken >> 32;
            if (front + behind >= chunks) break;
            const std::size_t index = from_behind ? chunks - 1 - behind : front;
            const std::size_t begin = index * chunk;
            const std::size_t end = n - begin > chunk ? begin + chunk : n;
            try {
                call(fn, index, begin, end);
            } catch (...) {
                note_fault(index);
            }
        }
        in_chunk = false;
    }

    void try_help(bool behind) noexcept {
        std::uint64_t s = state.load(std::memory_order_acquire);
        while (s & kOpen) {
            if (!state.compare_exchange_weak(s, s + 1, std::memory_order_acquire, std::memory_order_acquire))
                continue;
            work(behind);
            const std::uint64_t before = state.fetch_sub(1, std::memory_order_acq_rel);
            if ((before & kOpen) == 0 && (before & kInside) == 1) {
                left.fetch_add(1, std::memory_order_release);
                left.notify_one();
            }
            return;
        }
    }

    void helper(bool behind) noexcept {
        const base::FpGuard guard;
        std::uint32_t heard = 0;
        for (;;) {
            for (int spins = 0; spins < 2000 && bell.load(std::memory_order_acquire) == heard; ++spins)
                relax();
            bell.wait(heard, std::memory_order_acquire);
            heard = bell.load(std::memory_order_acquire);
            if (stop.load(std::memory_order_acquire)) return;
            try_help(behind);
        }
    }

    void wait_until_empty() noexcept {
        for (int spins = 0;; ++spins) {
            const std::uint32_t seen = left.load(std::memory_order_acquire);
            if ((state.load(std::memory_order_acquire) & kInside) == 0) return;
            if (spins < 2000) {
                relax();
            } else {
                left.wait(seen, std::memory_order_acquire);
            }
        }
    }

    void loop(std::size_t n_, std::size_t chunk_, std::size_t chunks_, Call call_, void* fn_) {
        call = call_;
        fn = fn_;
        n = n_;
        chunk = chunk_;
        chunks = chunks_;
        fault = nullptr;
        next.store(0, std::memory_order_relaxed);
        const std::uint64_t number = (state.load(std::memory_order_relaxed) >> 32) + 1;
        state.store((number << 32) | kOpen, std::memory_order_release);
        bell.fetch_add(1, std::memory_order_release);
        bell.notify_all();
        {
            const base::FpGuard guard;
            work(false);
        }
        state.fetch_and(~kOpen, std::memory_order_acq_rel);
        wait_until_empty();
        if (fault) std::rethrow_exception(std::exchange(fault, nullptr));
    }
};

Jobs::Jobs(unsigned threads, Mode mode, std::uint64_t shuffle_seed)
    : threads_(threads), mode_(mode), shuffle_seed_(shuffle_seed) {
    constexpr unsigned most = 256;
    if (threads_ == 0) threads_ = std::thread::hardware_concurrency();
    if (threads_ == 0 || mode_ == Mode::shuffled) threads_ = 1;
    if (threads_ > most) threads_ = most;
    if (threads_ == 1) return;
    pool_ = std::make_unique<Pool>();
    pool_->helpers.reserve(threads_ - 1);
    try {
        for (unsigned i = 1; i < threads_; ++i)
            pool_->helpers.emplace_back([p = pool_.get(), behind = i % 2 == 1] { p->helper(behind); });
    } catch (const std::exception&) {
        // The system gives no more threads: fewer are slower, the answers are the same.
        threads_ = static_cast<unsigned>(pool_->helpers.size()) + 1;
    }
}

Jobs::~Jobs() {
    if (!pool_) return;
    pool_->stop.store(true, std::memory_order_release);
    pool_->bell.fetch_add(1, std::memory_order_release);
    pool_->bell.notify_all();
    for (std::thread& t : pool_->helpers) t.join();
}

void Jobs::run(std::size_t n, std::size_t chunk, Call call, void* fn) {
    LINGHE_ASSERT(chunk > 0, "for_chunks needs a chunk size");
    if (n == 0 || chunk == 0) return;
    const std::size_t chunks = chunks_of(n, chunk);
    if (mode_ == Mode::shuffled) return run_shuffled(n, chunk, chunks, call, fn);
    if (!pool_ || chunks == 1 || in_chunk || pool_->busy.exchange(true, std::memory_order_acquire)) {
        return run_inline(n, chunk, call, fn);
    }
    struct Release {
        std::atomic<bool>& busy;
        ~Release() { busy.store(false, std::memory_order_release); }
    } release{pool_->busy};
    pool_->loop(n, chunk, chunks, call, fn);
}

#endif

void Jobs::run_shuffled(std::size_t n, std::size_t chunk, std::size_t chunks, Call call, void* fn) {
    std::vector<std::size_t> order(chunks);
    for (std::size_t i = 0; i < chunks; ++i) order[i] = i;
    const std::uint64_t key = base::hash_mix(shuffle_seed_, loops_++);
    for (std::size_t i = chunks; i > 1; --i) std::swap(order[i - 1], order[base::hash_mix(key, i) % i]);
    const base::FpGuard guard;
    std::exception_ptr fault;
    std::size_t fault_chunk = 0;
    for (const std::size_t index : order) {
        const std::size_t begin = index * chunk;
        const std::size_t end = n - begin > chunk ? begin + chunk : n;
        try {
            call(fn, index, begin, end);
        } catch (...) {
            if (!fault || index < fault_chunk) {
                fault = std::current_exception();
                fault_chunk = index;
            }
        }
    }
    if (fault) std::rethrow_exception(fault);
}

}  // namespace linghe::jobs
