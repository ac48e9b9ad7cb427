#include "job_board.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace linghe::serve {
namespace {

using nlohmann::json;

constexpr int kStoppedCode = 75, kKilledCode = 130;
constexpr std::int64_t kPatienceMs =
    30'000;  // a step of the largest battle and its keyframe take a few seconds

const char* name_of(JobState state) {
    switch (state) {
        case JobState::queued: return "queued";
        case JobState::running: return "running";
        case JobState::done: return "done";
        case JobState::failed: return "failed";
        case JobState::cancelled: return "cancelled";
    }
    return "failed";
}

json object_of(const Job& job) {
    json j = {{"id", job.id},
              {"kind", job.kind},
              {"title", job.title},
              {"state", name_of(job.state)},
              {"progress", job.progress},
              {"clock", job.clock}};
    if (job.remaining_s >= 0) j["remaining_s"] = job.remaining_s;
    if (!job.run.empty()) j["run"] = job.run;
    if (!job.what.empty()) j["error"] = {{"what", job.what}, {"how", job.how}};
    return j;
}

std::string text_of(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

/// What a child said of its failure, without the paths of this machine.
void take_error(Job& job, const ChildEnd& end) {
    const json told = json::parse(end.out, nullptr, false);
    if (told.is_object() && told.contains("error") && told["error"].is_object()) {
        const auto word = [&](const char* key) {
            const auto at = told["error"].find(key);
            return at != told["error"].end() && at->is_string() ? at->get<std::string>() : std::string();
        };
        job.what = word("message");
        job.how = word("hint");
    }
    for (std::string* text : {&job.what, &job.how}) {
        const std::string name = std::filesystem::path(job.folder).filename().string();
        for (std::size_t p; !job.folder.empty() && (p = text->find(job.folder)) != std::string::npos;)
            text->replace(p, job.folder.size(), name);
        if (text->find("/") != std::string::npos && text->find(" /") != std::string::npos) text->clear();
    }
    if (job.what.empty()) job.what = "the program ended with exit code " + std::to_string(end.code);
    if (job.how.empty()) job.how = "see what the server says on its terminal";
}

}  // namespace

std::string job_json(const Job& job) { return text_of(object_of(job)); }

JobBoard::JobBoard(Children& children, std::size_t at_once, std::function<void(const Job&)> on_change)
    : children_(&children),
      at_once_(std::max<std::size_t>(at_once, 1)),
      on_change_(std::move(on_change)),
      alive_(std::make_shared<bool>(true)) {}

JobBoard::~JobBoard() { *alive_ = false; }

Job* JobBoard::at(const std::string& id) {
    const auto found = std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& j) { return j.id == id; });
    return found == jobs_.end() ? nullptr : &*found;
}

const Job* JobBoard::find(const std::string& id) const { return const_cast<JobBoard*>(this)->at(id); }

base::Result<std::string> JobBoard::add(Job job) {
    const auto queued =
        std::count_if(jobs_.begin(), jobs_.end(), [](const Job& j) { return j.state == JobState::queued; });
    if (closing_ || static_cast<std::size_t>(queued) >= kMostQueued)
        return base::Error{base::ErrorCode::limit, "jobs",
                           closing_ ? "the server is shutting down" : "16 battles wait already",
                           closing_ ? "start it again" : "wait until one has been fought, or cancel one"};
    job.id = "j" + std::to_string(next_++);
    job.state = JobState::queued;
    jobs_.push_back(std::move(job));
    while (jobs_.size() > kMostKept) {  // the oldest of those that are over
        const auto old = std::find_if(jobs_.begin(), jobs_.end(), [](const Job& j) {
            return j.state != JobState::queued && j.state != JobState::running;
        });
        if (old == jobs_.end()) break;
        jobs_.erase(old);
    }
    const Job& added = jobs_.back();
    const std::string id = added.id;
    on_change_(added);
    return id;
}

