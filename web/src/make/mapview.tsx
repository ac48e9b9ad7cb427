/** The map that is being made: two canvases, the hand on them, and the keys. */
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { help, lang, theme, trouble } from "../state/store";
import { View, zoomedAt } from "../table/camera";
import { Ground } from "../table/ground";
import { makeLand } from "../table/land";
import { GroundLines } from "../table/lines";
import type { Box } from "../sheet/pen";
import { addThing, change, chosen, docs, drawing, eye, hold, isOpen, map, notice, problems, redo, removeThing, scenario, tool, undo, valueOf } from "./draft";
import { boxOf, sketch } from "./land";
import { missed, onMap, ontoWall, shifted, tidy, type Change, type Handle } from "./shapes";
import { MakeSheet, paperOf } from "./sheet";
import { ASKS, FILE_OF, fresh, isSame, tableOf, type Kind, type Thing } from "./things";
import { tell } from "./words";

export const pointer = signal<[number, number] | null>(null);
const size = { w: 1, h: 1 };
const viewNow = (): View => new View(eye.value, { ...size, dpr: Math.min(2, window.devicePixelRatio || 1) });

/** All of the map where nothing lies on it: tools on the left or above, on a tablet the sheet below. */
export function showWhole(): void {
  const b = boxOf(map.value.box) ?? [-500, -500, 500, 500], o = document.querySelector(".makemap")?.getBoundingClientRect(), tools = document.querySelector(".tools")?.getBoundingClientRect(), side = document.querySelector(".makeside")?.getBoundingClientRect();
  const column = tools && o && tools.height > tools.width, left = column ? tools.right - o.left : 0, above = tools && o && !column ? tools.bottom - o.top : 0, below = side && o && side.left < o.right - 40 ? Math.max(0, o.bottom - side.top) : 0;
  const mpp = Math.max((b[2] - b[0]) / Math.max(100, size.w - 60 - left), (b[3] - b[1]) / Math.max(100, size.h - 60 - above - below));
  eye.value = { x: (b[0] + b[2]) / 2 - (left / 2) * mpp, y: (b[1] + b[3]) / 2 + ((above - below) / 2) * mpp, mpp };
}
export function zoomBy(f: number): void { const v = viewNow(); eye.value = zoomedAt(v, v.sheet.w / 2, v.sheet.h / 2, f); }

/** What the tool has been given becomes a thing. */
export function finish(): void {
  const k = tool.value, pts = drawing.value, need = k === null ? 0 : ASKS[k] === "ring" ? 3 : ASKS[k] === "line" && k !== "ignition" ? 2 : 1;
  if (k === null) return;
  if (pts.length < need) { drawing.value = []; return; }
  place(k, pts);
}
function place(k: Kind, pts: number[][]): void {
  const hint = chosen.value && ["unit", "bodies"].includes(tableOf(chosen.value)) ? valueOf(chosen.value) : null;
  drawing.value = []; tool.value = null;
  if (k === "gate") {
    const on = ontoWall(map.value, pts[0][0], pts[0][1]);
    if (!on || on.d > 60 * eye.value.mpp) { tool.value = "gate"; notice.value = tell(lang.value, "hintGate"); return; }
    const path = ["wall", on.wall, "gate"], before = docs.value.map?.get(path), list = Array.isArray(before) ? before : [];
    change("map", [{ path, value: [...list, fresh("gate", scenario.value, map.value, [on.at], null)] }], { file: "map", path: [...path, list.length] });
    return;
  }
  addThing(FILE_OF[k], [k], fresh(k, scenario.value, map.value, pts, hint));
}
/** By keyboard: in the middle of what is seen. */
function placeInMiddle(k: Kind): void {
  const v = viewNow(), x = tidy(v.camera.x, v.mpp), y = tidy(v.camera.y, v.mpp), r = tidy(v.sheet.w * 0.18 * v.mpp, v.mpp);
  if (drawing.value.length > 0) { finish(); return; }
  const shape = ASKS[k];
  place(k, shape === "point" ? [[x, y]] : shape === "box" ? [[x - r, y - r / 2], [x + r, y + r / 2]] : shape === "ring" ? [[x - r / 2, y - r / 2], [x + r / 2, y - r / 2], [x + r / 2, y + r / 2], [x - r / 2, y + r / 2]] : [[x - r, y], [x + r, y]]);
}
export function arm(k: Kind | null): void { drawing.value = []; tool.value = k; if (k) notice.value = ""; document.querySelector<HTMLElement>(".makemap")?.focus({ preventScroll: true }); }

