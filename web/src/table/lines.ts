/** The ground as lines: waterlines, hachures with gaps at the ramps, roads, walls, ditches, tufts, trees, reeds, crop rows. */
import type { Header, Layers, Point, Ramp, River } from "../record/types";
import type { View } from "./camera";
import type { Land } from "./land";
import type { Palette } from "./palette";

type C = CanvasRenderingContext2D;

/** One number in 0..1 for two whole ones: luck that stays where it is. */
export function luck(x: number, y: number): number {
  let n = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

interface Walked { x: number; y: number; nx: number; ny: number; n: number }
/** Places every `step` metres along a line that lie near the sheet, with the normal to the left. */
function walk(line: Point[], step: number, v: View, margin_m: number): Walked[] {
  const out: Walked[] = [], x0 = v.worldX(0) - margin_m, x1 = v.worldX(v.sheet.w) + margin_m;
  const y0 = v.worldY(v.sheet.h) - margin_m, y1 = v.worldY(0) + margin_m;
  let left = 0, n = 0;
  for (let i = 0; i + 1 < line.length; ++i) {
    const a = line[i], dx = line[i + 1].x_m - a.x_m, dy = line[i + 1].y_m - a.y_m, length = Math.hypot(dx, dy);
    if (length <= 0) continue;
    let along = left;
    for (; along < length; along += step, ++n) {
      const x = a.x_m + (dx * along) / length, y = a.y_m + (dy * along) / length;
      if (x >= x0 && x <= x1 && y >= y0 && y <= y1) out.push({ x, y, nx: -dy / length, ny: dx / length, n });
    }
    left = along - length;
  }
  return out;
}

function beside(c: C, v: View, way: Walked[], offset: number, open: (w: Walked) => boolean): void {
  c.beginPath();
  let last = -2;
  for (const w of way) {
    if (open(w)) { last = -2; continue; }
    const x = v.X(w.x + w.nx * offset), y = v.Y(w.y + w.ny * offset);
    if (w.n === last + 1) c.lineTo(x, y); else c.moveTo(x, y);
    last = w.n;
  }
  c.stroke();
}

function river(c: C, v: View, p: Palette, r: River, ramps: Ramp[]): void {
  const mpp = v.mpp, step = Math.max(3 * mpp, 0.4), way = walk(r.centre, step, v, r.channel_width_m);
  c.strokeStyle = p.waterline;
  for (const [inset, alpha] of [[0.5, 0.95], [4, 0.6], [9, 0.42], [16, 0.3]]) {
    const off = r.water_width_m / 2 - Math.min(inset, r.water_width_m / 2) - (inset > 1 ? 0 : -1);
    if (off < 1 || (inset > 1 && inset / mpp < 1.5)) continue;
    for (const sign of [1, -1]) {
      c.globalAlpha = alpha;
      c.lineWidth = inset < 1 ? 1.1 : 0.7;
      c.beginPath();
      let last = -2;
      for (const w of way) {
        const bend = 1.2 * Math.sin((w.n * step) / 37 + sign) + 0.8 * Math.sin((w.n * step) / 13.7);
        const o = sign * (off + bend), x = v.X(w.x + w.nx * o), y = v.Y(w.y + w.ny * o);
        if (w.n === last + 1) c.lineTo(x, y); else c.moveTo(x, y);
        last = w.n;
      }
      c.stroke();
    }
  }
  c.globalAlpha = 1;
  if (r.channel_width_m > r.water_width_m) banks(c, v, p, r, ramps);
}

function banks(c: C, v: View, p: Palette, r: River, ramps: Ramp[]): void {
  const mpp = v.mpp, edge = r.channel_width_m / 2 + 3, long = mpp > 2 ? 1 : Math.min(2.2 * Math.max(1, 1 / mpp), 26);
  const atRamp = (w: Walked): boolean => ramps.some((q) => {
    const dx = w.x - q.at.x_m, dy = w.y - q.at.y_m;
    return Math.abs(dx * w.ny - dy * w.nx) < q.width_m / 2 && Math.hypot(dx, dy) < r.channel_width_m;
  });
  c.strokeStyle = p.hachure;
  for (const sign of [1, -1]) {
    c.lineWidth = 0.9;
    beside(c, v, walk(r.centre, Math.max(2 * mpp, 0.3), v, r.channel_width_m), sign * edge, atRamp);
    c.lineWidth = 0.7;
    c.beginPath();
    for (const w of walk(r.centre, Math.max(3.2 * mpp, 0.8), v, r.channel_width_m)) {
      if (atRamp(w)) continue;
      const x = v.X(w.x + w.nx * sign * edge), y = v.Y(w.y + w.ny * sign * edge);
      const l = (8 + 5 * luck(w.n, sign + 4)) * long;
      c.moveTo(x, y);
      c.lineTo(x + w.nx * sign * l + luck(w.n, 7) - 0.5, y - w.ny * sign * l);
    }
    c.stroke();
  }
  rampStrokes(c, v, r, ramps);
}

function rampStrokes(c: C, v: View, r: River, ramps: Ramp[]): void {
  c.lineWidth = 1;
  c.beginPath();
  for (const q of ramps) {
    const [near, far] = walk(r.centre, 10, v, r.channel_width_m * 2)
      .reduce<[Walked | null, number]>((best, w) => {
        const d = Math.hypot(w.x - q.at.x_m, w.y - q.at.y_m);
        return d < best[1] ? [w, d] : best;
      }, [null, Infinity]);
    if (!near || far > r.channel_width_m) continue; // a ford of another river
    for (const sign of [1, -1]) for (const e of [-0.5, -0.17, 0.17, 0.5]) {
      const along = e * q.width_m, tx = near.ny, ty = -near.nx, out = sign * (r.channel_width_m / 2 + 26), inn = sign * (r.channel_width_m / 2 - 44);
      c.moveTo(v.X(q.at.x_m + tx * along + near.nx * out), v.Y(q.at.y_m + ty * along + near.ny * out));
      c.lineTo(v.X(q.at.x_m + tx * along * 0.6 + near.nx * inn), v.Y(q.at.y_m + ty * along * 0.6 + near.ny * inn));
    }
  }
  c.stroke();
}

function path(c: C, v: View, line: Point[]): void {
  c.beginPath();
  line.forEach((q, i) => (i ? c.lineTo(v.X(q.x_m), v.Y(q.y_m)) : c.moveTo(v.X(q.x_m), v.Y(q.y_m))));
}

function roads(c: C, v: View, p: Palette, h: Header): void {
  c.lineJoin = "round";
  for (const r of h.map.roads ?? []) {
    const w = Math.max(3.2, r.width_m / v.mpp);
    c.globalAlpha = 0.75; c.strokeStyle = p.road; c.lineWidth = w;
    path(c, v, r.line); c.stroke();
    c.globalAlpha = 1; c.strokeStyle = p.roadFill; c.lineWidth = w - 1.4;
    path(c, v, r.line); c.stroke();
  }
}

function works(c: C, v: View, p: Palette, h: Header): void {
  for (const d of h.map.ditches ?? []) {
    const way = walk(d.line, Math.max(3.4 * v.mpp, 0.8), v, 40);
    c.strokeStyle = p.hachure; c.lineWidth = 0.8;
    for (const sign of [1, -1]) {
      beside(c, v, way, (sign * d.width_m) / 2, () => false);
      c.beginPath();
      for (const w of way) {
        const o = (sign * d.width_m) / 2, x = v.X(w.x + w.nx * o), y = v.Y(w.y + w.ny * o), l = Math.max(3, (d.width_m / v.mpp) * 0.35);
        c.moveTo(x, y); c.lineTo(x - w.nx * sign * l, y + w.ny * sign * l);
      }
      c.stroke();
    }
  }
  for (const wall of h.map.walls ?? []) {
    const way = walk(wall.line, Math.max(4 * v.mpp, 1), v, 40), t = Math.max(3, wall.thickness_m / v.mpp);
    const gate = (w: Walked): boolean => wall.gates.some((g) => Math.hypot(w.x - g.at.x_m, w.y - g.at.y_m) < g.width_m / 2);
    c.strokeStyle = p.frame; c.lineCap = "butt";
    c.lineWidth = t; beside(c, v, way, 0, gate);
    c.strokeStyle = p.roadFill; c.lineWidth = Math.max(1, t - 2); beside(c, v, way, 0, gate);
    c.strokeStyle = p.frame; c.lineWidth = 1; c.beginPath();
    for (const w of way) {
      if (gate(w) || w.n % 2) continue;
      const x = v.X(w.x), y = v.Y(w.y);
      c.moveTo(x - (w.nx * t) / 2, y + (w.ny * t) / 2); c.lineTo(x + (w.nx * t) / 2, y - (w.ny * t) / 2);
    }
    c.stroke();
    c.lineCap = "round";
  }
}

/** One sign for each cover, scattered by luck that belongs to the place. */
function growth(c: C, v: View, p: Palette, h: Header, land: Land, layers: Layers, wind: [number, number]): void {
  const mpp = v.mpp, m = h.map, step = Math.max(mpp * 15, 2), man = mpp < 0.3, L = man ? 5.5 : 3.2;
  const lean = Math.max(-1, Math.min(1, wind[0] / 8)), i0 = Math.floor(v.worldX(0) / step), i1 = v.worldX(v.sheet.w) / step;
  const tufts = new Path2D(), trees = new Path2D(), reeds = new Path2D();
  for (let i = i0; i < i1; ++i) for (let j = Math.floor(v.worldY(v.sheet.h) / step); j < v.worldY(0) / step; ++j) {
    const r = luck(i, j * 3 + 1), x = (i + luck(i + 9, j)) * step, y = (j + luck(i, j + 9)) * step;
    const ci = Math.floor((x - m.x0_m) / m.cell_m), cj = Math.floor((y - m.y0_m) / m.cell_m);
    if (ci < 0 || cj < 0 || ci >= m.nx || cj >= m.ny) continue;
    const cell = cj * m.nx + ci, cover = layers.cover[cell], px = v.X(x), py = v.Y(y);
    if (land.distance[2 * cell + 1] < 4) continue;
    if (cover === 1 && r < 0.42 && luck(Math.floor(x / 90), Math.floor(y / 60)) > 0.3) {
      tufts.moveTo(px, py); tufts.lineTo(px + (0.3 + lean) * L * 0.5, py - L);
      tufts.moveTo(px - 1, py); tufts.lineTo(px + (-0.35 + lean * 0.4) * L, py - 0.8 * L);
      tufts.moveTo(px + 1, py); tufts.lineTo(px + (0.8 + lean * 0.4) * L, py - 0.75 * L);
    } else if (cover === 7 && r < 0.75) {
      const s = Math.max(2.4, Math.min(26, (2.2 + 1.6 * luck(i, j + 40)) / mpp));
      trees.moveTo(px + s, py); trees.arc(px, py, s, 0, 6.2832);
      trees.moveTo(px + s * 0.2, py + s * 0.35); trees.arc(px - s * 0.2, py + s * 0.1, s * 0.45, 0.5, 2.6);
    } else if (cover === 6 && r < 0.7) {
      for (const d of [-2, 0, 2]) { reeds.moveTo(px + d, py); reeds.lineTo(px + d + lean * 2, py - 4 - (d === 0 ? 2 : 0)); }
    } else if (cover === 5 && r < 0.6) {
      for (const d of [-3, 0, 3]) { reeds.moveTo(px - 5, py + d); reeds.lineTo(px + 5, py + d); }
    }
  }
  c.strokeStyle = p.tuft; c.lineWidth = man ? 1 : 0.75; c.stroke(tufts);
  c.lineWidth = 0.8; c.stroke(reeds);
  c.strokeStyle = p.tree; c.stroke(trees);
}

export class GroundLines {
  private canvas = document.createElement("canvas");
  constructor(private header: Header, private layers: Layers, private land: Land) {}
  paint(v: View, p: Palette, wind: [number, number]): HTMLCanvasElement {
    const { w, h, dpr } = v.sheet;
    this.canvas.width = Math.round(w * dpr);
    this.canvas.height = Math.round(h * dpr);
    const c = this.canvas.getContext("2d")!;
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    c.lineCap = "round";
    const m = this.header.map;
    c.beginPath();
    c.rect(v.X(m.x0_m), v.Y(m.y0_m + m.ny * m.cell_m), (m.nx * m.cell_m) / v.mpp, (m.ny * m.cell_m) / v.mpp);
    c.clip(); // beyond the map there is only paper
    growth(c, v, p, this.header, this.land, this.layers, wind);
    for (const r of this.header.map.rivers ?? []) river(c, v, p, r, this.header.map.ramps ?? []);
    roads(c, v, p, this.header);
    works(c, v, p, this.header);
    return this.canvas;
  }
}
