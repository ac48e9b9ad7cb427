/** Clock and timeline: marks by kind, ticks of breaks and rallies, the host's resolve as a ribbon; drag to scrub. */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { battle, beat, faster, forkedAt, go, lang, now, other, playing, seek, speed, theme } from "../state/store";
import { nextEvent } from "../clock/jumps";
import { PARTS, RESOLVE } from "../record/survey";
import { lightness, palette } from "../table/palette";
import { markOf, shortOf, tell, weightOf } from "../words/events";
import { clockText, say } from "../words/words";
import { NoteSlip, Ribbons } from "./notes";
import { hostOf } from "./plates";
import type { Battle } from "../state/battle";
import type { OneEvent } from "../state/chronicle";

/** To the next event; whoever listens instead of looking is told which. */
export const jump = (step: 1 | -1): void => {
  const b = battle.value, e = b && nextEvent(b, now.value, step);
  if (!b || !e) return;
  go(b.secondOf(e.tick), e.x_m, e.y_m);
  spoken.value = `${clockText(b.secondOf(e.tick) - b.zero)} ${tell(b.header, lang.value, e)}`;
};
const spoken = signal("");

export function Timeline() {
  const l = lang.value, b = battle.value!;
  return (
    <footer>
      <div class="clock">
        <div><b data-testid="clock">{clockText(beat.value - b.zero)}</b><small>{say(l, "of", clockText(b.last - b.zero))}</small></div>
        <div class="ctl">
          <button aria-label={say(l, "previousEvent")} onClick={() => jump(-1)}><svg width="14" height="14" viewBox="0 0 14 14"><path d="M2 1v12M13 1 4 7l9 6z" fill="currentColor" stroke="currentColor" stroke-width="1.4" /></svg></button>
          <button aria-label={say(l, playing.value ? "pause" : "play")} onClick={() => { playing.value = !playing.value; }}>
            <svg width="16" height="16" viewBox="0 0 16 16"><path d={playing.value ? "M4 1h3v14H4zM10 1h3v14h-3z" : "M4 1l10 7-10 7z"} fill="currentColor" /></svg></button>
          <button aria-label={say(l, "nextEvent")} onClick={() => jump(1)}><svg width="14" height="14" viewBox="0 0 14 14"><path d="M12 1v12M1 1l9 6-9 6z" fill="currentColor" stroke="currentColor" stroke-width="1.4" /></svg></button>
          <button class="sp" aria-label={`${say(l, "speed")} ×${speed.value}`} title={`${say(l, "slower")} − / ${say(l, "faster")} =`} onClick={() => (speed.value >= 120 ? (speed.value = 1) : faster(1))}>×{speed.value}</button>
          <span class="sp" aria-hidden="true"><kbd>[</kbd><kbd>]</kbd></span>
        </div>
      </div>
      <Line battle={b} />
      <p class="hidden" role="status" data-testid="spoken">{spoken.value}</p>
    </footer>
  );
}

const TOP = 46, BOT = 92, X0 = 56;

function Line({ battle: b }: { battle: Battle }) {
  const holder = useRef<HTMLDivElement>(null), [w, setW] = useState(800), l = lang.value;
  useEffect(() => {
    const r = new ResizeObserver(() => setW(holder.current?.clientWidth ?? 800));
    r.observe(holder.current!);
    return () => r.disconnect();
  }, []);
  const x1 = w - 22, last = Math.max(1, b.last), tx = along(x1, last);
  const scrub = (e: PointerEvent): void => { const r = holder.current!.getBoundingClientRect(); seek(((e.clientX - r.left - X0) / (x1 - X0)) * last); };
  const p = tx(now.value), still = b.secondOf(b.header.end_tick);
  return (
    <div class="line" ref={holder}>
      <svg viewBox={`0 0 ${w} 116`} role="slider" tabIndex={0} aria-label={say(l, "time")} aria-valuemin={0} aria-valuemax={last} aria-valuenow={Math.round(now.value)} aria-valuetext={clockText(now.value - b.zero)}
        onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); scrub(e); }} onPointerMove={(e) => { if (e.buttons & 1) scrub(e); }}>
        <Ribbon b={b} x1={x1} last={last} />
        <text x={X0 - 10} y={27} text-anchor="end">{say(l, "events")}</text><text x={X0 - 10} y={(TOP + BOT) / 2 + 4} text-anchor="end">{say(l, "resolve")}</text>
        <rect x={p} y={TOP - 1} width={Math.max(0, x1 - p)} height={BOT - TOP + 2} fill="var(--paper)" fill-opacity="0.52" />
        <Axis b={b} x1={x1} last={last} />
        <Marks b={b} x1={x1} last={last} />
        {forkedAt.value !== null && <path data-testid="notch" d={`M${tx(forkedAt.value) - 5} ${TOP - 2}h10l-5 7z`} fill="var(--cinnabar)" />}
        {!b.whole.value && last < still - 2 && <path d={`M${x1} ${TOP}l3 6-5 6 5 6-5 6 5 6-5 6 5 6-3 4`} fill="none" stroke="var(--cinnabar)" />}
        <g><line x1={p} x2={p} y1={8} y2={BOT + 4} stroke="var(--cinnabar)" stroke-width="1.5" /><path d={`M${p - 5.5} 4h11v7l-5.5 5-5.5-5z`} fill="var(--cinnabar)" /></g>
        <Ribbons tx={tx} bottom={BOT} end={x1} />
      </svg>
      <NoteSlip tx={tx} width={w} />
    </div>
  );
}

