// What each man perceives: his sector's view, less himself, with his own ear, his own luck and where he
// happens to look.
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/math/fixed.hpp"
#include "linghe/math/rng.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using math::Purpose;
using world::Doing;
using world::Morale;
using world::PerceptPlace;
using world::PerceptView;

constexpr float kEarUnitsPerDb = 4.0F;
constexpr float kRangeUnit = 4096.0F;
constexpr std::uint16_t kFarthest = 65534;  // 65535 means none
// Mean distance of two men in one sector of 10 m: 0.5214 of its side.
constexpr float kOwnSectorM = 5.2F;
// Beyond it the bearing from the middle of his sector is his own within a degree or two.
constexpr float kBearingSharedM = 300.0F;

std::uint16_t metres(float m) noexcept {
    return m < static_cast<float>(kFarthest) ? static_cast<std::uint16_t>(m + 0.5F) : kFarthest;
}

struct Man {
    std::uint32_t row = 0;
    std::size_t unit = 0;
    PointF at;
    std::uint8_t side = 0;
};

void feel_friends(const Room& room, const Man& man, const world::PerceptCrowd& own,
                  const PerceptView& v) noexcept {
    auto& men = room.world.men;
    const auto& who = room.model.men;
    const float epsilon = static_cast<float>(who.expressiveness_q8[man.row]) * (1.0F / 255.0F);
    const float mine = static_cast<float>(men.shown_q16[man.row]) * (1.0F / 65535.0F);
    const auto morale = men.morale[man.row];
    const float friends = v.friends - 1.0F;  // without himself
    men.friends_near[man.row] = metres(friends > 0 ? friends : 0.0F);
    if (friends > 0.5F) {
        const bool steady = morale <= static_cast<std::uint8_t>(Morale::shaken) ||
                            morale == static_cast<std::uint8_t>(Morale::last_stand);
        men.formed_near_q8[man.row] = to_q8((v.formed - (steady ? 1.0F : 0.0F)) / friends);
        men.fleeing_near_q8[man.row] = to_q8((v.fleeing - (world::fleeing(morale) ? 1.0F : 0.0F)) / friends);
    } else {
        men.formed_near_q8[man.row] = men.fleeing_near_q8[man.row] = 0;
    }
    // ASCRIBE: q* is the mean of what the others show, weighed by expressiveness and nearness; gamma
    // saturates with the
    // number of them, so that gamma * dt stays below 1 in any crowd.
    const float near = room.shown(kOwnSectorM);
    const float weight = v.weight + near * (own.weight - epsilon);
    const float shown = v.shown + near * (own.shown - epsilon * mine);
    if (weight > 0.01F) {
        const float q = shown / weight;
        men.shown_around_q16[man.row] = math::round_to<std::uint16_t>((q > 0 ? q : 0.0F) * 65535.0F);
        const float openness = static_cast<float>(who.openness_q8[man.row]) * (1.0F / 255.0F);
        const float gamma =
            room.p.contagion_most_per_s * openness * weight / (weight + room.p.contagion_half_men);
        men.contagion_q8[man.row] =
            room.model.lacks(model::Without::contagion) ? std::uint8_t{0} : to_q8(gamma);
    } else {
        men.shown_around_q16[man.row] = 0;
        men.contagion_q8[man.row] = 0;
    }
    men.flow_bearing[man.row] = v.flow_bearing;
    men.flow_q8[man.row] = v.flow_q8;
}

void feel_enemies(const Room& room, const Man& man, const PerceptView& v) noexcept {
    auto& men = room.world.men;
    men.enemy_near_q8[man.row] = v.enemy_q8;
    men.enemy_bearing[man.row] = v.enemy_bearing;
    men.safe_q8[man.row] = v.safe_q8;
    float range = v.enemy_known != 0 ? distance(man.at, {v.enemy_x_m, v.enemy_y_m}) : 1e9F;
    const std::uint16_t touch_cm = men.near_enemy_cm[man.row];
    if (touch_cm != world::kFar && static_cast<float>(touch_cm) * 0.01F < range)
        range = static_cast<float>(touch_cm) * 0.01F;
    men.enemy_range_m[man.row] = range < 1e8F ? metres(range) : world::kFar;
}

