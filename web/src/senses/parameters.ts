/**
 * Numbers of ear and eye, as data/parameters/{sound,percept,element}.toml have them. The record does not hold the numbers a
 * run was fought with, so what the viewer reckons from them holds for a run that left them as shipped; a test keeps both alike.
 */
export type Octaves = readonly [number, number, number, number, number, number, number];

/** Octaves of 63 Hz to 4 kHz: spectra of signals relative to their whole power; of one maker of noise; of the land; depth of the shadow. */
export const SPECTRA: Record<"drum" | "horn" | "gong" | "fight" | "hooves" | "crowd" | "ambient" | "shadow", Octaves> = {
  drum: [-3.5, -3.5, -10, -16, -22, -28, -36],
  horn: [-40, -25, -8, -3.5, -5, -10, -18],
  gong: [-25, -12, -6, -4.5, -7, -10, -15],
  fight: [75, 75, 78, 84, 85, 81, 74],
  hooves: [74, 75.8, 77, 76, 75, 73, 68],
  crowd: [47, 50.3, 60, 66, 64, 59, 53],
  ambient: [48.5, 44.5, 42, 41, 40, 38, 34],
  shadow: [15, 20, 23, 25, 25, 25, 25],
};
export const SOUND = { horn_lw_db: 120, gong_lw_db: 124, source_height_m: 1.5, ground_porosity: 1, ground_effect: 1, ambient_high_share: 0.5 } as const;
export const PERCEPT = {
  contrast_threshold: 0.05, eye_height_m: 2.3, sight_most_m: 3000, drum_threshold_db: -3, fight_inattention_db: 10, shadow_distance_m: 300, shadow_wind_m_s: 2,
  noise_gallop_m_s: 8, noise_speed_power: 4, ambient_wind_m_s: 5, ambient_db_per_decade: 40,
  bearing_sd_deg: 10, bearing_sd_snr_db: 10, bearing_sd_halving_db: 8, bearing_sd_least_deg: 5, bearing_sd_most_deg: 50,
} as const;
export const ELEMENT = { clear_air_extinction_per_m: 0.0003, rain_extinction_per_m: 0.000365, rain_extinction_power: 0.63 } as const;
/** Air where a scenario names none; the record does not hold it. At the octaves of a drum it hardly matters. */
export const AIR = { temperature_c: 10, humidity_percent: 60, pressure_kpa: 101.325 } as const;
