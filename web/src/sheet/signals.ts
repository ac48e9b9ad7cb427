/** Drums and their rings, great banners, company flags, couriers, arrows in flight, the reticle. */
import type { Frame, Header, Person } from "../record/types";
import type { Banner } from "../table/palette";
import { luck } from "../table/lines";
import { SOUND_M_S } from "../senses/acoustics";
import type { VoiceKind } from "../senses/hearing";
import { personAt, personNow } from "./bodies";
import type { Pen } from "./pen";

/** Time from stroke to stroke or blast to blast. */
const APART_S: Record<VoiceKind, number> = { drum: 0.5, horn: 2, gong: 1.2 };

/**
 * Rings spread at the speed of sound by the battle's clock; when time is short they stand. A drum's are even circles, a horn's come in
 * groups of three, a gong's are broken.
 */
export function rings(pen: Pen, x: number, y: number, second: number, fast: boolean, kind: VoiceKind = "drum"): void {
  const { c, p, view } = pen, near = view.mpp < 0.3, apart = near ? (kind === "drum" ? 13 : 26) : APART_S[kind] * SOUND_M_S, n = near || pen.still || kind !== "drum" ? 3 : 6;
  const phase = pen.still || fast ? 0.35 : near ? (second * 0.8) % 1 : (second / APART_S[kind]) % 1;
  if (kind === "gong") c.setLineDash([15, 9]);
  for (let i = 0; i < n; ++i) {
    const r = ((i + phase) * apart) / view.mpp;
    if (r < 3 || r > 4000) continue;
    const fade = Math.pow(0.84, i) * (i === n - 1 ? 1 - phase : 1);
    c.beginPath();
    for (let k = 0; k < (kind === "horn" ? 3 : 1); ++k) { const at = r - k * 6; if (at > 2) { c.moveTo(pen.X(x) + at, pen.Y(y)); c.arc(pen.X(x), pen.Y(y), at, 0, 6.2832); } }
    c.strokeStyle = p.halo; c.globalAlpha = 0.5 * fade; c.lineWidth = Math.max(1.4, 4 - 0.4 * i); c.stroke();
    c.strokeStyle = p.cinnabar; c.globalAlpha = 0.85 * fade; c.lineWidth = kind === "horn" ? 1 : Math.max(0.9, 2.2 - 0.24 * i); c.stroke();
  }
  c.globalAlpha = 1; c.setLineDash([]);
}

export function drum(pen: Pen, x: number, y: number, z: number): void {
  const { c, p } = pen;
  c.save(); c.translate(pen.X(x), pen.Y(y)); c.scale(z, z);
  const disc = (r: number, fill: string): void => { c.beginPath(); c.arc(0, 0, r, 0, 6.3); c.fillStyle = fill; c.fill(); };
  disc(6.4, "#A63A2B"); c.strokeStyle = p.halo; c.lineWidth = 1.6; c.stroke();
  disc(4.6, "#EFE3C6"); c.strokeStyle = "#23262B"; c.lineWidth = 0.8; c.stroke(); disc(1.4, "#A63A2B");
  c.restore();
}

/** The great banner is the largest thing on the table: yellow, flame edge, dragon line. */
export function greatBanner(pen: Pen, x: number, y: number, z: number, second: number, wind: [number, number]): void {
  const { c, p } = pen, flip = wind[0] < -0.5 ? -1 : 1, speed = Math.min(1.6, Math.hypot(wind[0], wind[1]) / 6), phase = pen.still ? 0 : second * (1.2 + 2.4 * speed);
  const edge = "#AE362B", field = "#EBC04A", W = 30, wave = 1.2 + 1.4 * speed;
  c.save(); c.translate(pen.X(x), pen.Y(y)); c.scale(z * flip, z); c.lineJoin = "round";
  c.strokeStyle = p.halo; c.lineWidth = 4; c.beginPath(); c.moveTo(0, 1); c.lineTo(0, -40); c.stroke();
  c.strokeStyle = pen.theme === "light" ? "#23262B" : "#0B0E12"; c.lineWidth = 1.7; c.stroke();
  c.fillStyle = edge; c.beginPath(); c.arc(0, -41, 2.1, 0, 6.3); c.fill();
  const lift = (q: number): number => wave * (q / W + 0.25) * Math.sin(q / 6 - phase), top = (q: number): number => -38 + lift(q), bot = (q: number): number => -17 + lift(q - 2);
  c.beginPath(); c.moveTo(0, top(0));
  for (let q = 0; q <= W; ++q) c.lineTo(q, top(q));
  for (let i = 0; i <= 6; ++i) c.lineTo(W + (i % 2 ? 4.2 : 0.6), top(W) + ((bot(W) - top(W)) * i) / 6);
  for (let q = W; q >= 0; q -= 2) c.lineTo(q + 1, bot(q) + ((q / 2) % 2 ? 2.8 : 0.4));
  c.closePath();
  c.strokeStyle = p.halo; c.lineWidth = 4; c.stroke(); c.fillStyle = edge; c.fill();
  c.strokeStyle = pen.theme === "light" ? "#23262B" : "#0B0E12"; c.lineWidth = 0.8; c.stroke();
  c.beginPath(); c.moveTo(0.6, top(0) + 2.4);
  for (let q = 0.6; q <= W - 2; ++q) c.lineTo(q, top(q) + 2.4);
  for (let q = W - 2; q >= 0.6; --q) c.lineTo(q, bot(q) - 1.6);
  c.closePath(); c.fillStyle = field; c.fill();
  c.strokeStyle = "#7A4A12"; c.lineWidth = 1.5; c.lineCap = "round"; c.beginPath(); c.translate(0, lift(15)); c.moveTo(5, -23);
  c.bezierCurveTo(8, -37, 13, -33, 13, -27.5); c.bezierCurveTo(13, -21, 19, -20, 19.5, -27); c.bezierCurveTo(20, -33, 24, -33, 24.5, -29); c.stroke();
  c.lineWidth = 0.9; c.beginPath(); c.moveTo(24.5, -29); c.lineTo(27, -30.4); c.moveTo(24.3, -28); c.lineTo(26.8, -26.6);
  for (const [a, b] of [[8, -31], [13, -25], [18, -22.6]]) { c.moveTo(a, b); c.lineTo(a + 2.4, b + 3); }
  c.stroke();
  c.restore();
}

