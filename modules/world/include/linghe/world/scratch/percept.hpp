// Working memory of the room "percept", kept so that a step allocates nothing.
// Used by percept alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include "linghe/base/columns.hpp"

namespace linghe::world {

struct PerceptScratch {};

}  // namespace linghe::world
