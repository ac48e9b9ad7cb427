/** A place in words: how far and which way from the nearest one that has a name. */
import type { Header } from "../record/types";
import { nameOf, number, pick, say, type Lang } from "./words";

export function whereabouts(h: Header, lang: Lang, x: number, y: number): string {
  let best = Infinity, name = "", dx = 0, dy = 0;
  for (const p of h.places) {
    if (!p.on_map) continue;
    const lx = p.is_line ? p.x1_m - p.x_m : 0, ly = p.is_line ? p.y1_m - p.y_m : 0, l2 = lx * lx + ly * ly;
    const t = l2 > 0 ? Math.min(1, Math.max(0, ((x - p.x_m) * lx + (y - p.y_m) * ly) / l2)) : 0;
    const ax = x - p.x_m - t * lx, ay = y - p.y_m - t * ly, d = Math.hypot(ax, ay);
    if (d < best) { best = d; name = nameOf(lang, p.name); dx = ax; dy = ay; }
  }
  if (!Number.isFinite(best)) return `${number(x)}, ${number(y)}`;
  if (best < 30) return say(lang, "whereAt", name);
  const octant = Math.round((Math.atan2(dy, dx) / Math.PI) * 4);
  return say(lang, "whereOff", number(Math.round(best / 10) * 10), pick(lang, "octants", (octant + 8) % 8), name);
}
