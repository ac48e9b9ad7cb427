/** Bodies: forces with units of their own. Where they stand, how many are in hand, and blocks for the far view. */
import { NO_PERSON, NO_ROW, PERSON_COLUMNS, UNIT_COLUMNS, type Frame, type Header, type Text } from "../record/types";

export type Arm = "horse" | "foot" | "bow" | "guns" | "wagons";
export interface BodyInfo {
  force: number; name: Text; forceName: Text; side: number; colours: number; arm: Arm; commander: number; units: number[]; men: number; rank: number;
}
export interface BodyNow { info: BodyInfo; x: number; y: number; inHand: number; fleeing: number; fallen: number; withCommander: boolean }
export interface Block { body: BodyInfo; x: number; y: number; front: number; depth: number; heading: number; men: number; broken: boolean }

/** Kinds of arms as the record numbers them: heavy and light horse, foot, archers, firearms, guns, wagons. */
export const armOf = (h: Header, unit: number): Arm => {
  const t = h.troops[h.units[unit].troop];
  return t?.arm === 4 || t?.arm === 5 ? "guns" : t?.arm === 6 ? "wagons" : t?.mounted ? "horse" : t?.arm === 3 ? "bow" : "foot";
};

export function bodiesOf(h: Header): BodyInfo[] {
  const out: BodyInfo[] = [];
  h.forces.forEach((f, force) => {
    const units = h.units.flatMap((u, i) => (u.force === force ? [i] : []));
    if (units.length === 0) return;
    const tally = new Map<string, number>();
    for (const u of units) { const key = `${h.units[u].colours} ${armOf(h, u)}`; tally.set(key, (tally.get(key) ?? 0) + h.units[u].men); }
    const [colours, arm] = [...tally.entries()].reduce((a, b) => (b[1] > a[1] ? b : a))[0].split(" ");
    const p = h.persons[f.commander], men = units.reduce((n, u) => n + h.units[u].men, 0);
    out.push({ force, name: p?.named ? p.name : f.name, forceName: f.name, side: f.side, colours: Number(colours), arm: arm as Arm,
      commander: f.commander, units, men, rank: (p?.great_banner ? 0 : p?.named ? 10 : 20) + f.side });
  });
  return out.sort((a, b) => a.rank - b.rank || b.men - a.men);
}

export interface UnitNow { x: number; y: number; inHand: number; fleeing: number; fallen: number; fear: number; heading: number; verb: number; broken: boolean; formed: boolean; collecting: boolean; commander: number }
export function unitNow(units: Int32Array, k: number): UnitNow {
  const o = k * UNIT_COLUMNS;
  return { x: units[o] / 10, y: units[o + 1] / 10, inHand: units[o + 2], fleeing: units[o + 3], fallen: units[o + 4], fear: units[o + 5] / 255,
    heading: units[o + 6], verb: units[o + 7], broken: (units[o + 8] & 1) !== 0, formed: (units[o + 8] & 2) !== 0, collecting: (units[o + 8] & 4) !== 0, commander: units[o + 9] & 0xffff };
}
export interface PersonNow { x: number; y: number; felt: number; shown: number; verb: number; alive: boolean; drum: boolean; banner: boolean; towards: number }
export function personNow(persons: Int32Array, k: number): PersonNow {
  const o = k * PERSON_COLUMNS, flags = persons[o + 5];
  return { x: persons[o] / 10, y: persons[o + 1] / 10, felt: persons[o + 2] / 255, shown: persons[o + 3] / 255, verb: persons[o + 4],
    alive: (flags & 1) !== 0, drum: (flags & 2) !== 0, banner: (flags & 4) !== 0, towards: persons[o + 6] & 0xffff };
}
/** Between two seconds a person goes straight. */
export function personAt(a: Frame, b: Frame, t: number, k: number): PersonNow {
  const p = personNow(a.persons, k), q = personNow(b.persons, k);
  return Math.hypot(q.x - p.x, q.y - p.y) > 60 ? p : { ...p, x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t };
}

/** In hand are the men in ranks whose unit obeys the body's commander now, whoever mustered them. */
export function bodyNow(h: Header, info: BodyInfo, units: Int32Array, persons: Int32Array): BodyNow {
  let inHand = 0, fleeing = 0, fallen = 0, x = 0, y = 0, w = 0;
  const commanded = info.commander !== NO_ROW && info.commander < NO_PERSON;
  for (let k = 0; k < h.units.length; ++k) {
    const o = k * UNIT_COLUMNS, own = h.units[k].force === info.force;
    if (own) { fleeing += units[o + 3]; fallen += units[o + 4]; }
    if (commanded ? (units[o + 9] & 0xffff) === info.commander : own) inHand += units[o + 2];
    if (own) { const m = units[o + 2] + 0.01; x += (units[o] / 10) * m; y += (units[o + 1] / 10) * m; w += m; }
  }
  const p = commanded ? personNow(persons, info.commander) : null;
  if (p?.alive) return { info, x: p.x, y: p.y, inHand, fleeing, fallen, withCommander: true };
  return { info, x: w > 0 ? x / w : 0, y: w > 0 ? y / w : 0, inHand, fleeing, fallen, withCommander: false };
}

/** Units of one body that stand near each other and are in the same order make one block. */
export function blocksOf(h: Header, bodies: BodyInfo[], units: Int32Array, near_m: number): Block[] {
  const out: Block[] = [];
  for (const body of bodies) {
    const left = new Set(body.units.filter((k) => units[k * UNIT_COLUMNS + 2] + units[k * UNIT_COLUMNS + 3] > 4));
    while (left.size > 0) {
      const first = left.values().next().value as number, group = [first], broken = unitNow(units, first).broken;
      left.delete(first);
      for (let i = 0; i < group.length; ++i) {
        const a = unitNow(units, group[i]);
        for (const k of left) {
          const b = unitNow(units, k);
          if (b.broken === broken && Math.hypot(a.x - b.x, a.y - b.y) < near_m && group.length < 12) { group.push(k); left.delete(k); }
        }
      }
      out.push(blockOf(h, body, group, units, broken));
    }
  }
  return out;
}

function blockOf(h: Header, body: BodyInfo, group: number[], units: Int32Array, broken: boolean): Block {
  let x = 0, y = 0, men = 0, c = 0, s = 0, wide = 0;
  for (const k of group) {
    const u = unitNow(units, k), m = u.inHand + u.fleeing;
    x += u.x * m; y += u.y * m; men += m; c += Math.cos(u.heading * 0.02454) * m; s += Math.sin(u.heading * 0.02454) * m; wide += h.units[k].frontage_m;
  }
  x /= men; y /= men;
  const heading = Math.atan2(s, c), ex = -Math.sin(heading), ey = Math.cos(heading);
  let front = 0, depth = 0;
  for (const k of group) {
    const u = unitNow(units, k), across = Math.abs((u.x - x) * ex + (u.y - y) * ey), along = Math.abs((u.x - x) * ey - (u.y - y) * ex);
    front += across * across * (u.inHand + u.fleeing); depth += along * along * (u.inHand + u.fleeing);
  }
  // Twice the spread holds nearly all without letting one straggler draw the block out.
  front = Math.sqrt(front / men) * 1.5; depth = Math.sqrt(depth / men) * 1.5;
  const mean = wide / group.length;
  return { body, x, y, heading, men, broken, front: 2 * front + mean, depth: Math.min(2 * depth + mean * 0.45, 2 * front + mean) };
}
