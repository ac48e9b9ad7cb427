/** The forms and the first look for mistakes, both out of the schemas that the program itself publishes. */
import mapSchema from "../../../docs/schema/map.schema.json";
import scenarioSchema from "../../../docs/schema/scenario.schema.json";
import armsText from "../../../data/arms.toml?raw";
import fuelsText from "../../../data/fuels.toml?raw";
import type { Text } from "../record/types";
import { Doc, type Table, type Value } from "./toml";

interface Json {
  description?: string; type?: string; enum?: string[]; minimum?: number; maximum?: number; default?: string | number | boolean;
  pattern?: string; items?: Json; minItems?: number; maxItems?: number; $ref?: string; allOf?: Json[]; anyOf?: Json[];
  properties?: Record<string, Json>; required?: string[]; definitions?: Record<string, Json>;
}
export type FieldType = "number" | "integer" | "text" | "id" | "flag" | "choice" | "colour" | "name" | "point" | "box" | "points" | "table" | "tables" | "ref" | "free";
/** What a ref names: a kind of thing of the scenario, or one of the data. */
export type RefTo = "force" | "colours" | "troop" | "side" | "place" | "person" | "unit" | "fuel";
export interface Field {
  key: string; label: Text; unit: string; type: FieldType; required: boolean;
  low: number; high: number; choices: string[]; fallback?: string | number | boolean; of: string; to?: RefTo; least: number;
}
export type FileKind = "scenario" | "map";

const SCHEMAS: Record<FileKind, Json> = { scenario: scenarioSchema as unknown as Json, map: mapSchema as unknown as Json };
const REFS: Record<string, RefTo> = { force: "force", colours: "colours", troop: "troop", side: "side", place: "place", person: "person", by: "person", about: "person",
  superior: "person", commands: "force", parent: "force", rides_with: "unit", fuel: "fuel" };

const last = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);
/** "mean fear of its men [m] · 平均恐惧" in two languages, and the unit by itself. */
function described(text: string): { label: Text; unit: string } {
  const [first, zh] = text.split(" · "), unit = / \[([^\]]+)\]$/.exec(first), en = unit ? first.slice(0, unit.index) : first;
  return { label: { en, zh: zh ?? en }, unit: unit && unit[1] !== "1" ? unit[1] : "" };
}

function fieldOf(key: string, j: Json, required: boolean): Field {
  const f: Field = { key, ...described(j.description ?? key), type: "text", required, low: j.minimum ?? -Infinity, high: j.maximum ?? Infinity, choices: j.enum ?? [], fallback: j.default, of: "", least: j.minItems ?? 0 };
  const ref = j.$ref ?? j.allOf?.[0]?.$ref;
  if (ref) { f.of = last(ref); f.type = f.of === "name" ? "name" : "table"; }
  else if (j.type === "array") {
    if (j.items?.$ref) { f.type = "tables"; f.of = last(j.items.$ref); }
    else f.type = j.items?.type === "array" ? "points" : j.minItems === 4 ? "box" : "point";
  } else if (j.type === "boolean") f.type = "flag";
  else if (j.type === "number" || j.type === "integer") f.type = j.type;
  else if (j.type === "object") f.type = "free";
  else if (j.enum) f.type = "choice";
  else if (j.pattern?.startsWith("^#")) f.type = "colour";
  else if (j.pattern) f.type = "id";
  else if (REFS[key]) { f.type = "ref"; f.to = REFS[key]; }
  return f;
}

const known = new Map<string, Field[]>();
/** The keys of a table, in the order of the handbook; "" is the file itself. */
export function fieldsOf(file: FileKind, table: string): Field[] {
  const name = `${file}/${table}`;
  let fields = known.get(name);
  if (!fields) {
    const s = SCHEMAS[file], j = table === "" ? s : s.definitions?.[table];
    fields = Object.entries(j?.properties ?? {}).filter(([k]) => k !== "$schema").map(([k, v]) => fieldOf(k, v, j?.required?.includes(k) ?? false));
    known.set(name, fields);
  }
  return fields;
}
export function aboutTable(file: FileKind, table: string): Text {
  const s = SCHEMAS[file], j = table === "" ? s : s.definitions?.[table];
  return described(j?.description ?? table).label;
}