function move(dx: number, dy: number): void {
  const t = chosen.value;
  if (t) change(t.file, shifted(t, valueOf(t), dx, dy, map.value));
  else eye.value = { ...eye.value, x: eye.value.x + dx * eye.value.mpp * 8, y: eye.value.y + dy * eye.value.mpp * 8 };
}
function next(step: number): void {
  const all = onMap(scenario.value, map.value).map((e) => e.thing);
  if (all.length === 0) return;
  const i = all.findIndex((t) => isSame(t, chosen.value));
  chosen.value = all[(i + step + all.length) % all.length];
}

function keys(e: KeyboardEvent): void {
  const on = e.target as HTMLElement, typing = /^(INPUT|SELECT|TEXTAREA)$/.test(on.tagName), mine = on.classList.contains("makemap");
  if (e.key === "Escape") {
    if (help.value) help.value = false; else if (tool.value) arm(null); else if (!typing) chosen.value = null;
    return;
  }
  if ((e.ctrlKey || e.metaKey) && !typing) {
    const k = e.key.toLowerCase();
    if (k === "z") { e.preventDefault(); if (e.shiftKey) redo(); else undo(); }
    if (k === "y") { e.preventDefault(); redo(); }
    return;
  }
  if (typing || e.ctrlKey || e.metaKey) return;
  if (e.key === "?") { help.value = !help.value; return; }
  const far = e.shiftKey ? 100 : e.altKey ? 1 : 10;
  const always: Record<string, () => void> = { n: () => next(1), N: () => next(-1), v: () => arm(null), z: () => zoomBy(1 / 1.6), x: () => zoomBy(1.6), "0": showWhole, "-": () => zoomBy(1.6), "+": () => zoomBy(1 / 1.6), "=": () => zoomBy(1 / 1.6) };
  const here: Record<string, () => void> = { ArrowLeft: () => move(-far, 0), ArrowRight: () => move(far, 0), ArrowUp: () => move(0, far), ArrowDown: () => move(0, -far),
    Delete: () => { if (chosen.value) removeThing(chosen.value); }, Backspace: () => { if (drawing.value.length) drawing.value = drawing.value.slice(0, -1); else if (chosen.value) removeThing(chosen.value); }, Enter: () => { if (tool.value) placeInMiddle(tool.value); } };
  const act = (mine ? here[e.key] : undefined) ?? always[e.key];
  if (act) { e.preventDefault(); act(); }
}

