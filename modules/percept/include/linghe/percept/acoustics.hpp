// Acoustics: how loud a drum or a voice is where a man stands, octave by octave; what air, ground, wind and noise take from it.
// Called by percept and by tests of the formulas.
// Never draws luck, never knows who listens.
#pragma once

namespace linghe::percept {

// Outdoor sound propagation from a point source over open ground: Lp = Lw - 20 log r - 8 - a r - A_ground -
// A_wind
// (half space; ISO 9613-2:1996, eq. 3-4 with A_div = 20 log r + 11 and 3 dB for the ground's reflection).

/// Attenuation by the air, dB per m. ISO 9613-1:1993, eq. 3-5 (relaxation of oxygen and
/// nitrogen).
/// frequency_hz > 0, temperature_c -20..50, humidity_percent 1..100, pressure_kpa 50..110.
[[nodiscard]] double air_absorption_db_m(double frequency_hz, double temperature_c, double humidity_percent,
                                         double pressure_kpa = 101.325) noexcept;
/// Speed of sound in air: 331.3 sqrt(1 + T / 273.15), m/s.
[[nodiscard]] double speed_of_sound_m_s(double temperature_c) noexcept;
/// Level of a point source on the ground by distance alone; range below 1 m is taken as 1 m.
[[nodiscard]] double half_space_db(double power_level_db, double range_m) noexcept;
/// n equal sources: + 10 log n; 0 sources: silence, -300 dB.
[[nodiscard]] double several_db(double one_db, double n) noexcept;
/// Sum of two levels by energy.
[[nodiscard]] double sum_db(double a_db, double b_db) noexcept;

/// Share of a full shadow upwind of a source, 0 downwind and across: smooth in distance (63 % at distance_m) and in the head
/// wind (63 % at wind_m_s), which is wind speed times the cosine between the propagation and where the wind comes from. How
/// deep a full shadow is depends on the octave. (The form is our own; depths measured: F. M. Wiener, D. N. Keast, J. Acoust.
/// Soc. Am. 31 (1959) 724; review: T. F. W. Embleton, J. Acoust. Soc. Am. 100 (1996) 31.)
[[nodiscard]] float shadow_share(float distance_m, float wind_m_s, float range_m,
                                 float head_wind_m_s) noexcept;

/// Octave bands 63 Hz to 4 kHz: exact mid-band frequencies 1000 * 10^(3 k / 10) (IEC 61260-1), and A-weighting (IEC 61672-1).
inline constexpr int kBands = 7;
[[nodiscard]] double band_hz(int band) noexcept;
[[nodiscard]] double a_weight_db(int band) noexcept;

/// Attenuation by the ground between a source and an ear at heights hs and hr, range r, ground factor G everywhere (0 hard,
/// 1 porous); negative where reflection adds. Stands beside the 11 dB of a full sphere. ISO 9613-2:1996, 7.3.1, table 3.
[[nodiscard]] double ground_effect_db(int band, double source_height_m, double ear_height_m, double range_m,
                                      double porosity) noexcept;

}  // namespace linghe::percept
