// Working memory of the room "element", kept so that a step allocates nothing.
// Used by element alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include "linghe/base/columns.hpp"

namespace linghe::world {

struct ElementScratch {
    base::Column<std::int32_t> swept;       ///< smoke after the sweep along x
    base::Column<float> line;               ///< one row of extinction with two empty cells at each end
    base::Column<std::int32_t> flux;        ///< through the faces of one row
    base::Column<std::int32_t> flux_south;  ///< through the southern faces of the row in hand
    base::Column<std::int32_t> flux_north;  ///< through its northern faces
};

}  // namespace linghe::world
