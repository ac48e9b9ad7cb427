/** What can be taken hold of on the map: where things lie, which handles they have, what a pull at one changes. */
import { boxOf, lineOf, pointOf, within } from "./land";
import { troops, type FileKind } from "./schema";
import { entries, tableOf, unitsOf, type Thing } from "./things";
import type { Path, Table, Value } from "./toml";

export interface Change { path: Path; value: Value | undefined }
export interface Handle {
  x: number; y: number; shape: "square" | "small" | "round";
  /** for the words beside it and the screen reader */
  name: "front" | "facing" | "ranks" | "corner" | "point" | "between" | "width" | "water" | "radius" | "end" | "goal";
  pull: (x: number, y: number, fine: boolean) => Change[];
  /** a point of a line may be taken out again */
  drop?: () => Change[];
}
type P = [number, number];
const num = (v: Value | undefined, otherwise: number): number => (typeof v === "number" && Number.isFinite(v) ? v : otherwise);
const sub = (t: Thing, ...rest: Path): Path => [...t.path, ...rest];
const deg = Math.PI / 180;

// Room of a man in the ranks as the shipped parameters of the group move have it; what is drawn is near, the program has the last word.
const ROOM = { horse: { file: 1.1, rank: 3.7 }, foot: { file: 0.9, rank: 2 } };

export interface Formed { rects: P[]; at: P; front: number; depth: number; whole: number; deep: number; ahead: P; right: P; lines: number; perLine: number; step: number; room: { file: number; rank: number } }
/** A body in ranks: the middle of each of its units, their front and depth, the front and depth of all. */
export function formed(v: Table): Formed | null {
  const at = pointOf(v.at);
  if (!at) return null;
  const many = v.unit_size !== undefined || v.lines !== undefined || v.gap_m !== undefined, count = many ? unitsOf(v) : 1, men = Math.max(1, num(v.men, 1) / count);
  const room = troops().find((t) => t.id === v.troop)?.mounted === false ? ROOM.foot : ROOM.horse, ranks = Math.max(1, num(v.ranks, 4));
  const front = num(v.frontage_m, 0) > 0 ? num(v.frontage_m, 1) : Math.ceil(men / ranks) * room.file, depth = ranks * room.rank, gap = num(v.gap_m, 20);
  const lines = Math.min(Math.max(1, num(v.lines, 1)), count), perLine = Math.ceil(count / lines), a = num(v.heading_deg, 0) * deg;
  const ahead: P = [Math.sin(a), Math.cos(a)], right: P = [Math.cos(a), -Math.sin(a)], rects: P[] = [];
  for (let i = 0; i < Math.min(count, 2000); ++i) {
    const row = Math.floor(i / perLine), inRow = Math.min(perLine, count - row * perLine), across = ((i % perLine) - (inRow - 1) / 2) * (front + gap), back = row * (depth + gap);
    rects.push([at[0] + right[0] * across - ahead[0] * back, at[1] + right[1] * across - ahead[1] * back]);
  }
  return { rects, at, front, depth, whole: perLine * (front + gap) - gap, deep: (lines - 1) * (depth + gap) + depth, ahead, right, lines, perLine, step: front + gap, room };
}
const along = (d: P, f: Formed, x: number, y: number): number => (x - f.at[0]) * d[0] + (y - f.at[1]) * d[1];
export const headingTo = (from: P, x: number, y: number): number => Math.round(((Math.atan2(x - from[0], y - from[1]) / deg) + 360) % 360);

/** Metres are rounded to what the hand can do at this distance. */
export const tidy = (v: number, mpp: number): number => { const s = mpp > 5 ? 10 : mpp > 1.2 ? 5 : mpp > 0.2 ? 1 : 0.1; return Math.round(Math.round(v / s) * s * 10) / 10; };

function nearestOn(line: P[], x: number, y: number): { x: number; y: number; dx: number; dy: number; d: number } | null {
  let best: { x: number; y: number; dx: number; dy: number; d: number } | null = null;
  for (let i = 0; i + 1 < line.length; ++i) {
    const [ax, ay] = line[i], dx = line[i + 1][0] - ax, dy = line[i + 1][1] - ay, l = Math.hypot(dx, dy);
    if (l === 0) continue;
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (l * l))), px = ax + t * dx, py = ay + t * dy, d = Math.hypot(x - px, y - py);
    if (!best || d < best.d) best = { x: px, y: py, dx: dx / l, dy: dy / l, d };
  }
  return best;
}
/** The way of the water (or the wall) at a place: across it a ford is wide. */
export function courseAt(lines: P[][], x: number, y: number): P {
  const near = lines.map((l) => nearestOn(l, x, y)).filter((n) => n !== null).sort((a, b) => a.d - b.d)[0];
  return near ? [near.dx, near.dy] : [1, 0];
}

