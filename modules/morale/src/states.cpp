#include "states.hpp"

#include "causes.hpp"
#include "flight.hpp"
#include "linghe/math/hazard.hpp"
#include "linghe/morale/laws.hpp"
#include "way_out.hpp"

namespace linghe::morale {
namespace {

using math::Purpose;
using world::Cause;
using world::Goal;
using world::Morale;

constexpr int kOpenAgain = 2;  // ways that must be open before a cornered man thinks of flight again

float fear_of(const Round& round, std::uint32_t row) {
    return static_cast<float>(round.world.men.fear_q16[row]) * (1.0F / 65535.0F);
}

/// Adds rate * dt to an integral (rounded with the step's dither) and says whether it has passed the man's
/// draw.
bool comes(const Round& round, const View& v, base::Column<std::uint32_t>& column, float rate_per_s,
           float dt_s, Purpose purpose) {
    if (!(rate_per_s > 0.0F)) return false;
    const float amount = rate_per_s * dt_s * 65536.0F;
    const std::int32_t added = round_dithered(amount < 1.0e9F ? amount : 1.0e9F, round.dither);
    const std::uint64_t sum = std::uint64_t{column[v.row]} + static_cast<std::uint64_t>(added);
    column[v.row] = sum > 0xffffffffu ? 0xffffffffu : static_cast<std::uint32_t>(sum);
    const std::uint32_t luck = round.model.men.luck[v.row];
    const std::uint16_t spell = round.world.men.spell[v.row];
    const math::Rng rng{round.model.seed};
    return math::reaches_threshold_q16(rng, luck, purpose, spell, column[v.row]);
}

Morale by_fear(const Round& round, float fear) {
    return fear > round.p.wavering_on ? Morale::wavering
           : fear > round.p.shaken_on ? Morale::shaken
                                      : Morale::steady;
}
Morale with_hysteresis(const Round& round, Morale now, float fear) {
    const auto& p = round.p;
    if (fear > p.wavering_on || (now == Morale::wavering && fear > p.wavering_off)) return Morale::wavering;
    if (fear > p.shaken_on || (now != Morale::steady && fear > p.shaken_off)) return Morale::shaken;
    return Morale::steady;
}

/// He looks for a way out when the threat is close and he thinks of one: a calm man in the ranks does not.
Around see_ways(Round& round, View& v) {
    auto& men = round.world.men;
    Around around;
    const bool thinks =
        v.morale != static_cast<std::uint8_t>(Morale::steady) || fear_of(round, v.row) > round.p.shaken_on;
    const bool enemy_near = static_cast<float>(men.enemy_near_q8[v.row]) >= round.p.look_near_fear_q8;
    if (thinks && (enemy_near || v.fire_range_m < round.p.look_fire_m)) {
        around = look_around(round, v.row);
    }
    men.shut_ways[v.row] = around.shut;
    v.no_way = around.shut == 0xffu && enemy_near;  // before fire alone nobody gives himself up: he runs on
    return around;
}
bool open_again(const Around& around) noexcept {
    return around.shut_share() * 8.0F <= 8.0F - static_cast<float>(kOpenAgain);
}

bool yields(Round& round, const View& v, const Around& around, float dt_s) {
    auto& men = round.world.men;
    if (v.enemy_range_m > round.p.yield_reach_m) return false;
    const auto& troop = round.model.troops[round.model.men.troop[v.row]];
    YieldView y;
    y.surrounded = around.shut_share();
    y.log_odds = around.log_odds();
    y.leaderless = v.leads ? 0.0F : 1.0F - v.leader;
    y.no_arrows = troop.has_bow && men.arrows[v.row] == 0 ? 1.0F : 0.0F;
    y.loyalty = troop.loyalty;
    y.relief = v.drum > v.banner ? v.drum : v.banner;
    if (v.chief > y.relief) y.relief = v.chief;
    y.hunger = v.hunger, y.cold = v.cold;
    y.resigned = v.morale == static_cast<std::uint8_t>(Morale::resigned) ? 1.0F : 0.0F;
    return comes(round, v, men.h_yield_q16, yield_rate(y, round.p), dt_s, Purpose::surrender_threshold);
}

/// No way out and nerve gone: the timid give themselves up for lost, the others sell their lives.
void corner(Round& round, const View& v, world::MoraleChunk& chunk) {
    const Morale to = fear_of(round, v.row) >= round.p.resign_fear ? Morale::resigned : Morale::last_stand;
    round.world.men.goal_kind[v.row] = static_cast<std::uint8_t>(Goal::ranks);
    change_state(round, v, to, Cause::surrounded, chunk);
}
void run(Round& round, const View& v, world::MoraleChunk& chunk) {
    change_state(round, v, Morale::routing, Cause::none, chunk);
    set_flight_goal(round, v);
}
void surrender(Round& round, const View& v, world::MoraleChunk& chunk) {
    change_state(round, v, Morale::surrendered, Cause::surrounded, chunk);
    set_stand(round, v);
    round.world.men.goal_kind[v.row] = static_cast<std::uint8_t>(Goal::captor);
}
void fall_in(Round& round, const View& v, world::MoraleChunk& chunk) {
    auto& men = round.world.men;
    change_state(round, v, by_fear(round, fear_of(round, v.row)), Cause::none, chunk);
    men.slot[v.row] = world::kNoSlot;
    men.goal_kind[v.row] = static_cast<std::uint8_t>(Goal::ranks);
    chunk.dress.push_back(v.unit);
}

BreakView break_view(const Round& round, const View& v) {
    const auto& units = round.world.units;
    BreakView b;
    b.fear = fear_of(round, v.row);
    b.surprise = v.shock > v.surprise ? v.shock : v.surprise;
    b.flank = v.flank * v.threat;
    b.neighbours_fled = v.fled;
    b.cohesion = v.formed;
    b.leader_near = v.leads ? 1.0F : v.leader > v.chief ? v.leader : v.chief;
    b.no_way = v.no_way ? 1.0F : 0.0F;
    b.engaged = v.engaged ? 1.0F : 0.0F;
    b.hemmed = hemmed_in(v.ranks_behind);
    const std::uint16_t body = round.world.men.own_body_unit[v.row];
    b.reserve = body != world::kNoUnit && body != v.unit ? 1.0F : 0.0F;
    if (v.unit == world::kNoUnit || !v.in_ranks) return b;  // out of the ranks he has no news of his unit
    const auto left = static_cast<float>(units.in_hand[v.unit] + units.fleeing[v.unit]);
    const auto fallen = static_cast<float>(units.fallen[v.unit]);
    if (left + fallen > 0.0F) {
        b.losses = fallen / (left + fallen);
        const std::uint32_t before = units.fallen_before[v.unit];
        const float lately = units.fallen[v.unit] > before ? fallen - static_cast<float>(before) : 0.0F;
        b.loss_rate = 5.0F * lately / (left + lately + 1.0F);  // the tally is of one minute
    }
    b.leader_lost = v.leader_lost ? 1.0F : 0.0F;
    b.at_all_cost =
        round.intents.units.size() > v.unit && round.intents.units.at_all_cost[v.unit] != 0 ? 1.0F : 0.0F;
    return b;
}

/// Where he may fall in, and how strongly it draws him; unit kNoUnit when there is nowhere or he may not.
struct Refuge {
    std::uint16_t unit = world::kNoUnit;
    float draw = 1.0F;
};
/// A formed body close by, else an officer who calls: to him nobody goes while he would waver.
Refuge refuge_of(const Round& round, const View& v) {
    Refuge found{round.world.men.own_body_unit[v.row]};
    if (found.unit == world::kNoUnit && v.call > 0.0F && fear_of(round, v.row) <= round.p.wavering_on)
        found = {v.call_unit, v.call};
    if (found.unit == world::kNoUnit || found.unit == v.unit) return found;
    // Whoever commands does not become another's private; his unit is led over by mind.
    if (v.person != kNoPerson || round.model.lacks(model::Without::joining)) found.unit = world::kNoUnit;
    return found;
}
bool joins(Round& round, View& v, float extra_per_s, float dt_s, world::MoraleChunk& chunk) {
    auto& men = round.world.men;
    const Refuge refuge = refuge_of(round, v);
    if (refuge.unit == world::kNoUnit) return false;
    const float rate = refuge.draw * join_rate(v.pursued, v.formed, round.p) + extra_per_s;
    if (!comes(round, v, men.h_join_q16, rate, dt_s, Purpose::join_threshold)) return false;
    if (refuge.unit != v.unit) change_unit(round, v, refuge.unit, chunk);
    fall_in(round, v, chunk);
    return true;
}

/// In no ranks but in name: his leader out of reach, his unit a crowd or broken, a body or another officer at hand.
bool astray(const Round& round, const View& v) {
    const auto& units = round.world.units;
    if (round.world.men.bears[v.row] != 0) return false;  // he brings a comrade back and comes again
    return v.leader < kFeltPresence && v.unit < units.size() &&
           (units.broken[v.unit] != 0 || units.formed[v.unit] == 0 || v.leaderless);
}
void attaches(Round& round, View& v, float dt_s, world::MoraleChunk& chunk) {
    auto& men = round.world.men;
    const Refuge refuge = refuge_of(round, v);
    if (refuge.unit == world::kNoUnit || refuge.unit == v.unit) return;
    if (!comes(round, v, men.h_join_q16, refuge.draw * join_rate(v.pursued, v.formed, round.p), dt_s,
               Purpose::join_threshold))
        return;
    change_unit(round, v, refuge.unit, chunk);
    men.h_join_q16[v.row] = 0;
    men.slot[v.row] = world::kNoSlot;
    chunk.dress.push_back(refuge.unit);
}

void in_ranks_step(Round& round, View& v, float dt_s, world::MoraleChunk& chunk) {
    auto& men = round.world.men;
    const auto now = static_cast<Morale>(v.morale);
    const float fear = fear_of(round, v.row);
    const Around around = see_ways(round, v);
    if ((v.no_way || now == Morale::last_stand) && yields(round, v, around, dt_s))
        return surrender(round, v, chunk);
    if (now == Morale::last_stand) {
        if (open_again(around)) change_state(round, v, by_fear(round, fear), Cause::none, chunk);
        return;
    }
    const Morale next = with_hysteresis(round, now, fear);
    // A steady man does not weigh flight: fear comes first.
    if (next != Morale::steady && comes(round, v, men.h_break_q16, break_rate(break_view(round, v), round.p),
                                        dt_s, Purpose::break_threshold)) {
        return v.no_way ? corner(round, v, chunk) : run(round, v, chunk);
    }
    if (next != now)
        change_state(round, v, next, Cause::none, chunk);
    else if (astray(round, v))
        attaches(round, v, dt_s, chunk);
}

float signal_of(const View& v) { return v.drum > v.banner ? v.drum : v.banner; }
std::uint16_t signal_bearing(const Round& round, const View& v) {
    return v.banner > 0.0F ? round.world.men.banner_bearing[v.row] : round.world.men.drum_bearing[v.row];
}
bool turns(Round& round, const View& v, float dt_s, float& towards) {
    const float signal = signal_of(v);
    if (signal <= 0.0F) return false;
    towards = flow_towards(round, v.row, signal_bearing(round, v));
    const float rate = turn_rate(signal, fear_of(round, v.row), v.pursued, towards, v.formed, round.p);
    return comes(round, v, round.world.men.h_turn_q16, rate, dt_s, Purpose::turn_threshold);
}

bool rallies(Round& round, const View& v, float dt_s) {
    if (fear_of(round, v.row) > round.p.rally_fear_max) return false;
    float presence = v.leads || v.leader < v.chief ? v.chief : v.leader;
    if (presence < v.call) presence = v.call;
    const float own = self_possession(fear_of(round, v.row), round.p);
    if (presence < own) presence = own;
    return comes(round, v, round.world.men.h_rally_q16, rally_rate(presence, v.pursued, v.formed, round.p),
                 dt_s, Purpose::rally_threshold);
}
/// His place is here: he leads, sees his leader, or his own ranks stand by.
bool beside_own(const Round& round, const View& v) {
    return v.leads || v.leader > 0.0F || round.world.men.own_body_unit[v.row] == v.unit;
}

void routing_step(Round& round, View& v, float dt_s, world::MoraleChunk& chunk) {
    const Around around = see_ways(round, v);
    if (yields(round, v, around, dt_s)) return surrender(round, v, chunk);
    if (v.no_way) return corner(round, v, chunk);
    if (joins(round, v, 0.0F, dt_s, chunk)) return;
    float towards = 0.0F;
    if (turns(round, v, dt_s, towards)) {
        change_state(round, v, Morale::rallying, Cause::none, chunk);
        set_signal_goal(round, v);
        return tell_turn(round, v, towards, v.formed, chunk);
    }
    if (rallies(round, v, dt_s)) {
        if (beside_own(round, v)) return fall_in(round, v, chunk);
        change_state(round, v, Morale::rallying, Cause::none, chunk);
        return set_stand(round, v);
    }
    set_flight_goal(round, v);
}

void rallying_step(Round& round, View& v, float dt_s, world::MoraleChunk& chunk) {
    auto& men = round.world.men;
    see_ways(round, v);
    if (v.no_way) return corner(round, v, chunk);
    const float occasion = v.threat > v.fled ? v.threat : v.fled;  // he does not run again without one
    const BreakView b = break_view(round, v);
    if (occasion > 0.0F && b.fear > round.p.shaken_off &&
        comes(round, v, men.h_break_q16, occasion * break_rate(b, round.p), dt_s, Purpose::break_threshold)) {
        return run(round, v, chunk);
    }
    const bool follows = men.goal_kind[v.row] != static_cast<std::uint8_t>(Goal::body);
    if (follows) set_signal_goal(round, v);
    const float left_m = goal_range_m(round, v.row);
    const bool there = follows && left_m <= round.p.arrive_m;
    if (joins(round, v, there ? round.p.settle_rate_per_s : 0.0F, dt_s, chunk)) return;
    // A leader on his way to a signal forms his men there, not on the road.
    const bool on_the_way = v.leads && follows && !there;
    // Who leads and has come to himself stands with whoever is there; the others fall in as their presence of mind returns.
    const bool stands = v.leads && !follows && b.fear <= round.p.wavering_on;
    if (stands || (!on_the_way && beside_own(round, v) && rallies(round, v, dt_s)))
        return fall_in(round, v, chunk);
    if (follows) {
        if (left_m <= round.p.halt_m) set_stand(round, v);
        return;
    }
    // Who has turned once in this spell turns again at once: his integral stays past his draw.
    float towards = 0.0F;
    const std::uint16_t range_m = v.banner > 0.0F ? men.banner_range_m[v.row] : men.drum_range_m[v.row];
    if (static_cast<float>(range_m) > round.p.arrive_m && turns(round, v, dt_s, towards)) {
        set_signal_goal(round, v);
        tell_turn(round, v, towards, v.formed, chunk);
    }
}

void resigned_step(Round& round, View& v, float dt_s, world::MoraleChunk& chunk) {
    const Around around = see_ways(round, v);
    if (yields(round, v, around, dt_s)) return surrender(round, v, chunk);
    if (open_again(around)) run(round, v, chunk);
}
/// Given up, but nobody took him and nobody is in sight any more: he makes off.
void surrendered_step(Round& round, View& v, world::MoraleChunk& chunk) {
    if (v.threat <= 0.0F && v.enemy_range_m > round.p.flee_threat_m) run(round, v, chunk);
}

}  // namespace

void resolve(Round& round, View& v, float dt_s, world::MoraleChunk& chunk) {
    if (v.in_ranks) return in_ranks_step(round, v, dt_s, chunk);
    switch (static_cast<Morale>(v.morale)) {
        case Morale::routing: return routing_step(round, v, dt_s, chunk);
        case Morale::rallying: return rallying_step(round, v, dt_s, chunk);
        case Morale::resigned: return resigned_step(round, v, dt_s, chunk);
        case Morale::surrendered: return surrendered_step(round, v, chunk);
        default: return;
    }
}

}  // namespace linghe::morale