function bands(b: Battle, host: number, tx: (s: number) => number, top: number, bot: number): string[] {
  const all = b.chronicle.samples, step = Math.max(1, Math.floor(all.length / 400)), s = all.filter((_, i) => i % step === 0 || i === all.length - 1);
  const sums = s.map((q) => { let n = 0; for (let k = 0; k < PARTS; ++k) n += q.resolve[host * PARTS + k]; return Math.max(1, n); });
  return RESOLVE.map((_, k) => {
    const y = (i: number, upTo: number): number => { let n = 0; for (let j = 0; j < upTo; ++j) n += s[i].resolve[host * PARTS + j]; return bot - (n / sums[i]) * (bot - top); };
    const up = s.map((q, i) => `${tx(q.second).toFixed(1)} ${y(i, k + 1).toFixed(1)}`), down = s.map((q, i) => `${tx(q.second).toFixed(1)} ${y(i, k).toFixed(1)}`).reverse();
    return s.length > 1 ? `M${up.join("L")}L${down.join("L")}Z` : "";
  });
}

interface Span { b: Battle; x1: number; last: number }
const along = (x1: number, last: number) => (s: number): number => X0 + (s / last) * (x1 - X0);

function Ribbon({ b, x1, last }: Span) {
  const tx = along(x1, last);
  const l = lang.value, host = hostOf(b), second = other.value;
  const bot = second ? (TOP + BOT) / 2 - 1 : BOT, names: { k: number; x: number; y: number; w: number }[] = [];
  // A band bears its name where it is thickest, if there is room.
  RESOLVE.forEach((_, k) => {
    let best = 0, at = { x: 0, y: 0 };
    for (const q of b.chronicle.samples) {
      let n = 0, below = 0;
      for (let j = 0; j < PARTS; ++j) { const v = q.resolve[host * PARTS + j]; n += v; if (j < k) below += v; }
      const share = q.resolve[host * PARTS + k] / Math.max(1, n);
      if (share > best && tx(q.second) > X0 + 30 && tx(q.second) < Math.min(x1 - 40, tx(b.chronicle.samples[b.chronicle.samples.length - 1].second) - 24)) { best = share; at = { x: tx(q.second), y: bot - ((below / n + share / 2) * (bot - TOP)) + 4 }; }
    }
    if (best * (bot - TOP) > 12 && names.every((o) => Math.abs(o.x - at.x) > 50 || Math.abs(o.y - at.y) > 13)) names.push({ k, ...at, w: 0 });
  });
  const light = (k: number): boolean => lightness(palette(theme.value).resolve[k]) > 0.5;
  return (
    <>
      {bands(b, host, tx, TOP, bot).map((d, k) => <path key={k} d={d} fill={`var(--${RESOLVE[k]})`} />)}
      {second && bands(second, host, tx, (TOP + BOT) / 2 + 1, BOT).map((d, k) => <path key={"s" + k} d={d} fill={`var(--${RESOLVE[k]})`} fill-opacity="0.8" />)}
      {names.map((q) => <text key={q.k} x={q.x} y={q.y} text-anchor="middle" class={light(q.k) ? "on-light" : "on-dark"}>{say(l, RESOLVE[q.k])}</text>)}
    </>
  );
}

