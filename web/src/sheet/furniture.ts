/** Neatline, ticks, scale plate, north and wind. */
import { say } from "../words/words";
import type { Box, Pen } from "./pen";

const nice = (m: number): number => {
  const base = 10 ** Math.floor(Math.log10(m));
  for (const k of [5, 2, 1]) if (k * base <= m) return k * base;
  return base;
};

export function neatline(pen: Pen): void {
  const { c, p, view } = pen, { w, h } = view.sheet;
  c.setLineDash([]);
  c.fillStyle = p.paper;
  for (const [x, y, ww, hh] of [[0, 0, w, 11], [0, h - 11, w, 11], [0, 0, 11, h], [w - 11, 0, 11, h]]) c.fillRect(x, y, ww, hh);
  c.strokeStyle = p.frame;
  c.lineWidth = 1; c.strokeRect(11.5, 11.5, w - 23, h - 23);
  c.lineWidth = 0.6; c.strokeRect(6.5, 6.5, w - 13, h - 13);
  const step = nice(view.mpp * 170);
  c.lineWidth = 0.8; c.beginPath();
  for (let x = Math.ceil(view.worldX(12) / step) * step; pen.X(x) < w - 12; x += step) {
    c.moveTo(pen.X(x), 6.5); c.lineTo(pen.X(x), 11.5); c.moveTo(pen.X(x), h - 11.5); c.lineTo(pen.X(x), h - 6.5);
  }
  for (let y = Math.ceil(view.worldY(h - 12) / step) * step; pen.Y(y) > 12; y += step) {
    c.moveTo(6.5, pen.Y(y)); c.lineTo(11.5, pen.Y(y)); c.moveTo(w - 11.5, pen.Y(y)); c.lineTo(w - 6.5, pen.Y(y));
  }
  c.stroke();
}

const LI_M = 576, BU_M = 1.6;

/** Returns the box it took, so that no slip lies on it. */
export function scalePlate(pen: Pen, wind: [number, number]): Box[] {
  const { c, p, view, lang } = pen, mpp = view.mpp, m = nice(mpp * 190);
  const long = mpp > 1.4 ? LI_M : BU_M, count = nice((mpp * 190) / long), alone = count < 0.4;
  const w1 = m / mpp, w2 = (count * long) / mpp, plate = Math.max(w1, alone ? 0 : w2) + 86, x = 22, y = view.sheet.h - 60;
  c.fillStyle = p.panel; c.fillRect(x, y, plate, 40);
  c.strokeStyle = p.rule; c.lineWidth = 1; c.strokeRect(x + 0.5, y + 0.5, plate - 1, 39);
  const bar = (at: number, w: number, text: string): void => {
    c.fillStyle = p.ink;
    for (let i = 0; i < 4; i += 2) c.fillRect(x + 12 + (w * i) / 4, at, w / 4, 4);
    c.strokeStyle = p.ink; c.lineWidth = 0.8; c.strokeRect(x + 12, at, w, 4);
    c.font = pen.sans(11.5); c.textAlign = "left"; c.textBaseline = "middle"; c.fillText(text, x + 18 + w, at + 2.5);
  };
  bar(y + 11, w1, m >= 1000 ? say(lang, "km", m / 1000) : say(lang, "m", m));
  if (!alone) bar(y + 25, w2, say(lang, mpp > 1.4 ? "li" : "bu", count));
  return [{ x, y, w: plate, h: 40 }, northAndWind(pen, x + plate + 30, view.sheet.h - 40, wind)];
}

function northAndWind(pen: Pen, nx: number, ny: number, wind: [number, number]): Box {
  const { c, p, lang } = pen, speed = Math.hypot(wind[0], wind[1]);
  for (const [colour, wide] of [[p.halo, 4], [p.ink, 1.2]] as const) {
    c.strokeStyle = colour; c.lineWidth = wide; c.beginPath(); c.moveTo(nx, ny + 15); c.lineTo(nx, ny - 14); c.stroke();
  }
  c.fillStyle = p.ink; c.beginPath(); c.moveTo(nx, ny - 18); c.lineTo(nx + 4, ny - 8); c.lineTo(nx, ny - 10.5); c.lineTo(nx - 4, ny - 8); c.closePath(); c.fill();
  pen.haloed(say(lang, "north"), nx, ny - 24, pen.sans(11.5), p.ink, "center");
  if (speed > 0.2) {
    c.save(); c.translate(nx + 38, ny - 2); c.rotate(Math.atan2(wind[0], wind[1]));
    for (const [colour, wide] of [[p.halo, 3.6], [p.ink, 1.2]] as const) {
      c.strokeStyle = colour; c.lineWidth = wide;
      for (const [o, l] of [[-6, 13], [0, 17], [6, 13]]) { c.beginPath(); c.moveTo(o, l); c.bezierCurveTo(o + 3, l * 0.3, o - 3, -l * 0.3, o, -l); c.stroke(); }
      c.beginPath(); c.moveTo(-3.5, -12); c.lineTo(0, -18); c.lineTo(3.5, -12); c.stroke();
    }
    c.restore();
  }
  const text = speed > 0.2 ? say(lang, "wind", speed.toFixed(0)) : say(lang, "calm"), size = pen.slipSize([text], false), box = { x: nx + 58, y: ny - 8, ...size };
  pen.slip([text], box, p.ink, { italic: false, alpha: 0.8 });
  return { x: nx - 10, y: ny - 30, w: 70 + size.w, h: 52 };
}
