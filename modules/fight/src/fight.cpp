#include "linghe/fight/fight.hpp"

#include "stages.hpp"

namespace linghe::fight {

void advance(const model::Model& model, world::World& world, intent::Intents& intents, jobs::Jobs& jobs) {
    if (model.lacks(model::Without::fight)) {
        world.hits.resize(0);
        return;
    }
    strike(model, world, jobs);
    std::uint32_t ended = apply_strokes(model, world);
    ended += apply_missiles(model, world);
    if (world.slow_tick()) {
        ended += burn_men(model, world, jobs);
        ended += finish_fallen(model, world, jobs);
        ended += slow_ends(model, world, jobs);
        clash(model, world, intents);
    }
    // Whoever fell by other hands (an intervention) is noted within the second.
    if (ended > 0 || world.slow_tick()) note_persons(model, world);
}

}  // namespace linghe::fight
