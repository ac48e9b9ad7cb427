#include "linghe/shoot/shoot.hpp"

#include "linghe/shoot/ballistics.hpp"
#include "stages.hpp"

namespace linghe::shoot {

void advance(const model::Model& model, world::World& world, intent::Intents& /*intents*/, jobs::Jobs& jobs) {
    if (model.lacks(model::Without::shoot)) return;
    if (world.slow_tick()) {
        make_bow_tables(model, world.scratch_shoot.bows);
        find_masses(model, world, jobs);
        loose(model, world, jobs);
    }
    land(model, world, jobs);
}

}  // namespace linghe::shoot
