// Parameters of the group "sound": names only; values, units, ranges and sources stand in data/parameters/sound.toml.
// Read by modules/percept (hearing, noise) and by the verification of sound; filled by the scenario reader.
// Never give a default here: the data file is the only place of numbers. A spectrum is seven names in a row, 63 Hz to 4 kHz.
#pragma once
#include <array>

#include "linghe/model/params/group.hpp"

namespace linghe::model {

// clang-format off
#define LINGHE_SOUND_SPECTRUM(P, NAME) \
    P(NAME##_63_db) P(NAME##_125_db) P(NAME##_250_db) P(NAME##_500_db) P(NAME##_1000_db) P(NAME##_2000_db) P(NAME##_4000_db)
#define LINGHE_SOUND_PARAMETERS(P)    \
    LINGHE_SOUND_SPECTRUM(P, drum)     \
    LINGHE_SOUND_SPECTRUM(P, horn)     \
    LINGHE_SOUND_SPECTRUM(P, gong)     \
    LINGHE_SOUND_SPECTRUM(P, hand_gun) \
    LINGHE_SOUND_SPECTRUM(P, cannon)   \
    P(horn_lw_db)                      \
    P(gong_lw_db)                      \
    P(hand_gun_lw_db)                  \
    P(cannon_lw_db)                    \
    P(source_height_m)                 \
    P(ground_porosity)                 \
    P(ground_effect)                   \
    LINGHE_SOUND_SPECTRUM(P, shadow)   \
    LINGHE_SOUND_SPECTRUM(P, fight)    \
    LINGHE_SOUND_SPECTRUM(P, hooves)   \
    LINGHE_SOUND_SPECTRUM(P, crowd)    \
    LINGHE_SOUND_SPECTRUM(P, ambient)  \
    P(ambient_high_share)              \
    P(recognise_margin_db)             \
    P(mistaken_share)
// clang-format on

LINGHE_PARAMETERS(SoundParameters, LINGHE_SOUND_PARAMETERS)

inline constexpr int kOctaves = 7;  ///< 63, 125, 250, 500, 1000, 2000, 4000 Hz
/// One value a band, from 63 Hz up.
using Spectrum = std::array<float, kOctaves>;
/// The seven parameters NAME_63_db ... NAME_4000_db of a group.
#define LINGHE_SPECTRUM_OF(group, NAME) \
    ::linghe::model::Spectrum { \
        (group).NAME##_63_db, (group).NAME##_125_db, (group).NAME##_250_db, (group).NAME##_500_db, \
            (group).NAME##_1000_db, (group).NAME##_2000_db, (group).NAME##_4000_db \
    }

}  // namespace linghe::model
