/** Sweeping arrows: the last five minutes of each body, the way campaign atlases tell movement. */
import type { Pen } from "./pen";
import type { Banner } from "../table/palette";

export function sweep(pen: Pen, points: [number, number][], width: number, banner: Banner): void {
  const { c, p } = pen, n = points.length;
  if (n < 3) return;
  const px = points.map(([x, y]) => [pen.X(x), pen.Y(y)] as const);
  const at = (q: number): [number, number] => {
    const k = q * (n - 1), i = Math.min(n - 2, Math.floor(k)), u = k - i, g = (j: number): readonly [number, number] => px[Math.max(0, Math.min(n - 1, j))];
    const a = g(i - 1), b = g(i), d = g(i + 1), e = g(i + 2);
    const h = (z: 0 | 1): number => 0.5 * (2 * b[z] + (-a[z] + d[z]) * u + (2 * a[z] - 5 * b[z] + 4 * d[z] - e[z]) * u * u + (-a[z] + 3 * b[z] - 3 * d[z] + e[z]) * u * u * u);
    return [h(0), h(1)];
  };
  const tip = at(1), head = width * 2.3;
  let k = 1, length = 0;
  while (k > 0 && length < head) { k -= 0.01; const q = at(k); length = Math.hypot(q[0] - tip[0], q[1] - tip[1]); }
  const left: [number, number][] = [], right: [number, number][] = [];
  for (let i = 0; i <= 40; ++i) {
    const q = (k * i) / 40, [x, y] = at(q), [x2, y2] = at(Math.min(1, q + 0.01)), a = Math.atan2(y2 - y, x2 - x), r = 0.5 + (width / 2 - 0.5) * Math.pow(i / 40, 0.8);
    left.push([x - Math.sin(a) * r, y + Math.cos(a) * r]);
    right.unshift([x + Math.sin(a) * r, y - Math.cos(a) * r]);
  }
  const e = at(k), a = Math.atan2(tip[1] - e[1], tip[0] - e[0]), w = width * 1.15;
  c.beginPath();
  left.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
  c.lineTo(e[0] - Math.sin(a) * w, e[1] + Math.cos(a) * w); c.lineTo(tip[0], tip[1]); c.lineTo(e[0] + Math.sin(a) * w, e[1] - Math.cos(a) * w);
  for (const [x, y] of right) c.lineTo(x, y);
  c.closePath(); c.lineJoin = "round"; c.globalAlpha = 0.88;
  c.strokeStyle = p.halo; c.lineWidth = 3.2; c.stroke();
  c.fillStyle = banner.fill; c.fill();
  c.strokeStyle = banner.pale ? p.pale : pen.theme === "light" ? "#23262B" : "#0B0E12"; c.lineWidth = 0.8; c.stroke(); c.globalAlpha = 1;
}

/** Drops jitter; null where the body has hardly moved. */
export function course(points: [number, number][], least_m: number): [number, number][] | null {
  const out: [number, number][] = [];
  for (const q of points) {
    const last = out[out.length - 1];
    if (!last || Math.hypot(q[0] - last[0], q[1] - last[1]) > least_m / 6) out.push(q);
  }
  if (out.length < 3) return null;
  const a = out[0], b = out[out.length - 1];
  return Math.hypot(b[0] - a[0], b[1] - a[1]) < least_m ? null : out;
}
