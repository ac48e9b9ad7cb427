// What: which entries the key under the map has.
// Who: Painter, timeline.
// Never: an entry for what is not drawn; in a film, an entry that comes and goes.
#pragma once
#include <array>

#include "transform.hpp"

namespace linghe::draw {

/// What the key speaks of: what stands on the map. In a film, what the whole battle has, so that it keeps still.
struct KeyShown {
    std::array<bool, 5> states{};  ///< steady, shaken, wavering, routing, rallying
    std::array<bool, 2> sides{};
    bool fallen = false, chief = false, leader = false, courier = false, drum = false, heard = false,
         smoke = false;
};
[[nodiscard]] KeyShown shown_on(const Sheet& sheet, const Scene& scene, const Transform& at, bool blocks,
                                bool smoke);

}  // namespace linghe::draw
