// What: parallel loops over fixed chunks; the answer never depends on the number of threads.
// Who: sim owns one and hands it to the stages; L2 to L4 call for_chunks.
// Never: a chunk size made from the number of threads; a chunk that writes another chunk's rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace linghe::jobs {

enum class Mode {
    normal,    ///< chunks are taken by threads as they come free
    shuffled,  ///< one thread, chunks in a seeded random order: shows a loop that depends on their order
};

/// A pool that lives as long as the object. Not copyable. May be called from any thread (shuffled mode: from
/// one); one loop at a time is parallel: a nested loop, or one that finds the pool busy, runs inline.
class Jobs {
public:
    /// threads counts the caller too: 1 starts none, 0 takes what the machine has. shuffle_seed is for
    /// Mode::shuffled.
    explicit Jobs(unsigned threads, Mode mode = Mode::normal, std::uint64_t shuffle_seed = 0);
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    unsigned threads() const noexcept { return threads_; }
    Mode mode() const noexcept { return mode_; }

    /// fn(chunk_index, begin, end) for every chunk [begin, end) of 0 .. n; chunk > 0 must be a constant of
    /// the program. Returns when all are done; all writes of the chunks are then seen by the caller. If
    /// chunks throw, the exception of the lowest chunk is thrown on. No memory is allocated (normal mode).
    /// Every chunk runs under base::FpGuard.
    template <class F>
    void for_chunks(std::size_t n, std::size_t chunk, F&& fn) {
        using Fn = std::remove_reference_t<F>;
        run(
            n, chunk,
            [](void* f, std::size_t index, std::size_t begin, std::size_t end) {
                (*static_cast<Fn*>(f))(index, begin, end);
            },
            const_cast<void*>(static_cast<const void*>(std::addressof(fn))));
    }

private:
    using Call = void (*)(void*, std::size_t, std::size_t, std::size_t);
    struct Pool;

    void run(std::size_t n, std::size_t chunk, Call call, void* fn);
    void run_shuffled(std::size_t n, std::size_t chunk, std::size_t chunks, Call call, void* fn);

    unsigned threads_;
    Mode mode_;
    std::uint64_t shuffle_seed_;
    std::uint64_t loops_ = 0;  ///< shuffled mode: every loop gets an order of its own
    std::unique_ptr<Pool> pool_;
};

/// Number of chunks of a loop over n.
constexpr std::size_t chunks_of(std::size_t n, std::size_t chunk) noexcept {
    return chunk == 0 ? 0 : n / chunk + (n % chunk != 0);
}

/// At least `chunks` lists, each with room for `each` entries from the first: what a chunk finds goes into its own list,
/// and a bad second later must not allocate.
template <class Lists>
void lists_for(Lists& lists, std::size_t chunks, std::size_t each) {
    while (lists.size() < chunks) {
        lists.emplace_back();
        lists.back().reserve(each);
    }
}

}  // namespace linghe::jobs
