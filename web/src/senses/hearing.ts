/** Who signals, what noise lies over the field, and how far a signal is heard over it: reckoned from the frames, by the law of the ear. */
import { doing, horse, status, type Frame, type Grid, type Header, type Person } from "../record/types";
import { personNow } from "../sheet/bodies";
import { addVoices, ambient, BANDS, energy, HALF_SPACE, over, shadowShare, weighted } from "./acoustics";
import { PERCEPT, SOUND, SPECTRA } from "./parameters";

export type VoiceKind = "drum" | "horn" | "gong";
/** Horns and gongs stand in records of releases that write them; where they do not, a signal counts as a drum's. */
export const kindOf = (p: Person): VoiceKind => (p.drums > 0 || (!p.horns && !p.gongs) ? "drum" : p.horns ? "horn" : "gong");

export interface Voice { person: number; kind: VoiceKind; side: number; x: number; y: number; band: Float64Array }
/** All who signal now. */
export function voices(h: Header, f: Frame): Voice[] {
  return h.persons.flatMap((p, person) => {
    const q = personNow(f.persons, person);
    if (!q.drum) return [];
    const band = new Float64Array(BANDS);
    addVoices(SPECTRA.drum, p.drum_lw_db, p.drums, band);
    addVoices(SPECTRA.horn, SOUND.horn_lw_db, p.horns ?? 0, band);
    addVoices(SPECTRA.gong, SOUND.gong_lw_db, p.gongs ?? 0, band);
    return [{ person, kind: kindOf(p), side: p.side, x: q.x, y: q.y, band }];
  });
}

/** Makers of noise, summed in squares: men who fight, hooves (as so many at the reference gallop), men at all. */
export interface Makers { cell_m: number; own_m: number; count: number; x: Float32Array; y: Float32Array; fight: Float32Array; hooves: Float32Array; crowd: Float32Array }

/** Men as the caller keeps them: place (m), pace (m/s), the bytes A and B. */
export interface Crowd { n: number; x(i: number): number; y(i: number): number; pace(i: number): number; a(i: number): number; b(i: number): number }

export function makersFrom(m: Grid, of: Crowd, cell_m = 50): Makers {
  const nx = Math.max(1, Math.ceil((m.nx * m.cell_m) / cell_m)), ny = Math.max(1, Math.ceil((m.ny * m.cell_m) / cell_m));
  const men = new Float32Array(nx * ny), riders = new Float32Array(nx * ny), pace = new Float32Array(nx * ny), fight = new Float32Array(nx * ny);
  const mx = new Float64Array(nx * ny), my = new Float64Array(nx * ny);
  for (let i = 0; i < of.n; ++i) {
    const state = of.a(i);
    if (status(state) !== 0) continue;
    const x = of.x(i), y = of.y(i), ci = Math.floor((x - m.x0_m) / cell_m), cj = Math.floor((y - m.y0_m) / cell_m);
    if (ci < 0 || cj < 0 || ci >= nx || cj >= ny) continue;
    const c = cj * nx + ci;
    ++men[c]; mx[c] += x; my[c] += y; pace[c] += of.pace(i);
    if (horse(state) === 1) ++riders[c];
    if (doing(of.b(i)) === 5) ++fight[c];
  }
  const used: number[] = [];
  for (let c = 0; c < men.length; ++c) if (men[c] > 0) used.push(c);
  const pick = (value: (c: number) => number): Float32Array => Float32Array.from(used, value);
  return {
    cell_m, count: used.length, x: pick((c) => mx[c] / men[c]), y: pick((c) => my[c] / men[c]), fight: pick((c) => fight[c]), crowd: pick((c) => men[c]),
    hooves: pick((c) => riders[c] * (pace[c] / men[c] / PERCEPT.noise_gallop_m_s) ** PERCEPT.noise_speed_power),
    // Root of the mean of 1 / r^2 over a square for one who stands a metre from his nearest neighbour.
    own_m: cell_m / Math.sqrt(2 * Math.PI * Math.log(cell_m / Math.sqrt(Math.PI))),
  };
}
export function makersOf(h: Header, f: Frame, g: Frame, cell_m = 50): Makers {
  const dt = g.second - f.second;
  return makersFrom(h.map, { n: h.men, x: (i) => f.xy[2 * i], y: (i) => f.xy[2 * i + 1], a: (i) => f.look[4 * i + 1], b: (i) => f.look[4 * i + 2],
    pace: (i) => (dt > 0 ? Math.hypot(g.xy[2 * i] - f.xy[2 * i], g.xy[2 * i + 1] - f.xy[2 * i + 1]) / dt : 0) }, cell_m);
}

