// The room's own table: what all parts of percept need in one step.
// Used by modules/percept/src alone.
// Never outlives the call of advance.
#pragma once
#include <cmath>
#include <cstdint>

#include "linghe/belief/beliefs.hpp"
#include "linghe/intent/intents.hpp"
#include "linghe/jobs/jobs.hpp"
#include "linghe/model/model.hpp"
#include "linghe/world/events.hpp"
#include "linghe/world/smoke_grid.hpp"
#include "linghe/world/world.hpp"

namespace linghe::percept {

inline constexpr std::size_t kMenChunk = 1024;
inline constexpr std::size_t kSectorChunk = 64;
inline constexpr std::int32_t kSectorsPerBlock = 5;  // block of 50 m
inline constexpr std::int32_t kSectorsPerQuad = 2;   // quad of 20 m
inline constexpr std::int32_t kBlocksPerSquare = 5;  // square of 250 m
inline constexpr int kSides = world::kMaxSides;
inline constexpr std::int32_t kBodyCellMm = 100'000;
inline constexpr std::uint16_t kNoPerson = 0xffff;
inline constexpr float kMmToM = 0.001F;
inline constexpr int kOctaveLanes = 8;  ///< seven octaves and an empty lane
inline constexpr int kShadowRows = 129;

/// exp(-d / scale) in steps of `kStepM`, so that a neighbour costs a look-up.
struct Decay {
    static constexpr int kSteps = 160;
    static constexpr float kStepM = 1.0F;
    float at[kSteps + 1] = {};
    void build(float per_m) noexcept;
    [[nodiscard]] float operator()(float d_m) const noexcept {
        const int i = static_cast<int>(d_m * (1.0F / kStepM) + 0.5F);
        return at[i < kSteps ? i : kSteps];
    }
};

/// Loudness of hooves by pace, as a share of the reference gallop: pace^power in steps of 1/32.
struct Hooves {
    static constexpr int kSteps = 64;
    float at[kSteps + 1] = {};
    [[nodiscard]] float operator()(float pace) const noexcept {
        const int i = static_cast<int>(pace * 32.0F + 0.5F);
        return at[i < kSteps ? i : kSteps];
    }
};

struct Room {
    const model::Model& model;
    world::World& world;
    belief::Beliefs& beliefs;
    intent::Intents& intents;
    jobs::Jobs& jobs;
    base::Tick now = 0;
    const model::PerceptParameters& p;
    world::SmokeGrid grid;
    float clear_air = 0;           ///< extinction without smoke and dust, rain included, 1/m
    float threshold = 0;           ///< least contrast the eye tells in this light
    float acuity = 1;              ///< distances by size, as a share of those by day
    bool smoky = false;            ///< some smoke on the map
    bool hilly = false;            ///< heights differ enough to hide a rider
    float most_depth = 0;          ///< optical depth beyond which nothing is seen
    float wind_x = 0, wind_y = 0;  ///< m/s, at 10 m
    struct Octaves {
        // by octave, as energies: 10^(dB/10)
        float fight[kOctaveLanes] = {}, hooves[kOctaveLanes] = {}, crowd[kOctaveLanes] = {},
              ambient[kOctaveLanes] = {};
        float shadow[kShadowRows][kOctaveLanes] =
            {};  ///< energy left, by depth of the shadow from none to full
        float voice_fight = 0, voice_hooves = 0, voice_crowd = 0, voice_ambient = 0;  ///< A-weighted sums
        float sound_m_s = 340;
        std::uint32_t sides_sounding = 0;  ///< bit per side that has a signal sounding
    } ear{};
    float x0_m = 0, y0_m = 0;                 ///< corner of the sectors
    std::int32_t bodies_x = 0, bodies_y = 0;  ///< cells of 100 m in which bodies are listed
    std::uint32_t attention_ticks = 1;        ///< length of a spell of attention
    std::int32_t quads_x = 0, quads_y = 0;
    std::int32_t blocks_x = 0, blocks_y = 0, squares_x = 0, squares_y = 0;
    Decay shown{}, flow{}, enemy{}, leader{};  ///< by distance

    [[nodiscard]] world::PerceptScratch& s() const noexcept { return world.scratch_percept; }
    const float* extinction_of = nullptr;  ///< by smoke cell
    float cells_per_m = 0, grid_x0_m = 0, grid_y0_m = 0;

    Hooves hooves{};