function pointsHandles(t: Thing, key: string, line: P[], closed: boolean, mpp: number): Handle[] {
  const out: Handle[] = [], put = (pts: P[]): Change[] => [{ path: sub(t, key), value: pts }], least = closed ? 3 : 2;
  line.forEach((p, i) => out.push({ x: p[0], y: p[1], shape: "square", name: "point", pull: (x, y) => put(line.map((q, k) => (k === i ? [tidy(x, mpp), tidy(y, mpp)] : q))),
    drop: line.length > least ? () => put(line.filter((_, k) => k !== i)) : undefined }));
  for (let i = 0; i + (closed ? 0 : 1) < line.length; ++i) {
    const a = line[i], b = line[(i + 1) % line.length];
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) < 40 * mpp) continue;
    out.push({ x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, shape: "small", name: "between", pull: (x, y) => put([...line.slice(0, i + 1), [tidy(x, mpp), tidy(y, mpp)], ...line.slice(i + 1)]) });
  }
  return out;
}
function boxHandles(path: Path, box: [number, number, number, number], mpp: number): Handle[] {
  return [[0, 1], [2, 1], [2, 3], [0, 3]].map(([i, j]) => ({ x: box[i], y: box[j], shape: "square" as const, name: "corner" as const, pull: (x: number, y: number) => {
    const b = [...box];
    b[i] = tidy(x, mpp); b[j] = tidy(y, mpp);
    if (b[0] >= b[2]) { if (i === 0) b[0] = b[2] - 1; else b[2] = b[0] + 1; }
    if (b[1] >= b[3]) { if (j === 1) b[1] = b[3] - 1; else b[3] = b[1] + 1; }
    return [{ path, value: b }];
  } }));
}
function formedHandles(t: Thing, v: Table, f: Formed, mpp: number): Handle[] {
  const s = 24 * mpp + f.depth / 2, off = Math.max(0, 17 * mpp - f.whole / 2), many = f.perLine > 1 || t.path[0] === "bodies", out: Handle[] = [];
  out.push({ x: f.at[0] + f.ahead[0] * s, y: f.at[1] + f.ahead[1] * s, shape: "round", name: "facing", pull: (x, y, fine) => { const h = headingTo(f.at, x, y); return [{ path: sub(t, "heading_deg"), value: fine ? h : Math.round(h / 5) * 5 % 360 }]; } });
  for (const side of [1, -1]) out.push({ x: f.at[0] + f.right[0] * side * (f.whole / 2 + off), y: f.at[1] + f.right[1] * side * (f.whole / 2 + off), shape: "square", name: "front", pull: (x, y) => {
    const w = Math.max(2, 2 * (Math.abs(along(f.right, f, x, y)) - off));
    if (!many || f.perLine < 2) return [{ path: sub(t, "frontage_m"), value: Math.round(Math.min(5000, w)) }];
    return [{ path: sub(t, "gap_m"), value: Math.max(0, Math.min(2000, Math.round((w - f.perLine * f.front) / (f.perLine - 1)))) }];
  } });
  const back = f.deep - f.depth / 2;
  out.push({ x: f.at[0] - f.ahead[0] * (back + 10 * mpp), y: f.at[1] - f.ahead[1] * (back + 10 * mpp), shape: "square", name: "ranks", pull: (x, y) => {
    const d = -along(f.ahead, f, x, y) - 10 * mpp;
    if (many) return [{ path: sub(t, "lines"), value: Math.max(1, Math.min(50, Math.min(unitsOf(v), Math.round((d + f.depth / 2 + num(v.gap_m, 20)) / (f.depth + num(v.gap_m, 20)))))) }];
    return [{ path: sub(t, "ranks"), value: Math.max(1, Math.min(100, Math.round((2 * d) / f.room.rank))) }];
  } });
  return out;
}

