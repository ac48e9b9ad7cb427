#include "flight.hpp"

#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/morale/laws.hpp"
#include "way_out.hpp"

namespace linghe::morale {
namespace {

using world::Goal;

void set_goal(world::SoldierTable& men, std::uint32_t row, Goal kind, math::Vec2d at_mm) {
    men.goal_kind[row] = static_cast<std::uint8_t>(kind);
    men.goal_x_mm[row] = math::round_to<std::int32_t>(at_mm.x);
    men.goal_y_mm[row] = math::round_to<std::int32_t>(at_mm.y);
}
math::Vec2d place_of(const world::SoldierTable& men, std::uint32_t row) {
    return {static_cast<double>(men.x_mm[row]), static_cast<double>(men.y_mm[row])};
}
math::Vec2f direction(math::Vec2d v) {
    return math::normalized(math::Vec2f{static_cast<float>(v.x), static_cast<float>(v.y)});
}

}  // namespace

void set_flight_goal(Round& round, const View& v) {
    auto& men = round.world.men;
    const auto& p = round.p;
    const math::Vec2d here = place_of(men, v.row);
    const auto& side = round.model.sides[v.side];
    const math::Vec2d retreat{static_cast<double>(side.retreat_x_mm), static_cast<double>(side.retreat_y_mm)};
    const bool threatened = men.enemy_range_m[v.row] != world::kFar && v.enemy_range_m < p.flee_threat_m;
    math::Vec2f way = direction(retreat - here);
    if (threatened) {
        const float dread = 1.0F - v.enemy_range_m / p.flee_threat_m;
        way = math::normalized(way * (1.0F - dread) - math::unit_of(men.enemy_bearing[v.row]) * dread, way);
    }
    if (v.fire_range_m < p.flee_fire_m) {
        const float dread = 1.0F - v.fire_range_m / p.flee_fire_m;
        way = math::normalized(way * (1.0F - dread) - math::unit_of(men.fire_bearing[v.row]) * dread, way);
    }
    const float agree = share_q8(men.flow_q8[v.row]);
    if (agree > 0.0F && p.flee_herding > 0.0F) {
        const math::Vec2f flow = math::unit_of(men.flow_bearing[v.row]) * agree;
        way = math::normalized(way * (1.0F - p.flee_herding) + flow * p.flee_herding, way);
    }
    if (men.shut_ways[v.row] != 0) {
        const int open = open_octant(men.shut_ways[v.row], math::turn_of(way));
        const int wish = ((math::turn_of(way) + 4096) >> 13) & 7;
        if (open < 8 && open != wish) way = math::unit_of(static_cast<math::turn16>(open << 13));
    }
    const double left_mm = math::length(retreat - here);
    const double ahead_mm = static_cast<double>(p.flee_ahead_m) * 1000.0;
    if (!threatened && v.fire_range_m >= p.flee_fire_m && left_mm <= ahead_mm)
        return set_goal(men, v.row, Goal::retreat, retreat);
    const math::Vec2d step{static_cast<double>(way.x) * ahead_mm, static_cast<double>(way.y) * ahead_mm};
    set_goal(men, v.row, threatened ? Goal::away : Goal::retreat, here + step);
}

void set_signal_goal(Round& round, const View& v) {
    auto& men = round.world.men;
    const bool see = v.banner > 0.0F;
    if (!see && v.drum <= 0.0F) return;
    const math::turn16 bearing = see ? men.banner_bearing[v.row] : men.drum_bearing[v.row];
    const double range_mm =
        1000.0 * static_cast<double>(see ? men.banner_range_m[v.row] : men.drum_range_m[v.row]);
    const math::Vec2f to = math::unit_of(bearing);
    set_goal(
        men, v.row, see ? Goal::banner : Goal::drum,
        place_of(men, v.row) + math::Vec2d{static_cast<double>(to.x), static_cast<double>(to.y)} * range_mm);
}

void set_stand(Round& round, const View& v) {
    set_goal(round.world.men, v.row, Goal::body, place_of(round.world.men, v.row));
}

float goal_range_m(const Round& round, std::uint32_t row) {
    const auto& men = round.world.men;
    const math::Vec2d goal{static_cast<double>(men.goal_x_mm[row]), static_cast<double>(men.goal_y_mm[row])};
    return static_cast<float>(math::length(goal - place_of(men, row)) * 0.001);
}

float flow_towards(const Round& round, std::uint32_t row, std::uint16_t bearing) {
    const auto& men = round.world.men;
    if (men.flow_q8[row] == 0) return 0.0F;
    const float along =
        static_cast<float>(det::cos(math::radians_of(bearing) - math::radians_of(men.flow_bearing[row])));
    return along > 0.0F ? along * share_q8(men.flow_q8[row]) : 0.0F;
}

}  // namespace linghe::morale
