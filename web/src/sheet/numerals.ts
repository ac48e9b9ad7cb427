/** Numerals of the title plate's sentences, where the things happened: what is told beside the map is found on it. */
import { telling } from "../clock/jumps";
import type { Battle } from "../state/battle";
import type { Box, Pen } from "./pen";

/** As many as the title plate has sentences. */
export const SENTENCES = 6;
const R = 8, STEP_PX = 18;

export class Numerals {
  private known = -1;
  private kept: { second: number; x: number; y: number; n: number }[] = [];
  constructor(private battle: Battle) {}

  /** What has happened so far; the sentences are sought anew only when the chronicle has grown. */
  private so(second: number): { x: number; y: number; n: number }[] {
    const told = this.battle.chronicle.told.length;
    if (told !== this.known) {
      this.known = told;
      this.kept = telling(this.battle, SENTENCES).map((e, i) => ({ second: this.battle.secondOf(e.tick), x: e.x_m, y: e.y_m, n: i + 1 }));
    }
    return this.kept.filter((q) => q.second <= second);
  }

  /** Those of one place stand side by side; slips keep off them. */
  paint(pen: Pen, second: number, taken: Box[]): void {
    const { c, p, view } = pen, room: Box[] = [];
    for (const q of this.so(second)) {
      let x = pen.X(q.x), y = pen.Y(q.y);
      if (!view.sees(x, y, -30)) continue;
      y += 20; // below the thing itself
      while (room.some((b) => Math.abs(b.x - x) < STEP_PX && Math.abs(b.y - y) < STEP_PX)) x += STEP_PX;
      room.push({ x, y, w: 0, h: 0 });
      taken.push({ x: x - R - 1, y: y - R - 1, w: 2 * R + 2, h: 2 * R + 2 });
      c.beginPath(); c.arc(x, y, R, 0, 6.2832);
      c.strokeStyle = p.halo; c.lineWidth = 3; c.stroke(); c.fillStyle = p.ink; c.fill();
      c.font = pen.sans(10.5, 600); c.textAlign = "center"; c.textBaseline = "middle"; c.fillStyle = p.panel; c.fillText(String(q.n), x, y + 0.5);
    }
  }
}