export function MakeMap() {
  const holder = useRef<HTMLDivElement>(null), below = useRef<HTMLCanvasElement>(null), above = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const box = holder.current!, gl = below.current!.getContext("webgl2", { antialias: false, alpha: false, preserveDrawingBuffer: true });
    if (!gl) { trouble.value = "WebGL2 is not to be had in this browser"; return; }
    const sheet = new MakeSheet(above.current!);
    let dirty = true, raf = 0, handles: Handle[] = [], drawn: unknown = null, ground: Ground | null = null, lines: GroundLines | null = null, framed = false, focus = false;
    const plates = (): Box[] => {
      const o = box.getBoundingClientRect();
      return [...document.querySelectorAll<HTMLElement>(".room.make .plate")].map((e) => e.getBoundingClientRect()).map((r) => ({ x: r.left - o.left - 3, y: r.top - o.top - 3, w: r.width + 6, h: r.height + 6 }));
    };
    const layLand = (): void => {
      const made = sketch(docs.value.map?.value ?? {}), land = makeLand(gl, made.header, made.layers);
      if (ground) ground.lay(land); else ground = new Ground(gl, land);
      lines = new GroundLines(made.header, made.layers, land);
    };
    const loop = (): void => {
      raf = requestAnimationFrame(loop);
      if (!dirty || !isOpen.value) return;
      dirty = false;
      if (!framed && size.w > 50) { framed = true; showWhole(); }
      const doc = docs.value.map;
      if (drawn !== (doc ?? 0)) { drawn = doc ?? 0; layLand(); }
      const v = viewNow(), p = paperOf(theme.value), W = Math.round(v.sheet.w * v.sheet.dpr), H = Math.round(v.sheet.h * v.sheet.dpr), c = below.current!;
      if (c.width !== W || c.height !== H) { c.width = W; c.height = H; }
      gl.viewport(0, 0, W, H);
      ground!.paint(v, p, { wet: 0, gloom: 0 }, () => lines!.paint(v, p, [2, 1]));
      const t0 = performance.now();
      handles = sheet.paint(v, { scenario: scenario.value, map: map.value, things: onMap(scenario.value, map.value), chosen: chosen.value, problems: problems.value, drawing: drawing.value, tool: tool.value,
        pointer: tool.value ? pointer.value : null, plates: plates(), theme: theme.value, lang: lang.value, focus });
      box.dataset.penMs = (performance.now() - t0).toFixed(1);
      box.dataset.eye = [v.camera.x, v.camera.y, v.mpp].join(" ");
      box.dataset.drawn = String(Number(box.dataset.drawn ?? 0) + 1);
    };
    const wake = effect(() => { void [eye.value, scenario.value, map.value, chosen.value, problems.value, drawing.value, tool.value, theme.value, lang.value, tool.value ? pointer.value : 0]; dirty = true; });
    const resize = new ResizeObserver(() => { size.w = box.clientWidth; size.h = box.clientHeight; dirty = true; });
    resize.observe(box); size.w = box.clientWidth; size.h = box.clientHeight;
    const lost = (e: Event): void => e.preventDefault(), back = (): void => { ground = null; drawn = null; dirty = true; };
    below.current!.addEventListener("webglcontextlost", lost); below.current!.addEventListener("webglcontextrestored", back);
    const seen = (): void => { focus = document.activeElement === box; dirty = true; };
    box.addEventListener("focus", seen); box.addEventListener("blur", seen);
    window.addEventListener("keydown", keys);
    const hand = gestures(box, () => handles);
    raf = requestAnimationFrame(loop);
    return () => { cancelAnimationFrame(raf); wake(); resize.disconnect(); hand(); window.removeEventListener("keydown", keys); };
  }, []);
  const l = lang.value;
  return (
    <div class="sheet makemap" ref={holder} tabIndex={0} role="application" aria-label={tell(l, "mapOf")} aria-describedby="makehint" data-tool={tool.value ?? "choose"}>
      <canvas ref={below} aria-hidden="true" /><canvas ref={above} aria-hidden="true" />
    </div>
  );
}

