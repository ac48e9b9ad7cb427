// Measures of a grass fire and its smoke, for battles in which somebody can light one; and of smoke over a river.
#include "observers_fire.hpp"
#include "registry.hpp"

namespace linghe::lab {
namespace {

void add_flames(const Registrar& r) {
    r.add({"first_flame_min", "min", "minutes from the start to the first flame", "自开局至起火的分钟数",
           "S1-51 S1-56", false, 0},
          [] { return first_flame(); });
    r.add({"last_flame_min", "min", "minutes from the start to the last flame", "自开局至火熄的分钟数",
           "S1-51", false, 0},
          [] { return last_flame(); });
    r.add({"burnt_ha", "ha", "ground burnt or burning at the end", "终局已燃面积", "S1-51", false, 0},
          [] { return at_end(burnt_hectares); });
    r.add({"fire_beyond_water", "",
           "1 when anything burnt beyond the water from where the fire was lit, else 0",
           "火越水而燃为 1，否则为 0", "S1-51", true, 0},
          [] { return at_end(fire_beyond_water); });
    r.add({"fire_reached_water", "", "1 when a fire burnt to the water, else 0", "火烧至水边为 1，否则为 0",
           "S1-51", true, 0},
          [] { return at_end(fire_reached_water); });
    r.add({"fire_spread_azimuth_deg", "deg",
           "compass azimuth from where the fire was lit to the middle of what it burnt", "火势所向方位角",
           "S1-55", false, 0},
          [] { return at_end(spread_azimuth); });
    r.add({"fire_spread_off_wind_deg", "deg",
           "angle between that azimuth and where the wind went while it flamed", "火势所向与风去向之夹角",
           "S1-55", false, 0},
          [] { return spread_off_wind(); });
    r.add({"burnt_ground_smoke_peak_per_m", "1/m",
           "mean extinction of the smoke over burnt ground, at its peak", "过火地上烟之消光系数均值，最浓时",
           "S1-52", false, 0},
          [] { return burnt_ground_peak(); });
    r.add({"burnt_ground_smoke_after_10", "1", "the same ten minutes after the peak, over the peak",
           "最浓十分钟后与最浓时之比", "S1-52", false, 0},
          [] { return burnt_ground_after_10(); });
    for (std::uint8_t side = 0; side < r.model.sides.size(); ++side) {
        const Group all = units_of_side(r.model, side);
        r.add(
            {"out_at_first_flame." + plain(r.model.sides[side].id), "men",
             r.model.sides[side].name.en + ": dead, disabled, drowned and taken when the first flame stands",
             r.model.sides[side].name.zh + "：起火时死、伤、溺、俘合计", "S1-38 S1-56", false, 0},
            [census = r.census, all] { return out_at_first_flame(census, all); });
    }
    if (!r.led()) return;
    for (const std::uint32_t p : r.named()) {
        const auto& person = r.model.persons[p];
        r.add({"least_to_flames_m." + plain(person.id), "m",
               person.name.en + ": least distance to a burning cell while fit (within 500 m)",
               person.name.zh + "：距火最近之时（五百米内）", "S1-18", false, 0},
              [p] { return least_to_flames(p); });
    }
}

void add_smoke(const Registrar& r) {
    if (!r.model.ground.rivers.empty()) {
        r.add({"sight_across_least_m", "m",
               "least sight across the river at its ramps (by the mean of the smoke there)",
               "坡道处隔河目力之最短", "S1-54", false, 0},
              [] { return least_sight_across(); });
        r.add({"sight_across_clears_min", "min",
               "minutes from the last time it is under 50 m to the first time it is over 300 m again",
               "自其末次不足五十米至复过三百米的分钟数", "S1-54", false, 0},
              [] { return sight_across_clears(); });
    }
    r.add({"march_pace_in_smoke", "1",
           "speed over ordered pace of men marching formed where they see less than 60 m",
           "队行者目力不足六十米时之速与令速之比", "S1-53", false, 0},
          [] { return march_speed(Air::smoke); });
    r.add({"march_pace_in_clear", "1", "the same where they see more than 200 m", "目力过二百米时之同比",
           "S1-53", false, 0},
          [] { return march_speed(Air::clear); });
    r.add({"march_pace_smoke_over_clear", "1", "the first of these over the second", "前者比后者", "S1-53",
           false, 0},
          [] { return march_speed(Air::ratio); });
}

}  // namespace

void add_fire(const Registrar& r) {
    if (r.model.can_burn) add_flames(r);
    if (r.model.can_burn || !r.model.smoke_sources.empty() || !r.model.smoke_starts.empty()) add_smoke(r);
}

}  // namespace linghe::lab
