/** What lies under the pointer: a named person, a courier, a unit's block, a man, else the place. */
import type { Frame } from "../record/types";
import { status } from "../record/types";
import { personAt, unitNow } from "../sheet/bodies";
import type { Chosen } from "../sheet/sheet";
import type { Battle } from "../state/battle";
import type { View } from "../table/camera";

export function pickAt(battle: Battle, v: View, [a, b, t]: [Frame, Frame, number], px: number, py: number): Chosen {
  const h = battle.header, x = v.worldX(px), y = v.worldY(py);
  let best: Chosen = null, d = 12 * v.mpp;
  h.persons.forEach((p, k) => {
    if (!p.named) return;
    const q = personAt(a, b, t, k), e = Math.hypot(q.x - x, q.y - y);
    if (q.alive && e < d) { d = e; best = { kind: "person", row: k }; }
  });
  if (best) return best;
  d = 11 * v.mpp;
  for (const r of a.couriers) {
    const n = b.couriers.find((q) => q.id === r.id) ?? r, e = Math.hypot(r.x_m + (n.x_m - r.x_m) * t - x, r.y_m + (n.y_m - r.y_m) * t - y);
    if (r.state !== 2 && e < d) { d = e; best = { kind: "courier", row: r.id }; }
  }
  if (best) return best;
  if (v.mpp > 2) {
    d = 22 * v.mpp;
    h.units.forEach((_, k) => {
      const q = unitNow(a.units, k), e = Math.hypot(q.x - x, q.y - y);
      if (q.inHand > 0 && e < d) { d = e; best = { kind: "unit", row: k }; }
    });
    if (best) return best;
  }
  d = Math.max(1.6, 7 * v.mpp);
  for (let i = 0; i < h.men; ++i) {
    const e = Math.hypot(a.xy[2 * i] + (b.xy[2 * i] - a.xy[2 * i]) * t - x, a.xy[2 * i + 1] + (b.xy[2 * i + 1] - a.xy[2 * i + 1]) * t - y);
    if (e < d) { d = e; best = { kind: "man", row: i }; }
  }
  return best ?? { kind: "place", row: 0, x, y };
}

export interface Tally { side: number; fit: number; routing: number; out: number }
/** Men in a rectangle of the map, by side. */
export function tally(battle: Battle, f: Frame, r: { x0: number; y0: number; x1: number; y1: number }): Tally[] {
  const out: Tally[] = battle.header.sides.map((_, side) => ({ side, fit: 0, routing: 0, out: 0 }));
  for (let i = 0; i < battle.header.men; ++i) {
    const x = f.xy[2 * i], y = f.xy[2 * i + 1];
    if (x < r.x0 || x > r.x1 || y < r.y0 || y > r.y1) continue;
    const s = out[battle.layers.side[i]], a = f.look[4 * i + 1];
    if (status(a) !== 0) ++s.out; else if (((a >> 3) & 7) === 3) ++s.routing; else ++s.fit;
  }
  return out;
}