/** A commander's standard: pole and cloth in his men's colours, smaller than the great banner, larger than a company's flag. */
export function standard(pen: Pen, px: number, py: number, b: Banner, z: number, second: number, wind: [number, number]): void {
  const { c, p } = pen, flip = wind[0] < -0.5 ? -1 : 1, speed = Math.min(1.6, Math.hypot(wind[0], wind[1]) / 6), phase = pen.still ? 0 : second * (1.5 + 2.6 * speed);
  const line = b.pale ? p.pale : p.outline, W = 15, lift = (q: number): number => (0.7 + 0.8 * speed) * (q / W + 0.2) * Math.sin(q / 3.4 - phase);
  c.save(); c.translate(px, py); c.scale(z * flip, z); c.lineJoin = "round"; c.lineCap = "round";
  for (const [colour, wide] of [[p.halo, 3.2], [line, 1.3]] as const) { c.strokeStyle = colour; c.lineWidth = wide; c.beginPath(); c.moveTo(0, 1); c.lineTo(0, -24); c.stroke(); }
  const cloth = (inset: number): void => {
    c.beginPath(); c.moveTo(inset * 0.6, -23 + inset + lift(0));
    for (let q = 1; q <= W - inset; ++q) c.lineTo(q, -23 + inset + lift(q));
    for (let q = W - inset; q >= inset * 0.6; --q) c.lineTo(q, -12 - inset + lift(q - 1));
    c.closePath();
  };
  cloth(0); c.strokeStyle = p.halo; c.lineWidth = 3; c.stroke(); c.fillStyle = b.border ?? b.fill; c.fill(); c.strokeStyle = line; c.lineWidth = 0.9; c.stroke();
  if (b.border) { cloth(2.2); c.fillStyle = b.fill; c.fill(); }
  c.fillStyle = line; c.beginPath(); c.arc(0, -24.6, 1.4, 0, 6.3); c.fill();
  c.restore();
}

/** A company's flag at its leader: it flutters by the wind's speed; tribes of the steppe have a swallow-tail. */
export function flag(pen: Pen, px: number, py: number, b: Banner, z: number, phase: number, swallow: boolean): void {
  const { c, p } = pen, f = pen.still ? 0 : Math.sin(phase) * 0.7;
  c.lineWidth = 1; c.strokeStyle = b.pale ? p.pale : p.outline; c.beginPath(); c.moveTo(px, py); c.lineTo(px, py - 9 * z); c.stroke();
  c.beginPath(); c.moveTo(px, py - 9 * z);
  c.quadraticCurveTo(px + 2 * z, py - (10 + f) * z, px + 3.4 * z, py - 8.8 * z);
  c.quadraticCurveTo(px + 4.6 * z, py - (8 - f) * z, px + 6 * z, py - (8.6 + f * 0.5) * z);
  if (swallow) c.lineTo(px + 4 * z, py - (6.6 + f * 0.4) * z);
  c.lineTo(px + 5.4 * z, py - (4.6 + f * 0.4) * z);
  c.quadraticCurveTo(px + 3 * z, py - (5.4 - f) * z, px, py - 4.6 * z); c.closePath();
  c.fillStyle = b.fill; c.fill(); c.strokeStyle = b.border ?? (b.pale ? p.pale : p.outline); c.lineWidth = b.border ? 1.1 : 0.8; c.stroke();
}

