/** Where the camera stands first: over the men, at the distance of the field. */
import { COARSEST, FINEST, type Camera } from "../table/camera";
import type { Battle } from "./battle";

/** Without frames only the map is known: its middle, drawn to fit. */
export function startCamera(b: Battle, w = 1054, h = 580): Camera {
  const m = b.header.map;
  return { x: m.x0_m + (m.nx * m.cell_m) / 2, y: m.y0_m + (m.ny * m.cell_m) / 2, mpp: Math.min(COARSEST, Math.max((m.nx * m.cell_m) / (w - 24), (m.ny * m.cell_m) / (h - 24))) };
}

/** Holds nine tenths of the men on their feet. */
export function frameMen(xy: Float32Array, look: Uint8Array, w: number, h: number): Camera | null {
  const xs: number[] = [], ys: number[] = [], step = Math.max(1, Math.floor(xy.length / 2 / 4000));
  for (let i = 0; i < xy.length / 2; i += step) if ((look[4 * i + 1] & 7) === 0) { xs.push(xy[2 * i]); ys.push(xy[2 * i + 1]); }
  if (xs.length < 2) return null;
  xs.sort((a, b) => a - b); ys.sort((a, b) => a - b);
  const at = (v: number[], q: number): number => v[Math.floor(q * (v.length - 1))], x0 = at(xs, 0.04), x1 = at(xs, 0.96), y0 = at(ys, 0.04), y1 = at(ys, 0.96);
  const mpp = Math.max((x1 - x0) / (w * 0.8), (y1 - y0) / (h * 0.8), 0.15);
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, mpp: Math.min(COARSEST, Math.max(FINEST, mpp)) };
}