// New errors of bearing and range for this spell. Localisation worsens as the signal sinks into the noise:
// the deviation
// doubles for every bearing_sd_halving_db of signal lost. (M. D. Good, R. H. Gilkey, Sound localization in
// noise, J.
// Acoust. Soc. Am. 99 (1996) 1108: errors grow steadily as the signal-to-noise ratio falls.)
void mishear(const Room& room, const Man& man, std::uint32_t luck, std::int64_t spell,
             float snr_db) noexcept {
    const auto& p = room.p;
    const math::Rng rng{room.model.seed};
    const float error_deg = bearing_sd_deg(p, snr_db) * rng.normal(luck, spell, Purpose::hear_bearing, 0);
    const float half_turn = error_deg > 179.0F ? 179.0F : (error_deg < -179.0F ? -179.0F : error_deg);
    room.world.men.drum_error_turn[man.row] = math::round_to<std::int16_t>(half_turn * (32768.0F / 180.0F));
    const float factor = det::exp(p.range_ln_sd * rng.normal(luck, spell, Purpose::hear_bearing, 1));
    room.world.men.drum_error_q12[man.row] = math::round_to<std::uint16_t>(factor * kRangeUnit);
}

// A signal he follows: his own side's, or one he takes for it.
struct Signal {
    float x_m = 0, y_m = 0, snr_db = 0, excess_db = 0;
    bool shared = false;  // the bearing from the middle of his sector is known
};

void follow_signal(const Room& room, const Man& man, const Signal& signal,
                   math::turn16 shared_bearing) noexcept {
    auto& men = room.world.men;
    const auto& p = room.p;
    const std::uint32_t luck = room.model.men.luck[man.row];
    const std::int64_t spell = attention(room, luck, room.now);
    const std::int32_t before = men.drum_tick[man.row];
    if (before < 0 || attention(room, luck, before) != spell) mishear(room, man, luck, spell, signal.snr_db);
    const math::Vec2f to{signal.x_m - man.at.x, signal.y_m - man.at.y};
    men.drum_tick[man.row] = static_cast<std::int32_t>(room.now);
    const float true_range = math::length(to);
    const math::turn16 truth =
        signal.shared && true_range > kBearingSharedM ? shared_bearing : math::turn_of(to);
    men.drum_bearing[man.row] = math::turn_add(truth, men.drum_error_turn[man.row]);
    men.drum_snr_db[man.row] = math::round_to<std::int8_t>(signal.snr_db);
    // He judges by loudness as if only distance had weakened it: a shadow makes it seem farther.
    const float dulled = signal.excess_db > 1.0F || signal.excess_db < -1.0F
                             ? det::exp2(signal.excess_db * (1.0F / 6.0206F))
                             : 1.0F;
    const float range = true_range * dulled * static_cast<float>(men.drum_error_q12[man.row]) / kRangeUnit;
    men.drum_range_m[man.row] = metres(range < p.range_most_m ? range : p.range_most_m);
}

// Told by its pattern when it stands far enough above the threshold; just above it a man hears a beat and no
// more, and where both sides beat he may take the enemy's for his own.
void hear_drum(const Room& room, const Man& man, const PerceptView& v) noexcept {
    auto& men = room.world.men;
    const bool other_sounds = v.other_snr_db > -200.0F;
    if (v.drum_person == kNoPerson && !other_sounds) return;
    const auto& sound = room.model.parameters.sound;
    float threshold = room.p.drum_threshold_db + static_cast<float>(men.ear_q2[man.row]) / kEarUnitsPerDb;
    if (men.doing[man.row] == static_cast<std::uint8_t>(Doing::fighting))
        threshold += room.p.fight_inattention_db;
    const float told = threshold + sound.recognise_margin_db;
    const bool own = v.drum_person != kNoPerson && v.drum_snr_db >= threshold;
    const bool other = other_sounds && v.other_snr_db >= threshold;
    if (own && v.drum_snr_db >= told) {
        follow_signal(room, man, {v.drum_x_m, v.drum_y_m, v.drum_snr_db, v.drum_excess_db, true},
                      v.drum_bearing);
        return;
    }
    const bool untold = own || (other && v.other_snr_db < told);
    if (!untold) return;
    men.sound_tick[man.row] = static_cast<std::int32_t>(room.now);
    if (!own || !other || v.other_snr_db >= told) return;
    const math::Rng rng{room.model.seed};
    const std::uint32_t luck = room.model.men.luck[man.row];
    if (rng.chance(static_cast<double>(sound.mistaken_share), luck, attention(room, luck, room.now),
                   Purpose::hear_mistake))
        follow_signal(room, man, {v.other_x_m, v.other_y_m, v.other_snr_db, 0.0F, false}, 0);
}

