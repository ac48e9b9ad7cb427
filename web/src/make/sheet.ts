/** What the pen draws over the land that is being made: grid, troops, places, fire and smoke, handles, and a wavy line where something is wrong. */
import { bannerOf, lightness, palette, type Palette, type Theme } from "../table/palette";
import { luck } from "../table/lines";
import type { View } from "../table/camera";
import { neatline, scalePlate } from "../sheet/furniture";
import { overlap, Pen, type Box } from "../sheet/pen";
import { number, type Lang } from "../words/words";
import type { Problem } from "./check";
import { boxOf, lineOf, pointOf } from "./land";
import { troops } from "./schema";
import { anchorOf, formed, handlesOf, type Handle } from "./shapes";
import { entries, isSame, tableOf, titleOf, type Kind, type Thing } from "./things";
import type { Table } from "./toml";
import { inWords, tell } from "./words";

export interface Scene {
  scenario: Table; map: Table; things: { thing: Thing; value: Table }[]; chosen: Thing | null; problems: Problem[];
  drawing: number[][]; tool: Kind | null; pointer: [number, number] | null; plates: Box[]; theme: Theme; lang: Lang; focus: boolean;
}
type P = [number, number];

/** The same table on plain paper: grass is paper, what was drawn keeps its colour. */
export const paperOf = (theme: Theme): Palette => {
  const p = palette(theme);
  return { ...p, grass: theme === "light" ? "#F3EDDF" : "#1E242C", grass2: theme === "light" ? "#EFE8D6" : "#1C2229", tuft: theme === "light" ? "rgba(140,116,62,.2)" : "rgba(168,150,104,.14)" };
};
const armOf = (v: Table): "horse" | "foot" | "guns" => { const t = troops().find((q) => q.id === v.troop); return t?.arm.includes("gun") ? "guns" : t?.mounted === false ? "foot" : "horse"; };

export class MakeSheet {
  constructor(readonly canvas: HTMLCanvasElement) {}

  paint(view: View, s: Scene): Handle[] {
    const { w, h, dpr } = view.sheet, c = this.canvas.getContext("2d")!, W = Math.round(w * dpr), H = Math.round(h * dpr);
    if (this.canvas.width !== W || this.canvas.height !== H) { this.canvas.width = W; this.canvas.height = H; }
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    c.clearRect(0, 0, w, h);
    const pen = new Pen(c, view, palette(s.theme), s.theme, s.lang, true);
    c.save(); c.beginPath(); c.rect(12, 12, w - 24, h - 24); c.clip();
    grid(pen, boxOf(s.map.box));
    for (const { thing, value } of s.things) if (tableOf(thing) === "smoke" || tableOf(thing) === "smoke_cloud") smoke(pen, value);
    const taken: Box[] = [...s.plates], slips: (() => void)[] = [];
    for (const { thing, value } of s.things) this.thing(pen, s, thing, value);
    this.draft(pen, s);
    c.restore();
    neatline(pen);
    const first = entries(s.scenario, "wind")[0] ?? {}, from = (Number(first.from_deg ?? 0) * Math.PI) / 180, speed = Number(first.speed_m_s ?? 0) || 0;
    taken.push(...scalePlate(pen, [-Math.sin(from) * speed, -Math.cos(from) * speed]));
    c.save(); c.beginPath(); c.rect(12, 12, w - 24, h - 24); c.clip();
    const handles = this.handles(pen, s);
    this.faults(pen, s, taken, slips);
    this.names(pen, s, taken);
    for (const f of slips) f();
    c.restore();
    if (s.focus && s.tool) cross(pen);
    return handles;
  }

