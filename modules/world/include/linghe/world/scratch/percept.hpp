// Working memory of the room "percept", kept so that a step allocates nothing.
// Used by percept alone.
// Never carries information from one step to the next: it is neither saved nor hashed.
#pragma once
#include <cstdint>
#include <vector>

#include "linghe/base/columns.hpp"

namespace linghe::world {

/// Men of one side in one sector of 10 m, in metres and shares: what their neighbours see of them.
struct PerceptCrowd {
    float men = 0, standing = 0;  ///< standing: not in flight
    float steady = 0, fleeing = 0, mounted = 0;
    float x_m = 0, y_m = 0;       ///< middle
    float weight = 0, shown = 0;  ///< sums of expressiveness, and of expressiveness * fear shown
    float vx_m_s = 0, vy_m_s = 0, speed_m_s = 0;  ///< sums
};
/// What every man of one side in one sector shares of sight and hearing; derived in the slow tick.
struct PerceptView {
    // friends about the sector, weighed by how well they are seen (own sector and self included)
    float friends = 0, formed = 0, fleeing = 0;  // of its square of 20 m
    // feelings shown by friends of the other sectors, weighed by nearness: sum of weights, sum of weight *
    // shown
    float weight = 0, shown = 0;
    float enemy_x_m = 0, enemy_y_m = 0;  ///< nearest enemies he is aware of (when enemy_known)
    float drum_x_m = 0, drum_y_m = 0;    ///< loudest drum of his side
    float drum_snr_db = 0,
          drum_excess_db = 0;  ///< in its best octave: above the noise; attenuation beyond that by distance
    float other_x_m = 0, other_y_m = 0, other_snr_db = -300;  ///< loudest signal of another side
    float banner_x_m = 0, banner_y_m = 0;
    std::uint16_t flow_bearing = 0, enemy_bearing = 0, drum_bearing = 0,
                  banner_bearing = 0;    ///< from its middle
    std::uint16_t drum_person = 0xffff;  ///< 65535 no drum reaches the sector
    std::uint16_t chief_person = 0xffff;
    std::uint8_t flow_q8 = 0, enemy_q8 = 0, enemy_known = 0, safe_q8 = 0, banner_q8 = 0;
    std::uint8_t chief_near_q8 = 0, chief_calm_q8 = 0;
};
/// What all men in a sector share, whatever their side.
struct PerceptPlace {
    float x_m = 0, y_m = 0;      ///< middle of its men
    float extinction_per_m = 0;  ///< of the air about it
    float sight_m = 0;
    float fight = 0, hooves = 0,
          crowd = 0;  ///< noise of battle: men fighting, galloping horses, men, per square metre of distance
    float noise_voice_db = 0;  ///< A-weighted, in which a voice must be understood
};
/// Sums over the men of one side in a block of 50 m or a square of 250 m; all zero between steps.
struct PerceptBlock {
    float men = 0, standing = 0, steady = 0, mounted = 0;
    float x_m = 0, y_m = 0;        ///< sums of place, from the corner of the ground
    float vx_m_s = 0, vy_m_s = 0;  ///< sums of velocity
};
/// Friends that the men of a square of 20 m see within their circle, themselves included.
struct PerceptFriends {
    float friends = 0, formed = 0, fleeing = 0;
};
/// Makers of noise in a sector: men fighting, horses as if at the reference gallop, men.
struct PerceptMakers {
    float fight = 0, hooves = 0, crowd = 0, unused = 0;
};
/// Makers of noise in a block (men fighting, horses as if at the reference gallop, men), and what reaches its
/// middle from the others, each divided by the square of its distance.
struct PerceptNoise {
    float fight = 0, hooves = 0;
    float x_m = 0, y_m = 0;  ///< middle of its men (sum of place * men until divided)
    float men = 0;
    float far_fight = 0, far_hooves = 0, far_crowd = 0;
};
/// Someone with a message for eye or ear (a drum, a banner, a chief), with his place at the start of the
/// stage.
struct PerceptSource {
    std::uint16_t person = 0xffff;
    std::uint8_t side = 0;
    float x_m = 0, y_m = 0;
    float band[8] = {};       ///< signal: sound power by octave, 63 Hz to 4 kHz, relative to 1e-12 W
    float size_m = 0;         ///< banner: side
    float shown = 0;          ///< chief: fear he shows, 0..1
    std::int32_t since = -1;  ///< drum: first beat
};

/// Flames that the men of a sector know of.
struct PerceptFire {
    bool any = false;
    float x_m = 0, y_m = 0;
    float nearer_m = 0;  ///< by so much the front has left the middle of its cell towards them
};

struct PerceptScratch {
    base::Column<std::uint8_t> due;           ///< sector entry -> some man in it looks about in this tick
    base::Column<std::uint32_t> due_entries;  ///< those entries, ascending
    std::vector<PerceptCrowd> crowds;         ///< per sector entry and side (entry * kMaxSides + side)
    std::vector<PerceptPlace> places;         ///< per sector entry; filled for due entries
    std::vector<PerceptView> views;           ///< per sector entry and side; filled for due entries
    std::vector<PerceptBlock> quads, blocks, squares;  ///< dense, by side: 20 m, 50 m, 250 m
    std::vector<PerceptFriends> quad_friends;          ///< dense, by side; filled for quads in use
    base::Column<std::uint8_t> quad_sides;  ///< bit per side that has men there; zero between steps
    base::Column<std::uint32_t> quads_used;
    std::vector<PerceptNoise> block_noise, square_noise;  ///< dense
    std::vector<PerceptMakers> sector_makers;             ///< makers of noise per sector entry
    base::Column<std::uint32_t> blocks_used, squares_used;
    std::vector<PerceptSource> drums, banners, chiefs;
    base::Column<std::uint8_t> block_sides,
        square_sides;                       ///< bit per side that has men there; zero between steps
    std::vector<float> unit_x_m, unit_y_m;  ///< mean place of each unit's men in hand
    base::Column<std::uint32_t> body_start, body_unit;  ///< formed bodies by cell of 100 m
    std::vector<float> unit_fallen;                     ///< share of each unit's men lately fallen
    base::Column<std::uint32_t> followers;              ///< per person: men in hand about him who obey him
    std::vector<float> person_x_m, person_y_m, person_voice_m;  ///< place, and how far a voice reaches him
    std::vector<float> extinction;                  ///< of each smoke cell, all smoke and the clear air, 1/m
    base::Column<std::uint32_t> flames, flame_row;  ///< columns of flaming cells; first of each row of cells
    std::vector<PerceptFire> fire_seen;             ///< per sector entry; filled for due entries
    // Relief of the ground, a property of the model, kept while the same ground is looked at.
    const void* relief_of = nullptr;
    float relief_m = 0;
    // What air and ground leave of each octave by distance, a property of weather and parameters, kept while they stay.
    std::vector<float>
        left_by_range;  ///< range-major, steps of 16 m, eight lanes; energy, the half space's spreading not included
    float left_for[6] = {};  ///< the weather and parameters it was made for
};

}  // namespace linghe::world