const FIGHT = SPECTRA.fight.map(energy), HOOVES = SPECTRA.hooves.map(energy), CROWD = SPECTRA.crowd.map(energy);

/** Noise where somebody stands, octave by octave; `land` is what wind and ground make of it alone. */
export function noiseAt(m: Makers, land: Float64Array, x: number, y: number, into = new Float64Array(BANDS)): Float64Array {
  let fight = 0, hooves = 0, crowd = 0;
  const least = m.own_m * m.own_m;
  for (let k = 0; k < m.count; ++k) {
    const dx = m.x[k] - x, dy = m.y[k] - y, share = 1 / Math.max(least, dx * dx + dy * dy);
    fight += m.fight[k] * share; hooves += m.hooves[k] * share; crowd += m.crowd[k] * share;
  }
  for (let b = 0; b < BANDS; ++b) into[b] = land[b] + HALF_SPACE * (fight * FIGHT[b] + hooves * HOOVES[b] + crowd * CROWD[b]);
  return into;
}

export interface Heard { voice: Voice; off_m: number; over_db: number; heard: boolean }
export interface Hearing { noise_dba: number; heard: Heard[] }
/** What one man hears of all signals: a trained ear of the middle of the range, dulled when he fights. */
export function hearing(h: Header, a: Frame, b: Frame, who: { x: number; y: number; fights: boolean; person: number | null }): Hearing {
  const noise = noiseAt(makersOf(h, a, b), ambient(Math.hypot(a.wind[0], a.wind[1])), who.x, who.y);
  const least = PERCEPT.drum_threshold_db + (who.fights ? PERCEPT.fight_inattention_db : 0);
  const all = voices(h, a).filter((v) => v.person !== who.person).map((voice) => {
    const over_db = overAt(voice, noise, a.wind, who.x, who.y);
    return { voice, off_m: Math.hypot(voice.x - who.x, voice.y - who.y), over_db, heard: over_db >= least };
  });
  return { noise_dba: weighted(noise), heard: all.sort((p, q) => q.over_db - p.over_db) };
}
export function overAt(v: Voice, noise: Float64Array, wind: [number, number], x: number, y: number): number {
  const dx = x - v.x, dy = y - v.y, r = Math.hypot(dx, dy), head = r > 0 ? -(dx * wind[0] + dy * wind[1]) / r : 0;
  return over(v.band, r, shadowShare(r, head), noise);
}

export interface Field { x0: number; y0: number; step: number; n: number; value: Float32Array }
/** How far each place lies above (+) or below (-) the threshold of hearing, dB, on a square of `n` places a side about the signal. */
export function reachField(v: Voice, m: Makers, wind: [number, number], half_m: number, n = 64): Field {
  const land = ambient(Math.hypot(wind[0], wind[1])), step = (2 * half_m) / (n - 1), value = new Float32Array(n * n), noise = new Float64Array(BANDS);
  for (let j = 0; j < n; ++j) for (let i = 0; i < n; ++i) {
    const x = v.x - half_m + i * step, y = v.y - half_m + j * step;
    value[j * n + i] = Math.max(-60, overAt(v, noiseAt(m, land, x, y, noise), wind, x, y) - PERCEPT.drum_threshold_db);
  }
  return { x0: v.x - half_m, y0: v.y - half_m, step, n, value };
}
/** Half a side that holds the whole reach in the quiet of the land, over no noise but the wind's. */
export function farthest(v: Voice, wind: [number, number]): number {
  const land = ambient(Math.hypot(wind[0], wind[1]));
  let r = 100;
  while (r < 8000 && over(v.band, r, 0, land) > PERCEPT.drum_threshold_db) r += 100;
  return r + 100;
}
