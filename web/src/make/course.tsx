/** The weather over the length of the battle, and what is set beforehand: each a mark that can be pressed. */
import { lang } from "../state/store";
import { clockText } from "../words/words";
import { addOther } from "./forms";
import { chosen, scenario } from "./draft";
import { entries, isSame, titleOf, type Thing } from "./things";
import type { Table } from "./toml";
import { choiceName, inWords, tell } from "./words";

const num = (v: unknown): number => (typeof v === "number" && Number.isFinite(v) ? v : 0);
const choose = (t: Thing) => (): void => { chosen.value = t; };

export function Course() {
  const l = lang.value, s = scenario.value, end = Math.max(60, num(s.minutes) * 60), zero = num(s.clock_zero_s), at = (sec: number): string => `${Math.max(0, Math.min(100, (100 * sec) / end))}%`;
  const wind = entries(s, "wind"), rain = entries(s, "rain"), fires = entries(s, "ignition"), forced = entries(s, "intervention"), most = Math.max(8, ...wind.map((w) => num(w.speed_m_s))), wet = Math.max(5, ...rain.map((r) => num(r.mm_h)));
  const path = (legs: Table[], key: string, top: number): string => {
    const p = legs.map((w) => [Math.min(end, num(w.at_s)), num(w[key])]).sort((a, b) => a[0] - b[0]);
    if (p.length === 0) return "";
    return [[0, p[0][1]], ...p, [end, p[p.length - 1][1]]].map(([x, y], i) => `${i ? "L" : "M"}${((100 * x) / end).toFixed(2)} ${(100 - (88 * y) / top).toFixed(2)}`).join("");
  };
  const step = [60, 120, 300, 600, 900, 1800, 3600].find((q) => end / q <= 12) ?? 7200, ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step), on = (t: Thing): boolean => isSame(chosen.value, t);
  return (
    <section class="course" aria-label={tell(l, "course")}>
      <div class="lane wind"><b>{tell(l, "wind")}</b><button class="plus" aria-label={tell(l, "addOf", tell(l, "wind"))} onClick={() => addOther("scenario", "wind")}>+</button>
        <div class="axis"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d={path(wind, "speed_m_s", most)} fill="none" stroke="currentColor" stroke-width="1.2" vector-effect="non-scaling-stroke" /></svg>
          {wind.map((w, i) => { const t: Thing = { file: "scenario", path: ["wind", i] }; return <button key={i} class="leg" aria-pressed={on(t)} style={{ left: at(num(w.at_s)) }} aria-label={tell(l, "windAt", clockText(num(w.at_s) - zero), num(w.speed_m_s), num(w.from_deg))} title={tell(l, "windAt", clockText(num(w.at_s) - zero), num(w.speed_m_s), num(w.from_deg))} onClick={choose(t)}>
            <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true"><g transform={`rotate(${num(w.from_deg) + 180})`}><path d="M0 7V-6M-3.4 -2.4 0 -6.6 3.4 -2.4" fill="none" stroke="currentColor" stroke-width="1.4" /></g></svg><span>{num(w.speed_m_s)}</span></button>; })}</div></div>
      <div class="lane rain"><b>{tell(l, "rain")}</b><button class="plus" aria-label={tell(l, "addOf", tell(l, "rain"))} onClick={() => addOther("scenario", "rain")}>+</button>
        <div class="axis"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d={path(rain, "mm_h", wet)} fill="none" stroke="var(--rallying)" stroke-width="1.2" vector-effect="non-scaling-stroke" /></svg>
          {rain.map((r, i) => { const t: Thing = { file: "scenario", path: ["rain", i] }; return <button key={i} class="leg" aria-pressed={on(t)} style={{ left: at(num(r.at_s)) }} aria-label={tell(l, "rainAt", clockText(num(r.at_s) - zero), num(r.mm_h))} onClick={choose(t)}><svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true"><path d="M3 2 1.5 6M8 1 6.5 5M10 7 8.5 11M5 8l-1.5 4" stroke="currentColor" stroke-width="1.2" /></svg><span>{num(r.mm_h)}</span></button>; })}</div></div>
      <div class="lane set"><b>{tell(l, "events")}</b><button class="plus" aria-label={tell(l, "addOf", tell(l, "events"))} onClick={() => addOther("scenario", "intervention")}>+</button>
        <div class="axis">
          {fires.map((f, i) => { const t: Thing = { file: "scenario", path: ["ignition", i] }, name = tell(l, "fireAt", clockText(num(f.at_s) - zero), inWords(l, titleOf(t, f))); return <button key={`f${i}`} class="leg fire" aria-pressed={on(t)} style={{ left: at(num(f.at_s)) }} aria-label={name} title={name} onClick={choose(t)}><svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true"><path d="M6 1c1 3 4 4 4 8a4 4 0 0 1-8 0c0-2 1-3 2-4 0 1 .6 2 1.2 2C6 5 5.600 3 6 1z" fill="none" stroke="currentColor" stroke-width="1.2" /></svg></button>; })}
          {forced.map((f, i) => { const t: Thing = { file: "scenario", path: ["intervention", i] }, name = tell(l, "forcedAt", clockText(num(f.at_s) - zero), choiceName(l, String(f.kind ?? ""))); return <button key={`i${i}`} class="leg" aria-pressed={on(t)} style={{ left: at(num(f.at_s)) }} aria-label={name} title={name} onClick={choose(t)}><svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true"><path d="M3 13V1h7L8 4l2 3H3" fill="none" stroke="currentColor" stroke-width="1.2" /></svg></button>; })}</div></div>
      <div class="lane time" aria-hidden="true"><b /><span /><div class="axis">{ticks.map((q) => <i key={q} style={{ left: at(q) }}>{clockText(q - zero)}</i>)}</div></div>
    </section>
  );
}
