// Census: how many men of each unit are fit, out, across, or about the chief: one count of all men, shared by all measures
// that look at the same tick.
// Used by the registries and observers of this room.
// Never counts a man under the unit he has joined: he stays with the one he was mustered in.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "linghe/lab/measures.hpp"

namespace linghe::lab {

/// Units that are counted together: a banner, a commander's force, a side.
using Group = std::vector<std::uint32_t>;

class Census {
public:
    explicit Census(const model::Model& model);
    /// Counts all men unless they are counted for this tick already.
    void count(const Scene& scene);

    /// Fit men, and men who left the map, by where they stand (stood last); of these `left` are gone.
    [[nodiscard]] double there(const Group& group, std::uint8_t region) const noexcept;
    [[nodiscard]] double living(const Group& group) const noexcept;
    /// Dead, disabled, drowned, taken: all who are neither fit nor gone from the map.
    [[nodiscard]] double out(const Group& group) const noexcept;
    /// Men who left the map.
    [[nodiscard]] double gone(const Group& group) const noexcept;
    /// Fit men within 300 m (500 m) of the chief who stand in the region in which he stands.
    [[nodiscard]] double within_300(const Group& group) const noexcept;
    [[nodiscard]] double within_500(const Group& group) const noexcept;

private:
    void reset(std::size_t units, std::size_t regions);

    std::int64_t tick_ = -1;
    std::size_t regions_ = 0;
    std::vector<std::uint32_t> there_;  // unit x (regions + 1); the last: no region
    std::vector<std::uint32_t> living_, out_, gone_, near_, nearish_;
};

/// Units of a side; of colours; of colours and a kind of troops; of the force a person commands (without one: the unit he
/// rides with).
[[nodiscard]] Group units_of_side(const model::Model& model, std::uint8_t side);
[[nodiscard]] Group units_of_colours(const model::Model& model, std::uint8_t colours);
[[nodiscard]] Group units_of_troop(const model::Model& model, std::uint8_t colours, std::uint8_t troop);
[[nodiscard]] Group units_of_person(const model::Model& model, std::uint32_t person);

}  // namespace linghe::lab