  private banner(s: Scene, v: Table): { fill: string; border: string | null; pale: boolean; side: number } {
    const sides = entries(s.scenario, "side"), k = entries(s.scenario, "colours").find((q) => q.id === v.colours), side = Math.max(0, sides.findIndex((q) => q.id === k?.side));
    const text = (x: unknown): string => (typeof x === "string" && /^#[0-9a-f]{6}$/i.test(x) ? x : "");
    return bannerOf({ id: "", name: { en: "", zh: "" }, side, fill_light: text(k?.fill_light), fill_dusk: text(k?.fill_dusk), border_light: text(k?.border_light), border_dusk: text(k?.border_dusk) }, s.theme);
  }

  private thing(pen: Pen, s: Scene, t: Thing, v: Table): void {
    const kind = tableOf(t), on = isSame(t, s.chosen), { c, p } = pen;
    if (kind === "unit" || kind === "bodies") { const b = this.banner(s, v); if (pointOf(v.at)) ranks(pen, v, b, on); else grain(pen, v, b, on, t); order(pen, v, on); }
    else if (kind === "place") place(pen, v, on);
    else if (kind === "side") retreat(pen, v);
    else if (kind === "ignition") fire(pen, v);
    else if (on && (kind === "hill")) { const at = pointOf(v.at); if (at) { c.strokeStyle = p.ink2; c.lineWidth = 1; c.setLineDash([5, 4]); c.beginPath(); c.arc(pen.X(at[0]), pen.Y(at[1]), Number(v.radius_m ?? 0) / pen.view.mpp, 0, 6.3); c.stroke(); c.setLineDash([]); } }
    else if (kind === "hill") { const at = pointOf(v.at); if (at) top(pen, at, Number(v.height_m ?? 0)); }
    else if (on && kind === "river") banksOf(pen, v);
    else if (on && t.file === "map") outline(pen, v);
  }

  /** What is being drawn is dashed until it stands. */
  private draft(pen: Pen, s: Scene): void {
    const { c, p } = pen, pts: number[][] = [...s.drawing];
    if (!s.tool || (pts.length === 0 && !s.pointer)) return;
    if (s.pointer) pts.push(s.pointer);
    c.strokeStyle = p.ink; c.lineWidth = 1.2; c.setLineDash([6, 4]); c.beginPath();
    if (s.tool === "bodies" || s.tool === "smoke") { if (pts.length > 1) { const [a, b] = [pts[0], pts[pts.length - 1]]; c.rect(pen.X(Math.min(a[0], b[0])), pen.Y(Math.max(a[1], b[1])), Math.abs(a[0] - b[0]) / pen.view.mpp, Math.abs(a[1] - b[1]) / pen.view.mpp); } }
    else pts.forEach((q, i) => (i ? c.lineTo(pen.X(q[0]), pen.Y(q[1])) : c.moveTo(pen.X(q[0]), pen.Y(q[1]))));
    if (s.tool === "patch" && pts.length > 2) c.closePath();
    c.stroke(); c.setLineDash([]);
    for (const q of s.drawing) square(pen, pen.X(q[0]), pen.Y(q[1]), 3.5, p.panel, p.ink);
  }

  private handles(pen: Pen, s: Scene): Handle[] {
    if (!s.chosen || s.tool) return [];
    const v = s.chosen.path.length === 0 ? (s.chosen.file === "map" ? s.map : {}) : s.things.find((q) => isSame(q.thing, s.chosen))?.value;
    if (!v) return [];
    const all = handlesOf(s.chosen, v, s.map, pen.view.mpp), { c, p } = pen, at = anchorOf(v);
    for (const h of all) {
      const x = pen.X(h.x), y = pen.Y(h.y);
      if (h.name === "facing" && at) { const box = boxOf(v.box), o = box ? [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] : at; c.strokeStyle = p.ink; c.lineWidth = 1; c.beginPath(); c.moveTo(pen.X(o[0]), pen.Y(o[1])); c.lineTo(x, y); c.stroke(); }
      if (h.shape === "round") { c.beginPath(); c.arc(x, y, 5, 0, 6.3); c.fillStyle = p.panel; c.fill(); c.strokeStyle = p.ink; c.lineWidth = 1.4; c.stroke(); }
      else square(pen, x, y, h.shape === "small" ? 2.5 : 4, h.shape === "small" ? p.ink3 : p.panel, p.ink);
    }
    return all;
  }

  /** A wavy line in cinnabar under the thing, and one sentence that says what would be right. */
  private faults(pen: Pen, s: Scene, taken: Box[], slips: (() => void)[]): void {
    const seen = new Set<string>(), { c, p, view } = pen;
    let told = 0;
    for (const q of s.problems) {
      if (!q.thing) continue;
      const hit = s.things.find((e) => isSame(e.thing, q.thing)) ?? ownerOf(s, q.thing), at = hit && anchorOf(hit.value);
      if (!hit || !at) continue;
      const key = hit.thing.path.join("."), x = pen.X(at[0]), y = pen.Y(at[1]);
      if (!view.sees(x, y)) continue;
      if (!seen.has(key)) { seen.add(key); wave(pen, x - 22, y + 11, 44); }
      if (told >= 4 || (seen.size > 3 && !isSame(hit.thing, s.chosen))) continue;
      const text = clip(`${inWords(s.lang, q.reason)}${q.remedy.en ? ": " + inWords(s.lang, q.remedy) : ""}`, 64), size = pen.slipSize([text], false);
      const spot = [[x - size.w / 2, y + 18], [x + 26, y - 8], [x - size.w - 26, y - 8], [x - size.w / 2, y - 40], [x - size.w / 2, y + 40]].map(([bx, by]) => ({ x: Math.max(16, Math.min(view.sheet.w - size.w - 16, bx)), y: by, ...size })).find((b) => b.y > 14 && b.y + b.h < view.sheet.h - 14 && !taken.some((k) => overlap(b, k)));
      if (!spot) continue;
      taken.push(spot); ++told;
      slips.push(() => { pen.slip([text], spot, p.cinnabar, { italic: false, edge: p.cinnabar, alpha: 0.97 }); c.setLineDash([]); });
    }
  }

  private names(pen: Pen, s: Scene, taken: Box[]): void {
    const solid = s.things.flatMap(({ value: v }): Box[] => {
      const f = typeof v.men === "number" ? formed(v) : null, m = pen.view.mpp, box = typeof v.men === "number" && !f ? boxOf(v.box) : null;
      if (box) return [{ x: pen.X(box[0]), y: pen.Y(box[3]), w: (box[2] - box[0]) / m, h: (box[3] - box[1]) / m }];
      if (!f) return [];
      const mid: P = [f.at[0] - (f.ahead[0] * (f.deep - f.depth)) / 2, f.at[1] - (f.ahead[1] * (f.deep - f.depth)) / 2];
      const w = (Math.abs(f.right[0]) * f.whole + Math.abs(f.ahead[0]) * f.deep) / m + 8, h = (Math.abs(f.right[1]) * f.whole + Math.abs(f.ahead[1]) * f.deep) / m + 12;
      return [{ x: pen.X(mid[0]) - w / 2, y: pen.Y(mid[1]) - h / 2, w, h }];
    });
    // The largest bodies are named first; where many stand, a name that would lie on men is left out.
    const most = Math.max(1, ...s.things.map((e) => (typeof e.value.men === "number" ? e.value.men : 0))), crowded = solid.length > 12;
    const RANK: Record<string, number> = { river: 1, place: 3, ramp: 4, side: 5, gate: 6, wall: 6, ignition: 5, smoke: 7 };
    const rank = (e: { thing: Thing; value: Table }): number => (isSame(e.thing, s.chosen) ? 0 : typeof e.value.men === "number" ? 3 - (2 * e.value.men) / most : RANK[tableOf(e.thing)] ?? 9);
    for (const e of [...s.things].sort((a, b) => rank(a) - rank(b))) {
      const { thing, value } = e, kind = tableOf(thing), at = anchorOf(value);
      if (rank(e) > 8 || !at) continue;
      const men = kind === "unit" || kind === "bodies", title = inWords(s.lang, titleOf(thing, value));
      const text = kind === "side" ? tell(s.lang, "retreat", title) : title, figure = men && typeof value.men === "number" ? ` ${number(value.men)}` : "";
      if (!text && !figure) continue;
      const line = clip(text, 40) + figure, x = pen.X(at[0]), y = pen.Y(at[1]), size = pen.slipSize([line], !men), f = men ? formed(value) : null, box = boxOf(value.box), r = (f ? Math.max(f.deep, f.depth) * 0.5 : box && men ? (box[3] - box[1]) / 2 : 6 * pen.view.mpp) / pen.view.mpp + 10;
      if (!pen.view.sees(x, y, 20)) continue;
      const spots = [[0, -r - size.h / 2], [0, r + size.h / 2], [size.w / 2 + 16, 0], [-size.w / 2 - 16, 0], [0, -r - size.h * 1.7], [0, r + size.h * 1.7], [size.w / 2 + r + 6, 0], [-size.w / 2 - r - 6, 0]].map(([dx, dy]) => ({ x: x + dx - size.w / 2, y: y + dy - size.h / 2, ...size })).filter((b) => b.x > 14 && b.x + b.w < pen.view.sheet.w - 14 && b.y > 14 && b.y + b.h < pen.view.sheet.h - 14 && !taken.some((q) => overlap(b, q)));
      const spot = spots.find((b) => !solid.some((q) => overlap(b, q))) ?? (crowded && !isSame(thing, s.chosen) ? undefined : spots[0]);
      if (!spot) continue;
      taken.push(spot);
      pen.slip([line], spot, kind === "river" ? pen.p.waterText : isSame(thing, s.chosen) ? pen.p.ink : pen.p.ink2, { italic: !men, alpha: 0.88, edge: isSame(thing, s.chosen) ? pen.p.ink : undefined });
    }
  }
}

const clip = (t: string, n: number): string => (t.length > n ? t.slice(0, n - 1) + "…" : t);
/** Persons, orders and gates have their place with whom they ride or in what they stand. */
function ownerOf(s: Scene, t: Thing): { thing: Thing; value: Table } | undefined {
  if (t.path[0] !== "person") return undefined;
  const who = entries(s.scenario, "person")[t.path[1] as number], rides = String(who?.rides_with ?? "");
  return s.things.find((e) => (e.thing.path[0] === "unit" && e.value.id === rides) || (e.thing.path[0] === "bodies" && (rides === e.value.id || rides.startsWith(`${String(e.value.id)}.`))));
}
function square(pen: Pen, x: number, y: number, r: number, fill: string, edge: string): void {
  const c = pen.c;
  c.fillStyle = fill; c.fillRect(x - r, y - r, 2 * r, 2 * r); c.strokeStyle = edge; c.lineWidth = 1.3; c.strokeRect(x - r, y - r, 2 * r, 2 * r);
}
function wave(pen: Pen, x: number, y: number, w: number): void {
  const c = pen.c;
  for (const [colour, wide] of [[pen.p.halo, 4], [pen.p.cinnabar, 1.5]] as const) {
    c.strokeStyle = colour; c.lineWidth = wide; c.beginPath(); c.moveTo(x, y);
    for (let i = 0; i < w; i += 4) c.quadraticCurveTo(x + i + 1, y + (i % 8 ? 3 : -3), x + i + 4, y);
    c.stroke();
  }
}
/** Squares of 100 m; where these would be finer than 14 px, of a kilometre. */
export const gridStep = (mpp: number): number => (100 / mpp >= 14 ? 100 : 1000 / mpp >= 14 ? 1000 : 10_000);
function grid(pen: Pen, box: [number, number, number, number] | null): void {
  const { c, p, view } = pen, step = gridStep(view.mpp), b = box ?? [view.worldX(0), view.worldY(view.sheet.h), view.worldX(view.sheet.w), view.worldY(0)];
  const x0 = Math.max(b[0], view.worldX(0)), x1 = Math.min(b[2], view.worldX(view.sheet.w)), y0 = Math.max(b[1], view.worldY(view.sheet.h)), y1 = Math.min(b[3], view.worldY(0));
  c.strokeStyle = p.ink; c.lineWidth = 1;
  for (const fifth of [false, true]) {
    c.globalAlpha = fifth ? 0.2 : 0.12; c.beginPath();
    for (let x = Math.ceil(x0 / step) * step; x <= x1; x += step) if ((Math.round(x / step) % 5 === 0) === fifth) { c.moveTo(Math.round(pen.X(x)) + 0.5, pen.Y(y0)); c.lineTo(Math.round(pen.X(x)) + 0.5, pen.Y(y1)); }
    for (let y = Math.ceil(y0 / step) * step; y <= y1; y += step) if ((Math.round(y / step) % 5 === 0) === fifth) { c.moveTo(pen.X(x0), Math.round(pen.Y(y)) + 0.5); c.lineTo(pen.X(x1), Math.round(pen.Y(y)) + 0.5); }
    c.stroke();
  }
  c.globalAlpha = 1;
  if (box) { c.strokeStyle = p.ink3; c.lineWidth = 1; c.strokeRect(pen.X(box[0]), pen.Y(box[3]), (box[2] - box[0]) / view.mpp, (box[3] - box[1]) / view.mpp); }
}
function cross(pen: Pen): void {
  const { c, p, view } = pen, x = view.sheet.w / 2, y = view.sheet.h / 2;
  c.strokeStyle = p.ink; c.lineWidth = 1.2; c.beginPath();
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) { c.moveTo(x + dx * 4, y + dy * 4); c.lineTo(x + dx * 13, y + dy * 13); }
  c.stroke();
}