export function handlesOf(t: Thing, v: Table, map: Table, mpp: number): Handle[] {
  const kind = tableOf(t), out: Handle[] = [], box = boxOf(v.box), at = pointOf(v.at), order = (typeof v.order === "object" ? v.order : {}) as Table, goal = pointOf(order.at);
  if (kind === "unit" || kind === "bodies") {
    const f = formed(v);
    if (f) out.push(...formedHandles(t, v, f, mpp));
    else if (box) {
      const c: P = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], a = num(v.heading_deg, 0) * deg, r = 34 * mpp;
      out.push({ x: c[0] + Math.sin(a) * r, y: c[1] + Math.cos(a) * r, shape: "round", name: "facing", pull: (x, y, fine) => { const h = headingTo(c, x, y); return [{ path: sub(t, "heading_deg"), value: fine ? h : Math.round(h / 5) * 5 % 360 }]; } });
    }
  }
  if (box) out.push(...boxHandles(sub(t, "box"), box, mpp));
  if (goal) out.push({ x: goal[0], y: goal[1], shape: "round", name: "goal", pull: (x, y) => [{ path: sub(t, "order", "at"), value: [tidy(x, mpp), tidy(y, mpp)] }] });
  const line = lineOf(v.line), ring = lineOf(v.ring), to = pointOf(v.to);
  if (line.length > 1) out.push(...pointsHandles(t, "line", line, false, mpp));
  if (ring.length > 2) out.push(...pointsHandles(t, "ring", ring, true, mpp));
  if (kind === "place" && at) out.push({ x: to?.[0] ?? at[0] + 30 * mpp, y: to?.[1] ?? at[1], shape: to ? "square" : "small", name: "end", pull: (x, y) => [{ path: sub(t, "to"), value: [tidy(x, mpp), tidy(y, mpp)] }],
    drop: to ? () => [{ path: sub(t, "to"), value: undefined }] : undefined });
  if (kind === "hill" && at) out.push({ x: at[0] + num(v.radius_m, 1), y: at[1], shape: "round", name: "radius", pull: (x, y) => [{ path: sub(t, "radius_m"), value: Math.max(1, tidy(Math.hypot(x - at[0], y - at[1]), mpp)) }] });
  if (kind === "ramp" && at) out.push(...widthHandles(t, at, courseAt(entries(map, "river").map((r) => lineOf(r.line)), ...at), num(v.width_m, 1), mpp));
  if (kind === "gate" && at) out.push(...widthHandles(t, at, courseAt(entries(map, "wall").map((r) => lineOf(r.line)), ...at), num(v.width_m, 1), mpp));
  if (kind === "river" && line.length > 1) out.push(...riverHandles(t, line, v, mpp));
  if (t.file === "map" && t.path.length === 0 && box) out.forEach((h) => { h.name = "corner"; });
  return out;
}
function widthHandles(t: Thing, at: P, d: P, width: number, mpp: number): Handle[] {
  return [1, -1].map((s) => ({ x: at[0] + (d[0] * s * width) / 2, y: at[1] + (d[1] * s * width) / 2, shape: "round" as const, name: "width" as const,
    pull: (x: number, y: number) => [{ path: sub(t, "width_m"), value: Math.max(1, tidy(2 * Math.abs((x - at[0]) * d[0] + (y - at[1]) * d[1]), Math.min(mpp, 1))) }] }));
}
function riverHandles(t: Thing, line: P[], v: Table, mpp: number): Handle[] {
  let at = 0;
  for (let i = 1; i + 1 < line.length; ++i) if (Math.hypot(line[i + 1][0] - line[i][0], line[i + 1][1] - line[i][1]) > Math.hypot(line[at + 1][0] - line[at][0], line[at + 1][1] - line[at][1])) at = i;
  const [ax, ay] = line[at], l = Math.hypot(line[at + 1][0] - ax, line[at + 1][1] - ay) || 1, dx = (line[at + 1][0] - ax) / l, dy = (line[at + 1][1] - ay) / l, m: P = [ax + dx * l * 0.42, ay + dy * l * 0.42];
  const across = (x: number, y: number): number => 2 * Math.abs(-(x - ax) * dy + (y - ay) * dx), channel = num(v.channel_width_m, 1), water = num(v.water_width_m, 0);
  const place = (w: number): { x: number; y: number } => ({ x: m[0] - (dy * w) / 2, y: m[1] + (dx * w) / 2 });
  return [
    { ...place(channel + 12 * mpp), shape: "round", name: "width", pull: (x, y) => { const w = Math.max(1, tidy(across(x, y) - 12 * mpp, Math.min(mpp, 1))); return [{ path: sub(t, "channel_width_m"), value: w }, ...(w < water ? [{ path: sub(t, "water_width_m"), value: w }] : [])]; } },
    { ...place(-water), shape: "round", name: "water", pull: (x, y) => { const w = tidy(across(x, y), Math.min(mpp, 1)); return [{ path: sub(t, "water_width_m"), value: w }, ...(w > channel ? [{ path: sub(t, "channel_width_m"), value: w }] : [])]; } },
  ];
}

