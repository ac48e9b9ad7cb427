/** The first look for mistakes, in the page itself: keys, types, ranges, and what names nothing. `linghe check` has the last word where there is a server. */
import type { Text } from "../record/types";
import { faultIn, fieldsOf, fuelModels, troops, type Field, type FileKind } from "./schema";
import { choicesFor, entries, thingAt, type Thing } from "./things";
import type { Doc, Path, Table, Value } from "./toml";

export interface Problem {
  severity: "error" | "warning"; file: string; line: number; column: number; key: string; reason: Text; remedy: Text;
  /** what it is about, where that is known */
  thing: Thing | null; path: Path;
}
export interface Docs { scenario: Doc; map: Doc | null }

/** As the program names it: person.khan.traits.composure, wind[0].speed_m_s. */
export function keyText(doc: Doc, path: Path): string {
  let out = "";
  path.forEach((k, i) => {
    if (typeof k === "string") { out += (out ? "." : "") + k; return; }
    const id = doc.get([...path.slice(0, i + 1), "id"]);
    out += typeof id === "string" && id ? `.${id}` : `[${k}]`;
  });
  return out;
}

class Look {
  readonly found: Problem[] = [];
  constructor(private file: FileKind, private name: string, private doc: Doc, private scenario: Table) {}

  tell(path: Path, reason: Text, remedy: Text, severity: Problem["severity"] = "error"): void {
    const place = this.doc.placeOf(path);
    this.found.push({ severity, file: this.name, ...place, key: keyText(this.doc, path), reason, remedy, thing: thingAt(this.file, path), path });
  }
  table(value: Value, table: string, path: Path): void {
    if (typeof value !== "object" || Array.isArray(value)) { this.tell(path, { en: "it is no table", zh: "不是表" }, { en: "write its keys under a header", zh: "请写成表" }); return; }
    const fields = fieldsOf(this.file, table);
    for (const key of Object.keys(value)) {
      const f = fields.find((q) => q.key === key);
      if (!f) { if (key !== "$schema") this.tell([...path, key], { en: "unknown key", zh: "未知的键" }, { en: `known keys: ${fields.map((q) => q.key).join(", ")}`, zh: `可用的键：${fields.map((q) => q.key).join("、")}` }); continue; }
      this.field(f, value[key], [...path, key]);
    }
    for (const f of fields) if (f.required && value[f.key] === undefined) this.tell([...path, f.key], { en: "missing", zh: "缺少" }, { en: `give ${f.key}: ${f.label.en}`, zh: `请填 ${f.key}：${f.label.zh}` });
    this.more(table, value, path);
  }
  private field(f: Field, v: Value, path: Path): void {
    const fault = faultIn(f, v);
    if (fault) { this.tell(path, fault.reason, fault.remedy); return; }
    if (f.type === "table") this.table(v, f.of, path);
    if (f.type === "tables") {
      if (!Array.isArray(v)) this.tell(path, { en: "it is no list", zh: "不是列表" }, { en: `write [[${f.key}]]`, zh: `请写 [[${f.key}]]` });
      else v.forEach((e, i) => this.table(e, f.of, [...path, i]));
    }
    if (f.type === "ref") this.ref(f, String(v), path);
  }
  private ref(f: Field, id: string, path: Path): void {
    const known = f.to === "troop" ? troops().map((t) => t.id) : f.to === "fuel" ? ["none", ...fuelModels().map((t) => t.id)] : choicesFor(f.to!, this.scenario).map((c) => c.id);
    if (f.to === "unit" && entries(this.scenario, "bodies").some((b) => b.id === id)) return;
    if (f.to === "unit" && known.length > 39 && /\.\d+$/.test(id)) return; // lists are cut short; the program knows
    if (!known.includes(id)) this.tell(path, { en: `there is no ${f.to} "${id}"`, zh: `没有“${id}”` }, { en: known.length ? `one of: ${known.slice(0, 8).join(", ")}` : `make a ${f.to} first`, zh: known.length ? `可选：${known.slice(0, 8).join("、")}` : "请先添加" });
  }
  private more(table: string, v: Table, path: Path): void {
    if ((table === "unit" || table === "bodies") && (v.at === undefined) === (v.box === undefined))
      this.tell(path, { en: "needs either at or box", zh: "at 与 box 须择一" }, { en: "place it on the map, formed or strewn", zh: "请在图上列阵或散布" });
    if (table === "order" && v.place !== undefined && v.at !== undefined) this.tell(path, { en: "names both a place and a point", zh: "同时写了地点与坐标" }, { en: "keep one of them", zh: "请只留其一" }, "warning");
  }
  unique(kind: string, value: Table): void {
    const seen = new Set<string>();
    entries(value, kind).forEach((e, i) => {
      const id = e.id;
      if (typeof id !== "string") return;
      if (seen.has(id)) this.tell([kind, i, "id"], { en: `the id "${id}" is taken`, zh: `代号“${id}”已被占用` }, { en: "choose another", zh: "请另取" });
      seen.add(id);
    });
  }
}

const inside = (b: number[], p: number[]): boolean => p[0] >= b[0] && p[0] <= b[2] && p[1] >= b[1] && p[1] <= b[3];

export function firstLook(docs: Docs, names: { scenario: string; map: string }): Problem[] {
  const scenario = docs.scenario.value, a = new Look("scenario", names.scenario, docs.scenario, scenario);
  a.table(scenario, "", []);
  for (const f of fieldsOf("scenario", "")) if (f.type === "tables" && f.of !== "wind") a.unique(f.key, scenario);
  if (entries(scenario, "unit").length + entries(scenario, "bodies").length === 0) a.tell(["unit"], { en: "nobody is on the field", zh: "场上无人" }, { en: "place at least one unit", zh: "请至少放置一支部队" });
  for (const f of fieldsOf("scenario", "")) if (f.required && f.type === "tables" && Array.isArray(scenario[f.key]) && (scenario[f.key] as Value[]).length === 0) a.tell([f.key], { en: "missing", zh: "缺少" }, { en: `give at least one: ${f.label.en}`, zh: `请至少填一条：${f.label.zh}` });
  if (!docs.map) {
    a.tell(["map"], { en: `the map "${names.map}" is missing`, zh: `缺少地图“${names.map}”` }, { en: "open it together with the scenario", zh: "请与想定一同打开" });
    return a.found;
  }
  const map = docs.map.value, b = new Look("map", names.map, docs.map, scenario);
  b.table(map, "", []);
  for (const k of ["river", "ramp", "road", "wall", "ditch"]) b.unique(k, map);
  const box = Array.isArray(map.box) && map.box.length === 4 ? (map.box as number[]) : null;
  if (box) for (const kind of ["unit", "bodies"]) entries(scenario, kind).forEach((u, i) => {
    const at = u.at as number[] | undefined;
    if (Array.isArray(at) && at.length === 2 && !inside(box, at)) a.tell([kind, i, "at"], { en: "stands off the map", zh: "在图幅之外" }, { en: "move it onto the map, or make the map larger", zh: "请移入图内，或扩大图幅" });
  });
  return [...a.found, ...b.found];
}
