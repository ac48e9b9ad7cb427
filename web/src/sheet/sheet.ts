/** All that is drawn with the pen over one table, in order: fire, blocks, movements, signals, beliefs, names, furniture. */
import { doing, NO_ROW, smokePerM, status, type Belief, type Frame, type Header } from "../record/types";
import type { Battle } from "../state/battle";
import { levels, type View } from "../table/camera";
import { bannerOf, palette, type Banner, type Theme } from "../table/palette";
import { flames, paintFlames } from "../table/smoke";
import { luck } from "../table/lines";
import { nameOf, number, pick, say, type Lang } from "../words/words";
import { armOf, blocksOf, bodiesOf, bodyNow, personAt, personNow, unitNow, type BodyInfo } from "./bodies";
import { affiliationOf, app6, type Sign } from "./app6";
import { neatline, scalePlate } from "./furniture";
import { ghosts, type Ghost } from "./ghosts";
import { Crowd, paintLabel, placeLabels, type Wish } from "./labels";
import { Numerals } from "./numerals";
import { Pen, type Box } from "./pen";
import { Ear, paintReach, Reach, wedges } from "./reach";
import { kindOf } from "../senses/hearing";
import { rain } from "./weather";
import { arrows, bannerPlace, couriers, drum, drummers, flag, greatBanner, reticle, rings, standard } from "./signals";
import { course, sweep } from "./sweeps";

export interface Show {
  smoke: boolean; dust: boolean; rain: boolean; trails: boolean; names: boolean; sweeps: boolean; signals: boolean; reach: boolean; couriers: boolean;
  /** what the chosen man sees and hears */
  eyes: boolean; app6: boolean;
}
/** A courier's row is his number in the record. */
export type Chosen = { kind: "man" | "unit" | "person" | "place" | "event" | "courier"; row: number; x?: number; y?: number } | null;
export interface Circumstance {
  theme: Theme; lang: Lang; still: boolean; show: Show; chosen: Chosen; seer: number | null; belief: number;
  fast: boolean; plates: Box[]; box: Box | null;
  /** the table that the title plate lies on */
  main: boolean;
}

export const sightAt = (h: Header, f: Frame, x: number, y: number): number => {
  const g = h.smoke;
  if (g.nx * g.ny === 0) return 2000;
  const i = Math.min(g.nx - 1, Math.max(0, Math.floor((x - g.x0_m) / g.cell_m))), j = Math.min(g.ny - 1, Math.max(0, Math.floor((y - g.y0_m) / g.cell_m)));
  const k = smokePerM(f.smokeBlack[j * g.nx + i] ?? 0) + smokePerM(f.smokeWhite[j * g.nx + i] ?? 0);
  return Math.min(2000, 3 / Math.max(k, 1e-6));
};

/** Whose ear is asked: a man or a person; null where nobody is. */
export function earOf(h: Header, f: Frame, chosen: NonNullable<Chosen>): { fights: boolean; person: number | null } | null {
  if (chosen.kind !== "man" && chosen.kind !== "person") return null;
  const row = chosen.kind === "man" ? chosen.row : h.persons[chosen.row]?.man ?? h.men;
  const person = chosen.kind === "person" ? chosen.row : h.persons.findIndex((p) => p.man === row);
  return { fights: row < h.men && doing(f.look[4 * row + 2]) === 5, person: person < 0 ? null : person };
}

export class Sheet {
  readonly bodies: BodyInfo[];
  private memory = new Map<string, number>();
  private placedAt = -1e9;
  private trails = new Map<number, { x: number; y: number }[]>();
  private trailSecond = -1;
  private reach = new Reach();
  private ear = new Ear();
  private numerals: Numerals;
  /** whose side APP-6 calls a friend */
  private host: number;
  constructor(readonly canvas: HTMLCanvasElement, private battle: Battle) {
    this.bodies = bodiesOf(battle.header);
    this.numerals = new Numerals(battle);
    this.host = battle.header.persons.find((p) => p.great_banner)?.side ?? 0;
  }

