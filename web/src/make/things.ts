/** The things a battle is made of: where each is written, what it is called, what a new one looks like. */
import type { Text } from "../record/types";
import { fieldsOf, nameText, troops, type FileKind, type RefTo } from "./schema";
import type { Path, Table, Value } from "./toml";

/** One thing: the file it stands in and the way to it. [] is the file itself. */
export interface Thing { file: FileKind; path: Path }
export const keyOf = (t: Thing): string => `${t.file}:${t.path.join(".")}`;
export const isSame = (a: Thing | null, b: Thing | null): boolean => a === b || (a !== null && b !== null && keyOf(a) === keyOf(b));
/** The table of the schema that describes it. */
export function tableOf(t: Thing): string {
  let table = "";
  for (const k of t.path) if (typeof k === "string") table = fieldsOf(t.file, table).find((f) => f.key === k)?.of ?? k;
  return table;
}
/** The outermost thing that a way leads into: what one chooses, and what has a form of its own. */
export function thingAt(file: FileKind, path: Path): Thing {
  if (path.length === 0) return { file, path: [] };
  const top = fieldsOf(file, "").find((f) => f.key === path[0]);
  if (top?.type === "tables") return { file, path: path.slice(0, path[2] === "gate" ? Math.min(4, path.length) : Math.min(2, path.length)) };
  return { file, path: top?.type === "table" ? path.slice(0, 1) : [] };
}

export type Kind = "unit" | "bodies" | "place" | "smoke" | "ignition" | "river" | "ramp" | "hill" | "road" | "wall" | "gate" | "ditch" | "patch";
export const FILE_OF: Record<Kind, FileKind> = { unit: "scenario", bodies: "scenario", place: "scenario", smoke: "scenario", ignition: "scenario",
  river: "map", ramp: "map", hill: "map", road: "map", wall: "map", gate: "map", ditch: "map", patch: "map" };
/** How many places of the map a tool asks for: one press, two corners, or a line that ends with Enter. */
export const ASKS: Record<Kind, "point" | "box" | "line" | "ring"> = { unit: "point", bodies: "box", place: "point", smoke: "box", ignition: "line",
  river: "line", ramp: "point", hill: "point", road: "line", wall: "line", gate: "point", ditch: "line", patch: "ring" };

const list = (v: Value | undefined): Table[] => (Array.isArray(v) ? v.filter((e): e is Table => typeof e === "object" && !Array.isArray(e)) : []);
export const entries = (file: Table, kind: string): Table[] => list(file[kind]);
const ids = (file: Table, kind: string): string[] => entries(file, kind).map((e) => String(e.id ?? ""));

/** A name that nobody has: unit, unit_2, unit_3. */
export function freeId(file: Table, kinds: string[], wish: string): string {
  const taken = new Set(kinds.flatMap((k) => ids(file, k)));
  if (!taken.has(wish)) return wish;
  for (let n = 2; ; ++n) if (!taken.has(`${wish}_${n}`)) return `${wish}_${n}`;
}
const gateIds = (map: Table): string[] => entries(map, "wall").flatMap((w) => ids(w, "gate"));

const round = (v: number): number => Math.round(v);
/** A new thing of a kind at what was drawn. `hint` is a unit whose force and colours the next one shares. */
export function fresh(kind: Kind, scenario: Table, map: Table, drawn: number[][], hint: Table | null): Table {
  const at = drawn[0].map(round), line = drawn.map((p) => p.map(round));
  const xs = line.map((p) => p[0]), ys = line.map((p) => p[1]), box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  if (box[0] === box[2]) box[2] += 100;
  if (box[1] === box[3]) box[3] += 60;
  const force = String(hint?.force ?? ids(scenario, "force")[0] ?? ""), side = entries(scenario, "force").find((f) => f.id === force)?.side;
  const colours = String(hint?.colours ?? entries(scenario, "colours").find((c) => c.side === side)?.id ?? "");
  const troop = String(hint?.troop ?? troops()[0]?.id ?? ""), n = (wish: string): string => freeId(scenario, ["unit", "bodies"], wish);
  const heading = typeof hint?.heading_deg === "number" ? hint.heading_deg : 0;
  switch (kind) {
    case "unit": return { id: n("unit"), name: { en: "New unit", zh: "新部队" }, force, colours, troop, men: 200, at, heading_deg: heading };
    case "bodies": return { id: n("bodies"), name: { en: "New bodies", zh: "新部众" }, force, colours, troop, men: 600, unit_size: 150, box, heading_deg: heading };
    case "place": return { id: freeId(scenario, ["place"], "place"), name: { en: "New place", zh: "新地点" }, at };
    case "smoke": return { id: freeId(scenario, ["smoke"], "smoke"), box, emission_g_m2_s: 0.05, extinction_m2_g: 4, colour: "white", until_s: 600 };
    case "ignition": return line.length > 1 ? { id: freeId(scenario, ["ignition"], "fire"), line, at_s: 0 } : { id: freeId(scenario, ["ignition"], "fire"), at, at_s: 0 };
    case "river": return { id: freeId(map, ["river"], "river"), name: { en: "new river", zh: "新河" }, line, channel_width_m: 60, water_width_m: 30, depth_m: 0.6, bank_height_m: 1.2 };
    case "ramp": return { id: freeId(map, ["ramp"], "ford"), name: { en: "new ford", zh: "新渡口" }, at, width_m: 40 };
    case "hill": return { at, radius_m: 200, height_m: 15 };
    case "road": return { id: freeId(map, ["road"], "road"), line, width_m: 8 };
    case "wall": return { id: freeId(map, ["wall"], "wall"), line, height_m: 4, thickness_m: 1.5 };
    case "gate": { const taken = new Set(gateIds(map)); let id = "gate"; for (let k = 2; taken.has(id); ++k) id = `gate_${k}`; return { id, at, width_m: 6, open: true }; }
    case "ditch": return { id: freeId(map, ["ditch"], "ditch"), line, width_m: 4, depth_m: 1.5 };
    case "patch": return { cover: "wood", ring: line };
  }
}

