/** The second canvas: what is drawn with a pen over the table. Pixels are CSS pixels. */
import type { Theme, Palette } from "../table/palette";
import { lightness } from "../table/palette";
import type { View } from "../table/camera";
import type { Lang } from "../words/words";
import type { Arm } from "./bodies";

export const SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,"TeX Gyre Pagella","Noto Serif CJK SC","Noto Serif CJK TC","Source Han Serif SC","Songti SC",STSong,SimSun,serif';
export const SANS = '"Segoe UI","Helvetica Neue","Noto Sans CJK SC","Noto Sans CJK TC","Source Han Sans SC","PingFang SC","Microsoft YaHei",system-ui,sans-serif';

export interface Box { x: number; y: number; w: number; h: number }
export const overlap = (a: Box, b: Box, gap = 2): boolean =>
  a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;

export class Pen {
  constructor(readonly c: CanvasRenderingContext2D, readonly view: View, readonly p: Palette, readonly theme: Theme,
              readonly lang: Lang, readonly still: boolean) {}
  X(x: number): number { return this.view.X(x); }
  Y(y: number): number { return this.view.Y(y); }
  get zh(): boolean { return this.lang !== "en"; }
  serif(px: number, weight = 400, italic = false): string {
    const cjk = this.lang === "zh-Hant" ? SERIF.replace('"Noto Serif CJK SC",', "") : SERIF;
    return `${italic && !this.zh ? "italic " : ""}${weight} ${px}px ${cjk}`;
  }
  sans(px: number, weight = 400): string { return `${weight} ${px}px ${this.zh ? SANS : SANS}`; }
  width(text: string, font: string): number { this.c.font = font; return this.c.measureText(text).width; }

  haloed(text: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign = "left", spacing = "0px", halo = this.p.halo): void {
    const c = this.c;
    c.font = font; c.textAlign = align; c.textBaseline = "middle"; c.letterSpacing = spacing; c.lineJoin = "round";
    c.strokeStyle = halo; c.lineWidth = 3.6; c.strokeText(text, x, y);
    c.fillStyle = colour; c.fillText(text, x, y);
    c.letterSpacing = "0px";
  }

  /** A paper slip; the first line serif (italic for places, orders and beliefs), the others sans. */
  slip(lines: string[], box: Box, colour: string, o: { italic?: boolean; edge?: string; dash?: number[]; alpha?: number } = {}): void {
    const c = this.c;
    c.setLineDash([]); c.globalAlpha = o.alpha ?? 0.9; c.fillStyle = this.p.slip;
    c.beginPath(); c.roundRect(box.x, box.y, box.w, box.h, 2); c.fill();
    c.globalAlpha = 1;
    if (o.edge) { c.strokeStyle = o.edge; c.lineWidth = 0.9; if (o.dash) c.setLineDash(o.dash); c.stroke(); c.setLineDash([]); }
    c.textAlign = "left"; c.textBaseline = "middle"; c.fillStyle = colour;
    lines.forEach((line, i) => {
      c.font = i === 0 ? this.serif(13, 500, o.italic ?? true) : this.sans(11.5);
      c.fillText(line, box.x + 6, box.y + 9.5 + i * 15);
    });
  }
  slipSize(lines: string[], italic = true): { w: number; h: number } {
    return { w: Math.max(...lines.map((l, i) => this.width(l, i === 0 ? this.serif(13, 500, italic) : this.sans(11.5)))) + 12, h: 3 + 15 * lines.length };
  }

  /** A body as a historical block: horse one diagonal, foot a cross, bows an arc, guns a dot, wagons an open box. */
  block(x: number, y: number, w: number, h: number, b: { fill: string; border: string | null; pale: boolean }, arm: Arm, o: { ghost?: boolean } = {}): void {
    const c = this.c;
    c.save(); c.translate(x, y); c.setLineDash([]);
    if (o.ghost) { c.strokeStyle = this.p.belief; c.setLineDash([2.5, 2]); c.lineWidth = 1.2; c.strokeRect(-w / 2, -h / 2, w, h); c.restore(); return; }
    c.fillStyle = b.pale ? this.p.pale : this.p.outline; c.fillRect(-w / 2 - 1, -h / 2 - 1, w + 2, h + 2);
    if (b.pale && this.theme === "light") { c.strokeStyle = "rgba(35,38,43,.4)"; c.lineWidth = 0.6; c.strokeRect(-w / 2 - 1, -h / 2 - 1, w + 2, h + 2); }
    c.fillStyle = b.border ?? b.fill; c.fillRect(-w / 2, -h / 2, w, h);
    if (b.border) { c.fillStyle = b.fill; c.fillRect(-w / 2 + 1.8, -h / 2 + 1.8, w - 3.6, h - 3.6); }
    c.strokeStyle = lightness(b.fill) > 0.55 ? "#23262B" : "#FBF8F1"; c.lineWidth = 1; c.beginPath();
    if (arm === "horse" || arm === "foot") { c.moveTo(-w / 2 + 1.5, h / 2 - 1.5); c.lineTo(w / 2 - 1.5, -h / 2 + 1.5); }
    if (arm === "foot") { c.moveTo(-w / 2 + 1.5, -h / 2 + 1.5); c.lineTo(w / 2 - 1.5, h / 2 - 1.5); }
    if (arm === "bow") { const r = Math.min(w, h) * 0.42; c.arc(0, h * 0.2, r, 3.45, 5.97); c.moveTo(-r, h * 0.2 - r * 0.3); c.lineTo(r, h * 0.2 - r * 0.3); }
    if (arm === "wagons") { c.moveTo(-w / 4, -h / 5); c.lineTo(-w / 4, h / 4); c.lineTo(w / 4, h / 4); c.lineTo(w / 4, -h / 5); }
    if (arm === "guns") c.arc(0, 0, Math.max(1.6, Math.min(4, h / 6)), 0, 6.3);
    c.stroke();
    c.restore();
  }
}