  paint(view: View, a: Frame, b: Frame, t: number, now: Circumstance): void {
    const { w, h, dpr } = view.sheet, c = this.canvas.getContext("2d")!;
    const W = Math.round(w * dpr), H = Math.round(h * dpr);
    if (this.canvas.width !== W || this.canvas.height !== H) { this.canvas.width = W; this.canvas.height = H; }
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    c.clearRect(0, 0, w, h);
    const pen = new Pen(c, view, palette(now.theme), now.theme, now.lang, now.still), hd = this.battle.header;
    const second = a.second + t, truth = now.seer === null ? 1 : 1 - now.belief, level = levels(view.mpp);
    const banner = (colours: number): Banner => hd.colours[colours] ? bannerOf(hd.colours[colours], now.theme) : { fill: "#7A4E7E", border: null, pale: false, side: 0 };
    this.followCouriers(a);
    c.save(); c.beginPath(); c.rect(12, 12, w - 24, h - 24); c.clip();
    c.globalAlpha = Math.max(truth, 0.15);
    paintFlames(c, view, pen.p, flames(hd, a, view), a.wind, now.still ? 0 : second);
    c.globalAlpha = 1;
    this.waterNames(pen);
    if (now.show.signals) arrows(pen, a, second);
    if (level.block > 0) this.blocks(pen, a, level.block * truth, banner, now.show.app6);
    if (level.mark > 0) this.flags(pen, a, b, t, level.mark * truth, banner, second);
    if (now.show.sweeps && view.mpp > 1.6 && view.mpp < 9 && truth > 0.5) this.sweeps(pen, second, banner);
    const carries = now.show.signals ? this.signals(pen, a, b, t, second, now, level.block < 1 ? banner : null, truth) : null;
    const taken: Box[] = [...now.plates], orders: { x: number; y: number; k: number }[] = now.show.couriers && truth > 0.3
      ? couriers(pen, hd, a, b, t, this.trails, (p) => banner(hd.units[p.rides_with]?.colours ?? 0)) : [];
    if (now.show.rain) rain(pen, a, second);
    c.restore();
    neatline(pen);
    taken.push(...scalePlate(pen, a.wind));
    this.chosen(pen, a, b, t, now.chosen, now.show.eyes);
    if (now.seer !== null && now.belief > 0) ghosts(pen, hd, this.ghostsOf(a, now.seer, truth), this.battle.tickOf(a.second), now.belief, taken, personAt(a, b, t, now.seer));
    if (now.show.names && view.mpp > 2 && now.main && truth > 0.95) this.numerals.paint(pen, second, taken);
    if (now.show.names) this.names(pen, a, b, t, orders, taken, banner, truth, now.show.app6, carries);
    if (now.box) this.rubber(pen, now.box);
  }

  private followCouriers(f: Frame): void {
    if (f.second === this.trailSecond) return;
    if (f.second !== this.trailSecond + 1) this.trails.clear();
    this.trailSecond = f.second;
    const alive = new Set(f.couriers.map((r) => r.id));
    for (const id of this.trails.keys()) if (!alive.has(id)) this.trails.delete(id);
    for (const r of f.couriers) {
      const way = this.trails.get(r.id) ?? [];
      if (f.second % 4 === 0 || way.length === 0) way.push({ x: r.x_m, y: r.y_m });
      this.trails.set(r.id, way.slice(-150));
    }
  }

  private waterNames(pen: Pen): void {
    const { view } = pen;
    for (const r of this.battle.header.map.rivers ?? []) {
      const name = nameOf(pen.lang, { en: r.name_en, zh: r.name_zh });
      if (!name || view.mpp < 0.6) continue;
      const shown = r.centre.flatMap((q, i) => {
        const n = r.centre[i + 1];
        if (!n) return [];
        return Array.from({ length: 160 }, (_, k) => ({ x: q.x_m + ((n.x_m - q.x_m) * k) / 160, y: q.y_m + ((n.y_m - q.y_m) * k) / 160, a: Math.atan2(n.y_m - q.y_m, n.x_m - q.x_m) }));
      }).filter((q) => view.sees(view.X(q.x), view.Y(q.y), -70));
      if (shown.length < 3) continue;
      for (const share of shown.length > 14 ? [0.14, 0.86] : [0.5]) {
        const q = shown[Math.floor(share * (shown.length - 1))], angle = Math.abs(q.a) > Math.PI / 2 ? q.a + Math.PI : q.a;
        pen.c.save(); pen.c.translate(view.X(q.x), view.Y(q.y)); pen.c.rotate(-angle);
        pen.haloed(name, 0, 0, pen.serif(pen.zh ? 17 : 18, 400, true), pen.p.waterText, "center", pen.zh ? "5px" : "3.5px", pen.theme === "light" ? "rgba(214,228,228,.85)" : pen.p.halo);
        pen.c.restore();
      }
    }
  }