    [[nodiscard]] float extinction(float x_m, float y_m) const noexcept {
        if (!smoky) return clear_air;
        auto i = static_cast<std::int32_t>((x_m - grid_x0_m) * cells_per_m),
             j = static_cast<std::int32_t>((y_m - grid_y0_m) * cells_per_m);
        i = i < 0 ? 0 : (i < grid.nx ? i : grid.nx - 1);
        j = j < 0 ? 0 : (j < grid.ny ? j : grid.ny - 1);
        return extinction_of[j * grid.nx + i];
    }
    /// Who is within reach of an enemy looks about every second, who is on his way every other, who is at rest every
    /// fifth; leaders always. Neighbouring sectors take turns, so that no second has all the work.
    [[nodiscard]] bool due(std::uint32_t row, std::int32_t sector) const noexcept {
        const auto level = static_cast<world::Level>(world.men.level[row]);
        if (level < world::Level::marching || model.men.number[row] == 0) return true;
        if (level == world::Level::rest) return now % 50 == 0;
        return (now / base::kTicksPerSecond + sector) % 2 == 0;
    }
    /// Seconds since his last look, by the same rule.
    [[nodiscard]] float look_s(std::uint32_t row) const noexcept {
        const auto level = static_cast<world::Level>(world.men.level[row]);
        if (level < world::Level::marching || model.men.number[row] == 0) return 1.0F;
        return level == world::Level::rest ? 5.0F : 2.0F;
    }
};

struct PointF {
    float x = 0, y = 0;
};
[[nodiscard]] inline float distance(PointF a, PointF b) noexcept {
    const float dx = b.x - a.x, dy = b.y - a.y;
    return std::sqrt(dx * dx + dy * dy);
}
/// A share 0..1 as 0..255; NaN gives 0.
[[nodiscard]] inline std::uint8_t to_q8(float share) noexcept {
    if (!(share > 0.0F)) return 0;
    return share >= 1.0F ? std::uint8_t{255} : static_cast<std::uint8_t>(share * 255.0F + 0.5F);
}

// sight.cpp
[[nodiscard]] float optical_depth(const Room& room, PointF from,
                                  PointF to) noexcept;  ///< stops at most_depth
[[nodiscard]] float sight_from(const Room& room, PointF at) noexcept;
[[nodiscard]] bool hidden_by_ground(const Room& room, PointF from, float from_height_m, PointF to,
                                    float to_height_m) noexcept;
/// How clearly a thing of a size is seen in its colours: 0 not, 1 as if before him.
[[nodiscard]] float clearness(const Room& room, PointF from, PointF to, float size_m,
                              float height_m) noexcept;

// crowds.cpp: sums by sector, quad, block and square
void gather_crowds(Room& room);
void gather_sources(Room& room);
void gather_bodies(Room& room);
void clear_blocks(Room& room) noexcept;

// noise.cpp
void gather_noise(Room& room);
void noise_at(const Room& room, std::size_t entry, world::PerceptPlace& place) noexcept;

// hearing.cpp: signals for the ear
void tune_ears(Room& room, float wind_m_s);
void lay_out_sound(Room& room);
void voice_of(const Room& room, std::size_t person, world::PerceptSource& source) noexcept;
void hear_signals(const Room& room, std::size_t side, const world::PerceptPlace& place,
                  world::PerceptView& view) noexcept;

// views.cpp: what each sector's men share
void fill_views(Room& room);

// men.cpp: what each man perceives
void draw_ears(Room& room);
void fill_men(Room& room);

[[nodiscard]] std::int64_t attention(const Room& room, std::uint32_t luck, base::Tick tick) noexcept;
[[nodiscard]] float bearing_sd_deg(const model::PerceptParameters& p, float snr_db) noexcept;

// fire.cpp: the nearest flames each man knows of
void see_fire(Room& room);

// persons.cpp, seen.cpp, told.cpp: what persons perceive and believe
void fill_selves(Room& room);
void see_and_believe(Room& room);
void tell_each_other(Room& room);
/// take_in, and an event when a named man's belief about another named man has moved.
bool take(Room& room, std::uint32_t owner, const belief::News& news, world::Cause cause);
/// A count with his error: log-normal, the same for one period. `salt` tells apart what is counted.
[[nodiscard]] std::uint32_t counted(const Room& room, std::uint32_t owner, float truth, std::uint16_t salt,
                                    float sd_factor) noexcept;

// losses.cpp: what persons learn of their own side's losses
void count_own_losses(Room& room, std::uint32_t person, std::uint32_t unit, bool with_it);
void count_losses_of(Room& room, std::uint32_t person, std::uint32_t unit);  ///< a body he has in sight
void hear_fugitives(Room& room, std::uint32_t person);
void tell_losses(Room& room, std::uint32_t teller, std::uint32_t listener);

// trust.cpp
/// What the listener gives for the word of another, 0..1: by his name, whether he is set over him, a bond, and how far fear
/// stands in the other's face (`seen`: he has him before him; a rider shows nothing of his master's).
[[nodiscard]] float trust_in(const Room& room, std::uint32_t listener, std::uint32_t teller,
                             bool seen) noexcept;
/// Likelihood ratio of news from another's mouth: 1 + (of a man fully trusted - 1) * trust * how sure the teller is.
[[nodiscard]] inline float likelihood_told(float of_the_trusted, float trust, float sure) noexcept {
    return 1.0F + (of_the_trusted - 1.0F) * trust * sure;
}

// deliveries.cpp
void deliver(Room& room);

/// What `from` knew of the fire by `known_by` reaches `to`, when it is newer than what he knows.
inline void pass_on_fire(Room& room, std::uint32_t from, std::uint32_t to, std::int32_t known_by) noexcept {
    auto& self = room.beliefs.self;
    if (self.fire_known[from] == 0 || self.fire_tick[from] > known_by) return;
    if (self.fire_known[to] != 0 && self.fire_tick[to] >= self.fire_tick[from]) return;
    self.fire_known[to] = 1;
    self.fire_tick[to] = self.fire_tick[from];
    self.fire_x_mm[to] = self.fire_x_mm[from];
    self.fire_y_mm[to] = self.fire_y_mm[from];
    self.fire_speed_cm_s[to] = self.fire_speed_cm_s[from];
}

}  // namespace linghe::percept
