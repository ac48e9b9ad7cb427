// What: the queue of battles to fight: one at a time (or as many as asked for), each a child process; progress, cancel, end.
// Who: the routes add and cancel, the server's clock turns it over.
// Never: loses a run: what is cancelled has been asked to stop, and can be resumed.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "children.hpp"
#include "linghe/serve/limits.hpp"

namespace linghe::serve {

enum class JobState : std::uint8_t { queued, running, done, failed, cancelled };

struct Job {
    std::string id, kind, title;
    std::vector<std::string> words;  ///< of the command line
    std::string folder;              ///< in which its run lies
    std::string run;                 ///< id of that run
    JobState state = JobState::queued;
    double progress = 0;      ///< 0..1
    double remaining_s = -1;  ///< below zero: not known
    std::string clock;        ///< battle time, "+12:00"
    std::string what, how;    ///< of a failed one
    int child = -1;
    std::int64_t asked_ms = 0;  ///< when it was asked to stop, 0 never
    int pushed = 0;             ///< how hard it was asked
};

class JobBoard {
public:
    static constexpr std::size_t kMostQueued = limits::kQueuedRuns, kMostKept = 64;

    /// @param on_change called with the job after each change. `children` outlives the board.
    JobBoard(Children& children, std::size_t at_once, std::function<void(const Job&)> on_change);
    ~JobBoard();

    /// Error (limit) when the queue is full. The id of the job.
    [[nodiscard]] base::Result<std::string> add(Job job);
    /// False when there is no such job. A queued one is gone at once, a running one is asked to stop.
    bool cancel(const std::string& id);
    /// Starts what may start; presses those who do not stop. Call a few times a second. @param now_ms of any steady clock
    void turn(std::int64_t now_ms);
    /// Asks all to stop and starts no more.
    void close(std::int64_t now_ms);
    /// Ends all at once.
    void kill_all();
    [[nodiscard]] std::size_t running() const;
    [[nodiscard]] bool writes_to(const std::string& folder) const;
    /// The folder of a run that waits or is being fought; empty when there is none of that id.
    [[nodiscard]] std::string folder_of(const std::string& run) const;
    /// [{"id":...},...], the newest last.
    [[nodiscard]] std::string json() const;
    [[nodiscard]] const Job* find(const std::string& id) const;

private:
    void start(Job& job);
    void heard(const std::string& id, std::string_view line);
    void ended(const std::string& id, const ChildEnd& end);
    Job* at(const std::string& id);

    Children* children_;
    std::size_t at_once_;
    std::function<void(const Job&)> on_change_;
    std::deque<Job> jobs_;
    std::uint64_t next_ = 1;
    std::int64_t now_ms_ = 0;
    bool closing_ = false;
    std::shared_ptr<bool> alive_;  ///< false once the board is gone: children may end later
};

/// One job as JSON.
[[nodiscard]] std::string job_json(const Job& job);

}  // namespace linghe::serve
