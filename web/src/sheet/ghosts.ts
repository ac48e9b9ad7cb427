/** What a commander believes: ellipses where somebody may be, hatched close when sure, dotted when old. */
import type { Belief, Header } from "../record/types";
import { both, nameOf, number, say, type Lang } from "../words/words";
import type { Box, Pen } from "./pen";
import { overlap } from "./pen";

export function ghostText(h: Header, lang: Lang, b: Belief, tick: number): [string, string] {
  const who = b.kind === 1 ? nameOf(lang, h.persons[b.subject]?.name) : b.kind === 2 ? nameOf(lang, h.units[b.subject]?.name) : both(lang, "men", "有众");
  const age = Math.max(0, (tick - b.tick) / h.ticks_per_second), mark = lang === "en" ? "?" : "？";
  const old = age < 90 ? say(lang, "secondsAgo", Math.round(age)) : say(lang, "minutesAgo", Math.round(age / 60));
  const line = b.source === 3 ? say(lang, "heardNotSeen", Math.round(b.confidence * 100)) : say(lang, "seenAgo", old, Math.round(b.confidence * 100));
  return [`${who}${mark}${b.men >= 0 && b.kind !== 1 ? " " + number(b.men) : ""}`, line];
}

export interface Ghost { belief: Belief; truth: { x: number; y: number } | null; rank: number }

export function ghosts(pen: Pen, h: Header, list: Ghost[], tick: number, share: number, taken: Box[], eye: { x: number; y: number } | null = null): void {
  const { c, p, view } = pen;
  const spoken: (() => boolean)[] = [];
  c.save(); c.beginPath(); c.rect(12, 12, view.sheet.w - 24, view.sheet.h - 24); c.clip();
  for (const { belief: b, truth, rank } of list) {
    const px = pen.X(b.x_m), py = pen.Y(b.y_m), r = Math.max(9, Math.min(400, b.spread_m / view.mpp)), heard = b.source === 3 && eye !== null, ry = heard ? r : r * 0.72;
    if (!view.sees(px, py, r)) continue;
    const age = Math.max(0, (tick - b.tick) / h.ticks_per_second) / 60;
    c.save(); c.globalAlpha = share;
    const shape = (): void => {
      c.beginPath();
      // What is only heard has a bearing with its error, and hardly a distance.
      if (heard) wedge(c, pen.X(eye!.x), pen.Y(eye!.y), px, py, r); else c.ellipse(px, py, r, ry, 0, 0, 6.2832);
    };
    shape(); c.save(); c.clip();
    c.fillStyle = p.halo; c.globalAlpha = 0.26 * share; c.fill();
    c.strokeStyle = p.belief; c.globalAlpha = (0.2 + 0.6 * b.confidence) * share; c.lineWidth = 0.8;
    const gap = 4 + 9 * (1 - b.confidence); c.beginPath();
    for (let q = -r - ry; q < r + ry; q += gap) { c.moveTo(px + q - ry, py + ry); c.lineTo(px + q + ry, py - ry); }
    c.stroke(); c.restore();
    c.globalAlpha = share; c.strokeStyle = p.belief; c.lineWidth = rank === 0 ? 1.4 : 1; c.lineCap = "round";
    c.setLineDash(age < 1 ? [] : age < 5 ? [9, 3] : age < 10 ? [5, 4] : [1.5, 4.5]);
    shape(); c.stroke(); c.setLineDash([]);
    if (truth && Math.hypot(pen.X(truth.x) - px, pen.Y(truth.y) - py) > 14) {
      const tx = pen.X(truth.x), ty = pen.Y(truth.y);
      c.lineWidth = 1; c.beginPath(); c.moveTo(px, py); c.lineTo(tx, ty); c.stroke();
      c.beginPath(); c.arc(tx, ty, 3.4, 0, 6.3); c.fillStyle = p.panel; c.fill(); c.stroke();
    }
    pen.block(px, py, 15, 9.5, { fill: "", border: null, pale: false }, "horse", { ghost: true });
    c.restore();
    spoken.push(() => slipFor(pen, ghostText(h, pen.lang, b, tick), px, py, r, ry, share, taken));
  }
  c.restore();
  // Words last, so that no ellipse lies on them.
  let slips = 0;
  for (const speak of spoken) if (slips < 14 && speak()) ++slips;
}

/** A piece of a ring about the listener, as wide as the place is unsure. */
function wedge(c: CanvasRenderingContext2D, ex: number, ey: number, px: number, py: number, r: number): void {
  const d = Math.hypot(px - ex, py - ey), a = Math.atan2(py - ey, px - ex), half = Math.min(0.9, Math.atan2(r, Math.max(d, r)));
  c.arc(ex, ey, d + r, a - half, a + half);
  c.arc(ex, ey, Math.max(8, d - r), a + half, a - half, true);
  c.closePath();
}

function slipFor(pen: Pen, lines: [string, string], px: number, py: number, r: number, ry: number, share: number, taken: Box[]): boolean {
  const size = pen.slipSize(lines);
  for (const [x, y] of [[px + r * 0.6 + 4, py - ry - 10], [px - r * 0.6 - size.w - 4, py - ry - 10], [px + r * 0.7, py + ry * 0.7], [px - r * 0.7 - size.w, py + ry * 0.7]]) {
    const box = { x, y, ...size };
    if (x < 14 || y < 14 || x + size.w > pen.view.sheet.w - 14 || y + size.h > pen.view.sheet.h - 14 || taken.some((b) => overlap(box, b))) continue;
    taken.push(box);
    pen.c.globalAlpha = share;
    pen.slip(lines, box, pen.p.belief, { edge: pen.p.belief, dash: [2, 2.4], alpha: 0.92 * share });
    return true;
  }
  return false;
}