const KEYS = ["at", "to", "retreat"], LINES = ["line", "ring"];
/** The same thing a little further. A gate slides along its wall. */
export function shifted(t: Thing, v: Table, dx: number, dy: number, map: Table, mpp = 0.1): Change[] {
  const out: Change[] = [], p = (q: P): P => [tidy(q[0] + dx, mpp), tidy(q[1] + dy, mpp)];
  if (t.path.length === 0) return out;
  if (tableOf(t) === "gate") {
    const at = pointOf(v.at), wall = lineOf((entries(map, "wall")[t.path[1] as number] ?? {}).line), on = at && nearestOn(wall, at[0] + dx, at[1] + dy);
    return on ? [{ path: sub(t, "at"), value: [Math.round(on.x * 10) / 10, Math.round(on.y * 10) / 10] }] : out;
  }
  for (const k of KEYS) { const at = pointOf(v[k]); if (at) out.push({ path: sub(t, k), value: p(at) }); }
  for (const k of LINES) { const line = lineOf(v[k]); if (line.length) out.push({ path: sub(t, k), value: line.map(p) }); }
  const box = boxOf(v.box);
  if (box) { const [x, y] = p([box[0], box[1]]); out.push({ path: sub(t, "box"), value: [x, y, Math.round((box[2] + x - box[0]) * 10) / 10, Math.round((box[3] + y - box[1]) * 10) / 10] }); }
  return out;
}
/** Onto the nearest wall: its number and the place on it. */
export function ontoWall(map: Table, x: number, y: number): { wall: number; at: P; d: number } | null {
  let best: { wall: number; at: P; d: number } | null = null;
  entries(map, "wall").forEach((w, wall) => { const n = nearestOn(lineOf(w.line), x, y); if (n && (!best || n.d < best.d)) best = { wall, at: [Math.round(n.x * 10) / 10, Math.round(n.y * 10) / 10], d: n.d }; });
  return best;
}

/** Where a thing is spoken to: where its name and its faults are written. */
export function anchorOf(v: Table): P | null {
  const at = pointOf(v.at) ?? pointOf(v.retreat), box = boxOf(v.box), line = [...lineOf(v.line), ...lineOf(v.ring)];
  if (at) return at;
  if (box) return [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const i = Math.floor((line.length - 1) / 2), a = line[i], b = line[i + 1] ?? a;
  return line.length === 0 ? null : line.length % 2 ? a : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** Everything that lies on the map, the lowest first. */
export function onMap(scenario: Table, map: Table): { thing: Thing; value: Table }[] {
  const out: { thing: Thing; value: Table }[] = [], add = (file: FileKind, from: Table, kind: string): void => entries(from, kind).forEach((value, i) => out.push({ thing: { file, path: [kind, i] }, value }));
  for (const k of ["patch", "hill", "river", "ditch", "road", "wall"]) add("map", map, k);
  entries(map, "wall").forEach((w, i) => entries(w, "gate").forEach((value, j) => out.push({ thing: { file: "map", path: ["wall", i, "gate", j] }, value })));
  add("map", map, "ramp");
  for (const k of ["smoke_cloud", "smoke", "ignition", "place", "side", "bodies", "unit"]) add("scenario", scenario, k);
  return out;
}
/** How far a press is from a thing, in pixels; Infinity when it misses. Small things come before large ones. */
export function missed(t: Thing, v: Table, x: number, y: number, mpp: number): number {
  const kind = tableOf(t), at = pointOf(v.at) ?? pointOf(v.retreat), box = boxOf(v.box), near = (d: number, reach: number): number => (d / mpp <= reach ? d / mpp : Infinity);
  if (kind === "unit" || kind === "bodies") {
    const f = formed(v);
    if (f) {
      const r = along(f.right, f, x, y), a = along(f.ahead, f, x, y), w = Math.max(f.whole / 2, 10 * mpp), d = Math.max(f.deep, 12 * mpp);
      return Math.abs(r) <= w && a <= Math.max(f.depth / 2, 8 * mpp) && a >= -d ? 1 : Infinity;
    }
    return box && x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] ? 3 : Infinity;
  }
  const line = lineOf(v.line), ring = lineOf(v.ring), to = pointOf(v.to);
  if (line.length > 1) { const n = nearestOn(line, x, y), half = kind === "river" ? num(v.channel_width_m, 1) / 2 : num(v.width_m, num(v.thickness_m, 1)) / 2; return n ? near(Math.max(0, n.d - half), 7) + 6 : Infinity; }
  if (to && at) { const n = nearestOn([at, to], x, y); return n ? near(n.d, 8) + 2 : Infinity; }
  if (kind === "hill" && at) { const d = Math.hypot(x - at[0], y - at[1]); return d / mpp < 14 ? 4 : d < num(v.radius_m, 0) * 0.6 ? 30 : Infinity; }
  if (ring.length > 2) return within(ring, x, y) ? 60 : Infinity;
  if (box) return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] ? (kind === "patch" ? 60 : 20) : Infinity;
  return at ? near(Math.hypot(x - at[0], y - at[1]), kind === "ramp" || kind === "gate" ? Math.max(10, num(v.width_m, 0) / 2 / mpp) : 10) : Infinity;
}
