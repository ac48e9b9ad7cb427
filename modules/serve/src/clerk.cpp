#include "clerk.hpp"

#include <csignal>

namespace linghe::serve {

bool Clerk::ask(const std::vector<std::string>& words, std::function<void(const ChildEnd&)> done) {
    if (open_.size() >= kMostAtOnce) return false;
    const std::uint64_t number = next_++;
    const auto alive = alive_;
    auto child = children_->start(
        words, [](std::string_view) {},
        [this, alive, number, done = std::move(done)](const ChildEnd& end) {
            if (!*alive) return;
            open_.erase(number);
            done(end);
        });
    if (!child.ok()) return false;
    open_[number] = {child.value(),
                     kNotYet};  // its time begins with the next turn: only turns know the clock
    return true;
}

void Clerk::turn(std::int64_t now_ms) {
    for (auto& [number, open] : open_) {
        if (open.since_ms == kNotYet) open.since_ms = now_ms;
        if (now_ms - open.since_ms > kMostMs) children_->signal(open.child, SIGKILL);
    }
}

void Clerk::kill_all() {
    for (const auto& [number, open] : open_) children_->signal(open.child, SIGKILL);
}

}  // namespace linghe::serve