  private blocks(pen: Pen, f: Frame, alpha: number, banner: (k: number) => Banner, symbols: boolean): void {
    const { c, view } = pen;
    for (const q of blocksOf(this.battle.header, this.bodies, f.units, view.mpp * 26)) {
      const px = pen.X(q.x), py = pen.Y(q.y), b = banner(q.body.colours);
      if (!view.sees(px, py, 60) || q.men < 8) continue;
      const w = Math.max(20, Math.min(90, q.front / view.mpp)), h = Math.max(11, Math.min(40, q.depth / view.mpp));
      c.globalAlpha = alpha * (q.broken ? 0.55 : 1);
      if (symbols) { app6(pen, px, py, 21, { ...this.sign(q.body, q.men, b), heading: q.heading, broken: q.broken }); c.globalAlpha = 1; continue; }
      c.save(); c.translate(px, py); c.rotate(Math.PI / 2 - q.heading);
      pen.block(0, 0, w, h, b, q.body.arm);
      if (q.broken) {
        c.strokeStyle = pen.p.paper; c.lineWidth = 1.6; c.setLineDash([2, 3]); c.strokeRect(-w / 2 - 1, -h / 2 - 1, w + 2, h + 2); c.setLineDash([]);
      } else {
        c.fillStyle = b.pale ? b.fill : pen.p.ink; c.beginPath(); c.moveTo(-4, -h / 2 - 2.5); c.lineTo(4, -h / 2 - 2.5); c.lineTo(0, -h / 2 - 7.5); c.fill();
      }
      c.restore();
    }
  }

  private sign(body: BodyInfo, men: number, b: Banner): Sign {
    return { affiliation: affiliationOf(body.side, this.host), arm: body.arm, men, fill: b.fill };
  }

  private flags(pen: Pen, a: Frame, b: Frame, t: number, alpha: number, banner: (k: number) => Banner, second: number): void {
    const h = this.battle.header, z = pen.view.mpp > 2 ? 1 : 1.7, speed = Math.hypot(a.wind[0], a.wind[1]);
    const room = new Set<number>(), gap = pen.view.mpp > 2 ? 26 : 12;
    pen.c.globalAlpha = alpha;
    h.units.forEach((u, k) => {
      const now = unitNow(a.units, k);
      if (u.leader === NO_ROW || now.broken || now.inHand < 20) return;
      const p = personAt(a, b, t, u.leader), px = pen.X(p.x), py = pen.Y(p.y);
      // Where many stand together one flag in a square is enough.
      const square = Math.floor(px / gap) * 4096 + Math.floor(py / gap);
      if (!p.alive || !pen.view.sees(px, py, 20) || room.has(square)) return;
      room.add(square);
      flag(pen, px, py, banner(u.colours), z, second * (1 + speed * 0.6) + luck(k, 1) * 6, h.colours[u.colours]?.id.includes("mongol") ?? false);
    });
    pen.c.globalAlpha = 1;
  }

  private sweeps(pen: Pen, second: number, banner: (k: number) => Banner): void {
    const chronicle = this.battle.chronicle, ways = new Map<BodyInfo, [number, number][]>();
    for (let back = 300; back >= 0; back -= 20) {
      const s = chronicle.sampleAt(second - back);
      if (!s || s.second < second - back - 20) continue;
      for (const body of this.bodies) {
        const q = bodyNow(this.battle.header, body, s.units, s.persons);
        if (!q.withCommander && q.inHand < 40) continue;
        ways.set(body, [...(ways.get(body) ?? []), [q.x, q.y]]);
      }
    }
    for (const [body, points] of ways) {
      const way = course(points, 26 * pen.view.mpp);
      if (way) sweep(pen, way, Math.min(8, 4.5 + Math.sqrt(body.men) / 25), banner(body.colours));
    }
  }

