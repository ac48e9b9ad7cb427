/** Forms made of the schema: one for each thing. What is written is written when the field is left. */
import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { lang } from "../state/store";
import { number } from "../words/words";
import type { Problem } from "./check";
import { addThing, change, chosen, docFor, map, problems, removeThing, scenario, valueOf } from "./draft";
import { boxOf, lineOf, pointOf } from "./land";
import { aboutTable, fieldsOf, fuelModels, nameText, troops, type Field, type FileKind } from "./schema";
import { choicesFor, entries, freeId, namedBy, namings, tableOf, titleOf, unitsOf, type Thing } from "./things";
import type { Path, Table, Value } from "./toml";
import { choiceName, inWords, kindName, tell, unitText } from "./words";

interface Place { file: FileKind; path: Path }
const put = (at: Place, key: string | number, value: Value | undefined): void => { change(at.file, [{ path: [...at.path, key], value }, ...renamed(at, key, value)]); };
/** With an id, all that names it. */
function renamed(at: Place, key: string | number, value: Value | undefined): { path: Path; value: Value }[] {
  const before = docFor(at).get([...at.path, key]);
  if (key !== "id" || typeof before !== "string" || typeof value !== "string" || value === "") return [];
  return namings(scenario.value, at).map((n) => ({ path: n.path, value: value + n.value.slice(before.length) }));
}
const begins = (p: Path, by: Path): boolean => by.every((k, i) => p[i] === k);
const faultsAt = (at: Place, key: string, deep: boolean): Problem[] => problems.value.filter((p) => p.thing?.file === at.file && (deep ? begins(p.path, [...at.path, key]) : p.path.length === at.path.length + 1 && begins(p.path, [...at.path, key])));

function Fault({ id, all }: { id: string; all: Problem[] }) {
  const l = lang.value;
  if (all.length === 0) return null;
  return <p class={all[0].severity === "error" ? "wrong" : "warned"} id={id}>{inWords(l, all[0].reason)}{all[0].remedy.en ? <>; {inWords(l, all[0].remedy)}</> : null}</p>;
}
const shown = (v: Value | undefined): string => (typeof v === "number" || typeof v === "string" ? String(v) : "");
const usual = (f: Field): string => (f.fallback === undefined ? "" : String(f.fallback));

