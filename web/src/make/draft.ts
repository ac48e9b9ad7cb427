/** The battle that is being made: its texts, what was done to them, what is chosen, what is wrong. */
import { batch, computed, effect, signal } from "@preact/signals";
import { isStatic } from "../state/server";
import type { Camera } from "../table/camera";
import blankMap from "./blank/map.toml?raw";
import blankScenario from "./blank/scenario.toml?raw";
import { firstLook, type Docs, type Problem } from "./check";
import { checkBattle, keepNew, keepOver, readBattle, Refused } from "./keep";
import { keyOf, thingAt, type Kind, type Thing } from "./things";
import type { Change } from "./shapes";
import { Doc, same, type Table, type Value } from "./toml";

export type Texts = Record<string, string>;
export interface Origin { id: string | null; name: string; own: boolean; tag: string }
interface Step { texts: Texts; chosen: Thing | null }

const FIRST = "scenario.toml", MOST_STEPS = 300;
export const origin = signal<Origin>({ id: null, name: "", own: false, tag: "" });
export const texts = signal<Texts>({});
export const chosen = signal<Thing | null>(null);
export const tool = signal<Kind | null>(null);
/** Places that the tool has been given so far. */
export const drawing = signal<number[][]>([]);
/** Values while the hand still moves: they are drawn, and written once it lets go. */
export const held = signal<Map<string, Value | undefined>>(new Map());
export const eye = signal<Camera>({ x: 0, y: 0, mpp: 2 });
export const notice = signal("");
const steps = signal<Step[]>([]), at = signal(0), saved = signal<Texts>({});
export const canUndo = computed(() => at.value > 0);
export const canRedo = computed(() => at.value + 1 < steps.value.length);
export const dirty = computed(() => texts.value !== saved.value);
export const isOpen = computed(() => texts.value[FIRST] !== undefined);

export const mapName = computed(() => { try { const m = new Doc(texts.value[FIRST] ?? "").value.map; return typeof m === "string" ? m : "map.toml"; } catch { return "map.toml"; } });
const parsed = new Map<string, Doc>();
function docOf(text: string): Doc {
  let d = parsed.get(text);
  if (!d) {
    if (parsed.size > 12) parsed.clear();
    parsed.set(text, d = new Doc(text));
  }
  return d;
}
export const docs = computed<Docs>(() => ({ scenario: docOf(texts.value[FIRST] ?? ""), map: texts.value[mapName.value] === undefined ? null : docOf(texts.value[mapName.value]) }));
const empty = new Doc("");
export const docFor = (t: Thing): Doc => (t.file === "scenario" ? docs.value.scenario : docs.value.map ?? empty);
export const fileName = (t: Thing): string => (t.file === "scenario" ? FIRST : mapName.value);

/** Values with what the hand holds laid over them. */
function over(file: Thing["file"], value: Table): Table {
  if (held.value.size === 0) return value;
  let out: Value = value;
  for (const [key, v] of held.value) {
    const [f, way] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (f === file) out = withAt(out, JSON.parse(way) as (string | number)[], v);
  }
  return out as Table;
}
function withAt(value: Value | undefined, path: (string | number)[], v: Value | undefined): Value {
  if (path.length === 0) return v as Value;
  const [k, ...rest] = path;
  if (Array.isArray(value)) { const copy = [...value]; copy[k as number] = withAt(copy[k as number], rest, v); return copy; }
  const copy = { ...(value as Table | undefined) };
  if (rest.length === 0 && v === undefined) delete copy[k]; else copy[k] = withAt(copy[k], rest, v);
  return copy;
}
export const scenario = computed<Table>(() => over("scenario", docs.value.scenario.value));
export const map = computed<Table>(() => over("map", docs.value.map?.value ?? {}));
export const valueOf = (t: Thing): Table => (t.path.reduce<Value | undefined>((a, k) => (a as Table | undefined)?.[k as string], t.file === "scenario" ? scenario.value : map.value) ?? {}) as Table;
export function hold(file: Thing["file"], changes: Change[]): void { held.value = new Map(changes.map((c) => [`${file}:${JSON.stringify(c.path)}`, c.value])); }

/** Takes other texts as the draft; what cannot be read is refused and nothing changes. */
function put(next: Texts, choose: Thing | null): void {
  for (const [name, text] of Object.entries(next)) if (name === FIRST || name === mapName.value) docOf(text);
  batch(() => {
    held.value = new Map();
    const kept = steps.value.slice(Math.max(0, at.value + 2 - MOST_STEPS), at.value + 1);
    steps.value = [...kept, { texts: next, chosen: choose }];
    at.value = kept.length;
    texts.value = next; chosen.value = choose;
  });
}
function step(by: number): void {
  const s = steps.value[at.value + by];
  if (!s) return;
  batch(() => { held.value = new Map(); at.value += by; texts.value = s.texts; chosen.value = s.chosen && exists(s.chosen) ? s.chosen : null; });
}
export const undo = (): void => step(-1);
export const redo = (): void => step(1);
const exists = (t: Thing): boolean => t.path.length === 0 || docFor(t).has(t.path);