  /** Returns where the slip that says how far the signal carries may stand. */
  private signals(pen: Pen, a: Frame, b: Frame, t: number, second: number, now: Circumstance, banner: ((k: number) => Banner) | null, truth: number): { x: number; y: number } | null {
    const h = this.battle.header, z = pen.view.mpp > 5 ? 0.95 : pen.view.mpp > 2 ? 1.35 : pen.view.mpp > 0.3 ? 1.6 : 2.1;
    const beat = drummers(h, a);
    const carries = now.show.reach && beat.length > 0 && pen.view.mpp > 0.2 ? paintReach(pen, this.reach.of(h, a, b, now.fast)) : null;
    for (const k of beat) { const q = bannerPlace(a, b, t, k); rings(pen, q.x, q.y, second, now.fast, kindOf(h.persons[k])); }
    if (banner && truth > 0.15) this.standards(pen, a, b, t, second, banner);
    h.persons.forEach((p, k) => {
      const q = personNow(a.persons, k);
      if (!p.great_banner || !q.banner || !q.alive) return;
      const at = bannerPlace(a, b, t, k);
      if (pen.view.sees(pen.X(at.x), pen.Y(at.y), 80))
        greatBanner(pen, at.x, at.y, z, second, a.wind);
    });
    for (const k of beat) { const q = bannerPlace(a, b, t, k); drum(pen, q.x - 6 * pen.view.mpp, q.y, pen.view.mpp > 2 ? 1.05 : 1.5); }
    return carries;
  }

  /** Standards of commanders whose banner is up; where they stand together the first is enough. */
  private standards(pen: Pen, a: Frame, b: Frame, t: number, second: number, banner: (k: number) => Banner): void {
    const h = this.battle.header, z = pen.view.mpp > 2 ? 0.85 : pen.view.mpp > 0.3 ? 1.15 : 1.7, room: { x: number; y: number }[] = [];
    h.persons.forEach((p, k) => {
      const q = personNow(a.persons, k);
      if (p.great_banner || !p.named || !q.banner || !q.alive || p.banner_side_m <= 0) return;
      const at = personAt(a, b, t, k), px = pen.X(at.x), py = pen.Y(at.y);
      if (!pen.view.sees(px, py, 30) || room.some((o) => Math.hypot(o.x - px, o.y - py) < 16)) return;
      room.push({ x: px, y: py });
      standard(pen, px, py, banner(h.units[p.rides_with]?.colours ?? 0), z, second + luck(k, 3) * 4, a.wind);
    });
  }

  private ghostsOf(f: Frame, seer: number, truth: number): Ghost[] {
    const h = this.battle.header, mine = f.beliefs.filter((b) => b.owner === seer && b.confidence > 0.05 && !(b.kind === 1 && b.subject === seer));
    const rank = (b: Belief): number => (b.kind === 1 ? (h.persons[b.subject]?.named ? 0 : 2) : b.kind === 3 ? 1 : 3);
    return mine.filter((b) => rank(b) < 2 || b.confidence > 0.3).map((b) => {
      const q = b.kind === 1 ? personNow(f.persons, b.subject) : b.kind === 2 ? unitNow(f.units, b.subject) : null;
      return { belief: b, truth: q && truth > 0.02 ? { x: q.x, y: q.y } : null, rank: rank(b) };
    }).sort((p, q) => p.rank - q.rank || q.belief.confidence - p.belief.confidence).slice(0, 60);
  }

