#include "job_board.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <map>

#include "clerk.hpp"

using namespace linghe;
using namespace linghe::serve;

namespace {

/// Children that were never born: the test plays them.
class Puppets final : public Children {
public:
    struct Puppet {
        std::vector<std::string> words;
        std::function<void(std::string_view)> say;
        std::function<void(ChildEnd)> end;
        std::vector<int> signals;
    };
    base::Result<int> start(const std::vector<std::string>& words,
                            std::function<void(std::string_view)> on_line,
                            std::function<void(ChildEnd)> on_end) override {
        if (refuse) return base::Error{base::ErrorCode::io, "child", "no room", "wait"};
        all[++next] = {words, std::move(on_line), std::move(on_end), {}};
        return next;
    }
    void signal(int child, int signal) override { all[child].signals.push_back(signal); }

    std::map<int, Puppet> all;
    int next = 0;
    bool refuse = false;
};

Job battle(const std::string& name) {
    Job job;
    job.kind = "run";
    job.folder = "/home/me/runs/" + name;
    job.run = "id-" + name;
    job.words = {"run", name};
    return job;
}
ChildEnd ended(int code, std::string out = {}) {
    ChildEnd end;
    end.code = code;
    end.out = std::move(out);
    return end;
}

struct Table {
    Puppets puppets;
    int told = 0;
    JobBoard board{puppets, 1, [this](const Job&) { ++told; }};
};

}  // namespace

TEST_CASE("battles are fought one after the other") {
    Table t;
    const auto first = t.board.add(battle("a")), second = t.board.add(battle("b"));
    REQUIRE(first.ok());
    REQUIRE(second.ok());
    CHECK(t.puppets.all.empty());
    t.board.turn(0);
    t.board.turn(200);
    CHECK(t.puppets.all.size() == 1);
    CHECK(t.board.find(first.value())->state == JobState::running);
    CHECK(t.board.find(second.value())->state == JobState::queued);
    CHECK(t.board.writes_to("/home/me/runs/b"));
    t.puppets.all[1].end(ended(0));
    CHECK(t.board.find(first.value())->state == JobState::done);
    CHECK(t.board.find(first.value())->progress == 1.0);
    t.board.turn(400);
    CHECK(t.board.find(second.value())->state == JobState::running);
    CHECK_FALSE(t.board.writes_to("/home/me/runs/a"));
}

TEST_CASE("a battle under way tells how far it has come") {
    Table t;
    const std::string id = t.board.add(battle("a")).value();
    t.board.turn(0);
    t.puppets.all[1].say("{\"progress\":0.25,\"remaining_s\":12.5,\"clock\":\"+03:00\"}");
    CHECK(t.board.find(id)->progress == doctest::Approx(0.25));
    CHECK(t.board.find(id)->remaining_s == doctest::Approx(12.5));
    CHECK(t.board.find(id)->clock == "+03:00");
    for (const char* noise : {"", "a warning", "{", "{\"progress\":\"half\"}", "[1]", "{\"other\":1}"})
        t.puppets.all[1].say(noise);
    CHECK(t.board.find(id)->progress == doctest::Approx(0.25));
    t.puppets.all[1].say("{\"progress\":7,\"remaining_s\":null}");
    CHECK(t.board.find(id)->progress == 1.0);
}