/** Writes values into the text of a file; true when anything changed. */
export function change(file: Thing["file"], changes: Change[], choose: Thing | null = chosen.value): boolean {
  const name = file === "scenario" ? FIRST : mapName.value;
  let doc = file === "scenario" ? docs.value.scenario : docs.value.map ?? empty;
  const before = doc;
  try {
    for (const c of changes) {
      doc = c.value === undefined ? doc.remove(c.path) : doc.set(c.path, c.value);
      if (!same(doc.get(c.path), c.value)) throw new Error(c.path.join("."));
    }
  } catch (e) { held.value = new Map(); notice.value = e instanceof Error ? e.message : String(e); return false; }
  if (doc === before) { held.value = new Map(); return false; }
  put({ ...texts.value, [name]: doc.text }, choose);
  return true;
}
export function addThing(file: Thing["file"], path: (string | number)[], value: Table): void {
  const name = file === "scenario" ? FIRST : mapName.value, doc = file === "scenario" ? docs.value.scenario : docs.value.map ?? empty, list = doc.get(path);
  try { put({ ...texts.value, [name]: doc.append(path, value).text }, { file, path: [...path, Array.isArray(list) ? list.length : 0] }); }
  catch (e) { notice.value = e instanceof Error ? e.message : String(e); }
}
export function removeThing(t: Thing): void {
  if (t.path.length === 0) return;
  try { put({ ...texts.value, [fileName(t)]: docFor(t).remove(t.path).text }, null); }
  catch (e) { notice.value = e instanceof Error ? e.message : String(e); }
}
/** A whole file written by hand. Errors of the reader go to the caller. */
export function setText(name: string, text: string): void { if (text !== texts.value[name]) { docOf(text); put({ ...texts.value, [name]: text }, chosen.value && exists(chosen.value) ? chosen.value : null); } }

function open(next: Texts, from: Origin): void {
  docOf(next[FIRST] ?? "");
  for (const [name, text] of Object.entries(next)) if (name.endsWith(".toml")) docOf(text);
  batch(() => {
    origin.value = from; texts.value = next; saved.value = next; chosen.value = null; tool.value = null; drawing.value = []; held.value = new Map(); notice.value = "";
    steps.value = [{ texts: next, chosen: null }]; at.value = 0;
  });
}
export const openBlank = (): void => open({ [FIRST]: blankScenario, "map.toml": blankMap }, { id: null, name: "", own: false, tag: "" });
export function openTexts(next: Texts): void {
  if (next[FIRST] === undefined) throw new Error("scenario.toml");
  open(next, { id: null, name: "", own: false, tag: "" });
}
export async function openBattle(id: string): Promise<void> {
  const b = await readBattle(id);
  open(b.files, { id: b.id, name: b.name, own: b.own, tag: b.tag });
}

/** Saves: over what it came from where that may be, else under a new name. */
export async function save(name: string | null): Promise<void> {
  const now = texts.value, from = origin.value;
  if (name === null && from.own && from.id) {
    const kept = await keepOver(from.id, now, from.tag);
    batch(() => { saved.value = now; origin.value = { ...from, tag: kept.tag }; });
    return;
  }
  let next = now;
  try { next = { ...now, [FIRST]: docs.value.scenario.set(["id"], name ?? "").text }; } catch { /* then it keeps the id it has */ }
  const kept = await keepNew(name ?? "", next, from.id);
  batch(() => { if (next !== now) put(next, chosen.value); saved.value = texts.value; origin.value = { id: kept.id, name: kept.name, own: true, tag: kept.tag }; });
}

/** What is wrong; by the server where there is one, and till it answers by the page. */
export const problems = signal<Problem[]>([]);
export const verdict = signal<"looking" | "told" | "page">("page");
export const counted = signal<{ men: number; units: number } | null>(null);
export const errors = computed(() => problems.value.filter((p) => p.severity === "error"));
export const faultsOf = (t: Thing): Problem[] => problems.value.filter((p) => p.thing !== null && keyOf(p.thing) === keyOf(t));

let asked = 0;
async function askServer(now: Texts, mine: Problem[]): Promise<void> {
  const ticket = ++asked;
  verdict.value = "looking";
  try {
    const told = await checkBattle(now, origin.value.id);
    if (ticket !== asked || texts.value !== now) return;
    batch(() => {
      problems.value = told.problems.map((p): Problem => {
        const file = p.file === FIRST ? "scenario" : p.file === mapName.value ? "map" : null, doc = file === "scenario" ? docs.value.scenario : file === "map" ? docs.value.map : null;
        const path = doc && p.line > 0 ? doc.pathAt(p.line, p.column) : [], known = mine.find((m) => m.file === p.file && m.line === p.line && m.key === p.key);
        return { ...p, reason: { en: p.reason, zh: known?.reason.zh ?? p.reason }, remedy: { en: p.remedy, zh: known?.remedy.zh ?? p.remedy }, path, thing: file ? thingAt(file, path) : null };
      });
      counted.value = told.ok ? { men: told.men, units: told.units } : null;
      verdict.value = "told";
    });
  } catch (e) {
    if (ticket !== asked) return;
    verdict.value = "page";
    // Busy for a moment: asked again.
    if (e instanceof Refused && e.status === 503) setTimeout(() => { if (texts.value === now) void askServer(now, mine); }, 1500);
  }
}
export function startChecking(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const now = texts.value;
    if (!isOpen.value) return;
    const mine = firstLook(docs.value, { scenario: FIRST, map: mapName.value });
    ++asked;
    problems.value = mine; verdict.value = isStatic ? "page" : "looking";
    clearTimeout(timer);
    if (!isStatic) timer = setTimeout(() => void askServer(now, mine), 500);
    try { sessionStorage.setItem("linghe.draft", JSON.stringify({ texts: now, origin: origin.peek() })); } catch { /* no room, no storage */ }
  });
  return () => { stop(); clearTimeout(timer); ++asked; };
}
/** A draft that this tab still has from before it was loaded anew. */
export function recallDraft(): boolean {
  if (isOpen.value) return true;
  try {
    const kept = JSON.parse(sessionStorage.getItem("linghe.draft") ?? "null") as { texts: Texts; origin: Origin } | null;
    if (!kept?.texts[FIRST]) return false;
    open(kept.texts, kept.origin);
    saved.value = {};
    return true;
  } catch { return false; }
}
