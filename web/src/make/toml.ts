/** A TOML text that is changed in place: the parser says where each value stands, a change touches those characters alone, so comments stay. */
import { parseTOML, type AST } from "toml-eslint-parser";

export type Value = string | number | boolean | Value[] | Table;
export interface Table { [key: string]: Value }
export type Path = (string | number)[];

/** One value and where it is written: behind a key, in a list, or under one or more headers. */
interface Spot {
  kind: "leaf" | "list" | "table";
  leaf?: Value;
  node?: AST.TOMLContentNode;
  kv?: AST.TOMLKeyValue;
  tables: AST.TOMLTable[];
  kids: Map<string | number, Spot>;
}
const fresh = (kind: Spot["kind"]): Spot => ({ kind, tables: [], kids: new Map() });
const nameOf = (k: AST.TOMLBare | AST.TOMLQuoted): string => (k.type === "TOMLBare" ? k.name : k.value);

function content(node: AST.TOMLContentNode, text: string): Spot {
  if (node.type === "TOMLArray") {
    const s = fresh("list");
    s.node = node;
    node.elements.forEach((e, i) => s.kids.set(i, content(e, text)));
    return s;
  }
  if (node.type === "TOMLInlineTable") {
    const s = fresh("table");
    s.node = node;
    for (const kv of node.body) put(s, kv, text);
    return s;
  }
  const s = fresh("leaf");
  s.node = node;
  // A date is kept as it is written: the format of scenarios knows none, and the check will say so.
  s.leaf = node.kind === "string" || node.kind === "boolean" || node.kind === "integer" || node.kind === "float" ? node.value : text.slice(...node.range);
  return s;
}

function put(into: Spot, kv: AST.TOMLKeyValue, text: string): void {
  let at = into;
  const names = kv.key.keys.map(nameOf);
  for (const name of names.slice(0, -1)) {
    if (!at.kids.has(name)) at.kids.set(name, fresh("table"));
    at = at.kids.get(name)!;
  }
  const s = content(kv.value, text);
  s.kv = kv;
  at.kids.set(names[names.length - 1], s);
}

