// The batch: workers take the next run, the caller's thread keeps the log and tells how far it is.
#include "linghe/lab/batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "linghe/lab/summary.hpp"
#include "row_log.hpp"

namespace linghe::lab {
namespace {

constexpr unsigned kMostThreads = 256;
constexpr auto kTellEvery = std::chrono::milliseconds(200);

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

/// Runs that are missing, their workers, and the rows on their way to the log.
class Workers {
public:
    Workers(const Prepared& prepared, const BatchOptions& options, std::vector<std::size_t> missing)
        : prepared_(prepared), options_(options), missing_(std::move(missing)) {
        unsigned n = options.threads != 0 ? options.threads : std::thread::hardware_concurrency();
        n = std::clamp(n, 1u, kMostThreads);
        if (n > missing_.size()) n = static_cast<unsigned>(missing_.size());
        working_ = n;
        threads_.reserve(n);
        for (unsigned i = 0; i < n; ++i) {
            try {
                threads_.emplace_back([this] { work(); });
            } catch (const std::system_error&) {  // the system gives no more: fewer do the same work
                const std::lock_guard lock{mutex_};
                working_ -= n - i;
                break;
            }
        }
    }
    ~Workers() {
        stop();
        for (auto& thread : threads_) thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void stop() { stopped_ = true; }
    [[nodiscard]] bool none() const { return threads_.empty(); }
    [[nodiscard]] std::int64_t ticks() const { return ticks_; }
    /// Rows that have ended; waits a little when there are none. False when all workers are gone and all
    /// rows are taken.
    bool take(std::vector<Row>& rows) {
        std::unique_lock lock{mutex_};
        ended_.wait_for(lock, kTellEvery, [this] { return !rows_.empty() || working_ == 0; });
        rows.assign(std::make_move_iterator(rows_.begin()), std::make_move_iterator(rows_.end()));
        rows_.clear();
        return !rows.empty() || working_ != 0;
    }

private:
    void work() {
        while (!stopped_) {
            const std::size_t mine = next_++;
            if (mine >= missing_.size()) break;
            std::int64_t told = 0;
            Row row = run_one(
                prepared_, missing_[mine],
                [this, &told](std::int64_t n) {
                    told += n;
                    ticks_ += n;
                },
                options_.disturb);
            ticks_ += prepared_.end_tick - told;
            const std::lock_guard lock{mutex_};
            rows_.push_back(std::move(row));
            ended_.notify_one();
        }
        const std::lock_guard lock{mutex_};
        --working_;
        ended_.notify_one();
    }

    const Prepared& prepared_;
    const BatchOptions& options_;
    std::vector<std::size_t> missing_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::int64_t> ticks_{0};
    std::atomic<bool> stopped_{false};
    std::mutex mutex_;
    std::condition_variable ended_;
    std::deque<Row> rows_;
    unsigned working_ = 0;
    std::vector<std::thread> threads_;
};

base::Result<std::optional<base::AppendLog>> open_log(base::FileSystem& fs, const Prepared& prepared,
                                                      const BatchOptions& options, Outcome& out) {
    std::optional<base::AppendLog> log;
    if (options.folder.empty()) return log;
    const std::string path = options.folder + "/runs.log";
    if (fs.exists(path)) {
        if (!options.resume)
            return base::Error{base::ErrorCode::usage, options.folder,
                               "holds a batch already, and nothing of yours is overwritten",
                               "go on with it by --resume, or choose another folder"};
        LINGHE_TRY(out.rows, read_rows(fs, path, prepared));
        LINGHE_TRY(log, base::AppendLog::reopen(fs, path));
        out.resumed = out.rows.size();
        out.dropped_bytes = log->dropped_bytes();
        out.dropped_why = log->dropped_why();
    } else {
        std::error_code ignored;  // the seam knows no listing of directories; a real one is looked at
        if (dynamic_cast<base::RealFileSystem*>(&fs) != nullptr &&
            std::filesystem::is_directory(options.folder, ignored) &&
            !std::filesystem::is_empty(options.folder, ignored))
            return base::Error{base::ErrorCode::usage, options.folder,
                               "this folder holds something else than a batch, and nothing is mixed with it",
                               "name a new folder"};
        LINGHE_CHECK_OK(fs.make_dirs(options.folder));
        LINGHE_TRY(log, base::AppendLog::create(fs, path));
    }
    if (log->next_sequence() == 0) {  // new, or torn before its first block was whole
        LINGHE_CHECK_OK(log->append(kPlanBlock, bytes_of(plan_text(prepared))));
        LINGHE_CHECK_OK(log->flush());
    }
    return log;
}

base::Result<void> write_results(base::FileSystem& fs, const Prepared& prepared, const BatchOptions& options,
                                 const std::vector<Row>& rows) {
    const Summary summary = summarize(prepared, rows);
    const std::pair<const char*, std::string> files[] = {
        {"rows.csv", rows_csv(prepared, rows)},           {"missing.csv", missing_csv(prepared, rows)},
        {"timings.csv", timings_csv(prepared, rows)},     {"summary.csv", summary_csv(summary)},
        {"summary.json", summary_json(summary)},          {"summary.md", summary_markdown(summary)},
        {"datapackage.json", datapackage_json(prepared)},
    };
    for (const auto& [name, text] : files)
        LINGHE_CHECK_OK(base::atomic_write(fs, options.folder + "/" + name, text));
    return {};
}

}  // namespace

base::Result<Outcome> run_batch(base::FileSystem& fs, const Prepared& prepared, const BatchOptions& options) {
    Outcome out;
    LINGHE_TRY(auto log, open_log(fs, prepared, options, out));
    std::vector<char> there(prepared.runs());
    Standing standing;
    standing.of = prepared.runs();
    for (const Row& row : out.rows) {
        there[row.run] = 1;
        standing.failed += row.ok() ? 0 : 1;
    }
    std::vector<std::size_t> missing;
    for (std::size_t run = 0; run < there.size(); ++run)
        if (there[run] == 0) missing.push_back(run);

    std::optional<base::Error> trouble;
    if (!missing.empty()) {
        Workers workers{prepared, options, std::move(missing)};
        if (workers.none())
            return base::Error{base::ErrorCode::limit, "batch", "the system gives no thread to work with",
                               "allow more memory or processes (ulimit -v, ulimit -u)"};
        std::vector<Row> ended;
        while (workers.take(ended)) {
            for (Row& row : ended) {
                standing.failed += row.ok() ? 0 : 1;
                if (log && !trouble) {
                    auto written = log->append(kRowBlock, bytes_of(row_text(row)));
                    if (written.ok()) written = log->flush();
                    if (!written.ok()) trouble = written.error();
                }
                out.rows.push_back(std::move(row));
            }
            standing.runs = out.rows.size();
            const double all = static_cast<double>(standing.of) * static_cast<double>(prepared.end_tick);
            standing.done = (static_cast<double>(out.resumed) * static_cast<double>(prepared.end_tick) +
                             static_cast<double>(workers.ticks())) /
                            (all > 0 ? all : 1);
            if (options.progress) options.progress(standing);
            if (trouble || (options.stop && options.stop())) workers.stop();
        }
    }
    if (trouble) return *trouble;  // what the log holds is whole: the batch can be resumed when there is room
    std::sort(out.rows.begin(), out.rows.end(), [](const Row& a, const Row& b) { return a.run < b.run; });
    out.stopped = out.rows.size() < prepared.runs();
    if (log) LINGHE_CHECK_OK(log->finish());
    if (log && !out.stopped) LINGHE_CHECK_OK(write_results(fs, prepared, options, out.rows));
    return out;
}

}  // namespace linghe::lab