export function couriers(pen: Pen, h: Header, a: Frame, b: Frame, t: number, trails: Map<number, { x: number; y: number }[]>, banner: (p: Person) => Banner): { x: number; y: number; k: number }[] {
  const { c, p } = pen, out: { x: number; y: number; k: number }[] = [];
  a.couriers.forEach((r, k) => {
    const next = b.couriers.find((q) => q.id === r.id) ?? r, x = r.x_m + (next.x_m - r.x_m) * t, y = r.y_m + (next.y_m - r.y_m) * t;
    if (r.state === 2) return;
    const px = pen.X(x), py = pen.Y(y), way = trails.get(r.id) ?? [];
    const ridden = new Path2D();
    if (!pen.still) way.forEach((q, i) => (i ? ridden.lineTo(pen.X(q.x), pen.Y(q.y)) : ridden.moveTo(pen.X(q.x), pen.Y(q.y))));
    if (!pen.still && way.length > 0) ridden.lineTo(px, py);
    c.lineCap = "round";
    if (r.state === 3 || r.state === 4) {
      if (!pen.view.sees(px, py, 10)) return;
      c.globalAlpha = 0.5; c.strokeStyle = p.ink; c.lineWidth = 1.1; c.stroke(ridden); c.globalAlpha = 1;
      c.strokeStyle = p.ink; c.lineWidth = 1.4; c.beginPath(); c.moveTo(px - 3, py - 3); c.lineTo(px + 3, py + 3); c.moveTo(px - 3, py + 3); c.lineTo(px + 3, py - 3); c.stroke();
      return;
    }
    c.strokeStyle = p.halo; c.lineWidth = 3.4; c.stroke(ridden); c.strokeStyle = p.ink; c.lineWidth = 1.2; c.stroke(ridden);
    const gx = pen.X(r.goal_x_m), gy = pen.Y(r.goal_y_m);
    c.setLineDash([1, 4]); c.lineWidth = 1.5; c.beginPath(); c.moveTo(px, py); c.lineTo(gx, gy); c.stroke(); c.setLineDash([]);
    c.beginPath(); c.arc(gx, gy, 2.6, 0, 6.3); c.lineWidth = 1.2; c.stroke();
    const who = h.persons[r.from], col = who ? banner(who) : null, angle = Math.atan2(gy - py, gx - px);
    c.save(); c.translate(px, py); c.rotate(angle); c.beginPath(); c.moveTo(8, 0); c.lineTo(-4, -4.4); c.lineTo(-1.6, 0); c.lineTo(-4, 4.4); c.closePath();
    c.strokeStyle = col?.pale ? p.pale : p.outline; c.lineWidth = 2.2; c.stroke(); c.fillStyle = col?.fill ?? "#E2B33B"; c.fill(); c.restore();
    out.push({ x, y, k });
  });
  return out;
}

/** Arrows that will come down in a square: strokes in flight, above two hundred a hatched arc; and the dashes where they strike. */
export function arrows(pen: Pen, f: Frame, second: number): void {
  const { c, p, view } = pen;
  if (view.mpp > 9) return;
  c.strokeStyle = p.ink; c.lineCap = "round";
  for (const s of f.arrows) {
    const px = pen.X(s.x_m), py = pen.Y(s.y_m), cell = 50 / view.mpp;
    if (!view.sees(px, py, cell)) continue;
    const n = Math.min(60, Math.max(1, Math.round(s.count / (view.mpp > 2 ? 6 : 2)))), l = Math.max(2.2, Math.min(9, 1.6 / view.mpp));
    c.lineWidth = 0.6; c.globalAlpha = 0.7; c.beginPath();
    for (let i = 0; i < n; ++i) {
      const k = Math.floor(pen.still ? 0 : second * 2) + i * 7, x = px + (luck(k, i) - 0.5) * cell, y = py + (luck(i, k) - 0.5) * cell;
      c.moveTo(x - l * 0.4, y - l); c.lineTo(x, y);
    }
    c.stroke();
  }
  c.globalAlpha = 1;
}

export function reticle(pen: Pen, px: number, py: number, r: number): void {
  const { c, p } = pen;
  for (const [wide, colour] of [[3.6, p.halo], [1.5, p.ink]] as const) {
    c.strokeStyle = colour; c.lineWidth = wide; c.beginPath();
    for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) { c.moveTo(px + a * r, py + b * r * 0.45); c.lineTo(px + a * r, py + b * r); c.lineTo(px + a * r * 0.45, py + b * r); }
    c.stroke();
  }
}

export const drummers = (h: Header, f: Frame): number[] => h.persons.flatMap((_, k) => (personNow(f.persons, k).drum ? [k] : []));
export const bannerPlace = (a: Frame, b: Frame, t: number, k: number): { x: number; y: number } => { const q = personAt(a, b, t, k); return { x: q.x, y: q.y }; };