/** What it is called: its name, else its id, else its number in the list. */
export function titleOf(t: Thing, value: Value | undefined): Text {
  const v = (typeof value === "object" && !Array.isArray(value) ? value : {}) as Table, name = nameText(v.name ?? v.title), n = t.path[t.path.length - 1];
  if (name.en) return name;
  const id = typeof v.id === "string" ? v.id : typeof v.verb === "string" ? v.verb : typeof n === "number" ? String(n + 1) : "";
  return { en: id, zh: id };
}

/** The ids that may stand in a ref, with their names. */
export function choicesFor(to: RefTo, scenario: Table): { id: string; name: Text }[] {
  if (to === "troop" || to === "fuel") return [];
  const named = (kind: string): { id: string; name: Text }[] => entries(scenario, kind).map((e) => ({ id: String(e.id ?? ""), name: nameText(e.name) }));
  if (to !== "unit") return named(to);
  return [...named("unit"), ...entries(scenario, "bodies").flatMap((b) => {
    const units = unitsOf(b), name = nameText(b.name);
    return Array.from({ length: Math.min(units, 40) }, (_, i) => ({ id: `${String(b.id)}.${i + 1}`, name: { en: `${name.en} ${i + 1}`, zh: `${name.zh}${i + 1}` } }));
  })];
}
export function unitsOf(bodies: Table): number {
  const men = typeof bodies.men === "number" ? bodies.men : 0, size = typeof bodies.unit_size === "number" && bodies.unit_size > 0 ? bodies.unit_size : 300;
  return Math.max(1, Math.floor((men + Math.floor(size / 2)) / size));
}
export const menOf = (scenario: Table): number => ["unit", "bodies"].flatMap((k) => entries(scenario, k)).reduce((n, e) => n + (typeof e.men === "number" ? e.men : 0), 0);
/** Where in the scenario the id of a thing is named, and by what. */
export function namings(scenario: Table, t: Thing): { path: Path; value: string; by: Thing }[] {
  if (t.file !== "scenario" || t.path.length !== 2) return [];
  const kind = String(t.path[0]), id = entries(scenario, kind)[t.path[1] as number]?.id, out: { path: Path; value: string; by: Thing }[] = [];
  if (typeof id !== "string" || id === "") return [];
  const look = (table: string, value: Value, path: Path, by: Thing): void => {
    if (typeof value !== "object" || Array.isArray(value)) return;
    for (const f of fieldsOf("scenario", table)) {
      const x = value[f.key], here = [...path, f.key];
      if (f.type === "ref" && typeof x === "string" && (f.to === kind || (f.to === "unit" && kind === "bodies")) && (x === id || (kind === "bodies" && x.startsWith(`${id}.`)))) out.push({ path: here, value: x, by });
      if (f.type === "table" && x !== undefined) look(f.of, x, here, by);
      if (f.type === "tables" && Array.isArray(x)) x.forEach((e, i) => look(f.of, e, [...here, i], table === "" ? { file: "scenario", path: [f.key, i] } : by));
    }
  };
  look("", scenario, [], { file: "scenario", path: [] });
  return out;
}
/** Whose words would be left without what they name. */
export function namedBy(scenario: Table, t: Thing): Text[] {
  return namings(scenario, t).map((n) => titleOf(n.by, n.by.path.reduce<Value | undefined>((a, k) => (a as Table | undefined)?.[k as string], scenario)));
}