/** In ranks: solid colour with the lines of the ranks; at a distance a block that tells the arm. */
function ranks(pen: Pen, v: Table, b: { fill: string; border: string | null; pale: boolean }, on: boolean): void {
  const f = formed(v);
  if (!f) return;
  const { c, p, view } = pen, w = f.front / view.mpp, d = Math.max(f.depth / view.mpp, 3), n = Math.max(1, Math.round(f.depth / f.room.rank)), a = Math.atan2(f.ahead[0], f.ahead[1]), small = w < 15 && f.whole / view.mpp < 60;
  if (small) {
    const m: P = [f.at[0] - (f.ahead[0] * (f.deep - f.depth)) / 2, f.at[1] - (f.ahead[1] * (f.deep - f.depth)) / 2];
    c.save(); c.translate(pen.X(m[0]), pen.Y(m[1])); c.rotate(a);
    pen.block(0, 0, Math.max(20, f.whole / view.mpp), Math.max(11, f.deep / view.mpp), b, armOf(v));
    arrow(pen, Math.max(11, f.deep / view.mpp) / 2 + 2, b.pale ? b.fill : p.ink); c.restore();
    return;
  }
  for (const [x, y] of f.rects) {
    const px = pen.X(x), py = pen.Y(y);
    if (!view.sees(px, py, w)) continue;
    c.save(); c.translate(px, py); c.rotate(a);
    c.fillStyle = b.pale ? p.pale : p.outline; c.fillRect(-w / 2 - 1.2, -d / 2 - 1.2, w + 2.4, d + 2.4);
    if (b.pale && pen.theme === "light") { c.strokeStyle = "rgba(35,38,43,.45)"; c.lineWidth = 0.7; c.strokeRect(-w / 2 - 1.4, -d / 2 - 1.4, w + 2.8, d + 2.8); }
    c.fillStyle = b.fill; c.fillRect(-w / 2, -d / 2, w, d);
    if (b.border) { c.fillStyle = b.border; c.fillRect(-w / 2, d / 2 - Math.max(1.4, d / 4), w, Math.max(1.4, d / 4)); }
    if (d / n > 2.6) { c.strokeStyle = lightness(b.fill) > 0.55 ? "rgba(35,38,43,.4)" : "rgba(251,248,241,.5)"; c.lineWidth = 0.7; c.beginPath(); for (let i = 1; i < n; ++i) { c.moveTo(-w / 2, -d / 2 + (d * i) / n); c.lineTo(w / 2, -d / 2 + (d * i) / n); } c.stroke(); }
    if (w > 26) arrow(pen, d / 2 + 2.5, b.pale ? (pen.theme === "light" ? b.fill : p.pale) : p.ink);
    c.restore();
  }
  if (on) { const m: P = [f.at[0] - (f.ahead[0] * (f.deep - f.depth)) / 2, f.at[1] - (f.ahead[1] * (f.deep - f.depth)) / 2]; c.save(); c.translate(pen.X(m[0]), pen.Y(m[1])); c.rotate(a); c.strokeStyle = p.ink; c.lineWidth = 1.2; c.strokeRect(-f.whole / view.mpp / 2 - 5, -f.deep / view.mpp / 2 - 5, f.whole / view.mpp + 10, f.deep / view.mpp + 10); c.restore(); }
}
function arrow(pen: Pen, up: number, colour: string): void { const c = pen.c; c.fillStyle = colour; c.beginPath(); c.moveTo(-4, -up); c.lineTo(4, -up); c.lineTo(0, -up - 5.5); c.fill(); }
/** Strewn: grain within a dashed edge, a grain for so and so many men. */
function grain(pen: Pen, v: Table, b: { fill: string; border: string | null; pale: boolean }, on: boolean, t: Thing): void {
  const box = boxOf(v.box);
  if (!box) return;
  const { c, p, view } = pen, w = (box[2] - box[0]) / view.mpp, h = (box[3] - box[1]) / view.mpp, x0 = pen.X(box[0]), y0 = pen.Y(box[3]), salt = Number(t.path[1] ?? 0) * 977 + (t.path[0] === "unit" ? 5 : 0);
  if (x0 > view.sheet.w || y0 > view.sheet.h || x0 + w < 0 || y0 + h < 0) return;
  c.strokeStyle = on ? p.ink : p.ink3; c.lineWidth = on ? 1.2 : 0.9; c.setLineDash([5, 4]); c.strokeRect(x0, y0, w, h); c.setLineDash([]);
  const men = typeof v.men === "number" ? v.men : 0, n = Math.min(men, 900, Math.max(12, (w * h) / 26)), a = ((Number(v.heading_deg) || 0) * Math.PI) / 180, dx = Math.sin(a) * 2.2, dy = -Math.cos(a) * 2.2;
  for (const [colour, wide] of [[b.pale ? p.pale : p.outline, 2.8], [b.fill, 1.7]] as const) {
    c.strokeStyle = colour; c.lineWidth = wide; c.lineCap = b.pale ? "butt" : "round"; c.beginPath();
    for (let i = 0; i < n; ++i) { const x = x0 + luck(i, salt + 1) * w, y = y0 + luck(i, salt + 2) * h; c.moveTo(x - dx, y - dy); c.lineTo(x + dx, y + dy); }
    c.stroke();
  }
  c.lineCap = "butt";
}
/** Where the order leads: dots to a small open circle, as a courier's way that lies ahead. */
function order(pen: Pen, v: Table, on: boolean): void {
  const o = (typeof v.order === "object" ? v.order : {}) as Table, to = pointOf(o.at), from = anchorOf(v);
  if (!to || !from) return;
  const { c, p } = pen;
  c.strokeStyle = on ? p.ink : p.ink3; c.lineWidth = on ? 1.3 : 0.8; c.setLineDash([1.5, 4]); c.lineCap = "round"; c.beginPath(); c.moveTo(pen.X(from[0]), pen.Y(from[1])); c.lineTo(pen.X(to[0]), pen.Y(to[1])); c.stroke(); c.setLineDash([]); c.lineCap = "butt";
  c.beginPath(); c.arc(pen.X(to[0]), pen.Y(to[1]), 3, 0, 6.3); c.fillStyle = p.panel; c.fill(); c.stroke();
}
function place(pen: Pen, v: Table, on: boolean): void {
  const at = pointOf(v.at), to = pointOf(v.to), { c, p } = pen;
  if (!at) return;
  const x = pen.X(at[0]), y = pen.Y(at[1]);
  c.strokeStyle = p.ink; c.lineWidth = on ? 1.6 : 1.1;
  if (to) { c.setLineDash([8, 3, 2, 3]); c.beginPath(); c.moveTo(x, y); c.lineTo(pen.X(to[0]), pen.Y(to[1])); c.stroke(); c.setLineDash([]); return; }
  c.beginPath(); c.moveTo(x, y - 5); c.lineTo(x + 5, y); c.lineTo(x, y + 5); c.lineTo(x - 5, y); c.closePath(); c.fillStyle = p.panel; c.fill(); c.stroke();
}
function retreat(pen: Pen, v: Table): void {
  const at = pointOf(v.retreat), { c, p } = pen;
  if (!at) return;
  const x = pen.X(at[0]), y = pen.Y(at[1]);
  c.strokeStyle = p.ink2; c.lineWidth = 1.2; c.beginPath(); c.moveTo(x - 7, y + 5); c.lineTo(x, y - 5); c.lineTo(x + 7, y + 5); c.moveTo(x - 4, y + 5); c.lineTo(x - 4, y + 8); c.moveTo(x + 4, y + 5); c.lineTo(x + 4, y + 8); c.stroke();
}
function top(pen: Pen, at: P, up: number): void {
  const { c, p } = pen, x = pen.X(at[0]), y = pen.Y(at[1]);
  c.strokeStyle = p.hachure; c.lineWidth = 1; c.beginPath();
  for (let k = 0; k < 10; ++k) { const a = (k * Math.PI) / 5, i = up < 0 ? 10 : 4, o = up < 0 ? 4 : 10; c.moveTo(x + Math.cos(a) * i, y + Math.sin(a) * i); c.lineTo(x + Math.cos(a) * o, y + Math.sin(a) * o); }
  c.stroke();
}
function fire(pen: Pen, v: Table): void {
  const { c, p } = pen, line = lineOf(v.line), at = pointOf(v.at), pts = line.length > 1 ? line : at ? [at] : [];
  c.strokeStyle = p.flame; c.lineWidth = 1.8; c.lineCap = "round";
  const flame = (x: number, y: number, k: number): void => { const l = 6 + 4 * luck(k, 3); c.beginPath(); c.moveTo(x, y); c.quadraticCurveTo(x + 3, y - l * 0.5, x + (luck(k, 5) - 0.5) * 4, y - l); c.stroke(); };
  if (pts.length === 1) for (let k = -1; k < 2; ++k) flame(pen.X(pts[0][0]) + k * 4, pen.Y(pts[0][1]), k + 2);
  for (let i = 0; i + 1 < pts.length; ++i) {
    const ax = pen.X(pts[i][0]), ay = pen.Y(pts[i][1]), bx = pen.X(pts[i + 1][0]), by = pen.Y(pts[i + 1][1]), n = Math.min(400, Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / 6)));
    for (let k = 0; k <= n; ++k) flame(ax + ((bx - ax) * k) / n, ay + ((by - ay) * k) / n, i * 997 + k);
  }
  c.lineCap = "butt";
}
function smoke(pen: Pen, v: Table): void {
  const box = boxOf(v.box), { c, p } = pen;
  if (!box) return;
  const x = pen.X(box[0]), y = pen.Y(box[3]), w = (box[2] - box[0]) / pen.view.mpp, h = (box[3] - box[1]) / pen.view.mpp;
  c.fillStyle = v.colour === "white" ? p.smokeWhite : p.smokeBlack; c.globalAlpha = 0.3; c.fillRect(x, y, w, h); c.globalAlpha = 1;
  c.strokeStyle = p.ink3; c.lineWidth = 0.9; c.setLineDash([2, 3]); c.strokeRect(x, y, w, h); c.setLineDash([]);
}
function banksOf(pen: Pen, v: Table): void {
  const line = lineOf(v.line), { c, p } = pen;
  c.lineJoin = "round";
  for (const [width, dash] of [[Number(v.channel_width_m), [6, 4]], [Number(v.water_width_m), [2, 3]]] as const) for (const side of [1, -1]) {
    c.strokeStyle = p.ink2; c.lineWidth = 1; c.setLineDash([...dash]); c.beginPath();
    for (let i = 0; i + 1 < line.length; ++i) {
      const [ax, ay] = line[i], [bx, by] = line[i + 1], l = Math.hypot(bx - ax, by - ay) || 1, nx = (-(by - ay) / l) * side * width * 0.5, ny = ((bx - ax) / l) * side * width * 0.5;
      c.moveTo(pen.X(ax + nx), pen.Y(ay + ny)); c.lineTo(pen.X(bx + nx), pen.Y(by + ny));
    }
    c.stroke();
  }
  c.setLineDash([]);
  outline(pen, v);
}
function outline(pen: Pen, v: Table): void {
  const { c, p } = pen, line = lineOf(v.line), ring = lineOf(v.ring), box = boxOf(v.box), pts = line.length ? line : ring;
  c.strokeStyle = p.ink; c.lineWidth = 1.1; c.setLineDash([6, 4]); c.beginPath();
  if (pts.length) { pts.forEach((q, i) => (i ? c.lineTo(pen.X(q[0]), pen.Y(q[1])) : c.moveTo(pen.X(q[0]), pen.Y(q[1])))); if (ring.length) c.closePath(); }
  else if (box) c.rect(pen.X(box[0]), pen.Y(box[3]), (box[2] - box[0]) / pen.view.mpp, (box[3] - box[1]) / pen.view.mpp);
  c.stroke(); c.setLineDash([]);
}
