// What: questions that another call of the program answers: `linghe compare`, `why`, `check`, `list`; few at once, none for ever.
// Who: the routes.
// Never: reads a recording in the server itself: a damaged file ends a child, not the server.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "children.hpp"

namespace linghe::serve {

class Clerk {
public:
    static constexpr std::size_t kMostAtOnce = 4;
    static constexpr std::int64_t kMostMs = 120'000;

    explicit Clerk(Children& children) : children_(&children), alive_(std::make_shared<bool>(true)) {}
    ~Clerk() { *alive_ = false; }

    /// False, and `done` is never called, when too many questions are open. Else `done` gets the end of the child.
    bool ask(const std::vector<std::string>& words, std::function<void(const ChildEnd&)> done);
    /// Ends those that take too long. @param now_ms of any steady clock
    void turn(std::int64_t now_ms);
    void kill_all();

private:
    static constexpr std::int64_t kNotYet = -1;
    struct Open {
        int child = -1;
        std::int64_t since_ms = kNotYet;
    };
    Children* children_;
    std::map<std::uint64_t, Open> open_;
    std::uint64_t next_ = 1;
    std::shared_ptr<bool> alive_;
};

}  // namespace linghe::serve