const LIGHT = new Set(["unit", "bodies", "place", "ramp", "gate", "side"]);
/** A press chooses, a pull at a handle or a thing changes it, a drag on the ground pans; wheel and pinch zoom. */
function gestures(el: HTMLElement, handles: () => Handle[]): () => void {
  type Spot = { x: number; y: number };
  const fingers = new Map<number, Spot>();
  let start: Spot | null = null, moved = false, gap = 0, grip: Handle | null = null, carried: Thing | null = null, pending: { file: Thing["file"]; changes: Change[] } | null = null, lastPress = 0;
  const at = (e: PointerEvent | WheelEvent | MouseEvent): Spot => { const r = el.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; };
  const world = (p: Spot): [number, number] => { const v = viewNow(); return [v.worldX(p.x), v.worldY(p.y)]; };
  const neat = (p: Spot): [number, number] => { const [x, y] = world(p), m = viewNow().mpp; return [tidy(x, m), tidy(y, m)]; };
  const hit = (p: Spot): Thing | null => {
    const [x, y] = world(p), m = viewNow().mpp;
    let best: Thing | null = null, least = Infinity;
    for (const e of onMap(scenario.value, map.value)) { const d = missed(e.thing, e.value, x, y, m); if (d <= least && d < Infinity) { least = d; best = e.thing; } }
    return best;
  };
  const gripAt = (p: Spot, reach: number): Handle | null => {
    const v = viewNow();
    let best: Handle | null = null, least = reach;
    for (const h of handles()) { const d = Math.hypot(v.X(h.x) - p.x, v.Y(h.y) - p.y) + (h.shape === "small" ? 2 : 0); if (d <= least) { least = d; best = h; } }
    return best;
  };
  const down = (e: PointerEvent): void => {
    el.setPointerCapture(e.pointerId);
    const p = at(e);
    fingers.set(e.pointerId, p);
    start = p; moved = false; gap = 0; grip = null; carried = null; pending = null;
    if (fingers.size > 1) { hold("map", []); return; }
    const k = tool.value;
    if (k) { if (ASKS[k] === "box") drawing.value = [neat(p)]; return; }
    grip = gripAt(p, e.pointerType === "touch" ? 22 : 10);
    if (grip) return;
    const over = hit(p);
    if (over && (isSame(over, chosen.value) || LIGHT.has(tableOf(over)))) { carried = over; if (!isSame(over, chosen.value)) chosen.value = over; }
  };
  const moveOn = (e: PointerEvent): void => {
    const p = at(e), before = fingers.get(e.pointerId);
    pointer.value = neat(p);
    if (!before || !start) { el.style.cursor = tool.value ? "crosshair" : gripAt(p, 10) ? "move" : hit(p) ? "pointer" : ""; return; }
    fingers.set(e.pointerId, p);
    if (Math.hypot(p.x - start.x, p.y - start.y) > 4) moved = true;
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], d = Math.hypot(a.x - b.x, a.y - b.y);
      if (gap > 0) eye.value = zoomedAt(viewNow(), (a.x + b.x) / 2, (a.y + b.y) / 2, gap / d);
      gap = d; return;
    }
    if (!moved) return;
    const t = chosen.value;
    if (grip && t) { pending = { file: t.file, changes: grip.pull(...world(p), e.shiftKey || e.altKey) }; hold(pending.file, pending.changes); return; }
    if (carried) {
      const [ax, ay] = world(start), [bx, by] = world(p), doc = carried.file === "scenario" ? docs.value.scenario : docs.value.map!, v = doc.get(carried.path);
      pending = { file: carried.file, changes: shifted(carried, (v ?? {}) as never, bx - ax, by - ay, map.value, viewNow().mpp) };
      hold(pending.file, pending.changes); return;
    }
    if (tool.value && ASKS[tool.value] === "box") { drawing.value = [drawing.value[0] ?? neat(start), neat(p)]; return; }
    eye.value = { ...eye.value, x: eye.value.x - (p.x - before.x) * eye.value.mpp, y: eye.value.y + (p.y - before.y) * eye.value.mpp };
  };
  const up = (e: PointerEvent): void => {
    const p = at(e), k = tool.value, single = fingers.size === 1 && e.type === "pointerup";
    if (single && start) {
      if (k && ASKS[k] === "box") { if (drawing.value.length < 2) { const [x, y] = neat(p); drawing.value = [[x - 60, y - 30], [x + 60, y + 30]]; } place(k, drawing.value); }
      else if (k && !moved) { if (ASKS[k] === "point") place(k, [neat(p)]); else drawing.value = [...drawing.value, neat(p)]; }
      else if (pending) change(pending.file, pending.changes);
      else if (!moved && grip?.drop && performance.now() - lastPress < 400 && chosen.value) change(chosen.value.file, grip.drop());
      else if (!moved && !k && !grip) chosen.value = hit(p);
      lastPress = performance.now();
    }
    if (e.type === "pointercancel") hold("map", []);
    fingers.delete(e.pointerId);
    pending = null; grip = null; carried = null; gap = 0;
    if (fingers.size === 0) start = null;
  };
  const wheel = (e: WheelEvent): void => { e.preventDefault(); const p = at(e); eye.value = zoomedAt(viewNow(), p.x, p.y, Math.exp(Math.max(-160, Math.min(160, e.deltaY)) * 0.0022)); };
  const twice = (): void => { if (tool.value && (ASKS[tool.value] === "line" || ASKS[tool.value] === "ring")) { drawing.value = drawing.value.slice(0, -1); finish(); } };
  const out = (): void => { pointer.value = null; };
  const all: [string, EventListener][] = [["pointerdown", down as EventListener], ["pointermove", moveOn as EventListener], ["pointerup", up as EventListener], ["pointercancel", up as EventListener], ["pointerleave", out], ["dblclick", twice]];
  for (const [k, f] of all) el.addEventListener(k, f);
  el.addEventListener("wheel", wheel, { passive: false });
  return () => { for (const [k, f] of all) el.removeEventListener(k, f); el.removeEventListener("wheel", wheel); };
}