void see_banner(const Room& room, const Man& man, const PerceptView& v) noexcept {
    auto& men = room.world.men;
    men.banner_seen_q8[man.row] = 0;
    if (v.banner_q8 == 0) return;
    const math::Vec2f to{v.banner_x_m - man.at.x, v.banner_y_m - man.at.y};
    const float range = math::length(to);
    const math::turn16 bearing = range > kBearingSharedM ? v.banner_bearing : math::turn_of(to);
    const std::int32_t off = math::turn_diff(men.facing[man.row], bearing);
    const float off_deg = static_cast<float>(off < 0 ? -off : off) * (180.0F / 32768.0F);
    if (off_deg > room.p.field_of_view_deg) {
        // Behind him: only if he looks round in this spell of attention.
        const math::Rng rng{room.model.seed};
        const std::uint32_t luck = room.model.men.luck[man.row];
        if (!rng.chance(static_cast<double>(room.p.glance_share), luck, attention(room, luck, room.now),
                        Purpose::see_threshold))
            return;
    }
    men.banner_seen_q8[man.row] = v.banner_q8;
    men.banner_bearing[man.row] = bearing;
    men.banner_range_m[man.row] = metres(range);
}

void see_leader(const Room& room, const Man& man, const PerceptPlace& place) noexcept {
    auto& men = room.world.men;
    const std::uint32_t leader =
        man.unit < room.world.units.size() ? room.world.units.leader[man.unit] : world::kNobody;
    float near = 0;
    if (leader == man.row) {
        near = 1.0F;
    } else if (leader != world::kNobody && world::active(men.status[leader]) &&
               !world::fleeing(men.morale[leader])) {
        const float d = distance(man.at, {static_cast<float>(men.x_mm[leader]) * kMmToM,
                                          static_cast<float>(men.y_mm[leader]) * kMmToM});
        const float depth = d * place.extinction_per_m;
        near = room.leader(d) * (depth < 0.03F ? 1.0F - depth : det::exp(-depth));
    }
    men.leader_near_q8[man.row] = to_q8(near);
}

void see_fallen(const Room& room, const Man& man) noexcept {
    auto& men = room.world.men;
    men.fallen_near_q8[man.row] = 0;
    if (man.unit >= room.s().unit_fallen.size()) return;
    const float share = room.s().unit_fallen[man.unit];
    if (!(share > 0)) return;
    const float d = distance(man.at, {room.s().unit_x_m[man.unit], room.s().unit_y_m[man.unit]});
    const float far = d / room.p.fallen_distance_m;
    men.fallen_near_q8[man.row] = to_q8(share / (1.0F + far * far));
}