  private names(pen: Pen, a: Frame, b: Frame, t: number, orders: { x: number; y: number; k: number }[], taken: Box[], banner: (k: number) => Banner, truth: number, symbols: boolean, carries: { x: number; y: number } | null): void {
    const h = this.battle.header, { lang, view } = pen, wishes: Wish[] = [], shown = new Set<number>();
    if (truth > 0.05) {
      for (const body of this.bodies) {
        const q = bodyNow(h, body, a.units, a.persons), p = q.withCommander ? personAt(a, b, t, body.commander) : q;
        if (body.commander !== NO_ROW) shown.add(body.commander);
        wishes.push({ key: `b${body.force}`, kind: "body", rank: body.rank, x: pen.X(p.x), y: pen.Y(p.y), reach: 14, text: nameOf(lang, q.withCommander ? body.name : body.forceName),
          figure: q.inHand * 20 > q.fleeing ? number(q.inHand) : `${number(q.fleeing)} ${say(lang, "inFlight")}`, banner: banner(body.colours), arm: body.arm,
          sign: symbols ? this.sign(body, q.inHand, banner(body.colours)) : undefined });
      }
      h.persons.forEach((p, k) => {
        const q = personAt(a, b, t, k);
        if (p.named && q.alive && !shown.has(k)) wishes.push({ key: `p${k}`, kind: "person", rank: 50, x: pen.X(q.x), y: pen.Y(q.y), reach: 8, text: nameOf(lang, p.name) });
      });
      let units = 0;
      if (view.mpp < 0.75) h.units.forEach((u, k) => {
        const q = unitNow(a.units, k);
        if (q.inHand > 8 && view.sees(pen.X(q.x), pen.Y(q.y), -30) && ++units < 12) wishes.push({ key: `u${k}`, kind: "body", rank: 70, x: pen.X(q.x), y: pen.Y(q.y), reach: 12, text: nameOf(lang, u.name), figure: number(q.inHand), banner: banner(u.colours), arm: armOf(h, k) });
      });
    }
    let spoken = 0;
    for (const o of orders) {
      const r = a.couriers[o.k], to = h.persons[r.to], e = this.battle.burdens.of(a, r);
      // A slip for what named persons order; of the others, and of reports, the rider is enough until one is near.
      const weighty = to?.named && (e !== null || h.persons[r.from]?.named), near = view.mpp < 1.3;
      if (view.mpp < 6 && to && (weighty || near) && spoken < 5 && ++spoken) wishes.push({ key: `c${r.id}`, kind: "order", rank: 60, x: pen.X(o.x), y: pen.Y(o.y), reach: 10, tone: pen.p.ink,
        text: say(lang, "courierTo", nameOf(lang, to.name), e ? pick(lang, "verbs", e.value) : say(lang, "report")) });
    }
    this.places(pen, wishes);
    this.smokeTag(pen, a, wishes, truth);
    if (carries) wishes.push({ key: "reach", kind: "tag", rank: 54, x: carries.x, y: carries.y, reach: 5, text: say(lang, "heardTo"), tone: pen.p.cinnabar });
    const crowd = new Crowd(view.sheet.w, view.sheet.h);
    for (let i = 0; i < h.men; ++i) if (status(a.look[4 * i + 1]) === 0) crowd.add(pen.X(a.xy[2 * i]), pen.Y(a.xy[2 * i + 1]));
    const fresh = Math.abs(a.second - this.placedAt) > 30;
    if (fresh) this.placedAt = a.second;
    for (const q of placeLabels(pen, wishes, taken, crowd, this.memory, fresh)) {
      pen.c.globalAlpha = q.wish.kind === "body" || q.wish.kind === "person" || q.wish.kind === "order" ? Math.min(1, truth * 2) : 1;
      paintLabel(pen, q.wish, q.box, q.led);
    }
    pen.c.globalAlpha = 1;
  }

