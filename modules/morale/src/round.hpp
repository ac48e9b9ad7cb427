// What one call of the stage knows beside the tables: parameters, time, voices of each side; one man's view.
// Used inside morale only.
// Never outlives the call: nothing here is state.
#pragma once
#include <array>
#include <cstdint>

#include "linghe/intent/intents.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/world.hpp"

namespace linghe::morale {

inline constexpr std::uint16_t kNoPerson = 0xffffu;
inline constexpr float kNoFire = 1.0e6F;
inline constexpr float kFeltPresence = 0.1F;  ///< below it a leader's presence is no longer felt
inline constexpr std::size_t kChunk = 1024;   ///< men per chunk; a constant of the program

/// The person whose great banner and drum a side's men know, with his name in the world.
struct Voice {
    std::uint16_t person = kNoPerson;
    float reputation = 0;
};

struct Round {
    const model::Model& model;
    world::World& world;
    const intent::Intents& intents;
    const model::MoraleParameters& p;
    std::int64_t tick = 0;
    float dither = 0;
    std::array<Voice, world::kMaxSides> voices{};
};

/// What one man has before him, in shares 0..1 and metres. Own row only: percept's columns, his own body,
/// his unit's standing orders and news.
struct View {
    std::uint32_t row = 0;
    std::uint16_t unit = world::kNoUnit, person = kNoPerson;
    std::uint8_t side = 0, morale = 0;
    bool leads = false, in_ranks = false;
    float composure = 0, experience = 0;
    float threat = 0, enemy_range_m = 0, sight_m = 0;
    float shock = 0, suppression = 0, flank = 0, fallen = 0;
    float formed = 0, fled = 0, friends_men = 0;
    float leader = 0, chief = 0, banner = 0, drum = 0, safe = 0;
    float received = 0, gamma = 0;
    float pursued = 0;
    float reputation = 0;
    float decided = 0;       ///< how fresh the relief of having decided is, of a commander
    float fire = 0;          ///< nearness of flames, more when they close
    float fire_range_m = 0;  ///< to the nearest flames, kNoFire none
    float heat = 0;          ///< heat on him, of that which frightens in full
    bool rides = false;
    bool leaderless = false, no_way = false;
    bool engaged = false;               ///< at blows with a man within reach
    std::uint32_t ranks_behind = 0;     ///< of his own unit, as it is drawn up
    float surprise = 0;                 ///< how far he has lately been taken by surprise
    bool leader_lost = false;           ///< he knows that the leader of his unit is lost
    float hunger = 0, cold = 0;         ///< condition of the men of his unit
    float call = 0;                     ///< presence of an officer who calls stragglers
    std::uint16_t call_unit = 0xffffu;  ///< that officer's unit
};

/// The fear causes of a step, in the order of the columns cause_*.
enum FearCause : int {
    kEnemy,
    kShock,
    kFallen,
    kFlight,
    kSmoke,
    kAlone,
    kFire,
    kCalm,
    kLeader,
    kChief,
    kDrum,
    kSafe,
    kCrowd,
    kCauses
};

[[nodiscard]] View look(const Round& round, std::uint32_t row);
[[nodiscard]] inline float share_q8(std::uint8_t v) noexcept {
    return static_cast<float>(v) * (1.0F / 255.0F);
}

}  // namespace linghe::morale