function valueOf(s: Spot): Value {
  if (s.kind === "leaf") return s.leaf!;
  if (s.kind === "list") return [...s.kids.values()].map(valueOf);
  const out = Object.create(null) as Table; // a key may be called "__proto__"
  for (const [k, v] of s.kids) out[k] = valueOf(v);
  return out;
}

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : textText(key));
function textText(text: string): string {
  // JSON's escapes are TOML's; half a character and DEL are not allowed there.
  return JSON.stringify(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")).replace(/\u007f/g, "\\u007f");
}
/** To a millimetre and a millionth: no drag of the hand is finer. */
function numberText(v: number): string {
  if (!Number.isFinite(v)) throw new Error("not a finite number");
  return String(Math.abs(v) < 1e-4 ? v : Number(v.toFixed(6)));
}
export function print(v: Value, lines = false): string {
  if (typeof v === "number") return numberText(v);
  if (typeof v === "boolean") return String(v);
  if (typeof v === "string") return textText(v);
  if (!Array.isArray(v)) {
    const all = Object.keys(v).map((k) => `${keyText(k)} = ${print(v[k])}`);
    return all.length ? `{ ${all.join(", ")} }` : "{}";
  }
  if (lines && v.length > 0) return `[\n${v.map((e) => `    ${print(e)},\n`).join("")}]`;
  return `[${v.map((e) => print(e)).join(", ")}]`;
}

export const same = (a: Value | undefined, b: Value | undefined): boolean => {
  if (a === b) return true;
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= 1e-6;
  if (typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const ka = Object.keys(a), kb = Object.keys(b);
  return ka.length === kb.length && ka.every((k) => Object.hasOwn(b, k) && same((a as Table)[k], (b as Table)[k]));
};

export class TomlFault extends Error {
  constructor(message: string, readonly line: number, readonly column: number) { super(message); }
}

/** Never changed: each change gives another one. */
export class Doc {
  private root: Spot;
  private heads: AST.TOMLTable[] = [];
  private whole: Table | null = null;

  constructor(readonly text: string) {
    let program: AST.TOMLProgram;
    try { program = parseTOML(text); }
    catch (e) {
      const f = e as { message?: string; lineNumber?: number; column?: number };
      throw new TomlFault(f.message ?? String(e), f.lineNumber ?? 0, (f.column ?? 0) + 1);
    }
    this.root = fresh("table");
    for (const e of program.body[0].body) {
      if (e.type === "TOMLKeyValue") { put(this.root, e, text); continue; }
      this.heads.push(e);
      let at = this.root;
      e.resolvedKey.forEach((k, i) => {
        if (!at.kids.has(k)) at.kids.set(k, fresh(typeof e.resolvedKey[i + 1] === "number" ? "list" : "table"));
        at = at.kids.get(k)!;
      });
      at.tables.push(e);
      for (const kv of e.body) put(at, kv, text);
    }
  }

  get value(): Table { return (this.whole ??= valueOf(this.root) as Table); }
  private find(path: Path): Spot | undefined {
    let at: Spot | undefined = this.root;
    for (const k of path) at = at?.kids.get(k);
    return at;
  }
  get(path: Path): Value | undefined { const s = this.find(path); return s && valueOf(s); }
  has(path: Path): boolean { return this.find(path) !== undefined; }

  /** Line and column (from 1) where a value is written, or the nearest that holds it. */
  placeOf(path: Path): { line: number; column: number } {
    for (let n = path.length; n > 0; --n) {
      const s = this.find(path.slice(0, n)), start = s?.kv?.loc.start ?? s?.tables[0]?.loc.start ?? s?.node?.loc.start;
      if (start) return { line: start.line, column: start.column + 1 };
    }
    return { line: 1, column: 1 };
  }
  /** What is written there: the last thing that begins on the line before the column, else what spans the line. */
  pathAt(line: number, column: number): Path {
    let best: Path = [], at = -1, span: Path = [], wide = Infinity;
    const look = (s: Spot, path: Path): void => {
      for (const place of [s.kv?.loc ?? s.node?.loc, ...s.tables.map((t) => t.loc)]) {
        if (!place) continue;
        if (place.start.line === line && place.start.column < Math.max(1, column) && place.start.column >= at) { at = place.start.column; best = path; }
        const lines = place.end.line - place.start.line;
        if (place.start.line <= line && place.end.line >= line && lines <= wide) { wide = lines; span = path; }
      }
      for (const [k, kid] of s.kids) look(kid, [...path, k]);
    };
    look(this.root, []);
    return at >= 0 ? best : span;
  }

  private get eol(): string { return this.text.includes("\r\n") ? "\r\n" : "\n"; }
  private cut(from: number, to: number, by: string): Doc { return new Doc(this.text.slice(0, from) + by + this.text.slice(to)); }
  private lineStart(at: number): number { return this.text.lastIndexOf("\n", at - 1) + 1; }
  private lineEnd(at: number): number { const n = this.text.indexOf("\n", at); return n < 0 ? this.text.length : n + 1; }

  /** A value in the place of another, or a new key behind its sisters. Whole tables: see add. */
  set(path: Path, value: Value): Doc {
    const s = this.find(path);
    if (s?.node) {
      const old = this.text.slice(...s.node.range);
      return same(valueOf(s), value) ? this : this.cut(...s.node.range, print(value, Array.isArray(value) && old.includes("\n")));
    }
    if (s) return this.setTable(path, s, value);
    const key = path[path.length - 1], above = path.slice(0, -1), parent = this.find(above);
    if (!parent) return above.length === 1 ? this.newTable(String(above[0]), { [key]: value }) : this.set(above, { [key]: value });
    if (parent.kind === "list") return this.append(above, value);
    if (parent.node?.type === "TOMLInlineTable") return this.intoInline(parent.node, String(key), value);
    return this.intoTable(parent, String(key), value);
  }
  private setTable(path: Path, s: Spot, value: Value): Doc {
    if (typeof value !== "object" || Array.isArray(value)) return this.remove(path).set(path, value);
    let doc: Doc = this;
    for (const k of s.kids.keys()) if (!Object.hasOwn(value, k)) doc = doc.remove([...path, k]);
    for (const k of Object.keys(value)) doc = doc.set([...path, k], value[k]);
    return doc;
  }
  private intoInline(node: AST.TOMLInlineTable, key: string, value: Value): Doc {
    const pair = `${keyText(key)} = ${print(value)}`, last = node.body[node.body.length - 1];
    return last ? this.cut(last.range[1], last.range[1], `, ${pair}`) : this.cut(...node.range, `{ ${pair} }`);
  }
  private intoTable(parent: Spot, key: string, value: Value): Doc {
    const own = [...parent.kids.values()].flatMap((k) => (k.kv && k.kv.parent.type !== "TOMLInlineTable" ? [k.kv] : []));
    const last = own.sort((a, b) => a.range[0] - b.range[0]).pop(), dotted = last && last.key.keys.length > 1;
    const prefix = dotted ? last.key.keys.slice(0, -1).map((k) => keyText(nameOf(k)) + ".").join("") : "";
    const line = `${prefix}${keyText(key)} = ${print(value)}${this.eol}`;
    if (last) return this.afterLine(last.range[1], line);
    if (parent.tables.length > 0) return this.afterLine(parent.tables[0].key.range[1], line);
    const first = this.heads[0] ? this.blockStart(this.heads[0]) : this.text.length;
    return this.cut(first, first, line + this.eol);
  }
  private afterLine(at: number, line: string): Doc {
    const end = this.lineEnd(at), bare = end === this.text.length && !this.text.endsWith("\n");
    return this.cut(end, end, (bare ? this.eol : "") + line);
  }

  /** Another entry of a list: a block of its own where the list is written in blocks. */
  append(path: Path, value: Value): Doc {
    const s = this.find(path);
    if (s?.node?.type === "TOMLArray") {
      const last = s.node.elements[s.node.elements.length - 1];
      if (!last) return this.cut(...s.node.range, `[${print(value)}]`);
      const lines = this.text.slice(s.node.range[0], last.range[0]).includes("\n"), indent = this.text.slice(this.lineStart(last.range[0]), last.range[0]);
      return this.cut(last.range[1], last.range[1], lines ? `,${this.eol}${/^\s*$/.test(indent) ? indent : "    "}${print(value)}` : `, ${print(value)}`);
    }
    if (path.length !== 1 || typeof value !== "object" || Array.isArray(value)) {
      if (!s) return this.set(path, [value]);
      throw new Error("this list cannot be added to");
    }
    const block = this.block(`[[${keyText(String(path[0]))}]]`, value);
    if (!s || s.kids.size === 0) return this.atEnd(block);
    const tables = this.tablesUnder([...s.kids.values()].pop()!), end = Math.max(...tables.map((t) => this.blockContentEnd(t)));
    return this.cut(end, end, (this.text[end - 1] === "\n" ? "" : this.eol) + this.eol + block);
  }
  private newTable(name: string, value: Table): Doc { return this.atEnd(this.block(`[${keyText(name)}]`, value)); }
  private block(head: string, value: Table): string {
    return [head, ...Object.keys(value).map((k) => `${keyText(k)} = ${print(value[k])}`)].join(this.eol) + this.eol;
  }
  private atEnd(block: string): Doc {
    const bare = this.text !== "" && !this.text.endsWith("\n");
    return this.cut(this.text.length, this.text.length, (bare ? this.eol : "") + (this.text === "" ? "" : this.eol) + block);
  }

  remove(path: Path): Doc {
    const s = this.find(path);
    if (!s) return this;
    if (s.kv) {
      const parent = s.kv.parent;
      return parent.type === "TOMLInlineTable" ? this.fromList(parent.body, s.kv) : this.cut(this.lineStart(s.kv.range[0]), this.lineEnd(s.kv.range[1]), "");
    }
    if (s.node?.parent.type === "TOMLArray") return this.fromList(s.node.parent.elements, s.node);
    const tables = this.tablesUnder(s);
    if (tables.length > 0) {
      const spans = tables.map((t) => [this.blockStart(t), this.blockEnd(t)]).sort((a, b) => b[0] - a[0]);
      let text = this.text;
      for (const [from, to] of spans) text = text.slice(0, from) + text.slice(to);
      return new Doc(text);
    }
    let doc: Doc = this;
    for (const k of [...s.kids.keys()].reverse()) doc = doc.remove([...path, k]); // keys written with dots
    return doc;
  }
  private fromList(all: { range: [number, number] }[], one: { range: [number, number] }): Doc {
    const i = all.indexOf(one);
    if (all.length === 1) {
      const comma = /^\s*,/.exec(this.text.slice(one.range[1]));
      return this.cut(one.range[0], one.range[1] + (comma ? comma[0].length : 0), "");
    }
    return i + 1 < all.length ? this.cut(one.range[0], all[i + 1].range[0], "") : this.cut(all[i - 1].range[1], one.range[1], "");
  }

  private tablesUnder(s: Spot): AST.TOMLTable[] { return [...s.tables, ...[...s.kids.values()].flatMap((k) => this.tablesUnder(k))]; }
  /** Its header, with the comment that stands right above it. */
  private blockStart(t: AST.TOMLTable): number {
    let at = this.lineStart(t.range[0]);
    for (;;) {
      if (at === 0) return at;
      const above = this.lineStart(at - 1);
      if (!/^\s*#/.test(this.text.slice(above, at))) return at;
      at = above;
    }
  }
  private blockEnd(t: AST.TOMLTable): number {
    const next = this.heads[this.heads.indexOf(t) + 1];
    return next ? this.blockStart(next) : this.text.length;
  }
  private blockContentEnd(t: AST.TOMLTable): number {
    return this.lineEnd(t.body.length ? t.body[t.body.length - 1].range[1] : t.key.range[1]);
  }
}
