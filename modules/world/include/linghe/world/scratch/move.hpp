// Working memory of the room "move", kept so that a step allocates nothing.
// Used by move alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include "linghe/base/columns.hpp"

namespace linghe::world {

struct MoveScratch {};

}  // namespace linghe::world
