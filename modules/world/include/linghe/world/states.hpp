// The small enumerations of a soldier's state. Numbers are stored in columns and files: append, never renumber.
// Used by every room above world.
// Never test a number; use these names and the helpers below.
#pragma once
#include <cstddef>
#include <cstdint>

namespace linghe::world {

inline constexpr std::uint32_t kNobody = 0xffffffffu;
inline constexpr std::uint16_t kNoUnit = 0xffffu;
inline constexpr std::uint16_t kNoSlot = 0xffffu;
inline constexpr std::uint16_t kFar = 0xffffu;
inline constexpr std::uint16_t kNoFlames = 0;
inline constexpr std::uint8_t kTakesBank = 128;  ///< men.bank_s from here on: he has turned to the bank

enum class Status : std::uint8_t {
    fit = 0,
    disabled = 1,
    dead = 2,
    captured = 3,
    drowned = 4,
    left_field = 5,
    burnt = 6  ///< dead by fire
};
enum class Morale : std::uint8_t {
    steady = 0,
    shaken = 1,
    wavering = 2,
    routing = 3,
    rallying = 4,
    resigned = 5,
    surrendered = 6,
    last_stand = 7
};
enum class Doing : std::uint8_t {
    standing = 0,
    marching,
    fleeing,
    to_signal,
    following,
    fighting,
    shooting,
    queueing,
    captive
};
/// Time levels: in contact or about to be; on the move with an enemy near; on the move; at rest.
enum class Level : std::uint8_t { contact = 0, moving = 1, marching = 2, rest = 3 };
enum class Horse : std::uint8_t { none = 0, mounted = 1, lost = 2 };
enum class Goal : std::uint8_t {
    ranks = 0,
    away,
    retreat,
    drum,
    banner,
    body,
    captor,
    rear  ///< in the ranks by name, he carries a wounded man to the rear
};
/// What has been done for a wounded man.
enum class Care : std::uint8_t { none = 0, carried = 1, brought = 2 };
enum class FireState : std::uint8_t { unburnt = 0, flaming = 1, smouldering = 2, burnt = 3 };
/// Degrees of burn: pain, blisters (second), skin burnt through (third).
enum class Burn : std::uint8_t { none = 0, pain = 1, second = 2, third = 3 };
enum class Wound : std::uint8_t { none = 0, light = 1, serious = 2, mortal = 3 };
/// Part of the body that a stroke or a missile strikes.
enum class Part : std::uint8_t { head = 0, trunk = 1, arm = 2, leg = 3 };
inline constexpr std::size_t kParts = 4;
/// What a body is about with the enemy before it: apart, at hand strokes, drawn off a few steps, running him down.
enum class Clash : std::uint8_t { apart = 0, bout = 1, lull = 2, chase = 3 };
/// Bits of men.gear.
inline constexpr std::uint8_t kShaftBroken = 1;  ///< his main weapon is broken: he fights with the side arm

/// Why a man stands still; moving he has none.
enum class Still : std::uint8_t {
    none = 0,
    ordered,   ///< his body is to hold, gather or collect
    there,     ///< his body has arrived
    waiting,   ///< his body waits for its men
    queueing,  ///< others are in the way
    no_way,    ///< the ground lets him go no farther
    fighting,
    captive,
    resigned,  ///< he has given himself up for lost
    signal,    ///< he is where drum, banner or body called him
    no_room,   ///< as near to it as the crowd lets him
    rallied,   ///< he has stopped running and looks about
};

/// Ticks between two steps of a man at a level.
[[nodiscard]] constexpr int period_ticks(Level level) noexcept {
    return level == Level::contact ? 1 : level == Level::moving ? 5 : level == Level::marching ? 10 : 50;
}
/// On the field, alive, free: he is a body among bodies and may act.
[[nodiscard]] constexpr bool active(std::uint8_t status) noexcept { return status == 0; }
/// Keeps to his unit's ranks (or to its standing crowd).
[[nodiscard]] constexpr bool in_ranks(std::uint8_t morale) noexcept { return morale <= 2 || morale == 7; }
[[nodiscard]] constexpr bool fleeing(std::uint8_t morale) noexcept { return morale == 3; }

}  // namespace linghe::world
