/**
 * The law of the ear, as the handbook's page on sound has it: L = Lw - 20 log r - 8 - a r - e (3 + A_gr) - S_b s in seven octaves;
 * heard is what stands out in the best of them. ISO 9613-1:1993, ISO 9613-2:1996, table 3, and a shadow upwind.
 */
import { AIR, PERCEPT, SOUND, SPECTRA, type Octaves } from "./parameters";

export const BANDS = 7;
const HZ: Octaves = [63.0957, 125.8925, 251.1886, 501.1872, 1000, 1995.2623, 3981.0717];
const A_WEIGHT: Octaves = [-26.2, -16.1, -8.6, -3.2, 0, 1.2, 1];
/** The 8 dB of a half space, as a share of energy. */
export const HALF_SPACE = 10 ** -0.8;
export const energy = (db: number): number => 10 ** (0.1 * db);
export const decibel = (e: number): number => 10 * Math.log10(Math.max(e, 1e-30));
export const SOUND_M_S = 331.3 * Math.sqrt(1 + AIR.temperature_c / 273.15);

/** Attenuation by the air, dB a metre. */
export function airAbsorption(hz: number, air = AIR as { temperature_c: number; humidity_percent: number; pressure_kpa: number }): number {
  const t = air.temperature_c + 273.15, warm = t / 293.15, pressure = air.pressure_kpa / 101.325;
  const saturation = 10 ** (-6.8346 * (273.16 / t) ** 1.261 + 4.6151), h = (air.humidity_percent * saturation) / pressure;
  const oxygen = pressure * (24 + (4.04e4 * h * (0.02 + h)) / (0.391 + h));
  const nitrogen = (pressure * (9 + 280 * h * Math.exp(-4.17 * (warm ** (-1 / 3) - 1)))) / Math.sqrt(warm);
  const relaxed = (0.01275 * Math.exp(-2239.1 / t)) / (oxygen + hz ** 2 / oxygen) + (0.1068 * Math.exp(-3352 / t)) / (nitrogen + hz ** 2 / nitrogen);
  return 8.686 * hz ** 2 * ((1.84e-11 * Math.sqrt(warm)) / pressure + relaxed / warm ** 2.5);
}

/** Source or receiver region of ISO 9613-2, table 3. */
function region(band: number, h: number, r: number): number {
  if (band === 0) return -1.5;
  const near = 1 - Math.exp(-r / 50), h2 = h * h;
  const bump = [0, 1.5 + 3 * Math.exp(-0.12 * (h - 5) ** 2) * near + 5.7 * Math.exp(-0.09 * h2) * (1 - Math.exp(-2.8e-6 * r * r)),
    1.5 + 8.6 * Math.exp(-0.09 * h2) * near, 1.5 + 14 * Math.exp(-0.46 * h2) * near, 1.5 + 5 * Math.exp(-0.9 * h2) * near][band] ?? 1.5;
  return -1.5 + SOUND.ground_porosity * bump;
}
export function groundEffect(band: number, r: number): number {
  const s = SOUND.source_height_m, e = PERCEPT.eye_height_m, reach = 30 * (s + e), q = r <= reach ? 0 : 1 - reach / r;
  return region(band, s, r) + region(band, e, r) + (band === 0 ? -3 * q : -3 * q * (1 - SOUND.ground_porosity));
}

/** Share of a full shadow upwind; head_m_s: the wind against the sound's way. */
export function shadowShare(r: number, head_m_s: number): number {
  if (!(head_m_s > 0) || !(r > 0)) return 0;
  return (1 - Math.exp(-((r / PERCEPT.shadow_distance_m) ** 2))) * (1 - Math.exp(-head_m_s / PERCEPT.shadow_wind_m_s));
}

const STEP_M = 16, STEPS = 512;
/** Share of energy that air and ground leave, range-major, the octaves side by side. */
let table: Float64Array | null = null;
function left(): Float64Array {
  if (table) return table;
  table = new Float64Array((STEPS + 1) * BANDS);
  for (let b = 0; b < BANDS; ++b) {
    const air = airAbsorption(HZ[b]);
    for (let i = 0; i <= STEPS; ++i) table[i * BANDS + b] = energy(-(air * i * STEP_M + SOUND.ground_effect * (3 + groundEffect(b, i * STEP_M))));
  }
  return table;
}

/** Energy of n sources of one relative spectrum at a power level, octave by octave, added to `into`. */
export function addVoices(relative: Octaves, lw_db: number, n: number, into: Float64Array): void {
  if (!(n > 0)) return;
  const whole = relative.reduce((sum, db) => sum + energy(db), 0), scale = (n * energy(lw_db)) / whole;
  for (let b = 0; b < BANDS; ++b) into[b] += energy(relative[b]) * scale;
}

/** Noise of wind and land, octave by octave. Pressure about the ear grows with the square of the wind. */
export function ambient(wind_m_s: number): Float64Array {
  const rise = PERCEPT.ambient_db_per_decade * Math.log10(Math.max(1, wind_m_s) / PERCEPT.ambient_wind_m_s);
  return Float64Array.from(SPECTRA.ambient, (db, b) => energy(db + (b < 2 ? 1 : SOUND.ambient_high_share) * rise));
}

/** How far a signal stands out of the noise, in dB, in its best octave; -Infinity beyond eight kilometres. */
export function over(band: Float64Array, r: number, shadow: number, noise: Float64Array): number {
  const at = r / STEP_M, i = Math.floor(at);
  if (i >= STEPS) return -Infinity;
  const t = left(), part = at - i, spread = HALF_SPACE / Math.max(1, r * r);
  let best = 0;
  for (let b = 0; b < BANDS; ++b) {
    const k = i * BANDS + b, q = (band[b] * (t[k] + part * (t[k + BANDS] - t[k])) * energy(-SPECTRA.shadow[b] * shadow) * spread) / noise[b];
    if (q > best) best = q;
  }
  return decibel(best);
}

export const weighted = (band: Float64Array): number => decibel(band.reduce((sum, e, b) => sum + e * energy(A_WEIGHT[b]), 0));
/** Deviation of the bearing he hears, degrees. */
export const bearingError = (snr_db: number): number => Math.min(PERCEPT.bearing_sd_most_deg, Math.max(PERCEPT.bearing_sd_least_deg,
  PERCEPT.bearing_sd_deg * 2 ** ((PERCEPT.bearing_sd_snr_db - snr_db) / PERCEPT.bearing_sd_halving_db)));
