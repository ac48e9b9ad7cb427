/**
 * Units by the signs of NATO APP-6: frame by affiliation, icon by branch, echelon by strength, always upright; colours stay those of
 * the banners. Bows have no sign of their own there: they stand as infantry with a letter.
 */
import { lightness } from "../table/palette";
import type { Arm } from "./bodies";
import type { Pen } from "./pen";

export type Affiliation = "friend" | "hostile" | "neutral";
/** Seen by the host of the great banner: its own side, the first other one, and all that come after. */
export const affiliationOf = (side: number, host: number): Affiliation => (side === host ? "friend" : side === (host === 0 ? 1 : 0) ? "hostile" : "neutral");

const ECHELONS: [number, string][] = [[12, "•"], [24, "••"], [60, "•••"], [250, "I"], [1000, "II"], [3000, "III"], [6000, "X"], [20000, "XX"], [Infinity, "XXX"]];
/** Squad, section, platoon, company, battalion, regiment, brigade, division, corps by the men in it. */
export const echelonOf = (men: number): string => ECHELONS.find(([most]) => men <= most)![1];

export interface Sign { affiliation: Affiliation; arm: Arm; men: number; fill: string; broken?: boolean; /** radians, 0 east, anticlockwise */ heading?: number; command?: boolean; small?: boolean }

/** Half width and half height of the frame, and where the strokes of an icon meet it, for a symbol of height 1. */
export function frameOf(a: Affiliation): { w: number; h: number; cx: number; cy: number } {
  if (a === "friend") return { w: 0.75, h: 0.5, cx: 0.75, cy: 0.5 };
  if (a === "hostile") return { w: 0.72, h: 0.72, cx: 0.36, cy: 0.36 };
  return { w: 0.55, h: 0.55, cx: 0.55, cy: 0.55 };
}

function outline(c: CanvasRenderingContext2D, s: Sign, size: number): void {
  const f = frameOf(s.affiliation), w = f.w * size, h = f.h * size;
  c.beginPath();
  if (s.affiliation === "hostile") { c.moveTo(0, -h); c.lineTo(w, 0); c.lineTo(0, h); c.lineTo(-w, 0); c.closePath(); }
  else c.rect(-w, -h, 2 * w, 2 * h);
}

function icon(pen: Pen, s: Sign, size: number, tone: string): void {
  const { c } = pen, f = frameOf(s.affiliation), x = f.cx * size, y = f.cy * size;
  c.strokeStyle = c.fillStyle = tone; c.lineWidth = s.small ? 0.9 : 1.3; c.beginPath();
  if (s.arm === "horse" || s.arm === "foot" || s.arm === "bow") { c.moveTo(-x, y); c.lineTo(x, -y); }
  if (s.arm === "foot" || s.arm === "bow") { c.moveTo(-x, -y); c.lineTo(x, y); }
  if (s.arm === "wagons") {
    const r = 0.3 * size;
    c.moveTo(r, 0); c.arc(0, 0, r, 0, 6.2832);
    for (let k = 0; k < 4; ++k) { const a = (k * Math.PI) / 4; c.moveTo(-r * Math.cos(a), -r * Math.sin(a)); c.lineTo(r * Math.cos(a), r * Math.sin(a)); }
  }
  c.stroke();
  if (s.arm === "guns") { c.beginPath(); c.arc(0, 0, Math.max(1.4, 0.15 * size), 0, 6.2832); c.fill(); }
  if (s.arm === "bow" && !s.small) { c.font = pen.sans(0.34 * size, 600); c.textAlign = "center"; c.textBaseline = "middle"; c.fillText(pen.zh ? "弓" : "B", 0, 0.3 * size); }
}

export function app6(pen: Pen, x: number, y: number, size: number, s: Sign): void {
  const { c, p } = pen, f = frameOf(s.affiliation), tone = lightness(s.fill) > 0.5 ? "#23262B" : "#FBF8F1";
  c.save(); c.translate(x, y); c.setLineDash([]); c.lineJoin = "miter"; c.lineCap = "butt";
  outline(c, s, size);
  c.strokeStyle = p.halo; c.lineWidth = s.small ? 2.4 : 4; c.stroke();
  c.fillStyle = s.fill; c.fill();
  c.save(); c.clip(); icon(pen, s, size, tone); c.restore();
  outline(c, s, size);
  c.strokeStyle = p.ink; c.lineWidth = s.small ? 1 : 1.5; c.stroke();
  if (!s.small) around(pen, s, size, f.h * size);
  c.restore();
}

/** What stands about the frame: echelon above, staff of a headquarters, arrow of direction below. */
function around(pen: Pen, s: Sign, size: number, h: number): void {
  const { c, p } = pen;
  pen.haloed(echelonOf(s.men), 0, -h - 0.26 * size, pen.sans(0.42 * size, 600), p.ink, "center");
  c.strokeStyle = c.fillStyle = p.ink; c.lineWidth = 1.3; c.lineCap = "round";
  if (s.command) { const x = -frameOf(s.affiliation).w * size, y = s.affiliation === "hostile" ? 0 : h; c.beginPath(); c.moveTo(x, y); c.lineTo(x, h + 0.6 * size); c.stroke(); }
  if (s.heading === undefined || s.broken) return;
  const y = h + 0.22 * size, ex = Math.cos(s.heading) * 0.62 * size, ey = y - Math.sin(s.heading) * 0.62 * size, a = Math.atan2(ey - y, ex), t = 0.2 * size;
  c.beginPath(); c.moveTo(0, h); c.lineTo(0, y); c.lineTo(ex, ey); c.stroke();
  c.beginPath(); c.moveTo(ex + Math.cos(a) * t * 0.6, ey + Math.sin(a) * t * 0.6);
  c.lineTo(ex - Math.cos(a - 0.5) * t, ey - Math.sin(a - 0.5) * t); c.lineTo(ex - Math.cos(a + 0.5) * t, ey - Math.sin(a + 0.5) * t); c.closePath(); c.fill();
}
