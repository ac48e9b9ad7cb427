/** Slips with names: placed by rank, never one on another, where they cover the fewest men; a slip stays while it can. */
import type { Banner } from "../table/palette";
import type { Arm } from "./bodies";
import { app6, type Sign } from "./app6";
import { overlap, type Box, type Pen } from "./pen";

export interface Wish {
  key: string; rank: number; x: number; y: number; reach: number;
  kind: "body" | "person" | "order" | "place" | "tag";
  text: string; figure?: string; banner?: Banner; arm?: Arm; sign?: Sign; tone?: string;
}
const SPOTS: [number, number][] = [[0, -1], [0, 1], [1, 0], [-1, 0], [0.7, -1], [-0.7, -1], [0.7, 1], [-0.7, 1], [0, -2.4], [0, 2.4],
  [1.25, -1.2], [-1.25, -1.2], [1.25, 1.2], [-1.25, 1.2], [0, -4], [0, 4], [1.6, -2.6], [-1.6, -2.6], [1.6, 2.6], [-1.6, 2.6]];

/** How many men stand where, in cells of 8 px. */
export class Crowd {
  private static readonly CELL = 8;
  private cells: Uint16Array;
  private wide: number;
  private high: number;
  constructor(w: number, h: number) {
    this.wide = Math.ceil(w / Crowd.CELL) + 1; this.high = Math.ceil(h / Crowd.CELL) + 1;
    this.cells = new Uint16Array(this.wide * this.high);
  }
  add(px: number, py: number): void {
    const i = Math.floor(px / Crowd.CELL), j = Math.floor(py / Crowd.CELL);
    if (i >= 0 && j >= 0 && i < this.wide && j < this.high) ++this.cells[j * this.wide + i];
  }
  under(b: Box): number {
    let sum = 0;
    const C = Crowd.CELL;
    for (let j = Math.max(0, Math.floor(b.y / C)); j <= Math.min(this.high - 1, Math.floor((b.y + b.h) / C)); ++j)
      for (let i = Math.max(0, Math.floor(b.x / C)); i <= Math.min(this.wide - 1, Math.floor((b.x + b.w) / C)); ++i) sum += this.cells[j * this.wide + i];
    return sum;
  }
}

function sizeOf(pen: Pen, w: Wish): { w: number; h: number } {
  if (w.kind === "body" || w.kind === "person") {
    return { w: (w.banner ? 27 : 12) + pen.width(w.text, pen.serif(13.5, 500)) + (w.figure ? 5 + pen.width(w.figure, pen.sans(12)) : 0) + (w.banner ? 6 : 0), h: 19 };
  }
  return pen.slipSize([w.text]);
}

export function placeLabels(pen: Pen, wishes: Wish[], taken: Box[], crowd: Crowd, memory: Map<string, number>, fresh: boolean): { wish: Wish; box: Box; led: boolean }[] {
  const out: { wish: Wish; box: Box; led: boolean }[] = [], { w: W, h: H } = pen.view.sheet, used = new Set<string>();
  for (const w of [...wishes].sort((a, b) => a.rank - b.rank)) {
    if (!pen.view.sees(w.x, w.y, -12)) continue;
    const size = sizeOf(pen, w);
    const boxAt = ([dx, dy]: [number, number]): Box => ({ x: w.x + dx * (size.w / 2 + w.reach * 0.7) - size.w / 2, y: w.y + dy * (size.h / 2 + w.reach) - size.h / 2, ...size });
    const room = (b: Box): boolean => b.x >= 14 && b.y >= 14 && b.x + b.w <= W - 14 && b.y + b.h <= H - 14 && !taken.some((q) => overlap(b, q));
    let best = memory.get(w.key) ?? -1;
    if (best < 0 || fresh || !room(boxAt(SPOTS[best]))) {
      let least = Infinity;
      const before = best;
      best = -1;
      SPOTS.forEach((s, i) => {
        const box = boxAt(s);
        if (!room(box)) return;
        const cost = i + (i < 8 ? 0 : w.kind === "place" || w.kind === "tag" ? 40 : 4) + 0.4 * crowd.under(box) - (i === before ? 3 : 0);
        if (cost < least) { least = cost; best = i; }
      });
    }
    if (best < 0) continue;
    memory.set(w.key, best);
    used.add(w.key);
    const box = boxAt(SPOTS[best]);
    taken.push(box);
    out.push({ wish: w, box, led: best >= 8 && w.kind !== "place" && w.kind !== "tag" });
  }
  for (const k of memory.keys()) if (!used.has(k)) memory.delete(k);
  return out;
}

export function paintLabel(pen: Pen, w: Wish, box: Box, led: boolean): void {
  const { c, p } = pen;
  if (led) {
    const x = Math.max(box.x, Math.min(box.x + box.w, w.x)), y = Math.max(box.y, Math.min(box.y + box.h, w.y));
    c.strokeStyle = p.ink; c.lineWidth = 0.8; c.beginPath(); c.moveTo(x, y); c.lineTo(w.x, w.y); c.stroke();
    c.beginPath(); c.arc(w.x, w.y, 1.7, 0, 6.3); c.fillStyle = p.ink; c.fill();
  }
  if (w.kind !== "body" && w.kind !== "person") { pen.slip([w.text], box, w.tone ?? p.ink2, { alpha: 0.84 }); return; }
  c.fillStyle = p.slip; c.beginPath(); c.roundRect(box.x, box.y, box.w, box.h, 2); c.fill();
  c.strokeStyle = p.slipEdge; c.lineWidth = 0.8; c.stroke();
  let x = box.x + 6;
  const y = box.y + box.h / 2;
  if (w.sign) { app6(pen, x + 8, y, 11.5, { ...w.sign, small: true }); x += 21; }
  else if (w.banner) { pen.block(x + 8, y, 15, 9.5, w.banner, w.arm ?? "horse"); x += 21; }
  c.textAlign = "left"; c.textBaseline = "middle"; c.font = pen.serif(13.5, 500); c.fillStyle = p.ink; c.fillText(w.text, x, y + 0.5);
  if (w.figure) { x += c.measureText(w.text).width + 5; c.font = pen.sans(12); c.fillStyle = p.ink2; c.fillText(w.figure, x, y + 0.5); }
}
