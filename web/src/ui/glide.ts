/** The camera goes over in 450 ms; without motion at once, and over more than two screens at once too. */
import { camera, still } from "../state/store";
import type { Camera } from "../table/camera";

let run = 0;
export function glide(to: Camera): void {
  const from = camera.value, mine = ++run, far = Math.hypot(to.x - from.x, to.y - from.y) > 2200 * Math.max(from.mpp, to.mpp);
  if (still.value || far) { camera.value = to; return; }
  const t0 = performance.now(), ratio = Math.log(to.mpp / from.mpp);
  const step = (at: number): void => {
    if (mine !== run) return;
    const q = Math.min(1, Math.max(0, (at - t0) / 450)), e = 1 - Math.pow(1 - q, 3);
    camera.value = { x: from.x + (to.x - from.x) * e, y: from.y + (to.y - from.y) * e, mpp: from.mpp * Math.exp(ratio * e) };
    if (q < 1) requestAnimationFrame(step); else camera.value = to;
  };
  requestAnimationFrame(step);
}
