// What each man makes for: his foe, his place in the ranks, the enemy he was sent at, or safety, drum and banner.
#include "context.hpp"
#include "linghe/math/angle.hpp"
#include "linghe/move/laws.hpp"
#include "linghe/world/gear.hpp"

namespace linghe::move {

namespace {

using model::Verb;
using world::Clash;
using world::Doing;
using world::Goal;
using world::Morale;
using world::Still;

// Wishes are written in place: handed back by value they are stored in words and loaded in eights, which stalls.
void stand(Wish& w, Doing doing, Still why) noexcept {
    w.doing = doing;
    w.why = why;
}

/// Why the men of a body that does not go on stand.
Still why_body(const Context& c, std::uint16_t u) noexcept {
    const auto& goals = c.intents.units;
    if (stands(static_cast<Verb>(goals.verb[u]))) return Still::ordered;
    return goals.arrived[u] != 0 ? Still::there : Still::waiting;
}

void go(Wish& w, math::Vec2f dir, float speed, Doing doing) noexcept {
    w.dir = dir;
    w.speed_m_s = dir == math::Vec2f{} ? 0.0F : speed;
    w.doing = doing;
}

Doing doing_of(Goal goal) noexcept {
    if (goal == Goal::drum || goal == Goal::banner) return Doing::to_signal;
    return goal == Goal::body ? Doing::following : Doing::fleeing;
}

/// Out of the ranks: in flight, or on the way to a signal, a body, safety.
void personal(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g, Wish& w) noexcept {
    const auto& men = c.world.men;
    auto goal = static_cast<Goal>(men.goal_kind[row]);
    if (goal == Goal::captor) return stand(w, Doing::captive, Still::captive);
    math::Vec2i to{men.goal_x_mm[row], men.goal_y_mm[row]};
    const bool routing = world::fleeing(men.morale[row]);
    if (goal == Goal::ranks) {
        if (!routing) return stand(w, Doing::standing, Still::rallied);
        const auto& side = c.model.sides[c.model.men.side[row]];
        goal = Goal::retreat;
        to = {side.retreat_x_mm, side.retreat_y_mm};
    }
    const float far = distance_m(at, to);
    const Doing doing = doing_of(goal);
    if (far <= c.p.goal_near_m) return stand(w, doing, Still::signal);
    const bool gathering = goal == Goal::drum || goal == Goal::banner || goal == Goal::body;
    const float press = static_cast<float>(men.press_q4[row]) / 16.0F;
    if (gathering && far <= c.p.gather_radius_m && press >= c.p.gather_press_m2)
        return stand(w, doing, Still::no_room);
    const float speed = routing ? g.run_m_s : (far > c.p.gather_trot_m ? g.trot_m_s : g.walk_m_s);
    return go(w, way_to(c, at, to, ways_of(c, row, g)), speed, doing);
}

/// He was sent to attack or pursue and is not held back: his body runs the enemy down, or pursues without ranks.
bool runs_down(const Context& c, std::uint16_t u) noexcept {
    if (u >= c.intents.units.size()) return false;
    const auto verb = static_cast<Verb>(c.intents.units.verb[u]);
    return verb == Verb::pursue || (verb == Verb::attack && is_about(c, u, Clash::chase));
}

/// Hand to hand: holds his place, faces the foe, closes to within reach of him; at the heels of a foe who runs.
bool at_foe(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g, Wish& w) noexcept {
    const auto& men = c.world.men;
    const std::uint32_t foe = men.foe[row];
    if (foe == world::kNobody) return false;
    const std::uint32_t his_slot = c.world.index.slot_of[foe];
    if (his_slot == world::kNobody) return false;
    const math::Vec2i his = place_of_slot(c.world.index, his_slot);
    const float far = distance_m(at, his);
    if (far > c.p.fight_hold_m) return false;
    const float reach = world::reach_of(c.model.troops[c.model.men.troop[row]], men.gear[row]);
    const math::Vec2f dir =
        math::normalized(math::Vec2f{static_cast<float>(his.x - at.x), static_cast<float>(his.y - at.y)});
    const std::uint16_t u = men.unit[row];
    if (world::fleeing(men.morale[foe]) && runs_down(c, u)) {
        go(w, dir, far > 0.5F * reach ? g.run_m_s : g.trot_m_s, Doing::fighting);
        w.at_heels = true;
        if (static_cast<Verb>(c.intents.units.verb[u]) == Verb::pursue)
            w.stop_y_mm = c.intents.units.stop_y_mm[u];
    } else if (far > reach) {
        go(w, dir, std::min(g.walk_m_s, 2.0F * (far - 0.9F * reach)), Doing::fighting);
    } else {
        stand(w, Doing::fighting, Still::fighting);
    }
    w.faces = true;
    w.face = dir == math::Vec2f{} ? men.facing[row] : math::quick_turn_of(dir);
    return true;
}

/// Both bodies have had enough for now: he steps back from the enemy near him, face to him.
bool draws_off(const Context& c, std::uint32_t row, std::uint16_t u, math::Vec2i at, Wish& w) noexcept {
    const auto& men = c.world.men;
    if (!is_about(c, u, Clash::lull)) return false;
    const std::uint32_t enemy = men.near_enemy[row];
    const std::uint32_t his_slot = enemy == world::kNobody ? world::kNobody : c.world.index.slot_of[enemy];
    if (his_slot == world::kNobody || is_about(c, men.unit[enemy], Clash::bout)) return false;
    const math::Vec2i his = place_of_slot(c.world.index, his_slot);
    const math::Vec2f to_him =
        math::normalized(math::Vec2f{static_cast<float>(his.x - at.x), static_cast<float>(his.y - at.y)});
    go(w, to_him * -1.0F, c.p.draw_off_m_s, Doing::fighting);
    w.faces = true;
    w.face = to_him == math::Vec2f{} ? men.facing[row] : math::quick_turn_of(to_him);
    return true;
}

/// Sent to attack or pursue: goes for the enemy he sees, on his own legs. Foot in ranks keep them up to the last step,
/// the front rank up to the last few once its body is at hand strokes.
bool at_enemy(const Context& c, std::uint32_t row, std::uint16_t u, math::Vec2i at, const Gait& g,
              Wish& w) noexcept {
    const auto& men = c.world.men;
    if (is_about(c, u, Clash::lull)) return false;
    const bool hunts = runs_down(c, u);
    const bool keeps_rank =
        !g.horse && !hunts && c.world.units.formed[u] != 0 && men.slot[row] != world::kNoSlot;
    const std::uint32_t enemy = men.near_enemy[row];
    const std::uint32_t his_slot = enemy == world::kNobody ? world::kNobody : c.world.index.slot_of[enemy];
    if (his_slot != world::kNobody) {
        const math::Vec2i his = place_of_slot(c.world.index, his_slot);
        const math::Vec2f to_him{static_cast<float>(his.x - at.x), static_cast<float>(his.y - at.y)};
        const float reach = world::reach_of(c.model.troops[c.model.men.troop[row]], men.gear[row]);
        const bool in_front = men.slot[row] < c.world.units.files[u] && is_about(c, u, Clash::bout);
        if (keeps_rank && !in_front && math::length(to_him) * 0.001F > reach + c.p.step_up_m) return false;
        go(w, math::normalized(to_him), g.run_m_s, Doing::marching);
        w.at_heels = hunts && world::fleeing(men.morale[enemy]);
        return true;
    }
    const float range_m = hunts ? c.p.pursue_range_m : c.p.charge_range_m;
    if (keeps_rank || men.enemy_range_m[row] == world::kFar ||
        static_cast<float>(men.enemy_range_m[row]) > range_m) {
        return false;
    }
    go(w, math::unit_of(men.enemy_bearing[row]), g.run_m_s, Doing::marching);
    return true;
}

/// A crowd about its leader: comes up to it, then goes as he goes.
void in_crowd(const Context& c, std::uint32_t row, std::uint16_t u, math::Vec2i at, const Gait& g,
              Wish& w) noexcept {
    const auto& unit = c.world.scratch_move.units[u];
    const auto& goal = c.intents.units;
    if (unit.leader == row) {
        if (unit.pace_m_s <= 0.0F) return stand(w, Doing::standing, why_body(c, u));
        return go(w, way_to(c, at, {goal.x_mm[u], goal.y_mm[u]}, ways_of(c, row, g)), unit.pace_m_s,
                  Doing::marching);
    }
    if (c.banks && takes_bank(c, row) && !stands(static_cast<Verb>(goal.verb[u])))  // each for himself
        return go(w, way_to(c, at, {goal.x_mm[u], goal.y_mm[u]}, ground::Mobility::foot), g.trot_m_s,
                  Doing::marching);
    const math::Vec2i middle{unit.x_mm, unit.y_mm};
    const float outside = distance_m(at, middle) - unit.crowd_radius_mm * 0.001F;
    if (outside > 0.0F) {
        const float speed = outside > c.p.catch_up_m ? std::max(g.trot_m_s, unit.pace_m_s)
                                                     : std::max(g.walk_m_s, unit.pace_m_s);
        return go(w, way_to(c, at, middle, mobility(g)), speed, Doing::marching);
    }
    if (unit.pace_m_s <= 0.0F) return stand(w, Doing::standing, why_body(c, u));
    return go(w, {unit.ahead_x, unit.ahead_y}, unit.pace_m_s, Doing::marching);
}

/// In a crowd on the march: each makes his own way to the place at the ordered gait, and stops where there is room.
void own_way(const Context& c, std::uint32_t row, std::uint16_t u, math::Vec2i at, const Gait& g,
             Wish& w) noexcept {
    const auto& unit = c.world.scratch_move.units[u];
    const auto& goal = c.intents.units;
    const math::Vec2i to{goal.x_mm[u], goal.y_mm[u]};
    if (stands(static_cast<Verb>(goal.verb[u]))) return stand(w, Doing::standing, Still::ordered);
    if (distance_m(at, to) * 1000.0F <= unit.crowd_radius_mm) return stand(w, Doing::standing, Still::there);
    return go(w, way_to(c, at, to, ways_of(c, row, g)),
              ordered_pace(g, static_cast<intent::Pace>(goal.pace[u])), Doing::marching);
}

/// In the ranks: goes with the anchor and closes on his place; dresses when near it.
void in_ranks(const Context& c, std::uint32_t row, std::uint16_t u, math::Vec2i at, const Gait& g,
              Wish& w) noexcept {
    const auto& unit = c.world.scratch_move.units[u];
    const std::uint16_t slot = c.world.men.slot[row];
    const std::uint16_t files = c.world.units.files[u];
    if (slot == world::kNoSlot || files == 0) return in_crowd(c, row, u, at, g, w);
    const math::Vec2f off = rank_offset_mm(slot, files, unit.file_mm, unit.rank_mm);
    const math::Vec2f to_place{
        static_cast<float>(unit.x_mm - at.x) + unit.anchor_x_mm + off.x * unit.ahead_x - off.y * unit.ahead_y,
        static_cast<float>(unit.y_mm - at.y) + unit.anchor_y_mm + off.x * unit.ahead_y +
            off.y * unit.ahead_x};
    const float far = math::length(to_place) * 0.001F;
    if (far > c.p.route_from_m) {
        math::Vec2i to{at.x + math::round_to<std::int32_t>(to_place.x),
                       at.y + math::round_to<std::int32_t>(to_place.y)};
        const auto& ground = c.model.ground;
        // A place on a bank or in deep water cannot be taken: he keeps to the anchor until the body is past.
        if (!ground.inside(to.x, to.y) || !ground.open(ground.cell(to.x, to.y), mobility(g)))
            to = {unit.x_mm, unit.y_mm};
        return go(w, way_to(c, at, to, mobility(g)), std::max(g.trot_m_s, unit.pace_m_s), Doing::marching);
    }
    const float per_s = 0.001F / c.p.dress_time_s;
    const math::Vec2f want{unit.ahead_x * unit.pace_m_s + to_place.x * per_s,
                           unit.ahead_y * unit.pace_m_s + to_place.y * per_s};
    const float speed = math::length(want);
    w.steps_aside = far > c.p.catch_up_m;
    w.in_place = far <= c.p.catch_up_m;
    w.backs = is_about(c, u, Clash::lull);
    w.faces = true;
    w.face = c.world.units.heading[u];
    if (unit.pace_m_s <= 0.0F && far <= c.p.dress_near_m) {
        w.why = why_body(c, u);
        return;
    }
    const float most =
        far > c.p.catch_up_m ? std::max(g.trot_m_s, unit.pace_m_s) : std::max(g.walk_m_s, unit.pace_m_s);
    w.dir = math::normalized(want);
    // Behind a standing body he covers the last steps at no less than a slow step, or he would never arrive.
    w.speed_m_s = std::min(unit.pace_m_s <= 0.0F ? std::max(speed, 0.3F * g.walk_m_s) : speed, most);
    w.doing = Doing::marching;
}

/// Carries a wounded man to the rear at a bearer's pace.
void to_rear(const Context& c, std::uint32_t row, math::Vec2i at, const Gait& g, Wish& w) noexcept {
    const math::Vec2i to{c.world.men.goal_x_mm[row], c.world.men.goal_y_mm[row]};
    go(w, way_to(c, at, to, ways_of(c, row, g)), std::min(g.walk_m_s, c.p.carry_m_s), Doing::marching);
}

}  // namespace

void wish_of(const Context& c, std::uint32_t row, std::uint32_t slot, const Gait& g, Wish& w) noexcept {
    w = {};
    const auto& men = c.world.men;
    const math::Vec2i at = place_of_slot(c.world.index, slot);
    const auto morale = static_cast<Morale>(men.morale[row]);
    if (carries(men, row)) return to_rear(c, row, at, g, w);
    if (morale == Morale::surrendered) return stand(w, Doing::captive, Still::captive);
    if (morale == Morale::resigned) return stand(w, Doing::standing, Still::resigned);
    if (!world::in_ranks(men.morale[row])) return personal(c, row, at, g, w);
    const std::uint16_t u = men.unit[row];
    const bool has_body = u < c.intents.units.size();
    const auto verb = has_body ? static_cast<Verb>(c.intents.units.verb[u]) : Verb::none;
    if (charges(verb) && draws_off(c, row, u, at, w)) return;
    if (at_foe(c, row, at, g, w)) return;
    if (!has_body) return stand(w, Doing::standing, Still::rallied);
    if (charges(verb) && at_enemy(c, row, u, at, g, w)) {
        if (verb == Verb::pursue) w.stop_y_mm = c.intents.units.stop_y_mm[u];
        return;
    }
    if (c.world.units.formed[u] != 0) {
        in_ranks(c, row, u, at, g, w);
    } else if (static_cast<model::Formation>(c.world.units.shape[u]) == model::Formation::crowd) {
        own_way(c, row, u, at, g, w);
    } else {
        in_crowd(c, row, u, at, g, w);
    }
    if (verb == Verb::pursue) w.stop_y_mm = c.intents.units.stop_y_mm[u];
    if (w.speed_m_s <= 0.0F && static_cast<Doing>(men.doing[row]) == Doing::shooting)
        w.doing = Doing::shooting;
}

}  // namespace linghe::move
