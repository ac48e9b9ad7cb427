// Signals for the ear: drums, horns and gongs by octave band, through air, over ground and against the wind, masked band by
// band by the noise of battle. Model: ISO 9613-1:1993 and 9613-2:1996 with a shadow upwind (acoustics.hpp).
#include <cmath>

#include "linghe/math/angle.hpp"
#include "linghe/math/detmath.hpp"
#include "linghe/percept/acoustics.hpp"
#include "room.hpp"

namespace linghe::percept {
namespace {

using world::PerceptPlace;
using world::PerceptSource;
using world::PerceptView;

static_assert(kBands == model::kOctaves && kBands < kOctaveLanes);
constexpr int kRangeSteps = 512;
constexpr float kRangeStepM = 16.0F;
constexpr float kHalfSpace = 0.15848932F;  // 10^(-8/10)
constexpr float kLog2PerDb = 0.33219281F;  // log2(10) / 10
constexpr int kLanes = kOctaveLanes;       // a lane is left empty, so that octaves fill whole registers
constexpr int kShadowSteps = kShadowRows - 1;
constexpr int kLowBands = 2;  // 63 and 125 Hz

float energy(float db) noexcept { return det::exp2(db * kLog2PerDb); }

void to_energy(const model::Spectrum& db, float* out) noexcept {
    for (int b = 0; b < kBands; ++b) out[b] = energy(db[static_cast<std::size_t>(b)]);
}
float a_weighted(const float* spectrum) noexcept {
    float sum = 0;
    for (int b = 0; b < kBands; ++b) sum += spectrum[b] * energy(static_cast<float>(a_weight_db(b)));
    return sum;
}

// Adds n sources of one kind: its spectrum is relative, so it is brought to the power level given.
void add(const model::Spectrum& relative_db, float level_db, float n, float* band) noexcept {
    if (!(n > 0)) return;
    float shape[kBands], whole = 0;
    to_energy(relative_db, shape);
    for (const float e : shape) whole += e;
    const float scale = n * energy(level_db) / whole;
    for (int b = 0; b < kBands; ++b) band[b] += shape[b] * scale;
}

// Share of energy that air and ground leave, beyond the half space's spreading, in steps of distance: range-major, the
// octaves of one distance side by side.
void lay_out_air(Room& room) {
    auto& s = room.s();
    const auto& p = room.model.parameters.sound;
    const float made_for[6] = {room.model.temperature_c, room.model.humidity_percent,
                               room.model.pressure_hpa,  p.ground_effect,
                               p.ground_porosity,        p.source_height_m + 1024.0F * room.p.eye_height_m};
    bool same = !s.left_by_range.empty();
    for (int i = 0; i < 6; ++i) same = same && s.left_for[i] == made_for[i];
    if (same) return;
    for (int i = 0; i < 6; ++i) s.left_for[i] = made_for[i];
    s.left_by_range.assign(static_cast<std::size_t>(kLanes * (kRangeSteps + 1)), 0.0F);
    for (int b = 0; b < kBands; ++b) {
        const double air = air_absorption_db_m(band_hz(b), static_cast<double>(room.model.temperature_c),
                                               static_cast<double>(room.model.humidity_percent),
                                               0.1 * static_cast<double>(room.model.pressure_hpa));
        for (int i = 0; i <= kRangeSteps; ++i) {
            const double r = i * static_cast<double>(kRangeStepM);
            // 11 dB and the ground effect of the standard, in place of the 8 dB of the half space.
            const double ground = 3.0 + ground_effect_db(b, static_cast<double>(p.source_height_m),
                                                         static_cast<double>(room.p.eye_height_m), r,
                                                         static_cast<double>(p.ground_porosity));
            const double lost = air * r + static_cast<double>(p.ground_effect) * ground;
            s.left_by_range[static_cast<std::size_t>(i * kLanes + b)] =
                static_cast<float>(det::pow(10.0, -0.1 * lost));
        }
    }
}

struct Heard {
    float snr = 0, left = 0;  // in the best octave: energy over noise; share left beyond spreading
};

// One signal at one place, in the octave in which it stands out most.
Heard hear(const Room& room, const PerceptSource& source, float range_m, float shadow,
           const float (&per_noise)[kLanes]) noexcept {
    Heard best;
    const float at = range_m * (1.0F / kRangeStepM);
    if (at >= static_cast<float>(kRangeSteps)) return best;
    const int i = static_cast<int>(at);
    const float part = at - static_cast<float>(i);
    const float least2 = range_m > 1.0F ? range_m * range_m : 1.0F;
    const float* table = room.s().left_by_range.data() + i * kLanes;
    const float* shade = room.ear.shadow[static_cast<int>(shadow * static_cast<float>(kShadowSteps) + 0.5F)];
    const float scale = kHalfSpace / least2;
    float left[kLanes], snr[kLanes];
    for (int b = 0; b < kLanes; ++b) {
        left[b] = (table[b] + part * (table[b + kLanes] - table[b])) * shade[b];
        snr[b] = source.band[b] * left[b] * scale * per_noise[b];
    }
    for (int b = 0; b < kBands; ++b)
        if (snr[b] > best.snr) best = {snr[b], left[b]};
    return best;
}

}  // namespace

void tune_ears(Room& room, float wind_m_s) {
    const auto& p = room.p;
    const auto& sound = room.model.parameters.sound;
    auto& ear = room.ear;
    to_energy(LINGHE_SPECTRUM_OF(sound, fight), ear.fight);
    to_energy(LINGHE_SPECTRUM_OF(sound, hooves), ear.hooves);
    to_energy(LINGHE_SPECTRUM_OF(sound, crowd), ear.crowd);
    // Wind about the ear: pressure grows with the square of speed (M. Strasberg, J. Acoust. Soc. Am. 83
    // (1988) 544).
    const float rise =
        p.ambient_db_per_decade * det::log10((wind_m_s > 1.0F ? wind_m_s : 1.0F) / p.ambient_wind_m_s);
    const model::Spectrum still = LINGHE_SPECTRUM_OF(sound, ambient),
                          shadow = LINGHE_SPECTRUM_OF(sound, shadow);
    for (int b = 0; b < kBands; ++b) {
        const float share = b < kLowBands ? 1.0F : sound.ambient_high_share;
        ear.ambient[b] = energy(still[static_cast<std::size_t>(b)] + share * rise);
    }
    ear.ambient[kBands] = 1.0F;  // the empty lane
    for (int b = 0; b < kBands; ++b) {
        const float step = energy(-shadow[static_cast<std::size_t>(b)] / static_cast<float>(kShadowSteps));
        ear.shadow[0][b] = 1.0F;
        for (int i = 1; i <= kShadowSteps; ++i) ear.shadow[i][b] = ear.shadow[i - 1][b] * step;
    }
    ear.voice_fight = a_weighted(ear.fight);
    ear.voice_hooves = a_weighted(ear.hooves);
    ear.voice_crowd = a_weighted(ear.crowd);
    ear.voice_ambient = a_weighted(ear.ambient);
    ear.sound_m_s = static_cast<float>(speed_of_sound_m_s(static_cast<double>(room.model.temperature_c)));
}

void voice_of(const Room& room, std::size_t person, PerceptSource& source) noexcept {
    const auto& who = room.model.persons[person];
    const auto& p = room.model.parameters.sound;
    add(LINGHE_SPECTRUM_OF(p, drum), who.drum_lw_db, who.drums, source.band);
    add(LINGHE_SPECTRUM_OF(p, horn), p.horn_lw_db, who.horns, source.band);
    add(LINGHE_SPECTRUM_OF(p, gong), p.gong_lw_db, who.gongs, source.band);
}

void lay_out_sound(Room& room) {
    for (const PerceptSource& source : room.s().drums) room.ear.sides_sounding |= 1u << source.side;
    if (room.ear.sides_sounding != 0) lay_out_air(room);
}

void hear_signals(const Room& room, std::size_t side, const PerceptPlace& place, PerceptView& v) noexcept {
    // Who knows his own side to be silent takes no other's beat for it.
    if ((room.ear.sides_sounding >> side & 1u) == 0) return;
    const auto& ear = room.ear;
    float per_noise[kLanes];
    for (int b = 0; b < kLanes; ++b) {
        per_noise[b] = 1.0F / (place.fight * ear.fight[b] + place.hooves * ear.hooves[b] +
                               place.crowd * ear.crowd[b] + ear.ambient[b]);
    }
    float own = 0, own_left = 1, other = 0;
    for (const PerceptSource& source : room.s().drums) {
        const float dx = place.x_m - source.x_m, dy = place.y_m - source.y_m;
        const float r = std::sqrt(dx * dx + dy * dy);
        const float delay_ticks = r / ear.sound_m_s * static_cast<float>(base::kTicksPerSecond);
        if (static_cast<float>(room.now - source.since) < delay_ticks)
            continue;  // the first beat is still on its way
        const float head_wind = r > 0 ? -(dx * room.wind_x + dy * room.wind_y) / r : 0.0F;
        const float shadow = shadow_share(room.p.shadow_distance_m, room.p.shadow_wind_m_s, r, head_wind);
        const Heard heard = hear(room, source, r, shadow, per_noise);
        if (source.side == side) {
            if (heard.snr <= own) continue;
            own = heard.snr;
            own_left = heard.left;
            v.drum_person = source.person;
            v.drum_x_m = source.x_m;
            v.drum_y_m = source.y_m;
        } else if (heard.snr > other) {
            other = heard.snr;
            v.other_x_m = source.x_m;
            v.other_y_m = source.y_m;
        }
    }
    if (v.drum_person != kNoPerson) {
        v.drum_snr_db = 10.0F * det::log10(own);
        v.drum_excess_db = -10.0F * det::log10(own_left);
        v.drum_bearing = math::turn_of(math::Vec2f{v.drum_x_m - place.x_m, v.drum_y_m - place.y_m});
    }
    if (other > 0) v.other_snr_db = 10.0F * det::log10(other);
}

}  // namespace linghe::percept