  private places(pen: Pen, wishes: Wish[]): void {
    const h = this.battle.header, { lang, view } = pen;
    for (const p of h.places) {
      if (!p.on_map) continue;
      const x = p.is_line ? (p.x_m + p.x1_m) / 2 : p.x_m, y = p.is_line ? (p.y_m + p.y1_m) / 2 : p.y_m;
      wishes.push({ key: `l${p.id}`, kind: "place", rank: 80, x: pen.X(x), y: pen.Y(y), reach: 6, text: nameOf(lang, p.name) });
    }
    if (view.mpp < 6) for (const r of h.map.ramps ?? [])
      wishes.push({ key: `r${r.id}`, kind: "place", rank: 82, x: pen.X(r.at.x_m), y: pen.Y(r.at.y_m), reach: 26, text: nameOf(lang, { en: r.name_en, zh: r.name_zh }) });
    for (const w of h.map.walls ?? []) {
      const q = w.line[Math.floor(w.line.length / 2)], text = nameOf(lang, { en: w.name_en ?? "", zh: w.name_zh ?? "" });
      if (q && text) wishes.push({ key: `w${w.id}`, kind: "place", rank: 81, x: pen.X(q.x_m), y: pen.Y(q.y_m), reach: 8, text });
    }
  }

  /** Smoke tells a distance: how far one sees where it is thickest on the sheet. */
  private smokeTag(pen: Pen, f: Frame, wishes: Wish[], truth: number): void {
    const g = this.battle.header.smoke, { view } = pen;
    if (g.nx * g.ny === 0 || view.mpp < 0.3 || truth < 0.5) return;
    let best = 0, at: [number, number] | null = null;
    for (let j = 0; j < g.ny; j += 3) for (let i = 0; i < g.nx; i += 3) {
      const x = g.x0_m + (i + 0.5) * g.cell_m, y = g.y0_m + (j + 0.5) * g.cell_m;
      if (!view.sees(view.X(x), view.Y(y), -60)) continue;
      const k = smokePerM(f.smokeBlack[j * g.nx + i]) + smokePerM(f.smokeWhite[j * g.nx + i]);
      if (k > best) { best = k; at = [x, y]; }
    }
    if (at && best > 0.004) wishes.push({ key: "smoke", kind: "tag", rank: 55, x: pen.X(at[0]), y: pen.Y(at[1]), reach: 4, text: say(pen.lang, "sight", number(Math.max(5, Math.round(3 / best / 5) * 5))) });
  }

  private chosen(pen: Pen, a: Frame, b: Frame, t: number, chosen: Chosen, eyes: boolean): void {
    if (!chosen) return;
    const at = this.placeOf(chosen, a, b, t), who = eyes ? earOf(this.battle.header, a, chosen) : null;
    if (at && who) wedges(pen, at.x, at.y, this.ear.of(this.battle.header, a, b, { ...at, ...who }, `${chosen.kind}${chosen.row}`));
    if (at && pen.view.sees(pen.X(at.x), pen.Y(at.y), 30)) reticle(pen, pen.X(at.x), pen.Y(at.y), chosen.kind === "man" || chosen.kind === "person" ? Math.max(8, Math.min(34, 2.6 / pen.view.mpp)) : 14);
  }

  placeOf(chosen: NonNullable<Chosen>, a: Frame, b: Frame, t: number): { x: number; y: number } | null {
    if (chosen.kind === "man") {
      const i = chosen.row;
      return { x: a.xy[2 * i] + (b.xy[2 * i] - a.xy[2 * i]) * t, y: a.xy[2 * i + 1] + (b.xy[2 * i + 1] - a.xy[2 * i + 1]) * t };
    }
    if (chosen.kind === "person") return personAt(a, b, t, chosen.row);
    if (chosen.kind === "unit") return unitNow(a.units, chosen.row);
    if (chosen.kind === "courier") {
      const r = a.couriers.find((q) => q.id === chosen.row), n = b.couriers.find((q) => q.id === chosen.row) ?? r;
      return r && n ? { x: r.x_m + (n.x_m - r.x_m) * t, y: r.y_m + (n.y_m - r.y_m) * t } : null;
    }
    return chosen.x !== undefined ? { x: chosen.x, y: chosen.y! } : null;
  }

  private rubber(pen: Pen, box: Box): void {
    const { c, p } = pen;
    c.strokeStyle = p.ink; c.lineWidth = 1; c.setLineDash([4, 3]); c.strokeRect(box.x, box.y, box.w, box.h); c.setLineDash([]);
    c.fillStyle = p.ink; c.globalAlpha = 0.05; c.fillRect(box.x, box.y, box.w, box.h); c.globalAlpha = 1;
  }
}
