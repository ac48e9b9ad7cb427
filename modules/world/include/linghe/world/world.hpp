// World: the true state of the battle (all that changes, except minds), and the caches derived from it.
// Read by every stage of L3; each stage writes only the columns its README names. mind never sees it.
// Never add a member that is neither a table (saved, hashed) nor a cache with rebuild().
#pragma once
#include <cstdint>
#include <vector>

#include "linghe/base/result.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/events.hpp"
#include "linghe/world/index.hpp"
#include "linghe/world/scratch/element.hpp"
#include "linghe/world/scratch/fight.hpp"
#include "linghe/world/scratch/morale.hpp"
#include "linghe/world/scratch/move.hpp"
#include "linghe/world/scratch/percept.hpp"
#include "linghe/world/scratch/shoot.hpp"
#include "linghe/world/sectors.hpp"
#include "linghe/world/states.hpp"
#include "linghe/world/tables.hpp"

namespace linghe::world {

/// Men who step in this tick, in slot order (south to north, west to east, then id), and how long their step is.
struct Stepping {
    base::Column<std::uint32_t> rows;      ///< soldier rows
    base::Column<std::uint16_t> dt_ticks;  ///< length of each man's step: 1, 5 or 50 ticks
};

/// Sums over a unit's men while the ledger counts them.
struct UnitSum {
    std::uint32_t men = 0, in_hand = 0, fleeing = 0, fallen = 0;
    std::uint64_t fear = 0;
    std::int64_t x_mm = 0, y_mm = 0;
};

struct World {
    ClockTable clock;  ///< one row
    SoldierTable men;
    UnitTable units;
    PersonTable persons;
    CourierTable couriers;
    ArrowTable arrows;
    SmokeTable smoke;      ///< one row per smoke cell; grid in element
    FireTable fire;        ///< one row per cell of the ground; none where nobody can light a fire
    BlazeTable blazes;     ///< one row per fire lit
    PassageTable passage;  ///< no row, or one a ground cell: what gates, fires and queues close
    EventTable events;     ///< of the present step; emptied at the start of the next
    HitTable hits;         ///< of the present step; empty between steps

    // --- caches: derived from the tables above, rebuilt by sim at fixed points of the step, never saved ---------
    SpatialIndex index;   ///< every tick
    SectorTable sectors;  ///< on slow ticks (tick % 10 == 0) only; must not be read on others
    Stepping stepping;    ///< every tick

    std::vector<UnitSum> unit_sums;  ///< scratch of the ledger

    // --- working memory of the rooms: reused, never saved, never read across steps -------------------------------
    ElementScratch scratch_element;
    PerceptScratch scratch_percept;
    MoraleScratch scratch_morale;
    MoveScratch scratch_move;
    ShootScratch scratch_shoot;
    FightScratch scratch_fight;

    [[nodiscard]] base::Tick tick() const noexcept { return clock.tick[0]; }
    [[nodiscard]] bool slow_tick() const noexcept { return clock.tick[0] % 10 == 0; }

    /// visitor(table name, table&) for every saved table, in fixed order. Events are not saved: a step ends with them taken.
    template <class V>
    void visit_tables(V&& visitor) {
        visitor("clock", clock);
        visitor("men", men);
        visitor("units", units);
        visitor("persons", persons);
        visitor("couriers", couriers);
        visitor("arrows", arrows);
        visitor("smoke", smoke);
        visitor("fire", fire);
        visitor("blazes", blazes);
        visitor("passage", passage);
    }
    template <class V>
    void visit_tables(V&& visitor) const {
        const_cast<World*>(this)->visit_tables(visitor);
    }
};

/// Places everybody as the model says, at tick 0. Luck for scatter comes from setup purposes.
[[nodiscard]] base::Result<World> make_world(const model::Model& model);

}  // namespace linghe::world
