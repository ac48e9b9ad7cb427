/** The land of a map that is being drawn, as the table wants it: a grid of heights, water and cover. Near enough to look at; the program makes its own. */
import type { Header, Layers, Point, ViewMap } from "../record/types";
import { fromLine } from "../table/land";
import { nameText } from "./schema";
import { entries } from "./things";
import type { Table, Value } from "./toml";

export const COVERS = ["bare", "dry_grass", "burnt", "sand", "water", "crop", "reed", "wood", "road"];
const MOST_CELLS = 60_000;

const num = (v: Value | undefined, otherwise: number): number => (typeof v === "number" && Number.isFinite(v) ? v : otherwise);
export const pointOf = (v: Value | undefined): [number, number] | null => (Array.isArray(v) && v.length === 2 && v.every((x) => typeof x === "number" && Math.abs(x) < 1e6) ? (v as [number, number]) : null);
export const boxOf = (v: Value | undefined): [number, number, number, number] | null =>
  Array.isArray(v) && v.length === 4 && v.every((x) => typeof x === "number" && Math.abs(x) < 1e6) && v[0] < v[2] && v[1] < v[3] ? (v as [number, number, number, number]) : null;
export const lineOf = (v: Value | undefined): [number, number][] => (Array.isArray(v) ? v.flatMap((p) => { const q = pointOf(p); return q ? [q] : []; }) : []);
const points = (v: Value | undefined): Point[] => lineOf(v).map(([x_m, y_m]) => ({ x_m, y_m }));

export interface Sketch { header: Header; layers: Layers; box: [number, number, number, number] }

export function sketch(map: Table): Sketch {
  const box = boxOf(map.box) ?? [-500, -500, 500, 500], w = box[2] - box[0], h = box[3] - box[1];
  const cell = Math.max(num(map.cell_m, 10), Math.sqrt((w * h) / MOST_CELLS)), nx = Math.max(2, Math.round(w / cell)), ny = Math.max(2, Math.round(h / cell));
  const view: ViewMap = {
    x0_m: box[0], y0_m: box[1], cell_m: w / nx, nx, ny,
    rivers: entries(map, "river").map((r) => { const n = nameText(r.name); return { id: String(r.id ?? ""), name_en: n.en, name_zh: n.zh, centre: points(r.line), channel_width_m: num(r.channel_width_m, 1), bank_height_m: num(r.bank_height_m, 0), water_width_m: num(r.water_width_m, 0), depth_m: num(r.depth_m, 0) }; }).filter((r) => r.centre.length > 1),
    ramps: entries(map, "ramp").flatMap((r) => { const at = pointOf(r.at), n = nameText(r.name); return at ? [{ id: String(r.id ?? ""), name_en: n.en, name_zh: n.zh, at: { x_m: at[0], y_m: at[1] }, width_m: num(r.width_m, 1) }] : []; }),
    roads: entries(map, "road").map((r) => ({ id: String(r.id ?? ""), line: points(r.line), width_m: num(r.width_m, 8) })),
    walls: entries(map, "wall").map((r) => ({ id: String(r.id ?? ""), line: points(r.line), height_m: num(r.height_m, 1), thickness_m: num(r.thickness_m, 1), name_en: "", name_zh: "",
      gates: entries(r, "gate").flatMap((g) => { const at = pointOf(g.at); return at ? [{ at: { x_m: at[0], y_m: at[1] }, width_m: num(g.width_m, 1) }] : []; }) })),
    ditches: entries(map, "ditch").map((r) => ({ id: String(r.id ?? ""), line: points(r.line), width_m: num(r.width_m, 1), depth_m: num(r.depth_m, 1), water_m: num(r.water_m, 0) })),
  };
  return { box, header: { map: view } as Header, layers: layersOf(map, view) };
}

/** The plain lies between two contours, so that none is drawn along its every unevenness. */
function layersOf(map: Table, v: ViewMap): Layers {
  const n = v.nx * v.ny, height = new Float32Array(n).fill(2 * Math.floor(num(map.height_m, 0) / 2) + 1), water = new Float32Array(n), cover = new Uint8Array(n).fill(Math.max(0, COVERS.indexOf(String(map.cover ?? "dry_grass"))));
  const each = (x0: number, y0: number, x1: number, y1: number, f: (c: number, x: number, y: number) => void): void => {
    const i0 = Math.max(0, Math.floor((x0 - v.x0_m) / v.cell_m)), i1 = Math.min(v.nx - 1, Math.floor((x1 - v.x0_m) / v.cell_m));
    const j0 = Math.max(0, Math.floor((y0 - v.y0_m) / v.cell_m)), j1 = Math.min(v.ny - 1, Math.floor((y1 - v.y0_m) / v.cell_m));
    for (let j = j0; j <= j1; ++j) for (let i = i0; i <= i1; ++i) f(j * v.nx + i, v.x0_m + (i + 0.5) * v.cell_m, v.y0_m + (j + 0.5) * v.cell_m);
  };
  for (const hill of entries(map, "hill")) {
    const at = pointOf(hill.at), r = num(hill.radius_m, 0), up = num(hill.height_m, 0);
    if (at && r > 0) each(at[0] - r, at[1] - r, at[0] + r, at[1] + r, (c, x, y) => { const d = Math.hypot(x - at[0], y - at[1]) / r; if (d < 1) height[c] += (up / 2) * (1 + Math.cos(Math.PI * d)); });
  }
  for (const patch of entries(map, "patch")) {
    const k = COVERS.indexOf(String(patch.cover)), box = boxOf(patch.box), ring = lineOf(patch.ring);
    if (k < 0) continue;
    if (box) each(...box, (c) => { cover[c] = k; });
    else if (ring.length > 2) { const xs = ring.map((p) => p[0]), ys = ring.map((p) => p[1]); each(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), (c, x, y) => { if (within(ring, x, y)) cover[c] = k; }); }
  }
  for (const r of v.rivers ?? []) {
    const half = Math.max(r.channel_width_m, r.water_width_m) / 2, xs = r.centre.map((p) => p.x_m), ys = r.centre.map((p) => p.y_m);
    each(Math.min(...xs) - half, Math.min(...ys) - half, Math.max(...xs) + half, Math.max(...ys) + half, (c, x, y) => {
      const d = Math.sqrt(fromLine(r.centre, x, y));
      if (d > half) return;
      height[c] -= r.bank_height_m;
      if (d < r.water_width_m / 2) water[c] = r.depth_m;
    });
  }
  return { height_m: height, water_m: water, cover, bank: new Uint8Array(n), homeUnit: new Uint16Array(0), number: new Uint16Array(0), troop: new Uint8Array(0), side: new Uint8Array(0) };
}

export function within(ring: [number, number][], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i], [bx, by] = ring[j];
    if ((ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