/** One key with its label; simple kinds stand in one row, others are groups. */
function Row({ f, at, v }: { f: Field; at: Place; v: Value | undefined }) {
  const l = lang.value, id = useId(), label = inWords(l, f.label), all = faultsAt(at, f.key, f.type !== "table" && f.type !== "tables"), wrong = all.length > 0;
  const aria = { id, "aria-invalid": wrong ? ("true" as const) : undefined, "aria-describedby": wrong ? `${id}-f` : undefined };
  const wide = (control: ComponentChildren) => <div class={`field full ${wrong ? "bad" : ""}`} data-key={f.key}><label for={id}>{label}</label>{control}<Fault id={`${id}-f`} all={all} /></div>;
  switch (f.type) {
    case "number": case "integer":
      return <div class={`field ${wrong ? "bad" : ""}`} data-key={f.key}><label for={id}>{label}{unitText(l, f.unit) && <i> {unitText(l, f.unit)}</i>}</label>
        <input {...aria} type="number" step="any" value={shown(v)} placeholder={usual(f)} onChange={(e) => { const t = e.currentTarget.value.trim(); put(at, f.key, t === "" ? undefined : Number(t)); }} /><Fault id={`${id}-f`} all={all} /></div>;
    case "flag":
      return <div class="field" data-key={f.key}><label for={id}>{label}</label><input {...aria} type="checkbox" checked={v === undefined ? f.fallback === true : v === true} onChange={(e) => put(at, f.key, e.currentTarget.checked)} /><Fault id={`${id}-f`} all={all} /></div>;
    case "colour":
      return <div class={`field ${wrong ? "bad" : ""}`} data-key={f.key}><label for={id}>{label}</label><span class="paint"><input {...aria} type="color" value={typeof v === "string" && /^#[0-9a-f]{6}$/i.test(v) ? v : "#808080"} onChange={(e) => put(at, f.key, e.currentTarget.value.toUpperCase())} />{v !== undefined && !f.required && <Cross what={label} go={() => put(at, f.key, undefined)} />}</span><Fault id={`${id}-f`} all={all} /></div>;
    case "choice":
      return wide(<select {...aria} value={shown(v)} onChange={(e) => put(at, f.key, e.currentTarget.value || undefined)}>
        {!f.required && <option value="">{usual(f) ? tell(l, "usual", choiceName(l, usual(f))) : tell(l, "none")}</option>}
        {f.choices.map((c) => <option key={c} value={c}>{choiceName(l, c)}</option>)}{typeof v === "string" && !f.choices.includes(v) && <option value={v}>{v}</option>}</select>);
    case "ref": return wide(<RefSelect f={f} v={v} aria={aria} go={(x) => put(at, f.key, x)} />);
    case "text": case "id":
      return wide(<input {...aria} type="text" value={shown(v)} placeholder={usual(f)} onChange={(e) => put(at, f.key, e.currentTarget.value || undefined)} spellcheck={f.type === "text"} autocomplete="off" />);
    case "name": {
      const t = typeof v === "object" && !Array.isArray(v) ? v : null, n = nameText(v), set = (k: "en" | "zh", x: string): void => {
        const both = { en: t ? shown(t.en) : n.en, zh: t ? shown(t.zh) : "", [k]: x };
        put(at, f.key, both.en || both.zh ? Object.fromEntries(Object.entries(both).filter(([, w]) => w !== "")) : undefined);
      };
      return <fieldset class={`field full ${wrong ? "bad" : ""}`} data-key={f.key} aria-describedby={wrong ? `${id}-f` : undefined}><legend>{label}</legend><div class="two">
        <input aria-label={`${label}: ${tell(l, "english")}`} lang="en" placeholder={tell(l, "english")} value={t ? shown(t.en) : n.en} onChange={(e) => set("en", e.currentTarget.value.trim())} />
        <input aria-label={`${label}: ${tell(l, "chinese")}`} lang="zh-Hans" placeholder={tell(l, "chinese")} value={t ? shown(t.zh) : ""} onChange={(e) => set("zh", e.currentTarget.value.trim())} /></div><Fault id={`${id}-f`} all={all} /></fieldset>;
    }
    case "point": case "box": {
      const n = f.type === "point" ? 2 : 4, p = Array.isArray(v) ? v : [], names = n === 2 ? [tell(l, "east"), tell(l, "north")] : [tell(l, "west"), tell(l, "south"), tell(l, "eastEdge"), tell(l, "northEdge")];
      const set = (i: number, x: string): void => { const q = Array.from({ length: n }, (_, k) => (k === i ? Number(x) : Number(p[k] ?? 0))); put(at, f.key, q); };
      return <fieldset class={`field full ${wrong ? "bad" : ""}`} data-key={f.key}><legend>{label}{p.length > 0 && !f.required && <Cross what={label} go={() => put(at, f.key, undefined)} />}</legend><div class={n === 2 ? "two" : "four"}>
        {names.map((w, i) => <input key={w} type="number" step="any" aria-label={`${label}: ${w}`} title={w} placeholder={w} value={shown(p[i])} onChange={(e) => { if (e.currentTarget.value !== "") set(i, e.currentTarget.value); }} />)}</div><Fault id={`${id}-f`} all={all} /></fieldset>;
    }
    case "points": return <Points f={f} at={at} v={v} label={label} all={all} id={id} />;
    case "table": return <Group f={f} at={at} v={v} label={label} />;
    case "tables": return <Many f={f} at={at} v={v} label={label} />;
    default: return <Free at={at} f={f} v={v} label={label} />;
  }
}
export function Cross({ what, go }: { what: string; go: () => void }) {
  return <button type="button" class="cross" aria-label={tell(lang.value, "removeOf", what)} title={tell(lang.value, "removeOf", what)} onClick={go}><svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true"><path d="M1 1l7 7M8 1 1 8" stroke="currentColor" stroke-width="1.3" /></svg></button>;
}
function RefSelect({ f, v, aria, go }: { f: Field; v: Value | undefined; aria: object; go: (x: string | undefined) => void }) {
  const l = lang.value, all = f.to === "troop" ? troops() : f.to === "fuel" ? [{ id: "none", name: { en: "none", zh: "无" } }, ...fuelModels()] : choicesFor(f.to!, scenario.value), now = shown(v);
  return <select {...aria} value={now} onChange={(e) => go(e.currentTarget.value || undefined)}>
    {(!f.required || now === "") && <option value="">{tell(l, "none")}</option>}
    {all.map((c) => <option key={c.id} value={c.id}>{inWords(l, c.name)} · {c.id}</option>)}{now !== "" && !all.some((c) => c.id === now) && <option value={now}>{now}</option>}</select>;
}
function Points({ f, at, v, label, all, id }: { f: Field; at: Place; v: Value | undefined; label: string; all: Problem[]; id: string }) {
  const l = lang.value, pts = lineOf(v), set = (p: [number, number][]): void => put(at, f.key, p);
  return <fieldset class={`field full ${all.length ? "bad" : ""}`} data-key={f.key}><legend>{label}</legend>
    <ol class="points">{pts.map((p, i) => <li key={i}>
      {[0, 1].map((k) => <input key={k} type="number" step="any" aria-label={`${tell(l, "point", i + 1)}: ${tell(l, k ? "north" : "east")}`} value={String(p[k])} onChange={(e) => { if (e.currentTarget.value !== "") set(pts.map((q, j) => (j === i ? (k ? [q[0], Number(e.currentTarget.value)] : [Number(e.currentTarget.value), q[1]]) : q))); }} />)}
      {pts.length > Math.max(2, f.least) ? <Cross what={tell(l, "point", i + 1)} go={() => set(pts.filter((_, j) => j !== i))} /> : <span />}</li>)}</ol>
    <button type="button" class="do small" onClick={() => { const a = pts[pts.length - 1] ?? [0, 0], b = pts[pts.length - 2] ?? [a[0] - 100, a[1]]; set([...pts, [2 * a[0] - b[0], 2 * a[1] - b[1]]]); }}>{tell(l, "addOf", tell(l, "pointH"))}</button><Fault id={`${id}-f`} all={all} /></fieldset>;
}
function Group({ f, at, v, label }: { f: Field; at: Place; v: Value | undefined; label: string }) {
  const l = lang.value, here = { file: at.file, path: [...at.path, f.key] }, own = faultsAt(at, f.key, false);
  return <fieldset class="group" data-key={f.key}><legend>{kindName(l, f.of)}{v !== undefined && <Cross what={kindName(l, f.of)} go={() => put(at, f.key, undefined)} />}</legend>
    {v === undefined ? <button type="button" class="do small" title={label} onClick={() => put(at, f.key, seed(at.file, f.of))}>{tell(l, "addOf", kindName(l, f.of))}</button> : <Fields at={here} table={f.of} v={v as Table} />}
    <Fault id={`${f.key}-g`} all={own} /></fieldset>;
}
function Many({ f, at, v, label }: { f: Field; at: Place; v: Value | undefined; label: string }) {
  const l = lang.value, all = Array.isArray(v) ? v : [], path = [...at.path, f.key];
  return <fieldset class="group" data-key={f.key}><legend>{kindName(l, f.key)}</legend>
    {all.map((e, i) => <fieldset class="group in" key={i}><legend>{kindName(l, f.of)} {i + 1}<Cross what={`${kindName(l, f.of)} ${i + 1}`} go={() => change(at.file, [{ path, value: all.filter((_, k) => k !== i) }])} /></legend><Fields at={{ file: at.file, path: [...path, i] }} table={f.of} v={e as Table} /></fieldset>)}
    <button type="button" class="do small" title={label} onClick={() => change(at.file, [{ path, value: [...all, seed(at.file, f.of)] }])}>{tell(l, "addOf", kindName(l, f.of))}</button></fieldset>;
}
/** Pairs of a key and a number: parameters of this battle. */
function Free({ f, at, v, label }: { f: Field; at: Place; v: Value | undefined; label: string }) {
  const l = lang.value, path = [...at.path, f.key], t = (typeof v === "object" && !Array.isArray(v) ? v : {}) as Table;
  return <fieldset class="group" data-key={f.key}><legend title={label}>{kindName(l, f.key)}</legend>
    {Object.entries(t).filter(([, x]) => typeof x !== "object").map(([k, x]) => <div class="field" key={k}><label for={`p-${k}`}>{k}</label><span class="paint"><input id={`p-${k}`} type="number" step="any" value={shown(x)} onChange={(e) => { if (e.currentTarget.value !== "") change(at.file, [{ path: [...path, k], value: Number(e.currentTarget.value) }]); }} /><Cross what={k} go={() => change(at.file, [{ path: [...path, k], value: undefined }])} /></span></div>)}
    <input type="text" aria-label={tell(l, "addOf", label)} placeholder={tell(l, "parameter")} onChange={(e) => { const k = e.currentTarget.value.trim(); if (/^[a-z0-9_.]+$/.test(k)) change(at.file, [{ path: [...path, k], value: 0 }]); e.currentTarget.value = ""; }} /></fieldset>;
}

/** The least that a table must hold, so that a new one is nearly right. */
function seed(file: FileKind, table: string): Table {
  const out: Table = {};
  for (const f of fieldsOf(file, table)) {
    if (!f.required) continue;
    if (f.type === "choice") out[f.key] = f.choices[0];
    else if (f.type === "number" || f.type === "integer") out[f.key] = Number.isFinite(f.low) ? Math.max(f.low, Math.min(f.high, 0)) : 0;
    else if (f.type === "flag") out[f.key] = false;
    else if (f.type === "point") out[f.key] = [0, 0];
    else if (f.type === "ref") out[f.key] = (f.to === "troop" ? troops() : choicesFor(f.to!, scenario.value))[0]?.id ?? "";
    else if (f.type === "text") out[f.key] = f.key === "date" ? "1631-10-31" : f.key === "clock" ? "13:30" : "";
    else if (f.type === "id") out[f.key] = table;
    else if (f.type === "name") out[f.key] = { en: table, zh: table };
  }
  if (Object.keys(out).length === 0) { const f = fieldsOf(file, table).find((q) => q.fallback !== undefined && q.type === "number"); if (f) out[f.key] = f.fallback!; }
  return out;
}

/** Keys that are written or must be stand first; the rest behind a fold. */
export function Fields({ at, table, v, skip = [] }: { at: Place; table: string; v: Table; skip?: string[] }) {
  const l = lang.value, all = fieldsOf(at.file, table).filter((f) => !skip.includes(f.key)), set = all.filter((f) => f.required || v[f.key] !== undefined).sort((a, b) => Number(a.type === "id") - Number(b.type === "id")), rest = all.filter((f) => !set.includes(f));
  return <>{set.map((f) => <Row key={f.key} f={f} at={at} v={v[f.key]} />)}
    {rest.length > 0 && <details class="rest"><summary>{tell(l, "more", rest.length)}</summary>{rest.map((f) => <Row key={f.key} f={f} at={at} v={v[f.key]} />)}</details>}</>;
}

/** Standing in ranks, or strewn: the one is exchanged for the other where it stands. */
function Stand({ t, v }: { t: Thing; v: Table }) {
  const l = lang.value, at = pointOf(v.at), box = boxOf(v.box);
  const toBox = (): void => { if (at) { const r = Math.max(30, Math.sqrt(Number(v.men) || 100) * 4); change(t.file, [{ path: [...t.path, "at"], value: undefined }, { path: [...t.path, "box"], value: [at[0] - r * 2, at[1] - r, at[0] + r * 2, at[1] + r].map(Math.round) }]); } };
  const toRanks = (): void => { if (box) change(t.file, [{ path: [...t.path, "box"], value: undefined }, { path: [...t.path, "at"], value: [Math.round((box[0] + box[2]) / 2), Math.round((box[1] + box[3]) / 2)] }]); };
  return <div class="seg stand" role="group" aria-label={tell(l, "stand")}><button aria-pressed={at !== null} onClick={toRanks}>{tell(l, "formed")}</button><button aria-pressed={at === null && box !== null} onClick={toBox}>{tell(l, "strewn")}</button></div>;
}

export function Chosen() {
  const l = lang.value, t = chosen.value;
  if (!t) return <p class="quiet">{tell(l, "nothing")}</p>;
  const v = valueOf(t), table = tableOf(t), root = t.path.length === 0, title = inWords(l, titleOf(t, v)), men = table === "unit" || table === "bodies";
  const used = namedBy(scenario.value, t), riders = men ? entries(scenario.value, "person").flatMap((p, i) => { const r = String(p.rides_with ?? ""); return r !== "" && (r === v.id || (table === "bodies" && r.startsWith(`${String(v.id)}.`))) ? [{ i, name: inWords(l, nameText(p.name)) }] : []; }) : [];
  const skip = root ? fieldsOf(t.file, "").filter((f) => f.type === "table" || f.type === "tables").map((f) => f.key) : [];
  return (
    <section class="form" aria-label={title || kindName(l, table)}>
      <div class="who"><div><h2>{title || kindName(l, root && t.file === "map" ? "map" : table)}</h2><p>{kindName(l, root && t.file === "map" ? "map" : table)}{table === "bodies" ? ` · ${tell(l, "units", unitsOf(v))}` : ""}{men && typeof v.men === "number" ? ` · ${tell(l, "men", number(v.men))}` : ""}</p></div></div>
      <p class="quiet about">{inWords(l, aboutTable(t.file, table))}</p>
      {root && t.file === "map" && typeof v.raster === "string" && <p class="quiet">{tell(l, "raster", v.raster)}</p>}
      {men && <Stand t={t} v={v} />}
      <Fields key={`${t.file}${t.path.join(".")}`} at={t} table={table} v={v} skip={skip} />
      {riders.length > 0 && <p class="links">{riders.map((r) => <button key={r.i} class="do small" onClick={() => { chosen.value = { file: "scenario", path: ["person", r.i] }; }}>{kindName(l, "person")}: {r.name}</button>)}</p>}
      {!root && <div class="acts">{typeof t.path[t.path.length - 1] === "number" && <button class="do small" onClick={() => copy(t, v)}>{tell(l, "duplicate")}</button>}<button class="do small" onClick={() => removeThing(t)}>{tell(l, "remove")}</button></div>}
      {used.length > 0 && <p class="quiet">{tell(l, "usedBy", used.slice(0, 6).map((u) => inWords(l, u)).join(", "))}</p>}
    </section>
  );
}
export function copy(t: Thing, v: Table): void {
  const value = JSON.parse(JSON.stringify(v)) as Table, kind = String(t.path[t.path.length - 2]);
  const file = docFor(t).value, nudge = (p: Value | undefined): Value | undefined => { const q = pointOf(p); return q ? [q[0] + 40, q[1] - 40] : p; };
  if (typeof value.id === "string") value.id = freeId(file, kind === "unit" || kind === "bodies" ? ["unit", "bodies"] : [kind], value.id.replace(/_\d+$/, ""));
  if (value.at !== undefined) value.at = nudge(value.at)!;
  if (value.to !== undefined) value.to = nudge(value.to)!;
  const box = boxOf(value.box);
  if (box) value.box = [box[0] + 40, box[1] - 40, box[2] + 40, box[3] - 40];
  for (const k of ["line", "ring"]) if (value[k] !== undefined) value[k] = lineOf(value[k]).map(([x, y]) => [x + 40, y - 40]);
  if (kind === "gate") change(t.file, [{ path: t.path.slice(0, -1), value: [...((docFor(t).get(t.path.slice(0, -1)) as Value[]) ?? []), value] }]);
  else addThing(t.file, t.path.slice(0, -1), value);
}

/** Kinds that have no place on the map: a new one of them. */
export function addOther(file: FileKind, kind: string): void {
  const s = scenario.value, base = seed(file, fieldsOf(file, "").find((f) => f.key === kind)?.of ?? kind), first = (k: string): string => String(entries(s, k)[0]?.id ?? "");
  const called: Record<string, [string, string]> = { side: ["New side", "新一方"], colours: ["New flag", "新旗号"], force: ["New force", "新军"], person: ["New person", "新人物"] };
  if ("id" in base) base.id = freeId(s, [kind], kind);
  if (called[kind]) base.name = { en: called[kind][0], zh: called[kind][1] };
  if (kind === "colours") { base.side = first("side"); base.fill_light = "#7A4E7E"; base.fill_dusk = "#9C7AA0"; }
  if (kind === "wind" || kind === "rain") { const lastLeg = entries(s, kind).pop(); base.at_s = lastLeg ? Number(lastLeg.at_s ?? 0) + 300 : 0; if (kind === "wind") { base.speed_m_s = Number(lastLeg?.speed_m_s ?? 4); base.from_deg = Number(lastLeg?.from_deg ?? 180); } else base.mm_h = 2; }
  if (kind === "intervention") { base.at_s = 60; base.kind = "silence_drum"; base.person = first("person"); }
  if (kind === "person") { const u = choicesFor("unit", s)[0]; base.rides_with = u?.id ?? ""; }
  if (kind === "smoke_cloud") { const b = boxOf(map.value.box) ?? [0, 0, 200, 100], x = Math.round((b[0] + b[2]) / 2), y = Math.round((b[1] + b[3]) / 2); base.box = [x - 100, y - 50, x + 100, y + 50]; base.visibility_m = 80; base.colour = "white"; }
  addThing(file, [kind], base);
}
