/** The moment in the address: #run=…&t=…&x=…&y=…&m=…; the token is taken out of it at once. */
import { camera, lang, now, theme } from "./store";

export interface Moment { run: string | null; token: string | null; t: number | null }

export function readAddress(): Moment {
  const q = new URLSearchParams(location.hash.slice(1));
  const token = q.get("token");
  if (token) {
    try { sessionStorage.setItem("linghe.token", token); } catch { /* then only for this page */ }
    q.delete("token");
    history.replaceState(null, "", location.pathname + location.search + (q.toString() ? "#" + q.toString() : ""));
  }
  const number = (k: string): number | null => { const v = Number(q.get(k)); return q.get(k) !== null && Number.isFinite(v) ? v : null; };
  const x = number("x"), y = number("y"), m = number("m");
  if (x !== null && y !== null && m !== null && m > 0) camera.value = { x, y, mpp: m };
  const l = q.get("lang"), th = q.get("theme");
  if (l === "en" || l === "zh-Hans" || l === "zh-Hant") lang.value = l;
  if (th === "light" || th === "dusk") theme.value = th;
  let kept: string | null = token;
  try { kept ??= sessionStorage.getItem("linghe.token"); } catch { /* no storage */ }
  return { run: q.get("run"), token: kept, t: number("t") };
}

export function momentLink(run: string | null): string {
  const c = camera.value, q = new URLSearchParams();
  if (run) q.set("run", run);
  q.set("t", now.value.toFixed(0));
  q.set("x", c.x.toFixed(1)); q.set("y", c.y.toFixed(1)); q.set("m", c.mpp.toPrecision(4));
  return "#" + q.toString();
}
export const hasCamera = (): boolean => new URLSearchParams(location.hash.slice(1)).has("m");
