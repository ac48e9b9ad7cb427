/** How far a signal is heard over the noise of the field: a dotted line, longer down the wind, bitten into where men fight. */
import type { Frame, Header } from "../record/types";
import { contour, type Way } from "../senses/contour";
import { farthest, hearing, makersOf, reachField, voices, type Hearing } from "../senses/hearing";
import { bearingError } from "../senses/acoustics";
import type { Pen } from "./pen";

/** Squares of makers of noise: coarser than for one man's ear, for four thousand places are asked. */
const SQUARE_M = 120;
const MOST_M = 4000, MOST_VOICES = 3, EVERY_S = 5, CALM_MS = 1500;

export class Reach {
  private key = "";
  private lines: Way[] = [];
  private reckoned = 0;
  /** Noise changes slowly: every five seconds of battle; when time flies, not oftener than the page can bear. */
  of(h: Header, a: Frame, b: Frame, fast: boolean): Way[] {
    const all = voices(h, a), key = `${Math.floor(a.second / EVERY_S)} ${all.map((v) => v.person).join()}`;
    if (key === this.key || (fast && all.length > 0 && this.lines.length > 0 && performance.now() - this.reckoned < CALM_MS)) return all.length > 0 ? this.lines : [];
    this.key = key; this.reckoned = performance.now();
    const makers = all.length > 0 ? makersOf(h, a, b, SQUARE_M) : null;
    this.lines = all.slice(0, MOST_VOICES).flatMap((v) => contour(reachField(v, makers!, a.wind, Math.min(MOST_M, farthest(v, a.wind)))));
    return this.lines;
  }
}

/** Returns where its slip may stand: the point of the line farthest right on the sheet. */
export function paintReach(pen: Pen, lines: Way[]): { x: number; y: number } | null {
  const { c, p, view } = pen;
  let at: { x: number; y: number } | null = null;
  c.lineCap = "round"; c.lineJoin = "round";
  for (const way of lines) {
    const path = new Path2D();
    way.forEach(([x, y], i) => {
      const px = pen.X(x), py = pen.Y(y);
      if (i) path.lineTo(px, py); else path.moveTo(px, py);
      if (view.sees(px, py, -46) && (!at || px > at.x)) at = { x: px, y: py };
    });
    c.setLineDash([0.1, 5.2]);
    c.strokeStyle = p.halo; c.lineWidth = 4.2; c.globalAlpha = 0.7; c.stroke(path);
    c.strokeStyle = p.cinnabar; c.lineWidth = 2.1; c.globalAlpha = 0.95; c.stroke(path);
  }
  c.setLineDash([]); c.globalAlpha = 1;
  return at;
}

/** What one man hears, kept for the second. */
export class Ear {
  private key = "";
  private kept: Hearing = { noise_dba: 0, heard: [] };
  of(h: Header, a: Frame, b: Frame, who: { x: number; y: number; fights: boolean; person: number | null }, row: string): Hearing {
    const key = `${a.second} ${row}`;
    if (key !== this.key) { this.key = key; this.kept = hearing(h, a, b, who); }
    return this.kept;
  }
}

/** Whence he hears it: a wedge as wide as his ear errs. */
export function wedges(pen: Pen, x: number, y: number, what: Hearing): void {
  const { c, p } = pen, px = pen.X(x), py = pen.Y(y);
  for (const q of what.heard) {
    if (!q.heard || q.off_m < 2) continue;
    const a = Math.atan2(-(q.voice.y - y), q.voice.x - x), sd = (bearingError(q.over_db) * Math.PI) / 180, r = Math.max(60, Math.min(220, q.off_m / pen.view.mpp));
    c.beginPath(); c.moveTo(px, py); c.arc(px, py, r, a - sd, a + sd); c.closePath();
    c.fillStyle = p.cinnabar; c.globalAlpha = 0.1; c.fill();
    c.globalAlpha = 0.8; c.strokeStyle = p.cinnabar; c.lineWidth = 1; c.setLineDash([5, 3]);
    c.beginPath(); c.moveTo(px + Math.cos(a - sd) * r, py + Math.sin(a - sd) * r); c.lineTo(px, py); c.lineTo(px + Math.cos(a + sd) * r, py + Math.sin(a + sd) * r); c.stroke();
    c.setLineDash([]); c.globalAlpha = 1;
  }
}
