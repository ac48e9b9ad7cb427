// All parameters of all models, one group per room of L3 and one for the sounds, addressed by "group.name" from data, --set and sweeps.
// Filled once by the scenario reader before a run; constant afterwards.
// Never holds what changes during a run (that is State).
#pragma once
#include "linghe/model/params/element.hpp"
#include "linghe/model/params/fight.hpp"
#include "linghe/model/params/mind.hpp"
#include "linghe/model/params/morale.hpp"
#include "linghe/model/params/move.hpp"
#include "linghe/model/params/percept.hpp"
#include "linghe/model/params/shoot.hpp"
#include "linghe/model/params/sim.hpp"
#include "linghe/model/params/sound.hpp"

namespace linghe::model {

struct Parameters {
    ElementParameters element;
    PerceptParameters percept;
    MindParameters mind;
    MoraleParameters morale;
    MoveParameters move;
    ShootParameters shoot;
    FightParameters fight;
    SimParameters sim;
    SoundParameters sound;

    /// visitor(group name, group struct&), in fixed order.
    template <class V>
    void visit_groups(V&& visitor) {
        visitor(std::string_view{"element"}, element);
        visitor(std::string_view{"percept"}, percept);
        visitor(std::string_view{"mind"}, mind);
        visitor(std::string_view{"morale"}, morale);
        visitor(std::string_view{"move"}, move);
        visitor(std::string_view{"shoot"}, shoot);
        visitor(std::string_view{"fight"}, fight);
        visitor(std::string_view{"sim"}, sim);
        visitor(std::string_view{"sound"}, sound);
    }
    template <class V>
    void visit_groups(V&& visitor) const {
        const_cast<Parameters*>(this)->visit_groups(visitor);
    }
};

}  // namespace linghe::model
