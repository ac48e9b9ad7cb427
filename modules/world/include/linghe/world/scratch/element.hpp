// Working memory of the room "element", kept so that a step allocates nothing.
// Used by element alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include "linghe/base/columns.hpp"

namespace linghe::world {

struct ElementScratch {};

}  // namespace linghe::world