TEST_CASE("a cancelled battle is asked to stop once, then more firmly") {
    Table t;
    const std::string id = t.board.add(battle("a")).value();
    t.board.turn(1000);
    CHECK(t.board.cancel(id));
    CHECK(t.board.cancel(id));  // pressing twice must not end it at once
    CHECK(t.puppets.all[1].signals == std::vector<int>{SIGINT});
    t.board.turn(30'000);
    CHECK(t.puppets.all[1].signals.size() == 1);
    t.board.turn(31'001);
    CHECK(t.puppets.all[1].signals == std::vector<int>{SIGINT, SIGTERM});
    t.board.turn(62'000);
    CHECK(t.puppets.all[1].signals.back() == SIGKILL);
    t.puppets.all[1].end(ended(75));
    CHECK(t.board.find(id)->state == JobState::cancelled);
    CHECK_FALSE(t.board.cancel("j99"));
}

TEST_CASE("a battle that waits is cancelled without having begun") {
    Table t;
    const std::string id = t.board.add(battle("a")).value();
    CHECK(t.board.cancel(id));
    t.board.turn(0);
    CHECK(t.puppets.all.empty());
    CHECK(t.board.find(id)->state == JobState::cancelled);
}

TEST_CASE("a battle that fails says why, without the folders of this machine") {
    Table t;
    const std::string id = t.board.add(battle("a")).value();
    t.board.turn(0);
    t.puppets.all[1].end(
        ended(3,
              "{\"error\":{\"code\":3,\"message\":\"2 mistakes in /home/me/runs/a\",\"hint\":\"linghe check "
              "/home/me/else\"}}"));
    const Job& job = *t.board.find(id);
    CHECK(job.state == JobState::failed);
    CHECK(job.what == "2 mistakes in a");
    CHECK(job.how.find("/home") == std::string::npos);
    const std::string told = job_json(job);
    CHECK(told.find("\"error\"") != std::string::npos);
    CHECK(told.find("/home") == std::string::npos);
}

TEST_CASE("what a child says in the place of JSON does no harm") {
    for (const char* out : {"", "{", "[]", "{\"error\":7}", "{\"error\":{\"message\":7}}", "\xff\xfe"}) {
        Table t;
        const std::string id = t.board.add(battle("a")).value();
        t.board.turn(0);
        t.puppets.all[1].end(ended(139, out));
        CHECK(t.board.find(id)->state == JobState::failed);
        CHECK_FALSE(t.board.find(id)->what.empty());
    }
}

TEST_CASE("no more than sixteen battles wait") {
    Table t;
    for (std::size_t i = 0; i < JobBoard::kMostQueued; ++i)
        CHECK(t.board.add(battle(std::to_string(i))).ok());
    const auto more = t.board.add(battle("more"));
    REQUIRE_FALSE(more.ok());
    CHECK(more.error().code == base::ErrorCode::limit);
}

TEST_CASE("the board forgets the oldest that are over, never those that wait") {
    Table t;
    for (int i = 0; i < 200; ++i) {
        CHECK(t.board.add(battle(std::to_string(i))).ok());
        t.board.turn(i);
        t.puppets.all[t.puppets.next].end(ended(0));
    }
    CHECK(t.board.find("j1") == nullptr);
    CHECK(t.board.find("j200") != nullptr);
}

TEST_CASE("a machine that has no room for a process says so in the job") {
    Table t;
    t.puppets.refuse = true;
    const std::string id = t.board.add(battle("a")).value();
    t.board.turn(0);
    CHECK(t.board.find(id)->state == JobState::failed);
    CHECK(t.board.find(id)->what == "no room");
}

TEST_CASE("when the server ends, battles are stopped and none begins") {
    Table t;
    (void)t.board.add(battle("a"));
    (void)t.board.add(battle("b"));
    t.board.turn(0);
    t.board.close(100);
    CHECK(t.puppets.all[1].signals == std::vector<int>{SIGINT});
    t.puppets.all[1].end(ended(75));
    t.board.turn(200);
    CHECK(t.puppets.all.size() == 1);
    CHECK(t.board.running() == 0);
    CHECK_FALSE(t.board.add(battle("c")).ok());
}

TEST_CASE("a child that ends after the board is gone is no fault") {
    Puppets puppets;
    {
        JobBoard board(puppets, 1, [](const Job&) {});
        (void)board.add(battle("a"));
        board.turn(0);
    }
    puppets.all[1].say("{\"progress\":0.5}");
    puppets.all[1].end(ended(0));
    CHECK(puppets.all.size() == 1);
}

TEST_CASE("a question asked before the first turn of the clock has its full time") {
    Puppets puppets;
    Clerk clerk{puppets};
    REQUIRE(clerk.ask({"list", "--json"}, [](const ChildEnd&) {}));
    const std::int64_t long_up = 30LL * 24 * 3600 * 1000;  // the machine has run for a month
    clerk.turn(long_up);
    clerk.turn(long_up + Clerk::kMostMs);
    CHECK(puppets.all[1].signals.empty());
    clerk.turn(long_up + Clerk::kMostMs + 1);
    CHECK(puppets.all[1].signals == std::vector<int>{SIGKILL});
}
