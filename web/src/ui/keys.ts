/** Everything by keyboard. */
import { battle, belief, bookmarks, boxed, camera, chosen, faster, folded, help, menu, now, other, pane, playing, seek, seer, show } from "../state/store";
import { closeBeside } from "../state/open";
import { View, zoomedAt } from "../table/camera";
import { frameMen } from "../state/framing";
import { glide } from "./glide";
import { annotate, mark, noting } from "./notes";
import { jump } from "./timeline";

const sheetView = (): View => {
  const e = document.querySelector<HTMLElement>(".sheet");
  return new View(camera.value, { w: e?.clientWidth ?? 1000, h: e?.clientHeight ?? 600, dpr: 1 });
};
function zoom(factor: number): void { const v = sheetView(); glide(zoomedAt(v, v.sheet.w / 2, v.sheet.h / 2, factor)); }
function whole(): void {
  const f = battle.value?.around(now.value, 0), v = sheetView(), c = f && frameMen(f[0].xy, f[0].look, v.sheet.w, v.sheet.h);
  if (c) glide(c);
}
function pan(dx: number, dy: number): void { const c = camera.value, v = sheetView(); glide({ ...c, x: c.x + dx * v.sheet.w * 0.3 * c.mpp, y: c.y + dy * v.sheet.h * 0.3 * c.mpp }); }
function nextUnit(step: number): void {
  const b = battle.value;
  if (!b) return;
  const n = b.header.units.length, at = chosen.value?.kind === "unit" ? chosen.value.row : step > 0 ? -1 : n;
  chosen.value = { kind: "unit", row: (at + step + n) % n };
}
function see(): void {
  const b = battle.value;
  if (!b) return;
  if (seer.value !== null) { seer.value = null; belief.value = 0; return; }
  const k = chosen.value?.kind === "person" ? chosen.value.row : b.header.persons.findIndex((p) => p.named);
  if (k >= 0) { seer.value = k; belief.value = 0.56; }
}
const open = (m: "layers" | "take" | "twin" | "fork"): void => { menu.value = menu.value === m ? null : m; };

export function startKeys(): () => void {
  const typing = (e: KeyboardEvent): boolean => { const t = e.target as HTMLElement; return /^(INPUT|SELECT|TEXTAREA)$/.test(t.tagName); };
  const down = (e: KeyboardEvent): void => {
    if (pane.value === "make") return; // the editor has keys of its own
    if (e.key === "Escape") {
      if (help.value) help.value = false; else if (noting.value !== null) noting.value = null; else if (menu.value) menu.value = null; else if (other.value) closeBeside(); else { chosen.value = null; boxed.value = null; }
      return;
    }
    if (typing(e) || e.ctrlKey || e.metaKey) return;
    if (e.key === "?") { help.value = !help.value; e.preventDefault(); return; }
    if (!battle.value || pane.value === "gallery") return;
    const on = document.activeElement?.tagName === "BUTTON" && (e.key === " " || e.key === "Enter");
    if (on) return;
    const step = e.shiftKey ? 60 : 10;
    const does: Record<string, () => void> = {
      " ": () => { playing.value = !playing.value; }, ArrowLeft: () => (e.altKey ? pan(-1, 0) : seek(now.value - step)), ArrowRight: () => (e.altKey ? pan(1, 0) : seek(now.value + step)),
      ArrowUp: () => { if (e.altKey) pan(0, 1); }, ArrowDown: () => { if (e.altKey) pan(0, -1); }, Home: () => seek(0), End: () => seek(battle.value!.last),
      ",": () => seek(Math.ceil(now.value) - 1), ".": () => seek(Math.floor(now.value) + 1), "[": () => jump(-1), "]": () => jump(1), "-": () => faster(-1), "=": () => faster(1), "+": () => faster(1),
      z: () => zoom(1 / 1.6), x: () => zoom(1.6), "0": whole, n: () => nextUnit(1), N: () => nextUnit(-1), m: () => { mark(); }, e: annotate, v: () => { show.value = { ...show.value, eyes: !show.value.eyes }; }, i: () => { folded.value = !folded.value; }, b: see, g: () => { pane.value = "gallery"; }, c: () => { pane.value = "gallery"; },
      f: () => open("fork"), l: () => open("layers"), t: () => open("twin"), s: () => open("take"), w: () => document.querySelector<HTMLElement>(".chain button")?.focus(),
    };
    const number = /^[1-9]$/.test(e.key) ? bookmarks.value[Number(e.key) - 1] : undefined;
    if (number) { seek(number.second); e.preventDefault(); return; }
    const act = does[e.key] ?? does[e.key.toLowerCase()];
    if (!act) return;
    e.preventDefault();
    act();
  };
  window.addEventListener("keydown", down);
  return () => window.removeEventListener("keydown", down);
}
