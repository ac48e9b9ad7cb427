// Short readings of a scene that several observers share: who is fit, who is on the chief's bank, what a man fears.
// Used by observers_heart.cpp, observers_orders.cpp and the registries of this room.
// Never keeps anything between two looks.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "observers.hpp"

namespace linghe::lab {

[[nodiscard]] inline std::size_t man_of(const Scene& s, std::uint32_t person) {
    return s.model.persons[person].man;
}
[[nodiscard]] inline bool fit_man(const Scene& s, std::size_t man) {
    return world::active(s.state.world.men.status[man]);
}
/// Fear a man feels, 0 calm .. 1 panic.
[[nodiscard]] inline double fear_of(const Scene& s, std::size_t man) {
    return s.state.world.men.fear_q16[man] / 65535.0;
}
/// Fit, of the chief's side, on his bank of T0.
[[nodiscard]] inline bool on_his_bank(const Scene& s, std::size_t man) {
    return fit_man(s, man) && s.model.men.side[man] == s.field.side &&
           region_at(s.model, s.state, man) == s.field.bank;
}
/// Shaken, wavering or in flight.
[[nodiscard]] inline bool unsteady(std::uint8_t morale) {
    return morale >= static_cast<std::uint8_t>(world::Morale::shaken) &&
           morale <= static_cast<std::uint8_t>(world::Morale::routing);
}
/// Metres between a man and a place in metres.
[[nodiscard]] double metres_from(const Scene& s, std::size_t man, double x_m, double y_m);
/// Fit men of the chief's side within so many metres of a person, he himself not.
[[nodiscard]] std::vector<std::uint32_t> friends_about(const Scene& s, std::uint32_t person, double metres);
/// Mean fear of those of the men who are still fit; none when nobody is.
[[nodiscard]] Value mean_fear(const Scene& s, const std::vector<std::uint32_t>& men);

}  // namespace linghe::lab
