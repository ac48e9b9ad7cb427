/** Rain: parallel strokes at the wind's slant, falling by the battle's clock. */
import type { Frame } from "../record/types";
import { luck } from "../table/lines";
import type { Pen } from "./pen";

/** Strokes on a sheet of so many pixels, by rate: a drizzle is seen, a cloudburst does not hide the men. */
export const strokesOf = (mm_h: number, pixels: number): number => (mm_h <= 0 ? 0 : Math.round(Math.min(900, (60 + 55 * Math.sqrt(mm_h)) * (pixels / 600_000))));

export function rain(pen: Pen, f: Frame, second: number): void {
  const { c, p, view } = pen, { w, h } = view.sheet, n = strokesOf(f.rain_mm_h, w * h);
  if (n === 0) return;
  const slant = Math.max(-0.9, Math.min(0.9, f.wind[0] / 9)), fall = pen.still ? 0 : second * 1.7;
  c.strokeStyle = p.ink; c.globalAlpha = 0.18; c.lineWidth = 0.9; c.lineCap = "round"; c.beginPath();
  for (let i = 0; i < n; ++i) {
    // Each stroke falls through the sheet at its own pace and begins anew elsewhere.
    const l = 6 + 4 * luck(i, 3), way = luck(i, 1) + fall * (0.8 + 0.4 * luck(i, 5)), turn = Math.floor(way), down = way - turn;
    const x = (luck(i, turn) * 1.4 - 0.2) * w + slant * down * 60, y = down * (h + 20) - 10;
    c.moveTo(x, y); c.lineTo(x + slant * l, y + l);
  }
  c.stroke(); c.globalAlpha = 1;
}