function Axis({ b, x1, last }: Span) {
  const tx = along(x1, last);
  const minutes = b.last / 60, step = minutes > 150 ? 30 : minutes > 70 ? 10 : minutes > 25 ? 5 : minutes > 8 ? 2 : minutes > 2 ? 1 : 0.25, out = [];
  for (let m = Math.ceil(-b.zero / 60 / step) * step; m * 60 + b.zero <= b.last; m += step) {
    const x = tx(m * 60 + b.zero), big = Math.abs(Math.round(m / step)) % 2 === 0;
    out.push(<line key={m} x1={x} x2={x} y1={BOT} y2={BOT + (big ? 6 : 3.5)} stroke="var(--ink3)" />);
    if (big && x < x1 - 34) out.push(<text key={"t" + m} x={x} y={BOT + 18} text-anchor="middle">{m === 0 ? "0" : (m > 0 ? "+" : "−") + Math.abs(m)}</text>);
  }
  return <><line x1={X0} x2={x1} y1={BOT + 0.5} y2={BOT + 0.5} stroke="var(--ink3)" />{out}<text x={x1} y={BOT + 18} text-anchor="end">{say(lang.value, "min")}</text></>;
}

const SHAPE: Record<string, (x: number, y: number) => string> = {
  fire: (x, y) => `M${x - 4} ${y + 4}Q${x - 4} ${y - 1} ${x} ${y - 6}Q${x + 4} ${y - 1} ${x + 4} ${y + 4}Z`, rally: (x, y) => `M${x - 4.5} ${y + 3.5}L${x} ${y - 4.5}L${x + 4.5} ${y + 3.5}Z`,
  rout: (x, y) => `M${x - 4.5} ${y - 3.5}L${x} ${y + 4.5}L${x + 4.5} ${y - 3.5}Z`, person: (x, y) => `M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z`,
  order: (x, y) => `M${x - 3} ${y + 5}V${y - 5}L${x + 5} ${y - 2.5}L${x - 3} ${y}`, change: (x, y) => `M${x} ${y - 6}V${y + 6}M${x - 6} ${y}H${x + 6}`,
};

/** The weightiest events bear marks and words; breaks and rallies of the rest are ticks below. Nothing overlaps. */
function Marks({ b, x1, last }: Span) {
  const tx = along(x1, last);
  const l = lang.value, h = b.header, taken: [number, number][] = [], out = [];
  const told = b.chronicle.told, byWeight = told.filter((e) => weightOf(h, e) >= 5).sort((p, q) => weightOf(h, q) - weightOf(h, p)).slice(0, 400);
  const free = (a: number, z: number): boolean => taken.every(([p, q]) => z < p || a > q);
  for (const e of byWeight) {
    const x = tx(b.secondOf(e.tick)), kind = markOf(e.kind)!, text = shortOf(h, l, e), wide = [...text].reduce((n, c) => n + (c > "⺀" ? 12.5 : 6.6), 0);
    if (!free(x - 10, x + 10)) continue;
    const right = wide > 0 && free(x - 7, x + 13 + wide) && x + 13 + wide < x1;
    taken.push([x - 10, right ? x + 13 + wide : x + 10]);
    out.push(<Mark key={e.id} e={e} x={x} kind={kind} text={right ? text : ""} title={`${clockText(b.secondOf(e.tick) - b.zero)} ${tell(h, l, e)}`} b={b} />);
    if (out.length > 60) break;
  }
  const ticks = { 20: "", 21: "" } as Record<number, string>;
  for (const e of told) if (e.kind === 20 || e.kind === 21) ticks[e.kind] += `M${tx(b.secondOf(e.tick)).toFixed(1)} 38v4`;
  return <>{out}<path d={ticks[20]} stroke="var(--routing)" /><path d={ticks[21]} stroke="var(--steady)" /></>;
}

function Mark({ e, x, kind, text, title, b }: { e: OneEvent; x: number; kind: string; text: string; title: string; b: Battle }) {
  const y = 22, filled = kind === "fire" || kind === "rally" || kind === "order", tone = kind === "fire" || kind === "rout" ? "var(--routing)" : kind === "rally" ? "var(--steady)" : "var(--ink)";
  return (
    <g onPointerDown={(p) => { p.stopPropagation(); go(b.secondOf(e.tick), e.x_m, e.y_m); }}>
      <title>{title}</title>
      <rect x={x - 7} y={y - 9} width={14} height={18} fill="transparent" />
      <line x1={x} x2={x} y1={y + 7} y2={TOP - 3} stroke="var(--rule)" />
      {kind === "signal" ? <><circle cx={x} cy={y} r={2} fill="var(--cinnabar)" /><circle cx={x} cy={y} r={5} fill="none" stroke="var(--cinnabar)" stroke-width="1.4" /></>
        : <path d={SHAPE[kind](x, y)} fill={filled ? tone : "none"} stroke={kind === "fire" || kind === "rally" ? "none" : tone} stroke-width="1.3" />}
      {text && <text x={x + 9} y={y + 4} class="said">{text}</text>}
    </g>
  );
}
