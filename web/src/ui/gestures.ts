/**
 * Hands on the table. Drag pans, wheel and pinch zoom, a press chooses, a drag with shift makes a box. On glass a long press chooses
 * too, and whoever then draws his finger on makes a box.
 */
import type { Box } from "../sheet/pen";
import { camera } from "../state/store";
import { zoomedAt, type View } from "../table/camera";

const LONG_MS = 480, SLACK_PX = 4, SLACK_TOUCH_PX = 9;
export interface Deeds {
  dirty(): void; rubber(b: Box | null): void;
  press(v: View, px: number, py: number, long: boolean): void;
  box(v: View, b: Box): void;
}
interface Spot { x: number; y: number }
const boxOf = (a: Spot, b: Spot): Box => ({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) });

export function gestures(el: HTMLElement, view: () => View, does: Deeds): () => void {
  const fingers = new Map<number, Spot>();
  let start: (Spot & { boxes: boolean; slack: number }) | null = null, moved = false, told = false, gap = 0, timer: ReturnType<typeof setTimeout> | undefined;
  const at = (e: PointerEvent | WheelEvent): Spot => { const r = el.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; };
  const long = (): void => {
    if (!start || moved || fingers.size !== 1) return;
    start.boxes = told = true;
    does.press(view(), start.x, start.y, true);
    navigator.vibrate?.(10);
  };
  const down = (e: PointerEvent): void => {
    el.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, at(e));
    const touch = e.pointerType === "touch";
    start = { ...at(e), boxes: e.shiftKey, slack: touch ? SLACK_TOUCH_PX : SLACK_PX }; moved = told = false; gap = 0;
    clearTimeout(timer);
    if (touch && fingers.size === 1) timer = setTimeout(long, LONG_MS);
  };
  const move = (e: PointerEvent): void => {
    const before = fingers.get(e.pointerId);
    if (!before || !start) return;
    const p = at(e);
    fingers.set(e.pointerId, p);
    if (Math.hypot(p.x - start.x, p.y - start.y) > start.slack) { moved = true; clearTimeout(timer); }
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], d = Math.hypot(a.x - b.x, a.y - b.y);
      if (gap > 0) camera.value = zoomedAt(view(), (a.x + b.x) / 2, (a.y + b.y) / 2, gap / d);
      gap = d;
    } else if (start.boxes) { if (moved) does.rubber(boxOf(start, p)); does.dirty(); }
    else if (moved) camera.value = { ...camera.value, x: camera.value.x - (p.x - before.x) * camera.value.mpp, y: camera.value.y + (p.y - before.y) * camera.value.mpp };
  };
  const up = (e: PointerEvent): void => {
    const p = at(e);
    clearTimeout(timer);
    if (start && fingers.size === 1 && e.type === "pointerup") {
      if (start.boxes && moved) does.box(view(), boxOf(start, p));
      else if (!moved && !told) does.press(view(), p.x, p.y, false);
    }
    does.rubber(null); does.dirty();
    fingers.delete(e.pointerId);
    gap = 0;
    if (fingers.size === 0) start = null;
  };
  const wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const p = at(e);
    camera.value = zoomedAt(view(), p.x, p.y, Math.exp(Math.max(-160, Math.min(160, e.deltaY)) * 0.0022));
  };
  // A long press would else open the browser's own menu.
  const menu = (e: Event): void => { if (start?.slack === SLACK_TOUCH_PX) e.preventDefault(); };
  const on: [string, (e: never) => void][] = [["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", up], ["wheel", wheel], ["contextmenu", menu]];
  for (const [name, does_] of on) el.addEventListener(name, does_ as (e: Event) => void, { passive: false });
  return () => { clearTimeout(timer); for (const [name, does_] of on) el.removeEventListener(name, does_ as (e: Event) => void); };
}
