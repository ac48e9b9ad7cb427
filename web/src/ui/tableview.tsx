/** One table in the page: two canvases, pointer and wheel, the loop that paints. */
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Battle } from "../state/battle";
import { frameMen } from "../state/framing";
import { hasCamera } from "../state/address";
import { belief, boxed, camera, chosen, lang, now, other, playing, seer, sheetHeight, show, speed, still, theme, trouble } from "../state/store";
import { View } from "../table/camera";
import { Table } from "../table/table";
import { Sheet } from "../sheet/sheet";
import { fan, skyline, type Fan } from "../senses/sight";
import type { Box } from "../sheet/pen";
import { say } from "../words/words";
import { register } from "./capture";
import { gestures } from "./gestures";
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
    let line: Float32Array | null = null, seen: { key: string; fan: Fan } | null = null;
    /** What he whose eyes are lent could see, reckoned once a second of battle. */
    const eyeOf = ([a, b, t]: NonNullable<ReturnType<Battle["around"]>>): Fan | null => {
      const c = main && show.value.eyes ? chosen.value : null, who = seer.value !== null ? { kind: "person" as const, row: seer.value } : c && (c.kind === "man" || c.kind === "person") ? c : null;
      if (!who) return null;
      const key = `${who.kind}${who.row} ${a.second}`, at = sheet.placeOf(who, a, b, t);
      if (at && seen?.key !== key) seen = { key, fan: fan(battle.header, line ??= skyline(battle.header, battle.layers), a, at.x, at.y) };
      return at ? seen!.fan : null;
    };
    const paintAt = (v: View, found: NonNullable<ReturnType<Battle["around"]>>, boxes: Box[]): void => {
      const [a, b, t] = found, who = seer.value;
      const s = show.value;
      table.paint(v, a, b, t, { theme: theme.value, truth: who === null ? 1 : 1 - belief.value, eye: eyeOf(found), wash: who === null || s.eyes ? 1 : belief.value,
        showSmoke: s.smoke, showDust: s.dust, showRain: s.rain, showTrails: s.trails });
      sheet.paint(v, a, b, t, { theme: theme.value, lang: lang.value, still: still.value, show: show.value, chosen: main ? chosen.value : null,
        seer: who, belief: belief.value, fast: playing.value && speed.value > 4, plates: boxes, box: rubber, main: main && other.value === null });
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
      box.dataset.surveyed = `${battle.chronicle.done}/${battle.chronicle.of}`;
    };
    const wake = effect(() => {
      void [camera.value, now.value, theme.value, lang.value, show.value, chosen.value, seer.value, belief.value, still.value, battle.surveyed.value, battle.seconds.value, battle.mended.value];
      dirty = true;
    });
    const resize = new ResizeObserver(() => { size = { w: box.clientWidth, h: box.clientHeight }; dirty = true; });
    resize.observe(box);
    size = { w: box.clientWidth, h: box.clientHeight };
    const lost = (e: Event): void => { e.preventDefault(); };
    const back = (): void => { table = new Table(ground.current!, battle.header, battle.layers); dirty = true; };
    ground.current!.addEventListener("webglcontextlost", lost);
    ground.current!.addEventListener("webglcontextrestored", back);
    const hand = gestures(box, view, {
      dirty: () => { dirty = true; },
      rubber: (b) => { rubber = b; },
      press: (v, px, py, long) => {
        const found = battle.around(now.value, 0);
        if (found) chosen.value = pickAt(battle, v, found, px, py);
        if (long && sheetHeight.value === "low") sheetHeight.value = "half";
      },
      box: (v, b) => { boxed.value = { x0: v.worldX(b.x), y0: v.worldY(b.y + b.h), x1: v.worldX(b.x + b.w), y1: v.worldY(b.y) }; },
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
