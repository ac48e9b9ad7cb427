// What: which path does what: the viewer's files, the gallery, the data of runs, jobs, notes, questions, battles as texts.
// Who: every HTTP session calls handle(); the WebSockets ask it for the file behind a live view.
// Never: makes a path of the disk out of a request; blocks for longer than reading one small file takes.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clerk.hpp"
#include "exchange.hpp"
#include "gallery.hpp"
#include "job_board.hpp"
#include "linghe/serve/web_files.hpp"
#include "scenario_desk.hpp"

namespace linghe::serve {

/// What the routes work on; all of it outlives them.
struct House {
    base::FileSystem* fs = nullptr;
    Gallery* gallery = nullptr;
    JobBoard* jobs = nullptr;
    Clerk* clerk = nullptr;
    const WebFiles* web = nullptr;
    ScenarioDesk* desk = nullptr;
    std::string runs, release, build;
    std::function<void()> gallery_changed;  ///< tells those who listen on /api/events
};

class Routes {
public:
    explicit Routes(House house) : house_(std::move(house)) {}
    /// Whom to ask; before the first request.
    void staff(JobBoard* jobs, Clerk* clerk) { house_.jobs = jobs, house_.clerk = clerk; }
    /// Lets go of those who still wait for the gallery.
    void forget_waiting() { waiting_.clear(); }
    /// Answers once, now or later. The token has been judged before.
    void handle(const Request& request, Answer answer);
    /// The folder behind /api/live/ID; nothing when there is no such run.
    [[nodiscard]] std::optional<std::string> live_folder(const std::string& id);
    /// True when no job of this server waits to write, or writes, into that folder.
    [[nodiscard]] bool is_over(const std::string& folder) const { return !house_.jobs->writes_to(folder); }
    /// Asks what the shipped battles and those of the folders are called; answers to /api/gallery wait for it.
    void read_scenarios();

private:
    using Handler = void (Routes::*)(const Request&, const std::string&, Answer&);
    struct Route {
        std::string_view path;  ///< "*" stands for one part
        std::string_view methods;
        Handler handler;
    };
    static const std::vector<Route>& table();

    void give_static(const Request& request, Answer& answer);
    void about(const Request&, const std::string&, Answer& answer);
    void gallery(const Request&, const std::string&, Answer& answer);
    void jobs(const Request& request, const std::string&, Answer& answer);
    void job(const Request& request, const std::string& id, Answer& answer);
    void fork(const Request& request, const std::string&, Answer& answer);
    void compare(const Request& request, const std::string&, Answer& answer);
    void why(const Request& request, const std::string&, Answer& answer);
    void notes(const Request& request, const std::string& run, Answer& answer);
    void new_scenario(const Request& request, const std::string&, Answer& answer);
    void check_scenario(const Request& request, const std::string&, Answer& answer);
    void scenario(const Request& request, const std::string& id, Answer& answer);
    static Reply scenario_reply(const std::string& id, const std::string& name, const Texts& texts,
                                int status);
    void read_again(const std::string& words);
    void socket(const Request&, const std::string&, Answer& answer);
    void data(const Request& request, const std::string& rest, Answer& answer);
    void add_job(base::Result<Job> job, Answer& answer);
    void ask(const std::vector<std::string>& words, Answer& answer);
    const RunEntry* run(const std::string& id);
    void read_unread();
    void scenarios_told(const std::string& words, const ChildEnd& end);

    House house_;
    int reading_ = 0;                           ///< questions about battles still open
    std::vector<Answer> waiting_;               ///< for the gallery
    std::vector<std::function<void()>> later_;  ///< jobs asked for while the battles are being read
};

}  // namespace linghe::serve
