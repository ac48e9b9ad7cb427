#include "hall.hpp"

#include <vector>

namespace linghe::serve {
namespace {

/// Held while they are called: a guest may leave, and be gone, in the midst of it.
std::vector<std::shared_ptr<Guest>> held(const std::map<std::uint64_t, std::weak_ptr<Guest>>& guests) {
    std::vector<std::shared_ptr<Guest>> all;
    for (const auto& [number, weak] : guests)
        if (auto guest = weak.lock()) all.push_back(std::move(guest));
    return all;
}

}  // namespace

std::size_t Hall::sockets() const {
    std::size_t n = 0;
    for (const auto& guest : held(guests_)) n += guest->is_socket() ? 1 : 0;
    return n;
}

bool Hall::drop_an_idle_one() {
    std::shared_ptr<Guest> oldest;
    for (const auto& guest : held(guests_)) {
        if (guest->idle_since() == 0) continue;
        if (oldest == nullptr || guest->idle_since() < oldest->idle_since()) oldest = guest;
    }
    if (oldest == nullptr) return false;
    oldest->leave();
    return true;
}

void Hall::tell_all(std::string news) {
    const auto shared = std::make_shared<const std::string>(std::move(news));
    for (const auto& guest : held(guests_)) guest->tell(shared);
}

void Hall::look(std::int64_t now_ms) {
    for (const auto& guest : held(guests_)) guest->look(now_ms);
}

void Hall::leave_all() {
    for (const auto& guest : held(guests_)) guest->leave();
}

}  // namespace linghe::serve
