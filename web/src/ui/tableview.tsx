/** One table in the page: two canvases, pointer and wheel, the loop that paints. */
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Battle } from "../state/battle";
import { frameMen } from "../state/framing";
import { hasCamera } from "../state/address";
import { belief, boxed, camera, chosen, lang, now, playing, seer, show, speed, still, theme, trouble } from "../state/store";
import { View, zoomedAt } from "../table/camera";
import { Table } from "../table/table";
import { Sheet, sightAt } from "../sheet/sheet";
import { personAt } from "../sheet/bodies";
import type { Box } from "../sheet/pen";
import { say } from "../words/words";
import { register } from "./capture";
import { pickAt } from "./picking";

interface Props { battle: Battle; main: boolean }

export function TableView({ battle, main }: Props) {
  const holder = useRef<HTMLDivElement>(null), ground = useRef<HTMLCanvasElement>(null), pen = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let table: Table;
    try { table = new Table(ground.current!, battle.header, battle.layers); }
    catch (e) { trouble.value = e instanceof Error ? e.message : String(e); return; }
    const sheet = new Sheet(pen.current!, battle), box = holder.current!;
    let dirty = true, raf = 0, framed = hasCamera() || !main, rubber: Box | null = null, size = { w: 1, h: 1 };
    const plates = (): Box[] => {
      const o = box.getBoundingClientRect();
      return [...document.querySelectorAll<HTMLElement>(".plate, .scales")].map((e) => e.getBoundingClientRect())
        .map((r) => ({ x: r.left - o.left - 3, y: r.top - o.top - 3, w: r.width + 6, h: r.height + 6 }));
    };
    const view = (): View => new View(camera.value, { ...size, dpr: Math.min(2, window.devicePixelRatio || 1) });
    const paintAt = (v: View, found: NonNullable<ReturnType<Battle["around"]>>, boxes: Box[]): void => {
      const [a, b, t] = found, who = seer.value;
      const at = who === null ? null : personAt(a, b, t, who);
      table.paint(v, a, b, t, { theme: theme.value, truth: who === null ? 1 : 1 - belief.value,
        eye: at ? { x: at.x, y: at.y, sight_m: sightAt(battle.header, a, at.x, at.y) } : null, showSmoke: show.value.smoke, showTrails: show.value.trails });
      sheet.paint(v, a, b, t, { theme: theme.value, lang: lang.value, still: still.value, show: show.value, chosen: main ? chosen.value : null,
        seer: who, belief: belief.value, fast: playing.value && speed.value > 4, plates: boxes, box: rubber });
    };
    const loop = (): void => {
      raf = requestAnimationFrame(loop);
      if (!dirty) return;
      const found = battle.around(now.value, playing.value ? 2 : 1);
      if (!found) return; // the last good picture stays
      if (!framed) {
        framed = true;
        const c = frameMen(found[0].xy, found[0].look, size.w, size.h);
        if (c) camera.value = c;
      }
      dirty = false;
      const t0 = performance.now();
      paintAt(view(), found, plates());
      box.dataset.second = now.value.toFixed(2);
      box.dataset.drawMs = (performance.now() - t0).toFixed(1);
      box.dataset.decodeMs = battle.frameMs.toFixed(1);
    };
    const wake = effect(() => {
      void [camera.value, now.value, theme.value, lang.value, show.value, chosen.value, seer.value, belief.value, still.value, battle.surveyed.value, battle.seconds.value];
      dirty = true;
    });
    const resize = new ResizeObserver(() => { size = { w: box.clientWidth, h: box.clientHeight }; dirty = true; });
    resize.observe(box);
    size = { w: box.clientWidth, h: box.clientHeight };
    const lost = (e: Event): void => { e.preventDefault(); };
    const back = (): void => { table = new Table(ground.current!, battle.header, battle.layers); dirty = true; };
    ground.current!.addEventListener("webglcontextlost", lost);
    ground.current!.addEventListener("webglcontextrestored", back);
    const hand = gestures(box, view, () => { dirty = true; }, (b) => { rubber = b; }, (v, px, py) => {
      const found = battle.around(now.value, 0);
      if (found) chosen.value = pickAt(battle, v, found, px, py);
    }, (v, b) => {
      const found = battle.around(now.value, 0);
      if (found) boxed.value = { x0: v.worldX(b.x), y0: v.worldY(b.y + b.h), x1: v.worldX(b.x + b.w), y1: v.worldY(b.y) };
    });
    if (main) register({ battle, canvases: () => [ground.current!, pen.current!], paint: (found) => paintAt(view(), found, []), redraw: () => { dirty = true; } });
    raf = requestAnimationFrame(loop);
    return () => { cancelAnimationFrame(raf); wake(); resize.disconnect(); hand(); };
  }, [battle]);
  return (
    <div class="sheet" ref={holder} data-run={battle.name} tabIndex={0} role="application" aria-label={say(lang.value, "mapOf")}>
      <canvas ref={ground} aria-hidden="true" />
      <canvas ref={pen} aria-hidden="true" />
    </div>
  );
}

/** Drag pans, wheel and pinch zoom, shift-drag boxes, a press chooses. */
function gestures(el: HTMLElement, view: () => View, dirty: () => void, rubber: (b: Box | null) => void,
                  press: (v: View, px: number, py: number) => void, box: (v: View, b: Box) => void): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number; shift: boolean } | null = null, moved = false, gap = 0;
  const at = (e: PointerEvent | WheelEvent): { x: number; y: number } => { const r = el.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; };
  const boxOf = (a: { x: number; y: number }, b: { x: number; y: number }): Box => ({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) });
  const down = (e: PointerEvent): void => {
    el.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, at(e));
    start = { ...at(e), shift: e.shiftKey }; moved = false; gap = 0;
  };
  const move = (e: PointerEvent): void => {
    const before = fingers.get(e.pointerId);
    if (!before || !start) return;
    const p = at(e);
    fingers.set(e.pointerId, p);
    if (Math.hypot(p.x - start.x, p.y - start.y) > 4) moved = true;
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], d = Math.hypot(a.x - b.x, a.y - b.y);
      if (gap > 0) camera.value = zoomedAt(view(), (a.x + b.x) / 2, (a.y + b.y) / 2, gap / d);
      gap = d;
    } else if (start.shift) { rubber(boxOf(start, p)); dirty(); }
    else if (moved) camera.value = { ...camera.value, x: camera.value.x - (p.x - before.x) * camera.value.mpp, y: camera.value.y + (p.y - before.y) * camera.value.mpp };
  };
  const up = (e: PointerEvent): void => {
    const p = at(e);
    if (start && fingers.size === 1 && e.type === "pointerup") {
      if (start.shift && moved) box(view(), boxOf(start, p));
      else if (!moved) press(view(), p.x, p.y);
    }
    rubber(null); dirty();
    fingers.delete(e.pointerId);
    gap = 0;
    if (fingers.size === 0) start = null;
  };
  const wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const p = at(e);
    camera.value = zoomedAt(view(), p.x, p.y, Math.exp(Math.max(-160, Math.min(160, e.deltaY)) * 0.0022));
  };
  el.addEventListener("pointerdown", down); el.addEventListener("pointermove", move);
  el.addEventListener("pointerup", up); el.addEventListener("pointercancel", up);
  el.addEventListener("wheel", wheel, { passive: false });
  return () => { el.removeEventListener("pointerdown", down); el.removeEventListener("pointermove", move); el.removeEventListener("pointerup", up); el.removeEventListener("pointercancel", up); el.removeEventListener("wheel", wheel); };
}
