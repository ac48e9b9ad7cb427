// What: what a die is thrown for; part of the address of every random draw.
// Who: every caller of math::Rng.
// Never: renumbered or reused: append only, so that a new die does not shift the luck of the old ones.
#pragma once

#include <array>
#include <cstdint>

namespace linghe::math {

enum class Purpose : std::uint16_t {
    setup_position = 1,
    setup_trait = 2,
    setup_gear = 3,
    fear_noise = 10,
    break_threshold = 11,
    rally_threshold = 12,
    turn_threshold = 13,
    surrender_threshold = 14,
    join_threshold = 15,
    panic_direction = 16,
    hear_threshold = 20,
    hear_bearing = 21,
    see_threshold = 22,
    hear_mistake = 23,
    mind_latency = 30,
    mind_choice = 31,
    courier_route = 32,
    report_error = 33,
    mind_worth = 34,
    mind_obey = 35,
    mind_silence = 36,
    mind_insist = 37,
    arrow_aim = 40,
    arrow_hit = 41,
    shoot_interval = 42,
    blow = 50,
    wound_severity = 51,
    wound_threshold = 52,
    death_threshold = 53,
    bout = 54,
    capture_threshold = 55,
    burn = 56,
    gust = 60,
    smoke_source = 61,
    fire_breach = 62,
    fire_bearer = 63,
    wind_leg = 64,
    stumble = 70,
    wade_threshold = 71,
    crush_threshold = 72,
    batch_seed = 100,
    test = 900,
};

/// All of them, in order of number, for tests and documentation.
// clang-format off
inline constexpr std::array kPurposes = {
    Purpose::setup_position,
    Purpose::setup_trait,
    Purpose::setup_gear,
    Purpose::fear_noise,
    Purpose::break_threshold,
    Purpose::rally_threshold,
    Purpose::turn_threshold,
    Purpose::surrender_threshold,
    Purpose::join_threshold,
    Purpose::panic_direction,
    Purpose::hear_threshold,
    Purpose::hear_bearing,
    Purpose::see_threshold,
    Purpose::hear_mistake,
    Purpose::mind_latency,
    Purpose::mind_choice,
    Purpose::courier_route,
    Purpose::report_error,
    Purpose::mind_worth,
    Purpose::mind_obey,
    Purpose::mind_silence,
    Purpose::mind_insist,
    Purpose::arrow_aim,
    Purpose::arrow_hit,
    Purpose::shoot_interval,
    Purpose::blow,
    Purpose::wound_severity,
    Purpose::wound_threshold,
    Purpose::death_threshold,
    Purpose::bout,
    Purpose::capture_threshold,
    Purpose::burn,
    Purpose::gust,
    Purpose::smoke_source,
    Purpose::fire_breach,
    Purpose::fire_bearer,
    Purpose::wind_leg,
    Purpose::stumble,
    Purpose::wade_threshold,
    Purpose::crush_threshold,
    Purpose::batch_seed,
    Purpose::test,
};
// clang-format on

}  // namespace linghe::math
