/**
 * What one pair of eyes could see from where it stands: a fan of rays over relief, walls and smoke, by the law of the engine's eye
 * (contrast lost along the ray, Koschmieder; handbook, models/sight.md). Men in the way, size and attention are left out.
 */
import { smokePerM, type Frame, type Header, type Layers } from "../record/types";
import { ELEMENT, PERCEPT } from "./parameters";

export const RAYS = 512, STEPS = 256;
export interface Fan {
  x: number; y: number;
  /** metres to the last step */
  reach_m: number;
  /** clearness 0..255, ray-major: ray k looks to k / RAYS of a turn from east, anticlockwise */
  clear: Uint8Array;
}

/** Heights of the ground with the walls on it, metres; once a battle. */
export function skyline(h: Header, layers: Layers): Float32Array {
  const m = h.map, out = layers.height_m.slice();
  for (const w of m.walls ?? []) for (let k = 0; k + 1 < w.line.length; ++k) {
    const a = w.line[k], b = w.line[k + 1], length = Math.hypot(b.x_m - a.x_m, b.y_m - a.y_m), steps = Math.max(1, Math.ceil(length / (m.cell_m / 2)));
    for (let s = 0; s <= steps; ++s) {
      const x = a.x_m + ((b.x_m - a.x_m) * s) / steps, y = a.y_m + ((b.y_m - a.y_m) * s) / steps;
      if (w.gates.some((g) => Math.hypot(g.at.x_m - x, g.at.y_m - y) < g.width_m / 2)) continue;
      const i = Math.floor((x - m.x0_m) / m.cell_m), j = Math.floor((y - m.y0_m) / m.cell_m), c = j * m.nx + i;
      if (i >= 0 && j >= 0 && i < m.nx && j < m.ny) out[c] = Math.max(out[c], layers.height_m[c] + w.height_m);
    }
  }
  return out;
}

/** Extinction of the air by cells of the smoke's grid, 1/m, and of the clear air beyond it. */
function airOf(h: Header, f: Frame): { clear: number; per: Float32Array } {
  const clear = ELEMENT.clear_air_extinction_per_m + (f.rain_mm_h > 0 ? ELEMENT.rain_extinction_per_m * f.rain_mm_h ** ELEMENT.rain_extinction_power : 0);
  const per = new Float32Array(h.smoke.nx * h.smoke.ny === f.smokeBlack.length ? f.smokeBlack.length : 0);
  for (let c = 0; c < per.length; ++c) per[c] = clear + smokePerM(f.smokeBlack[c]) + smokePerM(f.smokeWhite[c]) + (f.dust.length > 0 ? smokePerM(f.dust[c]) : 0);
  return { clear, per };
}

const MOST_DEPTH = -Math.log(PERCEPT.contrast_threshold), SHADES = 512;
/** Clearness by optical depth: contrast left over the least that the eye tells. */
const CLEAR = Uint8Array.from({ length: SHADES + 1 }, (_, k) => Math.max(1, Math.round((255 * (Math.exp((-k * MOST_DEPTH) / SHADES) - PERCEPT.contrast_threshold)) / (1 - PERCEPT.contrast_threshold))));
const EARTH_M = 6.371e6;

export function fan(h: Header, line: Float32Array, f: Frame, x: number, y: number): Fan {
  const { nx, ny, cell_m, x0_m, y0_m } = h.map, g = h.smoke, reach_m = PERCEPT.sight_most_m, step = reach_m / STEPS, clear = new Uint8Array(RAYS * STEPS), air = airOf(h, f);
  const cell = (px: number, py: number): number => {
    const i = Math.floor((px - x0_m) / cell_m), j = Math.floor((py - y0_m) / cell_m);
    return (j < 0 ? 0 : j >= ny ? ny - 1 : j) * nx + (i < 0 ? 0 : i >= nx ? nx - 1 : i);
  };
  const smoky = air.per.length > 0, eye = line[cell(x, y)] + PERCEPT.eye_height_m, shade = SHADES / MOST_DEPTH;
  for (let k = 0; k < RAYS; ++k) {
    const a = (2 * Math.PI * k) / RAYS, c = Math.cos(a) * step, s = Math.sin(a) * step;
    let depth = 0, crest = -Infinity, px = x + 0.5 * c, py = y + 0.5 * s;
    for (let i = 0; i < STEPS; ++i, px += c, py += s) {
      const r = (i + 0.5) * step, ground = line[cell(px, py)] - (r * r) / (2 * EARTH_M), si = Math.floor((px - g.x0_m) / g.cell_m), sj = Math.floor((py - g.y0_m) / g.cell_m);
      depth += step * (smoky && si >= 0 && sj >= 0 && si < g.nx && sj < g.ny ? air.per[sj * g.nx + si] : air.clear);
      if (depth >= MOST_DEPTH) break;
      // A rider there is seen when his head stands above the crest so far.
      if ((ground + PERCEPT.eye_height_m - eye) / r >= crest) clear[k * STEPS + i] = CLEAR[Math.floor(depth * shade)];
      const rise = (ground - eye) / r;
      if (i > 0 && rise > crest) crest = rise;
    }
  }
  return { x, y, reach_m, clear };
}

/** How clearly a place is seen, 0..1. */
export function clearAt(f: Fan, x: number, y: number): number {
  const r = Math.hypot(x - f.x, y - f.y), i = Math.floor((r / f.reach_m) * STEPS);
  if (i >= STEPS) return 0;
  const turn = Math.atan2(y - f.y, x - f.x) / (2 * Math.PI), k = Math.round((turn < 0 ? turn + 1 : turn) * RAYS) % RAYS;
  return f.clear[k * STEPS + i] / 255;
}

/** How far the ground is seen without a break, the middle of all rays, metres. */
export function openSight(f: Fan): number {
  const far: number[] = [];
  for (let k = 0; k < RAYS; k += 4) {
    let last = 0;
    for (let i = 0; i < STEPS; ++i) if (f.clear[k * STEPS + i] > 0) last = i + 1;
    far.push((last * f.reach_m) / STEPS);
  }
  far.sort((a, b) => a - b);
  return far[far.length >> 1];
}