// Nearest formed body of his own colours, or one that takes in anybody: for those out of the ranks or away
// from them.
void see_body(const Room& room, const Man& man, const PerceptPlace& place) noexcept {
    auto& men = room.world.men;
    men.own_body_unit[man.row] = world::kNoUnit;
    constexpr std::uint8_t kAstray = 25;  // a tenth: his leader's presence is no longer felt
    if (world::in_ranks(men.morale[man.row]) && men.leader_near_q8[man.row] > kAstray) return;
    const auto& g = room.model.ground;
    const std::int32_t nx = room.bodies_x, ny = room.bodies_y;
    const std::int32_t cx = (men.x_mm[man.row] - g.x0_mm) / kBodyCellMm,
                       cy = (men.y_mm[man.row] - g.y0_mm) / kBodyCellMm;
    const std::uint8_t colours = room.model.units[room.model.men.home_unit[man.row]].colours;
    float best = room.p.body_range_m < place.sight_m ? room.p.body_range_m : place.sight_m;
    for (std::int32_t y = cy - 1; y <= cy + 1; ++y) {
        for (std::int32_t x = cx - 1; x <= cx + 1; ++x) {
            if (x < 0 || y < 0 || x >= nx || y >= ny) continue;
            const auto cell = static_cast<std::size_t>(y * nx + x);
            for (std::uint32_t k = room.s().body_start[cell]; k < room.s().body_start[cell + 1]; ++k) {
                const std::uint32_t unit = room.s().body_unit[k];
                const auto& body = room.model.units[unit];
                if (body.side != man.side ||
                    (body.colours != colours && room.intents.units.collecting[unit] == 0))
                    continue;
                const float d = distance(man.at, {room.s().unit_x_m[unit], room.s().unit_y_m[unit]});
                const bool first = men.own_body_unit[man.row] == world::kNoUnit;
                // The nearer; of equals the lower number.
                if (d < best || (d == best && (first || unit < men.own_body_unit[man.row]))) {
                    best = d;
                    men.own_body_unit[man.row] = static_cast<std::uint16_t>(unit);
                }
            }
        }
    }
}

void perceive(const Room& room, std::uint32_t slot) noexcept {
    auto& world = room.world;
    Man man;
    man.row = world.index.man[slot];
    const std::int32_t sector = world.sectors.sector_of(world.index.x_mm[slot], world.index.y_mm[slot]);
    if (!room.due(man.row, sector)) return;
    man.side = room.model.men.side[man.row];
    man.unit = world.men.unit[man.row];
    man.at = {static_cast<float>(world.index.x_mm[slot]) * kMmToM,
              static_cast<float>(world.index.y_mm[slot]) * kMmToM};
    const std::int32_t entry = world.sectors.entry_of[static_cast<std::size_t>(sector)];
    if (entry < 0 || man.side >= kSides) return;
    const auto e = static_cast<std::size_t>(entry);
    const PerceptPlace& place = room.s().places[e];
    const PerceptView& v = room.s().views[e * kSides + man.side];
    world.men.sight_m[man.row] = metres(place.sight_m);
    feel_friends(room, man, room.s().crowds[e * kSides + man.side], v);
    feel_enemies(room, man, v);
    hear_drum(room, man, v);
    see_banner(room, man, v);
    see_leader(room, man, place);
    world.men.chief_near_q8[man.row] = v.chief_near_q8;
    world.men.chief_calm_q8[man.row] = v.chief_calm_q8;
    see_fallen(room, man);
    see_body(room, man, place);
}

}  // namespace

// Number of his spell of attention: his own clock, so that not all change their minds in the same second.
std::int64_t attention(const Room& room, std::uint32_t luck, base::Tick tick) noexcept {
    const std::uint32_t period = room.attention_ticks;
    return (static_cast<std::uint32_t>(tick) + luck % period) / period;
}

float bearing_sd_deg(const model::PerceptParameters& p, float snr_db) noexcept {
    const float sd = p.bearing_sd_deg * det::exp2((p.bearing_sd_snr_db - snr_db) / p.bearing_sd_halving_db);
    return sd < p.bearing_sd_least_deg ? p.bearing_sd_least_deg
                                       : (sd > p.bearing_sd_most_deg ? p.bearing_sd_most_deg : sd);
}

void draw_ears(Room& room) {
    const math::Rng rng{room.model.seed};
    auto& men = room.world.men;
    room.jobs.for_chunks(men.size(), kMenChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const float db =
                room.p.ear_sd_db * rng.normal(room.model.men.luck[row], 0, Purpose::hear_threshold);
            men.ear_q2[row] = math::round_to<std::int8_t>(db * kEarUnitsPerDb);
        }
    });
}

void fill_men(Room& room) {
    room.jobs.for_chunks(room.world.index.size(), kMenChunk,
                         [&](std::size_t, std::size_t begin, std::size_t end) {
                             for (std::size_t slot = begin; slot < end; ++slot)
                                 perceive(room, static_cast<std::uint32_t>(slot));
                         });
}

}  // namespace linghe::percept
