// Working memory of the room "morale", kept so that a step allocates nothing.
// Used by morale alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include "linghe/base/columns.hpp"

namespace linghe::world {

struct MoraleScratch {};

}  // namespace linghe::world