export interface Troop { id: string; name: Text; mounted: boolean; arm: string; run: number }
export const nameText = (v: Value | undefined): Text => {
  if (typeof v === "string") return { en: v, zh: v };
  const t = (v ?? {}) as Table, en = typeof t.en === "string" ? t.en : "", zh = typeof t.zh === "string" ? t.zh : "";
  return { en: en || zh, zh: zh || en };
};
let arms: Troop[] | null = null, fuels: { id: string; name: Text }[] | null = null;
export function troops(): Troop[] {
  return (arms ??= Object.entries(new Doc(armsText).value).map(([id, v]) => {
    const t = v as Table;
    return { id, name: nameText(t.name), mounted: t.mounted === true, arm: String(t.arm ?? ""), run: Number(t.run_m_s ?? 0) };
  }));
}
export function fuelModels(): { id: string; name: Text }[] {
  return (fuels ??= Object.entries(new Doc(fuelsText).value).map(([id, v]) => ({ id, name: nameText((v as Table).name) })));
}

/** What a value is not; null when it may stand. In words, with what would be right. */
export function faultIn(f: Field, v: Value): { reason: Text; remedy: Text } | null {
  const unit = f.unit ? " " + f.unit : "", shown = typeof v === "object" ? "" : JSON.stringify(v);
  const wrong = (en: string, zh: string, ren: string, rzh: string): { reason: Text; remedy: Text } => ({ reason: { en, zh }, remedy: { en: ren, zh: rzh } });
  const pair = (p: Value, n: number): boolean => Array.isArray(p) && p.length === n && p.every((x) => typeof x === "number" && Math.abs(x) <= 1e6);
  switch (f.type) {
    case "number": case "integer": {
      if (typeof v !== "number" || (f.type === "integer" && !Number.isInteger(v))) return wrong(`${shown} is not a ${f.type === "integer" ? "whole " : ""}number`, `${shown} 不是${f.type === "integer" ? "整数" : "数"}`, `give a ${f.type === "integer" ? "whole " : ""}number${unit ? " in" + unit : ""}`, `请填${f.type === "integer" ? "整数" : "数"}${unit}`);
      if (v < f.low || v > f.high) return wrong(`${v}${unit} is out of range`, `${v}${unit} 超出界限`, `give ${f.low} to ${f.high}${unit}`, `请填 ${f.low} 至 ${f.high}${unit}`);
      return null;
    }
    case "flag": return typeof v === "boolean" ? null : wrong(`${shown} is neither true nor false`, `${shown} 不是真或假`, "give true or false", "请选是或否");
    case "choice": return typeof v === "string" && f.choices.includes(v) ? null : wrong(`${shown} is not one of the choices`, `${shown} 不在可选之列`, `give one of: ${f.choices.join(", ")}`, `请选其一：${f.choices.join("、")}`);
    case "colour": return typeof v === "string" && /^#[0-9a-f]{6}$/i.test(v) ? null : wrong(`${shown} is no colour`, `${shown} 不是颜色`, 'give "#RRGGBB"', "请填 #RRGGBB");
    case "id": return typeof v === "string" && /^[a-z][a-z0-9_.-]{0,63}$/.test(v) ? null : wrong(`${shown} is no id`, `${shown} 不能作代号`, "begin with a letter; a-z 0-9 _ - . only, at most 64", "以字母开头，只用 a-z 0-9 _ - .，至多64个");
    case "text": case "ref": return typeof v === "string" && v !== "" ? null : wrong("it is empty", "未填", "give a text", "请填写");
    case "name": { const t = nameText(v); return t.en && !/[\n\r\t]/.test(t.en + t.zh) ? null : wrong("it has no name", "没有名称", "give a name in one line", "请填一行名称"); }
    case "point": return pair(v, 2) ? null : wrong("it is no place", "不是位置", "give x and y in metres", "请填 x 与 y（米）");
    case "box": {
      const b = v as number[];
      return pair(v, 4) && b[0] < b[2] && b[1] < b[3] ? null : wrong("a box without area", "方框没有面积", "west < east, south < north", "西 < 东，南 < 北");
    }
    case "points": return Array.isArray(v) && v.length >= Math.max(2, f.least) && v.every((p) => pair(p, 2)) && new Set(v.map((p) => String(p))).size > 1 ? null
      : wrong(`fewer than ${f.least || 2} places`, `不足 ${f.least || 2} 点`, `draw at least ${f.least || 2} different points`, `请至少画 ${f.least || 2} 个不同的点`);
    default: return null;
  }
}
