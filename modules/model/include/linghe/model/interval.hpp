// interval: the room a man takes in the ranks, abreast and in depth, as the drill parameters of move say.
// Used by world and scenario to place bodies, so that they stand at T0 as move keeps them afterwards.
// Never the size of a body: that is the troop type's.
#pragma once
#include "linghe/model/model.hpp"

namespace linghe::model {

struct Interval {
    float file_m = 0, rank_m = 0;
};
/// Bodies of a model without parameters (tests by hand) stand a hand's breadth and a pace apart.
[[nodiscard]] inline Interval interval_of(const Parameters& parameters, const TroopType& troop) noexcept {
    const auto& p = parameters.move;
    const Interval drill =
        troop.mounted ? Interval{p.file_horse_m, p.rank_horse_m} : Interval{p.file_foot_m, p.rank_foot_m};
    if (drill.file_m > 0 && drill.rank_m > 0) return drill;
    return {2.0F * troop.body_half_width_m + 0.3F, troop.body_length_m + 1.0F};
}

}  // namespace linghe::model