bool JobBoard::cancel(const std::string& id) {
    Job* job = at(id);
    if (job == nullptr) return false;
    if (job->state == JobState::queued) {
        job->state = JobState::cancelled;
        on_change_(*job);
    } else if (job->state == JobState::running && job->pushed == 0) {
        job->asked_ms = now_ms_;
        job->pushed = 1;
        children_->signal(job->child, SIGINT);
    }
    return true;
}

void JobBoard::turn(std::int64_t now_ms) {
    now_ms_ = now_ms;
    for (Job& job : jobs_) {
        if (job.state != JobState::running || job.pushed == 0) continue;
        if (now_ms - job.asked_ms < kPatienceMs * job.pushed) continue;
        // A second signal ends a run at once; its last keyframe still lets it be resumed.
        children_->signal(job.child, job.pushed == 1 ? SIGTERM : SIGKILL);
        ++job.pushed;
    }
    if (closing_) return;
    for (Job& job : jobs_) {
        if (running() >= at_once_) return;
        if (job.state == JobState::queued) start(job);
    }
}

void JobBoard::start(Job& job) {
    const std::string id = job.id;
    const auto alive = alive_;
    auto child = children_->start(
        job.words,
        [this, alive, id](std::string_view line) {
            if (*alive) heard(id, line);
        },
        [this, alive, id](const ChildEnd& end) {
            if (*alive) ended(id, end);
        });
    if (child.ok()) {
        job.child = child.value();
        job.state = JobState::running;
    } else {
        job.state = JobState::failed;
        job.what = child.error().message;
        job.how = child.error().hint;
    }
    on_change_(job);
}

void JobBoard::heard(const std::string& id, std::string_view line) {
    Job* job = at(id);
    if (job == nullptr || line.empty() || line.front() != '{') return;
    const nlohmann::json told = nlohmann::json::parse(line, nullptr, false);
    if (!told.is_object() || !told.contains("progress") || !told["progress"].is_number()) return;
    job->progress = std::clamp(told["progress"].get<double>(), 0.0, 1.0);
    if (told.contains("remaining_s") && told["remaining_s"].is_number())
        job->remaining_s = told["remaining_s"].get<double>();
    if (told.contains("clock") && told["clock"].is_string()) job->clock = told["clock"].get<std::string>();
    on_change_(*job);
}

void JobBoard::ended(const std::string& id, const ChildEnd& end) {
    Job* job = at(id);
    if (job == nullptr) return;
    const bool stopped = end.code == kStoppedCode || end.code == kKilledCode;
    job->child = -1;
    job->remaining_s = -1;
    job->state = end.code == 0                ? JobState::done
                 : job->pushed > 0 || stopped ? JobState::cancelled
                                              : JobState::failed;
    if (job->state == JobState::done) job->progress = 1;
    if (job->state == JobState::failed) take_error(*job, end);
    on_change_(*job);
}

void JobBoard::close(std::int64_t now_ms) {
    now_ms_ = now_ms;
    closing_ = true;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
        if (jobs_[i].state == JobState::queued || jobs_[i].state == JobState::running) cancel(jobs_[i].id);
}

void JobBoard::kill_all() {
    for (const Job& job : jobs_)
        if (job.state == JobState::running) children_->signal(job.child, SIGTERM);
}

std::size_t JobBoard::running() const {
    return static_cast<std::size_t>(
        std::count_if(jobs_.begin(), jobs_.end(), [](const Job& j) { return j.state == JobState::running; }));
}

bool JobBoard::writes_to(const std::string& folder) const {
    return std::any_of(jobs_.begin(), jobs_.end(), [&](const Job& j) {
        return j.folder == folder && (j.state == JobState::queued || j.state == JobState::running);
    });
}

std::string JobBoard::folder_of(const std::string& run) const {
    const auto found = std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& j) {
        return j.run == run && (j.state == JobState::queued || j.state == JobState::running);
    });
    return found == jobs_.end() ? std::string() : found->folder;
}

std::string JobBoard::json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const Job& job : jobs_) list.push_back(object_of(job));
    return text_of(list);
}

}  // namespace linghe::serve
