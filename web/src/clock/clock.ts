/** The battle's clock: it runs with the display, waits for frames that are not there, and stops at the end. */
import { battle, now, other, playing, speed } from "../state/store";

export function startClock(): () => void {
  let raf = 0, before = performance.now();
  const tick = (at: number): void => {
    raf = requestAnimationFrame(tick);
    const dt = Math.min(0.25, (at - before) / 1000), b = battle.value;
    before = at;
    if (!playing.value || !b) return;
    const next = now.value + dt * speed.value;
    // It never runs ahead of what can be shown, or men would jump.
    if (!b.around(now.value, 2) || (other.value && !other.value.around(Math.min(now.value, other.value.last), 2))) return;
    if (next >= b.last) {
      now.value = b.last;
      if (b.whole.value) playing.value = false;
      return;
    }
    now.value = next;
  };
  raf = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(raf);
}
